//! What stands for `DIV` in a plain ARB program.

use quadrille_base::Span;
use quadrille_syntax::tree::{self, OperandIndex, Part, Value};

use crate::constant::plain_number;
use crate::context::Context;

/// The statement of a division, without its semicolon, and the two instructions that stand for it; `None` where it is
/// not plain what it divides by, or where its result is clamped in a way that plain programs have no word for.
pub(crate) fn instead(cx: &Context<'_, '_>, instruction: &tree::Instruction<'_>) -> Option<(Span, String)> {
    let multiply = match instruction.mnemonic.text {
        "DIV" => "MUL",
        "DIV_SAT" if cx.language.is_fragment() => "MUL_SAT",
        _ => return None,
    };
    let operands = cx.list(&instruction.operands);
    let [to, dividend, divisor] = operands else {
        return None;
    };
    let written = |index: &OperandIndex| &cx.text[cx.operand(*index).span.range()];
    let is_whole = |index: &&OperandIndex| cx.operand(**index).attached.is_none();
    if !cx.words(&instruction.modifiers).is_empty() || !operands.iter().all(|index| is_whole(&index)) {
        return None;
    }
    let last = cx.operand(*divisor).span;
    let statement = instruction.mnemonic.span.to(last);
    if let Some(reciprocal) = reciprocal(cx.operand(*divisor)) {
        let (to, dividend) = (written(to), written(dividend));
        return Some((statement, format!("{multiply} {to}, {dividend}, {reciprocal:?}")));
    }
    // One component divides (NV_fragment_program2); of a vector it is not plain what was meant.
    let Value::Path(parts) = &cx.operand(*divisor).value else {
        return None;
    };
    let is_scalar = |word: &str| matches!(word, "x" | "y" | "z" | "w" | "r" | "g" | "b" | "a");
    match cx.parts(parts) {
        [_, .., Part::Word(last)] if is_scalar(last.text) => {}
        _ => return None,
    }
    // Several divisions are mended together: each has a name of its own.
    let before = &cx.text[..instruction.mnemonic.span.start as usize];
    let line = before.matches('\n').count() + 1;
    let in_line = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .matches("DIV")
        .count();
    let letters = "_".repeat(in_line);
    let mut names = (0..).map(|more: u32| format!("quotient{}{line}{letters}", "_".repeat(more as usize)));
    let name = names.find(|name| !cx.text.contains(name.as_str()))?;
    Some((
        statement,
        format!(
            "TEMP {name};\nRCP {name}.x, {};\n{multiply} {}, {}, {name}.x",
            written(divisor),
            written(to),
            written(dividend)
        ),
    ))
}

/// The reciprocal of a number, which RCP would give; none of what is no number, or has no normal reciprocal.
fn reciprocal(divisor: &tree::Operand<'_>) -> Option<f32> {
    let (number, negative) = plain_number(divisor)?;
    let magnitude = number.float32();
    let reciprocal = 1.0 / if negative { -magnitude } else { magnitude };
    reciprocal.is_normal().then_some(reciprocal)
}
