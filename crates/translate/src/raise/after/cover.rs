//! Whether the sample that a shader is made for is covered after the multisample fragment operations (GL 2.1, 4.1.3;
//! NV_explicit_multisample): the samples that the program writes, and alpha.

use quadrille_base::Span;
use quadrille_isa::gl::Family;

use crate::form::{
    Binary, Block, BuiltIn, Components, Expression, InputKind, OutputKind, Root, Scalar, Statement, Type,
    Unary,
};
use crate::raise::draft::Draft;
use crate::target::Feature;

/// Drops the fragment where the sample is not covered.
pub(crate) fn statements(draft: &mut Draft<'_>, sample_mask: Option<u32>) -> Block {
    let mut after = Block::new();
    let options = draft.context.options;
    let Some(sample) = options
        .sample
        .as_ref()
        .filter(|sample| sample.is_one_of_several())
    else {
        return after;
    };
    if sample.round_points {
        after.push(cut_point(draft));
    }
    if let Some(mask) = sample_mask {
        let written = Expression::read(Root::Variable(mask), Type::INT);
        let bit = Expression::int(1 << sample.number);
        let own = Expression::binary(Binary::BitAnd, written, bit);
        after.push(Statement::drop_where(Expression::binary(
            Binary::Equal,
            own,
            Expression::int(0),
        )));
    }
    let colors = (0..)
        .zip(&draft.shader.outputs)
        .filter_map(|(at, output)| match output.kind {
            OutputKind::Color(buffer, 0) if output.ty.scalar == Scalar::Float => Some((at, buffer)),
            _ => None,
        });
    let colors: Vec<(u32, u32)> = colors.collect();
    let first = colors.iter().find(|(_, buffer)| *buffer == 0);
    if let (true, Some((at, _))) = (sample.alpha_to_coverage, first) {
        // As many samples are covered as alpha says, to the nearest, those with the lowest numbers first.
        let alpha = Expression::read(Root::Output(*at), Type::VEC4).component(3);
        let bounds = vec![alpha, Expression::float(0.0, 1), Expression::float(1.0, 1)];
        let count = Expression::float(sample.places.len() as f32, 1);
        let part = Expression::binary(
            Binary::Multiply,
            Expression::built_in(BuiltIn::Clamp, bounds),
            count,
        );
        let rounded = Expression::binary(Binary::Add, part, Expression::float(0.5, 1));
        let needed = Expression::float(sample.number as f32 + 1.0, 1);
        // NaN is none.
        after.push(Statement::drop_where(
            Expression::binary(Binary::GreaterOrEqual, rounded, needed).unary(Unary::Not),
        ));
    }
    if sample.alpha_to_one {
        for (at, _) in colors {
            let alpha = Some(Components::new(&[3]));
            after.push(Statement::assign(
                Root::Output(at),
                alpha,
                Expression::float(1.0, 1),
            ));
        }
    }
    after
}

/// Drops what lies farther from the middle of a point than half its size (GL 2.1, 3.3.3).
fn cut_point(draft: &mut Draft<'_>) -> Statement {
    draft.need(Feature::PointCoordinate, Span::at(0));
    let ty = Type::new(Scalar::Float, 2);
    let of = (Family::FragmentPointcoord, 0);
    let place = draft.added_input("pointcoord", ty, InputKind::PointCoordinate, of, 0b11);
    let middle = Expression::float(0.5, 2);
    let way = Expression::binary(Binary::Subtract, place, middle);
    let square = Expression::built_in(BuiltIn::Dot, vec![way.clone(), way]);
    Statement::drop_where(Expression::binary(
        Binary::Greater,
        square,
        Expression::float(0.25, 1),
    ))
}
