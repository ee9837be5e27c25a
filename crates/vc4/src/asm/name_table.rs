//! A look-up from names to row numbers, built when the crate is compiled.
//!
//! Open addressing over a small array; the rows stay where they are, the table holds their numbers.

/// A hash table of `N` slots over at most 254 names; `N` is a power of two.
pub(super) struct NameTable<const N: usize> {
    /// Row number plus one; 0 is an empty slot.
    slots: [u8; N],
}

/// FNV-1a over the bytes of a name.
#[inline]
pub(super) const fn hash(name: &[u8]) -> u32 {
    let mut hash = 0x811c_9dc5u32;
    let mut at = 0;
    while at < name.len() {
        hash = (hash ^ name[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash ^ hash >> 15
}

impl<const N: usize> NameTable<N> {
    /// The table of `names`. A name that stands twice, or a table without room, stops the compilation.
    pub(super) const fn new(names: &[&str]) -> NameTable<N> {
        assert!(N.is_power_of_two() && names.len() < 255 && names.len() * 2 <= N);
        let mut slots = [0u8; N];
        let mut row = 0;
        while row < names.len() {
            let name = names[row].as_bytes();
            let mut slot = hash(name) as usize & (N - 1);
            while slots[slot] != 0 {
                assert!(
                    !equal(names[slots[slot] as usize - 1].as_bytes(), name),
                    "a name stands twice"
                );
                slot = (slot + 1) & (N - 1);
            }
            slots[slot] = row as u8 + 1;
            row += 1;
        }
        NameTable { slots }
    }

    /// The row whose name is `word`; `name_of` gives the name of a row.
    #[inline]
    pub(super) fn find(&self, word: &[u8], name_of: impl Fn(usize) -> &'static str) -> Option<usize> {
        let mut slot = hash(word) as usize & (N - 1);
        loop {
            let row = self.slots[slot];
            if row == 0 {
                return None;
            }
            let row = usize::from(row) - 1;
            if name_of(row).as_bytes() == word {
                return Some(row);
            }
            slot = (slot + 1) & (N - 1);
        }
    }
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
