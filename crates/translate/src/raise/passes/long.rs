//! Numbers of 64 bits: which of them the target has to have, statement by statement. What it has not is refused
//! where it stands; nothing else asks whether numbers have 64 bits.
//!
//! Comes after all that adds statements, and before variables that nothing uses go: those too get a type.

use crate::form::walk::inside_out;
use crate::form::{Block, Scalar, Statement};
use crate::raise::draft::Draft;
use crate::target::Feature;

/// Notes what the shader needs.
pub(crate) fn note(draft: &mut Draft<'_>) {
    let mut functions = std::mem::take(&mut draft.shader.functions);
    for function in &mut functions {
        long_in(draft, &mut function.body);
    }
    draft.shader.functions = functions;
    // What only instructions that no one reaches speak of is declared all the same.
    for (feature, kinds) in [
        (Feature::Doubles, &[Scalar::Double][..]),
        (Feature::LongIntegers, &[Scalar::Long, Scalar::Ulong]),
    ] {
        if draft.shader.features.contains(&feature) {
            continue;
        }
        let variables = draft.shader.variables.iter_mut();
        for variable in variables.filter(|variable| kinds.contains(&variable.ty.scalar)) {
            variable.ty = variable.ty.with_scalar(Scalar::Float);
        }
    }
}

fn long_in(draft: &mut Draft<'_>, block: &mut Block) {
    for statement in block {
        let span = draft.context.span(statement.origin);
        let (doubles, integers) = long_kinds(statement);
        if doubles {
            draft.need(Feature::Doubles, span);
        }
        if integers {
            draft.need(Feature::LongIntegers, span);
        }
        for block in statement.blocks_mut() {
            long_in(draft, block);
        }
    }
}

/// Whether a statement itself has to do with floats of 64 bits and with integers, not the blocks in it.
fn long_kinds(statement: &mut Statement) -> (bool, bool) {
    let (mut doubles, mut integers) = (false, false);
    for expression in statement.expressions_mut() {
        inside_out(expression, &mut |part| match part.ty.scalar {
            Scalar::Double => doubles = true,
            Scalar::Long | Scalar::Ulong => integers = true,
            Scalar::Float | Scalar::Int | Scalar::Uint | Scalar::Bool => {}
        });
    }
    (doubles, integers)
}
