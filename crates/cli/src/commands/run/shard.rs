//! A part of the scenes: those that a machine takes of many.

use std::fmt;
use std::num::NonZero;
use std::str::FromStr;

/// The `number`th of `of` parts: of all scenes in their order, every `of`th.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shard {
    number: NonZero<usize>,
    of: NonZero<usize>,
}

/// What is no part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a shard is two numbers such as 1/4: which, from 1, and of how many")]
pub(super) struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let (number, of) = text.split_once('/').ok_or(ShardError)?;
        let whole = |text: &str| text.parse().map_err(|_| ShardError);
        let shard = Shard {
            number: whole(number)?,
            of: whole(of)?,
        };
        (shard.number <= shard.of).then_some(shard).ok_or(ShardError)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// Whether the scene of this number, from 0, is in it.
    pub(super) fn has(self, at: usize) -> bool {
        at % self.of == self.number.get() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scene_is_in_one_shard() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().expect(text));
        for at in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.has(at)).count(), 1);
        }
        for text in ["0/3", "4/3", "1/0", "1", "1/3/5", "-1/3", "a/b", ""] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
    }
}
