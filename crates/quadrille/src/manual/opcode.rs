//! Pages of opcodes.

use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow};

use super::{Chapter, ManualLocation, Page, block, example, place};

pub(super) fn pages(reader: Option<&ManualLocation>) -> Vec<Page> {
    OPCODES.iter().map(|row| page(row, reader)).collect()
}

/// The page of an opcode; with a reader, as that language has it.
pub fn page(row: &OpcodeRow, reader: Option<&ManualLocation>) -> Page {
    let places = place::places(&row.availability);
    let own = place::own(&places, reader);
    let languages = own.map(|own| own.features().languages);
    let mut text = format!(
        "# {}\n\n{}\n\n{}\n",
        row.mnemonic,
        row.doc,
        row.describe(languages)
    );
    text += &place::sentence(&places, reader);
    if let Some(example) = place::example(&places, reader, |place| example::opcode(row, place)) {
        text += &block(&example);
    }
    text += &format!("\nStated in: {}\n", row.cite);
    Page {
        chapter: Chapter::Opcodes,
        name: row.mnemonic.to_owned(),
        aliases: Vec::new(),
        summary: row.doc.to_owned(),
        text,
    }
}
