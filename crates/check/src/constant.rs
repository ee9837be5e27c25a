//! Constant vectors.

use quadrille_base::Span;
use quadrille_syntax::tree::{Number, Operand, Part, Run, Value};

use crate::checker::Checker;
use crate::rules;

/// The bits of a float constant vector.
pub(crate) type Constant = [u32; 4];

fn bits(number: &Number<'_>, negative: bool) -> u32 {
    let value = number.float32();
    (if negative { -value } else { value }).to_bits()
}

/// A scalar constant, in all components.
pub(crate) fn scalar(number: &Number<'_>, negative: bool) -> Constant {
    [bits(number, negative); 4]
}

impl Checker<'_, '_> {
    /// `{ 1.0, -2 }`: one to four numbers, the rest (0, 0, 1).
    pub(crate) fn vector_constant(&mut self, list: &Run, span: Span) -> Option<Constant> {
        let items = self.list(list);
        if items.is_empty() || items.len() > 4 {
            self.report(rules::syntax_error::unexpected(
                span,
                "a constant vector has one to four numbers",
            ));
            return None;
        }
        let mut value = [0f32.to_bits(), 0f32.to_bits(), 0f32.to_bits(), 1f32.to_bits()];
        for (component, item) in value.iter_mut().zip(items) {
            let item = self.operand(*item);
            match plain_number(item) {
                Some((number, negative)) => *component = bits(number, negative),
                None => {
                    if let Value::Path(parts) = &item.value
                        && self.is_fp1()
                        && item.sign.is_none()
                        && let [Part::Word(name)] = self.parts(parts)
                    {
                        match self.named_value(name)? {
                            (bits, true) => *component = bits[0],
                            (_, false) => {
                                let message = "a constant vector holds numbers only";
                                self.report(rules::syntax_error::unexpected(item.span, message));
                                return None;
                            }
                        }
                        continue;
                    }
                    if !matches!(item.value, Value::Missing) {
                        let message = "a constant vector holds numbers only";
                        self.report(rules::syntax_error::unexpected(item.span, message));
                    }
                    return None;
                }
            }
        }
        Some(value)
    }
}

/// A number with an optional sign and nothing else.
pub(crate) fn plain_number<'o, 't>(operand: &'o Operand<'t>) -> Option<(&'o Number<'t>, bool)> {
    let plain = operand.absolute.is_none() && operand.suffix.is_empty() && operand.attached.is_none();
    match &operand.value {
        Value::Number(number) if plain => Some((number, operand.sign.is_some_and(|sign| sign.negative))),
        _ => None,
    }
}
