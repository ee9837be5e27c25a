//! The files of the repository that mutated inputs begin with.

use std::fs;
use std::path::{Path, PathBuf};

use quadrille::extract::extract;

use super::Reader;

/// Folders of the repository with files that a user would hand over.
const FOLDERS: &[&str] = &["examples", "fuzz/corpus", "oracle", "spec"];

/// Inputs for a reader: the programs that stand in its files, or the files themselves where it does not read
/// programs alone. In an order that does not depend on the machine.
///
/// # Panics
///
/// A folder of the repository cannot be read.
pub fn corpus(root: &Path, reader: &Reader) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        walk(&root.join(folder), &mut files);
    }
    files.sort();
    files.retain(|file| {
        reader
            .corpus
            .iter()
            .any(|ending| file.extension().is_some_and(|e| e == *ending))
    });
    let mut inputs = Vec::new();
    for file in files {
        let bytes = fs::read(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("md" | "txt") => {
                inputs.extend(extract(&bytes).into_iter().map(|found| found.text.into_bytes()))
            }
            _ => inputs.push(bytes),
        }
    }
    inputs
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() {
            walk(&path, files);
        } else {
            files.push(path);
        }
    }
}
