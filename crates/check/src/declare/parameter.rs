//! PARAM: constants, state and arrays of both.

use quadrille_base::Span;
use quadrille_isa::gl::binding::{BaseType, Role};
use quadrille_isa::gl::{DataType, Resource};
use quadrille_program::{File, ParameterSource};
use quadrille_syntax::tree::{Declarator, OperandIndex, Part, Value};

use crate::binding::{is_empty_range, look_up};
use crate::context::Context;
use crate::declare::list::braces;
use crate::instruct::operand::{number_bits, vector_bits};
use crate::path::{part_span, parts_span};
use crate::resolver::Resolver;
use crate::source::no_attachment;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::{Entity, NumberType, Variable};
use crate::state::slots::ARRAY_SLOTS;
use crate::{constant, rules};

/// The vectors that one value of a PARAM binds.
struct Items {
    sources: Vec<(ParameterSource, Span)>,
    /// Whether several vectors are meant, be they as few as one: a matrix or a range.
    several: bool,
}

/// `PARAM p = …;`
pub(crate) fn parameter<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    item: &Declarator<'s>,
    kind: NumberType,
) -> Option<Entity> {
    let Some(value) = item.value else {
        let at = Span::at(item.span.end);
        resolver.report(rules::syntax_error::unexpected(
            at,
            "`=` and the value of a parameter belong here",
        ));
        return None;
    };
    let items = parameter_items(resolver, value, kind)?;
    let (false, [(source, span)]) = (items.several, &items.sources[..]) else {
        resolver.report(rules::many_vectors_for_one::at(resolver.cx.operand(value).span));
        return None;
    };
    let slot = resolver.slots.parameter(*source, *span);
    Some(Entity::Variable(Variable {
        kind,
        ..Variable::single(File::Parameter, slot)
    }))
}

/// `PARAM p[n] = { … };`
pub(crate) fn parameter_array<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    item: &Declarator<'s>,
    size: &'t Part<'s>,
    kind: NumberType,
) -> Option<Entity> {
    let (list, span) = braces(&resolver.cx, resolver.diagnostics, item)?;
    let mut items = Vec::new();
    let mut complete = true;
    for entry in list {
        match parameter_items(resolver, *entry, kind) {
            Some(entry) => items.extend(entry.sources),
            None => complete = false,
        }
    }
    if !complete {
        return None;
    }
    array_size(&resolver.cx, resolver.diagnostics, size, items.len(), span)?;
    let length = items.len() as u32;
    let Some(first) = resolver.slots.array(items) else {
        resolver.report(rules::too_many_parameters::at(span, ARRAY_SLOTS, length));
        return None;
    };
    Some(Entity::Variable(Variable {
        kind,
        ..Variable::array(File::Parameter, first, length)
    }))
}

/// Holds the written size of an array against its list.
fn array_size(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    size: &Part<'_>,
    items: usize,
    list: Span,
) -> Option<()> {
    let Part::Index { from: Some(from), .. } = size else {
        return Some(());
    };
    let span = cx.operand(*from).span;
    let Some(written) = cx.integer(*from) else {
        diagnostics.report(rules::syntax_error::unexpected(
            span,
            "the size of an array is a whole number",
        ));
        return None;
    };
    let most = cx.limits().of(Resource::Parameters, &cx.language.features);
    if written < 1 || written > i64::from(most) {
        diagnostics.report(rules::array_size_out_of_range::at(span, most));
        return None;
    }
    if written != items as i64 {
        diagnostics.report(rules::array_size_mismatch::at(span, items, list));
        return None;
    }
    Some(())
}

/// The vectors that one value of a PARAM binds: a constant, a state vector, or several.
fn parameter_items<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    value: OperandIndex,
    kind: NumberType,
) -> Option<Items> {
    let operand = resolver.cx.operand(value);
    no_attachment(&resolver.cx, resolver.diagnostics, operand)?;
    if let Some(absolute) = operand.absolute {
        resolver.report(rules::syntax_error::unexpected(
            absolute.span,
            "a value has no magnitude bars",
        ));
        return None;
    }
    if let Some(extra) = resolver.cx.parts(&operand.suffix).first() {
        resolver.report(rules::syntax_error::unexpected(
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
                [number_bits(
                    resolver.diagnostics,
                    number,
                    operand.span,
                    data_type,
                    negative,
                    false,
                )? as u32; 4]
            }
            None => constant::scalar(number, negative),
        },
        Value::Braces(list) if operand.sign.is_none() => match integer {
            Some(data_type) => {
                vector_bits(&resolver.cx, resolver.diagnostics, list, operand.span, data_type)?
                    .map(|bits| bits as u32)
            }
            None => resolver.vector_constant(list, operand.span)?,
        },
        Value::Path(parts) if operand.sign.is_none() => {
            return parameter_bindings(&resolver.cx, resolver.diagnostics, resolver.cx.parts(parts));
        }
        Value::Missing => return None,
        _ => {
            resolver.report(rules::syntax_error::unexpected(
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

fn parameter_bindings(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
) -> Option<Items> {
    if is_empty_range(cx, diagnostics, parts) {
        return Some(Items {
            sources: Vec::new(),
            several: true,
        });
    }
    let found = look_up(cx, diagnostics, parts)?;
    let span = parts_span(&parts[..found.consumed]);
    if let Some(extra) = parts.get(found.consumed) {
        diagnostics.report(rules::syntax_error::unexpected(
            part_span(extra),
            "nothing may follow the binding",
        ));
        return None;
    }
    if found.row.role != Role::Parameter {
        let message = "this is not a binding of a parameter";
        diagnostics.report(rules::unknown_binding::at(span, message, None));
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
