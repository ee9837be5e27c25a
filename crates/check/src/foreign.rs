//! Texts that are no assembly programs: those of shading languages, and programs with two bytes for each character.

use quadrille_base::{Diagnostic, Span};

use crate::rules;

/// A word that only texts of one language have, with what it is a part of.
struct Mark {
    words: &'static [&'static str],
    language: &'static str,
}

/// In the order in which they are looked for.
const MARKS: &[Mark] = &[
    Mark {
        words: &[
            "#version",
            "void main()",
            "void main(void)",
            "gl_Position",
            "gl_FragColor",
            "gl_FragData",
            "gl_Vertex",
        ],
        language: "GLSL",
    },
    Mark {
        words: &[
            "float4x4",
            "POSITION",
            "SV_Position",
            "SV_POSITION",
            "SV_Target",
            "TEXCOORD0",
            "COLOR0",
            "tex2D",
            "cbuffer",
            "Texture2D",
            "float4",
        ],
        language: "HLSL or Cg",
    },
    Mark {
        words: &[
            "vs_1_1", "vs.1.0", "vs.1.1", "vs_2_0", "vs_2_x", "vs_3_0", "ps_1_1", "ps.1.1", "ps_1_2",
            "ps_1_3", "ps_1_4", "ps.1.4", "ps_2_0", "ps_2_x", "ps_3_0", "xvs.1.1", "xps.1.1",
        ],
        language: "Direct3D assembly",
    },
    Mark {
        words: &["@vertex", "@fragment", "@builtin"],
        language: "WGSL",
    },
    Mark {
        words: &["metal_stdlib"],
        language: "MSL",
    },
    Mark {
        words: &["OpEntryPoint", "OpMemoryModel"],
        language: "SPIR-V assembly",
    },
];

/// The most bytes that are looked at.
const WITHIN: usize = 1 << 16;

/// What a text without a header is, if that can be told.
pub(crate) fn foreign(text: &str) -> Option<Diagnostic> {
    two_bytes(text).or_else(|| other_language(text))
}

fn other_language(text: &str) -> Option<Diagnostic> {
    let text = &text[..text.floor_char_boundary(WITHIN.min(text.len()))];
    // Of assembly everything may be in comments.
    if text.contains("!!") {
        return None;
    }
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let found = |word: &str| {
        text.match_indices(word).map(|(at, _)| at).find(|at| {
            let before = text[..*at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            !before.is_some_and(part) && !after.is_some_and(part)
        })
    };
    MARKS.iter().find_map(|mark| {
        let (at, word) = mark.words.iter().find_map(|word| Some((found(word)?, word)))?;
        let span = Span::new(at as u32, (at + word.len()) as u32);
        Some(rules::other_language::at(span, mark.language))
    })
}

/// A header with a zero behind or before each of its characters. What is no ASCII before it is its byte order mark.
fn two_bytes(text: &str) -> Option<Diagnostic> {
    let mark = |c: char| matches!(c, '\u{1a}' | '\u{ff}' | '\u{fe}' | char::REPLACEMENT_CHARACTER);
    let rest = text.trim_start_matches(mark);
    let start = text.len() - rest.len();
    // A character here is a byte there.
    let little = match rest.as_bytes() {
        [b'!', 0, b'!', 0, ..] => true,
        [0, b'!', 0, b'!', ..] => false,
        _ => return None,
    };
    let mut bytes = rest.chars();
    let mut plain = Some(String::new());
    while let Some(first) = bytes.next() {
        plain = plain.zip(bytes.next()).and_then(|(mut plain, second)| {
            let (low, high) = if little { (first, second) } else { (second, first) };
            // Which letter it was is not known any more, where a comment has others than those of ASCII.
            plain.push(if low == '\u{1a}' { '?' } else { low });
            (high == '\0').then_some(plain)
        });
    }
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let header = Span::new(start as u32, (start + line) as u32);
    let whole = Span::new(0, text.len() as u32);
    Some(rules::two_byte_text::at(header, whole, plain))
}
