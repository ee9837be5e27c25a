//! Renderers of diagnostics, one file a form. They return text; printing it is the caller's business.

mod json;
mod text;

pub use json::json;
pub use text::{Style, text};
