//! Branch words.

use quadrille_isa::qpu::{BranchCondition, Form, field as f};

use super::operand;

pub(super) fn print(word: u64, out: &mut String) {
    let condition = BranchCondition::from_code(f::COND_BR.byte(word)).unwrap_or(BranchCondition::Always);
    let swap = f::WS.is_set(word);
    let (waddr_add, waddr_mul) = (f::WADDR_ADD.byte(word), f::WADDR_MUL.byte(word));
    let register = f::REG.is_set(word);
    let number = f::BRANCH_RADDR_A.byte(word);
    let immediate = word as u32 as i32;
    out.push_str(if f::REL.is_set(word) { "brr" } else { "bra" });
    if condition != BranchCondition::Always {
        out.push('.');
        out.push_str(condition.name());
    }
    out.push(' ');
    operand::write(swap, waddr_add, out);
    out.push_str(", ");
    let two_targets = waddr_mul != 39;
    if two_targets {
        operand::write(!swap, waddr_mul, out);
        out.push_str(", ");
    }
    if register {
        operand::raw(false, number, out);
    } else if two_targets {
        out.push('-');
    }
    if two_targets || !register || immediate != 0 {
        if register || two_targets {
            out.push_str(", ");
        }
        super::signed(immediate, out);
    }
    let mut printed = word & !(f::BRANCH_RADDR_A.mask() | f::WS.mask());
    if register {
        printed |= f::BRANCH_RADDR_A.at(u64::from(number));
    }
    if !operand::writes_either(waddr_add) || (two_targets && !operand::writes_either(waddr_mul)) {
        printed |= word & f::WS.mask();
    }
    super::with(word, printed, Form::Branch.fields(), true, out);
}
