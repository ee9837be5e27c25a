//! The loop over the lines of a text, and what each line begins with.

use quadrille_base::Span;

use super::assembler::{Assembler, Export, Mode, Parsed};
use super::block::Conditionals;
use super::cursor::Cursor;
use super::rule;
use super::value::Value;

impl Assembler<'_> {
    /// Reads the first text and everything that it includes, and fills in the labels.
    pub(super) fn run_all(&mut self) {
        let length = self.texts[0].text.len();
        if length > self.limits.text as usize {
            let problem = self.error(&rule::LIMIT, Span::at(0), "the text is longer than the limit");
            self.report(*problem);
            return;
        }
        self.words.reserve(length / 24);
        self.places.reserve(length / 24);
        // What stops the reading is among the problems already.
        if let Err(problem) = self.run(0, 0..length, Mode::Code)
            && !self.stopped
        {
            self.report(*problem);
        }
        self.fill_in();
    }

    /// Reads the lines of a part of a text; in a function body the value of its expression.
    pub(super) fn run(
        &mut self,
        text: usize,
        range: std::ops::Range<usize>,
        mode: Mode,
    ) -> Parsed<Option<Value>> {
        let source = self.texts[text].clone();
        let mut cursor = Cursor::new(&source.code, range, source.base);
        let mut conditionals = Conditionals::default();
        let mut value = None;
        let mut last = cursor;
        while !cursor.at_end() && !self.stopped {
            last = cursor;
            let start = cursor.at;
            self.count_line(cursor.span_from(start))?;
            match self.statement(&mut cursor, text, mode, &mut conditionals) {
                Ok(None) => {}
                Ok(here) => value = here,
                Err(problem) if mode == Mode::Function || self.stopped => return Err(problem),
                Err(problem) => self.report(*problem),
            }
            self.count_length(cursor.at - start);
            cursor.next_line();
        }
        if self.stopped {
            return Ok(value);
        }
        if let Some(open) = last.open_comment() {
            let problem = self.error(&rule::SYNTAX, open, "this comment has no */");
            self.report(*problem);
        }
        match conditionals.open() {
            Some(open) => Err(self.error(&rule::BLOCK, open, "this block has no .endif")),
            None => Ok(value),
        }
    }

    /// Reads the lines of a block, which stands in those that are being read.
    pub(super) fn run_block(
        &mut self,
        text: usize,
        range: std::ops::Range<usize>,
        opened: Span,
    ) -> Parsed<Option<Value>> {
        if self.open_blocks >= self.limits.blocks {
            let message = format!(
                "blocks stand in each other deeper than {} levels",
                self.limits.blocks
            );
            let problem = self.error(&rule::LIMIT, opened, message);
            return Err(self.stop(problem));
        }
        self.open_blocks += 1;
        let result = self.run(text, range, Mode::Code);
        self.open_blocks -= 1;
        result
    }

    /// Reads one line, up to its end.
    fn statement(
        &mut self,
        cursor: &mut Cursor<'_>,
        text: usize,
        mode: Mode,
        conditionals: &mut Conditionals,
    ) -> Parsed<Option<Value>> {
        loop {
            if cursor.at_line_end() {
                return Ok(None);
            }
            let start = cursor.at;
            match cursor.byte() {
                b'.' => {
                    cursor.at += 1;
                    let mut ahead = *cursor;
                    if !ahead.name().is_empty() && ahead.byte() == b':' {
                        let name = ahead.slice(start..ahead.at);
                        let span = ahead.span_from(start);
                        cursor.at = ahead.at + 1;
                        self.define_label(name, span)?;
                        continue;
                    }
                    self.directive(cursor, start, text, conditionals)?;
                    return self.finish_line(cursor);
                }
                _ if mode == Mode::Function => {
                    let value = self.expression(cursor)?;
                    self.finish_line(cursor)?;
                    return Ok(Some(value));
                }
                b':' => {
                    cursor.at += 1;
                    self.label_definition(cursor)?;
                }
                b';' => {
                    cursor.at += 1;
                    cursor.skip_space();
                    if cursor.at_line_end() {
                        return Ok(None);
                    }
                    let start = cursor.at;
                    let name = cursor.name();
                    self.instructions(cursor, name, start, true)?;
                    return self.finish_line(cursor);
                }
                _ => {
                    let name = cursor.name();
                    if name.is_empty() {
                        let message = "a label, a directive or an instruction should stand here";
                        return Err(self.error(&rule::SYNTAX, cursor.span_here(), message));
                    }
                    if cursor.byte() == b':' {
                        let span = cursor.span_from(start);
                        cursor.at += 1;
                        self.define_label(name, span)?;
                        continue;
                    }
                    if !self.macros.is_empty()
                        && let Some(called) = self.macros.get(name)
                    {
                        let called = called.clone();
                        self.call_macro(cursor, &called, start)?;
                    } else {
                        self.instructions(cursor, name, start, false)?;
                    }
                    return self.finish_line(cursor);
                }
            }
        }
    }

    /// Makes sure that nothing is left of the line.
    #[inline(always)]
    fn finish_line(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Option<Value>> {
        if cursor.at_line_end() || cursor.at_end() {
            return Ok(None);
        }
        let message = "nothing more should stand on this line";
        Err(self.error(&rule::SYNTAX, cursor.span_here(), message))
    }

    /// After a colon: `:name`, `::name` (exported) or a bare colon, which only keeps lines from joining.
    fn label_definition(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        self.open_line = None;
        let (exported, range) = cursor.label();
        let span = cursor.span_from(range.start);
        let name = cursor.slice(range);
        if name.is_empty() {
            return Ok(());
        }
        let id = self.define_label(name, span)?;
        if exported {
            self.exports.push(Export {
                name: String::from_utf8_lossy(name).into_owned(),
                value: Value::Label { id, offset: 0 },
                span,
            });
        }
        Ok(())
    }

    fn define_label(&mut self, name: &[u8], span: Span) -> Parsed<u32> {
        self.open_line = None;
        if self.filled_bits & 7 != 0 {
            let message = "a label stands at a whole byte";
            return Err(self.error(&rule::LABEL, span, message));
        }
        let address = self.here();
        self.labels.define(name, address, span).map_err(|first| {
            let problem = self.error(&rule::LABEL, span, "this label is defined a second time");
            Box::new(problem.label(first, "first defined here"))
        })
    }
}
