//! The language server: documents as editors hold them, what can be asked of them, and the protocol in front.
//!
//! [`Document`] and [`feature`] answer from memory alone and know no transport, so that a page can use them too;
//! [`server`] speaks the protocol (LSP 3.17) over a connection. What a document's problems are, and where its programs
//! lie, is the library's word, as for the command line.

mod assembly;
mod document;
pub mod feature;
pub mod server;

pub use document::{
    AssemblerDialectName, DialectName, Document, DocumentKind, Includes, Judged, JudgedProgram, NoIncludes,
    NumberingName, Piece, ResourceUse, Session, Settings, SettingsError, Text, TooLong,
};
