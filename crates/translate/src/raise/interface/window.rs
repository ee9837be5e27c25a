//! Window positions, by the conventions that a program chose.

use quadrille_isa::gl::{Family, ProgramOption};

use crate::form::{AddedParameter, Binary, Expression, InputKind, Type};
use crate::raise::draft::Draft;
use crate::raise::interface::reading::Reading;
use crate::sample::Sample;
use crate::target::Feature;

/// A window position by the conventions that the program's options choose (ARB_fragment_coord_conventions).
pub(crate) fn position(draft: &mut Draft<'_>, whole: Expression) -> Reading {
    let context = draft.context;
    let integer = context.has_option(ProgramOption::ArbFragmentCoordPixelCenterInteger);
    let above = context.has_option(ProgramOption::ArbFragmentCoordOriginUpperLeft);
    let own = context.supports(Feature::UpperLeftOrigin);
    if above && own {
        draft.shader.features.insert(Feature::UpperLeftOrigin);
    }
    let sample = context.options.sample.as_ref().filter(|sample| !sample.centered);
    let [right, up] = sample.map_or([0.0; 2], Sample::place);
    let moves = [right, up] != [0.0; 2];
    if !integer && (!above || own) && !moves {
        return Reading::Whole(whole);
    }
    let [mut x, mut y, z, w] = [0, 1, 2, 3].map(|at| whole.clone().component(at));
    if moves {
        // It is covered, and counted, where pixels have their centre.
        let up = if above && own { -up } else { up };
        x = Expression::binary(Binary::Add, x, Expression::float(right, 1));
        y = Expression::binary(Binary::Add, y, Expression::float(up, 1));
    }
    if above && !own {
        let height = draft.added_parameter(AddedParameter::FramebufferHeight);
        y = Expression::binary(Binary::Subtract, height, y);
    }
    if integer {
        [x, y] = [x, y].map(|value| {
            let half = Expression::float(0.5, 1);
            Expression::binary(Binary::Subtract, value, half)
        });
    }
    Reading::Pieces([x, y, z, w])
}

/// The window position, of which w is 1/w.
pub(crate) fn position_input(draft: &mut Draft<'_>) -> Expression {
    let of = (Family::FragmentPosition, 0);
    draft.added_input("position", Type::VEC4, InputKind::FragmentPosition, of, 0b1000)
}
