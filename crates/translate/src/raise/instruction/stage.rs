//! Instructions by which a program tells its stage something.

use quadrille_isa::gl::operation::StageOp;

use crate::form::StatementKind;
use crate::raise::lowering::Lowering;

impl Lowering<'_, '_> {
    /// An instruction that acts on the stage.
    pub(crate) fn stage(&mut self, operation: StageOp) {
        match operation {
            StageOp::Barrier => self.push(StatementKind::GroupBarrier),
            StageOp::EmitVertex => self.push(StatementKind::EmitVertex),
            StageOp::EndPrimitive => self.push(StatementKind::EndPrimitive),
            StageOp::EmitVertexOnStream => {
                self.unsupported("in shading languages each stream has results of its own");
            }
            StageOp::InterlockBegin | StageOp::InterlockEnd => {
                self.unsupported("no translation has sections that fragments enter in order");
            }
        }
    }
}
