//! Whether the sample that a shader is made for is covered after the multisample fragment operations (GL 2.1, 4.1.3;
//! NV_explicit_multisample): the samples that the program writes, and alpha.

use quadrille_base::Span;
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::Variable;

use crate::form::{
    Binary, BuiltIn, Components, Expression, InputKind, OutputKind, Root, Scalar, Statement, StatementKind,
    Type, Unary,
};
use crate::raise::raiser::Raiser;
use crate::target::Feature;

impl Raiser<'_> {
    /// Drops the fragment where the sample is not covered.
    pub(crate) fn cover(&mut self) {
        let Some(sample) = self
            .options
            .sample
            .as_ref()
            .filter(|sample| sample.is_one_of_several())
        else {
            return;
        };
        if sample.round_points {
            self.cut_point();
        }
        if let Some(mask) = self.sample_mask {
            let written = Expression::read(Root::Variable(mask), Type::INT);
            let bit = Expression::int(1 << sample.number);
            let own = Expression::binary(Binary::BitAnd, written, bit);
            self.drop_where(Expression::binary(Binary::Equal, own, Expression::int(0)));
        }
        let colors = (0..)
            .zip(&self.shader.outputs)
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
            self.drop_where(Expression::binary(Binary::GreaterOrEqual, rounded, needed).unary(Unary::Not));
        }
        if sample.alpha_to_one {
            for (at, _) in colors {
                let alpha = Some(Components::new(&[3]));
                self.block.push(Statement::assign(
                    Root::Output(at),
                    alpha,
                    Expression::float(1.0, 1),
                ));
            }
        }
    }

    /// Drops what lies farther from the middle of a point than half its size (GL 2.1, 3.3.3).
    fn cut_point(&mut self) {
        self.need(Feature::PointCoordinate, Span::at(0));
        let variable = Variable {
            binding: Binding::new(Family::FragmentPointcoord, [0; 4]),
            long: false,
            used: 0b11,
            interpolation: Default::default(),
        };
        let ty = Type::new(Scalar::Float, 2);
        let place = self.input("pointcoord".to_owned(), ty, InputKind::PointCoordinate, &variable);
        let middle = Expression::float(0.5, 2);
        let way = Expression::binary(Binary::Subtract, place, middle);
        let square = Expression::built_in(BuiltIn::Dot, vec![way.clone(), way]);
        self.drop_where(Expression::binary(
            Binary::Greater,
            square,
            Expression::float(0.25, 1),
        ));
    }

    /// Drops the fragment where a condition holds.
    pub(crate) fn drop_where(&mut self, condition: Expression) {
        self.push(StatementKind::If {
            condition,
            then: vec![Statement::new(StatementKind::Discard, None)],
            otherwise: Vec::new(),
        });
    }
}
