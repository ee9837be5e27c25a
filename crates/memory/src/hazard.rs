//! What programs of earlier draws and dispatches wrote, and which barriers came since: an access that needs a barrier
//! which did not come is a hazard (EXT_shader_image_load_store 2.20.X).

use std::collections::BTreeMap;
use std::ops::Range;

use crate::barrier::Barriers;
use crate::buffer::Buffer;
use crate::race::AccessKind;

/// Bytes of buffers that were written: the end of each run by buffer and first byte.
type Bytes = BTreeMap<(usize, u64), u64>;

/// What was written, by stores and by atomic operations.
#[derive(Clone, Debug, Default)]
struct Written {
    stores: Bytes,
    atomics: Bytes,
}

/// The writes of programs, and the barriers behind them.
#[derive(Clone, Debug, Default)]
pub struct Hazards {
    /// Of the draw at hand, of whose own accesses nothing is said.
    current: Written,
    /// Of those before it, by the bits that came behind them.
    earlier: Vec<(Barriers, Written)>,
    /// What transform feedback of the draw at hand records to.
    recorded: Bytes,
}

impl Hazards {
    /// Transform feedback of the next draw records to bytes of a buffer.
    pub fn record(&mut self, buffer: &Buffer, bytes: Range<u64>) {
        insert(&mut self.recorded, name(buffer), bytes);
    }

    /// Whether transform feedback of the draw at hand records to some of these bytes.
    pub fn is_recorded(&self, buffer: &Buffer, bytes: Range<u64>) -> bool {
        overlaps(&self.recorded, name(buffer), &bytes)
    }

    /// A program accessed bytes of a buffer: what it wrote is noted.
    pub fn write(&mut self, buffer: &Buffer, bytes: Range<u64>, kind: AccessKind) {
        match kind {
            AccessKind::Load => {}
            AccessKind::Store => insert(&mut self.current.stores, name(buffer), bytes),
            AccessKind::Atomic => insert(&mut self.current.atomics, name(buffer), bytes),
        }
    }

    /// What follows is another draw or dispatch.
    pub fn end_draw(&mut self) {
        self.recorded.clear();
        let written = std::mem::take(&mut self.current);
        if !written.stores.is_empty() || !written.atomics.is_empty() {
            self.keep(Barriers::NONE, written);
        }
    }

    /// A barrier with some bits.
    pub fn barrier(&mut self, bits: Barriers) {
        self.end_draw();
        for (passed, written) in std::mem::take(&mut self.earlier) {
            let passed = passed | bits;
            // What everything waits for is forgotten.
            if passed != Barriers::ALL {
                self.keep(passed, written);
            }
        }
    }

    /// A buffer is a new one, where another may have been before.
    pub fn forget(&mut self, buffer: &Buffer) {
        let own = name(buffer);
        let earlier = self.earlier.iter_mut().map(|(_, written)| written);
        for written in earlier.chain([&mut self.current]) {
            written.stores.retain(|(of, _), _| *of != own);
            written.atomics.retain(|(of, _), _| *of != own);
        }
    }

    /// Whether bytes of a buffer were written by a program of an earlier draw without one of these barriers behind it.
    /// Atomic operations need none behind others.
    pub fn is_unordered(
        &self,
        buffer: &Buffer,
        bytes: Range<u64>,
        kind: AccessKind,
        needs: Barriers,
    ) -> bool {
        let without = self.earlier.iter().filter(|(passed, _)| !passed.has(needs));
        let buffer = name(buffer);
        without.into_iter().any(|(_, written)| {
            overlaps(&written.stores, buffer, &bytes)
                || kind != AccessKind::Atomic && overlaps(&written.atomics, buffer, &bytes)
        })
    }

    fn keep(&mut self, passed: Barriers, written: Written) {
        let Some((_, own)) = self.earlier.iter_mut().find(|(own, _)| *own == passed) else {
            self.earlier.push((passed, written));
            return;
        };
        for ((buffer, start), end) in written.stores {
            insert(&mut own.stores, buffer, start..end);
        }
        for ((buffer, start), end) in written.atomics {
            insert(&mut own.atomics, buffer, start..end);
        }
    }
}

fn name(buffer: &Buffer) -> usize {
    std::ptr::from_ref(buffer).addr()
}

