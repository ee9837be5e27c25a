//! The structure of the repository, checked: one file a check. Each returns its complaints.

mod circles;
mod errors;
mod files;
mod layers;
mod oracle;
mod rules;
mod size;
mod text;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A file of the repository, read.
pub(crate) struct File {
    /// Relative to the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

pub(crate) fn run(root: &Path) -> ExitCode {
    let files = read(root);
    let mut complaints = Vec::new();
    complaints.extend(circles::check(&files));
    complaints.extend(errors::check(&files));
    complaints.extend(files::check(&files));
    complaints.extend(layers::check(&files));
    complaints.extend(size::check(&files));
    complaints.extend(text::check(&files));
    complaints.extend(oracle::check(&files));
    complaints.extend(rules::check(&files));
    let missing = crate::load_rules::missing(root).into_iter();
    complaints.extend(missing.map(|number| format!("no page of spec/ speaks of the load rule #{number}")));
    for complaint in &complaints {
        eprintln!("tidy: {complaint}");
    }
    println!("tidy: {} files, {} complaints", files.len(), complaints.len());
    if complaints.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}

/// All text files below the root but build output and hidden folders.
fn read(root: &Path) -> Vec<File> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for entry in entries {
            let name = entry
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if entry.is_dir() {
                if !name.starts_with('.') && name != "target" && name != "corpus" {
                    folders.push(entry);
                }
            } else if let Ok(text) = fs::read_to_string(&entry) {
                let path = entry
                    .strip_prefix(root)
                    .unwrap_or(&entry)
                    .to_string_lossy()
                    .replace('\\', "/");
                files.push(File { path, text });
            }
        }
    }
    files
}
