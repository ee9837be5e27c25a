//! Pages of program options: what each does, who takes it, and what it switches on.

use quadrille_isa::gl::Features;
use quadrille_isa::gl::binding::BINDINGS;
use quadrille_isa::gl::driver::DRIVERS;
use quadrille_isa::gl::opcode::OPCODES;
use quadrille_isa::gl::option::{OPTIONS, OptionRow, ProgramOption};

use super::place::{self, ManualLocation};
use super::{Chapter, Page, block, example};

pub(super) fn pages(reader: Option<&ManualLocation>) -> Vec<Page> {
    OPTIONS.iter().map(|row| page(row, reader)).collect()
}

/// The page of an option; with a reader, with an example in that language.
pub fn page(row: &OptionRow, reader: Option<&ManualLocation>) -> Page {
    let name = row.names[0];
    let mut text = format!("# OPTION {name}\n\n{}\n\n", row.doc.trim());
    let mut line = |label: &str, value: String| {
        if !value.is_empty() {
            text += &format!("- {label}: {value}\n");
        }
    };
    line("Also written", row.names[1..].join(", "));
    line("Implies", list(row.implies));
    line("Needs", list(row.requires));
    line("Not beside", list(row.excludes));
    line("Drivers that take it", drivers(row.option));
    let places = places(row);
    line("Languages", place::names(&without(&places, row.option)));
    if let Some(place) = place::own(&places, reader).or(places.first()) {
        let (before, after) = (without(std::slice::from_ref(place), row.option), place.features());
        if let [before] = before.as_slice() {
            line(
                "Switches on the opcodes",
                opcodes(&before.features(), &after).join(" "),
            );
            line(
                "Switches on the bindings",
                bindings(&before.features(), &after).join(", "),
            );
        }
        text += &format!("\n{}", block(&example::bare(place)));
    }
    text += &format!("\nStated in: {}\n", row.cite);
    Page {
        chapter: Chapter::Options,
        name: name.to_owned(),
        aliases: row.names[1..].iter().map(|&name| name.to_owned()).collect(),
        summary: row.doc.trim().to_owned(),
        text,
    }
}

/// The smallest programs that name the option, with what it needs before it.
fn places(row: &OptionRow) -> Vec<ManualLocation> {
    let mut places = place::places_where(|features| row.accepts(features.languages, features.stage));
    for place in &mut places {
        place.options.extend(row.requires);
        place.options.push(row.option);
    }
    places
}

/// The places with an option taken away.
fn without(places: &[ManualLocation], option: ProgramOption) -> Vec<ManualLocation> {
    let mut places = places.to_vec();
    for place in &mut places {
        place.options.retain(|other| *other != option);
    }
    places
}

/// The drivers with a profile that take the option.
fn drivers(option: ProgramOption) -> String {
    let takers = DRIVERS.iter().filter(|row| row.takes_option(option));
    let names: Vec<&str> = takers.map(|row| row.name).collect();
    match names.is_empty() {
        true => "none that has a profile".to_owned(),
        false => names.join(", "),
    }
}

fn list(options: &[ProgramOption]) -> String {
    let names: Vec<&str> = options.iter().map(|option| option.row().name()).collect();
    names.join(", ")
}

fn opcodes(before: &Features, after: &Features) -> Vec<&'static str> {
    let rows = OPCODES.iter();
    rows.filter(|row| row.availability.check(before).is_err() && row.availability.check(after).is_ok())
        .map(|row| row.mnemonic)
        .collect()
}

fn bindings(before: &Features, after: &Features) -> Vec<String> {
    let forms = BINDINGS.iter().flat_map(|row| row.forms);
    forms
        .filter(|form| form.check(before).is_err() && form.check(after).is_ok())
        .map(|form| format!("`{}`", form.pattern))
        .collect()
}
