//! Layers: a crate depends on lower layers only. The number stands in its manifest.

use std::collections::BTreeMap;

use toml::Table;

use super::File;

pub(crate) fn check(files: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut layers = BTreeMap::new();
    let mut needs: Vec<(String, String, String)> = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.path.starts_with("crates/") && file.path.ends_with("/Cargo.toml"))
    {
        let Ok(manifest) = file.text.parse::<Table>() else {
            complaints.push(format!("{}: not a manifest", file.path));
            continue;
        };
        let package = manifest.get("package").and_then(|package| package.as_table());
        let name = package
            .and_then(|package| package.get("name"))
            .and_then(|name| name.as_str())
            .unwrap_or_default();
        let layer = package.and_then(|package| {
            package
                .get("metadata")?
                .get("quadrille")?
                .get("layer")?
                .as_integer()
        });
        match layer {
            Some(layer) => {
                layers.insert(name.to_owned(), layer);
            }
            // A crate of testing only has no layer; nothing but tests may depend on it.
            None if name.ends_with("testkit") => {}
            None => complaints.push(format!("{}: no layer", file.path)),
        }
        if let Some(dependencies) = manifest.get("dependencies").and_then(|table| table.as_table()) {
            for other in dependencies.keys().filter(|other| other.starts_with("quadrille")) {
                needs.push((file.path.clone(), name.to_owned(), other.clone()));
            }
        }
        let lints = manifest
            .get("lints")
            .and_then(|lints| lints.get("workspace")?.as_bool());
        let folder = file.path.trim_end_matches("Cargo.toml");
        let may_be_unsafe = super::text::MAY_BE_UNSAFE
            .iter()
            .any(|place| place.starts_with(folder));
        if lints != Some(true) && !may_be_unsafe {
            complaints.push(format!("{}: does not take the lints of the workspace", file.path));
        }
    }
    for (path, name, other) in needs {
        match (layers.get(&name), layers.get(&other)) {
            (Some(own), Some(below)) if below < own => {}
            (Some(own), Some(below)) => {
                complaints.push(format!("{path}: layer {own} depends on {other} of layer {below}"));
            }
            _ => {}
        }
    }
    complaints
}
