//! What single opcodes ask beyond their shape: plain operands, fragment attributes, streams, shared memory
//! (NV_gpu_program5 2.X.8 CVT, IPAC, IPAO, IPAS, EMITS; NV_compute_program5 2.X.8;
//! NV_geometry_shader_passthrough).

use quadrille_isa::gl::operation::Space;
use quadrille_isa::gl::{Family, Operation, ProgramOption};
use quadrille_program::layout::OutputPrimitive;
use quadrille_program::{File, Operand};
use quadrille_syntax::tree::OperandIndex;

use crate::checker::Checker;
use crate::instruct::gpu::Given;
use crate::rules;

impl<'t, 's> Checker<'t, 's> {
    /// What the opcode asks of an instruction whose operands are known. `written` are all operands, the result
    /// first.
    pub(crate) fn special(
        &mut self,
        given: Given<'_>,
        written: &'t [OperandIndex],
        operands: &[Operand],
    ) -> Option<()> {
        match given.row.operation {
            Operation::Convert => self.plain_conversion(written),
            Operation::InterpolateAtCentroid
            | Operation::InterpolateAtOffset
            | Operation::InterpolateAtSample => self.interpolated_again(written, operands),
            Operation::EmitVertexOnStream => self.stream_of_points(given),
            Operation::Load(Space::Shared)
            | Operation::Store(Space::Shared)
            | Operation::Atomic(Space::Shared) => self.has_shared_memory(given),
            _ => Some(()),
        }?;
        match given.row.operation {
            Operation::EmitVertex | Operation::EmitVertexOnStream | Operation::EndPrimitive => {
                self.emits_itself(given)
            }
            _ => Some(()),
        }
    }

    /// CVT's operand has neither sign nor magnitude.
    fn plain_conversion(&mut self, written: &'t [OperandIndex]) -> Option<()> {
        let operand = self.operand(*written.get(1)?);
        let span = match (operand.sign, operand.absolute) {
            (Some(sign), _) if sign.negative => sign.span,
            (_, Some(absolute)) => absolute.span,
            _ => return Some(()),
        };
        let message = "a conversion takes its operand as it is, without sign and magnitude";
        self.report(rules::unavailable_form::at(span, message));
        None
    }

    /// What is interpolated again is a fragment attribute that was interpolated before.
    fn interpolated_again(&mut self, written: &'t [OperandIndex], operands: &[Operand]) -> Option<()> {
        let register = operands.first()?.register;
        let span = self.operand(*written.get(1)?).span;
        if register.file != File::Attribute {
            let message = "a fragment attribute belongs here";
            self.report(rules::not_interpolated::at(span, message));
            return None;
        }
        let family = self
            .build
            .attributes
            .get(register.slot.max(0) as usize)?
            .binding
            .family;
        if matches!(family, Family::FragmentFacing | Family::PrimitiveId) {
            let message = "this attribute is the same for a whole primitive";
            self.report(rules::not_interpolated::at(span, message));
            return None;
        }
        Some(())
    }

    /// A program with streams makes points.
    fn stream_of_points(&mut self, given: Given<'_>) -> Option<()> {
        match self.stated.primitive_out {
            Some(out) if out.value.is_some_and(|value| value != OutputPrimitive::Points) => {
                self.report(rules::stream_of_points::at(given.span, out.span));
                None
            }
            _ => Some(()),
        }
    }

    /// The vertices of a passthrough program are those that come in.
    fn emits_itself(&mut self, given: Given<'_>) -> Option<()> {
        let option = ProgramOption::NvGeometryProgramPassthrough;
        if self.has(option) {
            self.report(rules::passthrough_emits::at(given.span, option.row().name()));
            return None;
        }
        Some(())
    }

    /// Shared memory is there if its size is declared.
    fn has_shared_memory(&mut self, given: Given<'_>) -> Option<()> {
        if self.stated.shared_memory.is_some() {
            return Some(());
        }
        self.report(rules::missing_shared_memory::at(given.span));
        None
    }
}
