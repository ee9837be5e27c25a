//! Residency: lookups in sparse textures that tell whether all texels that they read are there (EXT_sparse_texture2,
//! ARB_sparse_texture2). A lookup of which no test asks is one like any other.

use quadrille_isa::gl::operation::TextureOp;
use quadrille_program::TextureAccess;

use crate::form::{
    Expression, ExpressionKind, Lookup, LookupKind, Lvalue, Offset, Root, StatementKind, TextureShape,
};
use crate::options::Emulation;
use crate::raise::lowering::Lowering;
use crate::raise::texture::level::is_extended_comparison;
use crate::raise::texture::offset::divide;
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// The variable that a lookup has to tell whether its texels are resident; none if it need not, or cannot.
    pub(crate) fn told_residency(&mut self, operation: TextureOp, access: &TextureAccess) -> Option<u32> {
        let resident = self
            .interface
            .registers
            .codes
            .residency
            .filter(|_| access.sparse)?;
        if self.need_or(Feature::Residency, Emulation::AllResident) {
            self.put(Root::Variable(resident), Expression::truth(true));
            return None;
        }
        let shape = TextureShape::of(access.target);
        if shape.dimensions() == 1 || operation == TextureOp::GatherOffsets {
            let what = match (shape.buffer(), shape.dimensions()) {
                (true, _) => "no target has sparse buffer textures",
                (false, 1) => "no target has sparse one-dimensional textures",
                (false, _) => "no target tells of four gathers whether their texels are resident",
            };
            self.unsupported(what);
            return None;
        }
        Some(resident)
    }

    /// The value of a lookup that tells a variable whether its texels are resident.
    pub(crate) fn sparse_value(&mut self, mut lookup: Lookup, resident: u32) -> Expression {
        if let (Some(Offset::Variable(_)), LookupKind::Sample) = (&lookup.offset, lookup.kind) {
            self.unsupported(
                "no target tells whether texels are resident that an offset found at run time leads to",
            );
        }
        let shape = self.draft.shader.textures[lookup.texture as usize].shape;
        if self.options().target.is_glsl() && is_extended_comparison(&lookup.lod, &shape) {
            self.unsupported("GLSL tells of no comparison at such a level whether its texels are resident");
        }
        divide(&mut lookup);
        self.stand_in(&mut lookup);
        let value = self.plain(lookup);
        let ExpressionKind::Lookup(lookup) = value.kind else {
            return Expression::float(0.0, 4);
        };
        let texel = Root::Variable(self.scratch("sparse_texel", value.ty));
        self.push(StatementKind::Sparse {
            lookup,
            texel: Lvalue::from(texel),
            resident: Root::Variable(resident).into(),
        });
        Expression::read(texel, value.ty)
    }
}
