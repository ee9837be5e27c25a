//! The log that finds data races: two accesses to one byte by different invocations, one of them a store,
//! neither atomic, and nothing between them that orders one before the other.
//!
//! Accesses are ordered by a barrier of the work group, for its invocations; and by an atomic operation by which
//! the second invocation reads what the first wrote after a MEMBAR that followed its access. It says nothing
//! about which value is read.

mod access;

use std::collections::HashMap;

pub use access::{AccessKind, Accessor};
use access::{Bytes, Event, WORD, Word};

use crate::buffer::Buffer;

/// A race: an access that conflicts with the one that is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict<T> {
    /// The byte in the buffer.
    pub offset: u64,
    /// The kind of the earlier access.
    pub earlier: AccessKind,
    /// The invocation that made it.
    pub by: Accessor,
    /// The caller's note on it: its instruction.
    pub note: T,
}

/// The past of an invocation, a group or an atomic variable: fences of invocations, barriers of groups.
#[derive(Clone, Debug, Default)]
struct Past {
    clocks: HashMap<u64, u32>,
    epochs: HashMap<u64, u32>,
}

impl Past {
    fn learn(&mut self, other: &Past) {
        let later = |own: &mut HashMap<u64, u32>, other: &HashMap<u64, u32>| {
            for (key, value) in other {
                let known = own.entry(*key).or_default();
                *known = (*known).max(*value);
            }
        };
        later(&mut self.clocks, &other.clocks);
        later(&mut self.epochs, &other.epochs);
    }

    fn holds<T>(&self, event: &Event<T>) -> bool {
        self.clocks
            .get(&event.by.invocation)
            .is_some_and(|clock| *clock > event.clock)
            || self
                .epochs
                .get(&event.by.group)
                .is_some_and(|epoch| *epoch > event.epoch)
    }
}

/// The accesses of one draw or dispatch. `T` is what the caller notes with each.
#[derive(Clone, Debug)]
pub struct AccessLog<T> {
    /// By buffer and number of the word in it.
    words: HashMap<(usize, u64), Word<T>>,
    /// How many of them are split.
    splits: u64,
    /// Fences that each invocation passed.
    clocks: HashMap<u64, u32>,
    /// Barriers that each group passed.
    epochs: HashMap<u64, u32>,
    invocations: HashMap<u64, Past>,
    groups: HashMap<u64, Past>,
    released: HashMap<(usize, u64), Past>,
}

impl<T> Default for AccessLog<T> {
    fn default() -> AccessLog<T> {
        AccessLog {
            words: HashMap::new(),
            splits: 0,
            clocks: HashMap::new(),
            epochs: HashMap::new(),
            invocations: HashMap::new(),
            groups: HashMap::new(),
            released: HashMap::new(),
        }
    }
}

impl<T: Copy> AccessLog<T> {
    /// The bytes of memory that the log takes once accesses to `more` bytes of buffers are logged, at most.
    pub fn memory_with(&self, more: u64) -> u64 {
        let split = size_of::<[Bytes<T>; WORD as usize]>() as u64;
        let entry = size_of::<((usize, u64), Word<T>)>() as u64 + 1;
        let words = self.words.len() as u64 + more.div_ceil(WORD) + 1;
        // A full table makes room for twice as many.
        let table = match words <= self.words.capacity() as u64 {
            true => self.words.capacity() as u64,
            false => words.next_power_of_two() * 2,
        };
        table * entry + self.splits * split
    }

    /// Logs an access to `bytes` bytes of a buffer; gives the first earlier access that it races.
    pub fn record(
        &mut self,
        buffer: &Buffer,
        offset: u64,
        bytes: u64,
        by: Accessor,
        kind: AccessKind,
        note: T,
    ) -> Option<Conflict<T>> {
        let name = std::ptr::from_ref(buffer).addr();
        if kind == AccessKind::Atomic {
            self.synchronise((name, offset), by);
        }
        let event = Event {
            by,
            clock: self.clocks.get(&by.invocation).copied().unwrap_or(0),
            epoch: self.epochs.get(&by.group).copied().unwrap_or(0),
            note,
        };
        let mut conflict = None;
        let end = offset.saturating_add(bytes);
        let mut at = offset;
        while at < end {
            let (word, first) = (at / WORD, at % WORD);
            let count = (WORD - first).min(end - at);
            let logged = self
                .words
                .entry((name, word))
                .or_insert(Word::Whole(Bytes::new()));
            self.splits += u64::from(matches!(logged, Word::Whole(_)) && count < WORD);
            for (byte, part) in logged.parts(first, count) {
                let earlier = part.access(kind, &event, |earlier| {
                    !ordered(&self.invocations, &self.groups, earlier, &event)
                });
                let found = earlier.map(|(earlier, access)| Conflict {
                    offset: word * WORD + byte,
                    earlier: access,
                    by: earlier.by,
                    note: earlier.note,
                });
                conflict = conflict.or(found);
            }
            at += count;
        }
        conflict
    }

    /// Whether every byte was written since the log began.
    pub fn written(&self, buffer: &Buffer, offset: u64, bytes: u64) -> bool {
        let name = std::ptr::from_ref(buffer).addr();
        (offset..offset.saturating_add(bytes)).all(|at| {
            let word = self.words.get(&(name, at / WORD));
            word.is_some_and(|word| word.byte(at % WORD).written)
        })
    }

    /// Forgets a buffer, which ends here: the shared memory of a work group.
    pub fn forget(&mut self, buffer: &Buffer) {
        let name = std::ptr::from_ref(buffer).addr();
        self.words.retain(|(other, _), _| *other != name);
        let splits = self.words.values().filter(|word| matches!(word, Word::Split(_)));
        self.splits = splits.count() as u64;
        self.released.retain(|(other, _), _| *other != name);
    }

