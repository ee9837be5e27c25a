//! Programs of the OpenGL assembly languages under a cursor: their tree, what their language has, their names.

mod begin;
mod cursor;
mod names;
mod probe;
mod program;
mod slot;

pub(crate) use cursor::{Cursor, Part, Wanted};
pub(crate) use names::{NameKind, Names, role_of};
pub(crate) use probe::Probe;
pub(crate) use program::Program;
pub(crate) use slot::{Slot, slot_roles, slots, value_roles};
