//! Tree and tables to a checked [`Program`](quadrille_program::Program) and diagnostics.
//!
//! The checker reports every problem, sorted by position; what GL itself would answer ([`gl_answer`]) is
//! derived from the same list. Language differences end here: what comes out is one form for all. It runs
//! nothing and knows no arithmetic.

mod address;
mod advice;
mod ascii;
mod ati;
mod binding;
mod block;
mod breach;
mod check;
mod checked;
mod comments;
mod condition;
mod constant;
mod context;
mod declare;
pub mod dialect;
pub mod driver;
mod extended;
mod fix;
mod foreign;
mod gl;
mod indexed;
mod instruct;
mod language;
mod lexical;
mod misspelled;
mod mnemonic;
mod names;
mod nearest;
mod noticed;
mod option;
mod options;
mod path;
mod place;
mod register;
mod relative;
mod reread;
mod resolver;
pub mod rules;
mod selector;
mod source;
mod state;
mod template;
mod texture;
mod undeclared;
mod unnamed;
mod vertices;
mod walk;
mod whole;
mod words;

pub use advice::{ADVICE, advice};
pub use ati::BLOCK_WORDS as ATI_BLOCK_WORDS;
pub use check::check;
pub use checked::Checked;
pub use declare::stage::arguments;
pub use fix::{CERTAIN, Fixed, Grade, fixed, grade};
pub use gl::{GlAnswer, gl_answer};
pub use mnemonic::opcode_row;
pub use options::{Dialect, Options};
pub use quadrille_syntax::Macros;
pub use state::diagnostics::Unlisted;
pub use words::words;
