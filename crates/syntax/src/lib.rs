//! Text to tree: the lexer, the lossless tree, the parser and the formatter of the assembly languages, and the
//! conditional pass that may come before them.
//!
//! The parser never fails: it returns a tree and a list of errors. It knows no opcode, no binding and no
//! language: the few words that open a statement come in as data ([`Words`]). What a name means is the
//! business of the checker.
//!
//! ```
//! use quadrille_syntax::{Words, format, parse};
//!
//! let words = Words { declarations: &["TEMP"], ..Words::NONE };
//! let tree = parse("!!ARBvp1.0TEMP a;MOV a,vertex.position END", &words);
//! assert_eq!(tree.statements.len(), 2);
//! assert_eq!(tree.errors[0].message, "a semicolon is missing at the end of this statement");
//!
//! let formatted = format("!!ARBvp1.0TEMP a;MOV a,vertex.position;END", &words);
//! assert_eq!(formatted, "!!ARBvp1.0\nTEMP a;\nMOV a, vertex.position;\nEND\n");
//! ```

pub mod blank;
pub mod format;
pub mod header;
pub mod lexer;
pub mod number;
mod parser;
pub mod preprocess;
pub mod split;
pub mod tree;

pub use format::format;
pub use header::header;
pub use lexer::{Lexis, lex};
pub use parser::{MAX_ERRORS, MAX_NESTING, Pieces, parse};
pub use preprocess::{Macros, Preprocessed, preprocess};
pub use split::split;
pub use tree::{Tree, Words};