    /// All invocations of a group met at a barrier.
    pub fn barrier(&mut self, group: u64) {
        *self.epochs.entry(group).or_default() += 1;
    }

    /// An invocation passed a MEMBAR.
    pub fn fence(&mut self, by: Accessor) {
        *self.clocks.entry(by.invocation).or_default() += 1;
    }

    /// An atomic operation tells what its invocation's fences made past, and learns what others told there.
    fn synchronise(&mut self, place: (usize, u64), by: Accessor) {
        let told = self.released.get(&place);
        if let Some(told) = told {
            self.invocations.entry(by.invocation).or_default().learn(told);
            // The next barrier hands it on to the group; logging it at once misses no race that the group's
            // own barriers do not order.
            self.groups.entry(by.group).or_default().learn(told);
        }
        let Some(clock) = self.clocks.get(&by.invocation).copied() else {
            return;
        };
        let told = self.released.entry(place).or_default();
        if let Some(known) = self.invocations.get(&by.invocation) {
            told.learn(known);
        }
        told.clocks.insert(by.invocation, clock);
        if let Some(epoch) = self.epochs.get(&by.group) {
            told.epochs.insert(by.group, *epoch);
        }
    }
}

/// Whether one event comes before another, by what invocations and groups have learned.
fn ordered<T>(
    invocations: &HashMap<u64, Past>,
    groups: &HashMap<u64, Past>,
    earlier: &Event<T>,
    later: &Event<T>,
) -> bool {
    let knows = |past: Option<&Past>| past.is_some_and(|past| past.holds(earlier));
    earlier.by.invocation == later.by.invocation
        || earlier.by.group == later.by.group && earlier.epoch < later.epoch
        || knows(invocations.get(&later.by.invocation))
        || later.epoch > 0 && knows(groups.get(&later.by.group))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(invocation: u64) -> Accessor {
        Accessor { invocation, group: 0 }
    }

    fn other_group(invocation: u64) -> Accessor {
        Accessor { invocation, group: 1 }
    }

    fn races(log: &mut AccessLog<u32>, buffer: &Buffer, by: Accessor, kind: AccessKind) -> bool {
        log.record(buffer, 0, 4, by, kind, 0).is_some()
    }

    #[test]
    fn two_accesses_of_which_one_stores() {
        let buffer = Buffer::from_bytes(&[0; 8]);
        for (first, second, race) in [
            (AccessKind::Load, AccessKind::Load, false),
            (AccessKind::Store, AccessKind::Load, true),
            (AccessKind::Load, AccessKind::Store, true),
            (AccessKind::Store, AccessKind::Store, true),
            (AccessKind::Atomic, AccessKind::Atomic, false),
            (AccessKind::Store, AccessKind::Atomic, false),
        ] {
            let mut log = AccessLog::default();
            assert!(!races(&mut log, &buffer, one(0), first));
            assert_eq!(
                races(&mut log, &buffer, one(1), second),
                race,
                "{first:?} {second:?}"
            );
            let mut log = AccessLog::default();
            assert!(!races(&mut log, &buffer, one(0), first));
            assert!(!races(&mut log, &buffer, one(0), second), "the same invocation");
            let mut log = AccessLog::default();
            log.record(&buffer, 4, 4, one(0), first, 0);
            assert!(!races(&mut log, &buffer, one(1), second), "another place");
        }
    }

    #[test]
    fn a_barrier_orders_its_group() {
        let buffer = Buffer::from_bytes(&[0; 8]);
        let mut log = AccessLog::default();
        races(&mut log, &buffer, one(0), AccessKind::Store);
        log.barrier(0);
        assert!(!races(&mut log, &buffer, one(1), AccessKind::Load));
        assert!(races(&mut log, &buffer, other_group(2), AccessKind::Load));
        assert!(
            races(&mut log, &buffer, one(0), AccessKind::Store),
            "the others have read since"
        );
    }

    #[test]
    fn a_third_reader_does_not_hide_another() {
        let buffer = Buffer::from_bytes(&[0; 8]);
        for writer in 0..3 {
            let mut log = AccessLog::default();
            for reader in [0, 1, 1, 2, 2] {
                assert!(!races(&mut log, &buffer, one(reader), AccessKind::Load));
            }
            assert!(races(&mut log, &buffer, one(writer), AccessKind::Store));
        }
    }

    #[test]
    fn a_fence_and_an_atomic_hand_over() {
        let (data, flag) = (Buffer::from_bytes(&[0; 8]), Buffer::from_bytes(&[0; 8]));
        for fenced in [true, false] {
            let mut log = AccessLog::default();
            races(&mut log, &data, one(0), AccessKind::Store);
            if fenced {
                log.fence(one(0));
            }
            races(&mut log, &flag, one(0), AccessKind::Atomic);
            races(&mut log, &flag, other_group(1), AccessKind::Atomic);
            assert_eq!(races(&mut log, &data, other_group(1), AccessKind::Load), !fenced);
            let mut unasked = log.clone();
            assert!(races(&mut unasked, &data, other_group(2), AccessKind::Store));
            log.barrier(1);
            assert_eq!(races(&mut log, &data, other_group(2), AccessKind::Load), !fenced);
        }
    }

    #[test]
    fn what_was_never_written() {
        let buffer = Buffer::from_bytes(&[0; 8]);
        let mut log = AccessLog::default();
        races(&mut log, &buffer, one(0), AccessKind::Store);
        assert!(log.written(&buffer, 0, 4) && !log.written(&buffer, 2, 4));
        log.forget(&buffer);
        assert!(!log.written(&buffer, 0, 4));
    }
}
