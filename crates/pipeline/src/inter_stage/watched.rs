//! The fragments of a batch that cover the pixel that is watched.

use std::ops::Range;
use std::sync::Arc;

use quadrille_engine::{Batch, Mask, Planes};
use quadrille_program::Program;
use quadrille_texture::Format;

use crate::draw::Elements;
use crate::framebuffer::band::Band;
use crate::framebuffer::window::WINDOW;
use crate::inter_stage::fragments::Fragments;
use crate::output::Target;
use crate::primitive::{QuadCut, Streams, Topology};
use crate::state::{Context, Stencil};
use crate::watch::{DrawWatch, Dropped, FragmentTest, PixelPlace, PixelValue, WatchedFragment};

/// The watch of a draw.
pub(crate) struct Watch<'a> {
    pub(crate) watch: &'a dyn DrawWatch,
    /// The formats of the colour buffers.
    pub(crate) formats: Vec<Format>,
    /// The vertices of primitives, where these are as they were submitted.
    pub(crate) submitted: Option<Submitted<'a>>,
    /// The instance that is drawn.
    pub(crate) instance: u32,
    /// Whether stencil and depth are tested before the program drops anything.
    pub(crate) early_tests: bool,
}

/// The primitives of a draw as they were submitted.
pub(crate) struct Submitted<'a> {
    pub(crate) topology: Topology,
    pub(crate) streams: Streams,
    pub(crate) elements: Elements<'a>,
}

/// Vertices of a primitive that are told at most: a polygon may have any number.
const MOST_VERTICES: usize = 16;

impl Submitted<'_> {
    /// The vertices of a primitive by their numbers.
    fn vertices(&self, primitive: u32) -> Vec<u32> {
        let Some(part) = self.streams.numbered(primitive) else {
            return Vec::new();
        };
        let triangles = part.primitives.clone().take(MOST_VERTICES);
        let corners = triangles.flat_map(|at| self.topology.corners(part.vertices, at, QuadCut::Plain).at);
        let mut corners: Vec<usize> = corners.collect();
        corners.sort_unstable();
        corners.dedup();
        corners.truncate(MOST_VERTICES);
        let vertices = corners.into_iter();
        vertices.map(|at| self.elements.vertex(part.first + at)).collect()
    }
}

/// What is known of the fragments at the pixel, of those that are gathered.
#[derive(Default)]
pub(crate) struct Watched {
    before: PixelValue,
    sample: usize,
    lanes: Vec<WatchedLane>,
}

struct WatchedLane {
    lane: usize,
    /// The number of its primitive.
    primitive: u32,
    dropped: Option<Dropped>,
    /// Alpha as it was tested.
    alpha: Option<f32>,
}

impl Watched {
    pub(crate) fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// Forgets all fragments.
    pub(crate) fn clear(&mut self) {
        self.lanes.clear();
    }

    /// Finds what `what` dropped.
    pub(crate) fn note(&mut self, what: Dropped, fragments: &Fragments) {
        for one in &mut self.lanes {
            if one.dropped.is_none() && !is_left(fragments, one.lane, self.sample) {
                one.dropped = Some(what);
            }
        }
    }

    /// Finds what the alpha test dropped, and what it tested.
    pub(crate) fn note_alpha(&mut self, fragments: &Fragments) {
        for one in &mut self.lanes {
            one.alpha = Some(fragments.color[3][one.lane]);
        }
        self.note(Dropped::Alpha, fragments);
    }

    /// Finds what the program discarded.
    pub(crate) fn note_killed(&mut self, killed: &Mask) {
        for one in &mut self.lanes {
            if one.dropped.is_none() && killed.get(one.lane) {
                one.dropped = Some(Dropped::Discarded);
            }
        }
    }

    /// Finds what the tests of stencil and depth dropped.
    pub(crate) fn note_tests(&mut self, state: &Stencil, fragments: &Fragments) {
        for one in &mut self.lanes {
            if one.dropped.is_none() && !is_left(fragments, one.lane, self.sample) {
                let face = &state.faces[usize::from(!fragments.front[one.lane / 4])];
                let stored = self.before.stencil.filter(|_| state.enabled);
                let passes = stored.is_none_or(|stored| {
                    let [reference, stored] = [face.reference, stored].map(|value| value & face.value_mask);
                    face.function.passes(reference, stored)
                });
                one.dropped = Some(if passes { Dropped::Depth } else { Dropped::Stencil });
            }
        }
    }
}

