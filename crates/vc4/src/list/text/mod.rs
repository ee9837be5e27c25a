//! Lists as text: `name field=value flag`, a packet a line, with labels, data and comments; and back.
//!
//! What [`print`](fn@print) writes, [`assemble`] reads to the same bytes: every bit of a packet is a field or in
//! `reserved`.

mod assemble;
mod directive;
mod line;
mod print;
pub mod rule;
mod symbols;
mod value;

pub use assemble::{Assembly, Limits, Piece, assemble};
pub(crate) use print::code_length;
pub use print::{Names, Printing, print};
pub use symbols::Symbols;
pub(crate) use value::write as write_value;
