//! Accesses of images: LOADIM, STOREIM, ATOMIM, IMQ, IMQS.
//!
//! Source: EXT_shader_image_load_store section 3.9.X and 2.X.8.Z, ARB_shader_image_size,
//! EXT_shader_image_load_formatted.

use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::texture::ObjectTarget;
use quadrille_isa::gl::{DataType, Storage};
use quadrille_memory::Buffer;
use quadrille_program::MemoryAccess;
use quadrille_texture::Access as TextureAccess;
use quadrille_texture::format::FormatKind;

use super::buffer::{shape, unpack, update};
use super::{AccessFault, ImageBinding, Memory, Request, Response};

/// The number of bytes of the largest texel.
const TEXEL: usize = 16;

/// An image that many invocations access: what is the same for all was found once. It gives what [`Memory::access`] gives.
#[derive(Clone, Copy, Debug)]
pub struct DirectImage<'a> {
    image: &'a ImageBinding,
    target: ObjectTarget,
    kind: FormatKind,
    size: u64,
}

impl DirectImage<'_> {
    /// The texel at coordinates; zeros where there is none.
    #[inline]
    pub fn load(&self, texel: [i32; 4]) -> [u32; 4] {
        let Ok(place) = self.image.unit.locate(self.target, texel) else {
            return [0; 4];
        };
        let bytes = bytes(&self.image.texels, place, self.size);
        self.image.unit.decode(self.kind, &bytes[..self.size as usize])
    }

    /// Stores a texel at coordinates, where there is one.
    #[inline]
    pub fn store(&self, texel: [i32; 4], data: [u32; 4]) {
        if let Ok(place) = self.image.unit.locate(self.target, texel) {
            let (texel, count) = self.image.unit.encode(self.kind, data);
            write(&self.image.texels, place, &texel[..count]);
        }
    }
}

impl<'a> Memory<'a> {
    /// LOADIM, STOREIM or ATOMIM.
    pub(super) fn image(&self, request: &Request<'_>) -> Response<'a> {
        let loads = matches!(request.operation, MemoryOp::Load(_));
        // An invalid load is undefined (2.X.8.Z LOADIM); an invalid store has no effect and an invalid atomic
        // operation gives 0, and that is defined (section 3.9.X).
        let invalid = |fault: AccessFault| {
            if loads {
                Response::fault(fault)
            } else {
                Response::NOTHING
            }
        };
        let image = match self.bound(request) {
            Ok(Some(image)) => image,
            Ok(None) => return invalid(quadrille_memory::Fault::Unbound.into()),
            Err(fault) => return Response::fault(fault),
        };
        let atomic = matches!(request.operation, MemoryOp::Atomic(_));
        if let Err(fault) = image.access.allows(loads || atomic, !loads) {
            return Response::fault(fault);
        }
        let Some(target) = request.access.target else {
            return Response::NOTHING;
        };
        let place = match image.unit.locate(TextureAccess::of(target).target, request.texel) {
            Ok(place) => place,
            Err(fault) => return invalid(fault.into()),
        };
        let size = u64::from(image.unit.class().map_or(0, |class| class.bytes()));
        let response = |value| Response {
            value,
            touched: Some((&*image.texels, place, size)),
            fault: None,
        };
        match (request.access.storage, request.operation) {
            (Some(storage), _) if !matches_class(storage, size) => invalid(AccessFault::ImageStorage),
            (Some(storage), MemoryOp::Load(_)) => response(raw(image, place, storage)),
            (Some(storage), MemoryOp::Atomic(_)) => {
                let old = image
                    .texels
                    .update(place, storage.size(), update(request, storage));
                response(unpack(old, storage))
            }
            (Some(storage), _) => {
                if request.effective {
                    let bytes = storage.size() / u64::from(storage.count);
                    for (at, register) in request.data.iter().take(usize::from(storage.count)).enumerate() {
                        let place = place + at as u64 * bytes;
                        image.texels.store(place, bytes, storage.from_register(*register));
                    }
                }
                response([0; 4])
            }
            (None, MemoryOp::Load(_)) => {
                let texel = bytes(&image.texels, place, size);
                let texel = &texel[..size as usize];
                response(image.unit.decode(kind(request.data_type), texel).map(u64::from))
            }
            (None, _) => {
                if request.effective {
                    let data = request.data.map(|register| register as u32);
                    let (texel, count) = image.unit.encode(kind(request.data_type), data);
                    write(&image.texels, place, &texel[..count]);
                }
                response([0; 4])
            }
        }
    }

    /// The image that a formatted load or store of a unit without an index accesses, if it may.
    pub fn direct_image(
        &self,
        operation: MemoryOp,
        access: &MemoryAccess,
        data_type: DataType,
    ) -> Option<DirectImage<'a>> {
        let loads = match operation {
            MemoryOp::Load(Space::Image) => true,
            MemoryOp::Store(Space::Image) => false,
            MemoryOp::Load(_)
            | MemoryOp::Store(_)
            | MemoryOp::Atomic(_)
            | MemoryOp::QueryImageSize
            | MemoryOp::QueryImageSamples
            | MemoryOp::Barrier => return None,
        };
        if access.index.is_some() || access.storage.is_some() {
            return None;
        }
        let number = self.number(access, 0).ok()?;
        let image = self.images.get(number)?.as_ref()?;
        image.access.allows(loads, !loads).ok()?;
        Some(DirectImage {
            image,
            target: TextureAccess::of(access.target?).target,
            kind: kind(data_type),
            size: u64::from(image.unit.class()?.bytes()),
        })
    }

