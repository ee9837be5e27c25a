//! Rules about a whole program of a language with registers: it has instructions, and writes what it is there for.

use quadrille_isa::gl::binding::{Binding, Family};
use quadrille_isa::gl::{LanguageSet, Stage};
use quadrille_program::{File, Register};

use crate::context::Context;
use crate::register::files::FIRST;
use crate::rules;
use crate::state::code::Code;
use crate::state::diagnostics::Diagnostics;
use crate::state::slots::Slots;
use crate::state::unread::Unread;

/// Checks what only the whole program shows: that it has instructions, and writes what it is there for. An
/// instruction with an error might have been the one that does, so nothing is said about programs that
/// have one.
pub(crate) fn check(
    cx: &Context<'_, '_>,
    unread: &Unread,
    slots: &Slots,
    code: &Code,
    diagnostics: &mut Diagnostics,
) {
    let Some(end) = cx.tree.end else { return };
    if unread.malformed || code.written.len() != code.instructions.len() {
        return;
    }
    if code.instructions.is_empty() && cx.language.meets(FIRST.or(LanguageSet::F10)) {
        diagnostics.report(rules::empty_program::at(end));
        return;
    }
    match cx.language.features.stage {
        Stage::VertexState if !writes(code, |register| register.file == File::Parameter) => {
            diagnostics.report(rules::missing_parameter_write::at(end));
        }
        Stage::Vertex if !cx.language.features.options.position_invariant() => {
            let position = Binding::new(Family::ResultPosition, [0; 4]);
            let slot = slots.results.iter().position(|result| result.binding == position);
            let is_position =
                |register: &Register| register.file == File::Result && Some(register.slot as usize) == slot;
            if !writes(code, is_position) {
                diagnostics.report(rules::missing_position::at(end));
            }
        }
        Stage::Fragment if !writes(code, |register| register.file == File::Result) => {
            diagnostics.report(rules::missing_output::at(end));
        }
        _ => {}
    }
}

fn writes(code: &Code, wanted: impl Fn(&Register) -> bool) -> bool {
    let mut written = code
        .instructions
        .iter()
        .filter_map(|instruction| instruction.destination);
    written.any(|to| to.register.as_ref().is_some_and(&wanted))
}
