//! Operands: what an instruction reads, and where it writes.

use quadrille_base::Span;
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::binding::Role;
use quadrille_isa::gl::profile::Variables;
use quadrille_program::{Destination, File, Operand, ParameterSource, Register, Relative, Swizzle};
use quadrille_syntax::tree::{self, Part, Value};

use crate::checker::Checker;
use crate::constant::{self, Constant};
use crate::path::{part_span, parts_span};
use crate::rules;
use crate::scope::{Entity, Variable};

/// A register with the parts of its path that are left: its selector.
pub(crate) struct Place<'t> {
    pub(crate) register: Register,
    pub(crate) rest: &'t [Part<'t>],
    pub(crate) span: Span,
    /// Whether all components are one number, of which none is selected.
    pub(crate) scalar: bool,
}

/// How an operand selects components.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted<'o> {
    /// A vector: a swizzle of none, one or four letters.
    Vector,
    /// A scalar of the named opcode: one letter.
    Scalar(&'o str),
}

impl<'t> Checker<'t> {
    /// A source operand. Reports what is wrong with it and gives `None` then.
    pub(crate) fn source(&mut self, operand: &'t tree::Operand<'t>, wanted: Wanted<'_>) -> Option<Operand> {
        self.no_attachment(operand)?;
        if self.profile.variables == Variables::Registers {
            self.register_form(operand)?;
        }
        let magnitude = operand.absolute.is_some();
        if let Some(absolute) = operand.absolute.filter(|_| !self.has_conditions()) {
            let message = "this language has no magnitude operands";
            self.report(rules::unavailable_form::at(absolute.span, message));
            return None;
        }
        let negate = if operand.sign.is_some_and(|sign| sign.negative) {
            0b1111
        } else {
            0
        };
        match &operand.value {
            Value::Number(number) if self.is_fp1() => {
                // The sign is part of the number here (NV_fragment_program 3.11.3).
                let inner = operand.absolute.map_or(operand.sign, |absolute| absolute.sign);
                let value = constant::scalar(number, inner.is_some_and(|sign| sign.negative));
                let register = self.constant(value, operand.span);
                let swizzle = self.number_swizzle(operand, wanted)?;
                Some(Operand {
                    register,
                    swizzle,
                    absolute: magnitude,
                    negate: if magnitude { negate } else { 0 },
                })
            }
            Value::Number(number) => {
                let value = constant::scalar(number, false);
                let register = self.constant(value, operand.span);
                let swizzle = self.number_swizzle(operand, wanted)?;
                Some(Operand {
                    register,
                    swizzle,
                    absolute: magnitude,
                    negate,
                })
            }
            Value::Braces(list) => {
                let value = self.vector_constant(list, operand.span)?;
                let register = self.constant(value, operand.span);
                let swizzle = self.suffix_swizzle(operand, wanted)?;
                Some(Operand {
                    register,
                    swizzle,
                    absolute: magnitude,
                    negate,
                })
            }
            Value::Path(parts) => {
                let parts = self.parts(parts);
                let place = self.place(parts)?;
                let readable = self.readable(&place);
                let swizzle = self.path_swizzle(&place, operand.span, wanted)?;
                readable.then_some(Operand {
                    register: place.register,
                    swizzle,
                    absolute: magnitude,
                    negate,
                })
            }
            Value::Parenthesis(_) | Value::Sum(..) => {
                self.report(rules::syntax_error::unexpected(
                    operand.span,
                    "an operand belongs here",
                ));
                None
            }
            Value::Missing => None,
        }
    }

    /// A destination: a register, its write mask and its condition.
    pub(crate) fn destination(&mut self, operand: &'t tree::Operand<'t>) -> Option<Destination> {
        let condition = self.attached_condition(operand.attached)?;
        let (register, mask) = self.masked(operand)?;
        Some(Destination {
            register,
            mask,
            condition,
        })
    }

    /// A register that can be written, with its write mask; no register for `CC`, which stands for the
    /// condition code alone.
    fn masked(&mut self, operand: &'t tree::Operand<'t>) -> Option<(Option<Register>, u8)> {
        if let Some(sign) = operand.sign {
            self.report(rules::syntax_error::unexpected(
                sign.span,
                "a destination has no sign",
            ));
            return None;
        }
        let place = match (&operand.value, operand.absolute) {
            (Value::Path(parts), None) => {
                let parts = self.parts(parts);
                match parts {
                    [Part::Word(null)] if self.is_null(null.text) => {
                        return Some((None, 0b1111));
                    }
                    [Part::Word(null), Part::Word(mask)] if self.is_null(null.text) => {
                        return Some((None, self.mask(mask)?));
                    }
                    _ => self.place(parts)?,
                }
            }
            (Value::Missing, _) => return None,
            (Value::Number(_) | Value::Braces(_), None) => {
                self.report(rules::not_writable::at(operand.span, "a constant"));
                return None;
            }
            _ => {
                self.report(rules::syntax_error::unexpected(
                    operand.span,
                    "a destination belongs here",
                ));
                return None;
            }
        };
        let mask = match place.rest {
            [] => 0b1111,
            [Part::Word(word)] => self.mask(word)?,
            [_, extra, ..] | [extra] => {
                self.report(rules::syntax_error::unexpected(
                    part_span(extra),
                    "nothing may follow here",
                ));
                return None;
            }
        };
        match place.register.file {
            File::Temporary | File::Result => Some((Some(place.register), mask)),
            File::Address => {
                self.report(rules::not_writable::at(place.span, "an address register"));
                None
            }
            File::Attribute => {
                self.report(rules::not_writable::at(place.span, "an attribute"));
                None
            }
            File::Parameter if self.writes_parameters(&place.register) => Some((Some(place.register), mask)),
            File::Parameter => {
                self.report(rules::not_writable::at(place.span, "a parameter"));
                None
            }
        }
    }

