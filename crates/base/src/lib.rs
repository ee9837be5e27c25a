//! The base of every other crate: typed ids, spans, sources, diagnostics as data, renderers of diagnostics, and
//! budgets of memory, work and time.
//!
//! A diagnostic here is plain data: a rule, a place and a sentence. How it looks is the business of
//! [`render`], one file a form. Nothing here knows any GPU language.

pub mod budget;
pub mod diagnostic;
pub mod file;
pub mod id;
pub mod render;
pub mod rule;
pub mod severity;
pub mod source;
pub mod span;
pub mod suggest;

pub use budget::{Budget, Meter, Room, Spent, Stop};
pub use diagnostic::{Diagnostic, Fix, Label};
pub use file::FileError;
pub use id::{Id, IndexVec};
pub use rule::Rule;
pub use severity::Severity;
pub use source::{Position, Source};
pub use span::Span;
