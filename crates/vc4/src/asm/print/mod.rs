//! Words to text that assembles to the same words.
//!
//! While the text is written, the word that the assembler will make of it is put together beside it; where
//! that differs from the word given, a `with` clause names the fields. So every word that decodes has a
//! text, and only a word with a reserved code becomes data.

mod alu;
mod branch;
mod lines;
mod load;
mod operand;
mod operation;
mod piece;

use quadrille_isa::qpu::{AddOp, Form, Pack, field as f};

use lines::Lines;

/// One word as a line of assembler text without its end.
pub fn disassemble_word(word: u64) -> String {
    let mut out = String::with_capacity(64);
    let mut lines = Lines::new(&mut out);
    print(word, &mut lines);
    lines.flush();
    out
}

/// A program as text, a line a word.
pub fn disassemble(words: &[u64]) -> String {
    let mut out = String::with_capacity(words.len() * 40);
    let mut lines = Lines::new(&mut out);
    for word in words {
        print(*word, &mut lines);
        lines.text("\n");
    }
    lines.flush();
    out
}

/// Writes one word without the end of its line.
#[inline]
fn print(word: u64, out: &mut Lines<'_>) {
    match form(word) {
        Some(Form::Alu | Form::AluSmallImmediate) => alu::print(word, out),
        Some(Form::LoadWord | Form::LoadSigned | Form::LoadUnsigned | Form::Semaphore) => {
            load::print(word, out)
        }
        Some(Form::Branch) => branch::print(word, out),
        None => {
            out.text(".long ");
            out.hexadecimal(word, 16);
        }
    }
}

/// The name of a register that is written; empty where it has only a number.
pub(super) fn write_name(is_b: bool, number: u8) -> &'static str {
    operand::WRITE_NAMES[usize::from(is_b)][usize::from(number & 63)]
}

/// The form of a word in which no field holds a reserved code.
#[inline]
pub(super) fn form(word: u64) -> Option<Form> {
    let form = Form::of(word)?;
    let allowed = match form {
        Form::Branch => !matches!(f::COND_BR.get(word), 12..=14),
        Form::Alu | Form::AluSmallImmediate => {
            pack_exists(word) && AddOp::from_code(f::OP_ADD.byte(word)).is_some()
        }
        _ => pack_exists(word),
    };
    allowed.then_some(form)
}

#[inline]
fn pack_exists(word: u64) -> bool {
    !f::PM.is_set(word) || Pack::from_codes(true, f::PACK.byte(word)).is_some()
}
