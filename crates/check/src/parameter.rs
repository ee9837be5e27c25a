//! PARAM: constants, state and arrays of both.

use quadrille_base::Span;
use quadrille_isa::gl::binding::{BaseType, Role};
use quadrille_isa::gl::{DataType, Resource};
use quadrille_program::{File, ParameterSource};
use quadrille_syntax::tree::{Declarator, OperandIndex, Part, Value};

use crate::build::ARRAY_SLOTS;
use crate::checker::Checker;
use crate::constant;
use crate::path::{part_span, parts_span};
use crate::rules;
use crate::scope::{Entity, Kind, Variable};

/// What one value of a PARAM binds.
struct Items {
    sources: Vec<(ParameterSource, Span)>,
    /// Whether several vectors are meant, be they as few as one: a matrix or a range.
    several: bool,
}

impl<'t, 's> Checker<'t, 's> {
    /// `PARAM p = …;`
    pub(crate) fn parameter(&mut self, item: &Declarator<'s>, kind: Kind) -> Option<Entity> {
        let Some(value) = item.value else {
            let at = Span::at(item.span.end);
            self.report(rules::syntax_error::unexpected(
                at,
                "`=` and the value of a parameter belong here",
            ));
            return None;
        };
        let items = self.parameter_items(value, kind)?;
        let (false, [(source, span)]) = (items.several, &items.sources[..]) else {
            self.report(rules::many_vectors_for_one::at(self.operand(value).span));
            return None;
        };
        let slot = self.build.parameter(*source, *span);
        Some(Entity::Variable(Variable {
            kind,
            ..Variable::single(File::Parameter, slot)
        }))
    }

    /// `PARAM p[n] = { … };`
    pub(crate) fn parameter_array(
        &mut self,
        item: &Declarator<'s>,
        size: &'t Part<'s>,
        kind: Kind,
    ) -> Option<Entity> {
        let (list, span) = self.braces(item)?;
        let mut items = Vec::new();
        let mut complete = true;
        for entry in list {
            match self.parameter_items(*entry, kind) {
                Some(entry) => items.extend(entry.sources),
                None => complete = false,
            }
        }
        if !complete {
            return None;
        }
        self.array_size(size, items.len(), span)?;
        let length = items.len() as u32;
        let Some(first) = self.build.array(items) else {
            self.report(rules::too_many_parameters::at(span, ARRAY_SLOTS, length));
            return None;
        };
        Some(Entity::Variable(Variable {
            kind,
            ..Variable::array(File::Parameter, first, length)
        }))
    }

    /// Holds the written size of an array against its list.
    fn array_size(&mut self, size: &'t Part<'s>, items: usize, list: Span) -> Option<()> {
        let Part::Index { from: Some(from), .. } = size else {
            return Some(());
        };
        let span = self.operand(*from).span;
        let Some(written) = self.integer(*from) else {
            self.report(rules::syntax_error::unexpected(
                span,
                "the size of an array is a whole number",
            ));
            return None;
        };
        let most = self.options.limits.of(Resource::Parameters, &self.features);
        if written < 1 || written > i64::from(most) {
            self.report(rules::array_size_out_of_range::at(span, most));
            return None;
        }
        if written != items as i64 {
            self.report(rules::array_size_mismatch::at(span, items, list));
            return None;
        }
        Some(())
    }

    /// What one value of a PARAM binds: a constant, a state vector, or several.
    fn parameter_items(&mut self, value: OperandIndex, kind: Kind) -> Option<Items> {
        let operand = self.operand(value);
        self.no_attachment(operand)?;
        if let Some(absolute) = operand.absolute {
            self.report(rules::syntax_error::unexpected(
                absolute.span,
                "a value has no magnitude bars",
            ));
            return None;
        }
        if let Some(extra) = self.parts(&operand.suffix).first() {
            self.report(rules::syntax_error::unexpected(
                part_span(extra),
                "a value has no selector",
            ));
            return None;
        }
        let negative = operand.sign.is_some_and(|sign| sign.negative);
        let integer = match kind.base {
            BaseType::Signed => Some(DataType::S32),
            BaseType::Unsigned => Some(DataType::U32),
            // Without a type, constants are floating point (NV_gpu_program4 2.X.3.3).
            BaseType::Float | BaseType::Any => None,
        };
        let constant = match &operand.value {
            Value::Number(number) => match integer {
                Some(data_type) => {
                    [self.number_bits(number, operand.span, data_type, negative, false)? as u32; 4]
                }
                None => constant::scalar(number, negative),
            },
            Value::Braces(list) if operand.sign.is_none() => match integer {
                Some(data_type) => self
                    .vector_bits(list, operand.span, data_type)?
                    .map(|bits| bits as u32),
                None => self.vector_constant(list, operand.span)?,
            },
            Value::Path(parts) if operand.sign.is_none() => {
                return self.parameter_bindings(self.parts(parts));
            }
            Value::Missing => return None,
            _ => {
                self.report(rules::syntax_error::unexpected(
                    operand.span,
                    "a constant or a binding belongs here",
                ));
                return None;
            }
        };
        let sources = vec![(ParameterSource::Constant(constant), operand.span)];
        Some(Items {
            sources,
            several: false,
        })
    }

    fn parameter_bindings(&mut self, parts: &'t [Part<'s>]) -> Option<Items> {
        if self.is_empty_range(parts) {
            return Some(Items {
                sources: Vec::new(),
                several: true,
            });
        }
        let found = self.binding(parts)?;
        let span = parts_span(&parts[..found.consumed]);
        if let Some(extra) = parts.get(found.consumed) {
            self.report(rules::syntax_error::unexpected(
                part_span(extra),
                "nothing may follow the binding",
            ));
            return None;
        }
        if found.row.role != Role::Parameter {
            let message = "this is not a binding of a parameter";
            self.report(rules::unknown_binding::at(span, message, None));
            return None;
        }
        let sources = found
            .bindings()
            .map(|binding| (ParameterSource::Binding(binding), span))
            .collect();
        Some(Items {
            sources,
            several: found.array,
        })
    }
}
