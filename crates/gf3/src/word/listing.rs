//! Words out of what emulators print: the GLSL of xemu, which has each slot's words in a comment, and its log of
//! methods, which has the program and the constants as the console sent them.

use super::assemble::assemble_line;
use super::{Numbering, Word, decode_any, rule};
use quadrille_base::{Diagnostic, Span};
use quadrille_isa::nv20::{IluOp, field, limit};

/// A program as an emulator printed it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Listing {
    /// The words, to the one that ends the program.
    pub words: Vec<Word>,
    /// Constants by the number in the word; a listing of slots has none.
    pub constants: Vec<(u8, [u32; 4])>,
    /// Warnings.
    pub notes: Vec<Diagnostic>,
}

/// The mark of a slot's comment.
const SLOT: &str = "/* Slot ";
/// The mark of a line of the log.
const METHOD: &str = "nv2a_pgraph_method";

/// The program of a listing or a log; none for a text that is neither.
///
/// # Errors
///
/// A slot that is missing or has no four numbers; a log without a program.
pub fn read(text: &str) -> Option<Result<Listing, Box<Diagnostic>>> {
    if text.contains(SLOT) {
        Some(slots(text))
    } else if text.contains(METHOD) {
        Some(methods(text))
    } else {
        None
    }
}

/// `/* Slot 0: 0x00000000 0x0020001B 0x0836106C 0x2070F800 */` and the text below it, slot after slot.
fn slots(text: &str) -> Result<Listing, Box<Diagnostic>> {
    let gap = |span, message: &str| Box::new(Diagnostic::new(&rule::LISTING_GAP, span, message));
    let starts: Vec<usize> = text.match_indices(SLOT).map(|found| found.0).collect();
    let mut listing = Listing::default();
    for (place, start) in starts.iter().copied().enumerate() {
        let end = text[start..].find("*/").map_or(text.len(), |end| start + end + 2);
        let span = Span::new(start as u32, end as u32);
        let inside = text[start + SLOT.len()..end].trim_end_matches("*/");
        let (number, words) = inside.split_once(':').unwrap_or((inside, ""));
        let parts: Option<Vec<u32>> = words.split_ascii_whitespace().map(number_of).collect();
        let word = parts.and_then(|parts| <[u32; 4]>::try_from(parts).ok()).map(Word);
        let (Ok(number), Some(word)) = (number.trim().parse::<usize>(), word) else {
            return Err(gap(span, "a slot has its number and four hexadecimal numbers"));
        };
        if number == 0 && place > 0 {
            let message = "another program begins here; the one before it is read";
            listing.notes.push(Diagnostic::new(&rule::LISTING, span, message));
            break;
        }
        if number != listing.words.len() {
            return Err(gap(
                span,
                &format!("slot {} is missing before this one", listing.words.len()),
            ));
        }
        listing.words.push(word);
        let next = starts.get(place + 1).copied().unwrap_or(text.len());
        if differs(word, &text[end..next]) {
            let message = "the text below this comment is another instruction; the words are read";
            listing.notes.push(Diagnostic::new(&rule::LISTING, span, message));
        }
        if word.get(field::LAST) == 1 {
            let message = "the program ends with this slot; what follows is not read";
            if starts
                .get(place + 1)
                .is_some_and(|next| !text[*next..].starts_with("/* Slot 0:"))
            {
                listing.notes.push(Diagnostic::new(&rule::LISTING, span, message));
                break;
            }
        }
    }
    Ok(listing)
}

/// Whether a line of text is plainly another instruction than a word of the vector unit. Pairs, and the fog
/// coordinate, of which xemu writes other components, are not looked at.
fn differs(word: Word, text: &str) -> bool {
    let (instruction, _) = decode_any(word);
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or("").trim());
    let mut lines = code.filter_map(|line| Some((line, assemble_line(line, Numbering::Nv2a).ok()?)));
    let (Some((line, other)), None) = (lines.next(), lines.next()) else {
        return false;
    };
    if instruction.ilu != IluOp::Nop || line.contains("oFog") {
        return false;
    }
    let (mut other, _) = decode_any(other);
    other.last = instruction.last;
    other != instruction
}

fn number_of(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("0x").or(text.strip_prefix("0X"))?, 16).ok()
}

/// Methods of the console's 3D class that carry programs and constants (nouveau's and xemu's register lists).
mod method {
    pub(super) const PROGRAM: std::ops::RangeInclusive<u32> = 0x0b00..=0x0b7c;
    pub(super) const CONSTANT: std::ops::RangeInclusive<u32> = 0x0b80..=0x0bfc;
    pub(super) const BEGIN_END: u32 = 0x17fc;
    pub(super) const PROGRAM_LOAD: u32 = 0x1e9c;
    pub(super) const PROGRAM_START: u32 = 0x1ea0;
    pub(super) const CONSTANT_LOAD: u32 = 0x1ea4;
    /// The class.
    pub(super) const CLASS: u32 = 0x97;
}

/// The program and the constants that lie in the machine when the first draw after them begins.
fn methods(text: &str) -> Result<Listing, Box<Diagnostic>> {
    let mut program = [None; 4 * limit::SLOTS];
    let mut constants = [None; 4 * limit::CONSTANTS];
    let (mut program_at, mut constant_at, mut start) = (0usize, 0usize, 0usize);
    for line in text.lines() {
        let Some((number, value)) = method_of(line) else {
            continue;
        };
        match number {
            method::PROGRAM_LOAD => program_at = 4 * value as usize,
            method::PROGRAM_START => start = 4 * value as usize,
            method::CONSTANT_LOAD => constant_at = 4 * value as usize,
            method::BEGIN_END if value != 0 && program.iter().any(Option::is_some) => break,
            number if method::PROGRAM.contains(&number) => {
                if let Some(place) = program.get_mut(program_at) {
                    *place = Some(value);
                }
                program_at = program_at.saturating_add(1);
            }
            number if method::CONSTANT.contains(&number) => {
                if let Some(place) = constants.get_mut(constant_at) {
                    *place = Some(value);
                }
                constant_at = constant_at.saturating_add(1);
            }
            _ => {}
        }
    }
    let mut listing = Listing::default();
    let stored = program.get(start..).unwrap_or(&[]);
    for parts in stored.chunks_exact(4) {
        let [Some(a), Some(b), Some(c), Some(d)] = *parts else {
            break;
        };
        listing.words.push(Word([a, b, c, d]));
        if d & 1 == 1 {
            break;
        }
    }
    let numbered = constants.chunks_exact(4).enumerate();
    let set = numbered.filter(|(_, parts)| parts.iter().any(Option::is_some));
    listing.constants = set
        .map(|(number, parts)| (number as u8, std::array::from_fn(|i| parts[i].unwrap_or(0))))
        .collect();
    if listing.words.is_empty() {
        let span = Span::new(0, text.len() as u32);
        let message = "no method of the log carries a program (0x0b00 to 0x0b7c of class 0x97)";
        return Err(Box::new(Diagnostic::new(&rule::LISTING_GAP, span, message)));
    }
    Ok(listing)
}

/// `nv2a_pgraph_method 0: 0x97 -> 0x0b00 NAME 0x1234`: the method's number and its value.
fn method_of(line: &str) -> Option<(u32, u32)> {
    let rest = line.split_once(METHOD)?.1.split_once(':')?.1;
    let (class, rest) = rest.split_once("->")?;
    let mut parts = rest.split_ascii_whitespace();
    let number = number_of(parts.next()?)?;
    let value = number_of(parts.last()?)?;
    (number_of(class.trim())? == method::CLASS).then_some((number, value))
}
