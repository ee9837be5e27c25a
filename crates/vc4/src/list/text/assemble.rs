//! Text to bytes: first the address of every line, then its bytes.

use quadrille_base::{Diagnostic, Span, suggest};

use super::directive::Data;
use super::line::{Line, Word, lines};
use super::rule;
use super::symbols::{Symbols, is_name};
use super::value::{self, ValueError};
use crate::list::field::{Field, Form};
use crate::list::shape::{self, Shape};

/// What the assembler takes at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of all pieces together.
    pub bytes: usize,
    /// Diagnostics, after which the rest of the text is left unread.
    pub diagnostics: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: 64 << 20,
            diagnostics: 100,
        }
    }
}

/// Bytes at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where the first byte goes.
    pub address: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// What a text assembles to.
#[derive(Clone, Default, Debug)]
pub struct Assembly {
    /// The bytes, by address; pieces neither overlap nor touch.
    pub pieces: Vec<Piece>,
    /// Labels and what `.equ` defines, with what the caller gave.
    pub symbols: Symbols,
    /// Problems, by place. Without any the pieces are whole.
    pub diagnostics: Vec<Diagnostic>,
}

/// Where a line's bytes go, and what they are.
struct Placed<'t> {
    address: u32,
    bytes: usize,
    span: Span,
    content: Content<'t>,
}

enum Content<'t> {
    Shape(&'static Shape, Vec<Word<'t>>),
    Data(Data, Vec<Word<'t>>),
}

struct Assembler<'t> {
    at: u64,
    total: usize,
    placed: Vec<Placed<'t>>,
    symbols: Symbols,
    diagnostics: Vec<Diagnostic>,
    limits: Limits,
}

