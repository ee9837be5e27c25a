//! The form that people read: the source line, the marked text, the sentence.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use super::shown;
use crate::{Diagnostic, Position, Severity, Source, Span};

/// Whether colour codes are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// No escape codes.
    Plain,
    /// ANSI colours.
    Coloured,
}

/// The longest source that is quoted whole; of a longer one only the lines around the problem are given
/// to the renderer, so that its cost does not grow with the text.
const WINDOW: usize = 2000;

/// Renders one diagnostic with the source lines that it speaks of. No control character of the source, its name or the
/// diagnostic is among what comes out; escape codes are those of the colours.
pub fn text(source: &Source, diagnostic: &Diagnostic, style: Style) -> String {
    let diagnostic = &in_shown_words(diagnostic);
    let level = match diagnostic.severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let title = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.rule.name);
    let near: Vec<Span> = diagnostic.labels.iter().map(|label| label.span).collect();
    let window = Window::around(source, diagnostic.span, &near);
    let name = shown(source.name());
    let lines = with_line_feeds(window.text);
    let mut snippet = Snippet::source(lines.as_ref())
        .path(name.as_ref())
        .line_start(window.line)
        .annotation(annotate(
            AnnotationKind::Primary,
            &window,
            diagnostic.span,
            &diagnostic.hint,
        ));
    for label in &diagnostic.labels {
        if window.holds(label.span) {
            snippet = snippet.annotation(annotate(
                AnnotationKind::Context,
                &window,
                label.span,
                &label.text,
            ));
        }
    }
    let mut first = Group::with_title(title).element(snippet);
    for label in diagnostic.labels.iter().filter(|label| !window.holds(label.span)) {
        let position = source.position(label.span.start);
        let sentence = format!(
            "line {}, column {}: {}",
            position.line, position.column, label.text
        );
        first = first.element(Level::NOTE.message(sentence));
    }
    for note in &diagnostic.notes {
        first = first.element(Level::NOTE.message(note.as_str()));
    }
    let mut report = vec![first];
    if let Some(fix) = diagnostic.fix.as_ref().filter(|fix| window.holds(fix.span)) {
        let patch = Patch::new(window.local(fix.span), fix.replacement.as_str());
        let snippet = Snippet::source(lines.as_ref())
            .line_start(window.line)
            .patch(patch);
        report.push(Level::HELP.secondary_title(fix.title.as_str()).element(snippet));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let mut rendered = renderer.render(&report).to_string();
    if window.is_cut {
        count_from_the_line(&mut rendered, &name, source.position(diagnostic.span.start));
    }
    // The renderer has shown all others.
    if rendered.contains(is_c1) {
        let parts = rendered.split_inclusive(is_c1);
        rendered = parts
            .map(|part| match part.strip_suffix(is_c1) {
                Some(before) => format!("{before}{}", shown(&part[before.len()..])),
                None => part.to_owned(),
            })
            .collect();
    }
    rendered
}

/// A text with line feeds in place of carriage returns that end a line by themselves: the renderer knows no such lines.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let ends_a_line = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    if !(0..bytes.len()).any(ends_a_line) {
        return Cow::Borrowed(text);
    }
    let letters = text.char_indices();
    Cow::Owned(
        letters
            .map(|(at, c)| if ends_a_line(at) { '\n' } else { c })
            .collect(),
    )
}

/// Whether lines end at a byte.
fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The same with words that may quote a source.
fn in_shown_words(diagnostic: &Diagnostic) -> Diagnostic {
    let mut said = diagnostic.clone();
    let labels = said.labels.iter_mut().map(|label| &mut label.text);
    let fix = said.fix.iter_mut().map(|fix| &mut fix.title);
    let words = [&mut said.message, &mut said.hint].into_iter();
    for text in words.chain(labels).chain(&mut said.notes).chain(fix) {
        if let Cow::Owned(shown) = shown(text) {
            *text = shown;
        }
    }
    said
}

/// Whether it is one of the control characters beyond ASCII.
fn is_c1(c: char) -> bool {
    ('\u{80}'..='\u{9f}').contains(&c)
}

/// Puts the column right where the renderer has counted from a cut within a line.
fn count_from_the_line(rendered: &mut String, name: &str, position: Position) {
    let place = format!("{name}:{}:", position.line);
    let Some(at) = rendered.find(&place).map(|at| at + place.len()) else {
        return;
    };
    let digits = rendered[at..].bytes().take_while(u8::is_ascii_digit).count();
    rendered.replace_range(at..at + digits, &position.column.to_string());
}

fn annotate<'a>(
    kind: AnnotationKind,
    window: &Window<'_>,
    span: Span,
    text: &'a str,
) -> annotate_snippets::Annotation<'a> {
    let annotation = kind.span(window.local(span));
    if text.is_empty() {
        annotation
    } else {
        annotation.label(text)
    }
}

