//! Textures that are named by handles (NV_bindless_texture): the two words of a handle become a sampler where it is
//! used. The table of textures has an entry for each kind of texture that is named so.

use quadrille_isa::gl::TextureTarget;
use quadrille_program::Operand;

use crate::form::{BuiltIn, Expression, Root, Scalar, Texture, TextureShape};
use crate::options::Packing;
use crate::raise::lowering::Lowering;
use crate::refusal::Reason;
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// The texture whose handle an operand holds, and whose texels are of a kind.
    pub(crate) fn handled(&mut self, texel: Scalar, target: TextureTarget, handle: &Operand) -> u32 {
        if self.options().packing == Packing::PushConstants {
            self.unsupported(Reason::HandlesOfVulkan("texture"));
        }
        self.need(Feature::TextureHandles);
        let handle = self.operand_as(handle, &[0], Scalar::Ulong);
        let words = Expression::built_in(BuiltIn::UnpackLong, vec![handle]);
        let variable = self.scratch("handle", words.ty);
        self.put(Root::Variable(variable), words);
        let texture = Texture {
            name: self.draft.shader.variables[variable as usize].name.clone(),
            unit: None,
            target,
            shape: TextureShape::of(target),
            texel,
            binding: 0,
        };
        let known = self
            .draft
            .shader
            .textures
            .iter()
            .position(|known| *known == texture);
        let at = known.unwrap_or(self.draft.shader.textures.len());
        if known.is_none() {
            self.draft.shader.textures.push(texture);
        }
        at as u32
    }
}
