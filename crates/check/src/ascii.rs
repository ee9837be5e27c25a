//! Names with letters that are not of ASCII.

use quadrille_base::{Diagnostic, Span};

use crate::rules;

/// The problem of all such names in a text, and the text with letters of ASCII for them, in which all places are the
/// same.
pub(crate) fn found(_: &str, meant: &str) -> Option<(Diagnostic, String)> {
    let names = names(meant);
    let (first, last) = (names.first()?, names.last()?);
    let mut bytes = meant.as_bytes().to_vec();
    for name in &names {
        for byte in &mut bytes[name.range()] {
            if !byte.is_ascii() || *byte == UNKNOWN as u8 {
                *byte = b'a' + (*byte & 0xf);
            }
        }
    }
    let whole = first.to(*last);
    let diagnostic = rules::ascii_name::at(*first, names.len());
    let diagnostic = match rewritten(meant, &names) {
        Some(text) => diagnostic.fix("write their letters as numbers", whole, text),
        None => diagnostic,
    };
    Some((diagnostic, String::from_utf8(bytes).ok()?))
}

/// What stands for a byte of which it is not known what letter it is.
const UNKNOWN: char = '\u{1a}';

/// Whether it is a letter that is not of ASCII.
fn is_other(c: char) -> bool {
    c == UNKNOWN || !c.is_ascii() && c.is_alphanumeric()
}

/// The places of such names, outside of comments.
fn names(text: &str) -> Vec<Span> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$' || is_other(c);
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let code = line.split('#').next().unwrap_or_default();
        for word in code.split(|c| !part(c)) {
            // Marks behind END are no letters.
            if word.contains(is_other) && !matches!(word.trim_end_matches(UNKNOWN), "" | "END") {
                let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
                found.push(Span::new(at as u32, (at + word.len()) as u32));
            }
        }
        start += line.len();
    }
    found
}

/// The text from the first name to the last, with other names in which each such letter is its number; `None` if the
/// text has one of these already, if it is not known which letters they are, or if the application may set parameters by their names (NV_fragment_program 3.11.3.4).
fn rewritten(text: &str, names: &[Span]) -> Option<String> {
    let is_unknown = |name: &Span| text[name.range()].contains(UNKNOWN);
    if words(text, "DECLARE").next().is_some() || names.iter().any(is_unknown) {
        return None;
    }
    let mut out = String::new();
    let mut at = names.first()?.start as usize;
    for name in names {
        let word = &text[name.range()];
        let new: String = word
            .chars()
            .map(|c| match c.is_ascii() {
                true => c.to_string(),
                false => format!("u{:04x}", u32::from(c)),
            })
            .collect();
        if text.contains(&new) {
            return None;
        }
        out.push_str(&text[at..name.start as usize]);
        out.push_str(&new);
        at = name.end as usize;
    }
    Some(out)
}

/// The places of a word of ASCII outside of comments.
pub(crate) fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = Span> + 't {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut start = 0;
    text.split_inclusive(['\n', '\r']).flat_map(move |line| {
        let (code, from) = (line.split('#').next().unwrap_or_default(), start);
        start += line.len();
        let found = code.split(move |c| !part(c)).filter(move |found| *found == word);
        found.map(move |found| {
            let at = from + (found.as_ptr() as usize - line.as_ptr() as usize);
            Span::new(at as u32, (at + word.len()) as u32)
        })
    })
}
