//! The manual: a page for every header, statement, opcode, modifier, binding, option, extension, limit and rule, written
//! from the tables that the checker and the engines go by; of all languages, or for the reader of one.
//!
//! Nothing is written here by hand but the frame around the rows; what a page says wrongly is wrong in a
//! table.

mod binding;
pub mod example;
mod extension;
mod header;
mod limit;
mod modifier;
mod opcode;
mod option;
mod place;
mod rule;
mod statement;

use quadrille_base::suggest;
use quadrille_isa::gl::limit::bare;

pub use binding::page as binding_page;
pub use header::page as header_page;
pub use modifier::page as modifier_page;
pub use opcode::page as opcode_page;
pub use option::page as option_page;
pub use place::{ManualLocation, UnknownLanguage, places};
pub use statement::{modifier_page as declaration_modifier_page, page as statement_page};

/// The chapters, in the order of the index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Chapter {
    /// Headers: the languages.
    Headers,
    /// Statements, and the modifiers of declarations.
    Statements,
    /// Opcodes of the OpenGL assembly languages.
    Opcodes,
    /// Modifiers and suffixes of instructions.
    Modifiers,
    /// Bindings: attributes, results, parameters, resources.
    Bindings,
    /// Program options.
    Options,
    /// Extensions, and what each brings.
    Extensions,
    /// Rules: load conditions, and what a run can break.
    Rules,
    /// Implementation limits.
    Limits,
}

impl Chapter {
    /// All chapters.
    pub const ALL: [Chapter; 9] = [
        Chapter::Headers,
        Chapter::Statements,
        Chapter::Opcodes,
        Chapter::Modifiers,
        Chapter::Bindings,
        Chapter::Options,
        Chapter::Extensions,
        Chapter::Rules,
        Chapter::Limits,
    ];

    /// The folder of its pages.
    pub const fn folder(self) -> &'static str {
        match self {
            Chapter::Headers => "headers",
            Chapter::Statements => "statements",
            Chapter::Opcodes => "opcodes",
            Chapter::Modifiers => "modifiers",
            Chapter::Bindings => "bindings",
            Chapter::Options => "options",
            Chapter::Extensions => "extensions",
            Chapter::Rules => "rules",
            Chapter::Limits => "limits",
        }
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        match self {
            Chapter::Headers => "Headers",
            Chapter::Statements => "Statements",
            Chapter::Opcodes => "Opcodes",
            Chapter::Modifiers => "Modifiers",
            Chapter::Bindings => "Bindings",
            Chapter::Options => "Options",
            Chapter::Extensions => "Extensions",
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
    pages_for(None)
}

/// All pages as the reader of one language wants them.
fn pages_for(reader: Option<&ManualLocation>) -> Vec<Page> {
    let mut pages = header::pages();
    pages.extend(statement::pages(reader));
    pages.extend(opcode::pages(reader));
    pages.extend(modifier::pages(reader));
    pages.extend(binding::pages(reader));
    pages.extend(option::pages(reader));
    pages.extend(extension::pages());
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

/// The page of a name, as Markdown. A name with several pages (a binding's first words, an extension that is an option
/// too) gives all of them.
///
/// # Errors
///
/// Nothing has the name.
pub fn page(name: &str) -> Result<String, UnknownName> {
    page_for(name, None)
}

/// The page of a name with forms, suffixes and example of the reader's own language, where that has what is explained.
///
/// # Errors
///
/// Nothing has the name.
pub fn page_for(name: &str, reader: Option<&ManualLocation>) -> Result<String, UnknownName> {
    let pages = pages_for(reader);
    // Limits and capabilities are called as GL has them, with its prefix or without.
    let token = name.strip_prefix("GL_").unwrap_or(name);
    let is = |page: &&Page| {
        let of_vendors = |alias: &String| page.chapter == Chapter::Limits && bare(alias) == bare(token);
        page.name == name
            || page.aliases.iter().any(of_vendors)
            || (page.chapter == Chapter::Opcodes && page.name.eq_ignore_ascii_case(name))
            || page.aliases.iter().any(|alias| alias == name || alias == token)
    };
    if let Some(first) = pages.iter().find(is) {
        // What an option is called as, its extension may be too.
        let extension = pages
            .iter()
            .find(|page| page.chapter == Chapter::Extensions && page.name == first.name);
        let also = extension.filter(|also| *also != first);
        let also = also.map_or(String::new(), |also| format!("\n{}", also.text));
        return Ok(first.text.clone() + &also);
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
        names.extend(
            ends.chain([pattern.len()])
                .filter(|end| *end > 0)
                .map(|end| &pattern[..end]),
        );
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
