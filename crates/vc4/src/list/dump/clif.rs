//! CLIF: buffers and submissions as text.
//!
//! `@createbuf_aligned ALIGN NAME` makes a buffer, `@buffer NAME` goes to its front, `@format binary` is followed by
//! bytes (two digits) and words (eight), `@format blank N` leaves out N zeros, `@add_bin` and `@add_render` are followed
//! by the places where a list begins and ends. A place is a number or `[NAME+0xOFFSET]`. In `@format ctrllist` and
//! `@format shadrec_…` packets and records are written as [lists are](crate::list::text), whose bytes follow each
//! other; `[NAME+0xOFFSET]` may stand for an address there. Comments are `/* … */`.
//!
//! Buffers lie behind each other from [`FIRST`] on, but one with a comment `/* 0x… */` on a pointer to it is put there,
//! so that words of `binary` which hold addresses mean what they did.
//!
//! Source: Mesa's `clif_dump.c`, whose form this is for buffers and submissions.

use std::collections::HashMap;

use super::{Dump, DumpError};
use crate::list::check::Buffer;
use crate::list::packet::Thread;
use crate::list::text::{Limits, Symbols, assemble};
use crate::list::walk::Start;

/// Where the first buffer lies that has no address of its own.
pub const FIRST: u32 = 0x1000_0000;
/// Bytes of all buffers together.
const MOST: usize = 256 << 20;

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineProblem {
    /// An `@` word that is none.
    #[error("no such command: {0}")]
    Command(String),
    /// A buffer that was not made.
    #[error("no buffer has the name {0}")]
    NoBuffer(String),
    /// Contents before any `@buffer`.
    #[error("@buffer should stand before this")]
    NotInBuffer,
    /// A number that does not read.
    #[error("{0} should stand here")]
    Expected(&'static str),
    /// A packet or record that does not read.
    #[error("{0}")]
    Packet(String),
    /// The buffers are too large.
    #[error("the buffers have more than {0} bytes")]
    Size(usize),
}

/// Whether a text looks like CLIF: its first word is one of the commands.
pub fn is_clif(text: &str) -> bool {
    let text = without_comments(text);
    text.split_whitespace()
        .next()
        .is_some_and(|word| word.starts_with("@createbuf") || word == "@buffer" || word == "@format")
}

#[derive(Clone, Default)]
struct Contents {
    name: String,
    address: Option<u32>,
    align: u32,
    bytes: Vec<u8>,
    /// Lines of packets and records, with the place and the line number: they are read when all addresses are known.
    lines: Vec<(usize, usize, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Nothing,
    Binary,
    Text,
    Bin,
    Render,
}

#[derive(Default)]
struct Reader {
    buffers: Vec<Contents>,
    names: HashMap<String, usize>,
    current: Option<usize>,
    total: usize,
    /// Places of submissions, as text, with the line and the thread.
    submitted: Vec<(usize, Thread, Vec<String>)>,
}

/// Reads a CLIF.
///
/// # Errors
///
/// [`DumpError`] with the line that does not read.
pub fn read(text: &str) -> Result<Dump, DumpError> {
    let mut reader = Reader::default();
    let mut mode = Mode::Nothing;
    // Pointers to buffers tell where these were.
    for (place, address) in remarks(text) {
        reader.note(place, address);
    }
    for (index, line) in without_comments(text).lines().enumerate() {
        let line_number = index + 1;
        let failed = |problem| DumpError::Line {
            line: line_number,
            problem,
        };
        reader.line(line, line_number, &mut mode).map_err(failed)?;
    }
    reader.finish()
}

impl Reader {
    /// `[NAME+0xOFFSET]` was at `address`.
    fn note(&mut self, place: &str, address: u32) {
        let Some((name, offset)) = split_place(place) else {
            return;
        };
        let base = address.wrapping_sub(offset);
        let buffer = self.buffer(name);
        self.buffers[buffer].address.get_or_insert(base);
    }

    fn buffer(&mut self, name: &str) -> usize {
        if let Some(&index) = self.names.get(name) {
            return index;
        }
        self.buffers.push(Contents {
            name: name.to_owned(),
            align: 4096,
            ..Contents::default()
        });
        self.names.insert(name.to_owned(), self.buffers.len() - 1);
        self.buffers.len() - 1
    }

    fn line(&mut self, line: &str, number: usize, mode: &mut Mode) -> Result<(), LineProblem> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(()) };
        match first {
            "@createbuf_aligned" | "@createbuf" => {
                let mut named = words.next();
                let mut align = 4096;
                if let Some(value) = named.and_then(integer) {
                    align = value;
                    named = words.next();
                }
                let name = named.ok_or(LineProblem::Expected("a name"))?;
                let buffer = self.buffer(name);
                self.buffers[buffer].align = align.clamp(1, 1 << 20);
                *mode = Mode::Nothing;
            }
            "@buffer" => {
                let name = words.next().ok_or(LineProblem::Expected("a name"))?;
                let index = self.names.get(name);
                self.current = Some(*index.ok_or_else(|| LineProblem::NoBuffer(name.to_owned()))?);
                *mode = Mode::Nothing;
            }
            "@format" => *mode = self.format(words)?,
            "@add_bin" | "@add_render" => {
                let thread = match first {
                    "@add_bin" => Thread::Binning,
                    _ => Thread::Rendering,
                };
                *mode = if thread == Thread::Binning {
                    Mode::Bin
                } else {
                    Mode::Render
                };
                self.submitted.push((number, thread, Vec::new()));
            }
            "@wait_bin_all_cores" | "@wait_render_all_cores" => *mode = Mode::Nothing,
            word if word.starts_with('@') => return Err(LineProblem::Command(word.to_owned())),
            _ => self.contents(line, number, *mode)?,
        }
        Ok(())
    }

    fn format<'t>(&mut self, mut words: impl Iterator<Item = &'t str>) -> Result<Mode, LineProblem> {
        match words.next() {
            Some("binary") => Ok(Mode::Binary),
            Some("blank") => {
                let count = words.next().and_then(integer);
                let count = count.ok_or(LineProblem::Expected("a number of bytes"))? as usize;
                self.grow(count)?;
                let current = self.current.ok_or(LineProblem::NotInBuffer)?;
                let bytes = &mut self.buffers[current].bytes;
                bytes.resize(bytes.len() + count, 0);
                Ok(Mode::Nothing)
            }
            Some(name) if name == "ctrllist" || name.starts_with("shadrec") => Ok(Mode::Text),
            Some(name) => Err(LineProblem::Command(format!("@format {name}"))),
            None => Err(LineProblem::Expected("a format")),
        }
    }

    fn grow(&mut self, bytes: usize) -> Result<(), LineProblem> {
        if bytes > MOST - self.total {
            return Err(LineProblem::Size(MOST));
        }
        self.total += bytes;
        Ok(())
    }

    fn contents(&mut self, line: &str, number: usize, mode: Mode) -> Result<(), LineProblem> {
        match mode {
            Mode::Nothing => Err(LineProblem::Expected("a command")),
            Mode::Binary => {
                for word in line.split_whitespace() {
                    let value = integer(word).ok_or(LineProblem::Expected("a hexadecimal number"))?;
                    let bytes = value.to_le_bytes();
                    let bytes = if word.len() <= 4 { &bytes[..1] } else { &bytes };
                    self.append(bytes)?;
                }
                Ok(())
            }
            Mode::Text => {
                let length = assemble(line, 0, Symbols::default(), &Limits::default());
                let size: usize = length.pieces.iter().map(|piece| piece.bytes.len()).sum();
                let current = self.current.ok_or(LineProblem::NotInBuffer)?;
                let at = self.buffers[current].bytes.len();
                self.buffers[current].lines.push((at, number, line.to_owned()));
                self.append(&vec![0; size])
            }
            Mode::Bin | Mode::Render => {
                let words = line.split_whitespace().map(str::to_owned);
                if let Some((_, _, places)) = self.submitted.last_mut() {
                    places.extend(words);
                }
                Ok(())
            }
        }
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), LineProblem> {
        let current = self.current.ok_or(LineProblem::NotInBuffer)?;
        self.grow(bytes.len())?;
        self.buffers[current].bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(mut self) -> Result<Dump, DumpError> {
        let mut next = u64::from(FIRST);
        for buffer in &mut self.buffers {
            if buffer.address.is_none() {
                let address = next.next_multiple_of(u64::from(buffer.align.max(1)));
                buffer.address = Some(u32::try_from(address).unwrap_or(u32::MAX));
            }
            let end = u64::from(buffer.address.unwrap_or(0)) + buffer.bytes.len() as u64;
            next = next.max(end);
        }
        let mut dump = Dump::default();
        for index in 0..self.buffers.len() {
            self.packets(index)?;
            let buffer = &self.buffers[index];
            let address = buffer.address.unwrap_or(FIRST);
            let load = dump.image.load(address, &buffer.bytes);
            load.map_err(|error| DumpError::Buffer {
                name: buffer.name.clone(),
                error,
            })?;
            dump.buffers.push(Buffer {
                name: buffer.name.clone(),
                address,
                bytes: buffer.bytes.len() as u64,
            });
        }
        for (line, thread, places) in &self.submitted {
            let failed = |problem| DumpError::Line { line: *line, problem };
            let place = |at: usize| {
                let text = places.get(at).map_or("", String::as_str);
                self.place(text).map_err(failed)
            };
            // The first number is the core's, if it stands on the line of the command.
            dump.starts.push(Start {
                address: place(0)?,
                end: Some(place(1)?),
                thread: *thread,
            });
        }
        Ok(dump)
    }

    /// Fills in the packets and records of a buffer, now that all addresses are known.
    fn packets(&mut self, index: usize) -> Result<(), DumpError> {
        for (at, line, text) in std::mem::take(&mut self.buffers[index].lines) {
            let failed = |problem| DumpError::Line { line, problem };
            let text = self.with_addresses(&text).map_err(failed)?;
            let assembly = assemble(&text, 0, Symbols::default(), &Limits::default());
            if let Some(diagnostic) = assembly.diagnostics.first() {
                return Err(failed(LineProblem::Packet(diagnostic.message.clone())));
            }
            for piece in &assembly.pieces {
                let into = self.buffers[index].bytes.get_mut(at..at + piece.bytes.len());
                if let Some(into) = into {
                    into.copy_from_slice(&piece.bytes);
                }
            }
        }
        Ok(())
    }

    /// The line with numbers in place of `[NAME+0xOFFSET]`.
    fn with_addresses(&self, line: &str) -> Result<String, LineProblem> {
        let mut text = String::new();
        let mut rest = line;
        while let Some(open) = rest.find('[') {
            let close = rest[open..].find(']').ok_or(LineProblem::Expected("]"))? + open;
            text.push_str(&rest[..open]);
            text.push_str(&format!("{:#x}", self.place(&rest[open..=close])?));
            rest = &rest[close + 1..];
        }
        text.push_str(rest);
        Ok(text)
    }

    /// A number, `[null]` or `[NAME+0xOFFSET]`.
    fn place(&self, text: &str) -> Result<u32, LineProblem> {
        if text == "[null]" {
            return Ok(0);
        }
        if let Some(number) = integer(text) {
            return Ok(number);
        }
        let (name, offset) = split_place(text).ok_or(LineProblem::Expected("an address"))?;
        let index = self.names.get(name);
        let index = *index.ok_or_else(|| LineProblem::NoBuffer(name.to_owned()))?;
        Ok(self.buffers[index].address.unwrap_or(FIRST).wrapping_add(offset))
    }
}

/// Name and offset of `[NAME+0xOFFSET]`.
fn split_place(text: &str) -> Option<(&str, u32)> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    match inner.rsplit_once('+') {
        Some((name, offset)) => Some((name, integer(offset)?)),
        None => Some((inner, 0)),
    }
}

fn integer(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Pointers with the address that a comment gives them: `[NAME+0x…] /* 0x… */`.
fn remarks(text: &str) -> impl Iterator<Item = (&str, u32)> {
    text.lines().filter_map(|line| {
        let open = line.find('[')?;
        let close = open + line[open..].find(']')? + 1;
        let remark = line[close..].trim_start().strip_prefix("/*")?;
        let address = remark.split_whitespace().next()?;
        Some((&line[open..close], integer(address)?))
    })
}

/// The text with spaces in place of comments; lines stay where they are.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find("/*") {
        plain.push_str(&rest[..open]);
        let end = rest[open..]
            .find("*/")
            .map_or(rest.len(), |close| open + close + 2);
        plain.extend(
            rest[open..end]
                .chars()
                .map(|c| if c == '\n' { '\n' } else { ' ' }),
        );
        rest = &rest[end..];
    }
    plain.push_str(rest);
    plain
}
