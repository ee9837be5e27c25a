//! A program as text: machine text, or what an emulator printed. Programs of the OpenGL languages are not read here.

use super::assemble::{assemble, warnings};
use super::{Numbering, Word, listing};
use quadrille_base::Diagnostic;

/// What a text holds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MachineText {
    /// The words.
    pub words: Vec<Word>,
    /// Constants by the number in the word; only a log has some.
    pub constants: Vec<(u8, [u32; 4])>,
    /// Warnings.
    pub notes: Vec<Diagnostic>,
    /// Whether the words are those of a listing, which the text does not say again.
    pub is_listing: bool,
}

/// Reads a text.
///
/// # Errors
///
/// What is wrong with it, up to a thousand problems.
pub fn read(text: &str, numbering: Numbering) -> Result<MachineText, Vec<Diagnostic>> {
    if let Some(listing) = listing::read(text) {
        let listing = listing.map_err(|error| vec![*error])?;
        return Ok(MachineText {
            words: listing.words,
            constants: listing.constants,
            notes: listing.notes,
            is_listing: true,
        });
    }
    Ok(MachineText {
        words: assemble(text, numbering)?,
        constants: Vec::new(),
        notes: warnings(text, numbering),
        is_listing: false,
    })
}
