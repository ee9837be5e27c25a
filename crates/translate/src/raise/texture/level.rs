//! Levels of detail of filtered lookups: what targets can say of them, and their smallest value.

use crate::form::{BuiltIn, Expression, LookupLod, TextureShape};
use crate::raise::lowering::Lowering;
use crate::refusal::Reason;
use crate::target::{Feature, Target};

impl Lowering<'_, '_> {
    /// The source of the level of detail, as far as the target can express it.
    pub(crate) fn level(&mut self, lod: LookupLod, texture: u32) -> LookupLod {
        let shape = self.draft.shader.textures[texture as usize].shape;
        // A bias is a level where there are no neighbours.
        if is_extended_comparison(&lod, &shape) && (self.is_fragment() || !matches!(lod, LookupLod::Bias(_)))
        {
            self.need(Feature::ShadowLevels);
        }
        match &lod {
            LookupLod::Gradient(..)
                if shape.shadow && self.options().target.is_glsl() && shape.cube() && shape.array() =>
            {
                self.unsupported(Reason::CubeArrayGradient);
            }
            // WGSL compares at the level of the neighbours or at the base level, and HLSL and MSL come from it.
            LookupLod::Explicit(_) | LookupLod::Bias(_) | LookupLod::Gradient(..)
                if shape.shadow
                    && matches!(self.options().target, Target::Wgsl | Target::Hlsl | Target::Msl) =>
            {
                self.unsupported(Reason::ComparisonLevel(self.options().target));
            }
            // EXT_shadow_samplers has two functions, and neither takes more than coordinates.
            LookupLod::Explicit(_) | LookupLod::Bias(_) | LookupLod::Gradient(..)
                if self.options().target == Target::GlslEs100 && shape.shadow =>
            {
                self.unsupported(Reason::ComparisonLevel(self.options().target));
            }
            LookupLod::Explicit(_) | LookupLod::Gradient(..)
                if self.options().target == Target::GlslEs100
                    && shape.dimensions() == 3
                    && !shape.cube()
                    && (self.is_fragment() || matches!(lod, LookupLod::Gradient(..))) =>
            {
                self.unsupported(Reason::VolumeLevel);
            }
            LookupLod::Gradient(..) if self.options().target == Target::HlslSm3 && !self.is_fragment() => {
                self.unsupported(Reason::VertexGradient);
            }
            // glslang wants the extension in vertex shaders of GLSL 1.20, too.
            LookupLod::Explicit(_)
                if self.is_fragment() || self.options().target.plain() == Target::Glsl120 =>
            {
                self.need(Feature::FragmentLod);
            }
            LookupLod::Gradient(..) => {
                self.need(Feature::Gradients);
                if shape.array() {
                    self.need(Feature::ArrayGradients);
                }
            }
            // A vertex shader has no neighbours to take a level from; what is biased is the base level.
            LookupLod::Bias(bias) if !self.is_fragment() => {
                return self.level(LookupLod::Explicit(bias.clone()), texture);
            }
            LookupLod::Implicit | LookupLod::Bias(_) | LookupLod::Explicit(_) | LookupLod::Sample(_) => {}
        }
        lod
    }

    /// The level of detail with its minimum. A vertex shader has no neighbours, and so its level is known.
    pub(crate) fn at_least(
        &mut self,
        lod: LookupLod,
        clamp: Option<Expression>,
        texture: u32,
    ) -> (LookupLod, Option<Expression>) {
        let Some(clamp) = clamp else {
            return (lod, None);
        };
        let shape = self.draft.shader.textures[texture as usize].shape;
        let is_deep = |shape: TextureShape| shape.shadow && shape.array() && shape.dimensions() > 1;
        let larger = |level: Expression| {
            let bounds = vec![level, clamp.clone()];
            LookupLod::Explicit(Expression::built_in(BuiltIn::Maximum, bounds))
        };
        match lod {
            LookupLod::Implicit if !self.is_fragment() => (larger(Expression::float(0.0, 1)), None),
            LookupLod::Explicit(level) => (larger(level), None),
            LookupLod::Gradient(..) if !self.is_fragment() && !self.options().target.is_spirv() => {
                self.unsupported(Reason::VertexClamp);
                (lod, None)
            }
            LookupLod::Bias(bias) if self.options().target.is_glsl() && is_deep(shape) => {
                self.unsupported(Reason::ComparisonClamp);
                (LookupLod::Bias(bias), None)
            }
            lod => {
                self.need(Feature::LevelClamp);
                (lod, Some(clamp))
            }
        }
    }
}

/// Whether GLSL has a comparison at a level of its own by an extension alone (GLSL 4.50, 8.9.2).
pub(crate) fn is_extended_comparison(lod: &LookupLod, shape: &TextureShape) -> bool {
    let deep_array = shape.array() && shape.dimensions() > 1;
    match lod {
        LookupLod::Implicit | LookupLod::Sample(_) | LookupLod::Gradient(..) => false,
        LookupLod::Bias(_) => shape.shadow && deep_array,
        LookupLod::Explicit(_) => shape.shadow && (shape.cube() || deep_array),
    }
}
