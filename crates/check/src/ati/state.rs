//! A program of ATI_text_fragment_shader as it is read, and the sections that it has.

use quadrille_base::Span;
use quadrille_program::ati::AtiShader;
use quadrille_syntax::tree::Word;

/// Number of registers `r0` to `r5` and of coordinate sets `t0` to `t5`.
pub(crate) const REGISTERS: u8 = 6;

/// A program of ATI_text_fragment_shader so far.
#[derive(Default)]
pub(crate) struct Ati {
    pub(crate) shader: AtiShader,
    /// The span at which each constant is bound.
    pub(crate) bound: [Option<Span>; 8],
    /// The spans of the statements of each pass: set-ups first, then instructions.
    pub(crate) spans: Vec<(Vec<Span>, Vec<Span>)>,
    /// For each coordinate set whether it is read with q, and where it first is.
    pub(crate) selected: [Option<(bool, Span)>; REGISTERS as usize],
    /// Whether a part of the program was not understood, so that nothing more is said about the whole.
    pub(crate) broken: bool,
    /// Whether something could not be read, which may bind a constant.
    pub(crate) unread: bool,
}

/// The section of the program that a statement stands in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Section {
    /// Before any block.
    Start,
    /// Within the constants.
    Constants,
    /// Behind the constants.
    AfterConstants,
    /// Within the preliminary pass.
    Preliminary,
    /// Behind it.
    AfterPreliminary,
    /// Within the output pass.
    Output,
    /// Behind it.
    End,
}

/// The words that open and close blocks of ATI_text_fragment_shader.
pub const BLOCK_WORDS: [&str; 5] = [BLOCKS[0].0, BLOCKS[1].0, BLOCKS[2].0, BLOCKS[3].0, BLOCKS[4].0];

/// The words that open and close blocks: from where they may be reached, and where they lead.
pub(crate) const BLOCKS: [(&str, &[Section], Section); 5] = [
    ("StartConstants", &[Section::Start], Section::Constants),
    ("EndConstants", &[Section::Constants], Section::AfterConstants),
    (
        "StartPrelimPass",
        &[Section::Start, Section::AfterConstants],
        Section::Preliminary,
    ),
    (
        "StartOutputPass",
        &[Section::Start, Section::AfterConstants, Section::AfterPreliminary],
        Section::Output,
    ),
    ("EndPass", &[Section::Preliminary, Section::Output], Section::End),
];

/// The number of `r3` for the prefix `r`, if it is below `count`.
pub(crate) fn numbered(word: &Word<'_>, prefix: &str, count: u8) -> Option<u8> {
    match word.text.strip_prefix(prefix)?.as_bytes() {
        [digit] if digit.is_ascii_digit() => Some(digit - b'0').filter(|number| *number < count),
        _ => None,
    }
}