/// A part of the source, at line borders but for very long lines, that holds the spans of interest.
struct Window<'a> {
    text: &'a str,
    start: u32,
    line: usize,
    /// Whether it begins within a line, which is too long to be quoted whole.
    is_cut: bool,
}

impl<'a> Window<'a> {
    fn around(source: &'a Source, main: Span, near: &[Span]) -> Window<'a> {
        let whole = source.text();
        if whole.len() <= WINDOW {
            return Window {
                text: whole,
                start: 0,
                line: 1,
                is_cut: false,
            };
        }
        let reach = |span: Span| (span.start.abs_diff(main.start) as usize) < WINDOW;
        let all = near
            .iter()
            .copied()
            .filter(|span| reach(*span))
            .fold(main, Span::to);
        let bytes = whole.as_bytes();
        let back = WINDOW.min(all.start as usize);
        let from = all.start as usize - back;
        let start = bytes[from..all.start as usize]
            .iter()
            .rposition(is_line_end)
            .map_or(if back < WINDOW { 0 } else { floor(whole, from) }, |at| {
                from + at + 1
            });
        let stop = floor(whole, (all.end as usize).min(whole.len()).min(start + 4 * WINDOW)).max(start);
        let until = floor(whole, (stop + WINDOW).min(whole.len()));
        let end = bytes[stop..until]
            .iter()
            .position(is_line_end)
            .map_or(until, |at| stop + at);
        let line = source.position(start as u32).line as usize;
        Window {
            text: &whole[start..end],
            start: start as u32,
            line,
            is_cut: start > 0 && !is_line_end(&bytes[start - 1]),
        }
    }

    fn holds(&self, span: Span) -> bool {
        span.start >= self.start && span.start as usize <= self.start as usize + self.text.len()
    }

    fn local(&self, span: Span) -> std::ops::Range<usize> {
        let clip = |offset: u32| {
            floor(
                self.text,
                (offset.saturating_sub(self.start) as usize).min(self.text.len()),
            )
        };
        let start = clip(span.start);
        start..clip(span.end).max(start)
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::{Style, text};
    use crate::{Diagnostic, Rule, Severity, Source, Span};

    static RULE: Rule = Rule {
        name: "odd-letter",
        severity: Severity::Error,
        summary: "a letter is odd",
        cites: &["none"],
        page: "",
    };

    /// source: GL 2.1 programs take carriage returns as line ends; the place of the letter, by counting
    #[test]
    fn lines_may_end_with_carriage_returns() {
        let rule_at = |text: &str, at: u32| {
            let source = Source::new("old", text);
            super::text(
                &source,
                &Diagnostic::new(&RULE, Span::new(at, at + 1), "odd"),
                Style::Plain,
            )
        };
        let with_line_feeds = rule_at("one\ntwo z\nthree\n", 8);
        assert!(with_line_feeds.contains(" --> old:2:5\n"), "{with_line_feeds}");
        assert_eq!(rule_at("one\rtwo z\rthree\r", 8), with_line_feeds);
        let long = format!("{}two z\rthree\r", "one\r".repeat(1000));
        assert!(rule_at(&long, 4004).contains(" --> old:1001:5\n"));
    }

    /// source: the place of the letter, by counting.
    #[test]
    fn columns_of_long_lines_count_from_the_start_of_the_line() {
        let source = Source::new("long", format!("one\n{}z\nthree\n", "ab ".repeat(5000)));
        let at = 4 + 3 * 5000;
        let diagnostic = Diagnostic::new(&RULE, Span::new(at, at + 1), "this letter is odd");
        let rendered = text(&source, &diagnostic, Style::Plain);
        let lines: Vec<&str> = rendered.lines().collect();
        assert_eq!(
            lines[..3],
            [
                "error[odd-letter]: this letter is odd",
                " --> long:2:15001",
                "  |"
            ]
        );
        assert!(
            lines[3].starts_with("2 | ") && lines[3].ends_with("ab z"),
            "{rendered}"
        );
        let (line, mark) = (lines[3].trim_end(), lines[4].trim_end());
        assert!(line.len() == mark.len() && mark.ends_with('^'), "{rendered}");
    }

    /// source: ECMA-48, 5.2 and 5.3: control characters are 0x00 to 0x1f, 0x7f, and 0x80 to 0x9f
    #[test]
    fn no_control_character_comes_out() {
        let odd = "\u{1b}]0;x\u{7}\u{9b}2J\u{7f}\u{85}\r";
        let source = Source::new(format!("{odd}.vp"), format!("one\n{odd} two {odd}\nthree\n"));
        let diagnostic = Diagnostic::new(&RULE, Span::new(5, 8), format!("this {odd} is odd"))
            .hint(odd)
            .label(Span::new(0, 3), format!("here {odd}"))
            .note(odd)
            .fix(odd, Span::new(5, 8), odd);
        let rendered = text(&source, &diagnostic, Style::Plain);
        assert!(
            !rendered.contains(|c: char| c.is_control() && c != '\n'),
            "{rendered:?}"
        );
    }
}
