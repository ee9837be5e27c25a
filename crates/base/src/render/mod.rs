//! Renderers of diagnostics, one file a form. They return text; printing it is the caller's business.

mod json;
mod shown;
mod text;

pub use json::json;
pub use shown::shown;
pub use text::{Style, text};
