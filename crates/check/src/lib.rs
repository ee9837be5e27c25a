//! Tree and tables to a checked [`Program`] and diagnostics.
//!
//! The checker reports every problem, sorted by position; what GL itself would answer ([`gl_answer`]) is
//! derived from the same list. Language differences end here: what comes out is one form for all. It runs
//! nothing and knows no arithmetic.

mod address;
mod ati;
mod binding;
mod block;
mod breach;
mod build;
mod checked;
mod checker;
mod condition;
mod constant;
mod count;
mod declare;
pub mod dialect;
mod execution;
mod extended;
mod flow;
mod gl;
mod images;
mod indexed;
mod instruct;
mod lexical;
mod misspelled;
mod mnemonic;
mod near;
mod noticed;
mod option;
mod options;
mod parameter;
mod path;
mod place;
mod plain;
mod position;
mod progress;
mod register;
mod relative;
mod results;
pub mod rules;
mod scope;
mod selector;
mod slots;
mod source;
mod template;
mod texture;
mod used;
mod walk;
mod words;

pub use checked::Checked;
pub use gl::{GlAnswer, gl_answer};
pub use options::{Dialect, Options};
pub use progress::problems::Unlisted;
pub use quadrille_syntax::Macros;
pub use walk::check;
pub use words::words;
