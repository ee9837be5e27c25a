//! The chip's physical memory as a caller fills it: files at addresses, zeros, single words.
//!
//! Addresses are the bus's: their two highest bits choose how the caches treat an access (0x4… through the level 2
//! cache, 0xC… past it), not what is accessed, so all four views of a byte are one byte. A later load overwrites an
//! earlier one where they overlap, and what touches or overlaps becomes one piece, so that whatever lies in one stretch
//! of memory is read in one stretch.

use super::memory::{Memory, PHYSICAL};

/// What an image holds unless told otherwise: the memory of a Raspberry Pi 1.
const DEFAULT_LIMIT: u64 = 512 << 20;

/// Why an image refused bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImageError {
    /// They would reach beyond the physical address space of 1 GiB.
    #[error("{bytes} bytes at {address:08x} reach beyond the physical memory of 1 GiB")]
    Beyond {
        /// The physical address.
        address: u32,
        /// The number of bytes.
        bytes: u64,
    },
    /// The image would hold more than its limit in bytes.
    #[error("the image would hold more than {0} bytes")]
    Limit(u64),
}

/// A stretch of memory.
#[derive(Clone, PartialEq, Eq)]
struct Piece {
    address: u32,
    bytes: Vec<u8>,
}

impl Piece {
    fn end(&self) -> u64 {
        u64::from(self.address) + self.bytes.len() as u64
    }
}

/// Physical memory: pieces that neither overlap nor touch, by address.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    pieces: Vec<Piece>,
    limit: u64,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map()
            .entries(self.pieces.iter().map(|piece| (piece.address, piece.bytes.len())))
            .finish()
    }
}

impl Default for Image {
    fn default() -> Image {
        Image::with_limit(DEFAULT_LIMIT)
    }
}

impl Image {
    /// An empty image that holds at most `limit` bytes.
    pub fn with_limit(limit: u64) -> Image {
        Image {
            pieces: Vec::new(),
            limit,
        }
    }

    /// Puts bytes at a bus address, over what is there.
    ///
    /// # Errors
    ///
    /// [`ImageError`]; the image is as it was then.
    pub fn load(&mut self, address: u32, bytes: &[u8]) -> Result<(), ImageError> {
        self.cover(address, bytes.len() as u64)?.copy_from_slice(bytes);
        Ok(())
    }

    /// Puts `bytes` zeros at a bus address, over what is there.
    ///
    /// # Errors
    ///
    /// [`ImageError`]; the image is as it was then.
    pub fn zero(&mut self, address: u32, bytes: u64) -> Result<(), ImageError> {
        self.cover(address, bytes)?.fill(0);
        Ok(())
    }

    /// Writes a word at a bus address, as the processor of a bare-metal program does before it starts a list.
    ///
    /// # Errors
    ///
    /// [`ImageError`]; the image is as it was then.
    pub fn poke(&mut self, address: u32, word: u32) -> Result<(), ImageError> {
        self.load(address, &word.to_le_bytes())
    }

    /// `bytes` bytes at a bus address, if the image has all of them.
    pub fn get(&self, address: u32, bytes: usize) -> Option<&[u8]> {
        self.bytes(address).get(..bytes)
    }

    /// The bytes from a bus address to the end of the stretch that it lies in; none outside all of them.
    pub fn bytes(&self, address: u32) -> &[u8] {
        let address = address & PHYSICAL;
        let at = self.pieces.partition_point(|piece| piece.address <= address);
        let Some(piece) = at.checked_sub(1).map(|at| &self.pieces[at]) else {
            return &[];
        };
        piece
            .bytes
            .get((address - piece.address) as usize..)
            .unwrap_or_default()
    }

    /// The pieces by physical address.
    pub fn pieces(&self) -> impl Iterator<Item = (u32, &[u8])> {
        self.pieces
            .iter()
            .map(|piece| (piece.address, piece.bytes.as_slice()))
    }

