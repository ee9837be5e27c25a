//! One register in an instruction: `v[OPOS]`, `c[12]`, `c[A0.x + 3]`, `o[HPOS]`.

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::binding::{Binding, Family, Role};
use quadrille_isa::gl::register::{self, RegisterError, Selected};
use quadrille_isa::gl::{LanguageSet, Stage};
use quadrille_program::{File, Index, ParameterSource, Register, Relative};
use quadrille_syntax::tree::{self, NumberForm, Part, Value, Word};

use crate::binding::attribute;
use crate::context::Context;
use crate::path::part_span;
use crate::register::files::FIRST;
use crate::resolver::{RegisterPath, Resolver};
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::NumberType;
use crate::state::slots::Slots;

impl<'t, 's> Resolver<'_, 't, 's> {
    /// A register of a file with brackets; `parts` begins with the letter of the file.
    pub(crate) fn bracketed_register(&mut self, parts: &'t [Part<'s>]) -> Option<RegisterPath<'t>> {
        let Some(Part::Word(letter)) = parts.first() else {
            return None;
        };
        let (span, index) = match parts.get(1) {
            Some(Part::Index {
                span,
                from: Some(from),
                to: None,
            }) => (letter.span.to(*span), self.cx.operand(*from)),
            other => {
                let span = other.map_or(letter.span, part_span);
                let message = format!("a register in brackets belongs behind `{}`", letter.text);
                self.report(rules::bad_index::at(span, message));
                return None;
            }
        };
        let register = match &index.value {
            Value::Missing => return None,
            Value::Number(number) if number.form == NumberForm::Integer && index.is_plain() => {
                let number = number.integer().and_then(|number| i64::try_from(number).ok());
                self.member(
                    letter,
                    Selected::Number(number.unwrap_or(i64::MAX)),
                    span,
                    index.span,
                )?
            }
            Value::Path(path)
                if index.is_plain() && is_member_name(&self.cx, letter, self.cx.parts(path)) =>
            {
                let Some(Part::Word(name)) = self.cx.parts(path).first() else {
                    return None;
                };
                self.member(letter, Selected::Name(name.text), span, index.span)?
            }
            _ => self.relative_register(letter, index)?,
        };
        Some(RegisterPath {
            register,
            rest: &parts[2..],
            span,
            scalar: false,
            kind: NumberType::ANY,
        })
    }

    /// A register by its name or number.
    fn member(
        &mut self,
        letter: &Word<'s>,
        selected: Selected<'_>,
        whole: Span,
        inside: Span,
    ) -> Option<Register> {
        let languages = self.cx.language.features.languages;
        match register::bracketed(letter.text, selected, languages, self.cx.limits()) {
            Ok((binding, _)) => self.bound_register(binding, whole, inside),
            Err(RegisterError::OutOfRange { below, .. }) => {
                let message = format!("this number is at most {}", below.saturating_sub(1));
                self.report(rules::binding_index_out_of_range::at(inside, message));
                None
            }
            Err(RegisterError::NoFile | RegisterError::NoName | RegisterError::NoNumbers) => {
                let near = match selected {
                    Selected::Name(name) => {
                        suggest::nearest(name, register::member_names(letter.text, languages))
                    }
                    Selected::Number(_) => None,
                };
                self.report(rules::unknown_register::at(inside, near));
                None
            }
        }
    }

    /// The slot of a register that stands for something outside the program.
    fn bound_register(&mut self, binding: Binding, span: Span, inside: Span) -> Option<Register> {
        Some(match binding.family.row().role {
            Role::Attribute => Register::fixed(
                File::Attribute,
                attribute(self.slots, self.diagnostics, binding, span),
            ),
            Role::Result => {
                let position = binding.family == Family::ResultPosition;
                if position && self.cx.language.features.options.position_invariant() {
                    self.report(rules::position_invariant_write::at(span).noticed(inside.start));
                    return None;
                }
                Register::fixed(File::Result, self.slots.bind(File::Result, binding, span))
            }
            // What a state program writes has to be seen by all its reads, so each register is one slot.
            _ if self.cx.language.features.stage == Stage::VertexState => {
                let (first, _) = parameter_file(&self.cx, self.slots, "c")?;
                Register::fixed(File::Parameter, first + binding.index[0])
            }
            _ => {
                let slot = self.slots.parameter(ParameterSource::Binding(binding), span);
                Register::fixed(File::Parameter, slot)
            }
        })
    }

    /// `c[A0.x + 3]`
    fn relative_register(&mut self, letter: &Word<'s>, index: &'t tree::Operand<'s>) -> Option<Register> {
        if register::relative(letter.text, self.cx.language.features.languages).is_none() {
            let message = "only parameters are addressed by more than a name or a number";
            self.report(rules::bad_index::at(index.span, message));
            return None;
        }
        let (base, added) = match &index.value {
            Value::Sum(base, sign, added) if index.sign.is_none() => (
                self.cx.operand(*base),
                Some((sign.negative, self.cx.operand(*added))),
            ),
            _ => (index, None),
        };
        let (slot, component) = self.address(base)?;
        let offset = match added {
            Some((negative, operand)) => offset(&self.cx, self.diagnostics, negative, operand)?,
            None => 0,
        };
        let invariant = self.cx.language.features.options.position_invariant();
        if invariant && self.cx.language.meets(LanguageSet::V11) {
            self.report(rules::position_invariant_relative::at(index.span));
            return None;
        }
        let (first, length) = parameter_file(&self.cx, self.slots, letter.text)?;
        let relative = Relative {
            index: Index {
                file: File::Address,
                slot,
                component,
                vertex: None,
            },
            first,
            length,
        };
        Some(Register {
            file: File::Parameter,
            slot: first as i32 + offset,
            relative: Some(relative),
            outer: None,
        })
    }
}

