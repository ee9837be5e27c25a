//! The windows of a batch as what is written to a buffer goes over them.

use std::ops::Range;

use crate::framebuffer::window::{Place, WINDOW};
use crate::inter_stage::fragments::Fragments;

/// Windows of which something is drawn.
pub(super) enum Drawn<'a> {
    /// Windows one after another that are blocks whose pixels are all stored; nothing is read.
    Blocks(Range<usize>),
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

/// The windows of which something is drawn, in order; `reads`: what is stored depends on what was.
pub(super) fn drawn(fragments: &Fragments, reads: bool) -> impl Iterator<Item = Drawn<'_>> {
    let windows = fragments.length.div_ceil(WINDOW);
    let is_stored = move |number: &usize| fragments.whole[*number] && fragments.drawn[*number] == u64::MAX;
    let mut next = 0;
    std::iter::from_fn(move || {
        while next < windows {
            let number = next;
            next += if reads {
                0
            } else {
                (number..windows).take_while(is_stored).count()
            };
            if next > number {
                return Some(Drawn::Blocks(number..next));
            }
            next += 1;
            let lanes = fragments.drawn[number];
            if lanes == 0 {
                continue;
            }
            let Some(place) = fragments.place(number, reads) else {
                let end = fragments.length.min((number + 1) * WINDOW);
                return Some(Drawn::Lanes(number * WINDOW..end));
            };
            return Some(Drawn::Window {
                number,
                place,
                lanes,
                // Of a block what is not drawn stays as it is.
                reads: reads || matches!(place, Place::Block(_)) && lanes != u64::MAX,
            });
        }
        None
    })
}
