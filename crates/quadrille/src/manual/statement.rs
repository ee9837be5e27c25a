//! Pages of statements, and of the modifiers before declarations.

use quadrille_isa::gl::statement::{MODIFIERS, ModifierRow, STATEMENTS, StatementRow};

use super::{Chapter, ManualLocation, Page, block, example, place};

pub(super) fn pages(reader: Option<&ManualLocation>) -> Vec<Page> {
    let statements = STATEMENTS.iter().map(|row| page(row, reader));
    statements
        .chain(MODIFIERS.iter().map(|row| modifier_page(row, reader)))
        .collect()
}

/// The page of a statement; with a reader, with an example in that language.
pub fn page(row: &StatementRow, reader: Option<&ManualLocation>) -> Page {
    let places = place::places(&row.availability);
    let mut text = format!("# {}\n\n{}\n\n", row.word, row.doc);
    let mut line = |label: &str, names: Vec<&str>| {
        if !names.is_empty() {
            text += &format!("- {label}: {}\n", names.join(" "));
        }
    };
    line("Arguments", quadrille_check::arguments(row.statement));
    let languages = place::own(&places, reader).map(|own| own.features().languages);
    let before = row
        .modifiers
        .iter()
        .filter(|(_, where_they_may)| languages.is_none_or(|languages| languages.meets(*where_they_may)));
    let words = before.filter_map(|(modifier, _)| {
        let row = MODIFIERS.iter().find(|row| row.modifier == *modifier);
        row.map(|row| row.word)
    });
    line("Modifiers before it", words.collect());
    if row.unterminated {
        text += "- Its `;` may be left out.\n";
    }
    if text.ends_with(".\n") || text.lines().last().is_some_and(|line| line.starts_with("- ")) {
        text.push('\n');
    }
    text += &place::sentence(&places, reader);
    if let Some(example) = place::example(&places, reader, |place| example::statement(row.statement, place)) {
        text += &block(&example);
    }
    Page {
        chapter: Chapter::Statements,
        name: row.word.to_owned(),
        aliases: Vec::new(),
        summary: row.doc.to_owned(),
        text,
    }
}

/// The page of a modifier of declarations.
pub fn modifier_page(row: &ModifierRow, reader: Option<&ManualLocation>) -> Page {
    let places = place::places(&row.availability);
    let mut text = format!("# {}\n\n{}\n\n", row.word, row.doc);
    let takers = |row: &&StatementRow, modifier| row.modifiers.iter().any(|(one, _)| *one == modifier);
    let statements = STATEMENTS
        .iter()
        .filter(|statement| takers(statement, row.modifier));
    let words: Vec<&str> = statements.map(|row| row.word).collect();
    text += &format!("- Before: {}\n\n", words.join(" "));
    text += &place::sentence(&places, reader);
    if let Some(example) = place::example(&places, reader, |place| example::modified(row.word, place)) {
        text += &block(&example);
    }
    Page {
        chapter: Chapter::Statements,
        name: row.word.to_owned(),
        aliases: Vec::new(),
        summary: row.doc.to_owned(),
        text,
    }
}
