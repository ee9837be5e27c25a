//! Lookups in textures that stand in for others: rectangles as two-dimensional textures, whose coordinates are
//! divided by their size, and one-dimensional textures as two-dimensional ones that are one texel high.

use crate::form::{Binary, Expression, Lookup, LookupKind, LookupLod, Offset, Scalar, TextureShape, Type};
use crate::raise::interface::textures::size_parameter;
use crate::raise::lowering::Lowering;
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// Turns a lookup into one of what stands in for its target.
    pub(crate) fn stand_in(&mut self, lookup: &mut Lookup) {
        let texture = &self.draft.shader.textures[lookup.texture as usize];
        let (unit, shape, own) = (texture.unit, texture.shape, TextureShape::of(texture.target));
        let counts = lookup.kind == LookupKind::Fetch;
        if own.rectangle() && !shape.rectangle() {
            if counts {
                lookup.lod = LookupLod::Explicit(Expression::int(0));
            } else {
                let size = self.size_of(lookup.texture, unit);
                let divide = |value: &mut Expression| {
                    *value = Expression::binary(Binary::Divide, value.clone(), size.clone());
                };
                divide(&mut lookup.coordinates);
                if let LookupLod::Gradient(x, y) = &mut lookup.lod {
                    divide(x);
                    divide(y);
                }
            }
        }
        if own.dimensions() == 1 && shape.dimensions() == 2 {
            // The middle of the only row, also after a division.
            let mut middle = match counts {
                true => Expression::int(0),
                false => Expression::float(0.5, 1),
            };
            if let Some(divisor) = &lookup.divisor {
                middle = Expression::binary(Binary::Multiply, middle, divisor.clone());
            }
            lookup.coordinates = if lookup.coordinates.ty.width > 1 {
                let (s, layer) = (
                    lookup.coordinates.clone().component(0),
                    lookup.coordinates.clone().component(1),
                );
                Expression::construct(vec![s, middle, layer])
            } else {
                Expression::construct(vec![lookup.coordinates.clone(), middle])
            };
            if let LookupLod::Gradient(x, y) = &mut lookup.lod {
                for value in [x, y] {
                    *value = Expression::construct(vec![value.clone(), Expression::float(0.0, 1)]);
                }
            }
            match &mut lookup.offset {
                None => {}
                Some(Offset::Constant(numbers)) => numbers.push(0),
                Some(Offset::Variable(offset)) => {
                    *offset = Expression::construct(vec![offset.clone(), Expression::int(0)]);
                }
            }
        }
    }

    /// The size of a texture's base level in texels, as two floats.
    fn size_of(&mut self, texture: u32, unit: Option<u32>) -> Expression {
        let ty = Type::new(Scalar::Float, 2);
        if let (false, Some(unit)) = (self.draft.context.supports(Feature::TextureSize), unit) {
            return size_parameter(self.draft, unit);
        }
        let size = Type::new(Scalar::Int, 2);
        self.size_of_level(texture, Expression::int(0), size)
            .convert(ty.scalar)
    }
}
