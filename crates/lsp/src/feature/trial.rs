//! Asks whether a word may stand in a text of lines, by judging the text with the word in it.

use quadrille_base::{Diagnostic, Severity, Span};

/// The most bytes of a text that is judged for each word.
const MOST: usize = 64 << 10;

/// A text with a gap.
#[derive(Debug)]
pub(crate) struct Trial<'t> {
    text: &'t str,
    gap: Span,
    /// The rest of the line behind the gap.
    line: u32,
    ways: &'t [&'t str],
}

impl<'t> Trial<'t> {
    /// A text with a gap, and ways in which its line may go on.
    pub(crate) fn new(text: &'t str, gap: Span, ways: &'t [&'t str]) -> Trial<'t> {
        let rest = &text[gap.end as usize..];
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        Trial {
            text,
            gap,
            line: gap.end + end as u32,
            ways,
        }
    }

    /// Whether no problem is about the word alone, as the line goes on or in another way.
    pub(crate) fn accepts(&self, word: &str, judge: &dyn Fn(&str) -> Vec<Diagnostic>) -> bool {
        if self.text.len() > MOST {
            return true;
        }
        let (before, line) = (&self.text[..self.gap.start as usize], self.gap.end..self.line);
        let after = &self.text[self.line as usize..];
        let rest = &self.text[line.start as usize..line.end as usize];
        let place = Span::new(self.gap.start, self.gap.start + word.len() as u32);
        std::iter::once(&rest).chain(self.ways).any(|rest| {
            let found = judge(&format!("{before}{word}{rest}{after}"));
            !found.iter().any(|one| {
                one.severity == Severity::Error
                    && place.start <= one.span.start
                    && one.span.start < place.end
                    && one.span.end <= place.end
            })
        })
    }
}
