//! Blocks of lines: repetition, conditions, local scopes, insertion before the last words.

use std::ops::Range;

use quadrille_base::Span;

use super::assembler::{Assembler, Fixup, Parsed};
use super::cursor::Cursor;
use super::rule;
use super::value::Value;

/// Directives that begin and end blocks.
pub(super) struct Blocks;

impl Blocks {
    const ROWS: &'static [(&'static [u8], &'static [&'static [u8]])] = &[
        (b"rep", &[b"endr", b"endrep"]),
        (b"foreach", &[b"endfor", b"endr"]),
        (b"macro", &[b"endm"]),
        (b"func", &[b"endf", b"endfunc"]),
        (b"local", &[b"endloc"]),
        (b"back", &[b"endb", b"endback"]),
    ];

    fn ends(begin: &[u8]) -> &'static [&'static [u8]] {
        Blocks::ROWS
            .iter()
            .find(|row| row.0 == begin)
            .map_or(&[], |row| row.1)
    }

    fn opens(name: &[u8]) -> bool {
        Blocks::ROWS.iter().any(|row| row.0 == name)
    }

    /// Whether a directive ends a block.
    pub(super) fn is_end(name: &[u8]) -> bool {
        Blocks::ROWS.iter().any(|row| row.1.contains(&name))
    }
}

/// The conditions whose lines are being read.
#[derive(Default)]
pub(super) struct Conditionals {
    open: Vec<Conditional>,
}

/// A condition that has no end yet.
struct Conditional {
    begin: Span,
    /// Its `.else`, behind which no other branch may follow.
    last_branch: Option<Span>,
}

impl Conditionals {
    /// The beginning of the innermost that has no end yet.
    pub(super) fn open(&self) -> Option<Span> {
        self.open.last().map(|conditional| conditional.begin)
    }

    /// Ends the innermost.
    pub(super) fn pop(&mut self) -> Option<()> {
        self.open.pop().map(|_| ())
    }

    /// Takes a branch of the innermost.
    ///
    /// # Errors
    ///
    /// The place of its `.else`, if it had that before.
    fn take_branch(&mut self, is_else: bool, place: Span) -> Result<(), Span> {
        let Some(conditional) = self.open.last_mut() else {
            return Ok(());
        };
        if let Some(last) = conditional.last_branch {
            return Err(last);
        }
        conditional.last_branch = is_else.then_some(place);
        Ok(())
    }
}

/// The start of a line's directive, which may follow labels, and its name; empty if there is none.
fn directive_of<'t>(cursor: &mut Cursor<'t>) -> (usize, &'t [u8]) {
    loop {
        cursor.skip_space();
        match cursor.byte() {
            b'.' => {
                let start = cursor.at;
                cursor.at += 1;
                let name = cursor.name();
                if name.is_empty() || cursor.byte() != b':' {
                    return (start, name);
                }
                cursor.at += 1;
            }
            b':' => {
                cursor.at += 1;
                cursor.label();
            }
            _ => {
                if cursor.name().is_empty() || cursor.byte() != b':' {
                    return (cursor.at, b"");
                }
                cursor.at += 1;
            }
        }
    }
}

