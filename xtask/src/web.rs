//! Builds the page and the JavaScript package into `target/web`: the module of `crates/web`, then what `web/build.mjs`
//! bundles around it. Packages of npm lie in `target/web/build`, so that the sources stay clean.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use crate::command::{CommandError, Step};
use crate::licences::{self, LicenceError};

#[derive(Parser)]
#[command(
    name = "web",
    about = "Builds the page and the JavaScript package into target/web"
)]
struct Args {
    /// The profile of the module: `wasm` is what users load; `wasm-test` is built quickly, for tests, into a folder of its
    /// own.
    #[arg(long, default_value = PROFILE)]
    profile: String,
}

/// The page was not built.
#[derive(Debug, thiserror::Error)]
enum WebError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Licence(#[from] LicenceError),
}

const TARGET: &str = "wasm32-unknown-unknown";

/// What users load.
const PROFILE: &str = "wasm";

/// Where the bundler runs.
const WORK: &str = "target/web/build";

pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> ExitCode {
    let args = Args::parse_from(words);
    match build(root, &args.profile) {
        Ok(lines) => {
            println!("{lines}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("web: {error}");
            ExitCode::FAILURE
        }
    }
}

fn build(root: &Path, profile: &str) -> Result<String, WebError> {
    let module = module(root, profile)?;
    let work = root.join(WORK);
    refresh(&root.join("web"), &work)?;
    packages(&work)?;
    let mut out = root.join("target/web");
    if profile != PROFILE {
        out.push(profile);
    }
    let [page, package] = ["page", "package"].map(|name| out.join(name));
    Step::new("node", "Debian's nodejs")
        .within(&work)
        .with([
            Path::new("build.mjs"),
            &module,
            &root.join("examples"),
            &page,
            &package,
        ])
        .with([env!("CARGO_PKG_VERSION")])
        .run()?;
    let crates = licences::third_party(root, "quadrille-web", TARGET)?;
    for folder in [&page, &package] {
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            fs::copy(root.join(licence), folder.join(licence))?;
        }
        fs::write(folder.join("THIRD-PARTY-CRATES.txt"), &crates)?;
    }
    Ok(format!(
        "{}: {} KiB; open index.html, or: quadrille serve {}\n{}: {} KiB; npm pack there",
        page.display(),
        size(&page)? >> 10,
        page.display(),
        package.display(),
        size(&package)? >> 10,
    ))
}

/// Builds the module.
fn module(root: &Path, profile: &str) -> Result<PathBuf, CommandError> {
    // Features are those that the crate asks for, whatever the workspace has elsewhere.
    Step::new("cargo", "rustup.rs; rustup target add wasm32-unknown-unknown")
        .within(root)
        .without("CARGO_RESOLVER_FEATURE_UNIFICATION")
        .with(["build", "--package", "quadrille-web", "--target", TARGET])
        .with(["--profile", profile])
        .run()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join(TARGET).join(profile).join("quadrille_web.wasm"))
}

/// Puts the sources of the page where packages of npm are beside them.
fn refresh(from: &Path, to: &Path) -> io::Result<()> {
    let sources = to.join("src");
    if sources.exists() {
        fs::remove_dir_all(sources)?;
    }
    copy(from, to)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let own = to.join(path.file_name().unwrap_or_default());
        match path.is_dir() {
            true => copy(&path, &own)?,
            false => drop(fs::copy(&path, &own)?),
        }
    }
    Ok(())
}

/// Installs the packages that the lock file names, unless they are there.
fn packages(work: &Path) -> Result<(), WebError> {
    let lock = fs::read(work.join("package-lock.json"))?;
    let installed = work.join("node_modules/.quadrille-lock");
    if fs::read(&installed).is_ok_and(|last| last == lock) {
        return Ok(());
    }
    Step::new("npm", "Debian's npm")
        .within(work)
        .with(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .run()?;
    Ok(fs::write(installed, lock)?)
}

/// Bytes of all that lies in a folder.
fn size(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        bytes += match path.is_dir() {
            true => size(&path)?,
            false => path.metadata()?.len(),
        };
    }
    Ok(bytes)
}
