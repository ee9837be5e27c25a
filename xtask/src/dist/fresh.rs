//! A fresh root of Debian: each package is installed there by one command, and does a first useful thing by a second.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::{DistError, Place, emptied};
use crate::command::{Step, is_here};

/// Programs that are needed, and where they are.
const TOOLS: [(&str, &str); 2] = [
    ("mmdebstrap", "Debian's mmdebstrap"),
    ("chroot", "Debian's coreutils"),
];

/// What each package is installed with besides, and its first useful thing.
const FIRST: [(&str, &str, &str); 3] = [
    (
        "quadrille_",
        "",
        "quadrille run -o /tmp/toon.png /usr/share/doc/quadrille/examples/toon.shader_test",
    ),
    ("libquadrille0", "", "ldconfig -p | grep libquadrille"),
    (
        "libquadrille-dev_",
        "gcc libc6-dev pkg-config",
        "cc -o /tmp/check /usr/share/doc/libquadrille-dev/examples/check.c $(pkg-config --cflags --libs quadrille) \
         && printf '!!ARBvp1.0\\nMOV result.position, vertex.position;\\nEND\\n' > /tmp/first.vp && /tmp/check /tmp/first.vp",
    ),
];

pub(super) fn check(place: &Place<'_>, packages: &[PathBuf]) -> Result<(), DistError> {
    for (tool, from) in TOOLS {
        if !is_here(tool) {
            return Err(DistError::NoTool { tool, from });
        }
    }
    let root = emptied(place.out.join("root"))?;
    let suite = String::from_utf8_lossy(
        &Step::new("sh", "Debian's dash")
            .with(["-c", ". /etc/os-release && echo $VERSION_CODENAME"])
            .output()?,
    )
    .trim()
    .to_owned();
    let made = Step::new("mmdebstrap", "Debian's mmdebstrap").with(["--quiet", "--variant=apt", &suite]);
    made.with([&root]).run()?;
    // mmdebstrap leaves no lists of packages, which those that are wanted besides come from.
    inside(&root, "apt-get update")?;
    for (name, with, first) in FIRST {
        let package = packages
            .iter()
            .filter_map(|path| path.file_name())
            .map(|name| name.to_string_lossy());
        for file in package.clone() {
            fs::copy(place.out.join(&*file), root.join("tmp").join(&*file))?;
        }
        let own = package.clone().find(|file| file.starts_with(name));
        let own = own.ok_or(DistError::Missing("that name"))?;
        // The header wants the library, which is in no archive.
        let library = package
            .clone()
            .find(|file| name.ends_with("dev_") && file.starts_with("libquadrille0"));
        let files: Vec<String> = library
            .into_iter()
            .chain([own])
            .map(|file| format!("/tmp/{file}"))
            .collect();
        let install = format!(
            "apt-get install -y --no-install-recommends {} {with}",
            files.join(" ")
        );
        let time = inside(&root, &install)?;
        println!("  fresh root: {install}: {time:.1} s");
        let time = inside(&root, first)?;
        println!("  fresh root: {first}: {time:.1} s");
    }
    Ok(fs::remove_dir_all(root)?)
}

/// Runs a line in the root; the seconds that it takes.
fn inside(root: &Path, line: &str) -> Result<f64, DistError> {
    let begun = Instant::now();
    let step = Step::new("chroot", "Debian's coreutils")
        .with([root])
        .with(["sh", "-c", line]);
    step.set("DEBIAN_FRONTEND", "noninteractive")
        .set("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .run()?;
    Ok(begun.elapsed().as_secs_f64())
}
