//! One arithmetic instruction: destination, arguments, and what the specification asks of them together.

use quadrille_base::Span;
use quadrille_isa::gl::ati::{InstructionRow, SCALES};
use quadrille_isa::gl::operation::ArithmeticOp;
use quadrille_program::ati::{AtiArgument, AtiInstruction, AtiSource};
use quadrille_syntax::tree::{self, Instruction, Word};

use super::state::{Ati, Section};
use crate::ati::argument::ati_argument;
use crate::ati::words::{ati_register, ati_words};
use crate::context::Context;
use crate::noticed::wrong_count;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// The alpha component of a mask.
pub(super) const ALPHA: u8 = 0b1000;

pub(crate) fn ati_arithmetic(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    ati: &mut Ati,
    row: &'static InstructionRow,
    instruction: &Instruction<'_>,
    span: Span,
    section: Section,
) -> Option<AtiInstruction> {
    let written = cx.list(&instruction.operands);
    let wanted = usize::from(row.arguments) + 1;
    let (Some((to, sources)), true) = (written.split_first(), written.len() == wanted) else {
        wrong_count(cx, diagnostics, (span, row.name), wanted, written);
        return None;
    };
    let destination = cx.operand(*to);
    let mut read = ati_destination(cx, diagnostics, row, destination)?;
    if row.is_dot && read.mask == ALPHA {
        diagnostics.report(rules::alpha_only_dot::at(destination.span, row.name));
    }
    let mut complete = true;
    let mut spans = Vec::new();
    for source in sources {
        let operand = cx.operand(*source);
        match ati_argument(cx, diagnostics, operand) {
            Some(argument) => {
                read.arguments.push(argument);
                spans.push(operand.span);
            }
            None => complete = false,
        }
    }
    if !complete {
        return None;
    }
    ati_constants_read(diagnostics, ati, &read, &spans);
    ati_colours_read(diagnostics, &read, &spans, section);
    Some(read)
}

/// `r0.rgb.2x.sat`
fn ati_destination(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    row: &'static InstructionRow,
    operand: &tree::Operand<'_>,
) -> Option<AtiInstruction> {
    let words = ati_words(cx, diagnostics, operand)?;
    let (name, mut rest) = words.split_first()?;
    let destination = ati_register(cx, diagnostics, name)?;
    let mut mask = 0b1111;
    if let [word, after @ ..] = rest
        && let Some(written) = colour_mask(word)
    {
        (mask, rest) = (written, after);
    }
    let mut scale = None;
    if let [word, after @ ..] = rest
        && let Some(at) = SCALES.iter().position(|(name, _)| *name == word.text)
    {
        (scale, rest) = (Some(at), after);
    }
    let mut saturate = false;
    if let [word, after @ ..] = rest
        && word.text == "sat"
    {
        (saturate, rest) = (true, after);
    }
    if let Some(word) = rest.first() {
        let message = "a mask in the order `rgba`, then a scale, then `sat` may stand here";
        diagnostics.report(rules::syntax_error::unexpected(word.span, message));
        return None;
    }
    Some(AtiInstruction {
        operation: row.operation,
        destination,
        mask,
        scale,
        saturate,
        arguments: Vec::new(),
    })
}

/// Constants have to be bound, and one instruction reads at most two (load rules 348 and 349).
fn ati_constants_read(
    diagnostics: &mut Diagnostics,
    ati: &Ati,
    instruction: &AtiInstruction,
    spans: &[Span],
) {
    let mut seen: Vec<u8> = Vec::new();
    for (argument, span) in instruction.arguments.iter().zip(spans) {
        let AtiSource::Constant(number) = argument.source else {
            continue;
        };
        // What cannot be read may bind it.
        if ati.bound[usize::from(number)].is_none() && !ati.unread {
            diagnostics.report(rules::undeclared_name::at(*span, None));
        }
        if !seen.contains(&number) {
            seen.push(number);
            if seen.len() == 3 {
                diagnostics.report(rules::many_constants_read::at(*span));
            }
        }
    }
}

/// Colours are there in the output pass only, and the secondary one has no alpha (load rules 350 and 359).
fn ati_colours_read(
    diagnostics: &mut Diagnostics,
    instruction: &AtiInstruction,
    spans: &[Span],
    section: Section,
) {
    for (at, (argument, span)) in instruction.arguments.iter().zip(spans).enumerate() {
        let AtiSource::Color(number) = argument.source else {
            continue;
        };
        if section == Section::Preliminary {
            diagnostics.report(rules::colour_in_preliminary_pass::at(*span));
        }
        if number == 1 && reads_alpha(instruction, argument, at) {
            diagnostics.report(rules::secondary_alpha::at(*span));
        }
    }
}

/// Whether an instruction needs the alpha of one of its arguments.
fn reads_alpha(instruction: &AtiInstruction, argument: &AtiArgument, at: usize) -> bool {
    if let Some(component) = argument.replicate {
        return component == 3;
    }
    match instruction.operation {
        ArithmeticOp::Dot3 => false,
        ArithmeticOp::Dot4 => true,
        // Red and green of the first two, blue of the third.
        ArithmeticOp::Dot2AddBlue => at > 2,
        _ => instruction.mask & ALPHA != 0,
    }
}

/// A mask in the order `rgba`.
fn colour_mask(word: &Word<'_>) -> Option<u8> {
    let mut mask = 0u8;
    for letter in word.text.bytes() {
        let bit = 1 << b"rgba".iter().position(|known| *known == letter)?;
        if mask >= bit {
            return None;
        }
        mask |= bit;
    }
    (mask != 0).then_some(mask)
}
