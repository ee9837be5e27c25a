//! The operations of a thread group, and their meaning as functions of what its threads hold.
//!
//! Which threads form a group and which of them are active, an engine knows.

use super::operations;

operations! {
    /// The operation of an instruction on a thread group.
    GroupOp
    /// A vote among the active threads, per component.
    Vote(Vote);
    /// Mask of the active threads whose component is not zero.
    Ballot;
    /// First operand of the quad's fragment of this number plus the own second operand.
    QuadAdd(u8);
    /// First operand of the horizontal neighbour plus the own second operand.
    QuadAddHorizontal;
    /// First operand of the vertical neighbour plus the own second operand.
    QuadAddVertical;
    /// Value of another thread.
    Shuffle(Shuffle);
}

/// A vote of a thread group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Vote {
    /// True if non-zero in all active threads.
    All,
    /// True if non-zero in any.
    Any,
    /// True if non-zero in all or in none.
    Equal,
}

/// Whose value a shuffle reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    /// The thread `index` above.
    Down,
    /// The thread `index` below.
    Up,
    /// The thread numbered `index`.
    Index,
    /// The thread whose number differs in the bits of `index`.
    Xor,
}

/// The source of a shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShuffleSource {
    /// The thread whose value is read: the own one if the computed thread is out of range.
    pub thread: u32,
    /// The first component of the result: whether the computed thread is in range.
    pub in_range: bool,
}

/// The source of a shuffle (NV_shader_thread_shuffle): `thread` is the own number in the group, `index` the
/// second operand, `mask` the third: a clamp in bits 0 to 4 and a segmentation mask in bits 8 to 12.
///
/// The specification's text leaves the ends out of the ranges, so that no thread could read the last of its
/// segment; here they belong to them. A SHFUP is in range where its source is not below maxThreadId, which a
/// clamp of 0 makes the first thread of the segment.
pub fn shuffle(shuffle: Shuffle, thread: u32, index: u32, mask: u32) -> ShuffleSource {
    let (index, clamp, segment) = (index & 31, mask & 31, mask >> 8 & 31);
    let least = thread & segment;
    let most = least | clamp & !segment;
    let (computed, in_range) = match shuffle {
        Shuffle::Up => {
            let computed = i64::from(thread) - i64::from(index);
            (computed, computed >= i64::from(most))
        }
        Shuffle::Down => {
            let computed = i64::from(thread + index);
            (computed, computed <= i64::from(most))
        }
        Shuffle::Index => {
            let computed = i64::from(index & !segment | least);
            (computed, computed <= i64::from(most))
        }
        Shuffle::Xor => {
            let computed = i64::from(thread ^ index);
            (computed, computed <= i64::from(most))
        }
    };
    ShuffleSource {
        thread: if in_range { computed as u32 } else { thread },
        in_range,
    }
}

/// The outcome of a vote: whether each active thread's component is other than zero (NV_gpu_program5 2.X.8
/// TGALL, TGANY, TGEQ).
pub fn vote(vote: Vote, mut active: impl Iterator<Item = bool>) -> bool {
    match vote {
        Vote::All => active.all(|nonzero| nonzero),
        Vote::Any => active.any(|nonzero| nonzero),
        Vote::Equal => active
            .next()
            .is_none_or(|first| active.all(|nonzero| nonzero == first)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: NV_shader_thread_shuffle: minThreadId = id & segment, maxThreadId = min | (clamp & ~segment);
    /// segments of eight threads (segmentation mask 0x18, clamp 31 or, for SHFUP, 0)
    #[test]
    fn sources() {
        let eights = 0x18 << 8;
        let down = |thread, index| shuffle(Shuffle::Down, thread, index, eights | 31);
        assert_eq!(
            down(9, 2),
            ShuffleSource {
                thread: 11,
                in_range: true
            }
        );
        assert_eq!(
            down(9, 6),
            ShuffleSource {
                thread: 15,
                in_range: true
            }
        );
        assert_eq!(
            down(9, 7),
            ShuffleSource {
                thread: 9,
                in_range: false
            }
        );
        let up = |thread, index| shuffle(Shuffle::Up, thread, index, eights);
        assert_eq!(
            up(11, 3),
            ShuffleSource {
                thread: 8,
                in_range: true
            }
        );
        assert_eq!(
            up(11, 4),
            ShuffleSource {
                thread: 11,
                in_range: false
            }
        );
        assert_eq!(
            up(1, 31),
            ShuffleSource {
                thread: 1,
                in_range: false
            }
        );
        let index = shuffle(Shuffle::Index, 20, 3, eights | 31);
        assert_eq!(
            index,
            ShuffleSource {
                thread: 19,
                in_range: true
            }
        );
        let xor = shuffle(Shuffle::Xor, 5, 1, 31);
        assert_eq!(
            xor,
            ShuffleSource {
                thread: 4,
                in_range: true
            }
        );
    }

    /// source: NV_gpu_program5 2.X.8 TGALL, TGANY, TGEQ
    #[test]
    fn votes() {
        for (threads, all, any, equal) in [
            (&[true, true][..], true, true, true),
            (&[true, false], false, true, false),
            (&[false, false], false, false, true),
            (&[true], true, true, true),
        ] {
            let outcome = |kind| vote(kind, threads.iter().copied());
            assert_eq!(
                [outcome(Vote::All), outcome(Vote::Any), outcome(Vote::Equal)],
                [all, any, equal]
            );
        }
    }
}
