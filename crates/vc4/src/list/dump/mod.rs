//! Dumps that open drivers write, as a memory image with the places where its lists begin.
//!
//! Two forms: the state of a hung GPU as vc4-gpu-tools saves it from the Linux driver ([`hang`]), and CLIF, the text in
//! which Mesa writes buffers and submissions ([`clif`]).

pub mod clif;
pub mod hang;

use super::check::Buffer;
use super::walk::Start;
use crate::machine::{Image, ImageError};

/// What a dump holds.
#[derive(Clone, Default, Debug)]
pub struct Dump {
    /// The buffers' bytes, at their addresses.
    pub image: Image,
    /// Where lists begin and end.
    pub starts: Vec<Start>,
    /// The buffers by name.
    pub buffers: Vec<Buffer>,
}

/// Why a file is no dump, or which part of it is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DumpError {
    /// A hang state of another version than 0.
    #[error("the hang state has version {0}; 0 is known")]
    Version(u32),
    /// A file that ends too early.
    #[error("the file ends at byte {has}, but {what} needs {needs}")]
    Short {
        /// What is cut off.
        what: &'static str,
        /// How many bytes it needs.
        needs: u64,
        /// How many there are.
        has: usize,
    },
    /// A buffer that does not fit into the chip's memory.
    #[error("buffer {name}: {error}")]
    Buffer {
        /// Its name, or its number.
        name: String,
        /// Why.
        #[source]
        error: ImageError,
    },
    /// A line of a CLIF that does not read.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: clif::LineProblem,
    },
}

/// Reads a dump, if the bytes look like one of the two forms.
///
/// # Errors
///
/// [`DumpError`] of the form that they look like.
pub fn read(bytes: &[u8]) -> Option<Result<Dump, DumpError>> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && clif::is_clif(text)
    {
        return Some(clif::read(text));
    }
    hang::is_hang_state(bytes).then(|| hang::read(bytes))
}
