//! Subroutine types and variables, and the numbers of labels (ARB_shader_subroutine, "Additions to
//! NV_gpu_program5").

use quadrille_base::Span;
use quadrille_isa::gl::{Limit, Role};
use quadrille_syntax::tree::{Declarator, OperandIndex, Part, Value, Word};

use crate::context::Context;
use crate::declare::units::{self, NumberedRun, numbered, numbered_list};
use crate::names::Names;
use crate::path::part_span;
use crate::resolver::Resolver;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::{Entity, SubroutineVariable};
use crate::state::subroutines::{Function, Parameter, ParameterRun, Subroutines, Type};
use crate::undeclared::{self, NameUse};

/// `SUBROUTINETYPE T { a, b };` adds labels to a type, which it makes if there is none of the name.
pub(crate) fn subroutine_type<'s>(
    cx: &Context<'_, 's>,
    names: Names<'_, '_>,
    subroutines: &mut Subroutines<'s>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'s>,
    name: &Word<'s>,
    size: Option<&Part<'_>>,
) -> Option<Entity> {
    if let Some(size) = size {
        let message = "a subroutine type has no size";
        diagnostics.report(rules::syntax_error::unexpected(part_span(size), message));
        return None;
    }
    let list = match item.value.map(|value| cx.operand(value)) {
        Some(operand) => match &operand.value {
            Value::Braces(list) if operand.is_plain() => cx.list(list),
            Value::Missing => return None,
            _ => {
                let message = "labels in braces belong here";
                diagnostics.report(rules::syntax_error::unexpected(operand.span, message));
                return None;
            }
        },
        None => {
            let message = "labels in braces belong here";
            let at = Span::at(item.span.end);
            diagnostics.report(rules::syntax_error::unexpected(at, message));
            return None;
        }
    };
    let number = match names.find(name.text) {
        Some(Entity::SubroutineType(number)) => number,
        _ => {
            subroutines.types.push(Type {
                name: name.text,
                labels: Vec::new(),
            });
            subroutines.types.len() as u32 - 1
        }
    };
    for label in list {
        let operand = cx.operand(*label);
        let word = match &operand.value {
            Value::Path(parts) if operand.is_plain() => match cx.parts(parts) {
                [Part::Word(word)] => Some(*word),
                _ => None,
            },
            Value::Missing => continue,
            _ => None,
        };
        match word {
            Some(word) => subroutines.types[number as usize].labels.push(word),
            None => {
                let message = "a label belongs here";
                diagnostics.report(rules::syntax_error::unexpected(operand.span, message));
            }
        }
    }
    Some(Entity::SubroutineType(number))
}

/// `SUBROUTINE T v = program.subroutine[0];`
pub(crate) fn subroutine_variable<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    subroutines: &mut Subroutines<'s>,
    item: &Declarator<'s>,
    size: Option<&Part<'_>>,
) -> Option<Entity> {
    let Some(of) = item.type_name else {
        let message = "a subroutine type belongs before the name";
        let at = Span::at(item.span.start);
        resolver.report(rules::syntax_error::unexpected(at, message));
        return None;
    };
    let number = match resolver.names.find(of.text) {
        Some(Entity::SubroutineType(number)) => Some(number),
        Some(Entity::Broken) => None,
        Some(_) => {
            resolver.report(rules::unknown_subroutine::not_a_type(of.span));
            None
        }
        None => {
            let diagnostic = undeclared::diagnostic(
                &resolver.cx,
                resolver.names.scope,
                resolver.undeclared,
                resolver.diagnostics,
                &of,
                NameUse::Type,
            );
            resolver.report(diagnostic);
            None
        }
    };
    let what = "a subroutine parameter";
    let (cx, diagnostics) = (&resolver.cx, &mut *resolver.diagnostics);
    let (runs, length) = match size {
        None => {
            let first = numbered(cx, diagnostics, item, Role::Subroutine, what)?;
            let run = NumberedRun {
                first,
                count: 1,
                span: item.span,
            };
            (vec![run], None)
        }
        Some(size) => {
            let (runs, list) = numbered_list(cx, diagnostics, item, Role::Subroutine, what)?;
            let length = units::length(cx, diagnostics, size, &runs, list)?;
            (runs, Some(length))
        }
    };
    let of = number?;
    subroutine_parameters(subroutines, diagnostics, &runs, of, item.span);
    let first_run = subroutines.runs.len();
    subroutines.runs.extend(parameter_runs(&runs));
    Some(Entity::Subroutine(SubroutineVariable {
        of,
        first_run: first_run as u32,
        runs: (subroutines.runs.len() - first_run) as u32,
        length,
    }))
}

