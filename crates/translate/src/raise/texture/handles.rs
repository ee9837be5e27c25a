//! Textures that are named by handles (NV_bindless_texture): the two words of a handle become a sampler where it is
//! used. The table of textures has an entry for each kind of texture that is named so.

use quadrille_isa::gl::{Operation, TextureTarget};
use quadrille_program::{Instruction, Operand};

use crate::form::{BuiltIn, Expression, Root, Scalar, Texture, TextureShape};
use crate::options::Packing;
use crate::raise::raiser::Raiser;
use crate::target::Feature;

impl Raiser<'_> {
    /// The texture whose handle an operand holds.
    pub(crate) fn handled(
        &mut self,
        instruction: &Instruction,
        target: TextureTarget,
        handle: &Operand,
    ) -> u32 {
        if self.options.packing == Packing::PushConstants {
            self.unsaid("GLSL with push constants, which is Vulkan's, has no texture handles");
        }
        self.need(Feature::TextureHandles, self.span());
        let handle = self.operand_as(handle, &[0], Scalar::Ulong);
        let words = Expression::built_in(BuiltIn::UnpackLong, vec![handle]);
        let variable = self.scratch("handle", words.ty);
        self.put(Root::Variable(variable), words);
        // What only asks takes any texels, as a comparison always gives a float.
        let asks = matches!(
            instruction.operation,
            Operation::QuerySize | Operation::QueryLod | Operation::QuerySamples
        );
        let texel = match target.is_shadow() || asks {
            true => Scalar::Float,
            false => self.result_kind(instruction),
        };
        let texture = Texture {
            name: self.shader.variables[variable as usize].name.clone(),
            unit: None,
            target,
            shape: TextureShape::of(target),
            texel,
            binding: 0,
        };
        let known = self.shader.textures.iter().position(|known| *known == texture);
        let at = known.unwrap_or(self.shader.textures.len());
        if known.is_none() {
            self.shader.textures.push(texture);
        }
        at as u32
    }
}
