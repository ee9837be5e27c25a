//! The windows of a batch as what is written to a buffer goes over them.

use std::ops::Range;

use crate::framebuffer::window::{Place, WINDOW};
use crate::inter_stage::fragments::Fragments;

/// A window of which something is drawn.
pub(super) enum Drawn<'a> {
    /// Its lanes have pixels of their own, or nothing is read and they are stored in order, so that the last of several
    /// stays.
    Window {
        number: usize,
        place: Place<'a>,
        /// The lanes that are stored, one bit each.
        lanes: u64,
        /// Whether what is stored depends on what was.
        reads: bool,
    },
    /// Lanes that meet a pixel twice where what is stored depends on what was: they go one by one.
    Lanes(Range<usize>),
}

/// The windows of which something is drawn; `reads`: what is stored depends on what was.
pub(super) fn drawn(fragments: &Fragments, reads: bool) -> impl Iterator<Item = Drawn<'_>> {
    let windows = 0..fragments.length.div_ceil(WINDOW);
    windows.filter_map(move |number| {
        let lanes = fragments.drawn[number];
        if lanes == 0 {
            return None;
        }
        let place = match fragments.place(number, reads) {
            Some(place) => place,
            None => {
                let end = fragments.length.min((number + 1) * WINDOW);
                return Some(Drawn::Lanes(number * WINDOW..end));
            }
        };
        Some(Drawn::Window {
            number,
            place,
            lanes,
            // Of a block what is not drawn stays as it is.
            reads: reads || matches!(place, Place::Block(_)) && lanes != u64::MAX,
        })
    })
}
