//! Lookups: `tex2D` and the like.

use quadrille_isa::gl::Stage;

use super::Printer;
use crate::form::{Binary, Expression, Lookup, LookupLod, TextureShape};

/// The dimensions in names of samplers and of functions.
pub(super) fn dimensions(shape: &TextureShape) -> &'static str {
    match (shape.cube(), shape.dimensions()) {
        (true, _) => "CUBE",
        (false, 1) => "1D",
        (false, 2) => "2D",
        (false, _) => "3D",
    }
}

impl Printer<'_> {
    pub(super) fn lookup(&self, lookup: &Lookup, out: &mut String) {
        let texture = &self.shader.textures[lookup.texture as usize];
        let shape = &texture.shape;
        let is_projected = matches!(lookup.lod, LookupLod::Implicit) && !shape.cube() && self.is_pixel();
        let divided = match &lookup.divisor {
            Some(divisor) if !is_projected => {
                Expression::binary(Binary::Divide, lookup.coordinates.clone(), divisor.clone())
            }
            _ => lookup.coordinates.clone(),
        };
        // Coordinates, zeros up to the third, and what counts last.
        let with = |last: Expression| {
            let mut parts = vec![divided.clone()];
            let missing = 3 - divided.ty.width.min(3);
            parts.extend((0..missing).map(|_| Expression::float(0.0, 1)));
            parts.push(last);
            Expression::construct(parts)
        };
        let (suffix, arguments) = match &lookup.lod {
            LookupLod::Explicit(level) => ("lod", vec![with(level.clone())]),
            LookupLod::Bias(bias) => ("bias", vec![with(bias.clone())]),
            LookupLod::Gradient(x, y) => ("grad", vec![divided, x.clone(), y.clone()]),
            LookupLod::Implicit | LookupLod::Sample(_) if !self.is_pixel() => {
                ("lod", vec![with(Expression::float(0.0, 1))])
            }
            LookupLod::Implicit | LookupLod::Sample(_) => match &lookup.divisor {
                Some(divisor) if is_projected => ("proj", vec![with(divisor.clone())]),
                _ => ("", vec![divided]),
            },
        };
        out.push_str(&format!("tex{}{suffix}({}", dimensions(shape), texture.name));
        for argument in &arguments {
            out.push_str(", ");
            self.expression(argument, out);
        }
        out.push(')');
    }

    fn is_pixel(&self) -> bool {
        self.shader.stage == Stage::Fragment
    }
}
