//! The start of a pass: PassTexCoord and SampleMap.

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::ati::{INSTRUCTIONS, SETUP, Selection};
use quadrille_program::ati::{AtiCoordinates, AtiSetup};
use quadrille_syntax::tree::{self, Instruction};

use super::state::{Ati, REGISTERS, Section, numbered};
use crate::ati::instruction::ati_arithmetic;
use crate::ati::words::{ati_register, ati_words};
use crate::context::Context;
use crate::noticed::wrong_count;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// A statement of a pass.
pub(crate) fn ati_step(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    ati: &mut Ati,
    instruction: &Instruction<'_>,
    span: Span,
    section: Section,
) {
    let word = instruction.mnemonic;
    if let Some(modifier) = cx.words(&instruction.modifiers).first() {
        let message = "modifiers stand on destinations and arguments";
        diagnostics.report(rules::syntax_error::unexpected(modifier.span, message));
        ati.broken = true;
        return;
    }
    if SETUP.contains(&word.text) {
        let late = ati
            .shader
            .passes
            .last()
            .is_some_and(|pass| !pass.instructions.is_empty());
        if late {
            let message = "registers are set up before the first instruction of a pass";
            diagnostics.report(rules::syntax_error::unexpected(word.span, message));
        }
        match ati_setup(cx, diagnostics, ati, instruction, span, section) {
            Some(setup) => {
                if let (Some(pass), Some((setups, _))) = (ati.shader.passes.last_mut(), ati.spans.last_mut())
                {
                    pass.setups.push(setup);
                    setups.push(span);
                }
            }
            None => ati.broken = true,
        }
        return;
    }
    let Some(row) = INSTRUCTIONS.iter().find(|row| row.name == word.text) else {
        let known = INSTRUCTIONS.iter().map(|row| row.name).chain(SETUP);
        let near = suggest::nearest(word.text, known);
        diagnostics.report(rules::unknown_opcode::at(
            word.span,
            "there is no such instruction",
            near,
        ));
        ati.broken = true;
        return;
    };
    match ati_arithmetic(cx, diagnostics, ati, row, instruction, span, section) {
        Some(read) => {
            if let (Some(pass), Some((_, spans))) = (ati.shader.passes.last_mut(), ati.spans.last_mut()) {
                pass.instructions.push(read);
                spans.push(span);
            }
        }
        None => ati.broken = true,
    }
}

fn ati_setup(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    ati: &mut Ati,
    instruction: &Instruction<'_>,
    span: Span,
    section: Section,
) -> Option<AtiSetup> {
    let written = cx.list(&instruction.operands);
    let [destination, source] = written else {
        let word = instruction.mnemonic.text;
        wrong_count(cx, diagnostics, (span, word), 2, written);
        return None;
    };
    let destination = cx.operand(*destination);
    let to = match ati_words(cx, diagnostics, destination)?.as_slice() {
        [word] => ati_register(cx, diagnostics, word)?,
        _ => {
            let message = "a register without a mask belongs here";
            diagnostics.report(rules::syntax_error::unexpected(destination.span, message));
            return None;
        }
    };
    let pass = ati.shader.passes.last();
    let twice = pass.is_some_and(|pass| pass.setups.iter().any(|setup| setup.destination == to));
    if twice {
        diagnostics.report(rules::register_set_up_twice::at(destination.span));
    }
    let source = cx.operand(*source);
    let (from, selection) = ati_coordinates(cx, diagnostics, ati, source, section)?;
    Some(AtiSetup {
        sample: instruction.mnemonic.text == "SampleMap",
        destination: to,
        source: from,
        selection,
    })
}

/// `t0.str`, or `r0.str_dr` in a second pass.
fn ati_coordinates(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    ati: &mut Ati,
    operand: &tree::Operand<'_>,
    section: Section,
) -> Option<(AtiCoordinates, Selection)> {
    let words = ati_words(cx, diagnostics, operand)?;
    let [name, selector] = words.as_slice() else {
        let message = "coordinates with a selection, such as `t0.str`, belong here";
        diagnostics.report(rules::syntax_error::unexpected(operand.span, message));
        return None;
    };
    let known = Selection::ALL.iter().find(|(word, _)| *word == selector.text);
    let Some((_, selection)) = known else {
        let near = suggest::nearest(selector.text, Selection::ALL.iter().map(|(word, _)| *word));
        let message = match near {
            Some(near) => format!("this selects no coordinates; did you mean `{near}`"),
            None => "this selects no coordinates: they are `str`, `stq`, `str_dr` and `stq_dq`".to_owned(),
        };
        diagnostics.report(rules::syntax_error::unexpected(selector.span, message));
        return None;
    };
    if let Some(set) = numbered(name, "t", REGISTERS) {
        if u32::from(set) >= cx.limits().texture_units {
            let message = format!(
                "this implementation has {} texture units",
                cx.limits().texture_units
            );
            diagnostics.report(rules::binding_index_out_of_range::at(name.span, message));
        }
        match ati.selected[usize::from(set)] {
            Some((with_q, before)) if with_q != selection.reads_q() => {
                diagnostics.report(rules::coordinate_selection::at(operand.span, before));
            }
            Some(_) => {}
            None => ati.selected[usize::from(set)] = Some((selection.reads_q(), operand.span)),
        }
        return Some((AtiCoordinates::Texture(set), *selection));
    }
    let register = ati_register(cx, diagnostics, name)?;
    let first = section == Section::Preliminary || ati.shader.passes.len() < 2;
    if first {
        diagnostics.report(rules::routed_in_first_pass::at(name.span));
    } else if selection.reads_q() {
        diagnostics.report(rules::register_selection::at(selector.span));
    }
    Some((AtiCoordinates::Register(register), *selection))
}