    /// The image as a machine sees it, all of it writable, in all four views.
    pub fn memory(&mut self) -> Memory<'_> {
        Memory::of_pieces(
            self.pieces
                .iter_mut()
                .map(|piece| (piece.address, piece.bytes.as_mut_slice())),
        )
    }

    /// The `bytes` bytes at an address, made if they are not there, with the pieces that they touch made one.
    fn cover(&mut self, address: u32, bytes: u64) -> Result<&mut [u8], ImageError> {
        let address = address & PHYSICAL;
        let (start, end) = (u64::from(address), u64::from(address).saturating_add(bytes));
        if end > u64::from(PHYSICAL) + 1 {
            return Err(ImageError::Beyond { address, bytes });
        }
        if bytes == 0 {
            return Ok(&mut []);
        }
        let first = self.pieces.partition_point(|piece| piece.end() < start);
        let behind = self
            .pieces
            .partition_point(|piece| u64::from(piece.address) <= end);
        let low = self.pieces[first..behind]
            .first()
            .map_or(start, |piece| start.min(u64::from(piece.address)));
        let high = self.pieces[first..behind]
            .last()
            .map_or(end, |piece| end.max(piece.end()));
        let others = self.pieces[..first].iter().chain(&self.pieces[behind..]);
        let held: u64 = others.map(|piece| piece.bytes.len() as u64).sum();
        if held + (high - low) > self.limit {
            return Err(ImageError::Limit(self.limit));
        }
        let mut touched = self.pieces.splice(first..behind, None);
        let mut whole = match touched.next() {
            // The common case, a load behind or within a piece, copies nothing.
            Some(piece) if u64::from(piece.address) == low => piece.bytes,
            Some(piece) => {
                let mut bytes = vec![0; (high - low) as usize];
                let at = (u64::from(piece.address) - low) as usize;
                bytes[at..at + piece.bytes.len()].copy_from_slice(&piece.bytes);
                bytes
            }
            None => vec![0; (high - low) as usize],
        };
        whole.resize((high - low) as usize, 0);
        for piece in touched {
            let at = (u64::from(piece.address) - low) as usize;
            whole[at..at + piece.bytes.len()].copy_from_slice(&piece.bytes);
        }
        self.pieces.insert(
            first,
            Piece {
                address: low as u32,
                bytes: whole,
            },
        );
        let at = (start - low) as usize;
        Ok(&mut self.pieces[first].bytes[at..at + bytes as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_loads_overwrite_and_join() {
        let mut image = Image::default();
        image.load(0x1000, &[1; 8]).unwrap();
        image.load(0x1010, &[2; 8]).unwrap();
        assert_eq!(image.pieces().count(), 2);
        assert_eq!(image.get(0x1004, 8), None, "a gap is no memory");
        image.load(0x1006, &[3; 10]).unwrap();
        let expected = [[1; 6].as_slice(), &[3; 10], &[2; 8]].concat();
        assert_eq!(
            image.pieces().collect::<Vec<_>>(),
            [(0x1000, expected.as_slice())]
        );
        image.zero(0xffe, 4).unwrap();
        assert_eq!(image.get(0xffe, 6), Some([0, 0, 0, 0, 1, 1].as_slice()));
        image.poke(0x1018, 0x0403_0201).unwrap();
        assert_eq!(image.get(0x1016, 6), Some([2, 2, 1, 2, 3, 4].as_slice()));
        assert_eq!(image.pieces().count(), 1);
    }

    #[test]
    fn the_four_views_are_one() {
        let mut image = Image::default();
        image.load(0xc000_1000, &[0; 128]).unwrap();
        image.poke(0x4000_1000, 7).unwrap();
        image.poke(0x8000_1000 + 4, 8).unwrap();
        assert_eq!(image.pieces().map(|(at, _)| at).collect::<Vec<_>>(), [0x1000]);
        let mut memory = image.memory();
        assert_eq!(memory.word(0xc000_1004), Some(8));
        assert!(memory.store(0xc000_1008, 4, 9) && !memory.store(0xc000_0ffc, 4, 9));
        assert_eq!(memory.load(0x4000_1008, 1), Some(9));
        // A vector may go through several views.
        let addresses = std::array::from_fn(|i| ((i as u32 & 3) << 30 | 0x1000) + 4 * (i as u32 % 3));
        let (words, missing) = memory.gather(&addresses);
        assert_eq!((&words[..4], missing), ([7, 8, 9, 7].as_slice(), 0));
        assert_eq!(memory.gather(&[0x4000_2000; 16]).1, 0xffff);
        assert_eq!(
            memory.buffer(0x8000_1010).map(|(at, bytes)| (at, bytes.len())),
            Some((0x1000, 128))
        );
    }

    #[test]
    fn too_much_is_refused() {
        let mut image = Image::with_limit(100);
        assert_eq!(image.zero(0, 101), Err(ImageError::Limit(100)));
        image.zero(0, 60).unwrap();
        image.zero(30, 60).unwrap();
        assert_eq!(image.zero(1000, 11), Err(ImageError::Limit(100)));
        image.zero(1000, 10).unwrap();
        let (address, bytes) = (0x3fff_fffc, 5);
        assert_eq!(
            image.zero(0xffff_fffc, 5),
            Err(ImageError::Beyond { address, bytes })
        );
        assert!(image.zero(0, u64::MAX).is_err());
        image.load(7, &[]).unwrap();
    }
}
