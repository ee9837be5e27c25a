//! What commands do without an order: barriers that are missing before their own accesses of memory, and feedback loops.

use quadrille_base::{Diagnostic, Span};
use quadrille_reference::{FEEDBACK_LOOP, MISSING_BARRIER, OVERLAPPING_BLIT};

use crate::canvas::{Hazard, LoopedBy};

/// The problem, at the command.
pub(super) fn problem(hazard: Hazard, command: Span) -> Diagnostic {
    let (rule, note) = match hazard {
        Hazard::MissingBarrier {
            needs,
            bytes: (start, length),
        } => {
            let last = start.saturating_add(length).saturating_sub(1);
            let needs = needs.name();
            let note = format!(
                "a program of an earlier draw or dispatch wrote some of bytes {start} to {last}, and no barrier with {needs} came since"
            );
            (&MISSING_BARRIER, note)
        }
        Hazard::FeedbackLoop { by, level } => {
            let texture = match by {
                LoopedBy::Texture(unit) => format!("the texture of unit {unit}"),
                LoopedBy::Handle => "a texture with a handle".to_owned(),
                LoopedBy::Image(unit) => format!("the texture of image unit {unit}"),
            };
            let note = format!("the framebuffer has level {level} of {texture} as an attachment");
            (&FEEDBACK_LOOP, note)
        }
        Hazard::OverlappingBlit { pixels } => {
            let [x0, y0, x1, y1] = pixels;
            let note = format!(
                "pixels ({x0}, {y0}) to ({}, {}) are read and written",
                x1 - 1,
                y1 - 1
            );
            (&OVERLAPPING_BLIT, note)
        }
    };
    Diagnostic::new(rule, command, rule.summary).note(note)
}
