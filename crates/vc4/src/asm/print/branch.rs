//! Branch words.

use quadrille_isa::qpu::{BranchCondition, Form, field as f};

use super::lines::Lines;
use super::operand;
use super::piece::{Piece, listed};

static CONDITIONS: [Piece; 16] = listed(".", BranchCondition::NAMES);

pub(super) fn print(word: u64, out: &mut Lines<'_>) {
    let swap = f::WS.is_set(word);
    let (waddr_add, waddr_mul) = (f::WADDR_ADD.byte(word), f::WADDR_MUL.byte(word));
    let register = f::REG.is_set(word);
    let number = f::BRANCH_RADDR_A.byte(word);
    let immediate = word as u32 as i32;
    out.text(if f::REL.is_set(word) { "brr" } else { "bra" });
    out.put(CONDITIONS[usize::from(f::COND_BR.byte(word))]);
    // Without a register bit 45 is on its own.
    let sets_flags = !register && number == 1;
    out.text(if sets_flags { ".setf" } else { "" });
    out.put(operand::write(swap, waddr_add));
    out.text(",");
    let two_targets = waddr_mul != 39;
    if two_targets {
        out.put(operand::write(!swap, waddr_mul));
        out.text(",");
    }
    if register {
        out.put(operand::raw(false, number));
    } else if two_targets {
        out.text(" -");
    }
    if two_targets || !register || immediate != 0 {
        out.text(if register || two_targets { ", " } else { " " });
        out.text(if immediate < 0 { "-" } else { "" });
        out.decimal(immediate.unsigned_abs());
    }
    let mut printed = word & !(f::BRANCH_RADDR_A.mask() | f::WS.mask());
    if register || sets_flags {
        printed |= f::BRANCH_RADDR_A.at(u64::from(number));
    }
    if !operand::writes_either(waddr_add) || (two_targets && !operand::writes_either(waddr_mul)) {
        printed |= word & f::WS.mask();
    }
    if word != printed {
        out.with(word, word ^ printed, Form::Branch.fields(), "; ");
    }
}
