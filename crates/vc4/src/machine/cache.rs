//! Caches as sets of line addresses: what would hit. Their contents are the memory's.

/// Bytes of a line in all caches of the chip.
pub(crate) const LINE: u32 = 64;

/// A cache with the least recently used line of a set replaced first.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    /// Line numbers, the most recent of a set first; `u32::MAX` for none.
    lines: Vec<u32>,
    ways: usize,
    /// One less than the number of sets, a power of two.
    set_mask: usize,
    hits: u64,
    misses: u64,
}

impl Cache {
    /// A cache of `(bytes, ways)`; sets are rounded up to a power of two.
    pub(crate) fn new((bytes, ways): (u32, u32)) -> Cache {
        let ways = ways.max(1) as usize;
        let sets = ((bytes / LINE) as usize / ways).max(1).next_power_of_two();
        Cache {
            lines: vec![u32::MAX; sets * ways],
            ways,
            set_mask: sets - 1,
            hits: 0,
            misses: 0,
        }
    }

    /// Whether `address` hits; afterwards its line is the set's most recent.
    #[inline]
    pub(crate) fn touch(&mut self, address: u32) -> bool {
        let line = address / LINE;
        let first = (line as usize & self.set_mask) * self.ways;
        if self.lines[first] == line {
            self.hits += 1;
            return true;
        }
        self.search(line, first)
    }

    /// Looks at the other ways of a set.
    #[inline(never)]
    fn search(&mut self, line: u32, first: usize) -> bool {
        let mut coming = line;
        for held in &mut self.lines[first..first + self.ways] {
            // Every line moves on by one way, up to the one that was asked for or falls out.
            std::mem::swap(held, &mut coming);
            if coming == line {
                self.hits += 1;
                return true;
            }
        }
        self.misses += 1;
        false
    }

    /// Hits and misses so far.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.hits, self.misses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: vc4asm's addendum: the TMU cache is direct mapped, addresses 4 KiB apart collide.
    #[test]
    fn direct_mapped_lines_collide() {
        let mut cache = Cache::new((4096, 1));
        assert!(!cache.touch(0));
        assert!(cache.touch(60));
        assert!(!cache.touch(4096));
        assert!(!cache.touch(0));
    }

    #[test]
    fn four_ways_hold_four_lines_of_a_set() {
        let mut cache = Cache::new((4096, 4));
        for n in 0..5 {
            assert!(!cache.touch(n * 1024));
        }
        assert!(cache.touch(4096) && cache.touch(1024) && !cache.touch(0));
        assert_eq!(cache.counts(), (2, 6));
    }
}
