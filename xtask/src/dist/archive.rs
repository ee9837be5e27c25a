//! The command line as an archive: a program that needs no library where the target for that is installed.

use std::fs::{self, File};
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, HeaderMode};

use super::{
    DistError, OTHER_EXAMPLES, Place, THIRD_PARTY, completions, emptied, manual_pages, put, put_folder,
    third_party, tool, version,
};
use crate::command::Step;

/// The target whose programs need no library.
const STATIC: &str = "x86_64-unknown-linux-musl";

/// Files of the repository that go with the program.
const BESIDE: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

pub(super) fn make(place: &Place<'_>) -> Result<Vec<PathBuf>, DistError> {
    let installed = Step::new("rustup", "rustup.rs")
        .with(["target", "list", "--installed"])
        .output();
    let installed = installed.unwrap_or_default();
    if !String::from_utf8_lossy(&installed)
        .lines()
        .any(|line| line == STATIC)
    {
        return Err(DistError::NoTool {
            tool: STATIC,
            from: "rustup target add x86_64-unknown-linux-musl",
        });
    }
    let program = tool(place, Some(STATIC))?;
    let name = format!("quadrille-{}-{STATIC}", version());
    let folder = emptied(place.out.join(&name))?;
    fs::copy(&program, folder.join("quadrille"))?;
    Step::new("strip", "Debian's binutils")
        .with([folder.join("quadrille")])
        .run()?;
    for file in BESIDE {
        fs::copy(place.root.join(file), folder.join(file))?;
    }
    put_folder(
        &place.root.join("examples"),
        &folder.join("examples"),
        &OTHER_EXAMPLES,
    )?;
    put(
        &folder.join(THIRD_PARTY),
        third_party(place, "quadrille-cli", Some(STATIC))?,
    )?;
    for (file, text) in completions(&program)? {
        put(&folder.join("completions").join(file), text)?;
    }
    manual_pages(&program, &folder.join("man/man1"))?;
    let archive = place.out.join(format!("{name}.tar.gz"));
    // The same files give the same bytes: neither times nor owners are in it.
    let mut tar = Builder::new(GzEncoder::new(File::create(&archive)?, Compression::best()));
    tar.mode(HeaderMode::Deterministic);
    let mut files = below(&folder)?;
    files.sort();
    for file in files {
        let inside = file.strip_prefix(&place.out).unwrap_or(&file);
        tar.append_path_with_name(&file, inside)?;
    }
    tar.into_inner()?.finish()?;
    check(place, &archive, &name)?;
    Ok(vec![archive])
}

/// All files below a folder.
fn below(folder: &std::path::Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.extend(below(&path)?),
            false => found.push(path),
        }
    }
    Ok(found)
}

/// Unpacks it elsewhere, and asks what it is.
fn check(place: &Place<'_>, archive: &std::path::Path, name: &str) -> Result<(), DistError> {
    let unpacked = emptied(place.out.join("unpacked"))?;
    Step::new("tar", "Debian's tar")
        .with(["-xzf"])
        .with([archive])
        .within(&unpacked)
        .run()?;
    let folder = unpacked.join(name);
    let program = folder.join("quadrille");
    let found = Step::new(&program, "this build").with(["--version"]).output()?;
    let (found, wanted) = (
        String::from_utf8_lossy(&found).into_owned(),
        format!("quadrille {}\n", version()),
    );
    if found != wanted {
        let what = "the program of the archive";
        return Err(DistError::Other { what, wanted, found });
    }
    Step::new(&program, "this build")
        .with(["run", "-o", "toon.png", "examples/toon.shader_test"])
        .within(&folder)
        .run()?;
    Ok(fs::remove_dir_all(unpacked)?)
}
