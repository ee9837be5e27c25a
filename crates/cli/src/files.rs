//! Reading what the command line names: files, folders, standard input.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use quadrille::Files;

/// Extensions of the files with programs that a folder is searched for.
pub(crate) const PROGRAMS: &[&str] = &[
    "vp", "fp", "vfp", "gp", "tcp", "tep", "cp", "arb", "asm", "vpfp", "txt",
];

/// The largest program text that is read: 64 MiB.
const LARGEST: u64 = 64 << 20;

/// The files that a list of paths stands for: folders are walked, in order of name, for files whose
/// extension is in `extensions`, and one without any is told of. A path of `-` stays as it is.
pub(crate) fn expand(paths: &[PathBuf], extensions: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            walk(path, extensions, &mut files, 0)?;
            if files.len() == before {
                let endings = extensions.join(", .");
                eprintln!(
                    "quadrille: {}: no file in this folder ends in .{endings}",
                    path.display()
                );
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Whether a path to be written to means a folder: one that is there, or one whose name ends so.
pub(crate) fn is_folder(path: &Path) -> bool {
    let ends_so = path.to_string_lossy().ends_with(std::path::is_separator);
    ends_so || path.is_dir()
}

fn walk(folder: &Path, extensions: &[&str], files: &mut Vec<PathBuf>, depth: usize) -> io::Result<()> {
    // A folder that links to itself ends here.
    if depth > 64 {
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))?;
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
