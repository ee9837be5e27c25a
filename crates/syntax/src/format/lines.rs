//! The lines of a formatted program, and how they are put together: indented, with the first operands of
//! instructions that follow each other in one column.

/// The number of spaces by which a block or a continued line is indented.
const INDENT: usize = 4;

/// Blocks deeper than this stand in no further, so that nesting costs no more than linear space.
const DEEPEST: usize = 16;

/// The column of operands stands at most so far behind the mnemonics' column.
const WIDEST: usize = 12;

/// The beginning of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A statement, a comment, the header, `END`.
    Whole,
    /// The rest of a statement.
    Continuation,
}

struct Line {
    depth: usize,
    /// Whether a blank line stands before it.
    blank: bool,
    /// The start of its text.
    start: usize,
    /// The length of the mnemonic with its modifiers, if an instruction begins here.
    head: usize,
}

/// Lines of text, the last of which may be open.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    lines: Vec<Line>,
    open: bool,
}

impl Lines {
    /// Begins a line.
    pub(super) fn open(&mut self, kind: LineKind, depth: usize, blank: bool) {
        self.lines.push(Line {
            depth: depth.min(DEEPEST) + usize::from(kind == LineKind::Continuation),
            blank: blank && !self.lines.is_empty(),
            start: self.text.len(),
            head: 0,
        });
        self.open = true;
    }

    /// Adds to the line that is open.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Says that the line so far is an instruction without its operands.
    pub(super) fn end_head(&mut self) {
        if let Some(line) = self.lines.last_mut() {
            line.head = self.text.len() - line.start;
        }
    }

    /// Whether there is a line to add to.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    /// Ends the line; what comes next begins another one.
    pub(super) fn close(&mut self) {
        self.open = false;
    }

    /// All lines as one text, each ended by `line_end`.
    pub(super) fn finish(self, line_end: &str) -> String {
        let mut out = String::with_capacity(self.text.len() * 5 / 4 + 16);
        let mut column = 0;
        for (index, line) in self.lines.iter().enumerate() {
            if index == 0 || line.blank || !follows(&self.lines[index - 1], line) {
                column = self.column(index);
            }
            if line.blank {
                out.push_str(line_end);
            }
            out.extend(std::iter::repeat_n(' ', line.depth * INDENT));
            let end = self
                .lines
                .get(index + 1)
                .map_or(self.text.len(), |next| next.start);
            let (head, rest) = self.text[line.start..end].split_at(line.head);
            out.push_str(head);
            if line.head > 0 && rest.starts_with(' ') {
                out.extend(std::iter::repeat_n(' ', column.saturating_sub(line.head)));
            }
            out.push_str(rest);
            out.push_str(line_end);
        }
        out
    }

    /// The width of the longest head, short of the widest, of the lines in one group from `first` on.
    fn column(&self, first: usize) -> usize {
        let rest = &self.lines[first..];
        let breaks = rest
            .windows(2)
            .position(|pair| pair[1].blank || !follows(&pair[0], &pair[1]));
        let group = &rest[..breaks.map_or(rest.len(), |index| index + 1)];
        let heads = group.iter().map(|line| line.head).filter(|head| *head <= WIDEST);
        heads.max().unwrap_or(0)
    }
}

/// Whether two lines are of one group: instructions of one block.
fn follows(above: &Line, line: &Line) -> bool {
    above.head > 0 && line.head > 0 && above.depth == line.depth
}
