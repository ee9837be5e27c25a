//! A block of a page: what it expects, and its lines.

/// What a block expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageBlockKind {
    /// It runs, and gives what the page says.
    Run,
    /// It runs, gives that, and the sanitizer has nothing to say.
    Clean,
    /// It runs, gives that, and the sanitizer reports the rule and nothing else.
    Finding,
    /// It does not load, by the rule.
    Reject,
    /// It loads.
    Accept,
}

/// A block of a page, between two lines of ```` ``` ````.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block<'t> {
    /// The line of the page where it begins.
    pub line: usize,
    /// What it expects.
    pub kind: PageBlockKind,
    /// The rule or finding.
    pub rule: &'t str,
    /// Whether the frame leaves out the option of storage buffers.
    pub(crate) plain: bool,
    /// Its lines.
    pub lines: Vec<&'t str>,
}

impl<'t> Block<'t> {
    /// The blocks of a page whose first word is a [`PageBlockKind`]; others are for the eye.
    pub(crate) fn all(page: &'t str) -> Vec<Block<'t>> {
        let mut blocks = Vec::new();
        let mut lines = page.lines().enumerate();
        while let Some((at, line)) = lines.next() {
            let Some(head) = line.strip_prefix("```") else {
                continue;
            };
            let inside = lines.by_ref().map(|(_, line)| line);
            let inside: Vec<&str> = inside.take_while(|line| *line != "```").collect();
            let mut words = head.split_whitespace();
            let kind = match words.next() {
                Some("run") => PageBlockKind::Run,
                Some("clean") => PageBlockKind::Clean,
                Some("finding") => PageBlockKind::Finding,
                Some("reject") => PageBlockKind::Reject,
                Some("accept") => PageBlockKind::Accept,
                Some("text") => continue,
                other => panic!("line {}: {other:?} is no kind of block", at + 1),
            };
            let words: Vec<&str> = words.collect();
            blocks.push(Block {
                line: at + 1,
                kind,
                rule: words.last().copied().unwrap_or_default(),
                plain: words.contains(&"plain"),
                lines: inside,
            });
        }
        blocks
    }

    /// The lines that begin with a mark, without it.
    pub fn marked(&self, mark: char) -> impl Iterator<Item = &'t str> {
        let lines = self.lines.iter();
        lines.filter_map(move |line| Some(line.strip_prefix(mark)?.trim()))
    }

    /// The lines without a mark.
    pub fn body(&self) -> String {
        let lines = self.lines.iter().filter(|line| !line.starts_with(['>', '=']));
        lines.map(|line| format!("{line}\n")).collect()
    }
}
