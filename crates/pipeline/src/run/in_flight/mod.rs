//! Segments of a draw on several threads, without a barrier between one and the next: a thread that finds no band to draw
//! sets up runs of a later segment. Each band still draws the segments in their order, so that the picture is that of
//! one thread, and so is what is counted of a draw that no program's end stops. What a thread does next is decided under
//! one lock.

mod state;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::inter_stage::primitive_ref::Following;
use crate::inter_stage::primitives::Primitives;
use crate::threads::look_again;
use state::{Decides, Done, Ended, NumberedBand, State, Task};

/// The segments of a draw that are in flight.
pub(super) struct InFlight<'f, S> {
    state: Mutex<State<'f, S>>,
    /// Things that were finished: of those that wait, each looks whether there are more.
    finished: AtomicUsize,
    changed: Condvar,
}

impl<'f, S: Iterator<Item = Following>> InFlight<'f, S> {
    /// Segments that go into bands, `most` of them at a time. `storage` is that of runs as far as there is, and what makes
    /// more; `decides` says whether the budget allows a segment, and whether one whose vertices are shaded ends
    /// the draw.
    pub(super) fn new(
        segments: S,
        most: usize,
        storage: (Vec<Primitives>, &'f (dyn Fn() -> Primitives + Sync)),
        bands: Vec<NumberedBand<'f>>,
        decides: (Decides<'f>, Decides<'f>),
    ) -> InFlight<'f, S> {
        InFlight {
            state: Mutex::new(State::new(segments, most, storage, bands, decides)),
            finished: AtomicUsize::new(0),
            changed: Condvar::new(),
        }
    }

    /// Has a thread do what there is to do until nothing is left.
    pub(super) fn work<W>(
        &self,
        worker: &mut W,
        set_up: impl Fn(&mut W, Following, &mut Primitives),
        draw: impl Fn(&mut W, &mut NumberedBand<'f>, &[Primitives]),
    ) {
        let _guard = EndOnPanic(self);
        let mut state = self.lock();
        loop {
            let Some(task) = state.next() else {
                if state.is_done() {
                    return;
                }
                state = self.wait(state);
                continue;
            };
            drop(state);
            let done = match task {
                Task::SetUp {
                    segment,
                    run,
                    triangles,
                    mut primitives,
                } => {
                    set_up(worker, triangles, &mut primitives);
                    Done::SetUp {
                        segment,
                        run,
                        primitives,
                    }
                }
                Task::Draw {
                    segment,
                    mut band,
                    runs,
                } => {
                    draw(worker, &mut band, &runs);
                    Done::Draw { segment, band }
                }
            };
            state = self.lock();
            state.take_back(done);
            self.tell(&state);
        }
    }

    /// What became of the segments.
    pub(super) fn end(self) -> Ended {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.ended()
    }

    fn lock(&self) -> MutexGuard<'_, State<'f, S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells those that wait that something was finished.
    fn tell(&self, state: &State<'f, S>) {
        self.finished.fetch_add(1, Ordering::Release);
        if state.asleep > 0 {
            self.changed.notify_all();
        }
    }

    /// Waits until something is finished.
    fn wait<'g>(&'g self, state: MutexGuard<'g, State<'f, S>>) -> MutexGuard<'g, State<'f, S>> {
        let before = self.finished.load(Ordering::Acquire);
        let is_more = || self.finished.load(Ordering::Acquire) != before;
        drop(state);
        look_again(is_more);
        let mut state = self.lock();
        state.asleep += 1;
        while !is_more() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.asleep -= 1;
        state
    }
}

/// Ends the work of the others where a thread panics: what it has is not given back.
struct EndOnPanic<'g, 'f, S: Iterator<Item = Following>>(&'g InFlight<'f, S>);

impl<S: Iterator<Item = Following>> Drop for EndOnPanic<'_, '_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.0.lock();
            state.abandon();
            self.0.tell(&state);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::framebuffer::Extent;
    use crate::run::rasterizer::{RUN_SHAPES, SEGMENT_PRIMITIVES};

    /// Five segments and a part of one.
    const COUNT: usize = 5 * SEGMENT_PRIMITIVES + 700;

    fn triangles() -> Following {
        Following {
            vertex: 0,
            count: COUNT,
            number: 0,
            provoking: 2,
        }
    }

    /// What becomes of the triangles on three threads, of which some panic, without bands that draw them.
    fn ended(
        is_over: impl Fn(&Following) -> bool + Sync,
        set_up: impl Fn(Following) + Sync,
    ) -> (usize, Ended) {
        let fresh = || Primitives::new(0, 0, Extent::new(8, 8), 8);
        let segments = triangles().parts(SEGMENT_PRIMITIVES);
        let in_flight = InFlight::new(
            segments,
            3,
            (Vec::new(), &fresh),
            Vec::new(),
            (&|_| true, &is_over),
        );
        let panicked = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let work =
                        || in_flight.work(&mut (), |(), triangles, _| set_up(triangles), |(), _, _| ());
                    if catch_unwind(AssertUnwindSafe(work)).is_err() {
                        panicked.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        (panicked.into_inner(), in_flight.end())
    }

    #[test]
    fn every_triangle_is_set_up_once() {
        let done = AtomicU64::new(0);
        let set_up = |triangles: Following| {
            done.fetch_add(triangles.count as u64, Ordering::Relaxed);
        };
        let (_, ended) = ended(|_| false, set_up);
        let all = COUNT as u64;
        assert_eq!((done.into_inner(), ended.shaded, ended.drawn), (all, all, all));
    }

    /// Nothing is drawn of the segment that ends a draw, nor of those behind it.
    #[test]
    fn a_segment_ends_a_draw() {
        let last = 2 * SEGMENT_PRIMITIVES as u32;
        let (_, ended) = ended(|segment| segment.number >= last, |_| ());
        let segments = |count: usize| (count * SEGMENT_PRIMITIVES) as u64;
        assert_eq!((ended.shaded, ended.drawn), (segments(3), segments(2)));
        // Each run that was made is kept, once.
        let most = 3 * SEGMENT_PRIMITIVES / RUN_SHAPES;
        assert!(ended.runs.len() <= most, "{}", ended.runs.len());
        assert!(ended.runs.iter().all(|run| !run.bands.is_empty()));
    }

    /// The other threads come to an end, rather than wait for what never comes.
    #[test]
    fn a_panic_does_not_hang() {
        let (panicked, ended) = ended(
            |_| false,
            |triangles| assert_ne!(triangles.number, 512, "as meant"),
        );
        assert_eq!(panicked, 1);
        assert!(ended.drawn < COUNT as u64);
    }
}
