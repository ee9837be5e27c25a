//! Instructions by which a program tells its stage something.

use quadrille_isa::gl::operation::StageOp;

use crate::form::StatementKind;
use crate::raise::lowering::Lowering;

impl Lowering<'_, '_> {
    /// An instruction that acts on the stage.
    pub(crate) fn stage(&mut self, operation: StageOp) {
        match operation {
            StageOp::Barrier => self.push(StatementKind::GroupBarrier),
            StageOp::EmitVertex | StageOp::EmitVertexOnStream | StageOp::EndPrimitive => {
                self.unsupported("no translation has programs of this stage");
            }
            StageOp::InterlockBegin | StageOp::InterlockEnd => {
                self.unsupported("no translation has sections that fragments enter in order");
            }
        }
    }
}
