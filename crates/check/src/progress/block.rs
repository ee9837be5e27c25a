//! Blocks that are open.

use quadrille_base::Span;
use quadrille_program::InstId;

/// A block that is open.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    /// The instruction that opened it, or that divides it.
    pub(crate) opened: Span,
    pub(crate) start: InstId,
    /// The ELSE.
    pub(crate) divided: Option<InstId>,
    /// What leaves it: the BRKs.
    pub(crate) breaks: Vec<InstId>,
    /// What goes to its end: the CONTs.
    pub(crate) continues: Vec<InstId>,
    /// How many loops are around it.
    pub(crate) depth: u32,
    /// Whether it is a loop without a count.
    pub(crate) endless: bool,
    /// Whether a RET is in it.
    pub(crate) returns: bool,
}

/// The kinds of block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    If,
    Repeat,
    Loop,
}

impl Kind {
    pub(crate) fn opening(self) -> &'static str {
        match self {
            Kind::If => "IF",
            Kind::Repeat => "REP",
            Kind::Loop => "LOOP",
        }
    }

    pub(crate) fn closing(self) -> &'static str {
        match self {
            Kind::If => "ENDIF",
            Kind::Repeat => "ENDREP",
            Kind::Loop => "ENDLOOP",
        }
    }
}
