//! A line of text: its labels, its first word, and the words behind it, each with its place.

use quadrille_base::Span;

/// A word of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
}

/// A line in its parts.
#[derive(Clone, Default, Debug)]
pub(super) struct Line<'t> {
    /// `name:` in front.
    pub(super) labels: Vec<Word<'t>>,
    /// The packet or directive.
    pub(super) head: Option<Word<'t>>,
    /// What follows, separated by spaces or commas.
    pub(super) rest: Vec<Word<'t>>,
}

/// The lines of a text, without comments, which begin with `;`, `//` or `#`, and without the byte order mark that editors
/// of Windows put in front of it.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut start = text.len() - bare.len();
    bare.split('\n').map(move |line| {
        let at = start;
        start += line.len() + 1;
        Line::read(line, at)
    })
}

impl<'t> Line<'t> {
    fn read(line: &'t str, at: usize) -> Line<'t> {
        let code = [";", "//", "#"]
            .iter()
            .filter_map(|mark| line.find(mark))
            .min()
            .map_or(line, |end| &line[..end]);
        let mut parts = Line::default();
        let mut from = 0;
        let is_space = |c: char| c.is_whitespace() || c == ',';
        while let Some(skip) = code[from..].find(|c| !is_space(c)) {
            let begin = from + skip;
            let length = code[begin..].find(is_space).unwrap_or(code.len() - begin);
            let label = code[begin..begin + length].find(':').map(|colon| colon + 1);
            let length = match (&parts.head, label) {
                (None, Some(label)) => label,
                _ => length,
            };
            let text = &code[begin..begin + length];
            let word = |text: &'t str| Word {
                text,
                span: Span::new((at + begin) as u32, (at + begin + text.len()) as u32),
            };
            match (&parts.head, text.strip_suffix(':')) {
                (None, Some(name)) => parts.labels.push(word(name)),
                (None, None) => parts.head = Some(word(text)),
                (Some(_), _) => parts.rest.push(word(text)),
            }
            from = begin + length;
        }
        parts
    }
}
