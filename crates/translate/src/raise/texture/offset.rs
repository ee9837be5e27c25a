//! Texel offsets that are found at run time, in filtered lookups. SPIR-V of OpenGL takes them; elsewhere they move the
//! coordinates: by texels in rectangles, by their part of the level's size in other textures.
//!
//! A level is found as the filter finds it, where the target can ask. Of two levels that the filter mixes each is
//! looked up with its own offset. Where a level is given, biased or bounded, the filter is not known: it is taken to choose the
//! nearest level, so that between two levels of a filter that mixes them the offset of the farther one is as many
//! texels as that of the nearer.

use quadrille_isa::gl::operation::Axis;

use crate::form::{
    Binary, BuiltIn, Expression, ExpressionKind, Lookup, LookupKind, LookupLod, Offset, Scalar, TextureShape,
    Type,
};
use crate::options::Emulation;
use crate::raise::lowering::Lowering;
use crate::refusal::Reason;
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// The value of a filtered lookup with an offset that is found at run time.
    pub(crate) fn with_offset(&mut self, mut lookup: Lookup) -> Expression {
        let texture = &self.draft.shader.textures[lookup.texture as usize];
        let (shape, own) = (texture.shape, TextureShape::of(texture.target));
        let Some(Offset::Variable(texels)) = lookup.offset.take() else {
            return self.plain(lookup);
        };
        let texels = texels.convert(Scalar::Float);
        if own.rectangle() {
            divide(&mut lookup);
            let place = lookup.coordinates;
            lookup.coordinates = Expression::binary(Binary::Add, place, texels);
            self.stand_in(&mut lookup);
            return self.plain(lookup);
        }
        if !self.need_or(Feature::SampleOffsets, Emulation::OffsetsBySize) {
            lookup.offset = Some(Offset::Variable(texels.convert(Scalar::Int)));
            self.stand_in(&mut lookup);
            return self.plain(lookup);
        }
        self.need(Feature::TextureSize);
        divide(&mut lookup);
        let place = self.hold("place", lookup.coordinates, false);
        let texels = self.hold("texels", texels, false);
        let directions: Vec<u8> = (0..own.dimensions()).collect();
        let of_place = place.clone().components(&directions);
        // The coordinates with the offset in texels of a level, the layer behind them.
        let moved = |lowering: &mut Self, level: Expression| {
            let width = shape.dimensions() + u8::from(shape.array());
            let size = lowering.size_of_level(lookup.texture, level, Type::new(Scalar::Int, width));
            let size = size.components(&directions).convert(Scalar::Float);
            let part = Expression::binary(Binary::Divide, texels.clone(), size);
            let mut all = vec![Expression::binary(Binary::Add, of_place.clone(), part)];
            all.extend(shape.array().then(|| place.clone().component(own.dimensions())));
            Expression::construct(all)
        };
        lookup.coordinates = place.clone();
        let at = |lowering: &mut Self, coordinates: Expression, lod: LookupLod| {
            let mut lookup = Lookup {
                coordinates,
                lod,
                ..lookup.clone()
            };
            lowering.stand_in(&mut lookup);
            lowering.plain(lookup)
        };
        match lookup.lod.clone() {
            LookupLod::Implicit if self.is_fragment() && lookup.clamp.is_none() => {
                let levels = self.levels(lookup.texture, of_place.clone());
                let level = self.hold("level", levels.component(0), false);
                let whole = Expression::built_in(BuiltIn::Floor, vec![level.clone()]);
                let near = moved(self, whole.clone().convert(Scalar::Int));
                let one = self.gradient(of_place.clone(), None);
                let value = at(self, near.clone(), one);
                let texel = self.hold("texel", value, false);
                // Integers are not mixed, and GLSL compares in no level of an array that is given.
                if texel.ty.scalar != Scalar::Float || shape.shadow && shape.array() {
                    return texel;
                }
                // The filter mixes two levels.
                let next = Expression::binary(Binary::Add, whole.clone(), Expression::float(1.0, 1));
                let far = moved(self, next.clone().convert(Scalar::Int));
                let near = at(self, near, LookupLod::Explicit(whole.clone()));
                let far = at(self, far, LookupLod::Explicit(next));
                let part = Expression::binary(Binary::Subtract, level.clone(), whole.clone());
                let mixed = ExpressionKind::BuiltIn(BuiltIn::Mix, vec![near, far, part]);
                let mixed = Expression::new(texel.ty, mixed);
                self.only_if(Expression::less(whole, level), |lowering| {
                    lowering.hold("texel", mixed, false);
                });
                texel
            }
            LookupLod::Implicit if !self.is_fragment() => {
                let coordinates = moved(self, Expression::int(0));
                at(self, coordinates, LookupLod::Implicit)
            }
            LookupLod::Implicit | LookupLod::Bias(_) => {
                let bias = match &lookup.lod {
                    LookupLod::Bias(bias) => Some(self.hold("bias", bias.clone(), false)),
                    LookupLod::Implicit
                    | LookupLod::Explicit(_)
                    | LookupLod::Gradient(..)
                    | LookupLod::Sample(_) => None,
                };
                let mut level = self.levels(lookup.texture, of_place.clone()).component(1);
                if let Some(bias) = &bias {
                    level = Expression::binary(Binary::Add, level, bias.clone());
                }
                if let Some(clamp) = &lookup.clamp {
                    level = Expression::built_in(BuiltIn::Maximum, vec![level, clamp.clone()]);
                }
                let level = self.nearest_level(lookup.texture, level);
                let coordinates = moved(self, level);
                let lod = self.gradient(of_place.clone(), bias);
                at(self, coordinates, lod)
            }
            LookupLod::Explicit(level) => {
                let level = match level.kind {
                    ExpressionKind::Literal(_) => level,
                    _ => self.hold("level", level, false),
                };
                let nearest = self.nearest_level(lookup.texture, level.clone());
                let coordinates = moved(self, nearest);
                at(self, coordinates, LookupLod::Explicit(level))
            }
            LookupLod::Gradient(..) | LookupLod::Sample(_) => {
                self.unsupported(Reason::GradientOffset);
                Expression::float(0.0, 4)
            }
        }
    }

    /// The level that a filter takes at a place, and the one that it has before its bounds.
    fn levels(&mut self, texture: u32, place: Expression) -> Expression {
        self.need(Feature::LevelQuery);
        let ty = Type::new(Scalar::Float, 2);
        self.asked(texture, LookupKind::Level, place, LookupLod::Implicit, ty)
    }

    /// Derivatives of a place, times 2^bias.
    fn gradient(&mut self, place: Expression, bias: Option<Expression>) -> LookupLod {
        self.need(Feature::Gradients);
        let scale = bias.map(|bias| Expression::built_in(BuiltIn::Exp2, vec![bias]));
        let [x, y] = [
            BuiltIn::Derivative(Axis::X, None),
            BuiltIn::Derivative(Axis::Y, None),
        ]
        .map(|function| {
            let derivative = Expression::built_in(function, vec![place.clone()]);
            match &scale {
                None => derivative,
                Some(scale) => Expression::binary(Binary::Multiply, derivative, scale.clone()),
            }
        });
        LookupLod::Gradient(x, y)
    }

    /// The level nearest to a level of detail, of those that the texture has: the lower one from the middle
    /// (OpenGL 4.5, 8.14.3).
    fn nearest_level(&mut self, texture: u32, level: Expression) -> Expression {
        if let ExpressionKind::Literal(bits) = level.kind
            && f32::from_bits(bits[0] as u32) <= 0.5
        {
            return Expression::int(0);
        }
        self.need(Feature::LevelCount);
        let (implicit, none) = (LookupLod::Implicit, Expression::int(0));
        let count = self.asked(texture, LookupKind::Levels, none, implicit, Type::INT);
        let last = Expression::binary(Binary::Subtract, count, Expression::int(1));
        let half = Expression::float(0.5, 1);
        let rounded = Expression::built_in(
            BuiltIn::Ceiling,
            vec![Expression::binary(Binary::Subtract, level, half)],
        );
        let bounds = vec![rounded.convert(Scalar::Int), Expression::int(0), last];
        Expression::built_in(BuiltIn::Clamp, bounds)
    }
}

/// Divides before the lookup what it would divide itself.
pub(crate) fn divide(lookup: &mut Lookup) {
    if let Some(divisor) = lookup.divisor.take() {
        let values = std::iter::once(&mut lookup.coordinates).chain(&mut lookup.reference);
        for value in values {
            *value = Expression::binary(Binary::Divide, value.clone(), divisor.clone());
        }
    }
}
