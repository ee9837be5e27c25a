//! Memory for one run: a buffer behind each kind of binding.

use std::sync::Arc;

use quadrille_engine::Memory;
use quadrille_engine::memory::{Binding, ImageBinding};
use quadrille_isa::gl::Limits;
use quadrille_memory::{Access, AddressSpace, Buffer};
use quadrille_program::{Layout, Program};
use quadrille_texture::{Extent, Format, ImageUnit, ObjectTarget};

/// Binding points that have a buffer.
const POINTS: usize = 4;

/// Texels of the image along each axis.
const TEXELS: u32 = 4;

/// The GPU address of a buffer.
const ADDRESS: u64 = 0x1_0000;

/// Buffers on the binding points, one at a GPU address, an image, and shared memory.
pub(super) struct Buffers {
    global: AddressSpace,
    points: Vec<Option<Binding>>,
    counters: Vec<Option<Binding>>,
    images: Vec<Option<ImageBinding>>,
    handles: Vec<ImageBinding>,
    shared: Option<Buffer>,
    /// All of them, to be compared.
    all: Vec<Arc<Buffer>>,
}

impl Buffers {
    /// New ones for a program.
    pub(super) fn new(program: &Program) -> Buffers {
        let mut all = Vec::new();
        let mut counting = || {
            let buffer = Arc::new(Buffer::from_bytes(&(0..=u8::MAX).collect::<Vec<u8>>()));
            all.push(buffer.clone());
            buffer
        };
        let points = (0..POINTS).map(|_| Some(Binding::whole(counting()))).collect();
        let counters = vec![Some(Binding::whole(counting()))];
        let mut global = AddressSpace::new();
        global.place_at(ADDRESS, counting());
        global.set_access(ADDRESS, Some(Access::ReadWrite));
        let extent = Extent::new(TEXELS, TEXELS, 1);
        let (target, format) = (ObjectTarget::TwoDimensional, Format::R32Ui);
        let image = ImageBinding {
            unit: ImageUnit::layered(target, extent, 1, format, format),
            texels: counting(),
            access: Access::ReadWrite,
        };
        let shared = match program.layout() {
            Layout::Compute { shared_bytes, .. } => Buffer::new(u64::from(*shared_bytes)).ok(),
            _ => None,
        };
        Buffers {
            global,
            points,
            counters,
            images: vec![Some(image.clone())],
            handles: vec![image],
            shared,
            all,
        }
    }

    /// The memory as a program sees it.
    pub(super) fn view(&self) -> Memory<'_> {
        Memory {
            global: &self.global,
            parameters: &self.points,
            storage: &self.points,
            counters: &self.counters,
            images: &self.images,
            image_handles: &self.handles,
            shared: self.shared.as_ref(),
            limits: &Limits::DESKTOP,
        }
    }

    /// Everything that it holds.
    pub(super) fn bytes(&self) -> Vec<Vec<u8>> {
        let all = self.all.iter().map(AsRef::as_ref);
        all.chain(self.shared.as_ref()).map(Buffer::to_bytes).collect()
    }
}
