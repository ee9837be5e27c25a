//! From programs of the OpenGL languages to words.
//!
//! [`lower`] takes a checked program of `!!VP1.0`, `!!VP1.1` or `!!VSP1.0`, whose instructions are one word each, or of
//! `!!ARBvp1.0`, and expands what the machine has no operation for. [`schedule`] may then put operations of both
//! units into one word. Which texts are programs is the checker's to say.

mod allocate;
mod emit;
mod expand;
mod number;
mod program;
pub mod rule;
pub mod schedule;
mod texture_coordinate;

pub use number::POSITION_ROWS;
pub(crate) use number::{attribute, result};
pub use program::lower;
pub use texture_coordinate::texture_coordinates;

use crate::word::{Instruction, Word, encode};
use quadrille_base::{Diagnostic, Span};
use quadrille_isa::gl::Binding;
use quadrille_isa::nv20::limit;
use std::error::Error;

/// A constant that the caller fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// Its number in the word.
    pub number: u8,
    /// The program's parameter slot with its value.
    pub slot: usize,
    /// The state or program parameter that the value comes from.
    pub binding: Binding,
}

/// A program as instructions, with the place in the source that each is from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lowered {
    /// The instructions; the last one has the final bit.
    pub instructions: Vec<(Instruction, Span)>,
    /// Constants of the program itself, by the number in the word.
    pub constants: Vec<(u8, [u32; 4])>,
    /// Constants that the caller fills: state and program parameters.
    pub bindings: Vec<Bound>,
    /// Warnings about what the machine leaves out.
    pub notes: Vec<Diagnostic>,
}

impl Lowered {
    /// The words.
    ///
    /// # Errors
    ///
    /// An instruction that does not fit a word, more instructions than slots.
    pub fn words(&self) -> Result<Vec<Word>, Box<Diagnostic>> {
        if let Some((_, span)) = self.instructions.get(limit::GL_INSTRUCTIONS) {
            let message = format!("the program takes {} words, and 128 fit", self.instructions.len());
            return Err(Box::new(Diagnostic::new(&rule::FIT, *span, message)));
        }
        let numbered = self.instructions.iter().enumerate();
        numbered
            .map(|(at, (instruction, _))| encode(instruction).map_err(|conflict| self.unfit(at, &conflict)))
            .collect()
    }

    /// The diagnostic for what the machine does not take of an instruction, at the instruction's place in the source.
    pub(crate) fn unfit(&self, instruction: usize, error: &dyn Error) -> Box<Diagnostic> {
        let span = self.instructions.get(instruction).map(|(_, span)| *span);
        Box::new(Diagnostic::new(
            &rule::FIT,
            span.unwrap_or_default(),
            error.to_string(),
        ))
    }

    /// Sets the final bit on the last instruction and clears it elsewhere. A program without instructions
    /// becomes a NOP.
    fn finish(&mut self) {
        if self.instructions.is_empty() {
            self.instructions.push((Instruction::NOP, Span::default()));
        }
        let last = self.instructions.len() - 1;
        for (index, (instruction, _)) in self.instructions.iter_mut().enumerate() {
            instruction.last = index == last;
        }
    }
}
