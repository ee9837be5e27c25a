//! Documents of the repository's examples, as an editor opens them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::Uri;
use quadrille_lsp::{Document, NoIncludes, Session, Settings};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A document of a name.
pub(crate) fn document(name: &str, text: &str) -> Document {
    let session = Session::new(Settings::default(), Arc::new(NoIncludes)).expect("no settings");
    let uri: Uri = format!("file:///{name}").parse().expect(name);
    Document::new(uri, String::new(), 1, text.to_owned(), Arc::new(session)).expect("it is short")
}

/// The files below `examples/` with one of these endings, by name.
pub(crate) fn examples(endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("examples").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let ending = path
                .extension()
                .and_then(|ending| ending.to_str())
                .unwrap_or_default();
            if endings.contains(&ending) {
                let name = path.strip_prefix(root()).expect("below it").display().to_string();
                found.push((name, fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    found.sort();
    found
}
