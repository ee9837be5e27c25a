//! The manual: a page for every opcode, binding, option, limit and rule, written from the tables that the
//! checker and the engines go by.
//!
//! Nothing is written here by hand but the frame around the rows; what a page says wrongly is wrong in a
//! table.

mod binding;
pub mod example;
mod limit;
mod opcode;
mod option;
mod place;
mod rule;

use quadrille_base::suggest;

pub use place::{ManualLocation, places};

/// The chapters, in the order of the index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Chapter {
    /// Opcodes of the OpenGL assembly languages.
    Opcodes,
    /// Bindings: attributes, results, parameters, resources.
    Bindings,
    /// Program options.
    Options,
    /// Rules: load conditions, and what a run can break.
    Rules,
    /// Implementation limits.
    Limits,
}

impl Chapter {
    /// All chapters.
    pub const ALL: [Chapter; 5] = [
        Chapter::Opcodes,
        Chapter::Bindings,
        Chapter::Options,
        Chapter::Rules,
        Chapter::Limits,
    ];

    /// The folder of its pages.
    pub const fn folder(self) -> &'static str {
        match self {
            Chapter::Opcodes => "opcodes",
            Chapter::Bindings => "bindings",
            Chapter::Options => "options",
            Chapter::Rules => "rules",
            Chapter::Limits => "limits",
        }
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        match self {
            Chapter::Opcodes => "Opcodes",
            Chapter::Bindings => "Bindings",
            Chapter::Options => "Options",
            Chapter::Rules => "Rules",
            Chapter::Limits => "Limits",
        }
    }
}

/// A page of the manual.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The chapter that it stands in.
    pub chapter: Chapter,
    /// The name that it explains, unique in its chapter and fit for a file.
    pub name: String,
    /// Other names by which `explain` finds it.
    pub aliases: Vec<String>,
    /// The sentence of the index.
    pub summary: String,
    /// The page, Markdown.
    pub text: String,
}

/// All pages, in the order of chapters and tables.
pub fn pages() -> Vec<Page> {
    let mut pages = opcode::pages();
    pages.extend(binding::pages());
    pages.extend(option::pages());
    pages.extend(rule::pages());
    pages.extend(limit::pages());
    pages
}

/// Nothing that has a page is called so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("nothing is called `{name}`{}", suggestion(near.as_deref()))]
pub struct UnknownName {
    /// The name.
    pub name: String,
    /// The nearest name that there is, if one is near.
    pub near: Option<String>,
}

fn suggestion(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The page of a name, as Markdown. A name with several pages (a binding's first words) gives all of them.
///
/// # Errors
///
/// Nothing has the name.
pub fn page(name: &str) -> Result<String, UnknownName> {
    let pages = pages();
    // Limits and capabilities are called as GL has them, with its prefix or without.
    let token = name.strip_prefix("GL_").unwrap_or(name);
    let is = |page: &&Page| {
        page.name == name
            || (page.chapter == Chapter::Opcodes && page.name.eq_ignore_ascii_case(name))
            || page.aliases.iter().any(|alias| alias == name || alias == token)
    };
    if let Some(page) = pages.iter().find(is) {
        return Ok(page.text.clone());
    }
    let stem = name.split(['[', '(']).next().unwrap_or(name);
    let begins = |page: &&Page| {
        page.chapter == Chapter::Bindings && page.aliases.iter().any(|pattern| pattern.starts_with(stem))
    };
    let found: Vec<&str> = pages
        .iter()
        .filter(begins)
        .map(|page| page.text.as_str())
        .collect();
    if !stem.is_empty() && !found.is_empty() {
        return Ok(found.join("\n"));
    }
    let mut names: Vec<&str> = pages
        .iter()
        .filter(|page| page.chapter != Chapter::Bindings)
        .map(|page| page.name.as_str())
        .collect();
    // Bindings are also found by their first words.
    for pattern in pages.iter().flat_map(|page| &page.aliases) {
        let ends = pattern.match_indices(['.', '[']).map(|(at, _)| at);
        names.extend(ends.chain([pattern.len()]).map(|end| &pattern[..end]));
    }
    let near = suggest::nearest(name, names.iter().copied());
    let longer = || names.iter().copied().find(|longer| longer.starts_with(name));
    let near = near.or_else(|| longer().filter(|_| !name.is_empty()));
    Err(UnknownName {
        name: name.to_owned(),
        near: near.map(str::to_owned),
    })
}

/// A program as a block of Markdown.
fn block(program: &str) -> String {
    format!("```\n{program}```\n")
}
