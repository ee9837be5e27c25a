//! Operands: what an instruction reads, and where it writes.

use quadrille_base::Span;
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::profile::Variables;
use quadrille_program::{Destination, File, Operand, Register, Swizzle};
use quadrille_syntax::tree::{self, Part, Value};

use crate::condition::{attached_condition, null_register, parenthesized_number};
use crate::context::Context;
use crate::dialect::Habit;
use crate::path::part_span;
use crate::register::files::writes_parameters;
use crate::register::operand::register_form;
use crate::resolver::{RegisterPath, Resolver, Wanted};
use crate::selector::{mask, swizzle};
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::NumberType;
use crate::undeclared::NameUse;
use crate::{constant, rules};

impl<'t, 's> Resolver<'_, 't, 's> {
    /// A source operand. Reports what is wrong with it and gives `None` then.
    pub(crate) fn source(&mut self, operand: &'t tree::Operand<'s>, wanted: Wanted<'_>) -> Option<Operand> {
        no_attachment(&self.cx, self.diagnostics, operand)?;
        if self.cx.language.profile.variables == Variables::Registers {
            register_form(&self.cx, self.diagnostics, operand)?;
        }
        let magnitude = operand.absolute.is_some();
        if let Some(absolute) = operand.absolute.filter(|_| !self.cx.language.has_conditions()) {
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
            Value::Number(number) if self.cx.language.is_fp1() => {
                // The sign is part of the number here (NV_fragment_program 3.11.3).
                let inner = operand.absolute.map_or(operand.sign, |absolute| absolute.sign);
                let value = constant::scalar(number, inner.is_some_and(|sign| sign.negative));
                let register = self.constant(value, operand.span);
                let swizzle = number_swizzle(&self.cx, self.diagnostics, operand, wanted)?;
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
                let swizzle = number_swizzle(&self.cx, self.diagnostics, operand, wanted)?;
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
                let swizzle = suffix_swizzle(&self.cx, self.diagnostics, operand, wanted)?;
                Some(Operand {
                    register,
                    swizzle,
                    absolute: magnitude,
                    negate,
                })
            }
            Value::Path(parts) => {
                let parts = self.cx.parts(parts);
                let place = self.place(parts, NameUse::Read)?;
                let readable = readable(self.diagnostics, &place);
                let swizzle = path_swizzle(&self.cx, self.diagnostics, &place, operand.span, wanted)?;
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
    pub(crate) fn destination(&mut self, operand: &'t tree::Operand<'s>) -> Option<Destination> {
        let condition = attached_condition(&self.cx, self.names, self.diagnostics, operand.attached)?;
        let (register, mask, _) = self.masked(operand)?;
        Some(Destination {
            register,
            mask,
            condition,
            short: false,
        })
    }

    /// A register that can be written, with its write mask; no register for `CC`, which stands for the
    /// condition code alone. What is known of the register's type comes with it.
    pub(crate) fn masked(
        &mut self,
        operand: &'t tree::Operand<'s>,
    ) -> Option<(Option<Register>, u8, NumberType)> {
        if let Some(sign) = operand.sign {
            self.report(rules::syntax_error::unexpected(
                sign.span,
                "a destination has no sign",
            ));
            return None;
        }
        let place = match (&operand.value, operand.absolute) {
            (Value::Path(parts), None) => {
                let parts = self.cx.parts(parts);
                match parts {
                    [Part::Word(null)] if null_register(self.names, self.diagnostics, null) => {
                        return Some((None, 0b1111, NumberType::ANY));
                    }
                    [Part::Word(null), Part::Word(word)]
                        if null_register(self.names, self.diagnostics, null) =>
                    {
                        let mask = mask(&self.cx, self.diagnostics, word)?;
                        return Some((None, mask, NumberType::ANY));
                    }
                    _ => self.place(parts, NameUse::Written)?,
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
            [Part::Word(word)] => mask(&self.cx, self.diagnostics, word)?,
            [_, extra, ..] | [extra] => {
                self.report(rules::syntax_error::unexpected(
                    part_span(extra),
                    "nothing may follow here",
                ));
                return None;
            }
        };
        match place.register.file {
            File::Temporary | File::Result => Some((Some(place.register), mask, place.kind)),
            File::Address => {
                self.report(rules::not_writable::at(place.span, "an address register"));
                None
            }
            File::Attribute => {
                self.report(rules::not_writable::at(place.span, "an attribute"));
                None
            }
            File::Parameter if writes_parameters(&self.cx.language, &place.register) => {
                Some((Some(place.register), mask, place.kind))
            }
            File::Parameter => {
                self.report(rules::not_writable::at(place.span, "a parameter"));
                None
            }
        }
    }
}

pub(crate) fn readable(diagnostics: &mut Diagnostics, place: &RegisterPath<'_>) -> bool {
    let what = match place.register.file {
        File::Temporary | File::Attribute | File::Parameter => return true,
        File::Result => "a result",
        File::Address => "an address register",
    };
    diagnostics.report(rules::not_readable::at(place.span, what));
    false
}

/// The selector behind a bare number. The ARB grammars treat it like any operand, so that a scalar needs
/// one; with the NV options and in later languages it has none (NV_vertex_program2_option 2.14.2 and
/// NV_fragment_program_option 3.11.2, `<paramUseS>`; NV_gpu_program4 2.X.2).
fn number_swizzle(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    operand: &tree::Operand<'_>,
    wanted: Wanted<'_>,
) -> Option<Swizzle> {
    let older = LanguageSet::F10.or(LanguageSet::AV2).or(LanguageSet::AF1);
    if !cx.language.meets(older.or(LanguageSet::GPU)) {
        if let (Wanted::Scalar(opcode), true) = (wanted, operand.suffix.is_empty()) {
            let end = operand.span.end;
            let diagnostic = rules::scalar_needs_selector::at(operand.span, end, opcode);
            let diagnostic = diagnostic.noticed(cx.next_token(end));
            let admitted = diagnostics.unless_admitted(Habit::NumberAsScalar, diagnostic);
            return admitted.then_some(Swizzle::IDENTITY);
        }
        return suffix_swizzle(cx, diagnostics, operand, wanted);
    }
    if let [suffix, ..] = cx.parts(&operand.suffix) {
        let message = "a number is the same in every component and has no selector here";
        let diagnostic = rules::syntax_error::unexpected(part_span(suffix), message);
        if !diagnostics.unless_admitted(Habit::SelectorOnNumber, diagnostic) {
            return None;
        }
    }
    Some(Swizzle::IDENTITY)
}

/// The selector behind braces, or behind a number that has one.
fn suffix_swizzle(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    operand: &tree::Operand<'_>,
    wanted: Wanted<'_>,
) -> Option<Swizzle> {
    selector(cx, diagnostics, cx.parts(&operand.suffix), operand.span, wanted)
}

pub(crate) fn path_swizzle(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    place: &RegisterPath<'_>,
    span: Span,
    wanted: Wanted<'_>,
) -> Option<Swizzle> {
    if place.scalar {
        return Some(Swizzle::IDENTITY);
    }
    selector(cx, diagnostics, place.rest, span, wanted)
}

pub(crate) fn selector(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    rest: &[Part<'_>],
    span: Span,
    wanted: Wanted<'_>,
) -> Option<Swizzle> {
    match (rest, wanted) {
        ([], Wanted::Vector) => Some(Swizzle::IDENTITY),
        ([], Wanted::Scalar(opcode)) => {
            let noticed = cx.next_token(span.end);
            diagnostics.report(rules::scalar_needs_selector::at(span, span.end, opcode).noticed(noticed));
            None
        }
        ([Part::Word(word)], Wanted::Vector) => swizzle(cx, diagnostics, word),
        ([Part::Word(word)], Wanted::Scalar(opcode)) => {
            let swizzle = swizzle(cx, diagnostics, word)?;
            if word.text.len() != 1 {
                diagnostics.report(rules::scalar_needs_selector::many(word.span, opcode));
                return None;
            }
            Some(swizzle)
        }
        ([extra, ..], _) => {
            let extra = rest.get(1).unwrap_or(extra);
            diagnostics.report(rules::syntax_error::unexpected(
                part_span(extra),
                "nothing may follow here",
            ));
            None
        }
    }
}

/// Reports a parenthesis behind an operand, which only languages with condition codes or texel offsets
/// have.
pub(crate) fn no_attachment(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    operand: &tree::Operand<'_>,
) -> Option<()> {
    match operand.attached {
        None => Some(()),
        Some(attached) => {
            let span = cx.operand(attached).span;
            if let Some(number) = parenthesized_number(cx, cx.operand(attached)) {
                diagnostics.report(rules::index_in_brackets::at(span, format!("[{number}]")));
                return None;
            }
            let message = "this language has no conditions";
            diagnostics.report(rules::unavailable_form::at(span, message));
            None
        }
    }
}
