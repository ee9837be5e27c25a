//! What lies at an address, in sentences: packet, record, shader, uniforms.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::check::UniformUse;
use super::field::{Field, Form};
use super::packet::{Thread, number};
use super::shape::{self, Shape};
use super::source::Source;
use super::text::{Names, code_length, write_value};
use super::walk::{Item, Part, Place, Walk};
use crate::asm::disassemble_word;
use crate::tmu::{Parameters, Texture};

/// Words of a uniform stream or of data that are shown.
const WORDS: usize = 16;
/// Instructions of a shader that are shown.
const INSTRUCTIONS: usize = 512;

/// Explains what lies at `address`; without anything that a list leads to, its words. `uniforms` says what words of
/// uniform streams are for, as [`check`](super::check::check) finds out.
pub fn explain(
    source: &dyn Source,
    walk: &Walk,
    names: &Names,
    uniforms: &BTreeMap<u32, UniformUse>,
    address: u32,
) -> String {
    let explainer = Explainer {
        source,
        walk,
        names,
        uniforms,
    };
    let at = source.canonical(address);
    let mut text = String::new();
    let item = walk.items.range(..=at).next_back();
    let item = item.filter(|(start, item)| u64::from(**start) + item.bytes as u64 > u64::from(at));
    match (item, walk.places.get(&at)) {
        (Some((&start, item)), _) => explainer.item(&mut text, start, item),
        (None, place) => explainer.place(&mut text, at, place.copied()),
    }
    explainer.pointers(&mut text, at);
    text
}

struct Explainer<'e> {
    source: &'e dyn Source,
    walk: &'e Walk,
    names: &'e Names,
    uniforms: &'e BTreeMap<u32, UniformUse>,
}

