//! Expected numbers: every file under `oracle/` says where its numbers come from.

use super::File;

pub(crate) fn check(files: &[File]) -> Vec<String> {
    let numbers = files
        .iter()
        .filter(|file| file.path.starts_with("oracle/") && !file.path.ends_with(".md"));
    numbers
        .filter(|file| !file.text.contains("source:"))
        .map(|file| format!("{}: numbers without a `source:`", file.path))
        .collect()
}
