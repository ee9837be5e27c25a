//! Checks of single opcodes beyond their shape: plain operands, fragment attributes, streams, shared memory
//! (NV_gpu_program5 2.X.8 CVT, IPAC, IPAO, IPAS, EMITS; NV_compute_program5 2.X.8;
//! NV_geometry_shader_passthrough).

use quadrille_isa::gl::operation::{ConversionOp, MemoryOp, Space, StageOp};
use quadrille_isa::gl::{Family, Operation, ProgramOption};
use quadrille_program::layout::OutputPrimitive;
use quadrille_program::{File, Operand};
use quadrille_syntax::tree::OperandIndex;

use crate::context::Context;
use crate::instruct::given::Given;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::slots::Slots;
use crate::state::stage::StageDeclarations;

/// Checks what the opcode alone asks of an instruction whose operands are known. `written` are all operands, the result
/// first.
pub(crate) fn special(
    cx: &Context<'_, '_>,
    stage: &StageDeclarations,
    slots: &Slots,
    diagnostics: &mut Diagnostics,
    given: Given<'_>,
    written: &[OperandIndex],
    operands: &[Operand],
) -> Option<()> {
    match given.row.operation {
        Operation::Conversion(ConversionOp::Convert) => plain_conversion(cx, diagnostics, written),
        Operation::Interpolation(_) => interpolated_again(cx, slots, diagnostics, written, operands),
        Operation::Stage(StageOp::EmitVertexOnStream) => stream_of_points(stage, diagnostics, given),
        Operation::Memory(
            MemoryOp::Load(Space::Shared) | MemoryOp::Store(Space::Shared) | MemoryOp::Atomic(Space::Shared),
        ) => has_shared_memory(stage, diagnostics, given),
        _ => Some(()),
    }?;
    match given.row.operation {
        Operation::Stage(StageOp::EmitVertex | StageOp::EmitVertexOnStream | StageOp::EndPrimitive) => {
            emits_itself(cx, diagnostics, given)
        }
        _ => Some(()),
    }
}

/// CVT's operand has neither sign nor magnitude.
fn plain_conversion(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    written: &[OperandIndex],
) -> Option<()> {
    let operand = cx.operand(*written.get(1)?);
    let span = match (operand.sign, operand.absolute) {
        (Some(sign), _) if sign.negative => sign.span,
        (_, Some(absolute)) => absolute.span,
        _ => return Some(()),
    };
    let message = "a conversion takes its operand as it is, without sign and magnitude";
    diagnostics.report(rules::unavailable_form::at(span, message));
    None
}

/// The operand of an interpolation instruction is a fragment attribute that is interpolated.
fn interpolated_again(
    cx: &Context<'_, '_>,
    slots: &Slots,
    diagnostics: &mut Diagnostics,
    written: &[OperandIndex],
    operands: &[Operand],
) -> Option<()> {
    let register = operands.first()?.register;
    let span = cx.operand(*written.get(1)?).span;
    if register.file != File::Attribute {
        let message = "a fragment attribute belongs here";
        diagnostics.report(rules::not_interpolated::at(span, message));
        return None;
    }
    let family = slots
        .attributes
        .get(register.slot.max(0) as usize)?
        .binding
        .family;
    if matches!(family, Family::FragmentFacing | Family::PrimitiveId) {
        let message = "this attribute is the same for a whole primitive";
        diagnostics.report(rules::not_interpolated::at(span, message));
        return None;
    }
    Some(())
}

/// A program with streams makes points.
fn stream_of_points(
    stage: &StageDeclarations,
    diagnostics: &mut Diagnostics,
    given: Given<'_>,
) -> Option<()> {
    match stage.primitive_out {
        Some(out) if out.value.is_some_and(|value| value != OutputPrimitive::Points) => {
            diagnostics.report(rules::stream_of_points::at(given.span, out.span));
            None
        }
        _ => Some(()),
    }
}

/// The vertices of a passthrough program are those that come in.
fn emits_itself(cx: &Context<'_, '_>, diagnostics: &mut Diagnostics, given: Given<'_>) -> Option<()> {
    let option = ProgramOption::NvGeometryProgramPassthrough;
    if cx.language.has(option) {
        diagnostics.report(rules::passthrough_emits::at(given.span, option.row().name()));
        return None;
    }
    Some(())
}

/// Shared memory is there if its size is declared.
fn has_shared_memory(
    stage: &StageDeclarations,
    diagnostics: &mut Diagnostics,
    given: Given<'_>,
) -> Option<()> {
    if stage.shared_memory.is_some() {
        return Some(());
    }
    diagnostics.report(rules::missing_shared_memory::at(given.span));
    None
}
