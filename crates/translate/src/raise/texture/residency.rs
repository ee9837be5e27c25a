//! Residency: lookups in sparse textures that tell whether all texels that they read are there (EXT_sparse_texture2,
//! ARB_sparse_texture2). A lookup of which no test asks is one like any other.

use quadrille_isa::gl::operation::TextureOp;
use quadrille_program::{MemoryAccess, TextureAccess};

use crate::form::{
    Expression, ExpressionKind, Lookup, LookupKind, Lvalue, Offset, Root, SparseRead, StatementKind,
    TextureShape,
};
use crate::options::Emulation;
use crate::raise::lowering::Lowering;
use crate::raise::texture::level::is_extended_comparison;
use crate::raise::texture::offset::divide;
use crate::refusal::Reason;
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// The variable that a lookup has to tell whether its texels are resident; none if it need not, or cannot.
    pub(crate) fn told_residency(&mut self, operation: TextureOp, access: &TextureAccess) -> Option<u32> {
        let resident = self.told(access.sparse)?;
        let shape = TextureShape::of(access.target);
        if shape.dimensions() == 1 || operation == TextureOp::GatherOffsets {
            let reason = match (shape.buffer(), shape.dimensions()) {
                (true, _) => Reason::SparseTexture("buffer"),
                (false, 1) => Reason::SparseTexture("one-dimensional"),
                (false, _) => Reason::SparseGathers,
            };
            self.unsupported(reason);
            return None;
        }
        Some(resident)
    }

    /// The same of a load or an atomic operation of a texel of an image.
    pub(crate) fn told_of_image(&mut self, access: &MemoryAccess) -> Option<u32> {
        self.told(access.sparse)
    }

    /// The variable of residency, of what is to tell it; set where all texels are taken as resident, and then none.
    fn told(&mut self, is_sparse: bool) -> Option<u32> {
        let resident = self.interface.registers.codes.residency.filter(|_| is_sparse)?;
        if self.need_or(Feature::Residency, Emulation::AllResident) {
            self.put(Root::Variable(resident), Expression::truth(true));
            return None;
        }
        Some(resident)
    }

    /// The value of a lookup that tells a variable whether its texels are resident.
    pub(crate) fn sparse_value(&mut self, mut lookup: Lookup, resident: u32) -> Expression {
        if let (Some(Offset::Variable(_)), LookupKind::Sample) = (&lookup.offset, lookup.kind) {
            self.unsupported(Reason::SparseOffset);
        }
        let shape = self.draft.shader.textures[lookup.texture as usize].shape;
        if self.options().target.is_glsl() && is_extended_comparison(&lookup.lod, &shape) {
            self.unsupported(Reason::SparseComparison);
        }
        divide(&mut lookup);
        self.stand_in(&mut lookup);
        let value = self.plain(lookup);
        let ExpressionKind::Lookup(lookup) = value.kind else {
            return Expression::float(0.0, 4);
        };
        let texel = Root::Variable(self.scratch("sparse_texel", value.ty));
        self.push(StatementKind::Sparse {
            read: SparseRead::Lookup(lookup),
            texel: Lvalue::from(texel),
            resident: Root::Variable(resident).into(),
        });
        Expression::read(texel, value.ty)
    }
}
