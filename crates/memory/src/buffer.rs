//! A buffer: bytes that many threads may read and write at once.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;
use quadrille_base::Room;

/// A buffer cannot be had in this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a buffer of {size} bytes is more than there is room for")]
pub struct TooLarge {
    /// The size that was asked for, in bytes.
    pub size: u64,
}

/// Bytes, held in 64-bit words so that every access is atomic in itself and safe from any thread.
///
/// A component that lies within one word (every aligned one does) is read and written as a whole. Accesses are
/// little-endian and have no order among each other beyond what [`Buffer::update`] and a fence give.
#[derive(Debug, Default)]
pub struct Buffer {
    words: Box<[AtomicU64]>,
    size: u64,
    /// The part of a budget that it takes, if it takes of one.
    room: Option<Room>,
}

impl Buffer {
    /// A buffer of `size` bytes, all zero.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn new(size: u64) -> Result<Buffer, TooLarge> {
        let count = usize::try_from(size.div_ceil(8)).map_err(|_| TooLarge { size })?;
        let mut words = Vec::new();
        words.try_reserve_exact(count).map_err(|_| TooLarge { size })?;
        words.resize_with(count, || AtomicU64::new(0));
        Ok(Buffer {
            words: words.into_boxed_slice(),
            size,
            room: None,
        })
    }

    /// The same buffer, that keeps the room of a budget which it takes.
    #[must_use]
    pub fn with_room(mut self, room: Room) -> Buffer {
        self.room = Some(room);
        self
    }

    /// A buffer that holds a copy of `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Buffer {
        let words = bytes.chunks(8).map(|chunk| AtomicU64::new(word(chunk)));
        Buffer {
            words: words.collect(),
            size: bytes.len() as u64,
            room: None,
        }
    }

    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// A copy of the content.
    pub fn to_bytes(&self) -> Vec<u8> {
        let words = self
            .words
            .iter()
            .flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes());
        words.take(self.size as usize).collect()
    }

    /// Sets every byte to zero.
    pub fn clear(&self) {
        for word in &self.words {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Overwrites the bytes from `offset` on; what would lie past the end is dropped.
    pub fn write(&self, offset: u64, bytes: &[u8]) {
        for (at, byte) in (offset..self.size).zip(bytes) {
            self.store(at, 1, u64::from(*byte));
        }
    }

    /// Whether `bytes` bytes from `offset` on are in the buffer.
    pub fn holds(&self, offset: u64, bytes: u64) -> bool {
        offset.checked_add(bytes).is_some_and(|end| end <= self.size)
    }

    /// The components of `bytes` (1, 2 or 4) bytes at some offsets in bytes, as [`Buffer::load`] gives them: one that is not
    /// wholly in the buffer is 0.
    pub fn gather(&self, bytes: u64, offsets: impl Iterator<Item = u64>, to: &mut [u32]) {
        // A loop for each size, so that it is known in it.
        match bytes {
            1 => self.gather_all::<1>(offsets, to),
            2 => self.gather_all::<2>(offsets, to),
            _ => self.gather_all::<4>(offsets, to),
        }
    }

    fn gather_all<const BYTES: u64>(&self, offsets: impl Iterator<Item = u64>, to: &mut [u32]) {
        for (to, offset) in to.iter_mut().zip(offsets) {
            *to = self.load(offset, BYTES) as u32;
        }
    }

    /// Vectors of `SIZE` 32-bit components at some offsets in bytes, as [`Buffer::load`] gives their components: one that is
    /// not wholly in the buffer is 0.
    pub fn gather_vectors<const SIZE: usize>(
        &self,
        offsets: impl Iterator<Item = u64>,
        to: &mut [[u32; SIZE]],
    ) {
        for (to, offset) in to.iter_mut().zip(offsets) {
            self.load_words(offset, to);
        }
    }

    /// 32-bit components one after another from `offset` in bytes on, as [`Buffer::load`] gives them: one that is not wholly
    /// in the buffer is 0.
    #[inline]
    pub fn load_words(&self, offset: u64, to: &mut [u32]) {
        let words = self.words_of(offset, 4 * to.len() as u64);
        let Some(words) = words.filter(|_| offset.is_multiple_of(4)) else {
            for (at, component) in (0..).step_by(4).zip(to) {
                *component = self.load(offset.wrapping_add(at), 4) as u32;
            }
            return;
        };
        match (words, to) {
            // The first component is the second half of its word.
            ([word, words @ ..], [first, rest @ ..]) if !offset.is_multiple_of(8) => {
                *first = (word.load(Ordering::Relaxed) >> 32) as u32;
                halves(words, rest);
            }
            (words, to) => halves(words, to),
        }
    }

    /// Writes 32-bit components one after another from `offset` in bytes on, as [`Buffer::store`] does each of them; `is_alone`
    /// says that no other thread writes meanwhile, as of [`Buffer::store_alone`].
    #[inline]
    pub fn store_words(&self, offset: u64, mut from: &[u32], is_alone: bool) {
        let single = |offset: u64, word: u32| match is_alone {
            true => self.store_alone(offset, 4, u64::from(word)),
            false => self.store(offset, 4, u64::from(word)),
        };
        let Some(mut words) = self
            .words_of(offset, 4 * from.len() as u64)
            .filter(|_| offset.is_multiple_of(4))
        else {
            for (at, word) in (0..).step_by(4).zip(from) {
                single(offset.wrapping_add(at), *word);
            }
            return;
        };
        // What is half of a word leaves the other half as it is.
        if let ([first, rest @ ..], false) = (from, offset.is_multiple_of(8)) {
            single(offset, *first);
            (from, words) = (rest, words.get(1..).unwrap_or_default());
        }
        let (pairs, last) = from.as_chunks::<2>();
        for ([low, high], word) in pairs.iter().zip(words) {
            word.store(u64::from(*low) | u64::from(*high) << 32, Ordering::Relaxed);
        }
        if let [last] = last {
            let at = offset.next_multiple_of(8) + 8 * pairs.len() as u64;
            single(at, *last);
        }
    }

    /// The words that bytes lie in, if all are in the buffer.
    #[inline]
    fn words_of(&self, offset: u64, bytes: u64) -> Option<&[AtomicU64]> {
        let end = offset.checked_add(bytes).filter(|end| *end <= self.size)?;
        self.words.get((offset / 8) as usize..end.div_ceil(8) as usize)
    }

    /// Prefetches the line of the cache with the byte at `offset`, which may lie outside of the buffer.
    #[inline]
    pub fn prefetch(&self, offset: u64) {
        prefetch_index(&self.words, (offset / 8) as usize);
    }

    /// The component of `bytes` (1, 2, 4 or 8) bytes at `offset`; 0 if it is not wholly in the buffer.
    #[inline]
    pub fn load(&self, offset: u64, bytes: u64) -> u64 {
        if !self.holds(offset, bytes) {
            return 0;
        }
        match within_word(offset, bytes) {
            Some((index, shift)) => self.words[index].load(Ordering::Relaxed) >> shift & mask(bytes),
            None => (0..bytes).fold(0, |value, at| value | self.load(offset + at, 1) << (at * 8)),
        }
    }

    /// Writes the low `bytes` bytes of `value` at `offset`, or nothing if they are not wholly in the buffer.
    #[inline]
    pub fn store(&self, offset: u64, bytes: u64, value: u64) {
        if !self.holds(offset, bytes) {
            return;
        }
        match within_word(offset, bytes) {
            Some((index, _)) if bytes == 8 => self.words[index].store(value, Ordering::Relaxed),
            Some((index, shift)) => {
                // The neighbours in the word may be written by other threads meanwhile.
                let keep = !(mask(bytes) << shift);
                let put = (value & mask(bytes)) << shift;
                let replace = |word| Some(word & keep | put);
                let _ = self.words[index].fetch_update(Ordering::Relaxed, Ordering::Relaxed, replace);
            }
            None => (0..bytes).for_each(|at| self.store(offset + at, 1, value >> (at * 8))),
        }
    }

    /// The same where no other thread writes meanwhile; what one does to the word may be lost.
    #[inline]
    pub fn store_alone(&self, offset: u64, bytes: u64, value: u64) {
        match within_word(offset, bytes).filter(|_| self.holds(offset, bytes)) {
            Some((index, shift)) => {
                let word = &self.words[index];
                let keep = !(mask(bytes) << shift);
                let put = (value & mask(bytes)) << shift;
                word.store(word.load(Ordering::Relaxed) & keep | put, Ordering::Relaxed);
            }
            None => self.store(offset, bytes, value),
        }
    }

    /// Replaces the component at `offset` by what `new` makes of it, in one step that no other write can come
    /// between; `None` leaves it. Gives the old value. A component that does not lie in one word of the buffer
    /// is 0 and stays as it is.
    #[inline]
    pub fn update(&self, offset: u64, bytes: u64, mut new: impl FnMut(u64) -> Option<u64>) -> u64 {
        let Some((word, part)) = self.part(offset, bytes) else {
            return 0;
        };
        let replace = |old| part.replace(old, &mut new);
        let before = word.fetch_update(Ordering::AcqRel, Ordering::Acquire, replace);
        part.of(before.unwrap_or_else(|old| old))
    }

    /// The same where no other thread writes meanwhile; what one does to the word may be lost.
    #[inline]
    pub fn update_alone(&self, offset: u64, bytes: u64, mut new: impl FnMut(u64) -> Option<u64>) -> u64 {
        let Some((word, part)) = self.part(offset, bytes) else {
            return 0;
        };
        let before = word.load(Ordering::Relaxed);
        if let Some(after) = part.replace(before, &mut new) {
            word.store(after, Ordering::Relaxed);
        }
        part.of(before)
    }

    /// The word that holds a component whole, and which of its bits are the component.
    #[inline]
    fn part(&self, offset: u64, bytes: u64) -> Option<(&AtomicU64, Part)> {
        let (index, shift) = within_word(offset, bytes).filter(|_| self.holds(offset, bytes))?;
        let bits = mask(bytes) << shift;
        Some((&self.words[index], Part { bits, shift }))
    }
}

/// The bits of a word that are a component.
#[derive(Clone, Copy)]
struct Part {
    bits: u64,
    shift: u32,
}

impl Part {
    /// The component of a word.
    #[inline]
    fn of(self, word: u64) -> u64 {
        (word & self.bits) >> self.shift
    }

    /// The word with what `new` makes of its component, if it makes anything of it.
    #[inline]
    fn replace(self, word: u64, new: &mut impl FnMut(u64) -> Option<u64>) -> Option<u64> {
        let value = new(self.of(word))?;
        Some(word & !self.bits | value << self.shift & self.bits)
    }
}

/// Loads the halves of words, the low ones first.
#[inline(always)]
fn halves(words: &[AtomicU64], to: &mut [u32]) {
    let (pairs, last) = to.as_chunks_mut::<2>();
    for (word, pair) in words.iter().zip(&mut *pairs) {
        let word = word.load(Ordering::Relaxed);
        *pair = [word as u32, (word >> 32) as u32];
    }
    if let ([last], Some(word)) = (last, words.get(pairs.len())) {
        *last = word.load(Ordering::Relaxed) as u32;
    }
}

/// The word that holds a component whole, and how many bits the component is shifted in it.
fn within_word(offset: u64, bytes: u64) -> Option<(usize, u32)> {
    let shift = offset % 8;
    (shift + bytes <= 8).then_some(((offset / 8) as usize, shift as u32 * 8))
}

fn mask(bytes: u64) -> u64 {
    u64::MAX >> (64 - 8 * bytes)
}

fn word(chunk: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes[..chunk.len()].copy_from_slice(chunk);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests;
