//! The opcode of an instruction: its row and its suffix.

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::{Features, LanguageSet, Opcode};
use quadrille_syntax::tree;

use crate::context::Context;
use crate::instruct::division;
use crate::instruct::plain::plain_way;
use crate::language::Language;
use crate::mnemonic::{self, Suffix};
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// A word that is no opcode of the program, which is reported.
pub(crate) struct NoOpcode {
    /// The opcode that it may have been meant for.
    pub(crate) near: Option<&'static str>,
}

/// The number of operands that are written for an opcode, its result among them.
pub(crate) fn written_operands(language: &Language, row: &OpcodeRow) -> usize {
    let operands = row
        .operands_in(language.features.languages)
        .iter()
        .map(|shape| match shape {
            OperandShape::ExtendedSwizzle => 5,
            OperandShape::Texture | OperandShape::Image => 2,
            _ => 1,
        });
    operands.sum::<usize>() + usize::from(row.result != ResultShape::None)
}

/// The row of an opcode and its suffix.
pub(crate) fn opcode(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    instruction: &tree::Instruction<'_>,
) -> Result<(&'static OpcodeRow, Suffix), NoOpcode> {
    let word = instruction.mnemonic;
    let mut missing = None;
    for (row, suffix) in mnemonic::readings(word.text) {
        match row.availability.check(&cx.language.features) {
            Ok(()) if mnemonic::takes(row, &suffix, &cx.language.features) => return Ok((row, suffix)),
            Ok(()) => missing = Some(Err(row)),
            Err(why) => missing = missing.or(Some(Ok(why))),
        }
    }
    let has = |features: &Features| {
        mnemonic::readings(word.text).any(|(row, suffix)| {
            row.availability.check(features).is_ok() && mnemonic::takes(row, &suffix, features)
        })
    };
    let divides = mnemonic::readings(word.text).any(|(row, _)| row.opcode == Opcode::Div);
    if missing.is_some() && divides && cx.language.meets(LanguageSet::ARB) && cx.language.is_plain() {
        diagnostics.report(rules::no_division::at(
            word.span,
            division::instead(cx, instruction),
        ));
        return Err(NoOpcode { near: None });
    }
    if missing.is_some()
        && let Some(option) = cx.language.option_with(has)
    {
        let diagnostic = cx.missing_option(word.span, option);
        let mut ways = mnemonic::readings(word.text);
        diagnostics.report(
            match ways.find_map(|(row, suffix)| plain_way(&cx.language, row, &suffix)) {
                Some(way) => rules::missing_option::plainly(diagnostic, way),
                None => diagnostic,
            },
        );
        return Err(NoOpcode { near: None });
    }
    match missing {
        Some(Err(row)) => {
            let message = format!("`{}` does not take this suffix in this language", row.mnemonic);
            diagnostics.report(rules::unknown_opcode::at(word.span, message, Some(row.mnemonic)));
        }
        Some(Ok(missing)) => report_missing(cx, diagnostics, word.span, missing),
        None => {
            let here = OPCODES
                .iter()
                .filter(|row| row.availability.check(&cx.language.features).is_ok());
            let near = suggest::nearest(word.text, here.map(|row| row.mnemonic));
            diagnostics.report(rules::unknown_opcode::at(
                word.span,
                "there is no such instruction",
                near,
            ));
            return Err(NoOpcode { near });
        }
    }
    Err(NoOpcode { near: None })
}

fn report_missing(cx: &Context<'_, '_>, diagnostics: &mut Diagnostics, span: Span, missing: Missing) {
    let diagnostic = match missing {
        Missing::Language => rules::unknown_opcode::at(span, "this language has no such instruction", None),
        Missing::Stage => {
            rules::unknown_opcode::at(span, "programs of this stage have no such instruction", None)
        }
        Missing::Option(option) => cx.missing_option(span, option),
    };
    diagnostics.report(diagnostic);
}
