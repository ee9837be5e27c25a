//! Pages of bindings: one for each family.

use quadrille_isa::gl::Binding;
use quadrille_isa::gl::binding::{BINDINGS, BindingRow, Role};

use super::{Chapter, ManualLocation, Page, block, example, place};

pub(super) fn pages(reader: Option<&ManualLocation>) -> Vec<Page> {
    // What drivers have alone stands on the page of dialects.
    let rows = BINDINGS.iter().filter(|row| !row.family.is_undocumented());
    rows.map(|row| page(row, reader)).collect()
}

/// The page of a family of bindings; with a reader, as that language writes them.
pub fn page(row: &BindingRow, reader: Option<&ManualLocation>) -> Page {
    let mut text = format!("# {}\n\n{}\n\n", title(row), row.doc);
    let places = place::places_where(|features| row.forms.iter().any(|form| form.check(features).is_ok()));
    let own = place::own(&places, reader);
    for form in row.forms {
        let places = place::places_where(|features| form.check(features).is_ok());
        match own {
            None => text += &format!("- `{}` in {}\n", form.pattern, place::names(&places)),
            Some(_) if place::own(&places, reader).is_some() => text += &format!("- `{}`\n", form.pattern),
            Some(_) => {}
        }
    }
    text += &format!("\n{}. Components: `{}`\n\n", role(row.role), row.contents);
    if reader.is_some() {
        text += &place::sentence(&places, reader);
    }
    let first = Binding::new(row.family, [0; 4]);
    let example = place::example(&places, reader, |place| example::binding(first, row.role, place));
    if let Some(example) = example {
        text += &block(&example);
    }
    Page {
        chapter: Chapter::Bindings,
        name: file_name(row.name),
        aliases: row.forms.iter().map(|form| form.pattern.to_owned()).collect(),
        summary: row.doc.to_owned(),
        text,
    }
}

/// The family's name in words: `StateLightAmbient` as `state light ambient`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() || words.is_empty() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(letter.to_ascii_lowercase());
        }
    }
    words
}

fn title(row: &BindingRow) -> String {
    words(row.name).join(" ")
}

fn file_name(name: &str) -> String {
    words(name).join("-")
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Attribute => "An attribute (ATTRIB)",
        Role::Parameter => "A parameter (PARAM)",
        Role::Result => "A result (OUTPUT)",
        Role::Buffer => "A parameter buffer (BUFFER, BUFFER4, CBUFFER)",
        Role::Storage => "A storage buffer (STORAGE)",
        Role::Counter => "An atomic counter (COUNTER)",
        Role::Shared => "Shared memory (SHARED)",
        Role::Subroutine => "A subroutine parameter (SUBROUTINE)",
        Role::Texture => "A texture image unit (TEXTURE)",
        Role::Image => "An image unit (IMAGE)",
        Role::Handle => "A texture or image handle, in the instruction itself",
    }
}
