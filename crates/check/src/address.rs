//! Address registers as instructions write and read them whole; as indices they are in `place`.

use quadrille_isa::gl::condition::Test;
use quadrille_program::{Destination, File, Operand, Register};
use quadrille_syntax::tree::{self, OperandIndex, Part, Value};

use crate::checker::Checker;
use crate::near::Used;
use crate::rules;
use crate::scope::{Entity, Variable};

impl<'t, 's> Checker<'t, 's> {
    /// The destination of ARL: an address register with the mask `.x`.
    pub(crate) fn address_destination(&mut self, operand: &'t tree::Operand<'s>) -> Option<Destination> {
        let condition = self.attached_condition(operand.attached)?;
        let (register, mask) = self.masked_address(operand)?;
        Some(Destination {
            register: Some(register),
            mask,
            condition,
            short: false,
        })
    }

    /// POPA writes the whole register whatever the condition code says (NV_vertex_program3 2.14.5.43).
    pub(crate) fn whole_pop(&mut self, destination: Option<Destination>, written: &'t [OperandIndex]) {
        let (Some(destination), [operand]) = (destination, written) else {
            return;
        };
        let operand = self.operand(*operand);
        if destination.mask != 0b1111 {
            self.report(rules::partial_pop::at(operand.span));
        }
        if let (Some(condition), Some(attached)) = (destination.condition, operand.attached)
            && condition.test != Test::Tr
        {
            let span = self.operand(attached).span;
            self.report(rules::partial_pop::at(span));
        }
    }

    /// A whole address register, as ARA and PUSHA read it.
    pub(crate) fn address_operand(&mut self, operand: &'t tree::Operand<'s>) -> Option<Operand> {
        self.no_attachment(operand)?;
        if let Value::Path(parts) = &operand.value
            && operand.sign.is_none()
            && operand.absolute.is_none()
            && let [Part::Word(name)] = self.parts(parts)
            && let Some(Entity::Variable(Variable {
                file: File::Address,
                first,
                ..
            })) = self.find(name.text)
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
            Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => self.parts(parts),
            Value::Missing => return None,
            _ => &[],
        };
        let Some(Part::Word(name)) = parts.first() else {
            self.report(rules::not_writable::at(operand.span, "only an address register"));
            return None;
        };
        match self.find(name.text) {
            Some(Entity::Variable(Variable {
                file: File::Address,
                first,
                ..
            })) => match &parts[1..] {
                [Part::Word(word)] if word.text == "x" => Some((Register::fixed(File::Address, first), 1)),
                [] if self.is_extended() => Some((Register::fixed(File::Address, first), 0b1111)),
                [Part::Word(word)] if self.is_extended() => {
                    let mask = self.mask(word)?;
                    Some((Register::fixed(File::Address, first), mask))
                }
                rest => {
                    let message = "an address register has one component, and needs `.x`";
                    let noticed = self.selector_place(rest, operand.span);
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
            None if self.opens_binding(name.text) => {
                self.report(rules::not_writable::at(
                    operand.span,
                    "anything but an address register",
                ));
                None
            }
            None => {
                self.unknown_name(name, Used::Address);
                None
            }
        }
    }
}
