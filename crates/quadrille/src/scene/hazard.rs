//! What commands do without an order: barriers that are missing before their own accesses of memory, and feedback loops.

use quadrille_base::{Diagnostic, Span};
use quadrille_reference::{FEEDBACK_LOOP, MISSING_BARRIER};

use crate::canvas::Hazard;

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
        Hazard::FeedbackLoop { unit, level } => {
            let texture = match unit {
                Some(unit) => format!("the texture of unit {unit}"),
                None => "a texture with a handle".to_owned(),
            };
            let note = format!("the framebuffer has level {level} of {texture} as an attachment");
            (&FEEDBACK_LOOP, note)
        }
    };
    Diagnostic::new(rule, command, rule.summary).note(note)
}
