//! Programs as files: raw binary, hexadecimal text, C arrays and their insides.
//!
//! All hold four 32-bit words an instruction, the unused one first; binary is little endian, as the
//! machine's push buffer.

use super::{Numbering, Word, print};
use thiserror::Error;

/// A way to write words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// 16 bytes a word.
    Binary,
    /// Four hexadecimal numbers a line.
    Hex,
    /// A C array of unsigned 32-bit numbers.
    C,
    /// The inside of a C array, to be included between braces: `.inl` of the nxdk, `.vshinc` of its tests.
    Inl,
}

/// Why bytes are not words.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormError {
    /// Not a whole number of words.
    #[error("word {0} is cut off")]
    Cut(usize),
    /// A token that is not a 32-bit hexadecimal number.
    #[error("byte {0} begins something that is not a 32-bit hexadecimal number")]
    NotHex(usize),
    /// No braces.
    #[error("a C array stands in braces, and there are none; the inside of one is the form inl")]
    NoArray,
}

impl Form {
    /// The words of a file. Text forms skip comments; hexadecimal numbers may have `0x` and any of blanks,
    /// commas, semicolons and brackets between them.
    ///
    /// # Errors
    ///
    /// A place that is not a number, or a last word that is not whole.
    pub fn read(self, bytes: &[u8]) -> Result<Vec<Word>, FormError> {
        let numbers = match self {
            Form::Binary => bytes
                .chunks(4)
                .map(|chunk| chunk.try_into().map(u32::from_le_bytes))
                .collect(),
            Form::Hex | Form::Inl => Ok(hex(bytes, 0)?),
            Form::C => {
                let open = bytes
                    .iter()
                    .position(|byte| *byte == b'{')
                    .ok_or(FormError::NoArray)?;
                let close = bytes
                    .iter()
                    .rposition(|byte| *byte == b'}')
                    .ok_or(FormError::NoArray)?;
                Ok(hex(&bytes[..close.max(open)], open)?)
            }
        };
        let numbers = numbers.map_err(|_| FormError::Cut(bytes.len() / 16))?;
        let words = numbers.chunks(4).enumerate().map(|(index, chunk)| {
            let words = chunk.try_into().map_err(|_| FormError::Cut(index))?;
            Ok(Word(words))
        });
        words.collect()
    }

    /// The file of some words. `name` is the C array's. Lines of all text forms end with a comma, so that a C program
    /// can include hexadecimal numbers between braces.
    pub fn write(self, words: &[Word], name: &str) -> Vec<u8> {
        let lines = words
            .iter()
            .map(|word| word.0.map(|part| format!("0x{part:08x}")).join(", "));
        match self {
            Form::Binary => words
                .iter()
                .flat_map(|word| word.0.map(u32::to_le_bytes))
                .flatten()
                .collect(),
            Form::Hex => lines.map(|line| line + ",\n").collect::<String>().into_bytes(),
            Form::Inl => {
                let texts = words.iter().map(|word| print::plain(&[*word], Numbering::Nv2a));
                let lines = texts
                    .zip(lines)
                    .map(|(text, line)| format!("/* {} */\n{line},\n", text.trim_end()));
                lines.collect::<String>().into_bytes()
            }
            Form::C => {
                let body: String = lines.map(|line| format!("    {line},\n")).collect();
                format!("static const unsigned int {name}[] = {{\n{body}}};\n").into_bytes()
            }
        }
    }
}

/// The hexadecimal numbers from byte `at` on.
fn hex(bytes: &[u8], mut at: usize) -> Result<Vec<u32>, FormError> {
    let mut numbers = Vec::new();
    while at < bytes.len() {
        let rest = &bytes[at..];
        let line = || rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        if rest.starts_with(b"//") || rest.starts_with(b"#") {
            at += line();
        } else if rest.starts_with(b"/*") {
            at += rest
                .windows(2)
                .skip(2)
                .position(|pair| pair == b"*/")
                .map_or(rest.len(), |p| p + 4);
        } else if b" \t\r\n,;[](){}".contains(&bytes[at]) {
            at += 1;
        } else {
            let prefix = if rest.starts_with(b"0x") || rest.starts_with(b"0X") {
                2
            } else {
                0
            };
            let digits = rest[prefix..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric())
                .count();
            let text = std::str::from_utf8(&rest[prefix..prefix + digits]).unwrap_or("");
            // C allows a suffix that says "unsigned".
            let number = u32::from_str_radix(text.trim_end_matches(['u', 'U']), 16);
            numbers.push(number.map_err(|_| FormError::NotHex(at))?);
            at += prefix + digits;
        }
    }
    Ok(numbers)
}
