//! What was reached from a list, as text that assembles to the same bytes.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::symbols::Symbols;
use super::value;
use crate::asm::disassemble_word;
use crate::list::field::{Field, Form};
use crate::list::packet::number;
use crate::list::shape::{self, Shape};
use crate::list::source::Source;
use crate::list::walk::{Place, Walk};

/// Runs of zeros from this length on are one line.
const ZEROS: usize = 64;

/// How a walk is printed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Printing {
    /// Behind each line its address and bytes, as a comment.
    pub bytes: bool,
}

/// Names of what addresses point to: those of the caller, then `place_address`.
#[derive(Clone, Default, Debug)]
pub struct Names {
    symbols: Symbols,
}

impl Names {
    /// Names for all places of a walk.
    pub fn new(walk: &Walk, given: &Symbols) -> Names {
        let mut symbols = given.clone();
        for (&address, place) in &walk.places {
            if symbols.name(address).is_none() {
                symbols.add(format!("{}_{address:08x}", place.name()), address);
            }
        }
        Names { symbols }
    }

    /// The address that `name`, `name+number` or `name-number` is.
    pub fn address(&self, text: &str) -> Option<u32> {
        self.symbols.resolve(text)
    }

    /// The name of a canonical address.
    pub fn get(&self, address: u32) -> Option<&str> {
        self.symbols.name(address)
    }
}

/// Prints what was reached, and of `data` (bytes at canonical addresses) all that lies between.
pub fn print(
    source: &dyn Source,
    walk: &Walk,
    names: &Names,
    data: &[(u32, &[u8])],
    printing: Printing,
) -> String {
    let mut printer = Printer {
        text: String::new(),
        source,
        walk,
        names,
        printing,
        at: None,
        labels: BTreeSet::new(),
    };
    let mut starts: Vec<(u64, Option<&[u8]>)> = walk.items.keys().map(|&at| (u64::from(at), None)).collect();
    starts.extend(data.iter().flat_map(|&(at, bytes)| printer.gaps(at, bytes)));
    starts.sort_by_key(|(at, _)| *at);
    for (at, bytes) in starts {
        printer.go_to(at as u32);
        match bytes {
            Some(bytes) => printer.data(at as u32, bytes),
            None => printer.item(at as u32),
        }
    }
    let defined = printer.definitions();
    defined + &printer.text
}

struct Printer<'p> {
    text: String,
    source: &'p dyn Source,
    walk: &'p Walk,
    names: &'p Names,
    printing: Printing,
    /// Where the next line goes without an `.org`.
    at: Option<u64>,
    /// Addresses whose label is printed.
    labels: BTreeSet<u32>,
}

impl<'p> Printer<'p> {
    /// The parts of `bytes` that no item covers, cut where something is pointed to.
    fn gaps(&self, address: u32, bytes: &'p [u8]) -> Vec<(u64, Option<&'p [u8]>)> {
        let (first, end) = (u64::from(address), u64::from(address) + bytes.len() as u64);
        let last = u32::try_from(end.saturating_sub(1)).unwrap_or(u32::MAX);
        let mut gaps = Vec::new();
        let mut at = first;
        let mut gap = |from: u64, to: u64| {
            let mut from = from;
            while from < to {
                let cut = self.names.symbols.next(from as u32).map_or(to, u64::from).min(to);
                gaps.push((
                    from,
                    Some(&bytes[(from - first) as usize..(cut - first) as usize]),
                ));
                from = cut;
            }
        };
        // An item may begin before the bytes.
        let before = self.walk.items.range(..address).next_back();
        if let Some((&start, item)) = before {
            at = at.max(u64::from(start) + item.bytes as u64);
        }
        if !bytes.is_empty() {
            for (&start, item) in self.walk.items.range(address..=last) {
                gap(at, u64::from(start));
                at = u64::from(start) + item.bytes as u64;
            }
            gap(at, end);
        }
        gaps
    }

    /// The lines before what lies at an address.
    fn go_to(&mut self, address: u32) {
        if self.at != Some(u64::from(address)) {
            let gap = if self.text.is_empty() { "" } else { "\n" };
            let _ = writeln!(self.text, "{gap}.org {address:#010x}");
        }
        if let Some(name) = self.names.get(address) {
            let _ = writeln!(self.text, "{name}:");
            self.labels.insert(address);
        }
    }

