//! Pages of extensions: the headers and options that each brings, and what else it states.

use std::collections::BTreeSet;

use quadrille_isa::gl::driver::DRIVERS;
use quadrille_isa::gl::opcode::OPCODES;
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::profile::PROFILES;

use super::{Chapter, Page};

pub(super) fn pages() -> Vec<Page> {
    let headers = PROFILES.iter().map(|profile| profile.extension());
    let options = OPTIONS.iter().map(|row| row.option.extension());
    let names: BTreeSet<&str> = headers.chain(options).collect();
    names.into_iter().map(page).collect()
}

fn page(name: &'static str) -> Page {
    let headers: Vec<&str> = PROFILES
        .iter()
        .filter(|profile| profile.extension() == name)
        .map(|profile| profile.header)
        .collect();
    let options: Vec<&str> = OPTIONS
        .iter()
        .filter(|row| row.option.extension() == name)
        .map(|row| row.name())
        .collect();
    let drivers: Vec<&str> = DRIVERS
        .iter()
        .filter(|row| row.extensions.fact.has(name))
        .map(|row| row.name)
        .collect();
    // A citation names an extension, then a section.
    let states = |cite: &str| cite.split("; ").any(|one| one.split(' ').next() == Some(name));
    let opcodes: Vec<&str> = OPCODES
        .iter()
        .filter(|row| states(row.cite))
        .map(|row| row.mnemonic)
        .collect();
    let brings = match (headers.as_slice(), options.as_slice()) {
        ([], options) => format!("Brings OPTION {}.", options.join(", OPTION ")),
        (headers, []) => format!("Brings {}.", headers.join(", ")),
        (headers, options) => format!(
            "Brings {} and OPTION {}.",
            headers.join(", "),
            options.join(", OPTION ")
        ),
    };
    let mut text = format!("# GL_{name}\n\n{brings}\n\n");
    let mut line = |label: &str, names: &[&str]| {
        if !names.is_empty() {
            text += &format!("- {label}: {}\n", names.join(" "));
        }
    };
    line("Drivers that advertise it", &drivers);
    line("Opcodes that it states", &opcodes);
    Page {
        chapter: Chapter::Extensions,
        name: name.to_owned(),
        aliases: vec![format!("GL_{name}")],
        summary: brings,
        text,
    }
}
