//! Address registers as instructions write and read them whole; as indices they are in `place`.

use quadrille_isa::gl::condition::Test;
use quadrille_program::{Destination, File, Operand, Register};
use quadrille_syntax::tree::{self, OperandIndex, Part, Value};

use crate::condition::attached_condition;
use crate::context::Context;
use crate::resolver::Resolver;
use crate::rules;
use crate::selector::mask;
use crate::source::no_attachment;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::{Entity, Variable};
use crate::undeclared::NameUse;

impl<'t, 's> Resolver<'_, 't, 's> {
    /// The destination of ARL: an address register with the mask `.x`.
    pub(crate) fn address_destination(&mut self, operand: &'t tree::Operand<'s>) -> Option<Destination> {
        let condition = attached_condition(&self.cx, self.names, self.diagnostics, operand.attached)?;
        let (register, mask) = self.masked_address(operand)?;
        Some(Destination {
            register: Some(register),
            mask,
            condition,
            short: false,
        })
    }

    /// A whole address register, as ARA and PUSHA read it.
    pub(crate) fn address_operand(&mut self, operand: &'t tree::Operand<'s>) -> Option<Operand> {
        no_attachment(&self.cx, self.diagnostics, operand)?;
        if let Value::Path(parts) = &operand.value
            && operand.sign.is_none()
            && operand.absolute.is_none()
            && let [Part::Word(name)] = self.cx.parts(parts)
            && let Some(Entity::Variable(Variable {
                file: File::Address,
                first,
                ..
            })) = self.names.find(name.text)
        {
            return Some(Operand::of(Register::fixed(File::Address, first)));
        }
        if !matches!(operand.value, Value::Missing) {
            let message = "an address register without a selector belongs here";
            self.report(rules::bad_index::at(operand.span, message));
        }
        None
    }

    fn masked_address(&mut self, operand: &'t tree::Operand<'s>) -> Option<(Register, u8)> {
        let parts = match &operand.value {
            Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => {
                self.cx.parts(parts)
            }
            Value::Missing => return None,
            _ => &[],
        };
        let Some(Part::Word(name)) = parts.first() else {
            self.report(rules::not_writable::at(operand.span, "only an address register"));
            return None;
        };
        match self.names.find(name.text) {
            Some(Entity::Variable(Variable {
                file: File::Address,
                first,
                ..
            })) => match &parts[1..] {
                [Part::Word(word)] if word.text == "x" => Some((Register::fixed(File::Address, first), 1)),
                [] if self.cx.language.is_extended() => Some((Register::fixed(File::Address, first), 0b1111)),
                [Part::Word(word)] if self.cx.language.is_extended() => {
                    let mask = mask(&self.cx, self.diagnostics, word)?;
                    Some((Register::fixed(File::Address, first), mask))
                }
                rest => {
                    let message = "an address register has one component, and needs `.x`";
                    let noticed = self.cx.selector_place(rest, operand.span);
                    self.report(rules::bad_index::at(operand.span, message).noticed(noticed));
                    None
                }
            },
            Some(Entity::Broken) => None,
            Some(_) => {
                self.report(rules::not_writable::at(
                    name.span,
                    "anything but an address register",
                ));
                None
            }
            None if self.names.opens_binding(name.text) => {
                self.report(rules::not_writable::at(
                    operand.span,
                    "anything but an address register",
                ));
                None
            }
            None => {
                self.unknown_name(name, NameUse::Address);
                None
            }
        }
    }
}

/// POPA writes the whole register whatever the condition code says (NV_vertex_program3 2.14.5.43).
pub(crate) fn whole_pop(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    destination: Option<Destination>,
    written: &[OperandIndex],
) {
    let (Some(destination), [operand]) = (destination, written) else {
        return;
    };
    let operand = cx.operand(*operand);
    if destination.mask != 0b1111 {
        diagnostics.report(rules::partial_pop::at(operand.span));
    }
    if let (Some(condition), Some(attached)) = (destination.condition, operand.attached)
        && condition.test != Test::Tr
    {
        let span = cx.operand(attached).span;
        diagnostics.report(rules::partial_pop::at(span));
    }
}
