//! Finds the programs inside other files: program binaries, logs, traces, sources in C and its like.
//!
//! A program begins at a header that some language has, and ends with its END. Where it stands inside string
//! literals, those are unescaped and joined, with whatever C, C++, Java, Python or JSON puts between them.
//! The result is text; whether it is a good program is the checker's business.

use std::ops::Range;

use quadrille_isa::gl::profile::{PROFILES, Profile};

/// A program that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extracted {
    /// The offset of its header in bytes.
    pub offset: usize,
    /// Its header's row.
    pub profile: &'static Profile,
    /// Its text, unescaped.
    pub text: String,
    /// Whether its END was there; otherwise the text breaks off where the surroundings are no program text.
    pub complete: bool,
}

/// The longest program that is looked for, in bytes of what it stands in. A longer one breaks off there.
pub const LONGEST: usize = 16 << 20;

/// Every program in some bytes, in their order.
pub fn extract(bytes: &[u8]) -> Vec<Extracted> {
    let mut found = Vec::new();
    let mut comments = CommentEnds::new(bytes);
    let mut at = 0;
    while let Some(next) = find(bytes, at) {
        let Some(profile) = profile(&bytes[next..]) else {
            at = next + 1;
            continue;
        };
        let before = next.checked_sub(1).map(|before| bytes[before]);
        let end = bytes.len().min(next + LONGEST);
        let mut reader = Reader::new(&bytes[..end], next, &mut comments);
        match before {
            Some(quote @ (b'"' | b'\'' | b'`')) => reader.literals(quote),
            _ => reader.plain(profile.header.len()),
        }
        at = reader.at.max(next + profile.header.len());
        // A header that nothing follows is the mention of one.
        if reader.text.trim_end() == profile.header {
            continue;
        }
        found.push(Extracted {
            offset: next,
            profile,
            complete: reader.complete || reader.ended(),
            text: format!("{}\n", reader.text.trim_end()),
        });
    }
    found
}

/// The next `!!`.
fn find(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let at = rest.windows(2).position(|pair| pair == b"!!")?;
    Some(from + at)
}

fn profile(bytes: &[u8]) -> Option<&'static Profile> {
    PROFILES
        .iter()
        .find(|profile| bytes.starts_with(profile.header.as_bytes()))
}

/// The ends of comments between literals. Each end is looked for once, however many comments begin before it, so
/// that a file of unclosed comments takes time that grows with its length only.
struct CommentEnds<'b> {
    bytes: &'b [u8],
    /// From where the last line end that was found is the next one, and where it is.
    line: Range<usize>,
    /// The same for what is behind `*/`; no end is beyond the bytes.
    block: Range<usize>,
}

impl<'b> CommentEnds<'b> {
    fn new(bytes: &'b [u8]) -> CommentEnds<'b> {
        CommentEnds {
            bytes,
            line: 0..0,
            block: 0..0,
        }
    }

    /// The end of the line in which `//` stands.
    fn line(&mut self, at: usize) -> usize {
        if !self.line.contains(&at) {
            let length = self.bytes[at..].iter().position(|byte| *byte == b'\n');
            self.line = at..length.map_or(usize::MAX, |length| at + length);
        }
        self.line.end
    }

    /// Behind the `*/` that closes a `/*`.
    fn block(&mut self, at: usize) -> usize {
        let inside = at + 2;
        if !self.block.contains(&inside) {
            let length = self.bytes[inside..].windows(2).position(|pair| pair == b"*/");
            self.block = inside..length.map_or(usize::MAX, |length| inside + length + 1);
        }
        self.block.end.saturating_add(1)
    }
}

/// Reads one program.
struct Reader<'b, 'c> {
    bytes: &'b [u8],
    comments: &'c mut CommentEnds<'b>,
    at: usize,
    text: String,
    complete: bool,
    /// The start in the text of the word that is being read; `None` inside a comment.
    word: Option<usize>,
    comment: bool,
}

impl<'b, 'c> Reader<'b, 'c> {
    fn new(bytes: &'b [u8], at: usize, comments: &'c mut CommentEnds<'b>) -> Reader<'b, 'c> {
        Reader {
            bytes,
            comments,
            at,
            text: String::new(),
            complete: false,
            word: Some(0),
            comment: false,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Text as it stands, or with its line ends written as `\n` if the header is followed by one.
    fn plain(&mut self, header: usize) {
        let escaped = self.bytes[self.at + header..].starts_with(b"\\n")
            || self.bytes[self.at + header..].starts_with(b"\\r");
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' if escaped => {
                    self.escape();
                }
                b'!' if self.another() => return,
                b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0x80.. => self.byte(byte),
                _ => return,
            }
            if self.complete {
                return;
            }
        }
    }

