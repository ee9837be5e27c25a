//! The licences of the crates that something is built of, which go where it goes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::command::{CommandError, Step};

/// The licences cannot be told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LicenceError {
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("cargo metadata: {0}")]
    Metadata(#[from] serde_json::Error),
    #[error("there is no package `{0}`")]
    Package(String),
}

/// What `cargo metadata` says.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    repository: Option<String>,
    /// Where it is from; nothing of this repository's own.
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// `dev`, `build`, or nothing for what becomes a part.
    kind: Option<String>,
}

/// Beginnings of the names of files that hold licences.
const FILES: [&str; 4] = ["license", "licence", "copying", "notice"];

/// The crates that become a part of a package for a target, with their licences.
pub(crate) fn third_party(root: &Path, package: &str, target: &str) -> Result<String, LicenceError> {
    let output = Step::new("cargo", "rustup.rs")
        .within(root)
        .with([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--filter-platform",
            target,
        ])
        .output()?;
    let Metadata { packages, resolve } = serde_json::from_slice(&output)?;
    let first = packages
        .iter()
        .find(|one| one.name == package && one.source.is_none());
    let first = first.ok_or_else(|| LicenceError::Package(package.to_owned()))?;
    let nodes: HashMap<&str, &Node> = resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
    let mut reached = BTreeSet::from([&*first.id]);
    let mut waiting = vec![&*first.id];
    while let Some(id) = waiting.pop() {
        for dependency in nodes.get(id).into_iter().flat_map(|node| &node.deps) {
            let is_part = dependency.dep_kinds.iter().any(|kind| kind.kind.is_none());
            if is_part && reached.insert(&dependency.pkg) {
                waiting.push(&dependency.pkg);
            }
        }
    }
    let mut parts: Vec<&Package> = packages
        .iter()
        .filter(|one| one.source.is_some() && reached.contains(&*one.id))
        .collect();
    parts.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Ok(text(&parts)?)
}

/// The crates, then each text with those that have it.
fn text(parts: &[&Package]) -> io::Result<String> {
    let mut text = "These crates are parts of it.\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in parts {
        let name = format!("{} {}", part.name, part.version);
        let licence = part.license.as_deref().unwrap_or("see its own text");
        let place = part.repository.as_deref().unwrap_or_default();
        let _ = writeln!(text, "{name}: {licence}  {place}");
        for licence in files(part.manifest_path.parent().unwrap_or(Path::new(".")))? {
            let owners = texts
                .entry(fs::read_to_string(licence)?.trim().to_owned())
                .or_default();
            if !owners.contains(&name) {
                owners.push(name.clone());
            }
        }
    }
    for (licence, owners) in texts {
        let _ = write!(text, "\n----\n\n{}\n\n{licence}\n", owners.join(", "));
    }
    Ok(text)
}

/// The files of a folder that hold licences.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_lowercase();
        if path.is_file() && FILES.iter().any(|begin| name.starts_with(begin)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