/// The bytes of a buffer that begin before `end`, the last first.
fn before(written: &Bytes, buffer: usize, end: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
    let own = written.range((buffer, 0)..(buffer, end)).rev();
    own.map(|((_, start), end)| (*start, *end))
}

fn overlaps(written: &Bytes, buffer: usize, range: &Range<u64>) -> bool {
    // Those that are kept have bytes between them, so that the last decides.
    before(written, buffer, range.end)
        .next()
        .is_some_and(|(_, end)| end > range.start)
}

/// Adds bytes, joined with those that they touch.
fn insert(written: &mut Bytes, buffer: usize, range: Range<u64>) {
    let Range { mut start, mut end } = range;
    loop {
        let touched = before(written, buffer, end.saturating_add(1)).next();
        let Some((first, last)) = touched.filter(|(_, last)| *last >= start) else {
            break;
        };
        start = start.min(first);
        end = end.max(last);
        written.remove(&(buffer, first));
    }
    written.insert((buffer, start), end);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: EXT_shader_image_load_store 2.20.X: a barrier orders what was written before it, for the accesses of its
    /// bits; a draw's own accesses are no matter of barriers between draws
    #[test]
    fn writes_and_barriers() {
        let (buffer, other) = (Buffer::from_bytes(&[0; 64]), Buffer::from_bytes(&[0; 64]));
        let storage = Barriers::STORAGE;
        let loads = |hazards: &Hazards, buffer: &Buffer, bytes: Range<u64>| {
            hazards.is_unordered(buffer, bytes, AccessKind::Load, storage)
        };
        let mut hazards = Hazards::default();
        hazards.write(&buffer, 16..20, AccessKind::Store);
        hazards.write(&buffer, 0..4, AccessKind::Load);
        assert!(!loads(&hazards, &buffer, 16..20), "the same draw");
        hazards.end_draw();
        for (bytes, unordered) in [(0..16, false), (0..17, true), (19..20, true), (20..24, false)] {
            assert_eq!(loads(&hazards, &buffer, bytes.clone()), unordered, "{bytes:?}");
        }
        assert!(!loads(&hazards, &other, 16..20));
        hazards.barrier(Barriers::COMMANDS);
        assert!(loads(&hazards, &buffer, 16..20), "another bit");
        hazards.barrier(storage);
        assert!(!loads(&hazards, &buffer, 16..20));
        let command = hazards.is_unordered(&buffer, 16..20, AccessKind::Load, Barriers::COMMANDS);
        assert!(!command, "bits add up");
        hazards.write(&buffer, 16..20, AccessKind::Store);
        hazards.end_draw();
        assert!(loads(&hazards, &buffer, 16..20), "written anew");
        hazards.forget(&buffer);
        assert!(!loads(&hazards, &buffer, 16..20));
    }

    #[test]
    fn atomic_operations_need_no_order_among_each_other() {
        let buffer = Buffer::from_bytes(&[0; 8]);
        let kinds = [AccessKind::Load, AccessKind::Store, AccessKind::Atomic];
        for (earlier, unordered) in [
            (AccessKind::Load, [false, false, false]),
            (AccessKind::Store, [true, true, true]),
            (AccessKind::Atomic, [true, true, false]),
        ] {
            let mut hazards = Hazards::default();
            hazards.write(&buffer, 0..4, earlier);
            hazards.end_draw();
            let found = kinds.map(|kind| hazards.is_unordered(&buffer, 0..4, kind, Barriers::COUNTERS));
            assert_eq!(found, unordered, "{earlier:?}");
        }
    }

    #[test]
    fn bytes_that_touch_are_one() {
        let buffer = Buffer::from_bytes(&[0; 64]);
        let mut hazards = Hazards::default();
        for offset in [8, 0, 16, 4, 40, 12, 6] {
            hazards.write(&buffer, offset..offset + 4, AccessKind::Store);
        }
        assert_eq!(hazards.current.stores.len(), 2);
        hazards.end_draw();
        let of = |at: u64| hazards.is_unordered(&buffer, at..at + 1, AccessKind::Load, Barriers::STORAGE);
        let written: Vec<u64> = (0..64).filter(|at| of(*at)).collect();
        let expected: Vec<u64> = (0..20).chain(40..44).collect();
        assert_eq!(written, expected);
    }
}
