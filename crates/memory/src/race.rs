//! The log that finds data races: two accesses to one byte by different invocations, one of them a store,
//! neither atomic, and nothing between them that orders one before the other.
//!
//! Accesses are ordered by a barrier of the work group, for its invocations; and by an atomic operation by which
//! the second invocation reads what the first wrote after a MEMBAR that followed its access. It says nothing
//! about which value is read.

use std::collections::HashMap;

use crate::buffer::Buffer;

/// The invocation that accesses memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Accessor {
    /// A number that no other invocation of the draw or dispatch has.
    pub invocation: u64,
    /// The number of its work group; invocations that no barrier can join have each their own.
    pub group: u64,
}

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessKind {
    /// Reads.
    Load,
    /// Writes.
    Store,
    /// Reads and writes in one step.
    Atomic,
}

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

/// One logged access.
#[derive(Clone, Copy, Debug)]
struct Event<T> {
    by: Accessor,
    clock: u32,
    epoch: u32,
    note: T,
}

/// The logged accesses of one byte: the last store, and up to two loads since by different invocations, which are
/// enough, since a third invocation conflicts with either.
#[derive(Clone, Copy, Debug)]
struct Byte<T> {
    store: Option<Event<T>>,
    loads: [Option<Event<T>>; 2],
    written: bool,
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
    bytes: HashMap<(usize, u64), Byte<T>>,
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
            bytes: HashMap::new(),
            clocks: HashMap::new(),
            epochs: HashMap::new(),
            invocations: HashMap::new(),
            groups: HashMap::new(),
            released: HashMap::new(),
        }
    }
}

impl<T: Copy> AccessLog<T> {
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
        for at in offset..offset.saturating_add(bytes) {
            let mut byte = self.bytes.get(&(name, at)).copied().unwrap_or(Byte {
                store: None,
                loads: [None; 2],
                written: false,
            });
            let races = |earlier: &Option<Event<T>>, what: AccessKind| {
                let earlier = earlier.filter(|earlier| !self.ordered(earlier, &event))?;
                Some(Conflict {
                    offset: at,
                    earlier: what,
                    by: earlier.by,
                    note: earlier.note,
                })
            };
            match kind {
                AccessKind::Load => {
                    conflict = conflict.or_else(|| races(&byte.store, AccessKind::Store));
                    // The own earlier load is the one to forget, so that the other stays another's.
                    let own = byte.loads[1].is_some_and(|load| load.by == by);
                    byte.loads = if own {
                        [byte.loads[0], Some(event)]
                    } else {
                        [byte.loads[1], Some(event)]
                    };
                }
                AccessKind::Store => {
                    conflict = conflict
                        .or_else(|| races(&byte.store, AccessKind::Store))
                        .or_else(|| races(&byte.loads[0], AccessKind::Load))
                        .or_else(|| races(&byte.loads[1], AccessKind::Load));
                    byte = Byte {
                        store: Some(event),
                        loads: [None; 2],
                        written: true,
                    };
                }
                AccessKind::Atomic => byte.written = true,
            }
            self.bytes.insert((name, at), byte);
        }
        conflict
    }

    /// Whether every byte was written since the log began.
    pub fn written(&self, buffer: &Buffer, offset: u64, bytes: u64) -> bool {
        let name = std::ptr::from_ref(buffer).addr();
        (offset..offset.saturating_add(bytes))
            .all(|at| self.bytes.get(&(name, at)).is_some_and(|byte| byte.written))
    }

    /// Forgets a buffer, which ends here: the shared memory of a work group.
    pub fn forget(&mut self, buffer: &Buffer) {
        let name = std::ptr::from_ref(buffer).addr();
        self.bytes.retain(|(other, _), _| *other != name);
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

    fn ordered(&self, earlier: &Event<T>, later: &Event<T>) -> bool {
        earlier.by.invocation == later.by.invocation
            || earlier.by.group == later.by.group && earlier.epoch < later.epoch
            || self
                .invocations
                .get(&later.by.invocation)
                .is_some_and(|past| past.holds(earlier))
            || later.epoch > 0
                && self
                    .groups
                    .get(&later.by.group)
                    .is_some_and(|past| past.holds(earlier))
    }
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
