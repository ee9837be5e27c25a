//! Instructions of the NV_gpu_program languages: which operands an opcode takes, of which types, and what is
//! asked of them beyond (NV_gpu_program4 and 5, 2.X.4 and 2.X.8).
//!
//! Texture lookups, memory accesses and flow have files of their own; here is what they share, and everything
//! that only computes.

use quadrille_base::Span;
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::opcode::{OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::{ConversionOp, MemoryOp, StageOp};
use quadrille_program::{Access, BarrierScope, Conversion, Destination, Instruction, Operand};
use quadrille_syntax::tree::{self, OperandIndex};

use crate::condition::bare_condition;
use crate::instruct::given::Given;
use crate::instruct::interlock::interlock;
use crate::instruct::lookup::lookup;
use crate::instruct::lowering::Lowering;
use crate::instruct::memory::memory;
use crate::instruct::modifiers::modifiers;
use crate::instruct::opcode::written_operands;
use crate::instruct::result::typed_result;
use crate::instruct::special::special;
use crate::mnemonic::Suffix;
use crate::resolver::{Resolver, Wanted};

/// One instruction; `span` is the statement without its semicolon.
pub(super) fn instruction<'t, 's>(
    lowering: &mut Lowering<'_, 't, 's>,
    (row, suffix): (&'static OpcodeRow, Suffix),
    instruction: &'t tree::Instruction<'s>,
    span: Span,
) {
    let resolver = &mut lowering.resolver;
    let words = resolver.cx.words(&instruction.modifiers);
    let modifiers = modifiers(
        &resolver.cx,
        resolver.diagnostics,
        row,
        &suffix,
        &instruction.mnemonic,
        words,
    );
    let given = Given {
        row,
        modifiers: modifiers.as_ref(),
        span,
    };
    let written = resolver.cx.list(&instruction.operands);
    if let Operation::Flow(operation) = row.operation {
        super::flow::instruction(lowering, operation, given, written);
        return;
    }
    let Lowering {
        resolver,
        textures,
        flow,
        code,
        ..
    } = lowering;
    let parts = if matches!(row.operation, Operation::Texture(_)) {
        lookup(resolver, textures, given, written)
    } else if matches!(row.operation, Operation::Memory(operation) if operation != MemoryOp::Barrier) {
        memory(resolver, given, written)
    } else {
        computation(resolver, given, written)
    };
    if matches!(
        row.operation,
        Operation::Stage(StageOp::InterlockBegin | StageOp::InterlockEnd)
    ) {
        interlock(flow, resolver.diagnostics, row.operation, span);
    }
    let Some((destination, operands, access)) = parts else {
        return;
    };
    if special(
        &resolver.cx,
        resolver.stage,
        resolver.slots,
        resolver.diagnostics,
        given,
        written,
        &operands,
    )
    .is_none()
    {
        return;
    }
    let Some(modifiers) = &modifiers else {
        return;
    };
    let instruction = Instruction {
        opcode: row.opcode,
        operation: row.operation_with(resolver.cx.language.features.languages, modifiers.special),
        data_type: given.data_type(),
        clamp: modifiers.clamp,
        precise: modifiers.precise,
        update: modifiers.update,
        destination,
        operands,
        access,
    };
    code.push(instruction, span);
}

/// An instruction that only computes: its result, its operands, and what else it states.
fn computation<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    given: Given<'_>,
    written: &'t [OperandIndex],
) -> Option<(Option<Destination>, Vec<Operand>, Access)> {
    let row = given.row;
    let optional = row.operands.contains(&OperandShape::OptionalVector);
    let wanted = written_operands(&resolver.cx.language, row);
    if written.len() != wanted && !(optional && written.len() + 1 == wanted) {
        resolver.wrong_count(given.span, given.row.mnemonic, wanted, written);
        return None;
    }
    let (destination, sources) = match (row.result, written) {
        (ResultShape::None, sources) => (Some(None), sources),
        (_, [result, sources @ ..]) => (typed_result(resolver, given, *result).map(Some), sources),
        (_, []) => (None, written),
    };
    let mut complete = destination.is_some();
    let mut operands = Vec::with_capacity(row.operands.len());
    let mut access = stated(given);
    let mut sources = sources.iter().copied();
    for shape in row.operands {
        let operand = match shape {
            OperandShape::ExtendedSwizzle => {
                let source = sources.next()?;
                let selectors = [sources.next()?, sources.next()?, sources.next()?, sources.next()?];
                resolver.extended_swizzle(resolver.cx.operand(source), selectors)
            }
            OperandShape::VectorOrCondition => {
                let index = sources.next()?;
                if resolver.names.is_test(&resolver.cx, index) {
                    match bare_condition(&resolver.cx, resolver.names, resolver.diagnostics, index) {
                        Some(condition) => access = Access::Condition(condition),
                        None => complete = false,
                    }
                    continue;
                }
                resolver.typed_source(resolver.cx.operand(index), Wanted::Vector, given.expected(*shape))
            }
            OperandShape::OptionalVector if sources.len() == 0 => continue,
            OperandShape::Scalar | OperandShape::ScalarUnsigned => {
                let index = sources.next()?;
                let wanted = Wanted::Scalar(row.mnemonic);
                resolver.typed_source(resolver.cx.operand(index), wanted, given.expected(*shape))
            }
            _ => {
                let index = sources.next()?;
                resolver.typed_source(resolver.cx.operand(index), Wanted::Vector, given.expected(*shape))
            }
        };
        match operand {
            Some(operand) => operands.push(operand),
            None => complete = false,
        }
    }
    if complete {
        Some((destination?, operands, access))
    } else {
        None
    }
}

/// The formats of a conversion, the scope of a barrier or the neighbours of a derivative, which modifiers state besides the operands.
fn stated(given: Given<'_>) -> Access {
    let Some(modifiers) = given.modifiers else {
        return Access::None;
    };
    match (given.row.operation, modifiers.storage.as_slice()) {
        (Operation::Conversion(ConversionOp::Convert), [to, from]) => Access::Conversion(Conversion {
            to: to.format,
            from: from.format,
            rounding: modifiers.rounding,
        }),
        (Operation::Memory(MemoryOp::Barrier), _) => Access::Barrier(if modifiers.work_group {
            BarrierScope::WorkGroup
        } else {
            BarrierScope::Device
        }),
        (Operation::Derivative(_), _) => modifiers.derivative.map_or(Access::None, Access::Derivative),
        _ => Access::None,
    }
}
