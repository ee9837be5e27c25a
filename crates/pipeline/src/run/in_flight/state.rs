//! The segments that are in flight, and what comes next.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::framebuffer::band::Band;
use crate::inter_stage::primitive_ref::Following;
use crate::inter_stage::primitives::Primitives;
use crate::run::rasterizer::RUN_SHAPES;

/// What is decided of segments, in their order.
pub(super) type Decides<'f> = &'f (dyn Fn(&Following) -> bool + Sync);

/// A band with its number.
pub(super) type NumberedBand<'f> = (usize, Band<'f>);

/// The segments that are under way, and those that are to come.
pub(super) struct State<'f, S> {
    /// Segments that are not begun.
    segments: S,
    /// The number of the first of those that are under way.
    first: usize,
    under_way: VecDeque<UnderWay>,
    /// Segments that are under way at most, so that memory does not grow with the mesh.
    most: usize,
    /// The bands that no thread draws, by their numbers.
    bands: Vec<Option<NumberedBand<'f>>>,
    fresh: &'f (dyn Fn() -> Primitives + Sync),
    /// Whether the budget allows another segment, and whether a segment whose vertices are shaded is not to be drawn.
    begins: Decides<'f>,
    is_over: Decides<'f>,
    /// Threads that sleep.
    pub(super) asleep: usize,
    /// Whether no other segment is begun.
    is_ended: bool,
    ended: Ended,
}

/// What became of the segments, in triangles.
#[derive(Default)]
pub(in crate::run) struct Ended {
    /// Those whose vertices were shaded.
    pub(in crate::run) shaded: u64,
    /// Those that were drawn.
    pub(in crate::run) drawn: u64,
    /// What was left of them after clipping and culling.
    pub(in crate::run) primitives: u64,
    /// The storage of runs.
    pub(in crate::run) runs: Vec<Primitives>,
}

/// A segment under way.
enum UnderWay {
    SetUp {
        segment: Following,
        /// Its runs; one that a thread has is empty here.
        runs: Vec<Primitives>,
        /// Runs that were given to threads, and those that these gave back.
        given: usize,
        set_up: usize,
    },
    Drawing {
        runs: Arc<Vec<Primitives>>,
        /// The bands that have yet to draw it.
        bands: VecDeque<usize>,
        /// Bands that draw it.
        busy: usize,
    },
}

/// What a thread does next.
#[expect(
    clippy::large_enum_variant,
    reason = "a thread has one at a time, and each is worth many moves of it"
)]
pub(super) enum Task<'f> {
    SetUp {
        segment: usize,
        run: usize,
        triangles: Following,
        primitives: Primitives,
    },
    Draw {
        segment: usize,
        band: NumberedBand<'f>,
        runs: Arc<Vec<Primitives>>,
    },
}

/// What a thread has done.
#[expect(
    clippy::large_enum_variant,
    reason = "a thread has one at a time, and each is worth many moves of it"
)]
pub(super) enum Done<'f> {
    SetUp {
        segment: usize,
        run: usize,
        primitives: Primitives,
    },
    Draw {
        segment: usize,
        band: NumberedBand<'f>,
    },
}

impl<'f, S: Iterator<Item = Following>> State<'f, S> {
    pub(super) fn new(
        segments: S,
        most: usize,
        (runs, fresh): (Vec<Primitives>, &'f (dyn Fn() -> Primitives + Sync)),
        bands: Vec<NumberedBand<'f>>,
        (begins, is_over): (Decides<'f>, Decides<'f>),
    ) -> State<'f, S> {
        State {
            segments,
            first: 0,
            under_way: VecDeque::new(),
            most,
            bands: bands.into_iter().map(Some).collect(),
            fresh,
            begins,
            is_over,
            asleep: 0,
            is_ended: false,
            ended: Ended {
                runs,
                ..Ended::default()
            },
        }
    }

