//! Pages of opcodes.

use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow};

use super::{Chapter, Page, block, example, place};

pub(super) fn pages() -> Vec<Page> {
    OPCODES.iter().map(page).collect()
}

fn page(row: &OpcodeRow) -> Page {
    let places = place::places(&row.availability);
    let mut text = format!("# {}\n\n{}\n\n{}\n", row.mnemonic, row.doc, row.describe());
    text += &format!("Languages: {}\n\n", place::names(&places));
    // The newest language shows most of what an opcode can do.
    if let Some(newest) = places.last() {
        text += &block(&example::opcode(row, newest));
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
