//! Fog by a program option: into the clamped colour, by the factor of GL 2.1, 3.10 (ARB_fragment_program 3.11.4.5.1).

use quadrille_isa::gl::{Binding, Family};

use crate::form::{
    Binary, Block, BuiltIn, Components, Expression, ExpressionKind, OutputKind, Root, Scalar, Statement, Type,
};
use crate::raise::draft::Draft;
use crate::raise::interface::attributes::fog_coordinate;
use crate::raise::interface::fog::{self, Fog};
use crate::raise::interface::parameters::Parameters;

/// Mixes the colour of the fog into colours, by a factor that is kept in a variable.
pub(crate) fn mix(draft: &mut Draft<'_>, of: &Parameters) -> Block {
    let Some(equation) = fog::of_program(draft.context.program) else {
        return Block::new();
    };
    let variable = quadrille_program::Variable {
        binding: Binding::new(Family::FragmentFogcoord, [0; 4]),
        long: false,
        used: 1,
        interpolation: Default::default(),
    };
    let coordinate = fog_coordinate(draft, &variable);
    let [color, parameters] = fog::STATE.map(|binding| of.vector(binding));
    let parameter = |at| parameters.clone().component(at);
    let product = |a, b| Expression::binary(Binary::Multiply, a, b);
    // e^x = 2^(x · log2 e)
    let exponential = |x: Expression| {
        let scaled = product(x.negate(), Expression::float(std::f32::consts::LOG2_E, 1));
        Expression::built_in(BuiltIn::Exp2, vec![scaled])
    };
    let factor = match equation {
        Fog::Linear => {
            let left = Expression::binary(Binary::Subtract, parameter(2), coordinate);
            product(left, parameter(3))
        }
        Fog::Exponential => exponential(product(parameter(0), coordinate)),
        Fog::ExponentialSquared => {
            let depth = product(parameter(0), coordinate);
            exponential(product(depth.clone(), depth))
        }
    };

    let bounds = |value| vec![value, Expression::float(0.0, 1), Expression::float(1.0, 1)];
    let kept = Root::Variable(draft.variable("fog_factor", Type::FLOAT));
    let clamped = Expression::built_in(BuiltIn::Clamp, bounds(factor));
    let mut after = vec![Statement::assign(kept, None, clamped)];
    for (at, output) in (0..).zip(&draft.shader.outputs) {
        if !matches!(output.kind, OutputKind::Color(..)) {
            continue;
        }
        let root = Root::Output(at);
        let rgb = [0, 1, 2];
        let own = Expression::read(root, Type::VEC4).components(&rgb);
        let clamped = Expression::built_in(BuiltIn::Clamp, bounds(own));
        let fog = color.clone().components(&rgb);
        let factor = Expression::read(kept, Type::FLOAT);
        let mixed = ExpressionKind::BuiltIn(BuiltIn::Mix, vec![fog, clamped, factor]);
        let mixed = Expression::new(Type::new(Scalar::Float, 3), mixed);
        after.push(Statement::assign(root, Some(Components::new(&rgb)), mixed));
    }
    after
}
