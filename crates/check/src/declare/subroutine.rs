//! Subroutine types and variables, and the numbers of labels (ARB_shader_subroutine, "Additions to
//! NV_gpu_program5").

use quadrille_base::{Id, Span};
use quadrille_isa::gl::{Limit, Role};
use quadrille_program::InstId;
use quadrille_program::resources::{SubroutineFunction, SubroutineParameter, SubroutineType, Subroutines};
use quadrille_syntax::tree::{Declarator, OperandIndex, Part, Value, Word};
use rustc_hash::FxHashSet;

use crate::checker::Checker;
use crate::near::Used;
use crate::path::part_span;
use crate::progress::subroutine::{Function, Parameter, Type};
use crate::rules;
use crate::scope::{Entity, SubroutineVariable};

impl<'t, 's> Checker<'t, 's> {
    /// `SUBROUTINETYPE T { a, b };` adds labels to a type, which it makes if there is none of the name.
    pub(crate) fn subroutine_type(
        &mut self,
        item: &Declarator<'s>,
        name: &Word<'s>,
        sizes: &[&'t Part<'s>],
    ) -> Option<Entity> {
        if let Some(size) = sizes.first() {
            let message = "a subroutine type has no size";
            self.report(rules::syntax_error::unexpected(part_span(size), message));
            return None;
        }
        let list = match item.value.map(|value| self.operand(value)) {
            Some(operand) => match &operand.value {
                Value::Braces(list) if operand.is_plain() => self.list(list),
                Value::Missing => return None,
                _ => {
                    let message = "labels in braces belong here";
                    self.report(rules::syntax_error::unexpected(operand.span, message));
                    return None;
                }
            },
            None => {
                let message = "labels in braces belong here";
                let at = Span::at(item.span.end);
                self.report(rules::syntax_error::unexpected(at, message));
                return None;
            }
        };
        let number = match self.find(name.text) {
            Some(Entity::SubroutineType(number)) => number,
            _ => {
                self.subroutines.types.push(Type {
                    name: name.text,
                    labels: Vec::new(),
                });
                self.subroutines.types.len() as u32 - 1
            }
        };
        for label in list {
            let operand = self.operand(*label);
            let word = match &operand.value {
                Value::Path(parts) if operand.is_plain() => match self.parts(parts) {
                    [Part::Word(word)] => Some(*word),
                    _ => None,
                },
                Value::Missing => continue,
                _ => None,
            };
            match word {
                Some(word) => self.subroutines.types[number as usize].labels.push(word),
                None => {
                    let message = "a label belongs here";
                    self.report(rules::syntax_error::unexpected(operand.span, message));
                }
            }
        }
        Some(Entity::SubroutineType(number))
    }

    /// `SUBROUTINE T v = program.subroutine[0];`
    pub(crate) fn subroutine_variable(
        &mut self,
        item: &Declarator<'s>,
        sizes: &[&'t Part<'s>],
    ) -> Option<Entity> {
        let Some(of) = item.type_name else {
            let message = "a subroutine type belongs before the name";
            let at = Span::at(item.span.start);
            self.report(rules::syntax_error::unexpected(at, message));
            return None;
        };
        let number = match self.find(of.text) {
            Some(Entity::SubroutineType(number)) => Some(number),
            Some(Entity::Broken) => None,
            Some(_) => {
                self.report(rules::unknown_subroutine::not_a_type(of.span));
                None
            }
            None => {
                let diagnostic = self.undeclared(&of, Used::Type);
                self.report(diagnostic);
                None
            }
        };
        let units = self.numbered(item, sizes, Role::Subroutine, "a subroutine parameter")?;
        let of = number?;
        for number in units.first..units.first + units.length.unwrap_or(1) {
            self.subroutine_parameter(Parameter {
                number,
                of,
                span: item.span,
            });
        }
        Some(Entity::Subroutine(SubroutineVariable {
            of,
            first: units.first,
            length: units.length,
        }))
    }