    /// IMQ and IMQS; zeros where nothing is bound.
    pub(super) fn query(&self, request: &Request<'_>) -> Response<'a> {
        let image = match self.bound(request) {
            Ok(Some(image)) => image,
            Ok(None) => return Response::NOTHING,
            Err(fault) => return Response::fault(fault),
        };
        let value = match request.operation {
            MemoryOp::QueryImageSamples => [u64::from(image.unit.samples()), 0, 0, 0],
            MemoryOp::QueryImageSize
            | MemoryOp::Load(_)
            | MemoryOp::Store(_)
            | MemoryOp::Atomic(_)
            | MemoryOp::Barrier => image.unit.size().map(|size| u64::from(size.cast_unsigned())),
        };
        Response {
            value,
            ..Response::NOTHING
        }
    }

    fn bound(&self, request: &Request<'_>) -> Result<Option<&'a ImageBinding>, AccessFault> {
        if let Some(handle) = request.handle {
            let number = crate::handle::image_number(handle);
            let image = number.and_then(|number| self.image_handles.get(number));
            return image.map(Some).ok_or(AccessFault::Handle);
        }
        let number = self.number(request.access, request.index)?;
        Ok(self.images.get(number).and_then(Option::as_ref))
    }
}

/// Table X.3: whether a storage modifier fits a format's class. The vectors of smaller numbers that
/// NV_gpu_program5_mem_extended and NV_shader_atomic_fp16_vector add fit the class of their size.
fn matches_class(storage: Storage, texel: u64) -> bool {
    storage.size() == texel && storage.format.bits() <= 32
}

/// An unformatted load; components that the storage does not have are 0, 0 and 1.
fn raw(image: &ImageBinding, place: u64, storage: Storage) -> [u64; 4] {
    let one = if storage.data_type().is_float() {
        u64::from(1_f32.to_bits())
    } else {
        1
    };
    let mut value = [0, 0, 0, one];
    let Some(shape) = shape(storage) else {
        return value;
    };
    for (at, component) in value.iter_mut().take(shape.count()).enumerate() {
        let bits = image
            .texels
            .load(place + at as u64 * shape.bytes(), shape.bytes());
        *component = storage.to_register(bits);
    }
    value
}

/// As what a formatted access converts.
fn kind(data_type: DataType) -> FormatKind {
    match data_type {
        DataType::S32 | DataType::S64 => FormatKind::Signed,
        DataType::U32 | DataType::U64 => FormatKind::Unsigned,
        DataType::F16 | DataType::Fx12 | DataType::F32 | DataType::F64 => FormatKind::Float,
    }
}

/// The bytes of a texel of so many, in pieces that are as large as can be.
fn bytes(buffer: &Buffer, place: u64, size: u64) -> [u8; TEXEL] {
    let piece = size.clamp(1, 8);
    let mut texel = [0; TEXEL];
    for (at, bytes) in texel[..size as usize].chunks_mut(piece as usize).enumerate() {
        let word = buffer.load(place + at as u64 * piece, bytes.len() as u64);
        bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
    }
    texel
}

/// Writes a texel in pieces that are as large as can be, so that one of 8 bytes or less is written whole.
fn write(buffer: &Buffer, place: u64, texel: &[u8]) {
    let piece = texel.len().clamp(1, 8);
    for (at, bytes) in texel.chunks(piece).enumerate() {
        let value = bytes
            .iter()
            .rev()
            .fold(0, |word, byte| word << 8 | u64::from(*byte));
        buffer.store(place + (at * piece) as u64, bytes.len() as u64, value);
    }
}
