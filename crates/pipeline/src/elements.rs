//! Element arrays: the numbers of vertices in a buffer (DrawElements), with what is added to them and what ends a
//! primitive (OpenGL 4.6, 10.3.6, 10.4, 10.5).

use quadrille_base::{Meter, Room, Spent};
use quadrille_memory::Buffer;

use crate::draw::Elements;
use crate::state::Restart;

/// The type of the numbers of an element array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IndexType {
    /// UNSIGNED_BYTE
    U8,
    /// UNSIGNED_SHORT
    U16,
    /// UNSIGNED_INT
    U32,
}

impl IndexType {
    /// Bytes of a number.
    pub fn bytes(self) -> u64 {
        match self {
            IndexType::U8 => 1,
            IndexType::U16 => 2,
            IndexType::U32 => 4,
        }
    }

    /// The greatest number.
    fn most(self) -> u32 {
        u32::MAX >> (32 - 8 * self.bytes() as u32)
    }
}

/// The number that ends a primitive among those of a type.
fn ending(restart: Restart, index_type: IndexType) -> Option<u32> {
    if restart.fixed {
        return Some(index_type.most());
    }
    restart.enabled.then_some(restart.index)
}

/// A part of an element array.
#[derive(Clone, Copy, Debug)]
pub struct ElementArray<'a> {
    /// The buffer.
    pub buffer: &'a Buffer,
    /// The byte at which the first number lies.
    pub offset: u64,
    /// The type of the numbers.
    pub index_type: IndexType,
    /// How many there are.
    pub count: u32,
    /// What is added to each (ARB_draw_elements_base_vertex).
    pub base_vertex: i32,
}

/// Elements that a draw cannot take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ElementsError {
    /// The first number does not lie at a multiple of its size (OpenGL 4.6, 6.2).
    #[error("numbers of {size} bytes lie at multiples of that, not at byte {offset}")]
    Misaligned {
        /// The byte.
        offset: u64,
        /// Bytes of a number.
        size: u64,
    },
    /// Numbers are asked for behind the end of the buffer.
    #[error(
        "{count} numbers of {size} bytes from byte {offset} on are more than the {bytes} bytes of the buffer hold"
    )]
    OutOfRange {
        /// The first byte.
        offset: u64,
        /// Numbers.
        count: u32,
        /// Bytes of a number.
        size: u64,
        /// Bytes of the buffer.
        bytes: u64,
    },
    /// A number and the base vertex are less than 0, or more than a number can be.
    #[error("number {index} and the base vertex {base_vertex} come to none of a vertex")]
    Wraps {
        /// The number.
        index: u32,
        /// The base vertex.
        base_vertex: i32,
    },
}

/// Elements that were read.
#[derive(Debug)]
pub struct ReadElements {
    indices: Vec<u32>,
    /// The place behind each stream, if a number ended one.
    ends: Option<Vec<usize>>,
    _room: Room,
}

impl ReadElements {
    /// The elements of a draw.
    pub fn elements(&self) -> Elements<'_> {
        match &self.ends {
            Some(ends) => Elements::Streams {
                indices: &self.indices,
                ends,
            },
            None => Elements::Indices(&self.indices),
        }
    }
}

/// Why elements were not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// They are wrong.
    #[error(transparent)]
    Elements(#[from] ElementsError),
    /// They are more than there is room for.
    #[error(transparent)]
    Spent(#[from] Spent),
}

impl ElementArray<'_> {
    /// The bytes that the numbers lie in: the first, and how many.
    pub fn bytes(&self) -> (u64, u64) {
        (self.offset, u64::from(self.count) * self.index_type.bytes())
    }

    /// Reads the numbers.
    ///
    /// # Errors
    ///
    /// They are not all in the buffer, lie askew, or come to none of a vertex with the base vertex; or there is no room.
    pub fn read(&self, restart: Restart, meter: &Meter) -> Result<ReadElements, ReadError> {
        let size = self.index_type.bytes();
        let (offset, bytes) = self.bytes();
        if !offset.is_multiple_of(size) {
            return Err(ElementsError::Misaligned { offset, size }.into());
        }
        if !self.buffer.holds(offset, bytes) {
            return Err(ElementsError::OutOfRange {
                offset,
                count: self.count,
                size,
                bytes: self.buffer.size(),
            }
            .into());
        }
        // With the ends of streams, of which each may be empty, at most three words a number.
        let count = self.count as usize;
        let restart = ending(restart, self.index_type);
        let each = if restart.is_some() { 12 } else { 4 };
        let room = meter.room(each * u64::from(self.count))?;
        meter.work(self.count.into())?;
        let mut indices = vec![0; count];
        let offsets = (0..u64::from(self.count)).map(|at| offset + at * size);
        self.buffer.gather(size, offsets, &mut indices);
        let ends = restart.and_then(|restart| split(&mut indices, restart));
        if self.base_vertex != 0 {
            for index in &mut indices {
                *index = index
                    .checked_add_signed(self.base_vertex)
                    .ok_or(ElementsError::Wraps {
                        index: *index,
                        base_vertex: self.base_vertex,
                    })?;
            }
        }
        Ok(ReadElements {
            indices,
            ends,
            _room: room,
        })
    }
}

