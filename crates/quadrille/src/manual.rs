//! The manual: a page for every rule, opcode, binding, option and limit, written from the tables.

use std::fmt::Write;

use quadrille_base::{Rule, suggest};
use quadrille_check::rules::RULES;
use quadrille_isa::gl::binding::{BINDINGS, BindingRow};
use quadrille_isa::gl::limit::{LIMITS, LimitRow, PRESETS};
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow};
use quadrille_isa::gl::option::{OPTIONS, OptionRow};
use quadrille_isa::gl::profile::PROFILES;
use quadrille_isa::gl::{Availability, LanguageSet};
use quadrille_reference::FINDINGS;

/// The page of a name, as Markdown.
///
/// # Errors
///
/// Nothing has the name; the nearest name there is, if one is near.
pub fn page(name: &str) -> Result<String, Option<String>> {
    let upper = name.to_ascii_uppercase();
    if let Some(rule) = rules().find(|rule| rule.name == name) {
        return Ok(rule_page(rule));
    }
    if let Some(row) = OPCODES.iter().find(|row| row.mnemonic == upper) {
        return Ok(opcode_page(row));
    }
    if let Some(row) = OPTIONS.iter().find(|row| row.names.contains(&name)) {
        return Ok(option_page(row));
    }
    if let Some(row) = LIMITS.iter().find(|row| row.name == name || row.gl == name) {
        return Ok(limit_page(row));
    }
    let stem = name.split(['[', '(']).next().unwrap_or(name);
    let bindings: Vec<&BindingRow> = BINDINGS
        .iter()
        .filter(|row| row.forms.iter().any(|form| form.pattern.starts_with(stem)))
        .collect();
    if !stem.is_empty() && !bindings.is_empty() {
        return Ok(bindings
            .into_iter()
            .map(binding_page)
            .collect::<Vec<_>>()
            .join("\n"));
    }
    let names = rules()
        .map(|rule| rule.name)
        .chain(OPCODES.iter().map(|row| row.mnemonic))
        .chain(OPTIONS.iter().flat_map(|row| row.names.iter().copied()))
        .chain(LIMITS.iter().map(|row| row.name));
    Err(suggest::nearest(name, names).map(str::to_owned))
}

/// Every rule: those of programs, and those that a run can break.
fn rules() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().chain(FINDINGS).copied()
}

fn rule_page(rule: &Rule) -> String {
    // The marks around what is rejected are for the tests of the page.
    let page = rule.markdown().replace(['«', '»'], "");
    format!("{}\nStated in: {}\n", page.trim_end(), rule.cites.join(", "))
}

fn opcode_page(row: &OpcodeRow) -> String {
    let mut page = format!("# {}\n\n{}\n\n{}\n", row.mnemonic, row.doc, row.describe());
    let _ = writeln!(page, "Languages: {}", languages(&row.availability));
    let _ = writeln!(page, "Stated in: {}", row.cite);
    page
}

fn option_page(row: &OptionRow) -> String {
    let mut page = format!("# OPTION {}\n\n{}\n\n", row.names[0], row.doc.trim());
    if row.names.len() > 1 {
        let _ = writeln!(page, "Also written: {}", row.names[1..].join(", "));
    }
    page
}

fn limit_page(row: &LimitRow) -> String {
    let mut page = format!("# {}\n\n{}\n\nGL: {}\n", row.name, row.doc.trim(), row.gl);
    for (name, limits) in PRESETS {
        let _ = writeln!(page, "{name}: {}", limits.get(row.limit));
    }
    page
}

fn binding_page(row: &BindingRow) -> String {
    let mut page = String::new();
    for form in row.forms {
        let _ = writeln!(page, "# {}\n", form.pattern);
        for availability in form.availability {
            let _ = writeln!(page, "Languages: {}", languages(availability));
        }
    }
    let _ = writeln!(page, "\n{} {}", row.doc.trim(), row.contents);
    page
}

/// The headers, and options beside them, with which a program has something.
fn languages(availability: &Availability) -> String {
    let headers = |set: LanguageSet| {
        PROFILES
            .iter()
            .filter(move |profile| set.meets(profile.language) && availability.stages.contains(profile.stage))
    };
    let mut names: Vec<String> = headers(availability.languages)
        .map(|profile| profile.header.to_owned())
        .collect();
    for row in OPTIONS
        .iter()
        .filter(|row| row.adds.meets(availability.languages))
    {
        names.push(format!("OPTION {}", row.name()));
    }
    for (set, option) in availability.by_option {
        names.extend(
            headers(*set).map(|profile| format!("{} with OPTION {}", profile.header, option.row().name())),
        );
    }
    names.dedup();
    names.join(", ")
}
