//! A look-up from names to row numbers, built when the crate is compiled.
//!
//! Open addressing over a small array; the rows stay where they are, the table holds their numbers. Names of up
//! to eight bytes are compared as one number.

/// A hash table of `N` slots over at most 254 names; `N` is a power of two.
pub(super) struct NameTable<const N: usize> {
    slots: [Slot; N],
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    length: u8,
    /// Row number plus one; 0 is an empty slot.
    row: u8,
}

/// The bytes of a name as a number: one to one, for names of one length, up to eight bytes.
#[inline(always)]
const fn key(name: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (name.first_chunk::<8>(), name.last_chunk::<8>()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        if name.len() == 8 {
            first
        } else {
            first ^ last.rotate_left(21)
        }
    } else if let (Some(first), Some(last)) = (name.first_chunk::<4>(), name.last_chunk::<4>()) {
        u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << 32
    } else if let [first, .., last] = name {
        *first as u64 | (name[name.len() / 2] as u64) << 8 | (*last as u64) << 16
    } else if let [only] = name {
        *only as u64
    } else {
        0
    }
}

#[inline(always)]
const fn first_slot(key: u64, length: usize, slots: usize) -> usize {
    ((key ^ length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize & (slots - 1)
}

impl<const N: usize> NameTable<N> {
    /// The table of `names`. A name that stands twice, or a table without room, stops the compilation.
    pub(super) const fn new(names: &[&str]) -> NameTable<N> {
        assert!(N.is_power_of_two() && names.len() < 255 && names.len() * 2 <= N);
        let empty = Slot {
            key: 0,
            length: 0,
            row: 0,
        };
        let mut slots = [empty; N];
        let mut row = 0;
        while row < names.len() {
            let name = names[row].as_bytes();
            let key = key(name);
            let mut slot = first_slot(key, name.len(), N);
            while slots[slot].row != 0 {
                assert!(
                    !equal(names[slots[slot].row as usize - 1].as_bytes(), name),
                    "a name stands twice"
                );
                slot = (slot + 1) & (N - 1);
            }
            assert!(name.len() < 256);
            slots[slot] = Slot {
                key,
                length: name.len() as u8,
                row: row as u8 + 1,
            };
            row += 1;
        }
        NameTable { slots }
    }

    /// The row whose name is `word`; `name_of` gives the name of a row.
    #[inline(always)]
    pub(super) fn find(&self, word: &[u8], name_of: impl Fn(usize) -> &'static str) -> Option<usize> {
        let key = key(word);
        let mut at = first_slot(key, word.len(), N);
        loop {
            let slot = self.slots[at];
            if slot.row == 0 {
                return None;
            }
            let row = usize::from(slot.row) - 1;
            if slot.key == key
                && usize::from(slot.length) == word.len()
                && (word.len() <= 8 || name_of(row).as_bytes() == word)
            {
                return Some(row);
            }
            at = (at + 1) & (N - 1);
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
