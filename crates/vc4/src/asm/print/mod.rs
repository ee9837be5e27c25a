//! Words to text that assembles to the same words.
//!
//! While the text is written, the word that the assembler will make of it is put together beside it; where
//! that differs from the word given, a `with` clause names the fields. So every word that decodes has a
//! text, and only a word with a reserved code becomes data.

mod alu;
mod branch;
mod load;
mod operand;

use quadrille_isa::qpu::{AddOp, Field, Form, Pack, field as f};

/// Writes one word as a line of assembler text without its end.
pub fn print_word(word: u64, out: &mut String) {
    match form(word) {
        Some(Form::Alu | Form::AluSmallImmediate) => alu::print(word, out),
        Some(Form::LoadWord | Form::LoadSigned | Form::LoadUnsigned | Form::Semaphore) => {
            load::print(word, out)
        }
        Some(Form::Branch) => branch::print(word, out),
        None => {
            out.push_str(".long ");
            hexadecimal(word, 16, out);
        }
    }
}

/// One word as a line of assembler text.
pub fn disassemble_word(word: u64) -> String {
    let mut out = String::with_capacity(64);
    print_word(word, &mut out);
    out
}

/// A program as text, a line a word.
pub fn disassemble(words: &[u64]) -> String {
    let mut out = String::with_capacity(words.len() * 40);
    for word in words {
        print_word(*word, &mut out);
        out.push('\n');
    }
    out
}

/// The name of a register that is written.
pub(super) fn write_name(is_b: bool, number: u8, out: &mut String) {
    operand::write(is_b, number, out);
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

/// Names the fields in which the printed text's word, `printed`, differs from `word`. `parts` is how many
/// parts the line has already.
fn with(word: u64, printed: u64, fields: &[Field], has_parts: bool, out: &mut String) {
    if word == printed {
        return;
    }
    let mut separator = if has_parts { "; with " } else { "with " };
    for field in fields {
        if (word ^ printed) & field.mask() != 0 {
            out.push_str(separator);
            out.push_str(field.name);
            out.push_str(" = ");
            decimal(field.get(word) as u32, out);
            separator = ", ";
        }
    }
}

/// Digits of a small number.
#[inline]
fn decimal(value: u32, out: &mut String) {
    if value < 10 {
        out.push(char::from(b'0' + value as u8));
    } else if value < 100 {
        out.push(char::from(b'0' + (value / 10) as u8));
        out.push(char::from(b'0' + (value % 10) as u8));
    } else {
        decimal(value / 100, out);
        out.push(char::from(b'0' + (value / 10 % 10) as u8));
        out.push(char::from(b'0' + (value % 10) as u8));
    }
}

fn signed(value: i32, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    decimal(value.unsigned_abs(), out);
}

/// `0x` and as many digits as told.
fn hexadecimal(value: u64, digits: u32, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = [b'0'; 18];
    text[1] = b'x';
    for at in 0..digits {
        text[2 + at as usize] = DIGITS[(value >> (4 * (digits - 1 - at)) & 15) as usize];
    }
    // Every byte is a digit, so that this is always text.
    out.push_str(std::str::from_utf8(&text[..2 + digits as usize]).unwrap_or(""));
}
