//! Vertex arrays: where a draw's vertices come from, which are slices of the caller's or buffers.

pub mod format;
pub(crate) mod spread;
mod stored;

pub use format::{ComponentType, Components, Conversion, FormatError, VertexFormat};
pub use stored::Stored;

use quadrille_memory::Buffer;

/// Number of vertex attributes.
pub const ATTRIBUTES: usize = 16;

/// Attribute numbers of the conventional attributes (ARB_vertex_program, Table X.2.1). A conventional
/// attribute and the generic one of its number are the same value.
pub mod attribute {
    /// Position; an array of it, or a vertex without one, is what makes a vertex.
    pub const POSITION: usize = 0;
    /// Vertex weights 0 to 3.
    pub const WEIGHT: usize = 1;
    /// Normal.
    pub const NORMAL: usize = 2;
    /// Primary colour.
    pub const COLOR: usize = 3;
    /// Secondary colour.
    pub const SECONDARY_COLOR: usize = 4;
    /// Fog coordinate.
    pub const FOG_COORDINATE: usize = 5;
    /// Texture coordinate 0; those of the other units follow.
    pub const TEXTURE_COORDINATE: usize = 8;
}

/// The numbers of an array, by the command that gave them to GL.
#[derive(Clone, Copy, Debug)]
pub enum Numbers<'a> {
    /// VertexAttribPointer.
    Floats(&'a [f32]),
    /// VertexAttribIPointer with a signed type.
    Signed(&'a [i32]),
    /// VertexAttribIPointer with an unsigned type.
    Unsigned(&'a [u32]),
    /// VertexAttribLPointer with doubles.
    Doubles(&'a [f64]),
    /// VertexAttribLPointer with integers (NV_vertex_attrib_integer_64bit), unsigned ones by their bits.
    Longs(&'a [i64]),
    /// Vectors of any format in a buffer.
    Stored(Stored<'a>),
}

/// An array of vectors of 1 to 4 numbers, tightly packed if they are not in a buffer. Missing components are 0, 0, 1.
#[derive(Clone, Copy, Debug)]
pub struct Array<'a> {
    /// Components of a vector, 1 to 4.
    pub size: usize,
    /// The components of all vectors.
    pub values: Numbers<'a>,
    /// Instances that take the same vector, before the next instance takes the next (VertexAttribDivisor); with 0 it is
    /// vertices that have each their own.
    pub divisor: u32,
}

impl<'a> Array<'a> {
    /// An array with a vector for each vertex.
    pub fn new(size: usize, values: Numbers<'a>) -> Array<'a> {
        Array {
            size,
            values,
            divisor: 0,
        }
    }

    /// An array in a buffer, with a vector for each vertex.
    pub fn stored(stored: Stored<'a>) -> Array<'a> {
        Array::new(stored.format.size(), Numbers::Stored(stored))
    }

    /// The vector that an instance takes, of those that have no vector for each vertex (ARB_base_instance).
    pub(crate) fn of_instance(&self, instance: u32, base: u32) -> Option<u64> {
        let steps = instance.checked_div(self.divisor)?;
        Some(u64::from(steps) + u64::from(base))
    }

    /// Number of vectors.
    pub fn len(&self) -> usize {
        let numbers = match self.values {
            Numbers::Stored(stored) => return stored.len(),
            Numbers::Floats(values) => values.len(),
            Numbers::Signed(values) => values.len(),
            Numbers::Unsigned(values) => values.len(),
            Numbers::Doubles(values) => values.len(),
            Numbers::Longs(values) => values.len(),
        };
        numbers.checked_div(self.size).unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers, if they are floats.
    pub fn floats(&self) -> Option<&'a [f32]> {
        if let Numbers::Floats(values) = self.values {
            Some(values)
        } else {
            None
        }
    }

    /// A vector as floats; other numbers are converted.
    pub fn get(&self, index: usize) -> [f32; 4] {
        match self.values {
            Numbers::Floats(values) => self.vector(values, index, 0.0, 1.0),
            Numbers::Signed(values) => self.vector(values, index, 0, 1).map(|value| value as f32),
            Numbers::Unsigned(values) => self.vector(values, index, 0, 1).map(|value| value as f32),
            Numbers::Doubles(values) => self.vector(values, index, 0.0, 1.0).map(|value| value as f32),
            Numbers::Longs(values) => self.vector(values, index, 0, 1).map(|value| value as f32),
            Numbers::Stored(stored) => stored.floats(index),
        }
    }

    /// A vector as a program has it in 32 bits: integers as they are, if it knows integers (NV_vertex_program4 2.7),
    /// else as floats.
    pub fn words(&self, index: usize, integers: bool) -> [u32; 4] {
        match self.values {
            Numbers::Signed(values) if integers => self.vector(values, index, 0, 1).map(i32::cast_unsigned),
            Numbers::Unsigned(values) if integers => self.vector(values, index, 0, 1),
            Numbers::Longs(values) if integers => self.vector(values, index, 0, 1).map(|value| value as u32),
            Numbers::Stored(stored) => stored.words(index, integers),
            Numbers::Floats(_)
            | Numbers::Doubles(_)
            | Numbers::Signed(_)
            | Numbers::Unsigned(_)
            | Numbers::Longs(_) => self.get(index).map(f32::to_bits),
        }
    }

    /// A vector as a LONG attribute has it: integers of 64 bits, or doubles.
    pub fn long_words(&self, index: usize) -> [u64; 4] {
        match self.values {
            Numbers::Signed(values) => self
                .vector(values, index, 0, 1)
                .map(|value| i64::from(value).cast_unsigned()),
            Numbers::Unsigned(values) => self.vector(values, index, 0, 1).map(u64::from),
            Numbers::Longs(values) => self.vector(values, index, 0, 1).map(i64::cast_unsigned),
            Numbers::Doubles(values) => self.vector(values, index, 0.0, 1.0).map(f64::to_bits),
            Numbers::Stored(stored) => stored.long_words(index),
            Numbers::Floats(_) => self.get(index).map(|value| f64::from(value).to_bits()),
        }
    }

    fn vector<T: Copy>(&self, values: &[T], index: usize, zero: T, one: T) -> [T; 4] {
        let mut vector = [zero, zero, zero, one];
        let start = index * self.size;
        vector[..self.size].copy_from_slice(&values[start..start + self.size]);
        vector
    }
}

/// The enabled vertex arrays, by attribute number; attributes without one take their current value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrays<'a>(pub [Option<Array<'a>>; ATTRIBUTES]);

impl<'a> Arrays<'a> {
    /// Adds or replaces an array of vectors of `size` floats.
    ///
    /// # Panics
    ///
    /// There is no attribute of this number.
    #[must_use]
    pub fn with(mut self, attribute: usize, size: usize, values: &'a [f32]) -> Arrays<'a> {
        self.0[attribute] = Some(Array::new(size, Numbers::Floats(values)));
        self
    }

    /// The bytes of buffers that a draw takes of arrays: the attribute, the buffer, the first byte and how many. Its vertices
    /// have the numbers `least` to `last`.
    pub fn bytes_read(
        &self,
        (least, last): (u64, u64),
        (instances, base_instance): (u32, u32),
    ) -> impl Iterator<Item = (usize, &'a Buffer, (u64, u64))> + '_ {
        self.0.iter().enumerate().filter_map(move |(attribute, array)| {
            let array = array.as_ref()?;
            let Numbers::Stored(stored) = array.values else {
                return None;
            };
            let of = |instance: u32| array.of_instance(instance, base_instance);
            let vectors = match (of(0), of(instances.saturating_sub(1))) {
                (Some(first), Some(last)) => first..last + 1,
                (_, _) => least..last + 1,
            };
            Some((attribute, stored.buffer, stored.bytes_of(vectors)))
        })
    }

    /// Number of vertices that every array has; without arrays that have a vector for each, every vertex has the same.
    pub(crate) fn vertices(&self) -> usize {
        let each = self.0.iter().flatten().filter(|array| array.divisor == 0);
        each.map(Array::len).min().unwrap_or(usize::MAX)
    }
}
