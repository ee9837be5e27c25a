//! The crates, as `cargo publish` takes them.

use std::fs::File;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use tar::Archive;

use super::{DistError, Place, emptied};
use crate::command::Step;

/// What every crate has beside its sources.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

pub(super) fn make(place: &Place<'_>) -> Result<Vec<PathBuf>, DistError> {
    let folder = emptied(place.out.join("crates"))?;
    let step = Step::new("cargo", "Rust").within(place.root);
    // They depend on each other: what is checked is what is in each, and that all have versions of all others. Those that
    // are not published are left out.
    let step = step.with([
        "publish",
        "--dry-run",
        "--workspace",
        "--no-verify",
        "--allow-dirty",
        "--quiet",
        "--target-dir",
    ]);
    step.with([&folder]).run()?;
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder.join("package/tmp-crate"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "crate") {
            files.push(path);
        }
    }
    files.sort();
    for file in &files {
        let mut packed = Archive::new(GzDecoder::new(File::open(file)?));
        let mut wanted = LICENCES.to_vec();
        for entry in packed.entries()? {
            let entry = entry?;
            let path = entry.path()?;
            // A link of the repository is a file here.
            wanted.retain(|licence| entry.size() == 0 || !path.ends_with(licence));
        }
        if let Some(licence) = wanted.first() {
            let file = file.display().to_string();
            return Err(DistError::Licence { file, licence });
        }
    }
    match files.is_empty() {
        true => Err(DistError::Missing("cargo")),
        false => Ok(files),
    }
}
