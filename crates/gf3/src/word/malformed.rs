//! Why a word is not an instruction, and what stands in the place of what is wrong with it.

use thiserror::Error;

/// A word that the machine does not define, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("word {index}: {reason}")]
pub struct Malformed {
    /// Index of the word in the program.
    pub index: usize,
    /// The reason why it is malformed.
    pub reason: Reason,
}

impl Reason {
    /// The behaviour that replaces it for a reader who goes on, in words.
    pub fn placeholder(self) -> &'static str {
        match self {
            Reason::UnusedBits => "they are left out",
            Reason::ReservedMac(_) => "the vector unit does nothing",
            Reason::NoFile(_) | Reason::WildTemporary(..) | Reason::WildConstant(_) => "it reads as zeros",
            Reason::WildDestination(_) | Reason::WildOutput(_) | Reason::WildConstantWrite(_) => {
                "it is not written"
            }
            Reason::NoFinal => "the last word ends it",
            Reason::TooLong => "the words beyond are left out",
        }
    }
}

/// The reason why a word or a program is malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// A bit that no field covers.
    #[error("bits that the machine does not store are set")]
    UnusedBits,
    /// MAC operation 14 or 15.
    #[error("vector operation {0} is reserved")]
    ReservedMac(u8),
    /// An operand that is read has file 0.
    #[error("operand {0} is read, but selects no register file")]
    NoFile(char),
    /// An operand reads a temporary that does not exist.
    #[error("operand {0} reads R{1}, and the last temporary is R12")]
    WildTemporary(char, u8),
    /// A constant that does not exist is read.
    #[error("constant {0} is read, and the last one is 191")]
    WildConstant(u8),
    /// A temporary that cannot be written.
    #[error("R{0} is written, and the last temporary that can be is R11")]
    WildDestination(u8),
    /// An output that is not assigned.
    #[error("output {0} is written, and no register has that number")]
    WildOutput(u8),
    /// A constant that does not exist is written.
    #[error("constant {0} is written, and the last one is 191")]
    WildConstantWrite(u8),
    /// No word has the final bit.
    #[error("the program ends without a final bit")]
    NoFinal,
    /// More words than slots.
    #[error("the program store has 136 slots")]
    TooLong,
}
