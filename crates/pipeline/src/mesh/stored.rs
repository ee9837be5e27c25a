//! Vectors of a vertex array in a buffer.

use quadrille_memory::Buffer;
use quadrille_numerics::level::{Level, Pass};

use super::format::{Conversion, Field, Kind, VertexFormat};
use super::spread::spread;
use crate::inter_stage::vertices::BLOCK;

/// Vectors in a buffer, at equal distances (BindVertexBuffer, VertexAttribFormat).
#[derive(Clone, Copy, Debug)]
pub struct Stored<'a> {
    /// The buffer.
    pub buffer: &'a Buffer,
    /// The byte at which the first vector begins.
    pub start: u64,
    /// Bytes from a vector to the next; with 0 all are the same one.
    pub stride: u64,
    /// The format of each.
    pub format: VertexFormat,
}

impl Stored<'_> {
    /// Vectors that lie in the buffer as a whole.
    pub(crate) fn len(&self) -> usize {
        let Some(room) = self.buffer.size().checked_sub(self.start) else {
            return 0;
        };
        let Some(left) = room.checked_sub(self.format.bytes()) else {
            return 0;
        };
        let more = left.checked_div(self.stride);
        let more = more.and_then(|more| usize::try_from(more).ok());
        more.map_or(usize::MAX, |more| more.saturating_add(1))
    }

    /// The bytes that vectors of these numbers lie in: the first, and how many.
    pub(crate) fn bytes_of(&self, vectors: std::ops::Range<u64>) -> (u64, u64) {
        let last = vectors.end.saturating_sub(1).max(vectors.start);
        let first = self
            .start
            .saturating_add(vectors.start.saturating_mul(self.stride));
        let length = (last - vectors.start).saturating_mul(self.stride);
        (first, length.saturating_add(self.format.bytes()))
    }

    fn bits(&self, field: Field, vector: usize) -> u64 {
        let at = self.start.wrapping_add((vector as u64).wrapping_mul(self.stride));
        field.extract(self.buffer.load(at.wrapping_add(field.offset), field.bytes))
    }

    /// A vector, missing components as 0, 0, 1.
    fn vector<T: Copy>(&self, vector: usize, [zero, one]: [T; 2], of: impl Fn(Field, u64) -> T) -> [T; 4] {
        let mut values = [zero, zero, zero, one];
        for (component, value) in values.iter_mut().enumerate().take(self.format.size()) {
            let field = self.format.field(component);
            *value = of(field, self.bits(field, vector));
        }
        values
    }

    /// A vector as floats.
    pub(crate) fn floats(&self, vector: usize) -> [f32; 4] {
        self.vector(vector, [0.0, 1.0], Field::float)
    }

    /// A vector as a program has it in 32 bits, which knows integers or does not.
    pub(crate) fn words(&self, vector: usize, integers: bool) -> [u32; 4] {
        if self.stays_integer(integers) {
            return self.vector(vector, [0, 1], |field, bits| field.word(bits as u32));
        }
        self.floats(vector).map(f32::to_bits)
    }

    /// A vector as a LONG attribute has it: integers of 64 bits, or doubles.
    pub(crate) fn long_words(&self, vector: usize) -> [u64; 4] {
        match self.format.field(0).kind {
            Kind::Double if self.format.conversion() == Conversion::Long => {
                self.vector(vector, [0, 1f64.to_bits()], |_, bits| bits)
            }
            Kind::Integer { .. } => {
                self.vector(vector, [0, 1], |field, bits| field.signed(bits).cast_unsigned())
            }
            Kind::Double
            | Kind::Value { .. }
            | Kind::Fraction { .. }
            | Kind::Fixed
            | Kind::Half
            | Kind::Float => self.floats(vector).map(|value| f64::from(value).to_bits()),
        }
    }

    /// Whether a program that knows integers, if it does, has integers of it.
    fn stays_integer(&self, integers: bool) -> bool {
        integers && matches!(self.format.field(0).kind, Kind::Integer { .. })
    }

    /// The vectors of some numbers, at most [`BLOCK`], component by component: [`Stored::words`] over all of them.
    pub(crate) fn fetch(&self, level: Level, ids: &[u32], integers: bool, planes: &mut [[u32; BLOCK]; 4]) {
        let stays = self.stays_integer(integers);
        if self.format.is_wide() {
            for (lane, id) in ids.iter().enumerate() {
                let words = self.words(*id as usize, integers);
                for (plane, word) in planes.iter_mut().zip(words) {
                    plane[lane] = word;
                }
            }
            return;
        }
        let size = self.format.size();
        let is_words = self.is_words();
        if is_words {
            match size {
                1 => self.gather_vectors::<1>(level, ids, planes),
                2 => self.gather_vectors::<2>(level, ids, planes),
                3 => self.gather_vectors::<3>(level, ids, planes),
                _ => self.gather_vectors::<4>(level, ids, planes),
            }
        }
        for (component, plane) in planes.iter_mut().enumerate().take(size) {
            let field = self.format.field(component);
            if !is_words {
                self.buffer
                    .gather(field.bytes, self.offsets(ids, field.offset), plane);
            }
            level.run(Convert { field, stays, plane });
        }
        let one = if stays { 1 } else { 1f32.to_bits() };
        for (component, plane) in planes.iter_mut().enumerate().skip(size) {
            plane.fill(if component == 3 { one } else { 0 });
        }
    }

    /// Whether the components are words of 32 bits, one behind the other.
    fn is_words(&self) -> bool {
        (0..self.format.size()).all(|component| {
            let field = self.format.field(component);
            (field.offset, field.bytes) == (4 * component as u64, 4)
        })
    }

    /// Loads the words of vectors.
    fn gather_vectors<const SIZE: usize>(&self, level: Level, ids: &[u32], planes: &mut [[u32; BLOCK]; 4]) {
        let mut vectors = [[0; SIZE]; BLOCK];
        self.buffer.gather_vectors(self.offsets(ids, 0), &mut vectors);
        spread(level, SIZE, vectors.as_flattened(), planes);
    }

    /// Where a field of vectors lies in the buffer.
    fn offsets(&self, ids: &[u32], field: u64) -> impl Iterator<Item = u64> {
        let (start, stride) = (self.start.wrapping_add(field), self.stride);
        ids.iter()
            .map(move |id| start.wrapping_add(u64::from(*id).wrapping_mul(stride)))
    }
}

