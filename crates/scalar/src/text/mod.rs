//! The text of a form, for people and for tests: printed and read again.
//!
//! ```text
//! variable word
//! prologue {
//!   %0 = parameter[2,0]
//! }
//! body {
//!   count 0 3 0
//!   %1 = attribute[0,0]
//!   %2 = mul.ieee %1 %0
//!   export 0 0 %2
//! }
//! ```
//!
//! Values are numbered in the order of the text; constants stand where they are read: `0x3f800000` for a word,
//! `0x0l` for a long, `true` and `false`. Variables, arrays and regions have the numbers of their order.

mod parse;
mod print;
mod words;

pub use parse::{Unreadable, parse};
pub use print::print;
