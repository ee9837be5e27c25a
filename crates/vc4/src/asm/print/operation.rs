//! Names of operations with their conditions, and rotations, as the disassembler writes them.

use quadrille_isa::qpu::{AddOp, Condition, MulOp};

use super::piece::{Piece, digits};

/// Operations of the ADD ALU by code, and a move; each with every condition.
pub(super) static ADD_NAMES: [[Piece; 8]; MOVE_ADD + 1] = names("", AddOp::NAMES);
/// Operations of the MUL ALU likewise, with the semicolon that parts them from those of the ADD ALU.
pub(super) static MUL_NAMES: [[Piece; 8]; MOVE_MUL + 1] = names("; ", MulOp::NAMES);
/// The row of a move in [`ADD_NAMES`].
pub(super) const MOVE_ADD: usize = AddOp::NAMES.len();
/// The row of a move in [`MUL_NAMES`].
pub(super) const MOVE_MUL: usize = MulOp::NAMES.len();

/// Rotations to the left by 1 to 15; the first is by r5.
pub(super) static ROTATIONS_LEFT: [Piece; 16] = rotations(" << ");
/// Rotations to the right likewise.
pub(super) static ROTATIONS_RIGHT: [Piece; 16] = rotations(" >> ");

const fn names<const OPS: usize, const ROWS: usize>(before: &str, ops: &[&str; OPS]) -> [[Piece; 8]; ROWS] {
    let mut rows = [[Piece::EMPTY; 8]; ROWS];
    let mut row = 0;
    while row < ROWS {
        let op = if row < OPS { ops[row] } else { "mov" };
        let mut code = 0;
        while code < 8 {
            let condition = Condition::NAMES[code];
            let point = if condition.is_empty() { "" } else { "." };
            rows[row][code] = Piece::new(&[before, op, point, condition]);
            code += 1;
        }
        row += 1;
    }
    rows
}

const fn rotations(sign: &str) -> [Piece; 16] {
    let mut pieces = [Piece::new(&[sign, "r5"]); 16];
    let mut by = 1;
    while by < 16 {
        let [tens, ones] = digits(by);
        pieces[by] = Piece::new(&[sign, tens, ones]);
        by += 1;
    }
    pieces
}
