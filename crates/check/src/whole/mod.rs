//! Passes over the whole program: the rules that only it shows, and the last changes of its instructions.

pub(crate) mod call_graph;
pub(crate) mod count;
pub(crate) mod execution;
pub(crate) mod interlock;
pub(crate) mod interpolation;
pub(crate) mod layout;
pub(crate) mod merge;
pub(crate) mod position;
pub(crate) mod registers;
pub(crate) mod results;
pub(crate) mod subroutines;
pub(crate) mod usage;
