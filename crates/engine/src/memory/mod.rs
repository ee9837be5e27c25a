//! Memory as engines see it: what is bound where, and one access of one invocation.
//!
//! Every engine performs its loads, stores and atomic operations here, so that bounds, alignment, residency and
//! formats are decided once. What calls it gives operands as registers hold them; which lanes run, in which
//! order, and who watches, it knows itself.

mod buffer;
mod direct;
mod fault;
mod image;

use std::sync::Arc;

use quadrille_isa::gl::DataType;
use quadrille_isa::gl::limit::Limits;
use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_memory::{Access, AddressSpace, Bounds, Buffer, View};
use quadrille_program::MemoryAccess;
use quadrille_texture::ImageUnit;

pub use direct::Direct;
pub use fault::AccessFault;
pub use image::DirectImage;

/// A part of a buffer, bound to a binding point.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The buffer.
    pub buffer: Arc<Buffer>,
    /// The first byte of it.
    pub start: u64,
    /// The number of bytes, as far as the buffer has them.
    pub length: u64,
}

impl Binding {
    /// A whole buffer.
    pub fn whole(buffer: Arc<Buffer>) -> Binding {
        Binding {
            length: buffer.size(),
            buffer,
            start: 0,
        }
    }

    /// The view of the bytes that programs reach.
    pub fn view(&self, bounds: Bounds) -> View<'_> {
        View::new(&self.buffer, bounds).range(self.start, self.length)
    }
}

/// A level of a texture, bound to an image unit.
#[derive(Clone, Debug)]
pub struct ImageBinding {
    /// The layout of its texels in the buffer, and the format in which they are seen.
    pub unit: ImageUnit,
    /// The texels of the level.
    pub texels: Arc<Buffer>,
    /// READ_ONLY, WRITE_ONLY or READ_WRITE.
    pub access: Access,
}

/// All memory that a run reaches.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a> {
    /// Buffers by GPU address.
    pub global: &'a AddressSpace,
    /// Program parameter buffers of the stage, by binding point.
    pub parameters: &'a [Option<Binding>],
    /// Storage buffers, by binding point.
    pub storage: &'a [Option<Binding>],
    /// Atomic counter buffers, by binding point.
    pub counters: &'a [Option<Binding>],
    /// Image units.
    pub images: &'a [Option<ImageBinding>],
    /// Images that have handles, by their numbers ([`crate::handle`]).
    pub image_handles: &'a [ImageBinding],
    /// The shared memory of the work group; `None` in other stages.
    pub shared: Option<&'a Buffer>,
    /// The limits on the part of a binding that programs reach.
    pub limits: &'a Limits,
}

/// The address space in which nothing is bound and nothing is resident.
static NOWHERE: AddressSpace = AddressSpace::new();

impl Memory<'static> {
    /// Memory of a run that has none.
    pub const NONE: Memory<'static> = Memory {
        global: &NOWHERE,
        parameters: &[],
        storage: &[],
        counters: &[],
        images: &[],
        image_handles: &[],
        shared: None,
        limits: &Limits::DESKTOP,
    };
}

/// One access of one invocation.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// Load, store, atomic or query, and of which memory.
    pub operation: MemoryOp,
    /// The instruction's binding, offset, format, operation.
    pub access: &'r MemoryAccess,
    /// The type of the instruction: what ATOMCTR gives, what a formatted image access converts.
    pub data_type: DataType,
    /// The run-time index into an array of bindings, [`Indexed::offset`](quadrille_program::Indexed::offset)
    /// included; 0 without.
    pub index: i64,
    /// The handle of an image, where the access has one in place of a unit.
    pub handle: Option<u64>,
    /// The GPU address, or the run-time byte offset (of counters: number) that is added to the access's offset.
    pub address: u64,
    /// The coordinates of an image's texel.
    pub texel: [i32; 4],
    /// The data to store, or the operand of an atomic operation, component by component, as registers of the
    /// type of the storage hold it: the bits of 32, or of 64.
    pub data: [u64; 4],
    /// False for invocations that only help: their stores and atomic operations have no effect, and an atomic
    /// operation gives what memory holds.
    pub effective: bool,
}

/// The result of an access.
#[derive(Clone, Copy, Debug)]
pub struct Response<'m> {
    /// The result, component by component, as registers of the type of the storage hold it.
    pub value: [u64; 4],
    /// The bytes that were touched, for observers: a buffer, the first byte in it, and how many. `None` if nothing.
    pub touched: Option<(&'m Buffer, u64, u64)>,
    /// The undefined case of the access, if a specification leaves it undefined.
    pub fault: Option<AccessFault>,
}

impl Response<'_> {
    const NOTHING: Response<'static> = Response {
        value: [0; 4],
        touched: None,
        fault: None,
    };

    fn fault(fault: impl Into<AccessFault>) -> Response<'static> {
        Response {
            fault: Some(fault.into()),
            ..Response::NOTHING
        }
    }
}

impl<'a> Memory<'a> {
    /// Performs an access.
    pub fn access(&self, request: &Request<'_>) -> Response<'a> {
        match request.operation {
            MemoryOp::QueryImageSize | MemoryOp::QueryImageSamples => self.query(request),
            MemoryOp::Barrier => Response::NOTHING,
            MemoryOp::Load(space) | MemoryOp::Store(space) | MemoryOp::Atomic(space) => match space {
                Space::Image => self.image(request),
                Space::Counter => self.counter(request),
                Space::Global => self.global(request),
                Space::Constant | Space::Storage | Space::Shared => {
                    match self.view(space, request.access, request.index) {
                        Ok(Some(view)) => buffer::access(view, request),
                        Ok(None) => Response::NOTHING,
                        Err(fault) => Response::fault(fault),
                    }
                }
            },
        }
    }
}
