//! Vertex arrays: where a draw's vertices come from. Formats of fewer bits are converted by who reads them.

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
}

/// A tightly packed array of vectors of 1 to 4 numbers. Missing components are 0, 0, 1.
#[derive(Clone, Copy, Debug)]
pub struct Array<'a> {
    /// Components of a vector, 1 to 4.
    pub size: usize,
    /// The components of all vectors.
    pub values: Numbers<'a>,
}

impl<'a> Array<'a> {
    /// Number of vectors.
    pub fn len(&self) -> usize {
        let numbers = match self.values {
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
        }
    }

    /// A vector as a program has it in 32 bits: integers as they are, if it knows integers (NV_vertex_program4 2.7),
    /// else as floats.
    pub fn words(&self, index: usize, integers: bool) -> [u32; 4] {
        match self.values {
            Numbers::Signed(values) if integers => self.vector(values, index, 0, 1).map(i32::cast_unsigned),
            Numbers::Unsigned(values) if integers => self.vector(values, index, 0, 1),
            Numbers::Longs(values) if integers => self.vector(values, index, 0, 1).map(|value| value as u32),
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
        self.0[attribute] = Some(Array {
            size,
            values: Numbers::Floats(values),
        });
        self
    }

    /// Number of vertices that every array has.
    pub(crate) fn vertices(&self) -> usize {
        let lengths = self.0.iter().flatten().map(Array::len);
        lengths.min().unwrap_or(0)
    }
}
