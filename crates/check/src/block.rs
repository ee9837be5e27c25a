//! Blocks: IF, ELSE, ENDIF, REP, ENDREP, LOOP, ENDLOOP, and how deep they may be nested.
//!
//! A block is followed even where an instruction of it has an error, so that one error is not many. What
//! leaves a block, BRK and CONT, gets its target when the block is closed.

use quadrille_base::{Id, Span};
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_program::InstId;

use crate::context::Context;
use crate::dialect::Habit;
use crate::state::blocks::{Block, BlockKind, Blocks};
use crate::state::code::Code;
use crate::state::diagnostics::Diagnostics;
use crate::{mnemonic, rules};

/// Follows the blocks that an instruction opens, divides, closes or leaves, whatever else is wrong with it;
/// it is the next one. Gives where the end of a loop goes, and how many loops are around the loop.
pub(crate) fn follow(
    cx: &Context<'_, '_>,
    blocks: &mut Blocks,
    code: &mut Code,
    diagnostics: &mut Diagnostics,
    operation: FlowOp,
    mnemonic: &str,
    span: Span,
) -> (Option<InstId>, u32) {
    let mut open = |kind| (None, open_block(cx, blocks, code, diagnostics, kind, span));
    match operation {
        FlowOp::If => open(BlockKind::If),
        FlowOp::Repeat => open(BlockKind::Repeat),
        FlowOp::Loop => open(BlockKind::Loop),
        FlowOp::EndIf => close_block(blocks, code, diagnostics, BlockKind::If, span),
        FlowOp::EndRepeat => close_block(blocks, code, diagnostics, BlockKind::Repeat, span),
        FlowOp::EndLoop => close_block(blocks, code, diagnostics, BlockKind::Loop, span),
        FlowOp::Break | FlowOp::Continue => {
            let breaks = operation == FlowOp::Break;
            (
                None,
                leave_loop(blocks, code, diagnostics, breaks, mnemonic, span),
            )
        }
        FlowOp::Else => {
            divide_block(blocks, code, diagnostics, span);
            (None, 0)
        }
        FlowOp::Branch | FlowOp::Call | FlowOp::CallIndirect | FlowOp::Return => (None, 0),
    }
}

/// Opens the block of IF, REP or LOOP; the instruction is the next one. Gives how many loops are around.
fn open_block(
    cx: &Context<'_, '_>,
    blocks: &mut Blocks,
    code: &Code,
    diagnostics: &mut Diagnostics,
    kind: BlockKind,
    span: Span,
) -> u32 {
    let loops = blocks.count(BlockKind::Repeat) + blocks.count(BlockKind::Loop);
    let limits = cx.limits();
    let (depth, most) = match kind {
        BlockKind::If => (blocks.count(BlockKind::If), limits.if_depth),
        BlockKind::Repeat | BlockKind::Loop => (loops, limits.loop_depth),
    };
    if depth as u64 == u64::from(most) {
        let diagnostic = rules::block_too_deep::at(span, kind.opening(), most);
        diagnostics.unless_admitted(Habit::DeepBlocks, diagnostic);
    }
    let (start, returns_before) = (code.next(), blocks.returns);
    blocks.open(Block {
        kind,
        opened: span,
        start,
        divided: None,
        breaks: Vec::new(),
        continues: Vec::new(),
        depth: loops as u32,
        endless: false,
        returns_before,
    });
    if kind == BlockKind::If { 0 } else { loops as u32 }
}

/// ELSE: the block around it is an IF that has none yet.
fn divide_block(blocks: &mut Blocks, code: &Code, diagnostics: &mut Diagnostics, span: Span) {
    let here = code.next();
    match blocks.innermost() {
        Some(block) if block.kind == BlockKind::If && block.divided.is_none() => {
            block.divided = Some(here);
        }
        Some(block) if block.kind == BlockKind::If => {
            let opened = block.opened;
            let message = "this block has an `ELSE` already";
            diagnostics.report(rules::mismatched_block::at(span, message, Some(opened)));
        }
        Some(block) => {
            let (opened, closing) = (block.opened, block.kind.closing());
            let message = format!("`{closing}` has to come first");
            diagnostics.report(rules::mismatched_block::at(span, message, Some(opened)));
        }
        None => {
            let message = "there is no `IF` that this could belong to";
            diagnostics.report(rules::mismatched_block::at(span, message, None));
        }
    }
}