/// Reports what the grammars of these languages do not have in front of or instead of a register.
pub(crate) fn register_form(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    operand: &tree::Operand<'_>,
) -> Option<()> {
    let languages = cx.language.features.languages;
    if let Some(sign) = operand
        .sign
        .filter(|sign| !sign.negative && languages.meets(LanguageSet::V10.or(LanguageSet::VS)))
    {
        let message = "this language has no sign but `-`";
        diagnostics.report(rules::unavailable_form::at(sign.span, message));
        return None;
    }
    let constant = matches!(operand.value, Value::Number(_) | Value::Braces(_));
    if constant && !languages.meets(LanguageSet::F10) {
        let message = "this language has no constants in instructions";
        let diagnostic = rules::unavailable_form::at(operand.span, message);
        diagnostics.report(diagnostic.hint("they are loaded into `c[n]`"));
        return None;
    }
    Some(())
}

/// Whether a path in brackets is meant as the name of a register rather than as an index.
fn is_member_name(cx: &Context<'_, '_>, letter: &Word<'_>, path: &[Part<'_>]) -> bool {
    let languages = cx.language.features.languages;
    match path {
        [Part::Word(word)] => {
            register::relative(letter.text, languages).is_none()
                || register::numbered(word.text, languages).is_none()
        }
        _ => false,
    }
}

/// All registers of a file as one run of slots, laid out at the first need: its first slot and length.
fn parameter_file(cx: &Context<'_, '_>, slots: &mut Slots, letter: &str) -> Option<(u32, u32)> {
    let numbers = register::relative(letter, cx.language.features.languages)?;
    let length = numbers.count.value(cx.limits());
    let first = match slots.arrays.first() {
        Some(array) => array.first,
        None => {
            let all = (0..length).map(|number| {
                let source = ParameterSource::Binding((numbers.binding)(number));
                (source, Span::default())
            });
            slots.array(all.collect())?
        }
    };
    Some((first, length))
}

/// The number that is added to or taken from an address register.
fn offset(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    negative: bool,
    operand: &tree::Operand<'_>,
) -> Option<i32> {
    let number = match &operand.value {
        Value::Number(number) if number.form == NumberForm::Integer && operand.is_plain() => number,
        Value::Missing => return None,
        _ => {
            let message = "a whole number without a sign belongs here";
            diagnostics.report(rules::bad_index::at(operand.span, message));
            return None;
        }
    };
    let (least, most) = if cx.language.meets(FIRST) {
        (-64, 63)
    } else {
        (-256, 255)
    };
    let number = number
        .integer()
        .map_or(i64::MAX, |number| number.min(i64::MAX as u64) as i64);
    let value = if negative { -number } else { number };
    if !(least..=most).contains(&value) {
        diagnostics.report(rules::relative_offset_out_of_range::at(operand.span, least, most));
        return None;
    }
    Some(value as i32)
}
