//! CALI: a call of one of several subroutines, which the application chooses (ARB_shader_subroutine, "Additions to
//! NV_gpu_program5").

use std::sync::Arc;

use quadrille_base::Span;
use quadrille_program::Subroutine;
use quadrille_syntax::tree::{OperandIndex, Part, Value};

use crate::instruct::lowering::Lowering;
use crate::path::part_span;
use crate::rules;
use crate::state::flow::IndirectCall;
use crate::state::scope::{Entity, Units};
use crate::undeclared::NameUse;

/// The variable of CALI, which is the next instruction.
pub(crate) fn called_variable<'t, 's>(
    lowering: &mut Lowering<'_, 't, 's>,
    index: OperandIndex,
    span: Span,
) -> Option<Subroutine> {
    let Lowering {
        resolver,
        subroutines,
        flow,
        code,
        ..
    } = lowering;
    let belongs = "a subroutine variable belongs here";
    let operand = resolver.cx.operand(index);
    let parts = match &operand.value {
        Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => {
            resolver.cx.parts(parts)
        }
        Value::Missing => return None,
        _ => &[],
    };
    let Some(Part::Word(name)) = parts.first() else {
        resolver.report(rules::syntax_error::unexpected(operand.span, belongs));
        return None;
    };
    let variable = match resolver.names.find(name.text) {
        Some(Entity::Subroutine(variable)) => variable,
        Some(Entity::Broken) => return None,
        Some(entity) => {
            resolver.report(rules::wrong_resource::at(name.span, belongs, entity.what()));
            return None;
        }
        None if resolver.names.opens_binding(name.text) => {
            resolver.report(rules::wrong_resource::at(operand.span, belongs, "a binding"));
            return None;
        }
        None => {
            resolver.unknown_name(name, NameUse::Subroutine);
            return None;
        }
    };
    let members = Units {
        first: 0,
        length: variable.length,
    };
    let place = resolver.unit_place(parts, members)?;
    if let [extra, ..] = place.rest {
        let message = "nothing may follow a subroutine variable";
        resolver.report(rules::syntax_error::unexpected(part_span(extra), message));
        return None;
    }
    if place.index.is_some() && variable.runs > 1 {
        resolver.report(rules::array_not_consecutive::indexed(place.span));
        return None;
    }
    let id = code.next();
    flow.indirect_calls.push(IndirectCall {
        id,
        of: variable.of,
        span,
    });
    Some(Subroutine {
        parameter: subroutines.parameter(variable, place.unit),
        index: place.index,
        targets: Arc::new([]),
    })
}