/// Makes what was loaded of a component its numbers.
struct Convert<'a> {
    field: Field,
    /// Whether integers stay integers where the format lets them.
    stays: bool,
    plane: &'a mut [u32; BLOCK],
}

impl Convert<'_> {
    /// A loop for one kind, which is known when it is compiled.
    #[inline(always)]
    fn all(self, kind: Kind) {
        let field = Field { kind, ..self.field };
        for word in self.plane {
            *word = field.word(field.extract_word(*word));
        }
    }
}

impl Pass for Convert<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        match self.field.kind {
            // A language without integers has the floats of the same values.
            Kind::Integer { signed } if !self.stays => self.all(Kind::Value { signed }),
            Kind::Integer { signed: false } | Kind::Float => {}
            Kind::Integer { signed: true } => self.all(Kind::Integer { signed: true }),
            Kind::Value { signed: true } => self.all(Kind::Value { signed: true }),
            Kind::Value { signed: false } => self.all(Kind::Value { signed: false }),
            Kind::Fraction { signed: true } => self.all(Kind::Fraction { signed: true }),
            Kind::Fraction { signed: false } => self.all(Kind::Fraction { signed: false }),
            Kind::Fixed => self.all(Kind::Fixed),
            Kind::Half => self.all(Kind::Half),
            Kind::Double => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{ComponentType, Components};

    const CONVERSIONS: [Conversion; 4] = [
        Conversion::Float,
        Conversion::Normalized,
        Conversion::Integer,
        Conversion::Long,
    ];

    /// Every format that there is.
    fn formats() -> Vec<VertexFormat> {
        use ComponentType as T;
        let types = [
            T::Byte,
            T::UnsignedByte,
            T::Short,
            T::UnsignedShort,
            T::Int,
            T::UnsignedInt,
            T::Int64,
            T::UnsignedInt64,
            T::Half,
            T::Float,
            T::Double,
            T::Fixed,
            T::Int2_10_10_10,
            T::UnsignedInt2_10_10_10,
            T::UnsignedInt10F11F11F,
        ];
        let counts = (1..=4).map(Components::Count).chain([Components::Bgra]);
        let all = counts.flat_map(|components| types.map(|of| (of, components)));
        let all =
            all.flat_map(|(of, components)| CONVERSIONS.map(|how| VertexFormat::new(of, components, how)));
        all.filter_map(Result::ok).collect()
    }

    /// A block is what its vertices are one by one, for every format, aligned or not, on every instruction set.
    #[test]
    fn blocks_are_their_vertices() {
        let bytes: Vec<u8> = (0..20_000_u32)
            .map(|at| (at.wrapping_mul(0x9e37_79b9) >> 21) as u8)
            .collect();
        let buffer = Buffer::from_bytes(&bytes);
        let ids: Vec<u32> = (0..BLOCK as u32 - 3).map(|at| at * 37 % 251).collect();
        let levels = Level::NAMES.iter().filter_map(|name| Level::of_name(name).ok());
        let levels: Vec<Level> = levels.collect();
        let formats = formats();
        assert!(formats.len() > 90);
        for (number, format) in formats.into_iter().enumerate() {
            let stored = Stored {
                buffer: &buffer,
                start: number as u64 % 5,
                stride: format.bytes() + number as u64 % 3 * 4,
                format,
            };
            for integers in [false, true] {
                for level in &levels {
                    let mut planes = [[0; BLOCK]; 4];
                    stored.fetch(*level, &ids, integers, &mut planes);
                    for (lane, id) in ids.iter().enumerate() {
                        let found = planes.each_ref().map(|plane| plane[lane]);
                        assert_eq!(found, stored.words(*id as usize, integers), "{format:?} {id}");
                    }
                }
            }
        }
    }

    /// source: OpenGL 4.6, 10.3.1: vectors that do not lie in the buffer as a whole are none
    #[test]
    fn vectors_of_a_buffer() {
        let buffer = Buffer::new(20).unwrap();
        let format =
            VertexFormat::new(ComponentType::Float, Components::Count(2), Conversion::Float).unwrap();
        let length = |start, stride| {
            let stored = Stored {
                buffer: &buffer,
                start,
                stride,
                format,
            };
            stored.len()
        };
        for (start, stride, vectors) in [
            (0, 8, 2),
            (4, 8, 2),
            (5, 8, 1),
            (0, 4, 4),
            (12, 1, 1),
            (13, 1, 0),
            (21, 8, 0),
            (u64::MAX, 8, 0),
            (0, u64::MAX, 1),
            (12, 0, usize::MAX),
            (13, 0, 0),
        ] {
            assert_eq!(length(start, stride), vectors, "{start} {stride}");
        }
    }
}