    /// Notes that a parameter holds subroutines of a type; it holds those of one.
    fn subroutine_parameter(&mut self, new: Parameter) {
        let parameters = &mut self.subroutines.parameters;
        match parameters.binary_search_by_key(&new.number, |parameter| parameter.number) {
            Ok(at) if parameters[at].of == new.of => {}
            Ok(at) => {
                let before = parameters[at].span;
                self.report(rules::subroutine_of_two_types::at(new.span, before));
            }
            Err(at) => parameters.insert(at, new),
        }
    }

    /// The number of a label: `name SUBROUTINENUM(3):`.
    pub(crate) fn subroutine_number(&mut self, name: &Word<'s>, word: &Word<'s>, number: OperandIndex) {
        if word.text != "SUBROUTINENUM" {
            let message = "`SUBROUTINENUM` and a number, or a colon, belong here";
            self.report(rules::syntax_error::unexpected(word.span, message));
            return;
        }
        let operand = self.operand(number);
        let span = operand.span;
        let written = self.integer(number).and_then(|value| u32::try_from(value).ok());
        let Some(value) = written else {
            if !matches!(operand.value, Value::Missing) {
                let message = "a whole number without a sign belongs here";
                self.report(rules::subroutine_number::at(span, message));
            }
            return;
        };
        let limit = Limit::SubroutineNumbers;
        let below = self.options.limits.get(limit);
        if value >= below {
            self.report(rules::subroutine_number::beyond(span, below, limit.row()));
            return;
        }
        let at = self.subroutines.functions.len();
        if let Some(before) = self.subroutines.numbers.get(&value) {
            let before = self.subroutines.functions[*before].span;
            self.report(rules::subroutine_number::twice(span, before));
            return;
        }
        self.subroutines.numbers.insert(value, at);
        self.subroutines.named.insert(name.text, value);
        self.subroutines.functions.push(Function {
            name: name.text,
            number: value,
            span,
        });
    }

    /// The numbers and labels of the subroutines of a type, for CALI; known at the end of the text.
    pub(crate) fn subroutines_of(&self, of: u32) -> Vec<(u32, &'s str)> {
        let labels = self.subroutines.types[of as usize].labels.iter();
        let named = &self.subroutines.named;
        let mut found: Vec<(u32, &'s str)> = labels
            .filter_map(|label| Some((*named.get(label.text)?, label.text)))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Reports labels of types that do not exist or have no number.
    pub(crate) fn whole_subroutines(&mut self) {
        let mut found = Vec::new();
        let functions = self.subroutines.functions.iter();
        let numbered: FxHashSet<&str> = functions.map(|function| function.name).collect();
        for label in self.subroutines.types.iter().flat_map(|of| &of.labels) {
            if numbered.contains(label.text) {
                continue;
            }
            found.push(match self.labels.get(label.text) {
                Some((at, _)) => rules::unknown_subroutine::no_number(label.span, *at),
                None => rules::unknown_subroutine::no_label(label.span),
            });
        }
        for diagnostic in found {
            self.report(diagnostic);
        }
    }

    /// The subroutines of a program without errors.
    pub(crate) fn subroutines(&self) -> Subroutines {
        let types = self.subroutines.types.iter().enumerate().map(|(number, of)| {
            let functions = self.subroutines_of(number as u32);
            SubroutineType {
                name: of.name.to_owned(),
                functions: functions.into_iter().map(|(number, _)| number).collect(),
            }
        });
        let functions = self.subroutines.functions.iter().map(|function| {
            let target = self
                .labels
                .get(function.name)
                .map_or(InstId::new(0), |(_, to)| *to);
            SubroutineFunction {
                name: function.name.to_owned(),
                number: function.number,
                target,
            }
        });
        let parameters = self
            .subroutines
            .parameters
            .iter()
            .map(|parameter| SubroutineParameter {
                number: parameter.number,
                of: parameter.of,
            });
        Subroutines {
            types: types.collect(),
            functions: functions.collect(),
            parameters: parameters.collect(),
        }
    }
}
