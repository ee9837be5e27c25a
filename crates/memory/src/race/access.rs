//! What is logged of the accesses to bytes.

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

/// One logged access.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<T> {
    pub(super) by: Accessor,
    pub(super) clock: u32,
    pub(super) epoch: u32,
    pub(super) note: T,
}

/// Bytes that are logged together while every access is to all of them.
pub(super) const WORD: u64 = 4;

/// The logged accesses of bytes that were accessed together: the last store, and up to two loads since by different
/// invocations, which are enough, since a third invocation conflicts with either.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<T> {
    store: Option<Event<T>>,
    loads: [Option<Event<T>>; 2],
    pub(super) written: bool,
}

impl<T: Copy> Bytes<T> {
    pub(super) fn new() -> Bytes<T> {
        Bytes {
            store: None,
            loads: [None; 2],
            written: false,
        }
    }

    /// Logs an access; gives the first earlier one that it conflicts with and that is unordered with it.
    pub(super) fn access(
        &mut self,
        kind: AccessKind,
        event: &Event<T>,
        is_unordered: impl Fn(&Event<T>) -> bool,
    ) -> Option<(Event<T>, AccessKind)> {
        let Bytes { store, loads, .. } = *self;
        let races = |earlier: Option<Event<T>>, kind| Some((earlier.filter(&is_unordered)?, kind));
        match kind {
            AccessKind::Load => {
                // The own earlier load is the one to forget, so that the other stays another's.
                let own = loads[1].is_some_and(|load| load.by == event.by);
                self.loads = [loads[usize::from(!own)], Some(*event)];
                races(store, AccessKind::Store)
            }
            AccessKind::Store => {
                *self = Bytes {
                    store: Some(*event),
                    loads: [None; 2],
                    written: true,
                };
                races(store, AccessKind::Store)
                    .or_else(|| races(loads[0], AccessKind::Load))
                    .or_else(|| races(loads[1], AccessKind::Load))
            }
            AccessKind::Atomic => {
                self.written = true;
                None
            }
        }
    }
}

/// The logged accesses of one word.
#[derive(Clone, Debug)]
pub(super) enum Word<T> {
    /// Its bytes were only accessed together.
    Whole(Bytes<T>),
    /// Byte by byte.
    Split(Box<[Bytes<T>; WORD as usize]>),
}

impl<T: Copy> Word<T> {
    pub(super) fn byte(&self, at: u64) -> &Bytes<T> {
        match self {
            Word::Whole(bytes) => bytes,
            Word::Split(bytes) => &bytes[at as usize],
        }
    }

    /// What is logged of `count` bytes from one on, each with its first byte.
    pub(super) fn parts(&mut self, first: u64, count: u64) -> impl Iterator<Item = (u64, &mut Bytes<T>)> {
        if let Word::Whole(bytes) = self
            && count < WORD
        {
            *self = Word::Split(Box::new([*bytes; WORD as usize]));
        }
        let parts = match self {
            Word::Whole(bytes) => std::slice::from_mut(bytes),
            Word::Split(bytes) => &mut bytes[first as usize..(first + count) as usize],
        };
        (first..).zip(parts)
    }
}
