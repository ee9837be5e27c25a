//! The memory that an evaluation gives a program: test buffers on every kind of binding point.

use std::sync::Arc;

use quadrille_engine::Memory;
use quadrille_engine::memory::{Binding, ImageBinding};
use quadrille_isa::gl::{Limits, Stage};
use quadrille_memory::{Access, Buffer};
use quadrille_pipeline::Bindings;
use quadrille_program::{Layout, Program};
use quadrille_texture::{Extent, Format, ImageUnit, ObjectTarget};

/// Bytes of a test buffer; it holds 0, 1, 2, …
const BYTES: u8 = 255;

/// Binding points that have a test buffer.
const POINTS: usize = 4;

/// GPU addresses of test buffers, and how they are resident.
const ADDRESSES: [(u64, Access); 3] = [
    (0x1_0000, Access::ReadWrite),
    (0x1_1000, Access::ReadOnly),
    (0x1_2000, Access::WriteOnly),
];

/// Texels of the test image along x and y.
const TEXELS: u32 = 4;

/// Parameter buffers and storage buffers on the binding points 0 to 3, a counter buffer of zeros on 0, buffers at
/// three GPU addresses, an image of 4 × 4 texels of R32UI on unit 0 and with the first handle of an image, and
/// shared memory.
pub(super) struct TestMemory {
    stage: Stage,
    bindings: Bindings,
    shared: Option<Buffer>,
}

impl TestMemory {
    /// New memory for a run of a program.
    pub(super) fn new(program: &Program) -> TestMemory {
        let stage = program.profile().stage;
        let mut bindings = Bindings::new(Limits::DESKTOP);
        let counting = || Arc::new(Buffer::from_bytes(&(0..=BYTES).collect::<Vec<u8>>()));
        let points = || (0..POINTS).map(|_| Some(Binding::whole(counting())));
        *bindings.parameters_mut(stage) = points().collect();
        bindings.storage = points().collect();
        let zeros = Buffer::from_bytes(&[0; BYTES as usize + 1]);
        bindings.counters = vec![Some(Binding::whole(Arc::new(zeros)))];
        for (address, access) in ADDRESSES {
            bindings.global.place_at(address, counting());
            bindings.global.set_access(address, Some(access));
        }
        let extent = Extent::new(TEXELS, TEXELS, 1);
        let (target, format) = (ObjectTarget::TwoDimensional, Format::R32Ui);
        let texels = Buffer::from_bytes(&[0; (TEXELS * TEXELS * 4) as usize]);
        bindings.images = vec![Some(ImageBinding {
            unit: ImageUnit::layered(target, extent, 1, format, format),
            texels: Arc::new(texels),
            access: Access::ReadWrite,
        })];
        bindings.image_handles = bindings.images.iter().flatten().cloned().collect();
        let shared = match program.layout() {
            Layout::Compute { shared_bytes, .. } => Buffer::new(u64::from(*shared_bytes)).ok(),
            _ => None,
        };
        TestMemory {
            stage,
            bindings,
            shared,
        }
    }

    /// The memory as the program sees it.
    pub(super) fn view(&self) -> Memory<'_> {
        self.bindings.memory(self.stage, self.shared.as_ref())
    }
}