    /// The next task: bands of the segments that came first, as these are then out of the way.
    pub(super) fn next(&mut self) -> Option<Task<'f>> {
        self.next_band().or_else(|| self.next_run())
    }

    fn next_band(&mut self) -> Option<Task<'f>> {
        for at in 0..self.under_way.len() {
            let UnderWay::Drawing { bands, .. } = &self.under_way[at] else {
                return None;
            };
            let waits = bands.iter().position(|band| {
                let mut earlier = self.under_way.range(..at);
                self.bands[*band].is_some() && !earlier.any(|earlier| earlier.is_left(*band))
            });
            let UnderWay::Drawing { runs, bands, busy } = &mut self.under_way[at] else {
                return None;
            };
            let number = waits.and_then(|waits| bands.remove(waits));
            if let Some(band) = number.and_then(|number| self.bands[number].take()) {
                *busy += 1;
                return Some(Task::Draw {
                    segment: self.first + at,
                    band,
                    runs: runs.clone(),
                });
            }
        }
        None
    }

    fn next_run(&mut self) -> Option<Task<'f>> {
        if !self.under_way.back().is_some_and(UnderWay::has_runs) {
            self.begin();
        }
        let number = self.first + self.under_way.len();
        match self.under_way.back_mut()? {
            UnderWay::SetUp {
                segment, runs, given, ..
            } => {
                let run = *given;
                let primitives = std::mem::take(runs.get_mut(run)?);
                *given += 1;
                Some(Task::SetUp {
                    segment: number - 1,
                    run,
                    triangles: segment.parts(RUN_SHAPES).nth(run)?,
                    primitives,
                })
            }
            UnderWay::Drawing { .. } => None,
        }
    }

    /// Begins a segment, if one is left and allowed.
    fn begin(&mut self) {
        if self.under_way.len() >= self.most || self.is_ended {
            return;
        }
        let segment = self.segments.next();
        let Some(segment) = segment.filter(|segment| (self.begins)(segment)) else {
            self.is_ended = true;
            return;
        };
        let count = segment.count.div_ceil(RUN_SHAPES);
        let kept = self.ended.runs.len();
        let mut runs = self.ended.runs.split_off(kept.saturating_sub(count));
        runs.resize_with(count, self.fresh);
        self.under_way.push_back(UnderWay::SetUp {
            segment,
            runs,
            given: 0,
            set_up: 0,
        });
    }

    /// Takes what a thread has done.
    pub(super) fn take_back(&mut self, done: Done<'f>) {
        match done {
            Done::SetUp {
                segment,
                run,
                primitives,
            } => match self.under_way.get_mut(segment - self.first) {
                Some(UnderWay::SetUp { runs, set_up, .. }) => {
                    runs[run] = primitives;
                    *set_up += 1;
                    self.find_bands();
                }
                // Its segment is not to be drawn.
                Some(UnderWay::Drawing { .. }) | None => self.ended.runs.push(primitives),
            },
            Done::Draw { segment, band } => {
                let number = band.0;
                self.bands[number] = Some(band);
                match self.under_way.get_mut(segment - self.first) {
                    Some(UnderWay::Drawing { busy, .. }) => *busy -= 1,
                    Some(UnderWay::SetUp { .. }) | None => {}
                }
            }
        }
        while self.under_way.front().is_some_and(UnderWay::is_finished) {
            self.first += 1;
            let drawn = self.under_way.pop_front();
            drawn.into_iter().for_each(|drawn| self.keep(drawn));
        }
    }

    /// Looks which bands have to draw the segments that are set up, one after the other.
    fn find_bands(&mut self) {
        for at in 0..self.under_way.len() {
            let UnderWay::SetUp {
                segment,
                runs,
                set_up,
                ..
            } = &mut self.under_way[at]
            else {
                continue;
            };
            if *set_up < runs.len() {
                return;
            }
            let count = segment.count as u64;
            self.ended.shaded += count;
            if (self.is_over)(segment) {
                self.is_ended = true;
                for left in self.under_way.split_off(at) {
                    self.keep(left);
                }
                return;
            }
            self.ended.drawn += count;
            self.ended.primitives += runs.iter().map(|run| run.list.len() as u64).sum::<u64>();
            let is_busy = |band: &usize| runs.iter().any(|run| !run.bands[*band].is_empty());
            let bands = (0..self.bands.len()).filter(is_busy).collect();
            self.under_way[at] = UnderWay::Drawing {
                runs: Arc::new(std::mem::take(runs)),
                bands,
                busy: 0,
            };
        }
    }

    /// Keeps the storage of a segment; a run that a thread has it keeps when it comes back.
    fn keep(&mut self, segment: UnderWay) {
        match segment {
            UnderWay::SetUp { runs, .. } => {
                let is_here = |run: &Primitives| !run.bands.is_empty();
                self.ended.runs.extend(runs.into_iter().filter(is_here));
            }
            UnderWay::Drawing { runs, .. } => self
                .ended
                .runs
                .extend(Arc::into_inner(runs).into_iter().flatten()),
        }
    }

    /// Leaves all that is under way.
    pub(super) fn abandon(&mut self) {
        self.is_ended = true;
        self.under_way.clear();
    }

    /// What became of the segments.
    pub(super) fn ended(self) -> Ended {
        self.ended
    }

    /// Whether nothing is left.
    pub(super) fn is_done(&self) -> bool {
        self.is_ended && self.under_way.is_empty()
    }
}

impl UnderWay {
    /// Whether runs are left that no thread has begun.
    fn has_runs(&self) -> bool {
        match self {
            UnderWay::SetUp { runs, given, .. } => *given < runs.len(),
            UnderWay::Drawing { .. } => false,
        }
    }

    /// Whether a band has yet to draw it, or may have.
    fn is_left(&self, band: usize) -> bool {
        match self {
            UnderWay::SetUp { .. } => true,
            UnderWay::Drawing { bands, .. } => bands.contains(&band),
        }
    }

    /// Whether all bands have drawn it.
    fn is_finished(&self) -> bool {
        match self {
            UnderWay::SetUp { .. } => false,
            UnderWay::Drawing { bands, busy, .. } => bands.is_empty() && *busy == 0,
        }
    }
}
