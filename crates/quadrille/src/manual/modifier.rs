//! Pages of the modifiers and suffixes of instructions.

use quadrille_isa::gl::modifier::{MODIFIERS, ModifierRow, SUFFIXES};
use quadrille_isa::gl::opcode::{OPCODES, Suffixes};
use quadrille_isa::gl::{Features, LanguageSet};

use super::{Chapter, ManualLocation, Page, place};

pub(super) fn pages(reader: Option<&ManualLocation>) -> Vec<Page> {
    let modifiers = MODIFIERS.iter().map(|row| page(row, reader));
    modifiers
        .chain(ONLY_SUFFIXES.iter().map(|row| suffix_page(row, reader)))
        .collect()
}

/// A suffix that no modifier is called as.
struct SuffixOnly {
    name: &'static str,
    doc: &'static str,
    takes: fn(&Suffixes) -> bool,
}

/// The suffixes of precision and of condition codes.
const ONLY_SUFFIXES: &[SuffixOnly] = &[
    SuffixOnly {
        name: "R",
        doc: "the operation has at least 32 bits a component",
        takes: |suffixes| suffixes.float,
    },
    SuffixOnly {
        name: "H",
        doc: "the operation has at least 16 bits a component",
        takes: |suffixes| suffixes.half,
    },
    SuffixOnly {
        name: "X",
        doc: "the operation is in fixed point of 12 bits, from -2 to 2",
        takes: |suffixes| suffixes.fixed,
    },
    SuffixOnly {
        name: "C",
        doc: "updates the condition code",
        takes: |suffixes| suffixes.condition,
    },
    SuffixOnly {
        name: "C0",
        doc: "updates condition code 0",
        takes: |suffixes| suffixes.numbered,
    },
    SuffixOnly {
        name: "C1",
        doc: "updates condition code 1",
        takes: |suffixes| suffixes.numbered,
    },
];

/// Whether an opcode takes a clamp as a suffix.
fn clamp(name: &str) -> Option<fn(&Suffixes) -> bool> {
    match name {
        "SAT" => Some(|suffixes| suffixes.saturate),
        "SSAT" => Some(|suffixes| suffixes.signed_saturate),
        _ => None,
    }
}

/// The page of a modifier; with a reader, with the opcodes of that language.
pub fn page(row: &ModifierRow, reader: Option<&ManualLocation>) -> Page {
    let places = place::places(&row.availability);
    let mut text = format!("# .{}\n\nThe modifier says: {}.\n\n", row.name, row.doc);
    let clamp = clamp(row.name);
    let suffixed = clamp.is_some() && place::own(&places, reader).is_none();
    if !suffixed || reader.is_none() {
        text += &place::sentence(&places, reader);
        let taking = place::own(&places, reader).or(places.last());
        if let Some(place) = taking {
            let features = place.features();
            let takers = OPCODES.iter().filter(|opcode| {
                opcode.availability.check(&features).is_ok() && opcode.takes(row.kind, &features).is_ok()
            });
            let takers: Vec<&str> = takers.map(|row| row.mnemonic).collect();
            text += &format!(
                "Opcodes of `{}` that take it: {}\n",
                place.profile.header,
                takers.join(" ")
            );
        }
    }
    let mut aliases = vec![format!(".{}", row.name)];
    if let Some(takes) = clamp {
        let name = format!("_{}", row.name);
        text += &suffix(&name, takes, reader);
        aliases.push(name);
    }
    Page {
        chapter: Chapter::Modifiers,
        name: row.name.to_owned(),
        aliases,
        summary: row.doc.to_owned(),
        text,
    }
}

fn suffix_page(row: &SuffixOnly, reader: Option<&ManualLocation>) -> Page {
    let mut text = format!("# {}\n\nThe suffix says: {}.\n", row.name, row.doc);
    text += &suffix(row.name, row.takes, reader);
    let same = SUFFIXES.iter().find(|suffix| suffix.name == row.name);
    let modifier = same.and_then(|same| MODIFIERS.iter().find(|modifier| modifier.kind == same.kind));
    if let Some(modifier) = modifier {
        text += &format!("\nThe NV_gpu_program languages write `.{}` too.\n", modifier.name);
    }
    Page {
        chapter: Chapter::Modifiers,
        name: row.name.to_owned(),
        aliases: Vec::new(),
        summary: row.doc.to_owned(),
        text,
    }
}

/// Where a suffix stands, and behind which opcodes.
fn suffix(name: &str, takes: fn(&Suffixes) -> bool, reader: Option<&ManualLocation>) -> String {
    let takers = |features: &Features| -> Vec<&'static str> {
        let opcodes = OPCODES.iter().filter(|row| {
            row.availability.check(features).is_ok() && takes(&row.opcode.suffixes(features.languages))
        });
        opcodes.map(|row| row.mnemonic).collect()
    };
    let places = place::places_where(|features| {
        !features.languages.meets(LanguageSet::ATI) && !takers(features).is_empty()
    });
    let mut text = format!("\nThe suffix `{name}`. {}", place::sentence(&places, reader));
    let plain = places.iter().find(|place| place.options.is_empty());
    let shown = place::own(&places, reader).or(plain).or(places.first());
    if let Some(shown) = shown {
        text += &format!(
            "Opcodes of `{}` that take it: {}\n",
            shown.profile.header,
            takers(&shown.features()).join(" ")
        );
    }
    text
}
