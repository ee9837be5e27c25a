//! Pages of bindings: one for each family.

use quadrille_isa::gl::binding::{BINDINGS, BindingRow, Role};
use quadrille_isa::gl::{Binding, Stage};

use super::{Chapter, Page, block, example, place};

pub(super) fn pages() -> Vec<Page> {
    // What drivers have alone stands on the page of dialects.
    let rows = BINDINGS.iter().filter(|row| !row.family.is_undocumented());
    rows.map(page).collect()
}

fn page(row: &BindingRow) -> Page {
    let mut text = format!("# {}\n\n{}\n\n", title(row), row.doc);
    for form in row.forms {
        let places = place::places_where(|features| form.check(features).is_ok());
        text += &format!("- `{}` in {}\n", form.pattern, place::names(&places));
    }
    text += &format!("\n{}. Components: `{}`\n\n", role(row.role), row.contents);
    let places = place::places_where(|features| row.forms.iter().any(|form| form.check(features).is_ok()));
    // What a geometry program has, the other stages mostly have with less around it.
    let newest = places
        .iter()
        .rev()
        .find(|place| place.profile.stage != Stage::Geometry);
    if let Some(newest) = newest.or(places.last()) {
        text += &block(&example::binding(
            Binding::new(row.family, [0; 4]),
            row.role,
            newest,
        ));
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
