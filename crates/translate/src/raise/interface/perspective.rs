//! Values that are interpolated without perspective, where the target has no word for it
//! ([`Emulation::NoPerspectiveByW`]): multiplied by w at the vertices, interpolated with perspective, and times 1/w of the
//! fragment they are what they were, evenly spread over the window.

use crate::form::{Binary, Expression, OutputKind, Root, Statement, Type};
use crate::options::Emulation;
use crate::raise::raiser::Raiser;
use crate::target::{Feature, Support};

impl Raiser<'_> {
    /// Whether w stands in for the interpolation without perspective.
    pub(crate) fn divides_by_w(&self) -> bool {
        self.options.target.support(Feature::NoPerspective) == Support::Missing
            && self.options.allows(Emulation::NoPerspectiveByW)
    }

    /// The vertex shader's part.
    pub(crate) fn multiply_by_w(&mut self) {
        let mut outputs = self.shader.outputs.iter();
        let Some(position) = outputs.position(|output| output.kind == OutputKind::Position) else {
            return;
        };
        if !self.divides_by_w() {
            return;
        }
        let w = Expression::read(Root::Output(position as u32), Type::VEC4).component(3);
        for at in 0..self.shader.outputs.len() {
            let output = &mut self.shader.outputs[at];
            let OutputKind::Varying(_, interpolation) = &mut output.kind else {
                continue;
            };
            if !std::mem::take(&mut interpolation.no_perspective) || interpolation.flat {
                continue;
            }
            let (root, ty) = (Root::Output(at as u32), output.ty);
            let value = Expression::read(root, ty);
            let product = Expression::binary(Binary::Multiply, value, w.clone().splat(ty.width));
            self.block.push(Statement::assign(root, None, product));
        }
    }
}
