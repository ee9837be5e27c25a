//! Words out of text or bytes: `.word low, high` lines, C arrays, plain hexadecimal, raw binaries.

use quadrille_base::{Diagnostic, Span};
use quadrille_isa::qpu::{Signal, decode};

use super::explain::stray_reads;
use super::rule;

/// A binary ends within a word, of which it has so many bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a program is a multiple of 8 bytes long, and this has {0} bytes more")]
pub struct PartialWord(pub usize);

/// The words of a raw binary.
///
/// # Errors
///
/// The length is not a multiple of 8 bytes.
pub fn words_of_binary(bytes: &[u8]) -> Result<Vec<u64>, PartialWord> {
    let (words, rest) = bytes.as_chunks::<8>();
    if rest.is_empty() {
        Ok(words.iter().map(|word| u64::from_le_bytes(*word)).collect())
    } else {
        Err(PartialWord(rest.len()))
    }
}

/// The number of words that are hardly instructions, if too many for a program with some data in it: more than one, and
/// more than an eighth. Such are words with a reserved code, and software breakpoints, which zeros read as.
///
/// Programs of drivers have none, programs for other processors, pictures and random bytes about half.
pub fn strangers(words: &[u64]) -> Option<usize> {
    let is_stranger = |word: &&u64| match decode(**word) {
        Ok(instruction) => instruction.signal() == Signal::Breakpoint,
        Err(_) => true,
    };
    let count = words.iter().filter(is_stranger).count();
    (count > 1 && count * 8 > words.len()).then_some(count)
}

/// Words found in a text.
#[derive(Clone, Default, Debug)]
pub struct WordList {
    /// The words.
    pub words: Vec<u64>,
    /// The span of each, from its low half to its high half.
    pub spans: Vec<Span>,
    /// Diagnostics about them.
    pub diagnostics: Vec<Diagnostic>,
}

/// Finds hexadecimal numbers of up to 32 bits in pairs, low half first, or of 64 bits alone. Comments (`;`,
/// `#`, `//`, `/* */`) are passed over.
pub fn words_of_text(text: &str) -> WordList {
    let mut list = WordList::default();
    let mut low: Option<(u64, Span)> = None;
    for (value, digits, span) in numbers(text) {
        if digits > 8 {
            list.words.push(value);
            list.spans.push(span);
            continue;
        }
        if digits < 8 {
            let message = format!("this word has {digits} digits instead of 8");
            list.diagnostics
                .push(Diagnostic::new(&rule::DROPPED_ZEROS, span, message));
        }
        match low.take() {
            None => low = Some((value, span)),
            Some((low, start)) => {
                list.words.push(value << 32 | low);
                list.spans.push(start.to(span));
            }
        }
    }
    if let Some((_, span)) = low {
        let message = "this is half a word: its other half is missing";
        list.diagnostics
            .push(Diagnostic::new(&rule::SYNTAX, span, message));
    }
    for (word, span) in list.words.iter().zip(&list.spans) {
        match decode(*word) {
            Err(reserved) => {
                let problem = Diagnostic::new(&rule::RESERVED_WORD, *span, reserved.to_string());
                list.diagnostics.push(problem);
            }
            Ok(instruction) => {
                let strays = stray_reads(&instruction);
                list.diagnostics
                    .extend(strays.map(|stray| Diagnostic::new(&rule::STRAY_READ, *span, stray.sentence())));
            }
        }
    }
    list.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    list
}

/// Every hexadecimal number outside comments: value, digits, place.
fn numbers(text: &str) -> Vec<(u64, usize, Span)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let skipped = match rest {
            [b';' | b'#', ..] | [b'/', b'/', ..] => {
                rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
            }
            [b'/', b'*', ..] => rest
                .windows(2)
                .position(|two| two == b"*/")
                .map_or(rest.len(), |end| end + 2),
            [b'0', b'x' | b'X', digits @ ..] => {
                let count = digits.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
                let span = Span::new(at as u32, (at + 2 + count) as u32);
                let value = text
                    .get(at + 2..at + 2 + count)
                    .and_then(|text| u64::from_str_radix(text, 16).ok());
                if let Some(value) = value
                    && count <= 16
                {
                    found.push((value, count, span));
                }
                2 + count
            }
            [byte, ..] if byte.is_ascii_alphanumeric() || *byte == b'_' => rest
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .count(),
            _ => 1,
        };
        at += skipped;
    }
    found
}
