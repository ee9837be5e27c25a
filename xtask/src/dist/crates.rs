//! The crates, as `cargo publish` takes them.

use std::path::PathBuf;

use super::{DistError, Place, emptied};
use crate::command::Step;

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
    match files.is_empty() {
        true => Err(DistError::Missing("cargo")),
        false => Ok(files),
    }
}
