//! Words out of text or bytes: `.word low, high` lines, C arrays, plain hexadecimal, raw binaries.

use quadrille_base::{Diagnostic, Span};
use quadrille_isa::qpu::{Instruction, Mux, Signal, Write, decode};

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

impl WordList {
    /// Words with a span each, and what is odd about them.
    pub fn new(words: Vec<u64>, spans: Vec<Span>) -> WordList {
        let places = || words.iter().copied().zip(spans.iter().copied());
        let mut diagnostics: Vec<Diagnostic> = places().flat_map(|(word, span)| about(word, span)).collect();
        diagnostics.extend(implicit_wait(places()));
        WordList {
            words,
            spans,
            diagnostics,
        }
    }

    /// Whether no number of 32 bits stands alone, as half of a word.
    pub fn is_whole(&self) -> bool {
        let mut problems = self.diagnostics.iter();
        problems.all(|problem| *problem.rule != rule::SYNTAX)
    }
}

/// Finds hexadecimal numbers of up to 32 bits in pairs, low half first, or of 64 bits alone. Comments (`;`,
/// `#`, `//`, `/* */`) are passed over.
pub fn words_of_text(text: &str) -> WordList {
    let (mut words, mut spans, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    let mut low: Option<(u64, Span)> = None;
    for (value, digits, span) in numbers(text) {
        if digits > 8 {
            words.push(value);
            spans.push(span);
            continue;
        }
        if digits < 8 {
            let message = format!("this word has {digits} digits instead of 8");
            problems.push(Diagnostic::new(&rule::DROPPED_ZEROS, span, message));
        }
        match low.take() {
            None => low = Some((value, span)),
            Some((low, start)) => {
                words.push(value << 32 | low);
                spans.push(start.to(span));
            }
        }
    }
    if let Some((_, span)) = low {
        let message = "this is half a word: its other half is missing";
        problems.push(Diagnostic::new(&rule::SYNTAX, span, message));
    }
    let mut list = WordList::new(words, spans);
    problems.append(&mut list.diagnostics);
    problems.sort_by_key(|diagnostic| diagnostic.span);
    list.diagnostics = problems;
    list
}

/// What is odd about a word by itself.
pub(super) fn about(word: u64, span: Span) -> Vec<Diagnostic> {
    match decode(word) {
        Err(reserved) => vec![Diagnostic::new(&rule::RESERVED_WORD, span, reserved.to_string())],
        Ok(instruction) => {
            let strays = stray_reads(&instruction)
                .map(|stray| Diagnostic::new(&rule::STRAY_READ, span, stray.sentence()));
            let idle = idle_operand(&instruction).map(|mux| {
                let message = format!("an ALU that does nothing selects {mux}");
                Diagnostic::new(&rule::IDLE_OPERAND, span, message)
            });
            strays.chain(idle).collect()
        }
    }
}

/// The accumulator beside r0 that an idle ALU selects, if there is one. Assemblers write r0 there, or what the other ALU
/// reads of the register files.
fn idle_operand(instruction: &Instruction) -> Option<&'static str> {
    let Instruction::Alu(alu) = instruction else {
        return None;
    };
    let idle = [
        (alu.add_op.operands() == 0).then_some(alu.add_operands),
        (alu.mul_op.operands() == 0).then_some(alu.mul_operands),
    ];
    let accumulators = [Mux::R1, Mux::R2, Mux::R3, Mux::R4, Mux::R5];
    let selected = idle
        .into_iter()
        .flatten()
        .flatten()
        .find(|mux| accumulators.contains(mux));
    selected.map(Mux::name)
}

/// The first word that uses the tile buffer, if no word waits for the scoreboard before.
pub(super) fn implicit_wait(words: impl Iterator<Item = (u64, Span)>) -> Option<Diagnostic> {
    for (word, span) in words {
        let Ok(instruction) = decode(word) else {
            continue;
        };
        if instruction.signal() == Signal::ScoreboardWait {
            return None;
        }
        let Instruction::Alu(alu) = instruction else {
            continue;
        };
        let targets = [alu.results.add_target(), alu.results.mul_target()];
        if targets
            .iter()
            .any(|target| matches!(target, Write::TlbZ | Write::TlbColourSample | Write::TlbColourAll))
        {
            let message =
                "the tile buffer is written without a wait for the scoreboard before, so this waits";
            return Some(Diagnostic::new(&rule::IMPLICIT_WAIT, span, message));
        }
    }
    None
}

/// Whether a datum is two halves of an instruction as published programs have them: two hexadecimal numbers of which
/// one has eight digits and the other at least six, and whose word decodes. What is odd about their digits.
pub(super) fn pair(text: &str, span: Span) -> Option<Vec<Diagnostic>> {
    let found = numbers(text);
    let [(low, low_digits, _), (high, high_digits, _)] = found.as_slice() else {
        return None;
    };
    let is_pair = text.split(',').count() == 2
        && (*low_digits).min(*high_digits) >= 6
        && (*low_digits).max(*high_digits) == 8
        && text.split(',').all(|half| half.trim().starts_with("0x"));
    let instruction = decode(high << 32 | low).ok()?;
    if !is_pair || instruction.signal() == Signal::Breakpoint {
        return None;
    }
    let short = found
        .iter()
        .filter(|number| number.1 < 8)
        .map(|(_, digits, place)| {
            let message = format!("this word has {digits} digits instead of 8");
            let place = Span::new(span.start + place.start, span.start + place.end);
            Diagnostic::new(&rule::DROPPED_ZEROS, place, message)
        });
    Some(short.collect())
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