impl Watch<'_> {
    /// Finds the pixel among fragments of a primitive, which were gathered last.
    pub(crate) fn find(
        &self,
        watched: &mut Watched,
        primitive: u32,
        fragments: &Fragments,
        lanes: Range<usize>,
        band: &Band<'_>,
    ) {
        let Some(PixelPlace { x, y, sample, layer }) = self.watch.pixel() else {
            return;
        };
        let rows = band.y..band.y + band.rows;
        if band.layer != layer || !rows.contains(&y) || sample >= band.samples {
            return;
        }
        watched.sample = sample as usize;
        for lane in lanes {
            let pixel = fragments.column_and_row(lane).map(u32::from);
            if pixel == [x, y] && is_left(fragments, lane, watched.sample) {
                watched.lanes.push(WatchedLane {
                    lane,
                    primitive,
                    dropped: None,
                    alpha: None,
                });
            }
        }
    }

    /// Nothing was done yet with the fragments that are gathered, and the program runs next.
    pub(crate) fn begin(&self, watched: &mut Watched, fragments: &Fragments, band: &Band<'_>) {
        if let Some(first) = watched.lanes.first() {
            watched.before = band.value(
                fragments.pixel(first.lane) + watched.sample * WINDOW,
                &self.formats,
            );
        }
        let place = |lane| {
            let pixel = fragments.column_and_row(lane).map(u32::from);
            fragments.is_drawn(lane).then_some(pixel)
        };
        let places: Vec<Option<[u32; 2]>> = (0..fragments.length).map(place).collect();
        self.watch.fragments(&places);
        let lanes: Vec<usize> = watched.lanes.iter().map(|one| one.lane).collect();
        self.watch.shade(&lanes);
    }

    /// Tells of the fragments when nothing more is done with them, which draw buffers of these took.
    pub(crate) fn tell(
        &self,
        watched: &Watched,
        program: &Arc<Program>,
        batch: &Batch,
        (fragments, context, targets): (&Fragments, &Context, &[Target]),
        band: &Band<'_>,
    ) {
        for one in &watched.lanes {
            let depths = fragments.samples.depth.get(watched.sample);
            let depth = depths.unwrap_or(&fragments.depth)[one.lane];
            let front = fragments.front[one.lane / 4];
            let slots =
                |planes: &Planes, count: usize| (0..count).map(|slot| planes.get(slot, one.lane)).collect();
            let outputs = targets.iter().filter(|_| one.dropped.is_none());
            self.watch.fragment(WatchedFragment {
                program: program.clone(),
                primitive: one.primitive,
                vertices: self
                    .submitted
                    .as_ref()
                    .map_or_else(Vec::new, |submitted| submitted.vertices(one.primitive)),
                instance: self.instance,
                front,
                depth,
                attributes: slots(&batch.attributes, program.attributes().len()),
                results: slots(&batch.results, program.results().len()),
                tests: self.tests(context, &watched.before, one, (depth, front)),
                dropped: one.dropped,
                outputs: outputs
                    .filter_map(|target| target.told(|slot| batch.results.get(slot, one.lane)))
                    .collect(),
                before: watched.before.clone(),
                after: band.value(fragments.pixel(one.lane) + watched.sample * WINDOW, &self.formats),
            });
        }
    }

    /// The tests that a fragment was put to, up to the one that it failed.
    fn tests(
        &self,
        context: &Context,
        before: &PixelValue,
        of: &WatchedLane,
        (depth, front): (f32, bool),
    ) -> Vec<FragmentTest> {
        let alpha = of.alpha.map(|alpha| FragmentTest::Alpha {
            function: context.alpha_test.function,
            alpha,
            reference: context.alpha_test.reference,
        });
        let face = &context.stencil.faces[usize::from(!front)];
        let stored = before.stencil.filter(|_| context.stencil.enabled);
        let stencil = stored.map(|stored| FragmentTest::Stencil {
            function: face.function,
            reference: face.reference & face.value_mask,
            stored: stored & face.value_mask,
        });
        let stored = before.depth.filter(|_| context.depth.enabled);
        let depth = stored.map(|stored| FragmentTest::Depth {
            function: context.depth.function,
            depth,
            stored,
        });
        // A program discards in front of the tests, or behind those that come early; coverage is dropped next.
        let (first, last): (&[_], &[_]) = match self.early_tests {
            true => (&[stencil, depth], &[alpha]),
            false => (&[], &[alpha, stencil, depth]),
        };
        let has_all = !matches!(of.dropped, Some(Dropped::Discarded | Dropped::Coverage));
        let last = last.iter().filter(|_| has_all);
        let mut tests = Vec::new();
        for test in first.iter().chain(last).flatten() {
            tests.push(*test);
            if of.dropped == Some(test.drops()) {
                break;
            }
        }
        tests
    }
}

/// Whether nothing dropped a fragment, or its sample.
fn is_left(fragments: &Fragments, lane: usize, sample: usize) -> bool {
    match fragments.samples.are_several() {
        true => fragments.samples.of(lane) >> sample & 1 != 0,
        false => fragments.is_drawn(lane),
    }
}
