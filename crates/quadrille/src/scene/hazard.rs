//! Barriers that are missing before a command's own accesses of memory.

use quadrille_base::{Diagnostic, Span};
use quadrille_reference::MISSING_BARRIER;

use crate::canvas::MissingBarrier;

/// The problem, at the command.
pub(super) fn problem(missing: MissingBarrier, command: Span) -> Diagnostic {
    let MissingBarrier {
        needs,
        bytes: (start, length),
    } = missing;
    let last = start.saturating_add(length).saturating_sub(1);
    let note = format!(
        "a program of an earlier draw or dispatch wrote some of bytes {start} to {last}, and no barrier with {} came since",
        needs.name()
    );
    Diagnostic::new(&MISSING_BARRIER, command, MISSING_BARRIER.summary).note(note)
}
