//! One register in an instruction: `v[OPOS]`, `c[12]`, `c[A0.x + 3]`, `o[HPOS]`.

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::binding::{Binding, Family, Role};
use quadrille_isa::gl::register::{self, RegisterError, Selected};
use quadrille_isa::gl::{LanguageSet, Stage};
use quadrille_program::{File, Index, ParameterSource, Register, Relative};
use quadrille_syntax::tree::{self, NumberForm, Part, Value, Word};

use super::FIRST;
use crate::checker::Checker;
use crate::path::part_span;
use crate::rules;
use crate::scope::Kind;
use crate::source::Place;

impl<'t, 's> Checker<'t, 's> {
    /// Reports what the grammars of these languages do not have in front of or instead of a register.
    pub(crate) fn register_form(&mut self, operand: &'t tree::Operand<'s>) -> Option<()> {
        let languages = self.features.languages;
        if let Some(sign) = operand
            .sign
            .filter(|sign| !sign.negative && languages.meets(LanguageSet::V10.or(LanguageSet::VS)))
        {
            let message = "this language has no sign but `-`";
            self.report(rules::unavailable_form::at(sign.span, message));
            return None;
        }
        let constant = matches!(operand.value, Value::Number(_) | Value::Braces(_));
        if constant && !languages.meets(LanguageSet::F10) {
            let message = "this language has no constants in instructions";
            let diagnostic = rules::unavailable_form::at(operand.span, message);
            self.report(diagnostic.hint("they are loaded into `c[n]`"));
            return None;
        }
        Some(())
    }

    /// A register of a file with brackets; `parts` begins with the letter of the file.
    pub(crate) fn bracketed_register(&mut self, parts: &'t [Part<'s>]) -> Option<Place<'t>> {
        let Some(Part::Word(letter)) = parts.first() else {
            return None;
        };
        let (span, index) = match parts.get(1) {
            Some(Part::Index {
                span,
                from: Some(from),
                to: None,
            }) => (letter.span.to(*span), self.operand(*from)),
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
            Value::Path(path) if index.is_plain() && self.is_member_name(letter, self.parts(path)) => {
                let Some(Part::Word(name)) = self.parts(path).first() else {
                    return None;
                };
                self.member(letter, Selected::Name(name.text), span, index.span)?
            }
            _ => self.relative_register(letter, index)?,
        };
        Some(Place {
            register,
            rest: &parts[2..],
            span,
            scalar: false,
            kind: Kind::ANY,
        })
    }

    /// Whether a path in brackets is meant as the name of a register rather than as an index.
    fn is_member_name(&self, letter: &Word<'s>, path: &[Part<'s>]) -> bool {
        let languages = self.features.languages;
        match path {
            [Part::Word(word)] => {
                register::relative(letter.text, languages).is_none()
                    || register::numbered(word.text, languages).is_none()
            }
            _ => false,
        }
    }

    /// A register by its name or number.
    fn member(
        &mut self,
        letter: &Word<'s>,
        selected: Selected<'_>,
        whole: Span,
        inside: Span,
    ) -> Option<Register> {
        let languages = self.features.languages;
        match register::bracketed(letter.text, selected, languages, &self.options.limits) {
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
            Role::Attribute => Register::fixed(File::Attribute, self.attribute(binding, span)),
            Role::Result => {
                let position = binding.family == Family::ResultPosition;
                if position && self.features.options.position_invariant() {
                    self.report(rules::position_invariant_write::at(span).noticed(inside.start));
                    return None;
                }
                Register::fixed(File::Result, self.build.bind(File::Result, binding, span))
            }
            // What a state program writes has to be seen by all its reads, so each register is one slot.
            _ if self.features.stage == Stage::VertexState => {
                let (first, _) = self.parameter_file("c")?;
                Register::fixed(File::Parameter, first + binding.index[0])
            }
            _ => {
                let slot = self.build.parameter(ParameterSource::Binding(binding), span);
                Register::fixed(File::Parameter, slot)
            }
        })
    }

    /// All registers of a file as one run of slots, laid out at the first need: its first slot and length.
    fn parameter_file(&mut self, letter: &str) -> Option<(u32, u32)> {
        let numbers = register::relative(letter, self.features.languages)?;
        let length = numbers.count.value(&self.options.limits);
        let first = match self.build.arrays.first() {
            Some(array) => array.first,
            None => {
                let all = (0..length).map(|number| {
                    let source = ParameterSource::Binding((numbers.binding)(number));
                    (source, Span::default())
                });
                self.build.array(all.collect())?
            }
        };
        Some((first, length))
    }

    /// `c[A0.x + 3]`
    fn relative_register(&mut self, letter: &Word<'s>, index: &'t tree::Operand<'s>) -> Option<Register> {
        if register::relative(letter.text, self.features.languages).is_none() {
            let message = "only parameters are addressed by more than a name or a number";
            self.report(rules::bad_index::at(index.span, message));
            return None;
        }
        let (base, added) = match &index.value {
            Value::Sum(base, sign, added) if index.sign.is_none() => {
                (self.operand(*base), Some((sign.negative, self.operand(*added))))
            }
            _ => (index, None),
        };
        let (slot, component) = self.address(base)?;
        let offset = match added {
            Some((negative, operand)) => self.offset(negative, operand)?,
            None => 0,
        };
        let invariant = self.features.options.position_invariant();
        if invariant && self.features.languages.meets(LanguageSet::V11) {
            self.report(rules::position_invariant_relative::at(index.span));
            return None;
        }
        let (first, length) = self.parameter_file(letter.text)?;
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

    /// The number that is added to or taken from an address register.
    fn offset(&mut self, negative: bool, operand: &'t tree::Operand<'s>) -> Option<i32> {
        let number = match &operand.value {
            Value::Number(number) if number.form == NumberForm::Integer && operand.is_plain() => number,
            Value::Missing => return None,
            _ => {
                let message = "a whole number without a sign belongs here";
                self.report(rules::bad_index::at(operand.span, message));
                return None;
            }
        };
        let (least, most) = if self.features.languages.meets(FIRST) {
            (-64, 63)
        } else {
            (-256, 255)
        };
        let number = number
            .integer()
            .map_or(i64::MAX, |number| number.min(i64::MAX as u64) as i64);
        let value = if negative { -number } else { number };
        if !(least..=most).contains(&value) {
            self.report(rules::relative_offset_out_of_range::at(operand.span, least, most));
            return None;
        }
        Some(value as i32)
    }
}
