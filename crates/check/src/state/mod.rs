//! The state of a check, in parts: a function takes those that it reads or changes, and no other.
//!
//! The walk owns them all. What never changes while a statement is checked is in `context`.

pub(crate) mod blocks;
pub(crate) mod code;
pub(crate) mod diagnostics;
pub(crate) mod element;
pub(crate) mod flow;
pub(crate) mod fragment;
pub(crate) mod memory;
pub(crate) mod named_options;
pub(crate) mod scope;
pub(crate) mod slots;
pub(crate) mod stage;
pub(crate) mod subroutines;
pub(crate) mod textures;
pub(crate) mod undeclared;
pub(crate) mod unread;