    fn readable(&mut self, place: &Place<'t>) -> bool {
        let what = match place.register.file {
            File::Temporary | File::Attribute | File::Parameter => return true,
            File::Result => "a result",
            File::Address => "an address register",
        };
        self.report(rules::not_readable::at(place.span, what));
        false
    }

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
                })
            }
            Some(Entity::Broken) => None,
            None => {
                self.unknown_name(name);
                None
            }
        }
    }

    /// A declared variable with its index.
    fn variable(&mut self, parts: &'t [Part<'t>], variable: Variable) -> Option<Place<'t>> {
        let name = part_span(&parts[0]);
        let Variable { file, first, length } = variable;
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
        })
    }

    /// The register of a constant.
    pub(crate) fn constant(&mut self, value: Constant, span: Span) -> Register {
        Register::fixed(
            File::Parameter,
            self.build.parameter(ParameterSource::Constant(value), span),
        )
    }

    /// The selector behind a bare number. The ARB grammars treat it like any operand, so that a scalar needs
    /// one; with the NV options and in later languages it has none (NV_vertex_program2_option 2.14.2 and
    /// NV_fragment_program_option 3.11.2, `<paramUseS>`; NV_gpu_program4 2.X.2).
    fn number_swizzle(&mut self, operand: &'t tree::Operand<'t>, wanted: Wanted<'_>) -> Option<Swizzle> {
        let older = LanguageSet::F10.or(LanguageSet::AV2).or(LanguageSet::AF1);
        if !self.features.languages.meets(older.or(LanguageSet::GPU)) {
            return self.suffix_swizzle(operand, wanted);
        }
        if let [suffix, ..] = self.parts(&operand.suffix) {
            let message = "a number is the same in every component and has no selector here";
            self.report(rules::syntax_error::unexpected(part_span(suffix), message));
            return None;
        }
        Some(Swizzle::IDENTITY)
    }

    /// The selector behind braces, or behind a number that has one.
    fn suffix_swizzle(&mut self, operand: &'t tree::Operand<'t>, wanted: Wanted<'_>) -> Option<Swizzle> {
        self.selector(self.parts(&operand.suffix), operand.span, wanted)
    }

    fn path_swizzle(&mut self, place: &Place<'t>, span: Span, wanted: Wanted<'_>) -> Option<Swizzle> {
        if place.scalar {
            return Some(Swizzle::IDENTITY);
        }
        self.selector(place.rest, span, wanted)
    }

    fn selector(&mut self, rest: &'t [Part<'t>], span: Span, wanted: Wanted<'_>) -> Option<Swizzle> {
        match (rest, wanted) {
            ([], Wanted::Vector) => Some(Swizzle::IDENTITY),
            ([], Wanted::Scalar(opcode)) => {
                self.report(rules::scalar_needs_selector::at(span, span.end, opcode));
                None
            }
            ([Part::Word(word)], Wanted::Vector) => self.swizzle(word),
            ([Part::Word(word)], Wanted::Scalar(opcode)) => {
                let swizzle = self.swizzle(word)?;
                if word.text.len() != 1 {
                    self.report(rules::scalar_needs_selector::many(word.span, opcode));
                    return None;
                }
                Some(swizzle)
            }
            ([extra, ..], _) => {
                let extra = rest.get(1).unwrap_or(extra);
                self.report(rules::syntax_error::unexpected(
                    part_span(extra),
                    "nothing may follow here",
                ));
                None
            }
        }
    }

    /// Reports a parenthesis behind an operand, which only languages with condition codes or texel offsets
    /// have.
    pub(crate) fn no_attachment(&mut self, operand: &tree::Operand<'t>) -> Option<()> {
        match operand.attached {
            None => Some(()),
            Some(attached) => {
                let span = self.operand(attached).span;
                let message = "this language has no conditions";
                self.report(rules::unavailable_form::at(span, message));
                None
            }
        }
    }
}
