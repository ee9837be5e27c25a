//! Reading what the command line names: files, folders, standard input.

mod walk;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use quadrille::Files;

pub(crate) use walk::{Wanted, expand};

/// The largest program text that is read: 64 MiB.
const LARGEST: u64 = 64 << 20;

/// Whether a path to be written to means a folder: one that is there, or one whose name ends so.
pub(crate) fn is_folder(path: &Path) -> bool {
    let ends_so = path.to_string_lossy().ends_with(std::path::is_separator);
    ends_so || path.is_dir()
}

/// The text of a file, or of standard input for `-`. Each byte that is not UTF-8 becomes the control character
/// SUBSTITUTE: the checker can point at it, and positions in bytes stay what they are in the file.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    let bytes = read_bytes(path)?;
    let substituted = |error: std::string::FromUtf8Error| {
        let chunks = error.as_bytes().utf8_chunks();
        chunks
            .flat_map(|chunk| [chunk.valid().to_owned(), "\u{1a}".repeat(chunk.invalid().len())])
            .collect()
    };
    Ok(String::from_utf8(bytes).unwrap_or_else(substituted))
}

/// The bytes of a program, or of standard input for `-`.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, LARGEST)
}

/// The bytes of a file, or of standard input for `-`. What has no end, such as a device, ends in an error.
pub(crate) fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().take(most + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > most {
        let message = format!("more than {} MiB, which is the most that is read", most >> 20);
        return Err(io::Error::other(message));
    }
    Ok(bytes)
}

/// Files of a scene, beside the scene file or where the command runs.
pub(crate) struct Beside<'a>(pub(crate) &'a Path);

impl Files for Beside<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let beside = self.0.join(path);
        let found = if beside.exists() {
            beside
        } else {
            PathBuf::from(path)
        };
        fs::read(found).map_err(|error| error.to_string())
    }
}
