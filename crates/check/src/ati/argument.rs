//! One argument: `r0.g.neg.2x.bias.comp`.

use quadrille_isa::gl::ati::Argument;
use quadrille_program::ati::{AtiArgument, AtiSource};
use quadrille_syntax::tree::{self, Part, Value, Word};

use super::state::numbered;
use crate::ati::words::ati_register;
use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

pub(crate) fn ati_argument(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    operand: &tree::Operand<'_>,
) -> Option<AtiArgument> {
    let plain = operand.sign.is_none() && operand.absolute.is_none() && operand.attached.is_none();
    let (source, parts) = match &operand.value {
        Value::Number(number) if plain && number.text == "0" => (AtiSource::Zero, cx.parts(&operand.suffix)),
        Value::Number(number) if plain && number.text == "1" => (AtiSource::One, cx.parts(&operand.suffix)),
        Value::Path(parts) if plain => match cx.parts(parts) {
            [Part::Word(name), rest @ ..] => (ati_source(cx, diagnostics, name)?, rest),
            _ => return no_argument(diagnostics, operand),
        },
        Value::Missing => return None,
        _ => return no_argument(diagnostics, operand),
    };
    let mut words = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Part::Word(word) => words.push(*word),
            _ => return no_argument(diagnostics, operand),
        }
    }
    let mut rest = words.as_slice();
    let mut replicate = None;
    if let [word, after @ ..] = rest
        && let Some(component) = ["r", "g", "b", "a"].iter().position(|name| *name == word.text)
    {
        (replicate, rest) = (Some(component as u8), after);
    }
    let mut modifiers = Argument::default();
    let order: [(&str, &mut bool); 4] = [
        ("neg", &mut modifiers.negate),
        ("2x", &mut modifiers.double),
        ("bias", &mut modifiers.bias),
        ("comp", &mut modifiers.complement),
    ];
    for (name, present) in order {
        if let [word, after @ ..] = rest
            && word.text == name
        {
            *present = true;
            rest = after;
        }
    }
    if let Some(word) = rest.first() {
        let message = "one of `r`, `g`, `b` and `a`, then `neg`, `2x`, `bias` and `comp` in this order";
        diagnostics.report(rules::syntax_error::unexpected(word.span, message));
        return None;
    }
    Some(AtiArgument {
        source,
        replicate,
        modifiers,
    })
}

fn no_argument(diagnostics: &mut Diagnostics, operand: &tree::Operand<'_>) -> Option<AtiArgument> {
    let message = "an argument is a register, a constant, a colour, `0` or `1`";
    diagnostics.report(rules::syntax_error::unexpected(operand.span, message));
    None
}

fn ati_source(cx: &Context<'_, '_>, diagnostics: &mut Diagnostics, name: &Word<'_>) -> Option<AtiSource> {
    if let Some(number) = numbered(name, "c", 8) {
        return Some(AtiSource::Constant(number));
    }
    if let Some(number) = numbered(name, "color", 2) {
        return Some(AtiSource::Color(number));
    }
    ati_register(cx, diagnostics, name).map(AtiSource::Register)
}