    fn item(&mut self, address: u32) {
        let item = &self.walk.items[&address];
        let mut bytes = self.source.bytes(address);
        bytes = &bytes[..item.bytes.min(bytes.len())];
        let mut offset = 0;
        for part in shape::of(&item.part, bytes) {
            self.shape(
                address + offset as u32,
                &part,
                &bytes[offset..offset + part.bytes],
            );
            offset += part.bytes;
        }
        self.at = Some(u64::from(address) + item.bytes as u64);
    }

    /// A line for one run of bytes with fields.
    fn shape(&mut self, address: u32, shape: &Shape, bytes: &[u8]) {
        let payload = number(bytes) >> shape.base;
        let mut line = format!("    {}", shape.name);
        let mut remarks = Vec::new();
        for field in shape.fields {
            let raw = field.get(payload);
            if field.form == Form::Flag {
                if raw != 0 {
                    let _ = write!(line, " {}", field.name);
                }
                continue;
            }
            let _ = write!(line, " {}=", field.name);
            self.value(&mut line, &mut remarks, field, raw);
        }
        let reserved = payload & shape.reserved;
        if reserved != 0 {
            let _ = write!(line, " reserved={reserved:#x}");
        }
        if self.printing.bytes {
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            remarks.insert(0, format!("{address:08x}: {}", hex.join(" ")));
        }
        self.line(&line, &remarks);
    }

    fn value(&self, line: &mut String, remarks: &mut Vec<String>, field: &Field, raw: u32) {
        if let Form::Address { shift } = field.form {
            let pointer = raw << shift;
            let place = self.source.canonical(pointer);
            match self.names.get(place) {
                Some(name) if place == pointer => return line.push_str(name),
                Some(name) => remarks.push(name.to_owned()),
                None => {}
            }
        }
        value::write(line, field, raw);
    }

    fn line(&mut self, line: &str, remarks: &[String]) {
        let _ = match remarks.is_empty() {
            true => writeln!(self.text, "{line}"),
            false => writeln!(self.text, "{line:<60} ; {}", remarks.join("; ")),
        };
    }

    fn data(&mut self, address: u32, bytes: &[u8]) {
        let is_code = matches!(
            self.walk.places.get(&address),
            Some(Place::Fragment | Place::Vertex | Place::Coordinate)
        );
        self.at = Some(u64::from(address) + bytes.len() as u64);
        if is_code && bytes.len() >= 8 {
            return self.code(bytes);
        }
        self.plain(bytes, address.is_multiple_of(4));
    }

    fn plain(&mut self, mut bytes: &[u8], is_aligned: bool) {
        while !bytes.is_empty() {
            let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
            if zeros >= ZEROS {
                let whole = if zeros == bytes.len() { zeros } else { zeros & !3 };
                let _ = writeln!(self.text, "    .zero {whole}");
                bytes = &bytes[whole..];
            } else if is_aligned && bytes.len() >= 4 {
                let (line, rest) = bytes.split_at(bytes.len().min(16) & !3);
                let words: Vec<String> = line
                    .chunks_exact(4)
                    .map(|word| format!("{:#010x}", number(word)))
                    .collect();
                let _ = writeln!(self.text, "    .word {}", words.join(", "));
                bytes = rest;
            } else {
                let (line, rest) = bytes.split_at(bytes.len().min(16));
                let numbers: Vec<String> = line.iter().map(|byte| format!("{byte:#04x}")).collect();
                let _ = writeln!(self.text, "    .byte {}", numbers.join(", "));
                bytes = rest;
            }
        }
    }

    /// Instructions up to the thread's end, then what is left as data.
    fn code(&mut self, bytes: &[u8]) {
        let (words, _) = bytes.as_chunks::<8>();
        let length = code_length(words);
        for word in &words[..length] {
            let word = u64::from_le_bytes(*word);
            let line = format!("    .word {:#010x}, {:#010x}", word as u32, word >> 32);
            self.line(&line, &[disassemble_word(word)]);
        }
        self.plain(&bytes[8 * length..], true);
    }

    /// `.equ` for names that are used and have no label.
    fn definitions(&self) -> String {
        let mut text = String::new();
        for (address, name) in self.names.symbols.iter() {
            if !self.labels.contains(&address) {
                let _ = writeln!(text, ".equ {name}, {address:#010x}");
            }
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

/// How many words a program at the front of `words` has: to two behind the thread's last end, or all of them.
pub(crate) fn code_length(words: &[[u8; 8]]) -> usize {
    let is_end = |word: &[u8; 8]| matches!(word[7] >> 4, 3 | 9);
    match words.iter().position(is_end) {
        Some(end) => (end + 3).min(words.len()),
        None => words.len(),
    }
}
