//! A word field by field, for people.

use super::{Numbering, Word, decode_any, print};
use quadrille_isa::nv20::{FIELDS, IluOp, MacOp, field};

/// The value of every field of a word, a line a field, under the text of the word.
pub fn explain(word: Word, numbering: Numbering) -> String {
    let [first, second, third, fourth] = word.0;
    let mut text = format!("0x{first:08x} 0x{second:08x} 0x{third:08x} 0x{fourth:08x}\n");
    let (instruction, odd) = decode_any(word);
    text += &format!("{}\n", print::instruction(&instruction, numbering));
    for reason in odd {
        text += &format!("odd: {reason}; {}\n", reason.placeholder());
    }
    for field in FIELDS {
        let value = word.get(*field);
        let bits = format!("w{}:{:>2}", field.word, field.low);
        text += &format!(
            "{bits} +{} {:<9} {value:>3}  {}{}\n",
            field.width,
            field.name,
            field.doc,
            note(field.name, value)
        );
    }
    text
}

/// The meaning of a field's value, where that is more than the number.
fn note(name: &str, value: u8) -> String {
    let is = |field: quadrille_isa::nv20::Field| field.name == name;
    let meaning = if is(field::MAC) {
        MacOp::from_code(value).map_or("reserved", MacOp::name).into()
    } else if is(field::ILU) {
        IluOp::from_code(value).map_or("reserved", IluOp::name).into()
    } else if is(field::A_SWIZZLE) || is(field::B_SWIZZLE) || is(field::C_SWIZZLE) {
        [6, 4, 2, 0]
            .map(|low| print::LETTERS[usize::from(value >> low & 3)])
            .iter()
            .collect()
    } else if is(field::MAC_MASK) || is(field::ILU_MASK) || is(field::OUTPUT_MASK) {
        print::mask(value)
    } else {
        return String::new();
    };
    format!(" [{meaning}]")
}
