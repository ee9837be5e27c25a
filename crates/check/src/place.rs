//! Registers that a path names: declared variables with their index, and bindings used directly.

use quadrille_isa::gl::binding::Role;
use quadrille_isa::gl::profile::Variables;
use quadrille_program::{File, ParameterSource, Register, Relative, Swizzle};
use quadrille_syntax::tree::{self, Part, Value};

use crate::checker::Checker;
use crate::path::{part_span, parts_span};
use crate::rules;
use crate::scope::{Entity, Kind, Variable};
use crate::source::Place;

impl<'t> Checker<'t> {
    /// The register that a path names: a declared name with its index, or a binding used directly.
    pub(crate) fn place(&mut self, parts: &'t [Part<'t>]) -> Option<Place<'t>> {
        let Some(Part::Word(name)) = parts.first() else {
            return None;
        };
        if self.opens_binding(name.text) {
            return match self.profile.variables {
                Variables::Declared => self.direct(parts),
                Variables::Registers => self.bracketed_register(parts),
            };
        }
        match self.find(name.text) {
            Some(Entity::Variable(variable)) => self.variable(parts, variable),
            Some(Entity::Scalar(slot)) => {
                if let Some(extra) = parts.get(1) {
                    let message = "a scalar constant has no selector";
                    self.report(rules::syntax_error::unexpected(part_span(extra), message));
                    return None;
                }
                Some(Place {
                    register: Register::fixed(File::Parameter, slot),
                    rest: &[],
                    span: name.span,
                    scalar: true,
                    kind: Kind::ANY,
                })
            }
            Some(Entity::Broken) => None,
            Some(entity) => {
                self.report(rules::not_readable::at(name.span, entity.what()));
                None
            }
            None => {
                self.unknown_name(name);
                None
            }
        }
    }

    /// A declared variable with its index.
    fn variable(&mut self, parts: &'t [Part<'t>], variable: Variable) -> Option<Place<'t>> {
        let name = part_span(&parts[0]);
        let Variable {
            file,
            first,
            length,
            kind,
            ..
        } = variable;
        match (parts.get(1), length) {
            (Some(Part::Index { span, from, to }), Some(length)) => {
                let span = *span;
                let (Some(from), None) = (from, to) else {
                    self.report(rules::bad_index::at(span, "one index belongs here"));
                    return None;
                };
                let register = self.element(self.operand(*from), file, first, length)?;
                Some(Place {
                    register,
                    rest: &parts[2..],
                    span: name.to(span),
                    scalar: false,
                    kind,
                })
            }
            (Some(Part::Index { span, .. }), None) => {
                self.report(rules::index_on_single::at(*span));
                None
            }
            (_, Some(_)) => {
                self.report(rules::array_needs_index::at(name));
                None
            }
            (_, None) => Some(Place {
                register: Register::fixed(file, first),
                rest: &parts[1..],
                span: name,
                scalar: false,
                kind,
            }),
        }
    }

    /// One element of an array.
    fn element(
        &mut self,
        index: &'t tree::Operand<'t>,
        file: File,
        first: u32,
        length: u32,
    ) -> Option<Register> {
        if let Value::Number(number) = &index.value
            && index.sign.is_none()
            && index.suffix.is_empty()
        {
            let value = number.integer();
            if number.form == tree::NumberForm::Float {
                self.report(rules::bad_index::at(index.span, "an index is a whole number"));
                return None;
            }
            return match value.filter(|value| *value < u64::from(length)) {
                Some(value) => Some(Register::fixed(file, first + value as u32)),
                None => {
                    self.report(rules::array_index_out_of_range::at(index.span, length));
                    None
                }
            };
        }
        let (register, offset) = match &index.value {
            Value::Sum(base, sign, offset) if index.sign.is_none() => {
                let offset_operand = self.operand(*offset);
                let Some(value) = self.integer(*offset) else {
                    let message = "a whole number belongs here";
                    self.report(rules::bad_index::at(offset_operand.span, message));
                    return None;
                };
                let value = if sign.negative { -value } else { value };
                if !(-64..=63).contains(&value) {
                    let span = offset_operand.span;
                    self.report(rules::relative_offset_out_of_range::at(span, -64, 63));
                    return None;
                }
                (self.operand(*base), value as i32)
            }
            _ => (index, 0),
        };
        let (slot, component) = self.address(register)?;
        if file == File::Parameter {
            self.build.relative(first);
        }
        let relative = Relative {
            file: File::Address,
            slot,
            component,
            first,
            length,
        };
        Some(Register {
            file,
            slot: first as i32 + offset,
            relative: Some(relative),
            outer: None,
        })
    }

    /// The address register and component of a relative index.
    pub(crate) fn address(&mut self, operand: &'t tree::Operand<'t>) -> Option<(u32, u8)> {
        let not_an_index = "an index is a number or an address register";
        let parts = match &operand.value {
            Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => self.parts(parts),
            Value::Missing => return None,
            _ => {
                self.report(rules::bad_index::at(operand.span, not_an_index));
                return None;
            }
        };
        let Some(Part::Word(name)) = parts.first() else {
            return None;
        };
        let variable = match self.find(name.text) {
            Some(Entity::Variable(variable)) if variable.file == File::Address => variable,
            Some(Entity::Broken) => return None,
            Some(_) => {
                self.report(rules::bad_index::at(operand.span, not_an_index));
                return None;
            }
            None if self.opens_binding(name.text) => {
                self.report(rules::bad_index::at(operand.span, not_an_index));
                return None;
            }
            None => {
                self.unknown_name(name);
                return None;
            }
        };
        match &parts[1..] {
            [Part::Word(word)] if word.text == "x" => Some((variable.first, 0)),
            [Part::Word(word)] if self.is_extended() && word.text.len() == 1 => {
                let swizzle = self.swizzle(word)?;
                let component = Swizzle::IDENTITY
                    .0
                    .iter()
                    .position(|selector| *selector == swizzle.0[0]);
                Some((variable.first, component.unwrap_or(0) as u8))
            }
            _ if self.is_extended() => {
                let message = "an index needs one component of the address register";
                self.report(rules::bad_index::at(operand.span, message));
                None
            }
            _ => {
                let message = "an address register has one component, and needs `.x`";
                self.report(rules::bad_index::at(operand.span, message));
                None
            }
        }
    }

    /// A binding used directly in an instruction.
    fn direct(&mut self, parts: &'t [Part<'t>]) -> Option<Place<'t>> {
        let found = self.binding(parts)?;
        let span = parts_span(&parts[..found.consumed]);
        if found.array {
            self.report(rules::many_vectors_for_one::at(span));
            return None;
        }
        let binding = found.first;
        let register = match found.row.role {
            Role::Parameter => {
                let slot = self.build.parameter(ParameterSource::Binding(binding), span);
                Register::fixed(File::Parameter, slot)
            }
            Role::Attribute => Register::fixed(File::Attribute, self.attribute(binding, span)),
            Role::Result => Register::fixed(File::Result, self.build.bind(File::Result, binding, span)),
            Role::Buffer
            | Role::Storage
            | Role::Counter
            | Role::Shared
            | Role::Subroutine
            | Role::Texture
            | Role::Image
            | Role::Handle => {
                self.report(rules::not_readable::at(span, "this binding"));
                return None;
            }
        };
        Some(Place {
            register,
            rest: &parts[found.consumed..],
            span,
            scalar: false,
            kind: Kind {
                base: found.row.base,
                size: None,
            },
        })
    }
}
