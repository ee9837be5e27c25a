//! Textures: each unit with its one target, named `textureN`.

use quadrille_isa::gl::operation::Lod;
use quadrille_isa::gl::{Operation, Stage};
use quadrille_program::{Access, Instruction, TextureUse};

use crate::form::{Scalar, Texture, TextureShape};
use crate::options::Emulation;
use crate::raise::raiser::Raiser;
use crate::raise::texture::units::covers;
use crate::target::{Feature, Support};

impl Raiser<'_> {
    /// Declares the textures that the program samples.
    pub(crate) fn textures(&mut self) {
        let mut units = self.program.textures().to_vec();
        units.sort_unstable_by_key(|texture| texture.unit);
        for texture in units {
            self.texture(texture);
        }
    }

    fn texture(&mut self, texture: TextureUse) {
        let own = TextureShape::of(texture.target);
        let shape = self.texture_shape(texture, own);
        let name = self.names.reserve(&format!("texture{}", texture.unit));
        let binding = self.options.texture_bindings.get(&texture.unit).copied();
        self.units.insert(texture.unit, self.shader.textures.len() as u32);
        self.shader.textures.push(Texture {
            name,
            unit: Some(texture.unit),
            target: texture.target,
            shape,
            texel: self.texel(&texture),
            binding: binding.unwrap_or(texture.unit),
        });
    }

    /// What the program reads from a texture: every lookup names its own type, and they agree in a program whose
    /// values are defined. A comparison always gives a float.
    fn texel(&self, texture: &TextureUse) -> Scalar {
        let has_integers = self.options.target.support(Feature::Integers) != Support::Missing;
        if texture.target.is_shadow() || !has_integers {
            return Scalar::Float;
        }
        let uses =
            |access: &Access| matches!(access, Access::Texture(lookup) if covers(lookup, texture.unit));
        let mut lookups = self.program.instructions().iter().filter(|instruction| {
            let queries = matches!(
                instruction.operation,
                Operation::QuerySize | Operation::QueryLod | Operation::QuerySamples
            );
            uses(&instruction.access) && !queries
        });
        lookups
            .next()
            .map_or(Scalar::Float, |instruction| self.result_kind(instruction))
    }

    /// What a texture is in the shader: what it is in the program, or what stands in for that.
    fn texture_shape(&mut self, texture: TextureUse, own: TextureShape) -> TextureShape {
        let mut shape = own;
        let uses =
            |access: &Access| matches!(access, Access::Texture(lookup) if covers(lookup, texture.unit));
        let mut instructions = self.program.instructions().iter_enumerated();
        let at = instructions
            .find(|(_, instruction)| uses(&instruction.access))
            .map(|(id, _)| id);
        self.origin = at;
        let span = self.span();
        let parts = |other: &TextureUse| other.unit == texture.unit && other.target != texture.target;
        let vertex = self
            .source
            .partner
            .filter(|_| self.shader.stage == Stage::Fragment);
        if vertex.is_some_and(|vertex| vertex.textures().iter().any(parts)) {
            self.unsaid(
                "the vertex program takes a texture of another target from this unit, and shaders that are linked have one name and number for both",
            );
        }
        if shape.rectangle && self.need_or(Feature::Rectangle, Emulation::RectAs2d, span) {
            shape.rectangle = false;
        }
        let graded = |instruction: &Instruction| {
            let operation = instruction.operation;
            uses(&instruction.access)
                && (operation == Operation::QueryLod
                    || matches!(operation, Operation::Sample(lod) if lod != Lod::Implicit))
        };
        let special = shape.array || shape.shadow || self.program.instructions().iter().any(graded);
        let line = match special {
            true => Feature::OneDimensionalSpecial,
            false => Feature::OneDimensional,
        };
        if shape.dimensions == 1 && !shape.buffer && self.need_or(line, Emulation::OneAsTwo, span) {
            shape.dimensions = 2;
        }
        if shape.dimensions == 3 && !shape.cube {
            self.need(Feature::ThreeDimensional, span);
        }
        if shape.array {
            self.need(
                if shape.cube {
                    Feature::CubeArrays
                } else {
                    Feature::TextureArrays
                },
                span,
            );
        }
        if shape.shadow {
            self.need(
                if shape.cube {
                    Feature::ShadowCube
                } else {
                    Feature::Shadow
                },
                span,
            );
        }
        if shape.buffer {
            self.need(Feature::BufferTextures, span);
        }
        if shape.multisample {
            self.need(Feature::Multisample, span);
            if shape.array {
                self.need(Feature::MultisampleArrays, span);
            }
        }
        // The size of a texture that stands in for a rectangle comes in from outside where it cannot be asked
        // for.
        if own.rectangle
            && !shape.rectangle
            && self.options.target.support(Feature::TextureSize) == Support::Missing
        {
            self.size_parameter(texture.unit);
        }
        self.origin = None;
        shape
    }
}
