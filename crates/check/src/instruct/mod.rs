//! Instructions: opcode, modifiers, operands by their shapes, and the lowering of them to one form.

mod agreement;
mod assembly;
mod division;
mod flow;
pub(crate) mod given;
mod gpu;
pub(crate) mod indirect;
pub(crate) mod interlock;
mod jump;
pub(crate) mod label;
mod lookup;
pub(crate) mod lowering;
mod memory;
mod modifier;
mod modifiers;
mod opcode;
pub(crate) mod operand;
mod plain;
mod result;
mod special;
pub(crate) mod subroutine_end;
mod texel_offset;
mod unit;

use quadrille_base::Span;
use quadrille_syntax::tree::Instruction;

use crate::block::follow_word;
use crate::instruct::lowering::Lowering;
use crate::instruct::opcode::{NoOpcode, opcode};

/// One instruction; `span` is the statement without its semicolon.
pub(crate) fn instruction<'t, 's>(
    lowering: &mut Lowering<'_, 't, 's>,
    instruction: &'t Instruction<'s>,
    span: Span,
) {
    let (cx, diagnostics) = (lowering.resolver.cx, &mut *lowering.resolver.diagnostics);
    match opcode(&cx, diagnostics, instruction) {
        Ok(opcode) if cx.language.is_gpu() => gpu::instruction(lowering, opcode, instruction, span),
        Ok(opcode) => assembly::instruction(lowering, opcode, instruction, span),
        Err(NoOpcode { near }) => {
            if let Some(near) = near {
                let blocks = &mut lowering.flow.blocks;
                follow_word(
                    &cx,
                    blocks,
                    lowering.code,
                    diagnostics,
                    near,
                    instruction.mnemonic.span,
                );
            }
        }
    }
}
