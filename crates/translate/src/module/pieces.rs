//! Long blocks in pieces. The library's writer of MSL takes the names of a block's values from the front of a list when the
//! block ends, which costs the square of their number.

use crate::form::{Block, Expression, Shader, Statement, StatementKind};

/// Statements of a piece.
const PIECE: usize = 256;

/// Puts blocks of a condition that always holds into the place of long ones.
pub(super) fn divide(shader: &mut Shader) {
    for function in shader.functions.iter_mut().chain(&mut shader.library) {
        divide_block(&mut function.body);
    }
}

fn divide_block(block: &mut Block) {
    for statement in block.iter_mut() {
        for inner in statement.blocks_mut() {
            divide_block(inner);
        }
    }
    // What ends a function stays its last statement.
    let leaves = |statement: &Statement| matches!(statement.kind, StatementKind::Return(_));
    if block.len() <= 2 * PIECE || block.iter().any(leaves) {
        return;
    }
    let mut rest = std::mem::take(block).into_iter().peekable();
    while rest.peek().is_some() {
        let piece: Block = rest.by_ref().take(PIECE).collect();
        block.push(Statement::branch(Expression::truth(true), piece));
    }
}
