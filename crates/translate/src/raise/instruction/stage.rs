//! Instructions by which a program tells its stage something.

use quadrille_isa::gl::operation::StageOp;
use quadrille_program::Instruction;

use crate::form::{Binary, Expression, ExpressionKind, Scalar, StatementKind};
use crate::raise::lowering::Lowering;
use crate::target::Feature;

/// Streams of vertices that a geometry program has (MAX_VERTEX_STREAMS, OpenGL 4.5 table 23.58).
const STREAMS: i32 = 4;

impl Lowering<'_, '_> {
    /// An instruction that acts on the stage.
    pub(crate) fn stage(&mut self, operation: StageOp, instruction: &Instruction) {
        match operation {
            StageOp::Barrier => self.push(StatementKind::GroupBarrier),
            StageOp::EmitVertex => self.push(StatementKind::EmitVertex(0)),
            StageOp::EmitVertexOnStream => self.emit_on_stream(instruction),
            // Streams are of points, which end by themselves.
            StageOp::EndPrimitive if self.draft.shader.features.contains(&Feature::VertexStreams) => {}
            StageOp::EndPrimitive => self.push(StatementKind::EndPrimitive),
            StageOp::InterlockBegin => {
                self.need(Feature::FragmentInterlock);
                self.push(StatementKind::BeginInterlock);
            }
            StageOp::InterlockEnd => self.push(StatementKind::EndInterlock),
        }
    }

    /// EMITS: the operand chooses the stream; a vertex of none is undefined (NV_gpu_program5, 2.X.8.Z), and left out.
    fn emit_on_stream(&mut self, instruction: &Instruction) {
        let stream = self.operand_as(&instruction.operands[0], &[0], Scalar::Int);
        if let ExpressionKind::Literal(bits) = stream.kind {
            let stream = bits[0] as i32;
            if (0..STREAMS).contains(&stream) {
                self.push(StatementKind::EmitVertex(stream as u32));
            }
            return;
        }
        let stream = self.hold("stream", stream, false);
        for number in 0..STREAMS {
            let own = Expression::binary(Binary::Equal, stream.clone(), Expression::int(number));
            self.only_if(own, |lowering| {
                lowering.push(StatementKind::EmitVertex(number as u32));
            });
        }
    }
}
