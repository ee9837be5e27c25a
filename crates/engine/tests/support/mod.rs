//! Memory with one buffer that every kind of binding reaches, and accesses of it.

use std::sync::Arc;

use quadrille_engine::memory::{Binding, ImageBinding, Memory, Request, Response};
use quadrille_isa::gl::limit::Limits;
use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{AtomicOperation, DataType, Storage, TextureTarget};
use quadrille_memory::{Access, AddressSpace, Buffer};
use quadrille_numerics::convert::Format;
use quadrille_program::MemoryAccess;
use quadrille_texture::image_unit::ImageUnit;
use quadrille_texture::{Extent, ObjectTarget};

/// One buffer, bound as everything.
pub(crate) struct World {
    pub(crate) buffer: Arc<Buffer>,
    pub(crate) space: AddressSpace,
    pub(crate) address: u64,
    bindings: Vec<Option<Binding>>,
    images: Vec<Option<ImageBinding>>,
    limits: Limits,
}

impl World {
    /// The buffer holds `bytes`; the image unit sees it as one row of texels.
    pub(crate) fn new(bytes: &[u8], format: quadrille_texture::Format) -> World {
        let buffer = Arc::new(Buffer::from_bytes(bytes));
        let mut space = AddressSpace::default();
        let address = space.place(buffer.clone());
        assert!(space.set_access(address, Some(Access::ReadWrite)));
        let extent = Extent::new((bytes.len() / format.texel_bytes()) as u32, 1, 1);
        let image = ImageBinding {
            unit: ImageUnit::layered(ObjectTarget::TwoDimensional, extent, 1, format, format),
            texels: buffer.clone(),
            access: Access::ReadWrite,
        };
        World {
            bindings: vec![None, Some(Binding::whole(buffer.clone()))],
            images: vec![None, Some(image)],
            buffer,
            space,
            address,
            limits: Limits::FERMI,
        }
    }

    /// Accesses byte `offset` (of images: texel `offset`), through binding 1.
    pub(crate) fn access(&self, mut request: Request<'_>, access: &MemoryAccess, offset: u64) -> Answer {
        let memory = Memory {
            global: &self.space,
            parameters: &self.bindings,
            storage: &self.bindings,
            counters: &self.bindings,
            images: &self.images,
            image_handles: &[],
            shared: Some(&self.buffer),
            limits: &self.limits,
        };
        request.texel = [offset as i32, 0, 0, 0];
        request.address = match request.operation {
            MemoryOp::Load(Space::Global)
            | MemoryOp::Store(Space::Global)
            | MemoryOp::Atomic(Space::Global) => self.address + offset,
            _ => offset,
        };
        let response: Response<'_> = memory.access(&Request { access, ..request });
        Answer {
            value: response.value,
            fault: response.fault.map(|fault| fault.to_string()),
        }
    }
}

/// What an access gave.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) value: [u64; 4],
    pub(crate) fault: Option<String>,
}

/// An access through binding 1 with nothing special about it.
pub(crate) fn plain(storage: Option<Storage>, atomic: Option<AtomicOperation>) -> MemoryAccess {
    MemoryAccess {
        binding: 1,
        index: None,
        handle: None,
        offset: 0,
        address: None,
        first: 0,
        limit: None,
        selection: quadrille_program::Selection::default(),
        storage,
        atomic,
        counter: None,
        target: Some(TextureTarget::T2D),
        coherent: false,
        volatile: false,
        sparse: false,
    }
}

/// A request of an effective invocation; the caller fills in where.
pub(crate) fn request(operation: MemoryOp, access: &MemoryAccess, data: [u64; 4]) -> Request<'_> {
    Request {
        operation,
        access,
        data_type: access.storage.map_or(DataType::F32, Storage::data_type),
        index: 0,
        handle: None,
        address: 0,
        texel: [0; 4],
        data,
        effective: true,
    }
}

/// The storage of a modifier such as `F32X2`.
pub(crate) fn storage(name: &str) -> Storage {
    let (format, count) = name.split_once('X').unwrap_or((name, "1"));
    let format = Format::ALL
        .into_iter()
        .find(|row| format!("{row:?}") == format)
        .expect("a format");
    Storage {
        format,
        count: count.parse().expect("a count"),
    }
}
