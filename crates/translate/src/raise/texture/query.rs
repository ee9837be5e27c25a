//! Queries of textures: sizes, numbers of samples, levels of detail.

use quadrille_program::{Operand, TextureAccess};

use crate::form::{Expression, ExpressionKind, Lookup, LookupKind, LookupLod, Scalar, Type};
use crate::raise::lowering::Lowering;
use crate::refusal::Reason;
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// The size of a level: as many integers as the texture has dimensions, and its layers.
    pub(crate) fn size_value(&mut self, operands: &[Operand], texture: u32) -> Expression {
        self.need(Feature::TextureSize);
        let shape = self.draft.shader.textures[texture as usize].shape;
        if shape.array() {
            self.need(Feature::LayerCount);
        }
        let width = shape.sizes();
        let level = self.operand_as(&operands[0], &[0], Scalar::Int);
        let size = Type::new(Scalar::Int, width);
        let size = self.size_of_level(texture, level, size);
        match width {
            4 => size,
            _ => Expression::construct(vec![size, Expression::bits(Scalar::Int, 0, 4 - width)]),
        }
    }

    /// The size of a level, as integers.
    pub(crate) fn size_of_level(&mut self, texture: u32, level: Expression, ty: Type) -> Expression {
        let lod = LookupLod::Explicit(level);
        self.asked(texture, LookupKind::Size, Expression::int(0), lod, ty)
    }

    /// The number of samples of a texel, in x.
    pub(crate) fn samples_value(&mut self, texture: u32) -> Expression {
        self.need(Feature::SampleCount);
        let implicit = LookupLod::Implicit;
        let count = self.asked(
            texture,
            LookupKind::Samples,
            Expression::int(0),
            implicit,
            Type::INT,
        );
        Expression::construct(vec![count, Expression::bits(Scalar::Int, 0, 3)])
    }

    /// The level that a lookup would use, and the level without a bound: two floats before two zeros.
    pub(crate) fn level_value(
        &mut self,
        operands: &[Operand],
        access: &TextureAccess,
        texture: u32,
    ) -> Expression {
        self.need(Feature::LevelQuery);
        if !self.is_fragment() {
            self.unsupported(Reason::VertexLevel);
        }
        if self.draft.shader.textures[texture as usize].shape.rectangle() {
            self.unsupported(Reason::RectangleLevel);
        }
        let count = access.target.row().coordinates;
        let coordinates = self.operand(&operands[0], &[0, 1, 2][..usize::from(count)]);
        let ty = Type::new(Scalar::Float, 2);
        let levels = self.asked(texture, LookupKind::Level, coordinates, LookupLod::Implicit, ty);
        Expression::construct(vec![levels, Expression::float(0.0, 2)])
    }

    /// The result of a texture query.
    pub(crate) fn asked(
        &mut self,
        texture: u32,
        kind: LookupKind,
        coordinates: Expression,
        lod: LookupLod,
        ty: Type,
    ) -> Expression {
        let mut lookup = Lookup {
            texture,
            kind,
            coordinates,
            divisor: None,
            reference: None,
            lod,
            offset: None,
            clamp: None,
        };
        if kind == LookupKind::Level {
            self.stand_in(&mut lookup);
        }
        Expression::new(ty, ExpressionKind::Lookup(Box::new(lookup)))
    }
}
