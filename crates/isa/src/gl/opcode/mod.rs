//! Opcodes: a row each.

mod columns;
mod legacy;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "modifiers that are not listed are looked at one by one"
)]
mod manual;
mod shape;
mod suffixes;
mod table;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "an operation is matched by what sets it apart"
)]
mod takes;

use super::availability::Availability;
use super::language::LanguageSet;
use super::operation::Operation;

pub use columns::{Column, Columns, DefaultType};
pub use legacy::Legacy;
pub use shape::{OperandShape, ResultShape};
pub use suffixes::Suffixes;
pub use table::{OPCODES, Opcode};

/// A row of the opcode table.
#[derive(Debug)]
pub struct OpcodeRow {
    /// Which opcode.
    pub opcode: Opcode,
    /// Its name, without suffixes.
    pub mnemonic: &'static str,
    /// The effect of the opcode, in a sentence.
    pub doc: &'static str,
    /// The shape of the result that it writes.
    pub result: ResultShape,
    /// Its operands in order, in the newest languages; [`OpcodeRow::operands_in`] knows the older ones.
    pub operands: &'static [OperandShape],
    /// Languages in which its operands are others: the first entry that meets the program's.
    pub except: &'static [(LanguageSet, &'static [OperandShape])],
    /// The availability of the opcode.
    pub availability: Availability,
    /// Its modifier columns in the NV4 and NV5 languages.
    pub columns: Columns,
    /// Its suffixes in the older fragment languages.
    pub legacy: Legacy,
    /// The operation of the opcode.
    pub operation: Operation,
    /// Languages in which it does something else: the first entry that meets the program's.
    pub variants: &'static [(LanguageSet, Operation)],
    /// The citation of its definition.
    pub cite: &'static str,
    /// Operands for which the specification leaves the result undefined, and components of it that are.
    pub undefined: Option<&'static str>,
    /// The result for operands that a reader can check by hand, where it computes with floats alone.
    pub example: Option<Example>,
}

/// Operands and result of an operation. A list of one number stands for four of it; a result may leave out
/// its last components, where they are undefined or approximate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example {
    /// The operands in order.
    pub operands: &'static [&'static [f32]],
    /// The leading components of the result.
    pub result: &'static [f32],
}

impl OpcodeRow {
    /// Its operands in a program of these languages.
    pub fn operands_in(&self, languages: LanguageSet) -> &'static [OperandShape] {
        let exception = self.except.iter().find(|(these, _)| these.meets(languages));
        exception.map_or(self.operands, |(_, operands)| operands)
    }

    /// The operation in a program of these languages.
    pub fn operation_in(&self, languages: LanguageSet) -> Operation {
        let variant = self.variants.iter().find(|(these, _)| these.meets(languages));
        variant.map_or(self.operation, |(_, operation)| *operation)
    }
}

impl Opcode {
    /// Its row.
    pub fn row(self) -> &'static OpcodeRow {
        &OPCODES[self as usize]
    }
}

#[cfg(test)]
mod tests;
