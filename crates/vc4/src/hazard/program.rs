//! The program to be checked: decoded words, its entry points, and the source position of each word.

use quadrille_base::Span;
use quadrille_isa::qpu::{Branch, Instruction, decode};

use crate::asm::{Assembly, SymbolKind};

/// An instruction that does nothing.
pub(super) const NOP: u64 = 0x1000_09e7_009e_7000;

/// A program to check.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The words; `None` where a word is data or reserved.
    pub code: Vec<Option<Instruction>>,
    /// Words where programs begin. If there are none, the first word is one. Parts that no path from these
    /// reaches are programs of their own if they hold a branch or a thread end.
    pub entries: Vec<u32>,
    /// Address of the first word, which absolute branches count from.
    pub origin: u32,
    /// The span of each word, for diagnostics: bytes of a text. Without, word n is at bytes 8n to 8n + 8.
    pub spans: Vec<Span>,
    /// How a text has an idle instruction before each word; empty without a text.
    pub insertions: Vec<Insertion>,
}

/// An idle instruction that can be put into a text before the statement of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insertion {
    /// The byte at which the statement begins, behind labels.
    pub at: u32,
    /// The instruction with a line end behind it and the white space that puts the statement under it.
    pub text: String,
}

/// The target of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProgramPoint {
    /// Bytes from the start of the program, which may lie before it.
    pub(crate) offset: i64,
}

impl ProgramPoint {
    /// The word at the place, if it is one of the first `words`.
    pub(crate) fn index(self, words: usize) -> Option<u32> {
        let index = u32::try_from(self.offset / 8).ok()?;
        (self.offset % 8 == 0 && self.offset >= 0 && (index as usize) < words).then_some(index)
    }
}

impl Program {
    /// The program of raw words, the high word in the upper half.
    pub fn of_words(words: &[u64]) -> Program {
        Program {
            code: words.iter().map(|word| decode(*word).ok()).collect(),
            ..Program::default()
        }
    }

    /// The program of an assembled text, at `origin`. Exported labels are entries besides the first word.
    pub fn of_assembly(assembly: &Assembly, origin: u32) -> Program {
        let mut program = Program::of_words(&assembly.words);
        program.origin = origin;
        for (code, place) in program.code.iter_mut().zip(&assembly.places) {
            if place.is_data {
                *code = None;
            }
        }
        let first = program.code.iter().position(Option::is_some).unwrap_or(0) as u32;
        program.entries.push(first);
        for symbol in &assembly.symbols {
            if symbol.is_global && symbol.kind == SymbolKind::Place && symbol.value % 8 == 0 {
                program.entries.push(symbol.value / 8);
            }
        }
        (program.spans, program.insertions) = assembly
            .places
            .iter()
            .map(|place| line(assembly, place.offset))
            .unzip();
        program
    }

    /// The target of a branch, if no register says it.
    pub(crate) fn target(&self, at: u32, branch: &Branch) -> Option<ProgramPoint> {
        if branch.add_register {
            return None;
        }
        let immediate = i64::from(branch.immediate as i32);
        let offset = if branch.relative {
            8 * (i64::from(at) + 4) + immediate
        } else {
            i64::from(branch.immediate.wrapping_sub(self.origin) as i32)
        };
        Some(ProgramPoint { offset })
    }

    /// The place of a word.
    pub(crate) fn span(&self, word: u32) -> Span {
        let start = word.saturating_mul(8);
        let plain = Span::new(start, start.saturating_add(8));
        self.spans.get(word as usize).copied().unwrap_or(plain)
    }
}

/// The instruction on the line at `offset`, without the white space, labels and the comment around it, and how an idle
/// one stands before it.
fn line(assembly: &Assembly, offset: u32) -> (Span, Insertion) {
    let (source, local) = assembly.locate(offset);
    let local = local as usize;
    let rest = source.text().get(local..).unwrap_or_default();
    let text = rest.lines().next().unwrap_or_default();
    let code = ["#", "//", "/*"]
        .iter()
        .filter_map(|comment| text.find(comment))
        .min()
        .map_or(text, |end| &text[..end]);
    let instruction = behind_labels(code);
    let before = code.len() - instruction.len();
    let start = offset + before as u32;
    let span = Span::new(start, start + instruction.trim_end().len() as u32);

    let head = source.text().get(..local + before).unwrap_or_default();
    let head = head.rsplit('\n').next().unwrap_or_default();
    let directive = behind_labels(head);
    let directive = if is_directive(directive) { directive } else { "" };
    let margin = &head[..head.len() - directive.len()];
    let margin = margin.chars().map(|c| if c.is_whitespace() { c } else { ' ' });
    // An instruction in numbers stands behind `.word` or its like.
    let idle = match instruction.starts_with("0x") {
        true => format!(".word {:#010x}, {:#010x}", NOP as u32, NOP >> 32),
        false => "nop".to_owned(),
    };
    let end = match rest[text.len()..].starts_with('\r') {
        true => "\r\n",
        false => "\n",
    };
    let insertion = Insertion {
        at: start - directive.len() as u32,
        text: idle + end + &margin.collect::<String>(),
    };
    (span, insertion)
}

/// A line's text behind the white space and labels at its beginning.
fn behind_labels(line: &str) -> &str {
    let mut rest = line.trim_start();
    while let Some(behind) = after_label(rest) {
        rest = behind.trim_start();
    }
    rest
}

/// Whether a text is the name of a directive, with white space behind it or not.
fn is_directive(text: &str) -> bool {
    let name = text.trim_end().strip_prefix('.');
    name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// The text after `:name` or `name:` on a line, if there is any.
fn after_label(text: &str) -> Option<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let rest = match text.strip_prefix(':') {
        Some(rest) => rest.trim_start_matches(':').trim_start_matches(is_name),
        None => text.trim_start_matches(is_name).strip_prefix(':')?,
    };
    (!rest.trim().is_empty()).then_some(rest)
}
