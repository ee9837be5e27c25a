//! Load immediate and semaphore words.

use quadrille_isa::qpu::{Form, field as f};

use super::lines::Lines;
use super::operand;

pub(super) fn print(word: u64, out: &mut Lines<'_>) {
    let mode = f::MODE.get(word);
    let set_flags = f::SF.is_set(word);
    let swap = f::WS.is_set(word);
    let (waddr_add, waddr_mul) = (f::WADDR_ADD.byte(word), f::WADDR_MUL.byte(word));
    let has_mul = waddr_mul != 39;
    let has_add = waddr_add != 39 || !has_mul;
    let mut printed =
        f::SIGNAL.mask() & word | f::MODE.mask() & word | f::WADDR_ADD.at(39) | f::WADDR_MUL.at(39);
    printed |= word & f::IMMEDIATE.mask();
    let mut side = |is_mul: bool, sets_flags: bool, out: &mut Lines<'_>| {
        let waddr = if is_mul { waddr_mul } else { waddr_add };
        let (cond, address) = if is_mul {
            (f::COND_MUL, f::WADDR_MUL)
        } else {
            (f::COND_ADD, f::WADDR_ADD)
        };
        out.text(match mode {
            0 => "ldi",
            1 => "ldipes",
            3 => "ldipeu",
            _ if f::SEMAPHORE_ACQUIRE.is_set(word) => "sacq",
            _ => "srel",
        });
        if waddr != 39 || sets_flags {
            out.put(operand::condition(cond.byte(word)));
            printed |= word & cond.mask();
        }
        if sets_flags {
            out.text(".setf");
            printed |= f::SF.mask();
        }
        let is_b = is_mul != swap;
        out.put(operand::write(is_b, waddr));
        printed = address.with(printed, u64::from(waddr));
        let code = f::PACK.byte(word);
        if code != 0 && f::PM.is_set(word) && is_mul {
            out.put(operand::mul_pack(code));
            printed |= f::PACK.at(u64::from(code & 7)) | f::PM.mask();
        } else if code != 0 && !f::PM.is_set(word) && !is_b && waddr < 32 {
            out.put(operand::file_pack(code));
            printed |= f::PACK.at(u64::from(code));
        }
        out.text(", ");
        match mode {
            4 => out.decimal(word as u32 & !16),
            _ => out.hexadecimal(word & 0xffff_ffff, 8),
        }
        if !operand::writes_either(waddr) {
            printed |= word & f::WS.mask();
        }
    };
    if has_add {
        side(false, set_flags, out);
    } else {
        out.text("nop");
    }
    if has_mul {
        out.text("; ");
        side(true, set_flags && !has_add, out);
    }
    let form = Form::of(word).unwrap_or(Form::LoadWord);
    if word != printed {
        out.with(word, word ^ printed, form.fields(), "; ");
    }
}
