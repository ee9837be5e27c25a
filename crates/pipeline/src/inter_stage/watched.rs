//! The fragments of a batch that cover the pixel that is watched.

use std::ops::Range;
use std::sync::Arc;

use quadrille_engine::{Batch, Mask, Planes};
use quadrille_program::Program;
use quadrille_texture::Format;

use crate::framebuffer::band::Band;
use crate::framebuffer::window::WINDOW;
use crate::inter_stage::fragments::Fragments;
use crate::state::Stencil;
use crate::watch::{DrawWatch, Dropped, PixelPlace, PixelValue, WatchedFragment};

/// The watch of a draw.
pub(crate) struct Watch<'a> {
    pub(crate) watch: &'a dyn DrawWatch,
    /// The formats of the colour buffers.
    pub(crate) formats: Vec<Format>,
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

    /// Tells of the fragments when nothing more is done with them.
    pub(crate) fn tell(
        &self,
        watched: &Watched,
        program: &Arc<Program>,
        batch: &Batch,
        fragments: &Fragments,
        band: &Band<'_>,
    ) {
        for one in &watched.lanes {
            let depths = fragments.samples.depth.get(watched.sample);
            let slots =
                |planes: &Planes, count: usize| (0..count).map(|slot| planes.get(slot, one.lane)).collect();
            self.watch.fragment(WatchedFragment {
                program: program.clone(),
                primitive: one.primitive,
                front: fragments.front[one.lane / 4],
                depth: depths.unwrap_or(&fragments.depth)[one.lane],
                attributes: slots(&batch.attributes, program.attributes().len()),
                results: slots(&batch.results, program.results().len()),
                dropped: one.dropped,
                before: watched.before.clone(),
                after: band.value(fragments.pixel(one.lane) + watched.sample * WINDOW, &self.formats),
            });
        }
    }
}

/// Whether nothing dropped a fragment, or its sample.
fn is_left(fragments: &Fragments, lane: usize, sample: usize) -> bool {
    match fragments.samples.are_several() {
        true => fragments.samples.coverage[lane] >> sample & 1 != 0,
        false => fragments.is_drawn(lane),
    }
}
