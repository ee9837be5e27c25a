//! Attributes at the pixel's centre in shaders that run elsewhere in it, which an engine asks for that draws one sample
//! of all pixels at a time: a pass over the functions of the shader.

use super::raiser::Raiser;
use crate::form::walk::each_expression;
use crate::form::{Binary, BuiltIn, Expression, InputKind, Kind, Root, Scalar, Type};
use crate::options::CENTER_OFFSET;
use crate::target::Feature;

impl Raiser<'_> {
    /// Moves what is interpolated to the centre.
    pub(crate) fn center(&mut self) {
        let inputs = self.shader.inputs.iter();
        let moves = inputs
            .map(|input| matches!(input.kind, InputKind::Varying(_, interpolation) if !interpolation.flat));
        let moves: Vec<bool> = moves.collect();
        if !self.options.center_offset || self.is_vertex() || !moves.contains(&true) {
            return;
        }
        self.need(Feature::InterpolateAt, self.program.span(self.program.entry()));
        let offset = self.added_parameter(CENTER_OFFSET, Type::new(Scalar::Float, 2));
        let mut functions = std::mem::take(&mut self.shader.functions);
        for function in &mut functions {
            each_expression(&mut function.body, &mut |expression| {
                center(expression, &moves, &offset)
            });
        }
        self.shader.functions = functions;
    }
}

/// Moves one expression, whose parts have moved.
fn center(expression: &mut Expression, moves: &[bool], offset: &Expression) {
    let ty = expression.ty;
    match &mut expression.kind {
        Kind::Read(place) if matches!(place.root, Root::Input(at) if moves[at as usize]) => {
            let input = expression.clone();
            expression.kind = Kind::BuiltIn(BuiltIn::AtOffset, vec![input, offset.clone()]);
        }
        // An offset of the program's own counts from the centre too.
        Kind::BuiltIn(BuiltIn::AtOffset, arguments) => {
            if let [first, own] = &mut arguments[..]
                && let Kind::BuiltIn(BuiltIn::AtOffset, inner) = &first.kind
                && let [input, _] = &inner[..]
            {
                let whole = Expression::binary(Binary::Add, own.clone(), offset.clone());
                let arguments = vec![input.clone(), whole];
                *expression = Expression::new(ty, Kind::BuiltIn(BuiltIn::AtOffset, arguments));
            }
        }
        _ => {}
    }
}
