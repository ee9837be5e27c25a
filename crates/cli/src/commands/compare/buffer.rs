//! How far the buffers that two engines leave behind lie apart. They are compared to the bit: what a word holds, nobody
//! says.

use std::fmt;

use serde_json::{Value, json};

/// The first buffer that differs.
pub(super) struct BufferDifference {
    /// Its name.
    name: String,
    /// Words of 32 bits.
    words: usize,
    /// Those that differ.
    differing: usize,
    /// The byte of the first that does, and what both hold there; of a buffer that one engine has longer, or alone, the
    /// first byte that the other lacks.
    first: usize,
    own: Option<u32>,
    other: Option<u32>,
}

impl BufferDifference {
    /// The difference between buffers by name; none where they are equal.
    pub(super) fn between(
        own: &[(String, Vec<u8>)],
        other: &[(String, Vec<u8>)],
    ) -> Option<BufferDifference> {
        let of = |list: &'_ [(String, Vec<u8>)], name: &str| {
            let found = list.iter().find(|(own, _)| own == name);
            words(found.map_or(&[], |(_, bytes)| bytes))
        };
        let names = own.iter().chain(other).map(|(name, _)| name);
        names
            .filter_map(|name| BufferDifference::of(name, &of(own, name), &of(other, name)))
            .next()
    }

    fn of(name: &str, own: &[u32], other: &[u32]) -> Option<BufferDifference> {
        let words = own.len().max(other.len());
        let differs = |at: &usize| own.get(*at) != other.get(*at);
        let first = (0..words).find(differs)?;
        Some(BufferDifference {
            name: name.to_owned(),
            words,
            differing: (0..words).filter(differs).count(),
            first: 4 * first,
            own: own.get(first).copied(),
            other: other.get(first).copied(),
        })
    }

    /// The same as JSON.
    pub(super) fn json(&self) -> Value {
        json!({
            "name": self.name,
            "words": self.words,
            "differing": self.differing,
            "first": { "byte": self.first, "values": [self.own, self.other] },
        })
    }
}

impl fmt::Display for BufferDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BufferDifference {
            name,
            words,
            differing,
            first,
            ..
        } = self;
        write!(
            f,
            "buffer `{name}`: {differing} of {words} words differ, the first at byte {first}"
        )?;
        match (self.own, self.other) {
            (Some(own), Some(other)) => write!(f, ": 0x{own:08x} and 0x{other:08x}"),
            _ => f.write_str(", where one of them ends"),
        }
    }
}

/// Words of 32 bits; the last one is filled with zeros.
fn words(bytes: &[u8]) -> Vec<u32> {
    let word = |bytes: &[u8]| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_le_bytes(word)
    };
    bytes.chunks(4).map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffers(list: &[(&str, &[u8])]) -> Vec<(String, Vec<u8>)> {
        list.iter()
            .map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()))
            .collect()
    }

    #[test]
    fn the_first_difference_is_told() {
        let own = buffers(&[("a", &[1, 0, 0, 0]), ("b", &[1, 0, 0, 0, 2, 0, 0, 0, 3])]);
        assert!(BufferDifference::between(&own, &own).is_none());
        let other = buffers(&[("a", &[1, 0, 0, 0]), ("b", &[1, 0, 0, 0, 4, 0, 0, 0, 5])]);
        let found = BufferDifference::between(&own, &other).expect("they differ");
        assert_eq!(
            found.to_string(),
            "buffer `b`: 2 of 3 words differ, the first at byte 4: 0x00000002 and 0x00000004"
        );
        let shorter = buffers(&[("a", &[1, 0, 0, 0])]);
        let found = BufferDifference::between(&own, &shorter).expect("one lacks a buffer");
        assert_eq!(
            found.to_string(),
            "buffer `b`: 3 of 3 words differ, the first at byte 0, where one of them ends"
        );
    }
}
