//! The only way to files: no other module of the program opens, makes or looks for any (`cargo xtask tidy` holds it).
//!
//! Paths of the command line are granted, and read by [`named`]. Those in a scene or an included text were written by
//! others: [`Folders`] says where these may lie. Nothing that was read in a run is written over in it, but by the
//! commands that change a file in its place.

mod folders;
mod input;
mod inputs;
mod lines;
mod named;
mod output;
#[cfg(unix)]
mod played;
mod scene;
mod search;
mod served;
mod told;
mod walk;
mod write;

use std::sync::OnceLock;

pub(crate) use folders::{FolderError, Folders};
pub(crate) use input::Input;
pub(crate) use lines::Lines;
pub(crate) use named::{ReadError, is_folder, is_there, own_bytes, read, read_bytes, read_data, text};
pub(crate) use output::{Output, OutputError, deliver};
#[cfg(unix)]
pub(crate) use played::{PlayFolder, PlayFolderError, VENDOR};
pub(crate) use scene::SceneFiles;
pub(crate) use search::{Search, contents, ending, programs};
pub(crate) use served::served;
pub(crate) use walk::scenes;
#[cfg(unix)]
pub(crate) use write::prepare_folder;
pub(crate) use write::{WriteError, rewrite, write, write_new};

/// The most bytes of a file that is read: 64 MiB, where neither the command nor its user says otherwise.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// The limit that the command line sets instead.
static LIMIT: OnceLock<u64> = OnceLock::new();

/// Sets the most MiB of a file that is read.
pub(crate) fn limit(most: u64) {
    let _ = LIMIT.set(most.saturating_mul(1 << 20));
}

/// The most bytes of a file, of which a command by itself reads so many.
fn most(own: u64) -> u64 {
    LIMIT.get().copied().unwrap_or(own)
}
