//! The vertices of a geometry program that passes them through (NV_geometry_shader_passthrough): those that came in, with
//! what they had copied and what the program wrote, the same for each.

use crate::form::{Block, Components, Expression, Root, Statement, StatementKind};
use crate::raise::draft::Draft;
use crate::raise::interface::primitives;
use crate::raise::interface::reading::Writing;
use crate::raise::interface::results::{Passed, Results};

/// The statements that give the vertices, behind the program; none where it emits its own. `own` are the outputs that the
/// program and those around it know.
pub(crate) fn vertices(draft: &mut Draft<'_>, results: &Results, own: u32) -> Block {
    let quadrille_program::Layout::Geometry(geometry) = &draft.shader.layout else {
        return Block::new();
    };
    if !geometry.passes_through {
        return Block::new();
    }
    let count = primitives::vertices(draft).unwrap_or(0);
    // A vertex that is given leaves all outputs undefined, so that what the next one has is kept elsewhere.
    let copied = |root: Root| results.passed.iter().any(|passed| place(passed.to) == Some(root));
    let kept: Vec<Root> = (0..own).map(Root::Output).filter(|root| !copied(*root)).collect();
    let mut block = Block::new();
    let mut restore = Block::new();
    for root in kept.into_iter().filter(|_| count > 1) {
        let Root::Output(at) = root else { continue };
        let ty = draft.shader.outputs[at as usize].ty;
        let variable = Root::Variable(draft.variable("kept", ty));
        block.push(Statement::assign(variable, None, Expression::read(root, ty)));
        restore.push(Statement::assign(root, None, Expression::read(variable, ty)));
    }
    for vertex in 0..count {
        if vertex > 0 {
            block.extend(restore.iter().cloned());
        }
        block.extend(results.passed.iter().filter_map(|passed| copy(passed, vertex)));
        block.push(Statement::own(StatementKind::EmitVertex(0)));
    }
    block
}

/// The place that a result is written to.
const fn place(to: Writing) -> Option<Root> {
    match to {
        Writing::Vector(root) | Writing::Scalar(root, _) => Some(root),
        Writing::Nowhere => None,
    }
}

/// Copies a result from a vertex that came in.
fn copy(passed: &Passed, vertex: u32) -> Option<Statement> {
    let from = passed.from.clone().of_vertex(&Expression::int(vertex as i32));
    let copied: Vec<u8> = (0..4).filter(|at| passed.mask >> at & 1 != 0).collect();
    match passed.to {
        Writing::Vector(root) if copied.len() == 4 => Some(Statement::assign(root, None, from.whole())),
        Writing::Vector(root) => {
            let value = from.whole().components(&copied);
            Some(Statement::assign(root, Some(Components::new(&copied)), value))
        }
        Writing::Scalar(root, component) if copied.contains(&component) => {
            Some(Statement::assign(root, None, from.component(component)))
        }
        Writing::Scalar(..) | Writing::Nowhere => None,
    }
}