/// Takes the numbers out that end a stream; the place behind each stream, if there is such a number.
fn split(indices: &mut Vec<u32>, restart: u32) -> Option<Vec<usize>> {
    if !indices.contains(&restart) {
        return None;
    }
    let mut ends = Vec::new();
    let mut kept = 0;
    indices.retain(|index| {
        let ends_here = *index == restart;
        if ends_here {
            ends.push(kept);
        } else {
            kept += 1;
        }
        !ends_here
    });
    ends.push(kept);
    Some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_base::Budget;

    fn read(array: ElementArray<'_>, restart: Restart) -> Result<(Vec<u32>, Option<Vec<usize>>), ReadError> {
        let read = array.read(restart, &Meter::new(Budget::default()))?;
        Ok((read.indices, read.ends))
    }

    /// source: OpenGL 4.6, 10.3.6 (the fixed index is 2^N - 1 of the type and comes first; the comparison is made before
    /// the base vertex is added), 10.5
    #[test]
    fn numbers_of_every_size() {
        let buffer = Buffer::from_bytes(&[1, 0, 255, 255, 2, 0, 0, 0]);
        let array = |index_type, offset, count, base_vertex| ElementArray {
            buffer: &buffer,
            offset,
            index_type,
            count,
            base_vertex,
        };
        let off = Restart::default();
        let fixed = Restart {
            fixed: true,
            enabled: true,
            index: 0,
        };
        let zero = Restart {
            fixed: false,
            ..fixed
        };
        let bytes = array(IndexType::U8, 0, 5, 0);
        assert_eq!(read(bytes, off), Ok((vec![1, 0, 255, 255, 2], None)));
        assert_eq!(read(bytes, fixed), Ok((vec![1, 0, 2], Some(vec![2, 2, 3]))));
        assert_eq!(read(bytes, zero), Ok((vec![1, 255, 255, 2], Some(vec![1, 4]))));
        let shorts = array(IndexType::U16, 0, 3, 10);
        assert_eq!(read(shorts, fixed), Ok((vec![11, 12], Some(vec![1, 2]))));
        assert_eq!(read(shorts, off), Ok((vec![11, 65545, 12], None)));
        assert_eq!(read(array(IndexType::U32, 4, 1, -2), fixed), Ok((vec![0], None)));
    }

    #[test]
    fn numbers_that_are_not_there() {
        let buffer = Buffer::from_bytes(&[0; 8]);
        let array = |index_type, offset, count, base_vertex| {
            let array = ElementArray {
                buffer: &buffer,
                offset,
                index_type,
                count,
                base_vertex,
            };
            match read(array, Restart::default()) {
                Err(ReadError::Elements(error)) => error,
                other => panic!("{other:?}"),
            }
        };
        let misaligned = ElementsError::Misaligned { offset: 2, size: 4 };
        assert_eq!(array(IndexType::U32, 2, 1, 0), misaligned);
        for (offset, count) in [(0, 5), (8, 1), (u64::MAX - 1, 1), (0, u32::MAX)] {
            let error = array(IndexType::U16, offset, count, 0);
            assert!(
                matches!(error, ElementsError::OutOfRange { .. }),
                "{offset} {count}"
            );
        }
        let wraps = ElementsError::Wraps {
            index: 0,
            base_vertex: -1,
        };
        assert_eq!(array(IndexType::U8, 0, 1, -1), wraps);
    }
}
