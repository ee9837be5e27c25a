//! Texts that are made into programs before they are loaded: format strings, templates, and what a C preprocessor reads
//! first.

use quadrille_base::{Diagnostic, Severity, Span};

use crate::rules;

/// The marks of such a text, which no program has.
struct Marks {
    /// The first place to be filled in, and how many there are.
    first: Option<Span>,
    holes: usize,
    /// The lines that have such places.
    lines: Vec<Span>,
    /// The first line of a conditional group, `#if`, and the `#else` or `#elif` of one.
    condition: Option<Span>,
    otherwise: bool,
}

/// Tells once of a rejected text that is none of a program: of all problems in the lines that are still to be filled in
/// one is left.
pub(crate) fn tell(text: &str, diagnostics: &mut Vec<Diagnostic>) {
    let marks = marks(text);
    if let Some(first) = marks.first {
        let lines = marks.lines;
        let within = |place: Span| {
            let before = lines.partition_point(|line| line.start <= place.start);
            before > 0 && place.start <= lines[before - 1].end
        };
        let count = diagnostics.len();
        diagnostics.retain(|found| found.severity != Severity::Error || !within(found.span));
        if diagnostics.len() < count {
            diagnostics.push(rules::template_text::holes(first, marks.holes));
        }
    }
    if let Some(first) = marks.condition {
        diagnostics.push(rules::template_text::conditions(first, marks.otherwise));
    }
}

/// Finds the marks of a text outside of its comments.
fn marks(text: &str) -> Marks {
    let mut marks = Marks {
        first: None,
        holes: 0,
        lines: Vec::new(),
        condition: None,
        otherwise: false,
    };
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let code = line.split('#').next().unwrap_or_default();
        let blank = code.trim().is_empty();
        let word = line[code.len()..].trim_end();
        let span = Span::new((at + code.len()) as u32, (at + code.len() + word.len()) as u32);
        let first = word
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '#')
            .next();
        match first.filter(|_| blank) {
            Some("#if" | "#ifdef" | "#ifndef") => {
                marks.condition.get_or_insert(span);
            }
            Some("#else" | "#elif") => marks.otherwise = true,
            _ => {}
        }
        let mut from = 0;
        let before = marks.holes;
        while let Some((start, end)) = hole(&code[from..]) {
            let place = Span::new((at + from + start) as u32, (at + from + end) as u32);
            marks.first.get_or_insert(place);
            marks.holes += 1;
            from += end;
        }
        if marks.holes > before {
            let end = at + line.trim_end_matches(['\n', '\r']).len();
            marks.lines.push(Span::new(at as u32, end as u32));
        }
        at += line.len();
    }
    marks
}

/// The most bytes of a place to be filled in.
const MOST_IN_HOLE: usize = 256;

/// The first place of a line that is to be filled in.
fn hole(code: &str) -> Option<(usize, usize)> {
    code.char_indices()
        .find_map(|(at, first)| Some((at, at + hole_length(&code[at..], first)?)))
}

/// The length of the place to be filled in that a text begins with: `%s`, `%.3f`, `%1$d`, `{{ name }}`, `{% if … %}`,
/// `<%= name %>`, `${name}`, `@name@`, `@(name)`.
fn hole_length(code: &str, first: char) -> Option<usize> {
    let closed = |opening: usize, closing: &str| {
        let inside = code.get(opening..)?;
        let inside = &inside[..inside.floor_char_boundary(MOST_IN_HOLE)];
        let begins = inside
            .trim_start()
            .starts_with(|c: char| c.is_ascii_alphabetic() || "_=-".contains(c));
        begins.then(|| Some(opening + inside.find(closing)? + closing.len()))?
    };
    match first {
        '%' => {
            let flags = |c: char| c.is_ascii_digit() || "+-. $*#".contains(c);
            let directive = code[1..].trim_start_matches(flags);
            let begins = directive.starts_with(|c: char| "sdifgeuxXcv".contains(c));
            begins.then(|| code.len() - directive.len() + 1)
        }
        '{' if code.starts_with("{{") => closed(2, "}}"),
        '{' if code.starts_with("{%") => closed(2, "%}"),
        '<' if code.starts_with("<%") => closed(2, "%>"),
        '$' if code.starts_with("${") => closed(2, "}"),
        '@' if code.starts_with("@(") => closed(2, ")"),
        '@' if code.starts_with("@{") => closed(2, "}"),
        '@' => closed(1, "@"),
        _ => None,
    }
}