/// Assembles a text whose first line is at `origin`, with names of addresses that it may use.
pub fn assemble(text: &str, origin: u32, symbols: Symbols, limits: &Limits) -> Assembly {
    let mut assembler = Assembler {
        at: u64::from(origin),
        total: 0,
        placed: Vec::new(),
        symbols,
        diagnostics: Vec::new(),
        limits: *limits,
    };
    for line in lines(text) {
        if assembler.diagnostics.len() >= limits.diagnostics {
            break;
        }
        if let Err(diagnostic) = assembler.place(line) {
            let is_last = diagnostic.rule == &rule::LIMIT;
            assembler.diagnostics.push(*diagnostic);
            if is_last {
                break;
            }
        }
    }
    assembler.finish()
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

fn error(rule: &'static quadrille_base::Rule, span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(rule, span, message))
}

impl<'t> Assembler<'t> {
    /// The first pass over one line.
    fn place(&mut self, line: Line<'t>) -> Parsed<()> {
        for label in &line.labels {
            if !is_name(label.text) {
                return Err(error(
                    &rule::SYNTAX,
                    label.span,
                    "a name should stand before the colon",
                ));
            }
            let address = u32::try_from(self.at)
                .map_err(|_| error(&rule::PLACE, label.span, "the label is beyond the address space"))?;
            if !self.symbols.add(label.text, address) {
                return Err(error(
                    &rule::SYMBOL,
                    label.span,
                    "the name is defined a second time",
                ));
            }
        }
        let Some(head) = line.head else { return Ok(()) };
        match head.text.strip_prefix('.') {
            Some(name) => self.directive(name, head, line.rest),
            None => {
                let shape = Shape::of_name(head.text).ok_or_else(|| unknown(head))?;
                self.add(head.span, shape.bytes, Content::Shape(shape, line.rest))
            }
        }
    }

    fn directive(&mut self, name: &str, head: Word<'t>, rest: Vec<Word<'t>>) -> Parsed<()> {
        let number = |at: usize, what: &'static str| {
            let span = rest.get(at).map_or(Span::at(head.span.end), |word| word.span);
            let value = rest.get(at).and_then(|word| self.number(word.text));
            value.ok_or_else(|| error(&rule::SYNTAX, span, format!("{what} should stand here")))
        };
        match name {
            "org" => {
                let address = number(0, "an address")?;
                self.at = u64::from(u32::try_from(address).map_err(|_| {
                    error(
                        &rule::PLACE,
                        rest[0].span,
                        "the address is beyond the address space",
                    )
                })?);
                Ok(())
            }
            "align" => {
                let unit = number(0, "a number of bytes")?;
                if !(1..=1 << 20).contains(&unit) {
                    let message = "the number of bytes is 1 to 1048576";
                    return Err(error(&rule::VALUE, rest[0].span, message));
                }
                let bytes = self.at.next_multiple_of(unit as u64) - self.at;
                self.add(head.span, bytes as usize, Content::Data(Data::Zero, Vec::new()))
            }
            "zero" => {
                let bytes = number(0, "a number of bytes")?;
                let bytes = usize::try_from(bytes)
                    .map_err(|_| error(&rule::VALUE, rest[0].span, "the number of bytes is negative"))?;
                self.add(head.span, bytes, Content::Data(Data::Zero, Vec::new()))
            }
            "equ" => {
                let value = number(1, "a number")?;
                let value = u32::try_from(value)
                    .map_err(|_| error(&rule::VALUE, rest[1].span, "the number has more than 32 bits"))?;
                if !is_name(rest[0].text) {
                    return Err(error(&rule::SYNTAX, rest[0].span, "a name should stand here"));
                }
                match self.symbols.add(rest[0].text, value) {
                    true => Ok(()),
                    false => Err(error(
                        &rule::SYMBOL,
                        rest[0].span,
                        "the name is defined a second time",
                    )),
                }
            }
            _ => {
                let data = Data::of_name(name).ok_or_else(|| unknown(head))?;
                self.add(head.span, data.size() * rest.len(), Content::Data(data, rest))
            }
        }
    }

    /// A number that is known in the first pass: literal, or a symbol above it.
    fn number(&self, text: &str) -> Option<i64> {
        value::integer(text).or_else(|| self.symbols.resolve(text).map(i64::from))
    }

    fn add(&mut self, span: Span, bytes: usize, content: Content<'t>) -> Parsed<()> {
        if self.at + bytes as u64 > 1 << 32 {
            return Err(error(
                &rule::PLACE,
                span,
                "the bytes reach beyond the address space",
            ));
        }
        if bytes > self.limits.bytes - self.total {
            let message = format!("the text has more than {} bytes", self.limits.bytes);
            return Err(error(&rule::LIMIT, span, message));
        }
        self.total += bytes;
        if bytes > 0 {
            self.placed.push(Placed {
                address: self.at as u32,
                bytes,
                span,
                content,
            });
        }
        self.at += bytes as u64;
        Ok(())
    }

    /// The second pass.
    fn finish(mut self) -> Assembly {
        let mut placed = std::mem::take(&mut self.placed);
        placed.sort_by_key(|part| part.address);
        let mut pieces: Vec<Piece> = Vec::new();
        for part in &placed {
            if self.diagnostics.len() >= self.limits.diagnostics {
                break;
            }
            let bytes = match &part.content {
                Content::Shape(shape, words) => self.shape(shape, words),
                Content::Data(data, words) => self.data(*data, part.bytes, words),
            };
            let bytes = bytes.unwrap_or_else(|problem| {
                self.diagnostics.push(*problem);
                vec![0; part.bytes]
            });
            let end = |piece: &Piece| u64::from(piece.address) + piece.bytes.len() as u64;
            match pieces.last_mut() {
                Some(last) if end(last) == u64::from(part.address) => last.bytes.extend(bytes),
                Some(last) if end(last) > u64::from(part.address) => {
                    let message = "these bytes lie where others lie already";
                    self.diagnostics.push(*error(&rule::PLACE, part.span, message));
                }
                _ => pieces.push(Piece {
                    address: part.address,
                    bytes,
                }),
            }
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        Assembly {
            pieces,
            symbols: self.symbols,
            diagnostics: self.diagnostics,
        }
    }

    fn shape(&self, shape: &Shape, words: &[Word<'t>]) -> Parsed<Vec<u8>> {
        let mut payload = 0;
        let mut seen: Vec<&str> = Vec::new();
        for word in words {
            let (name, value) = word.text.split_once('=').unwrap_or((word.text, ""));
            if seen.contains(&name) {
                return Err(error(&rule::FIELD, word.span, "the field is given a second time"));
            }
            seen.push(name);
            let span = Span::new(word.span.start + name.len() as u32 + 1, word.span.end);
            if name == "reserved" {
                payload |= reserved(shape, value).ok_or_else(|| {
                    error(
                        &rule::VALUE,
                        span,
                        "bits that no field of the packet has should stand here",
                    )
                })?;
                continue;
            }
            let Some(field) = shape.fields.iter().find(|field| field.name == name) else {
                return Err(no_field(shape, name, word.span));
            };
            let raw = match (field.form, word.text.contains('=')) {
                (Form::Flag, false) => 1,
                (_, false) => {
                    let message = format!("a value should stand here: {name}=…");
                    return Err(error(&rule::SYNTAX, Span::at(word.span.end), message));
                }
                (_, true) => self.value(field, value, span)?,
            };
            payload = field.with(payload, raw);
        }
        let bits = shape.constant | payload << shape.base;
        Ok(bits.to_le_bytes()[..shape.bytes].to_vec())
    }

    /// The bits of a field: a number of its form, or a symbol.
    fn value(&self, field: &Field, text: &str, span: Span) -> Parsed<u32> {
        let is_symbolic = is_name(text.split(['+', '-']).next().unwrap_or_default());
        let result = match (field.form, is_symbolic) {
            (Form::Code(_) | Form::Flag, _) | (_, false) => value::read(field, text),
            (_, true) => match self.symbols.resolve(text) {
                Some(address) => value::address(field, i64::from(address)),
                None => return Err(self.no_symbol(text, span)),
            },
        };
        result.map_err(|problem| {
            let near = match &problem {
                ValueError::Code { near, .. } => *near,
                _ => None,
            };
            let diagnostic = Diagnostic::new(&rule::VALUE, span, problem.to_string());
            Box::new(match near {
                Some(near) => diagnostic.fix(format!("write {near}"), span, near),
                None => diagnostic,
            })
        })
    }

    fn data(&self, data: Data, bytes: usize, words: &[Word<'t>]) -> Parsed<Vec<u8>> {
        let mut all = Vec::with_capacity(bytes);
        for word in words {
            let symbol = is_name(word.text.split(['+', '-']).next().unwrap_or_default());
            let raw = match symbol && data == Data::Word {
                true => self
                    .symbols
                    .resolve(word.text)
                    .ok_or_else(|| self.no_symbol(word.text, word.span))?,
                false => data
                    .read(word.text)
                    .map_err(|problem| error(&rule::VALUE, word.span, problem.to_string()))?,
            };
            all.extend_from_slice(&raw.to_le_bytes()[..data.size()]);
        }
        all.resize(bytes, 0);
        Ok(all)
    }

    fn no_symbol(&self, text: &str, span: Span) -> Box<Diagnostic> {
        let name = text.split(['+', '-']).next().unwrap_or_default();
        let near = suggest::nearest(name, self.symbols.names());
        let diagnostic = Diagnostic::new(&rule::SYMBOL, span, "no symbol has this name");
        Box::new(match near {
            Some(near) => diagnostic.fix(format!("write {near}"), span, near),
            None => diagnostic,
        })
    }
}

fn reserved(shape: &Shape, text: &str) -> Option<u128> {
    let bits = u128::from_str_radix(text.strip_prefix("0x")?, 16).ok()?;
    (bits & !shape.reserved == 0).then_some(bits)
}

fn unknown(head: Word<'_>) -> Box<Diagnostic> {
    let directives = [".org", ".align", ".zero", ".equ"].into_iter().chain(Data::NAMES);
    let names = shape::ALL.iter().map(|shape| shape.name).chain(directives);
    let message = "no packet, part of a record or directive has this name";
    let diagnostic = Diagnostic::new(&rule::UNKNOWN_NAME, head.span, message);
    Box::new(match suggest::nearest(head.text, names) {
        Some(near) => diagnostic.fix(format!("write {near}"), head.span, near),
        None => diagnostic,
    })
}

fn no_field(shape: &Shape, name: &str, span: Span) -> Box<Diagnostic> {
    let names: Vec<&str> = shape.fields.iter().map(|field| field.name).collect();
    let message = match names.is_empty() {
        true => format!("{} has no fields", shape.name),
        false => format!("{} has no such field; it has {}", shape.name, names.join(", ")),
    };
    let diagnostic = Diagnostic::new(&rule::FIELD, span, message);
    let place = Span::new(span.start, span.start + name.len() as u32);
    Box::new(match suggest::nearest(name, names) {
        Some(near) => diagnostic.fix(format!("write {near}"), place, near),
        None => diagnostic,
    })
}