impl Assembler<'_> {
    /// The lines from the next one to the end of the block; the cursor is left after the end directive.
    pub(super) fn block(
        &mut self,
        cursor: &mut Cursor<'_>,
        begin: &[u8],
        start: usize,
    ) -> Parsed<Range<usize>> {
        let opened = cursor.span_from(start);
        cursor.pass_line();
        let first = cursor.at;
        let mut depth = 0u32;
        while !cursor.at_end() {
            let (start, name) = directive_of(cursor);
            if Blocks::opens(name) {
                depth += 1;
            } else if Blocks::is_end(name) {
                if depth == 0 {
                    if !Blocks::ends(begin).contains(&name) {
                        let message = "this ends a block of another kind";
                        let problem = self.error(&rule::BLOCK, cursor.span_from(start), message);
                        return Err(Box::new(problem.label(opened, "the block begins here")));
                    }
                    return Ok(first..start);
                }
                depth -= 1;
            }
            cursor.pass_line();
        }
        Err(self.error(&rule::BLOCK, opened, "this block has no end"))
    }

    /// What `head` reads behind a directive that begins a block. Where it cannot, the lines of the block are not read.
    pub(super) fn block_head<T>(
        &mut self,
        cursor: &mut Cursor<'_>,
        begin: &[u8],
        start: usize,
        head: impl FnOnce(&mut Self, &mut Cursor<'_>) -> Parsed<T>,
    ) -> Parsed<T> {
        let result = head(self, cursor);
        if result.is_err() && !self.stopped {
            let _ = self.block(cursor, begin, start);
        }
        result
    }

    /// `.rep name, count` to `.endr`.
    pub(super) fn repeat(&mut self, cursor: &mut Cursor<'_>, text: usize, start: usize) -> Parsed<()> {
        let (name, count) = self.block_head(cursor, b"rep", start, |assembler, cursor| {
            let name: Box<[u8]> = assembler.subject(cursor)?.into();
            cursor.take(b',');
            Ok((name, assembler.integer(cursor, 0, 1 << 24)?))
        })?;
        let range = self.block(cursor, b"rep", start)?;
        self.symbols.enter();
        let mut result = Ok(None);
        for index in 0..count {
            let _ = self.symbols.set(&name, Value::Int(index), true, false);
            // Repetitions count as lines, so that empty ones end too.
            result = match self.count_line(cursor.span_from(start)) {
                Ok(()) => self.run_block(text, range.clone(), cursor.span_from(start)),
                Err(problem) => Err(problem),
            };
            if result.is_err() || self.stopped {
                break;
            }
        }
        self.symbols.leave();
        result.map(|_| ())
    }

    /// `.foreach name, a, b, ...` to `.endfor`.
    pub(super) fn for_each(&mut self, cursor: &mut Cursor<'_>, text: usize, start: usize) -> Parsed<()> {
        let (name, values) = self.block_head(cursor, b"foreach", start, |assembler, cursor| {
            let name: Box<[u8]> = assembler.subject(cursor)?.into();
            let mut values = Vec::new();
            cursor.take(b',');
            while !cursor.at_line_end() {
                values.push(assembler.expression(cursor)?);
                if !cursor.take(b',') {
                    break;
                }
            }
            Ok((name, values))
        })?;
        let range = self.block(cursor, b"foreach", start)?;
        self.symbols.enter();
        for value in values {
            let _ = self.symbols.set(&name, value, true, false);
            if let Err(problem) = self.run_block(text, range.clone(), cursor.span_from(start)) {
                self.symbols.leave();
                return Err(problem);
            }
        }
        self.symbols.leave();
        Ok(())
    }

    /// `.local` to `.endloc`.
    pub(super) fn local(&mut self, cursor: &mut Cursor<'_>, text: usize, start: usize) -> Parsed<()> {
        let range = self.block(cursor, b"local", start)?;
        self.symbols.enter();
        let result = self.run_block(text, range, cursor.span_from(start));
        self.symbols.leave();
        result.map(|_| ())
    }

    /// `.back count` to `.endb`: the lines go before the last `count` words.
    pub(super) fn back(&mut self, cursor: &mut Cursor<'_>, text: usize, start: usize) -> Parsed<()> {
        let most = self.words.len().min(10) as i64;
        let count = self.block_head(cursor, b"back", start, |assembler, cursor| {
            assembler.integer(cursor, 0, most)
        })? as usize;
        let range = self.block(cursor, b"back", start)?;
        let from = self.words.len() - count;
        let (words, places) = (self.words.split_off(from), self.places.split_off(from));
        // Fixups stand in the order of their words.
        let moved = self.fixups.partition_point(|fixup| fixup.word < from);
        let moved = self.fixups.split_off(moved);
        self.open_line = None;
        let result = self.run_block(text, range, cursor.span_from(start));
        let inserted = self.words.len() - from;
        self.fixups.extend(moved.into_iter().map(|fixup| Fixup {
            word: fixup.word + inserted,
            ..fixup
        }));
        self.words.extend(words);
        self.places.extend(places);
        result.map(|_| ())
    }

    /// `.clone label, count`: words again, of a label further down those that the first pass made.
    pub(super) fn clone_words(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let start = cursor.at;
        let value = self.expression(cursor)?;
        let Value::Int(address) = self.resolve(value) else {
            let message = format!("a label should stand here, not {}", value.kind());
            return Err(self.error(&rule::DIRECTIVE, cursor.span_from(start), message));
        };
        self.expect(cursor, b',', "before the count")?;
        let count = self.integer(cursor, 0, i64::from(self.limits.words))?;
        for index in 0..count {
            let at = usize::try_from(address / 8 + index).unwrap_or(usize::MAX);
            let word = self.words.get(at).or_else(|| self.first_words.get(at)).copied();
            let Some(word) = word.or(self.needs_second_pass.then_some(0)) else {
                let message = "there are not so many words to copy";
                return Err(self.error(&rule::DIRECTIVE, cursor.span_from(start), message));
            };
            self.push_word(word, cursor.span_from(start), false)?;
        }
        self.open_line = None;
        Ok(())
    }

    /// `.if`, `.ifset` and `.ifnset`.
    pub(super) fn begin_if(
        &mut self,
        cursor: &mut Cursor<'_>,
        kind: &[u8],
        start: usize,
        conditionals: &mut Conditionals,
    ) -> Parsed<()> {
        let holds = if kind == b"if" {
            self.truth(cursor)
        } else {
            self.subject(cursor).map(|name| {
                let known = self.symbols.get(name).is_some() || self.functions.contains_key(name);
                known == (kind == b"ifset")
            })
        };
        conditionals.open.push(Conditional {
            begin: cursor.span_from(start),
            last_branch: None,
        });
        match holds {
            Ok(true) => Ok(()),
            Ok(false) => self.skip(cursor, true, conditionals),
            Err(problem) => {
                // The lines of a condition that cannot be decided are not read.
                let _ = self.skip(cursor, false, conditionals);
                Err(problem)
            }
        }
    }

    /// `.else` or `.elseif` after lines that were read: the rest is passed over.
    pub(super) fn next_branch(
        &mut self,
        cursor: &mut Cursor<'_>,
        name: &[u8],
        start: usize,
        conditionals: &mut Conditionals,
    ) -> Parsed<()> {
        if conditionals.open.is_empty() {
            let message = "there is no .if that this belongs to";
            return Err(self.error(&rule::BLOCK, cursor.span_from(start), message));
        }
        self.take_branch(name, cursor.span_from(start), conditionals);
        self.skip(cursor, false, conditionals)
    }

    /// Whether a branch of the innermost condition may stand at its place; reports it if not.
    fn take_branch(&mut self, name: &[u8], place: Span, conditionals: &mut Conditionals) -> bool {
        let Err(last) = conditionals.take_branch(name == b"else", place) else {
            return true;
        };
        let message = "no branch follows an .else";
        let problem = self.error(&rule::BLOCK, place, message);
        self.report(problem.label(last, "the .else"));
        false
    }

    /// Passes over lines up to the `.endif`, or, where `may_enter`, up to a branch to be read.
    fn skip(
        &mut self,
        cursor: &mut Cursor<'_>,
        may_enter: bool,
        conditionals: &mut Conditionals,
    ) -> Parsed<()> {
        let mut depth = 0u32;
        loop {
            cursor.pass_line();
            if cursor.at_end() {
                return Ok(());
            }
            let line = *cursor;
            let (start, name) = directive_of(cursor);
            match name {
                b"if" | b"ifset" | b"ifnset" => depth += 1,
                b"endif" if depth > 0 => depth -= 1,
                b"endif" => {
                    conditionals.pop();
                    return Ok(());
                }
                b"else" | b"elseif" | b"elif" if depth == 0 => {
                    let is_taken = self.take_branch(name, cursor.span_from(start), conditionals);
                    if is_taken && may_enter && (name == b"else" || self.truth(cursor)?) {
                        return Ok(());
                    }
                }
                _ => *cursor = line,
            }
        }
    }
}
