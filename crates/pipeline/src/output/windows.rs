//! The windows of a batch as what is written to a buffer goes over them.

use std::ops::Range;

use quadrille_numerics::level::Level;

use crate::framebuffer::window::WINDOW;
use crate::inter_stage::distinct::Distinct;
use crate::inter_stage::fragments::Fragments;

/// Windows of which something is drawn.
pub(super) enum Drawn {
    /// Windows one after another that are blocks whose pixels are all stored; nothing is read.
    Blocks(Range<usize>),
    /// Lanes of a window. They have pixels of their own, or nothing is read and they are stored in order, so that the last
    /// of several stays.
    Window {
        number: usize,
        /// The lanes that are stored, one bit each.
        lanes: u64,
    },
}

/// The windows of which something is drawn, in order, by their numbers: structures of places and pointers would be loaded whole
/// from where they were just written in parts, which waits for all stores to buffers before. `reads`: what is stored depends on what was, and a window whose lanes
/// meet a pixel twice comes in parts.
pub(super) fn drawn(level: Level, fragments: &Fragments, reads: bool) -> impl Iterator<Item = Drawn> {
    let windows = fragments.length.div_ceil(WINDOW);
    let is_stored = move |number: &usize| fragments.whole[*number] && fragments.drawn[*number] == u64::MAX;
    let mut next = 0;
    let mut parts = Distinct::all(0);
    std::iter::from_fn(move || {
        loop {
            if let Some(lanes) = parts.next() {
                let number = next - 1;
                return Some(Drawn::Window { number, lanes });
            }
            if next == windows {
                return None;
            }
            let number = next;
            if !reads {
                next += (number..windows).take_while(is_stored).count();
                if next > number {
                    return Some(Drawn::Blocks(number..next));
                }
            }
            next += 1;
            parts = match reads {
                true => fragments.distinct(level, number),
                false => Distinct::all(fragments.drawn[number]),
            };
        }
    })
}
