//! Texts that a text includes: `vc4.qinc` is here, unless the caller has one.

use quadrille_base::Span;

use super::assembler::{Assembler, Mode, Parsed};
use super::cursor::Cursor;
use super::rule;

/// The definitions that `<vc4.qinc>` adds to the functions that are always there.
const VC4_QINC: &str = include_str!("vc4.qinc");

impl Assembler<'_> {
    /// `.include "name"` or `.include <name>`.
    pub(super) fn include(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        cursor.skip_space();
        let start = cursor.at;
        let close = match cursor.byte() {
            b'"' => b'"',
            b'<' => b'>',
            _ => {
                let message = "the name of a text should stand here, in quotes or angle brackets";
                return Err(self.error(&rule::DIRECTIVE, cursor.span_here(), message));
            }
        };
        cursor.at += 1;
        let begin = cursor.at;
        while cursor.byte() != close {
            if matches!(cursor.byte(), b'\n' | 0) {
                let message = "the name of the text has no end";
                return Err(self.error(&rule::DIRECTIVE, cursor.span_from(start), message));
            }
            cursor.at += 1;
        }
        let name = String::from_utf8_lossy(cursor.slice(begin..cursor.at)).into_owned();
        cursor.at += 1;
        let span = cursor.span_from(start);
        let found = self.resolver.resolve(&name, close == b'>');
        let built_in = name.rsplit(['/', '\\']).next() == Some("vc4.qinc");
        match found {
            Ok(text) => self.read_included(name, &text, span),
            Err(_) if built_in => self.read_included(name, VC4_QINC, span),
            Err(error) => Err(self.error(&rule::INCLUDE, span, error.to_string())),
        }
    }

    fn read_included(&mut self, name: String, text: &str, span: Span) -> Parsed<()> {
        let base = self
            .texts
            .last()
            .map_or(0, |last| u64::from(last.base) + last.text.len() as u64 + 1);
        let too_long = base + text.len() as u64 > u64::from(self.limits.text);
        let too_many = self.texts.len() > self.limits.includes as usize;
        if too_long || too_many || self.calls.len() >= self.limits.depth as usize {
            let message = "includes are deeper, longer or more than the limit";
            let problem = self.error(&rule::LIMIT, span, message);
            return Err(self.stop(problem));
        }
        self.add_text(name, text, base as u32);
        let index = self.texts.len() - 1;
        self.calls.push(span);
        self.symbols.enter();
        let result = self.run(index, 0..text.len(), Mode::Code);
        self.symbols.leave();
        self.calls.pop();
        result.map(|_| ())
    }
}