/// ENDIF, ENDREP or ENDLOOP, which is the next instruction: sets the targets of the block. Gives where
/// the end of a loop goes, and how many loops are around it.
fn close_block(
    blocks: &mut Blocks,
    code: &mut Code,
    diagnostics: &mut Diagnostics,
    kind: BlockKind,
    span: Span,
) -> (Option<InstId>, u32) {
    // The block that is meant is the innermost one of its kind; those within it are not closed.
    let Some((block, within)) = blocks.close(kind) else {
        if !blocks.close_crossed(kind) {
            let message = format!("there is no `{}` that this could close", kind.opening());
            let around = blocks.innermost_span();
            diagnostics.report(rules::mismatched_block::at(span, message, around));
        }
        return (None, 0);
    };
    if let Some(within) = within {
        let (opened, closing) = (within.opened, within.kind.closing());
        let message = format!("`{closing}` has to come first");
        diagnostics.report(rules::mismatched_block::at(span, message, Some(opened)));
    }
    let returns = blocks.returns > block.returns_before;
    if block.endless && !returns && block.breaks.is_empty() {
        diagnostics.report(rules::endless_loop::at(block.opened));
    }
    let end = code.next();
    let after = InstId::new(end.index() + 1);
    let first = InstId::new(block.start.index() + 1);
    let otherwise = block
        .divided
        .map_or(after, |middle| InstId::new(middle.index() + 1));
    code.set_target(block.start, otherwise);
    for id in block.divided.iter().chain(&block.breaks) {
        code.set_target(*id, after);
    }
    for id in &block.continues {
        code.set_target(*id, end);
    }
    if kind == BlockKind::If {
        (None, 0)
    } else {
        (Some(first), block.depth)
    }
}

/// BRK or CONT, which is the next instruction: it belongs to the innermost loop, whose depth it gives.
fn leave_loop(
    blocks: &mut Blocks,
    code: &Code,
    diagnostics: &mut Diagnostics,
    breaks: bool,
    mnemonic: &str,
    span: Span,
) -> u32 {
    let here = code.next();
    let Some(block) = blocks.innermost_loop() else {
        diagnostics.report(rules::break_outside_loop::at(span, mnemonic));
        return 0;
    };
    if breaks {
        block.breaks.push(here);
    } else {
        block.continues.push(here);
    }
    block.depth
}

/// Reports the blocks that are still open at the end of the program.
pub(crate) fn unclosed_blocks(blocks: &mut Blocks, diagnostics: &mut Diagnostics) {
    for block in blocks.take() {
        let message = format!("this block has no `{}`", block.kind.closing());
        diagnostics.report(rules::mismatched_block::at(block.opened, message, None));
    }
}

/// Follows the blocks that a statement which cannot be read was meant to open, divide, close or leave.
pub(crate) fn follow_unread(
    cx: &Context<'_, '_>,
    blocks: &mut Blocks,
    code: &mut Code,
    diagnostics: &mut Diagnostics,
    span: Span,
) {
    let text = &cx.text[span.range()];
    let length = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    follow_word(cx, blocks, code, diagnostics, &text[..length], span);
}

/// The same for an opcode.
pub(crate) fn follow_word(
    cx: &Context<'_, '_>,
    blocks: &mut Blocks,
    code: &mut Code,
    diagnostics: &mut Diagnostics,
    word: &str,
    span: Span,
) {
    let mut readings = mnemonic::readings(word).map(|(row, _)| row);
    let row = readings.find(|row| row.availability.check(&cx.language.features).is_ok());
    if let Some(row) = row
        && let Operation::Flow(operation) = row.operation
    {
        follow(cx, blocks, code, diagnostics, operation, row.mnemonic, span);
    }
}
