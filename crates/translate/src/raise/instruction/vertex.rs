//! Attributes of the vertices that come to a geometry or tessellation program: which vertex, by a number or at run time.

use quadrille_program::{Outer, Register};

use crate::form::{Binary, Expression, ExpressionKind, Function, Root, Statement, Type};
use crate::raise::interface::reading::Reading;
use crate::raise::lowering::{Lowering, Shared};

impl Lowering<'_, '_> {
    /// An attribute of one of the vertices; zero where there is no such vertex.
    pub(crate) fn of_vertex(&mut self, register: &Register, outer: &Outer) -> Reading {
        let first = self.fixed(register.file, register.slot.max(0) as usize);
        let Some(index) = outer.index else {
            let inside = (0..i64::from(outer.count)).contains(&i64::from(outer.number));
            return match inside {
                true => first.of_vertex(&Expression::int(outer.number)),
                false => Reading::Whole(Expression::float(0.0, 4)),
            };
        };
        let index = self.index_value(&index).plus(outer.number);
        let whole = first.whole();
        let ty = whole.ty;
        let key = Shared::OfVertex(register.slot.max(0) as u32, outer.count);
        let function = self.shared(key, |lowering| lowering.vertex_function(whole, outer.count));
        Reading::Whole(Expression::call(function, ty, vec![index]))
    }

    fn vertex_function(&mut self, first: Expression, count: u32) -> Function {
        let index = || Expression::argument(0, Type::INT);
        let compare = |operation, bound| Expression::binary(operation, index(), Expression::int(bound));
        let outside = Expression::binary(
            Binary::Or,
            compare(Binary::Less, 0),
            compare(Binary::GreaterOrEqual, count as i32),
        );
        let ty = first.ty;
        let name = match input(&first) {
            Some(input) => format!("{}_of", self.draft.shader.inputs[input as usize].name),
            None => "attribute_of".to_owned(),
        };
        let value = Reading::Whole(first).of_vertex(&index()).whole();
        Function {
            name: self.draft.names.fresh(&name),
            doc: "Attribute of a vertex that comes in, zero outside.".to_owned(),
            arguments: vec![(self.draft.names.beside("vertex"), Type::INT)],
            locals: Vec::new(),
            result: Some(ty),
            body: vec![
                Statement::branch(
                    outside,
                    vec![Statement::give(Expression::zero(ty.scalar, ty.width))],
                ),
                Statement::give(value),
            ],
        }
    }
}

/// The input that an expression reads.
fn input(expression: &Expression) -> Option<u32> {
    match &expression.kind {
        ExpressionKind::Read(place) => match place.root {
            Root::Input(at) => Some(at),
            _ => None,
        },
        ExpressionKind::Components(inner, _) | ExpressionKind::Bits(inner) => input(inner),
        ExpressionKind::Construct(parts) => parts.iter().find_map(input),
        _ => None,
    }
}
