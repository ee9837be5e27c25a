//! The position of fixed-function processing by its own function, where the target has it: nothing else is promised to
//! give the same bits as draws without a program (GLSL 1.20, 8.4; ARB_vertex_program 2.14.4.5.1).

use quadrille_isa::gl::{Binding, Family};

use crate::form::{Expression, Input, InputKind, Lvalue, OutputKind, Root, Statement, StatementKind, Type};
use crate::raise::draft::Draft;

/// The function.
const TRANSFORM: &str = "ftransform()";

/// Puts one call in the place of the products that a position-invariant program begins with.
pub(crate) fn call(draft: &mut Draft<'_>) {
    let context = draft.context;
    let is_invariant = context.program.features().options.position_invariant();
    if !context.options.target.is_compatible() || !context.is_vertex() || !is_invariant {
        return;
    }
    let shader = &mut draft.shader;
    let mut outputs = shader.outputs.iter();
    let Some(position) = outputs.position(|output| output.kind == OutputKind::Position) else {
        return;
    };
    let root = Root::Output(position as u32);
    let transformed = Root::Input(shader.inputs.len() as u32);
    shader.inputs.push(Input {
        name: TRANSFORM.to_owned(),
        ty: Type::VEC4,
        kind: InputKind::Attribute(0),
        binding: Binding::new(Family::VertexPosition, [0; 4]),
        built_in: Some(TRANSFORM.to_owned()),
        // It is a call, no input to be bound.
        used: 0,
        vertices: None,
    });
    let is_written = |statement: &Statement| matches!(&statement.kind, StatementKind::Assign { place, .. } if place.root == root);
    // The language lets the program itself write no position.
    for function in &mut shader.functions {
        let Some(first) = function.body.iter().position(is_written) else {
            continue;
        };
        function.body.retain(|statement| !is_written(statement));
        let value = Expression::read(Lvalue::from(transformed), Type::VEC4);
        function.body.insert(first, Statement::assign(root, None, value));
    }
}
