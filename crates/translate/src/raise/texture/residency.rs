//! Residency: lookups in sparse textures that tell whether all texels that they read are there (EXT_sparse_texture2,
//! ARB_sparse_texture2). A lookup of which no test asks is one like any other.

use quadrille_isa::gl::{Operation, TextureTarget};
use quadrille_program::{Instruction, TextureAccess};

use crate::form::{
    Expression, Kind, Lookup, LookupKind, Offset, Place, Root, Statement, StatementKind, TextureShape,
};
use crate::options::Emulation;
use crate::raise::raiser::Raiser;
use crate::raise::texture::offset::divide;
use crate::target::Feature;

impl Raiser<'_> {
    /// Whether a lookup has to tell more than its value.
    pub(crate) fn tells_residency(&mut self, instruction: &Instruction, access: &TextureAccess) -> bool {
        let Some(resident) = self.residency else {
            return false;
        };
        if self.need_or(Feature::Residency, Emulation::AllResident, self.span()) {
            let truth = Statement::assign(Root::Variable(resident), None, Expression::truth(true));
            self.push(truth.kind);
            return false;
        }
        let shape = TextureShape::of(access.target);
        if shape.dimensions == 1 || instruction.operation == Operation::GatherOffsets {
            let what = match access.target {
                TextureTarget::Buffer => "no target has sparse buffer textures",
                _ if shape.dimensions == 1 => "no target has sparse one-dimensional textures",
                _ => "no target tells of four gathers whether their texels are resident",
            };
            self.unsaid(what);
            return false;
        }
        true
    }

    /// The value of a lookup that tells whether its texels are resident.
    pub(crate) fn sparse_value(&mut self, mut lookup: Lookup) -> Expression {
        if let (Some(Offset::Variable(_)), LookupKind::Sample) = (&lookup.offset, lookup.kind) {
            self.unsaid(
                "no target tells whether texels are resident that an offset found at run time leads to",
            );
        }
        divide(&mut lookup);
        self.stand_in(&mut lookup);
        let value = self.plain(lookup);
        let (Some(resident), Kind::Lookup(lookup)) = (self.residency, value.kind) else {
            return Expression::float(0.0, 4);
        };
        let texel = Root::Variable(self.scratch("sparse_texel", value.ty));
        self.push(StatementKind::Sparse {
            lookup,
            texel: Place::from(texel),
            resident: Root::Variable(resident).into(),
        });
        Expression::read(texel, value.ty)
    }
}
