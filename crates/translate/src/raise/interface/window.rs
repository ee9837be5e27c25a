//! Window positions, by the conventions that a program chose.

use quadrille_isa::gl::{Binding, Family, ProgramOption};
use quadrille_program::Variable;

use crate::form::{Binary, Expression, InputKind, Type};
use crate::options::FRAMEBUFFER_HEIGHT;
use crate::raise::raiser::{Raiser, Reading};
use crate::sample::Sample;
use crate::target::{Feature, Support};

impl Raiser<'_> {
    /// A window position by the conventions that the program's options choose (ARB_fragment_coord_conventions).
    pub(crate) fn window_position(&mut self, whole: Expression) -> Reading {
        let options = self.program.features().options;
        let integer = options.contains(ProgramOption::ArbFragmentCoordPixelCenterInteger);
        let above = options.contains(ProgramOption::ArbFragmentCoordOriginUpperLeft);
        let own = self.options.target.support(Feature::UpperLeftOrigin) != Support::Missing;
        if above && own {
            self.shader.features.insert(Feature::UpperLeftOrigin);
        }
        let sample = self.options.sample.as_ref().filter(|sample| !sample.centered);
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
            let height = self.added_parameter(FRAMEBUFFER_HEIGHT, Type::FLOAT);
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
    pub(crate) fn window_position_input(&mut self) -> Expression {
        let variable = Variable {
            binding: Binding::new(Family::FragmentPosition, [0; 4]),
            long: false,
            used: 0b1000,
            interpolation: Default::default(),
        };
        self.input(
            "position".to_owned(),
            Type::VEC4,
            InputKind::FragmentPosition,
            &variable,
        )
    }
}