impl Explainer<'_> {
    fn title(&self, address: u32) -> String {
        match self.names.get(address) {
            Some(name) => format!("{address:08x} ({name})"),
            None => format!("{address:08x}"),
        }
    }

    fn item(&self, text: &mut String, start: u32, item: &Item) {
        let bytes = self.source.bytes(start);
        let bytes = &bytes[..item.bytes.min(bytes.len())];
        let what = match &item.part {
            Part::Packet(packet) => {
                let thread = match packet.kind().thread {
                    Thread::Both => "either thread",
                    Thread::Binning => "the binning thread",
                    Thread::Rendering => "the rendering thread",
                };
                format!("packet {}, for {thread}", packet.id())
            }
            Part::Entry(_) => "entry of a compressed list".to_owned(),
            Part::Nv(_) | Part::Vg(_) => "record".to_owned(),
            Part::Gl(_) => "part of a record".to_owned(),
        };
        let mut at = 0;
        for part in shape::of(&item.part, bytes) {
            self.shape(text, start + at as u32, &part, &what, &bytes[at..at + part.bytes]);
            at += part.bytes;
        }
    }

    fn shape(&self, text: &mut String, at: u32, shape: &Shape, what: &str, bytes: &[u8]) {
        let unit = if shape.bytes == 1 { "byte" } else { "bytes" };
        let _ = writeln!(
            text,
            "{}: {}: {what}, {} {unit}",
            self.title(at),
            shape.name,
            shape.bytes
        );
        let _ = writeln!(text, "    {}", shape.doc.trim());
        let payload = number(bytes) >> shape.base;
        for field in shape.fields {
            let low = field.low + shape.base;
            let bits = match field.bits {
                1 => format!("{low}"),
                bits => format!("{}:{low}", low + bits - 1),
            };
            let value = self.value(field, field.get(payload));
            let _ = writeln!(
                text,
                "    bit {bits:<8} {:<18} {value:<28} {}",
                field.name,
                field.doc.trim()
            );
        }
        let reserved = payload & shape.reserved;
        if reserved != 0 {
            let _ = writeln!(text, "    bits that no field has: {reserved:#x}");
        }
    }

    fn value(&self, field: &Field, raw: u32) -> String {
        let mut value = String::new();
        write_value(&mut value, field, raw);
        match field.form {
            Form::Flag => (if raw == 0 { "no" } else { "yes" }).to_owned(),
            Form::Address { shift } => match self.names.get(self.source.canonical(raw << shift)) {
                Some(name) => format!("{value} ({name})"),
                None => value,
            },
            Form::Code(_) => format!("{raw} ({value})"),
            Form::Float => format!("{value} ({raw:#010x})"),
            Form::FloatHigh | Form::Fixed4 => format!("{value} ({raw:#06x})"),
            Form::Unsigned | Form::Signed | Form::Hexadecimal => value,
        }
    }

    fn place(&self, text: &mut String, at: u32, place: Option<Place>) {
        let bytes = self.source.bytes(at);
        let what = match place {
            Some(place) => place.name().replace('_', " "),
            None => "nothing that a list leads to".to_owned(),
        };
        let _ = writeln!(text, "{}: {what}", self.title(at));
        if bytes.is_empty() {
            let _ = writeln!(text, "    there is no memory here");
            return;
        }
        match place {
            Some(Place::Fragment | Place::Vertex | Place::Coordinate) => self.code(text, at, bytes),
            _ if self.uniforms.contains_key(&at) => self.stream(text, at),
            _ => words(text, at, bytes),
        }
    }

    /// The words of a uniform stream from `at` on, as far as shaders read them.
    fn stream(&self, text: &mut String, at: u32) {
        let mut parameters: Vec<u32> = Vec::new();
        for (index, (&address, role)) in self.uniforms.range(at..).enumerate() {
            let Some(word) = self.source.word(address) else {
                return;
            };
            if address != at.wrapping_add(4 * index as u32) {
                return;
            }
            let _ = match role {
                UniformUse::Value(reader) => writeln!(
                    text,
                    "    {address:08x}: {word:08x}  {:?}, or {}; read at {reader:08x}",
                    f32::from_bits(word),
                    word as i32
                ),
                UniformUse::Parameter(reader, number) => writeln!(
                    text,
                    "    {address:08x}: {word:08x}  parameter {number} of a texture; taken at {reader:08x}"
                ),
            };
            let UniformUse::Parameter(_, number) = role else {
                continue;
            };
            if *number == 0 {
                parameters.clear();
            }
            parameters.push(word);
            // The set-up is whole where no further parameter follows.
            let next = self.uniforms.get(&address.wrapping_add(4));
            if !matches!(next, Some(UniformUse::Parameter(_, next)) if *next > 0) {
                texture(text, &parameters);
            }
        }
    }

    fn code(&self, text: &mut String, at: u32, bytes: &[u8]) {
        let (instructions, _) = bytes.as_chunks::<8>();
        let length = code_length(instructions);
        for (index, word) in instructions[..length.min(INSTRUCTIONS)].iter().enumerate() {
            let address = at.wrapping_add(8 * index as u32);
            let _ = writeln!(
                text,
                "    {address:08x}: {}",
                disassemble_word(u64::from_le_bytes(*word))
            );
        }
        if length > INSTRUCTIONS {
            let _ = writeln!(text, "    {} more instructions", length - INSTRUCTIONS);
        }
    }

    /// Which packets and records point here.
    fn pointers(&self, text: &mut String, at: u32) {
        for (&start, item) in &self.walk.items {
            let bytes = self.source.bytes(start);
            let bytes = &bytes[..item.bytes.min(bytes.len())];
            let mut offset = 0;
            for part in shape::of(&item.part, bytes) {
                let payload = number(&bytes[offset..offset + part.bytes]) >> part.base;
                for field in part.fields {
                    let Form::Address { shift } = field.form else {
                        continue;
                    };
                    if self.source.canonical(field.get(payload) << shift) == at {
                        let from = self.title(start + offset as u32);
                        let _ = writeln!(text, "pointed to by {} of {} at {from}", field.name, part.name);
                    }
                }
                offset += part.bytes;
            }
        }
    }
}

/// What the parameters of a look-up say.
fn texture(text: &mut String, parameters: &[u32]) {
    let [zero, one, others @ ..] = parameters else {
        return;
    };
    let parameters = Parameters::decode(*zero, *one, others);
    let (width, height) = parameters.size;
    let kind = match parameters.texture_type() {
        Some(kind) => format!("{kind:?}"),
        None => format!("reserved type {}", parameters.type_code),
    };
    let _ = writeln!(
        text,
        "        texture at {:08x}: {kind}, {width} by {height}, levels: {}{}",
        parameters.base,
        parameters.levels,
        if parameters.is_cube { ", cube" } else { "" }
    );
    let filter = match parameters.minify {
        Some((image, level)) => format!("{image:?} in a level, {level:?} between levels"),
        None => "reserved".to_owned(),
    };
    let _ = writeln!(
        text,
        "        wrap {:?} along S, {:?} along T; magnified {:?}; minified {filter}",
        parameters.wrap_s, parameters.wrap_t, parameters.magnify
    );
    if let Ok(texture) = Texture::new(parameters) {
        for (address, bytes) in texture.extents() {
            let _ = writeln!(text, "        {bytes} bytes from {address:08x} on");
        }
    }
}

fn words(text: &mut String, at: u32, bytes: &[u8]) {
    for (index, word) in bytes.as_chunks::<4>().0.iter().take(WORDS).enumerate() {
        let word = u32::from_le_bytes(*word);
        let address = at.wrapping_add(4 * index as u32);
        let _ = writeln!(
            text,
            "    {address:08x}: {word:08x}  {:>11}  {:?}",
            word as i32,
            f32::from_bits(word)
        );
    }
}
