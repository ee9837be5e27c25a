//! What can be asked of a document. Each answer is of the document as it is given, and of nothing else.

pub mod action;
pub mod completion;
pub mod diagnostics;
pub mod format;
pub mod hover;
pub mod inlay;
mod lines;
mod machine;
pub mod navigate;
pub mod outline;
mod qpu;
mod scene;
pub mod tokens;
mod trial;
