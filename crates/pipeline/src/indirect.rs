//! Indirect draws and dispatches: their numbers lie in a buffer (OpenGL 4.6, 10.4, 19; ARB_draw_indirect,
//! ARB_multi_draw_indirect, ARB_indirect_parameters).

use quadrille_memory::Buffer;

/// Bytes of a number, of which everything that is read indirectly lies at a multiple.
const WORD: u64 = 4;

/// Where indirect draws lie, one after another.
#[derive(Clone, Copy, Debug)]
pub struct IndirectDraws<'a> {
    /// The buffer.
    pub buffer: &'a Buffer,
    /// The byte at which the first begins.
    pub offset: u64,
    /// Draws.
    pub count: u32,
    /// Bytes from one to the next; with 0 they are tightly packed.
    pub stride: u64,
}

/// The numbers of a draw of vertices one after another (DrawArraysIndirectCommand).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArraysCommand {
    /// Vertices.
    pub count: u32,
    /// Instances.
    pub instances: u32,
    /// The first vertex.
    pub first: u32,
    /// The base instance.
    pub base_instance: u32,
}

/// The numbers of a draw of vertices by number (DrawElementsIndirectCommand).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElementsCommand {
    /// Numbers.
    pub count: u32,
    /// Instances.
    pub instances: u32,
    /// The first number, counted from the beginning of the element array.
    pub first_index: u32,
    /// What is added to each.
    pub base_vertex: i32,
    /// The base instance.
    pub base_instance: u32,
}

/// Numbers that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IndirectError {
    /// They do not begin at a multiple of four bytes.
    #[error("what is read indirectly lies at multiples of {WORD} bytes, not at byte {0}")]
    Misaligned(u64),
    /// Bytes from one draw to the next are no multiple of four.
    #[error("indirect draws are a multiple of {WORD} bytes apart, not {0}")]
    Stride(u64),
    /// They lie behind the end of the buffer.
    #[error("{bytes} bytes from byte {offset} on are not in the buffer, which has {size}")]
    OutOfRange {
        /// The first byte.
        offset: u64,
        /// Bytes.
        bytes: u64,
        /// Bytes of the buffer.
        size: u64,
    },
}

impl<'a> IndirectDraws<'a> {
    /// The numbers of draws of vertices one after another.
    ///
    /// # Errors
    ///
    /// They lie askew, or not in the buffer: nothing is drawn then.
    pub fn arrays(self) -> Result<impl Iterator<Item = ArraysCommand> + 'a, IndirectError> {
        let commands = self.words::<4>()?;
        Ok(
            commands.map(|[count, instances, first, base_instance]| ArraysCommand {
                count,
                instances,
                first,
                base_instance,
            }),
        )
    }

    /// The numbers of draws of vertices by number.
    ///
    /// # Errors
    ///
    /// They lie askew, or not in the buffer: nothing is drawn then.
    pub fn elements(self) -> Result<impl Iterator<Item = ElementsCommand> + 'a, IndirectError> {
        let commands = self.words::<5>()?;
        Ok(commands.map(
            |[count, instances, first_index, base_vertex, base_instance]| ElementsCommand {
                count,
                instances,
                first_index,
                base_vertex: base_vertex.cast_signed(),
                base_instance,
            },
        ))
    }

    /// The bytes that draws of so many words lie in: the first, and how many.
    pub fn bytes(&self, words: u64) -> (u64, u64) {
        let last = u64::from(self.count).saturating_sub(1);
        let apart = last.saturating_mul(self.stride_of(words));
        let used = if self.count == 0 {
            0
        } else {
            apart.saturating_add(WORD * words)
        };
        (self.offset, used)
    }

    fn stride_of(&self, words: u64) -> u64 {
        if self.stride == 0 {
            WORD * words
        } else {
            self.stride
        }
    }

    fn words<const COUNT: usize>(self) -> Result<impl Iterator<Item = [u32; COUNT]> + 'a, IndirectError> {
        let stride = self.stride_of(COUNT as u64);
        if !stride.is_multiple_of(WORD) {
            return Err(IndirectError::Stride(stride));
        }
        let (offset, bytes) = self.bytes(COUNT as u64);
        check(self.buffer, offset, bytes)?;
        Ok((0..u64::from(self.count)).map(move |at| words_at(self.buffer, offset + at * stride)))
    }
}

/// Numbers at a byte of a buffer: the number of draws, or the groups of a dispatch.
///
/// # Errors
///
/// They lie askew, or not in the buffer.
pub fn words<const COUNT: usize>(buffer: &Buffer, offset: u64) -> Result<[u32; COUNT], IndirectError> {
    check(buffer, offset, WORD * COUNT as u64)?;
    Ok(words_at(buffer, offset))
}

fn check(buffer: &Buffer, offset: u64, bytes: u64) -> Result<(), IndirectError> {
    if !offset.is_multiple_of(WORD) {
        return Err(IndirectError::Misaligned(offset));
    }
    if !buffer.holds(offset, bytes) {
        return Err(IndirectError::OutOfRange {
            offset,
            bytes,
            size: buffer.size(),
        });
    }
    Ok(())
}

fn words_at<const COUNT: usize>(buffer: &Buffer, offset: u64) -> [u32; COUNT] {
    std::array::from_fn(|word| buffer.load(offset + WORD * word as u64, WORD) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: OpenGL 4.6, 10.4: the structs of DrawArraysIndirect and DrawElementsIndirect, and a stride of 0
    #[test]
    fn draws_that_follow_each_other() {
        let bytes: Vec<u8> = (1..=11_u32).flat_map(u32::to_le_bytes).collect();
        let buffer = Buffer::from_bytes(&bytes);
        let draws = |offset, count, stride| IndirectDraws {
            buffer: &buffer,
            offset,
            count,
            stride,
        };
        let arrays: Vec<_> = draws(4, 2, 0).arrays().unwrap().collect();
        let second = ArraysCommand {
            count: 6,
            instances: 7,
            first: 8,
            base_instance: 9,
        };
        assert_eq!((arrays.len(), arrays[1]), (2, second));
        let elements: Vec<_> = draws(0, 2, 24).elements().unwrap().collect();
        let second = ElementsCommand {
            count: 7,
            instances: 8,
            first_index: 9,
            base_vertex: 10,
            base_instance: 11,
        };
        assert_eq!((elements.len(), elements[1]), (2, second));
        assert_eq!(draws(44, 0, 0).arrays().unwrap().count(), 0);
        assert_eq!(words(&buffer, 40), Ok([11]));
    }

    #[test]
    fn draws_that_are_not_there() {
        let buffer = Buffer::new(40).unwrap();
        let error = |offset, count, stride| {
            let draws = IndirectDraws {
                buffer: &buffer,
                offset,
                count,
                stride,
            };
            draws.arrays().map(|_| ()).unwrap_err()
        };
        assert_eq!(error(2, 1, 0), IndirectError::Misaligned(2));
        assert_eq!(error(0, 2, 18), IndirectError::Stride(18));
        for (offset, count, stride) in [
            (28, 1, 0),
            (0, 3, 0),
            (0, u32::MAX, 0),
            (0, u32::MAX, u64::MAX - 3),
        ] {
            let error = error(offset, count, stride);
            assert!(
                matches!(error, IndirectError::OutOfRange { .. }),
                "{offset} {count} {stride}"
            );
        }
        assert!(words::<3>(&buffer, 32).is_err());
    }
}
