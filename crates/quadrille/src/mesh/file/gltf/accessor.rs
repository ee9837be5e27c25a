//! Accessors: numbers in buffers.
//!
//! Source: glTF 2.0, 3.6.2.

use std::borrow::Cow;

use super::GltfError;
use super::document::{Accessor, Document, Shape, View};

const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;

/// The document and the buffers that its accessors read from.
pub(super) struct Data<'a> {
    pub(super) document: Document<'a>,
    pub(super) buffers: Vec<Cow<'a, [u8]>>,
}

/// The component type of an accessor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stored {
    Byte,
    Short,
    Int,
    Float,
    /// 255 is 1.
    NormalizedByte,
    /// 65535 is 1.
    NormalizedShort,
}

impl Stored {
    fn of(component_type: u32, normalized: bool) -> Option<Stored> {
        Some(match (component_type, normalized) {
            (UNSIGNED_BYTE, false) => Stored::Byte,
            (UNSIGNED_SHORT, false) => Stored::Short,
            (UNSIGNED_INT, false) => Stored::Int,
            (FLOAT, false) => Stored::Float,
            (UNSIGNED_BYTE, true) => Stored::NormalizedByte,
            (UNSIGNED_SHORT, true) => Stored::NormalizedShort,
            _ => return None,
        })
    }

    fn bytes(self) -> usize {
        match self {
            Stored::Byte | Stored::NormalizedByte => 1,
            Stored::Short | Stored::NormalizedShort => 2,
            Stored::Int | Stored::Float => 4,
        }
    }

    /// The number in these bytes, of which there are as many as it has.
    fn integer(self, bytes: &[u8]) -> u32 {
        bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | u32::from(*byte))
    }

    fn float(self, bytes: &[u8]) -> f32 {
        let integer = self.integer(bytes);
        match self {
            Stored::Float => f32::from_bits(integer),
            Stored::NormalizedByte => integer as f32 / 255.0,
            Stored::NormalizedShort => integer as f32 / 65535.0,
            Stored::Byte | Stored::Short | Stored::Int => integer as f32,
        }
    }
}

/// The numbers of vertices that triangles are made of.
const INDICES: (&str, Shape, &[Stored]) = (
    "indices",
    Shape::Scalar,
    &[Stored::Byte, Stored::Short, Stored::Int],
);

impl Data<'_> {
    /// The number of elements of an accessor.
    pub(super) fn count(&self, accessor: u32) -> Result<usize, GltfError> {
        self.accessor(accessor).map(|accessor| accessor.count)
    }

    /// Positions or normals, which `what` says: x, y, z of each.
    pub(super) fn vectors(&self, accessor: u32, what: &'static str) -> Result<Vec<f32>, GltfError> {
        self.numbers(accessor, (what, Shape::Vec3, &[Stored::Float]), 3, Stored::float)
    }

    /// Texture coordinates: s, t of each.
    pub(super) fn texcoords(&self, accessor: u32) -> Result<Vec<f32>, GltfError> {
        let stored = &[Stored::Float, Stored::NormalizedByte, Stored::NormalizedShort];
        let wanted = ("texture coordinates", Shape::Vec2, &stored[..]);
        self.numbers(accessor, wanted, 2, Stored::float)
    }

    /// Numbers of vertices.
    pub(super) fn indices(&self, accessor: u32) -> Result<Vec<u32>, GltfError> {
        self.numbers(accessor, INDICES, 1, Stored::integer)
    }

    /// The numbers of an accessor, `components` an element. The caller has made sure that there is memory for them.
    fn numbers<T: Clone + Default>(
        &self,
        number: u32,
        (wanted, shape, allowed): (&'static str, Shape, &[Stored]),
        components: usize,
        of: impl Fn(Stored, &[u8]) -> T,
    ) -> Result<Vec<T>, GltfError> {
        let accessor = self.accessor(number)?;
        let stored = Stored::of(accessor.component_type, accessor.normalized);
        let stored = stored.filter(|stored| allowed.contains(stored) && accessor.shape == shape);
        let stored = stored.ok_or(GltfError::Type {
            accessor: number,
            wanted,
        })?;
        let size = stored.bytes() * components;
        let parts = |bytes| <[u8]>::chunks_exact(bytes, stored.bytes());
        let range = GltfError::Range(number);
        let mut numbers = match accessor.buffer_view {
            None => vec![T::default(); accessor.count * components],
            Some(view) => {
                let elements = self.elements(view, accessor.byte_offset, size, accessor.count);
                let parts = elements?.ok_or(range.clone())?.flat_map(parts);
                parts.map(|part| of(stored, part)).collect()
            }
        };
        let Some(sparse) = &accessor.sparse else {
            return Ok(numbers);
        };
        let kind = Stored::of(sparse.indices.component_type, false);
        let kind = kind
            .filter(|kind| INDICES.2.contains(kind))
            .ok_or(GltfError::Type {
                accessor: number,
                wanted: "sparse indices",
            })?;
        let (from, at) = (&sparse.indices, sparse.indices.byte_offset);
        let indices = self.elements(from.buffer_view, at, kind.bytes(), sparse.count)?;
        let (from, at) = (&sparse.values, sparse.values.byte_offset);
        let values = self.elements(from.buffer_view, at, size, sparse.count)?;
        for (index, value) in indices.ok_or(range.clone())?.zip(values.ok_or(range)?) {
            let at = kind.integer(index) as usize * components;
            let place = numbers.get_mut(at..at + components);
            let places = place.ok_or(GltfError::Sparse(number))?;
            for (place, part) in places.iter_mut().zip(parts(value)) {
                *place = of(stored, part);
            }
        }
        Ok(numbers)
    }

    fn accessor(&self, number: u32) -> Result<&Accessor, GltfError> {
        let what = "accessor";
        let accessor = self.document.accessors.get(number as usize);
        accessor.ok_or(GltfError::Missing { what, number })
    }

    /// The bytes of elements of a size, `count` of them from `offset` on; nothing where they are not in the view.
    fn elements(
        &self,
        view: u32,
        offset: usize,
        size: usize,
        count: usize,
    ) -> Result<Option<impl Iterator<Item = &[u8]>>, GltfError> {
        let (bytes, stride) = self.view(view)?;
        let stride = stride.unwrap_or(size);
        let length = match count {
            0 => Some(0),
            count => (count - 1)
                .checked_mul(stride)
                .and_then(|before| before.checked_add(size)),
        };
        let end = length.and_then(|length| offset.checked_add(length));
        let bytes = end.and_then(|end| bytes.get(offset..end));
        let bytes = bytes.filter(|_| stride >= size);
        Ok(bytes.map(|bytes| bytes.chunks(stride).map(move |element| &element[..size])))
    }

    /// The bytes of a part of a buffer, and how far its elements lie apart, if it says so.
    fn view(&self, number: u32) -> Result<(&[u8], Option<usize>), GltfError> {
        let missing = |what, number| GltfError::Missing { what, number };
        let view = self.document.buffer_views.get(number as usize);
        let View {
            buffer,
            byte_offset,
            byte_length,
            byte_stride,
        } = *view.ok_or(missing("buffer view", number))?;
        let bytes = self.buffers.get(buffer as usize);
        let bytes = bytes.ok_or(missing("buffer", buffer))?;
        let end = byte_offset.checked_add(byte_length);
        let bytes = end.and_then(|end| bytes.get(byte_offset..end));
        Ok((bytes.ok_or(GltfError::View(number))?, byte_stride))
    }
}
