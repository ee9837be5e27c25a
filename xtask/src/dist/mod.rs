//! What a release would publish: an archive with the command line, packages of Debian, the wheel and the crates, each
//! built and tried. Nothing is published.

mod archive;
mod crates;
mod deb;
mod fresh;
mod wheel;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, ValueEnum};

use crate::command::{CommandError, Step};
use crate::licences::{self, LicenceError};

#[derive(Parser)]
#[command(
    name = "dist",
    about = "Builds and tries what a release would publish; nothing is published"
)]
struct Args {
    /// Only these; without it all.
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// The folder that packages are put into.
    #[arg(long, default_value = "target/dist")]
    out: PathBuf,
    /// Installs the packages of Debian in a fresh root too, and does a first useful thing with each: wants
    /// mmdebstrap, chroot, and to be root.
    #[arg(long)]
    fresh_root: bool,
    /// A part whose tools are missing is an error; without it that is told.
    #[arg(long)]
    all: bool,
    /// The build without optimisations, for tests; the crates are as always.
    #[arg(long)]
    debug: bool,
}

/// What is published.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The command line with completions and manual pages, as one file that needs no library.
    Archive,
    /// Packages of Debian: the command line, libquadrille, its header.
    Deb,
    /// The Python package.
    Wheel,
    /// The crates, as `cargo publish` takes them.
    Crates,
}

/// A part was not made.
#[derive(Debug, thiserror::Error)]
enum DistError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Licences(#[from] LicenceError),
    #[error("{file} has no {licence}")]
    Licence { file: String, licence: &'static str },
    #[error("skipped: there is no {tool} ({from})")]
    NoTool { tool: &'static str, from: &'static str },
    #[error("{what} gives {found:?}, and not {wanted:?}")]
    Other {
        what: &'static str,
        wanted: String,
        found: String,
    },
    #[error("no package of {0} was made")]
    Missing(&'static str),
}

/// Where things are.
struct Place<'a> {
    root: &'a Path,
    out: PathBuf,
    debug: bool,
}

pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> ExitCode {
    let args = Args::parse_from(words);
    let parts = match args.parts.is_empty() {
        true => Part::value_variants().to_vec(),
        false => args.parts.clone(),
    };
    let place = Place {
        root,
        out: root.join(&args.out),
        debug: args.debug,
    };
    let mut failed = fs::create_dir_all(&place.out).is_err();
    for part in parts {
        let name = part.to_possible_value().map(|value| value.get_name().to_owned());
        let name = name.unwrap_or_default();
        let begun = Instant::now();
        let made = match part {
            Part::Archive => archive::make(&place),
            Part::Deb => deb::make(&place, args.fresh_root),
            Part::Wheel => wheel::make(&place),
            Part::Crates => crates::make(&place),
        };
        match made {
            Ok(files) => {
                println!("dist: {name}: {:.0} s", begun.elapsed().as_secs_f64());
                for file in files {
                    let bytes = fs::metadata(&file).map_or(0, |file| file.len());
                    println!("  {} ({:.1} MB)", file.display(), bytes as f64 / 1e6);
                }
            }
            Err(error @ DistError::NoTool { .. }) => {
                println!("dist: {name}: {error}");
                failed |= args.all;
            }
            Err(error) => {
                eprintln!("dist: {name}: {error}");
                failed = true;
            }
        }
    }
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

const fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Builds the command line for a target, or this machine; the file.
fn tool(place: &Place<'_>, target: Option<&str>) -> Result<PathBuf, DistError> {
    let mut step = Step::new("cargo", "Rust").within(place.root);
    step = step.with(["build", "--quiet", "-p", "quadrille-cli"]);
    if !place.debug {
        step = step.with(["--release"]);
    }
    let mut built = place.root.join("target");
    if let Some(target) = target {
        step = step.with(["--target", target]);
        built.push(target);
    }
    step.run()?;
    let profile = if place.debug { "debug" } else { "release" };
    Ok(built.join(profile).join("quadrille"))
}

/// The name under which packages have the licences of the crates that are parts of them.
const THIRD_PARTY: &str = "THIRD-PARTY-CRATES.txt";

/// The crates that become parts of a package, with their licences, for a target or this machine.
fn third_party(place: &Place<'_>, package: &str, target: Option<&str>) -> Result<String, DistError> {
    let own = match target {
        Some(target) => target.to_owned(),
        None => {
            let host = Step::new("rustc", "Rust")
                .with(["--print", "host-tuple"])
                .output()?;
            String::from_utf8_lossy(&host).trim().to_owned()
        }
    };
    Ok(licences::third_party(place.root, package, &own)?)
}

/// Folders of the examples that are not the command line's.
const OTHER_EXAMPLES: [&str; 2] = ["c", "python"];

/// Completions for each shell: the name of the file, and the text.
fn completions(tool: &Path) -> Result<Vec<(&'static str, Vec<u8>)>, DistError> {
    let shells = [
        ("bash", "quadrille.bash"),
        ("zsh", "_quadrille"),
        ("fish", "quadrille.fish"),
        ("powershell", "_quadrille.ps1"),
    ];
    let one = |(shell, name)| {
        Ok((
            name,
            Step::new(tool, "this build")
                .with(["completions", shell])
                .output()?,
        ))
    };
    shells.into_iter().map(one).collect()
}

/// Writes the manual pages into a folder.
fn manual_pages(tool: &Path, folder: &Path) -> Result<(), DistError> {
    Ok(Step::new(tool, "this build")
        .with(["manual-pages"])
        .with([folder])
        .run()?)
}

/// Copies a folder of the repository and what is in it, but for these of its own folders.
fn put_folder(from: &Path, to: &Path, without: &[&str]) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let own = to.join(entry.file_name());
        match entry.path().is_dir() {
            true if without.iter().any(|name| entry.file_name() == *name) => {}
            true => put_folder(&entry.path(), &own, &[])?,
            false => put(&own, fs::read(entry.path())?)?,
        }
    }
    Ok(())
}

/// An empty folder.
fn emptied(folder: PathBuf) -> io::Result<PathBuf> {
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Writes a file, and makes its folder.
fn put(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}
