//! Reading what the command line names: files, folders, standard input.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use quadrille::Files;

/// The largest program text that is read: 64 MiB.
const LARGEST: u64 = 64 << 20;

/// The files that a list of paths stands for: folders are walked, in order of name, for files whose
/// extension is in `extensions`. A path of `-` stays as it is.
pub(crate) fn expand(paths: &[PathBuf], extensions: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            walk(path, extensions, &mut files, 0)?;
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn walk(folder: &Path, extensions: &[&str], files: &mut Vec<PathBuf>, depth: usize) -> io::Result<()> {
    // A folder that links to itself ends here.
    if depth > 64 {
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            walk(&entry, extensions, files, depth + 1)?;
        } else if entry
            .extension()
            .and_then(|e| e.to_str())
            .is_some_and(|e| extensions.contains(&e))
        {
            files.push(entry);
        }
    }
    Ok(())
}

/// The text of a file, or of standard input for `-`. Bytes that are not UTF-8 become the replacement
/// character, so that the checker can point at them.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    let bytes = read_bytes(path)?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The bytes of a file, or of standard input for `-`.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().take(LARGEST).read_to_end(&mut bytes)?;
        bytes
    } else {
        let size = fs::metadata(path)?.len();
        if size > LARGEST {
            let message = format!("the file has {size} bytes, and {LARGEST} is the most that is read");
            return Err(io::Error::other(message));
        }
        fs::read(path)?
    };
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