/// The members of an array whose parameters are these: in any order, as of other parameters (NV_gpu_program4 2.X.3.3).
fn parameter_runs(listed: &[NumberedRun]) -> Vec<ParameterRun> {
    let mut runs: Vec<ParameterRun> = Vec::new();
    let mut at = 0;
    for run in listed {
        let follows = runs
            .last()
            .is_some_and(|last| last.parameter + (at - last.at) == run.first);
        if !follows {
            runs.push(ParameterRun {
                at,
                parameter: run.first,
            });
        }
        at = at.saturating_add(run.count);
    }
    runs
}

/// Notes that parameters hold subroutines of a type, each of them once.
fn subroutine_parameters<'s>(
    subroutines: &mut Subroutines<'s>,
    diagnostics: &mut Diagnostics,
    listed: &[NumberedRun],
    of: u32,
    span: Span,
) {
    let mut ascending = listed.to_vec();
    ascending.sort_unstable_by_key(|run| run.first);
    let mut next = 0;
    for run in ascending {
        for number in next.max(run.first)..run.first + run.count {
            subroutine_parameter(subroutines, diagnostics, Parameter { number, of, span });
        }
        next = next.max(run.first + run.count);
    }
}

/// Notes that a parameter holds subroutines of a type; it holds those of one.
fn subroutine_parameter<'s>(
    subroutines: &mut Subroutines<'s>,
    diagnostics: &mut Diagnostics,
    new: Parameter,
) {
    let parameters = &mut subroutines.parameters;
    match parameters.binary_search_by_key(&new.number, |parameter| parameter.number) {
        Ok(at) if parameters[at].of == new.of => {}
        Ok(at) => {
            let before = parameters[at].span;
            diagnostics.report(rules::subroutine_of_two_types::at(new.span, before));
        }
        Err(at) => parameters.insert(at, new),
    }
}

/// The number of a label: `name SUBROUTINENUM(3):`.
pub(crate) fn subroutine_number<'s>(
    cx: &Context<'_, 's>,
    subroutines: &mut Subroutines<'s>,
    diagnostics: &mut Diagnostics,
    name: &Word<'s>,
    word: &Word<'s>,
    number: OperandIndex,
) {
    if word.text != "SUBROUTINENUM" {
        let message = "`SUBROUTINENUM` and a number, or a colon, belong here";
        diagnostics.report(rules::syntax_error::unexpected(word.span, message));
        return;
    }
    let operand = cx.operand(number);
    let span = operand.span;
    let written = cx.integer(number).and_then(|value| u32::try_from(value).ok());
    let Some(value) = written else {
        if !matches!(operand.value, Value::Missing) {
            let message = "a whole number without a sign belongs here";
            diagnostics.report(rules::subroutine_number::at(span, message));
        }
        return;
    };
    let limit = Limit::SubroutineNumbers;
    let below = cx.limits().get(limit);
    if value >= below {
        diagnostics.report(rules::subroutine_number::beyond(span, below, limit.row()));
        return;
    }
    let at = subroutines.functions.len();
    if let Some(before) = subroutines.numbers.get(&value) {
        let before = subroutines.functions[*before].span;
        diagnostics.report(rules::subroutine_number::twice(span, before));
        return;
    }
    subroutines.numbers.insert(value, at);
    subroutines.named.insert(name.text, value);
    subroutines.functions.push(Function {
        name: name.text,
        number: value,
        span,
    });
}
