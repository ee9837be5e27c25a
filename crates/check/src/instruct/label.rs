//! Labels, and the branches that name them.

use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{LanguageSet, reserved};
use quadrille_syntax::tree::{OperandIndex, Part, Value, Word};

use crate::context::Context;
use crate::declare::subroutine::subroutine_number;
use crate::instruct::subroutine_end::end_subroutine;
use crate::rules;
use crate::state::code::Code;
use crate::state::diagnostics::Diagnostics;
use crate::state::flow::Flow;
use crate::state::subroutines::Subroutines;
use crate::state::undeclared::Undeclared;
use crate::undeclared::near_label;

/// `name:`, before the next instruction.
pub(crate) fn label<'s>(
    cx: &Context<'_, 's>,
    flow: &mut Flow<'s>,
    code: &mut Code,
    subroutines: &mut Subroutines<'s>,
    diagnostics: &mut Diagnostics,
    name: &Word<'s>,
    number: Option<(Word<'s>, OperandIndex)>,
) {
    if !cx.language.has_labels() {
        diagnostics.report(rules::syntax_error::unexpected(
            name.span,
            "this language has no labels",
        ));
        return;
    }
    if let Some((word, number)) = number {
        if !cx.language.meets(LanguageSet::NV5) {
            let message = "this language has no subroutine numbers";
            diagnostics.report(rules::unavailable_form::at(word.span, message));
            return;
        }
        subroutine_number(cx, subroutines, diagnostics, name, &word, number);
    }
    if cx.language.profile.variables == Variables::Registers && name.text.contains('$') {
        let message = "a label has letters, digits and underscores only";
        diagnostics.report(rules::syntax_error::unexpected(name.span, message));
        return;
    }
    if reserved::is_reserved(name.text, &cx.language.features) {
        diagnostics.report(rules::reserved_name::at(name.span));
        return;
    }
    if let Some(opened) = flow.blocks.innermost_span() {
        diagnostics.report(rules::label_in_block::at(name.span, opened));
    }
    if cx.language.is_gpu() {
        end_subroutine(&flow.labels, code, name.span);
    }
    let next = code.next();
    flow.labels.last = Some((name.text, next));
    if let Some((before, _)) = flow.labels.places.get(name.text).copied() {
        diagnostics.report(rules::duplicate_name::at(name.span, before));
    } else {
        flow.labels.places.insert(name.text, (name.span, next));
    }
}

/// The label that an operand names.
pub(crate) fn label_name<'s>(
    cx: &Context<'_, 's>,
    diagnostics: &mut Diagnostics,
    index: OperandIndex,
) -> Option<Word<'s>> {
    let operand = cx.operand(index);
    if let Value::Path(parts) = &operand.value
        && operand.sign.is_none()
        && operand.absolute.is_none()
        && let [Part::Word(name)] = cx.parts(parts)
    {
        return Some(*name);
    }
    if !matches!(operand.value, Value::Missing) {
        diagnostics.report(rules::syntax_error::unexpected(
            operand.span,
            "a label belongs here",
        ));
    }
    None
}

/// Resolves the labels of all branches.
pub(crate) fn resolve_branches<'s>(
    flow: &mut Flow<'s>,
    code: &mut Code,
    undeclared: &mut Undeclared<'s>,
    diagnostics: &mut Diagnostics,
) {
    for (id, name) in std::mem::take(&mut flow.branches) {
        let Some((_, to)) = flow.labels.places.get(name.text).copied() else {
            let near = near_label(&flow.labels, undeclared, diagnostics, name.text);
            diagnostics.report(rules::undeclared_name::of_label(name.span, near));
            continue;
        };
        code.set_target(id, to);
    }
}