    /// The literal that has begun, and those that are joined to it.
    fn literals(&mut self, mut quote: u8) {
        loop {
            while let Some(byte) = self.peek() {
                match byte {
                    b'\\' => self.escape(),
                    0 => return,
                    b'!' if self.another() => return,
                    _ if byte == quote => break,
                    _ => self.byte(byte),
                }
            }
            if self.peek().is_none() {
                return;
            }
            self.at += 1;
            // A word does not go on in the next literal of a list, but it does in one that is joined.
            match self.next_literal() {
                Some(next) => quote = next,
                None => return,
            }
            if self.complete {
                return;
            }
        }
    }

    /// Whether another program begins here, which is no part of this one.
    fn another(&self) -> bool {
        !self.comment && !self.text.is_empty() && profile(&self.bytes[self.at..]).is_some()
    }

    /// Goes past what may stand between two literals of one text, and gives the quote of the second, which JavaScript and
    /// Python let be another. Nothing is taken if no literal follows.
    fn next_literal(&mut self) -> Option<u8> {
        let mut at = self.at;
        loop {
            let rest = self.bytes.get(at..)?;
            match rest {
                [
                    b' ' | b'\t' | b'\n' | b'\r' | b'+' | b',' | b'.' | b'\\' | b'<',
                    ..,
                ] => at += 1,
                [b'/', b'/', ..] => at = self.comments.line(at),
                [b'/', b'*', ..] => at = self.comments.block(at),
                [quote @ (b'"' | b'\'' | b'`'), ..] if !self.ended() => {
                    // `"` and a header open a program of its own.
                    if profile(&rest[1..]).is_some() {
                        return None;
                    }
                    self.at = at + 1;
                    return Some(*quote);
                }
                _ => return None,
            }
        }
    }

    /// One escape of C, JavaScript or JSON.
    fn escape(&mut self) {
        let rest = &self.bytes[self.at + 1..];
        let (byte, taken) =
            match rest {
                [b'n', ..] => (Some(b'\n'), 1),
                [b't', ..] => (Some(b'\t'), 1),
                [b'r', b'\n', ..] => (None, 2),
                [b'r', ..] => (Some(b'\r'), 1),
                [b'\r', b'\n', ..] => (None, 2),
                // A line that goes on.
                [b'\n', ..] => (None, 1),
                [b'x', ..] => number(&rest[1..], 16, 2)
                    .map_or((Some(b'x'), 1), |(value, digits)| (Some(value), digits + 1)),
                [b'u', ..] => number(&rest[1..], 16, 4)
                    .map_or((Some(b'u'), 1), |(value, digits)| (Some(value), digits + 1)),
                [b'0'..=b'7', ..] => {
                    number(rest, 8, 3).map_or((None, 1), |(value, digits)| (Some(value), digits))
                }
                [other, ..] => (Some(*other), 1),
                [] => (None, 0),
            };
        self.at += taken;
        match byte {
            Some(0) => self.at = self.bytes.len(),
            Some(byte) => self.byte(byte),
            None => self.at += 1,
        }
    }

    /// Takes a byte of the text, and notices END.
    fn byte(&mut self, byte: u8) {
        self.at += 1;
        let is_word = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
        if !is_word && self.ended() {
            self.complete = true;
            return;
        }
        match byte {
            b'\n' | b'\r' => self.comment = false,
            b'#' => self.comment = true,
            _ => {}
        }
        // The languages are ASCII; what else stands in comments is kept readable.
        self.text.push(char::from(byte));
        if !is_word {
            self.word = Some(self.text.len());
        }
        if self.comment {
            self.word = None;
        }
    }

    /// Whether the word just read is END.
    fn ended(&self) -> bool {
        self.word.is_some_and(|word| &self.text[word..] == "END")
    }
}

/// A number of up to `most` digits that fits a byte, and how many digits it has.
fn number(bytes: &[u8], radix: u32, most: usize) -> Option<(u8, usize)> {
    let mut value = 0;
    let mut digits = 0;
    while digits < most
        && let Some(digit) = bytes
            .get(digits)
            .and_then(|byte| char::from(*byte).to_digit(radix))
    {
        value = value * radix + digit;
        digits += 1;
    }
    let value = u8::try_from(value).ok()?;
    (digits > 0).then_some((value, digits))
}

#[cfg(test)]
mod tests;
