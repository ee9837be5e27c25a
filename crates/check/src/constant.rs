//! Constant vectors.

use quadrille_base::Span;
use quadrille_syntax::tree::{NodeRange, Number, Operand, Part, Value, Word};

use crate::resolver::Resolver;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::Entity;
use crate::state::slots::Constant;
use crate::undeclared::NameUse;
use quadrille_program::File;

fn bits(number: &Number<'_>, negative: bool) -> u32 {
    let value = number.float32();
    (if negative { -value } else { value }).to_bits()
}

/// A scalar constant, in all components.
pub(crate) fn scalar(number: &Number<'_>, negative: bool) -> Constant {
    [bits(number, negative); 4]
}

impl<'t, 's> Resolver<'_, 't, 's> {
    /// `{ 1.0, -2 }`: one to four numbers, the rest (0, 0, 1).
    pub(crate) fn vector_constant(&mut self, list: &NodeRange, span: Span) -> Option<Constant> {
        let items = self.cx.list(list);
        if items.is_empty() || items.len() > 4 {
            self.report(rules::syntax_error::unexpected(
                span,
                "a constant vector has one to four numbers",
            ));
            return None;
        }
        let mut value = [0f32.to_bits(), 0f32.to_bits(), 0f32.to_bits(), 1f32.to_bits()];
        for (component, item) in value.iter_mut().zip(items) {
            let item = self.cx.operand(*item);
            match plain_number(item) {
                Some((number, negative)) => *component = bits(number, negative),
                None => {
                    if let Value::Path(parts) = &item.value
                        && self.cx.language.is_fp1()
                        && item.sign.is_none()
                        && let [Part::Word(name)] = self.cx.parts(parts)
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

    /// The value of a name that DEFINE declared, and whether it is a scalar.
    pub(crate) fn named_value(&mut self, name: &Word<'s>) -> Option<(Constant, bool)> {
        let (slot, is_scalar) = match self.names.find(name.text) {
            Some(Entity::Scalar(slot)) => (slot, true),
            Some(Entity::Variable(variable)) if variable.file == File::Parameter => (variable.first, false),
            Some(Entity::Broken) => return None,
            Some(_) => return no_constant(self.diagnostics, name.span),
            None => {
                self.unknown_name(name, NameUse::Constant);
                return None;
            }
        };
        match self.slots.constant_bits(slot) {
            Some(bits) => Some((bits, is_scalar)),
            None => no_constant(self.diagnostics, name.span),
        }
    }
}

/// Reports what is no constant.
pub(crate) fn no_constant(diagnostics: &mut Diagnostics, span: Span) -> Option<(Constant, bool)> {
    diagnostics.report(rules::syntax_error::unexpected(span, "a constant belongs here"));
    None
}

/// A number with an optional sign and nothing else.
pub(crate) fn plain_number<'o, 't>(operand: &'o Operand<'t>) -> Option<(&'o Number<'t>, bool)> {
    let plain = operand.absolute.is_none() && operand.suffix.is_empty() && operand.attached.is_none();
    match &operand.value {
        Value::Number(number) if plain => Some((number, operand.sign.is_some_and(|sign| sign.negative))),
        _ => None,
    }
}
