//! Segments of a draw on several threads, without a barrier between one and the next: a thread that finds no band to draw
//! sets up runs of a later segment. Each band still draws the segments in their order, so that the picture is that of
//! one thread, and so is what is counted. What a thread does next is decided under one lock.

mod state;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::inter_stage::primitive_ref::Following;
use crate::inter_stage::primitives::Primitives;
use crate::threads::look_again;
use state::{Decides, Done, Ended, NumberedBand, State, Task};

/// The segments of a draw under way.
pub(super) struct Flow<'f, S> {
    state: Mutex<State<'f, S>>,
    /// Things that were finished: of those that wait, each looks whether there are more.
    finished: AtomicUsize,
    changed: Condvar,
}

impl<'f, S: Iterator<Item = Following>> Flow<'f, S> {
    /// A flow of segments into bands, of which `most` are under way at a time. `storage` is that of runs as far as there is, and
    /// what makes more; `decides` says whether the budget allows a segment, and whether one whose vertices are shaded ends
    /// the draw.
    pub(super) fn new(
        segments: S,
        most: usize,
        storage: (Vec<Primitives>, &'f (dyn Fn() -> Primitives + Sync)),
        bands: Vec<NumberedBand<'f>>,
        decides: (Decides<'f>, Decides<'f>),
    ) -> Flow<'f, S> {
        Flow {
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
struct EndOnPanic<'g, 'f, S: Iterator<Item = Following>>(&'g Flow<'f, S>);

impl<S: Iterator<Item = Following>> Drop for EndOnPanic<'_, '_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.0.lock();
            state.abandon();
            self.0.tell(&state);
        }
    }
}
