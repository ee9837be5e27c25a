//! Bytes that no list of numbers says: texts, and room that is filled with one value. The directives are the GNU
//! assembler's, as its manual describes them ("Pseudo Ops").

use super::assembler::{Assembler, Parsed};
use super::cursor::Cursor;
use super::{rule, string};

/// The most bytes that a value of `.fill` has.
const WIDEST: i64 = 8;

impl Assembler<'_> {
    /// `.ascii "text", …`, with `ends` a zero behind each text.
    pub(super) fn texts(&mut self, cursor: &mut Cursor<'_>, ends: bool) -> Parsed<()> {
        self.open_line = None;
        while !cursor.at_line_end() {
            let start = cursor.at;
            self.expect(cursor, b'"', "to begin a text")?;
            let mut text = string::string(cursor)
                .map_err(|error| self.error(&rule::DIRECTIVE, cursor.span_from(start), error.to_string()))?;
            if ends {
                text.push(0);
            }
            let span = cursor.span_from(start);
            for byte in text {
                self.push_bits(u64::from(byte), 8, span)?;
            }
            if !cursor.take(b',') {
                break;
            }
        }
        Ok(())
    }

    /// `.skip bytes, value`: so many bytes of one value, 0 if none is named.
    pub(super) fn room(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let start = cursor.at;
        let count = self.integer(cursor, 0, i64::from(u32::MAX))?;
        let value = match cursor.take(b',') {
            true => self.integer(cursor, -128, 255)?,
            false => 0,
        };
        self.repeat_value(cursor, start, count, 1, value)
    }

    /// `.fill count, size, value`: so many times `size` bytes, 1 if none is named and at most 8, of which the lowest four
    /// are the value's and the others 0.
    pub(super) fn fill(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let start = cursor.at;
        let count = self.integer(cursor, 0, i64::from(u32::MAX))?;
        let (mut size, mut value) = (1, 0);
        if cursor.take(b',') {
            size = self.integer(cursor, 0, i64::from(u32::MAX))?.min(WIDEST);
            if cursor.take(b',') {
                value = self.integer(cursor, i64::from(i32::MIN), i64::from(u32::MAX))?;
            }
        }
        self.repeat_value(cursor, start, count, size, value)
    }

    fn repeat_value(
        &mut self,
        cursor: &Cursor<'_>,
        start: usize,
        count: i64,
        size: i64,
        value: i64,
    ) -> Parsed<()> {
        self.open_line = None;
        if size == 0 {
            return Ok(());
        }
        let span = cursor.span_from(start);
        let value = u64::from(value as u32);
        for _ in 0..count {
            self.push_bits(value, 8 * size as u32, span)?;
        }
        Ok(())
    }
}
