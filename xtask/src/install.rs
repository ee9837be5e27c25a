//! Installs `libquadrille` as C developers expect it: `include/`, `lib/`, `lib/pkgconfig/`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;

use crate::header;

/// System libraries that the static library needs (`rustc --print native-static-libs`, on Linux).
const PRIVATE_LIBRARIES: &str = "-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc";

#[derive(Parser)]
#[command(
    name = "install",
    about = "Builds and installs libquadrille, its header and its pkg-config file"
)]
struct Args {
    /// The folder below which it will be used.
    #[arg(long, default_value = "/usr/local")]
    prefix: PathBuf,
    /// The folder of libraries, below the prefix.
    #[arg(long, default_value = "lib")]
    libdir: PathBuf,
    /// A folder that stands before the prefix while installing, as packagers have it.
    #[arg(long)]
    destdir: Option<PathBuf>,
    /// The build without optimisations, for tests.
    #[arg(long)]
    debug: bool,
}

pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> ExitCode {
    match install(root, &Args::parse_from(words)) {
        Ok(folder) => {
            println!("install: libquadrille {} in {}", version(), folder.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("install: {error}");
            ExitCode::FAILURE
        }
    }
}

const fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

fn install(root: &Path, args: &Args) -> io::Result<PathBuf> {
    let built = build(root, args.debug)?;
    let prefix = match &args.destdir {
        Some(destdir) => destdir.join(args.prefix.strip_prefix("/").unwrap_or(&args.prefix)),
        None => args.prefix.clone(),
    };
    let libraries = prefix.join(&args.libdir);
    let (include, packages) = (prefix.join("include"), libraries.join("pkgconfig"));
    for folder in [&include, &packages] {
        fs::create_dir_all(folder)?;
    }
    fs::copy(root.join(header::PATH), include.join("quadrille.h"))?;
    fs::copy(built.join("libquadrille.a"), libraries.join("libquadrille.a"))?;
    if cfg!(target_os = "linux") {
        // The file that programs are linked with leads to the one that they load, and that to the version.
        let full = format!("libquadrille.so.{}", version());
        replace(&built.join("libquadrille.so"), &libraries.join(&full))?;
        link(&full, &libraries.join(format!("libquadrille.so.{}", interface())))?;
        link(&full, &libraries.join("libquadrille.so"))?;
    } else {
        for name in ["libquadrille.dylib", "quadrille.dll", "quadrille.dll.lib"] {
            if built.join(name).is_file() {
                replace(&built.join(name), &libraries.join(name))?;
            }
        }
    }
    fs::write(packages.join("quadrille.pc"), package(args))?;
    Ok(prefix)
}

/// Builds the libraries; the folder in which they lie.
fn build(root: &Path, debug: bool) -> io::Result<PathBuf> {
    // This program lies in the target folder too: `target/debug/xtask`.
    let own = std::env::current_exe()?;
    let target = own.parent().and_then(Path::parent).unwrap_or(Path::new("target"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // Named beside it, so that features are chosen as for what is built anyway (tests, the command line), and nothing is
    // built twice.
    let beside = if debug { "xtask" } else { "quadrille-cli" };
    let mut command = Command::new(cargo);
    command
        .current_dir(root)
        .args(["build", "--quiet", "--lib", "--package", "quadrille-capi"])
        .args(["--package", beside, "--target-dir"]);
    command.arg(target);
    if !debug {
        command.arg("--release");
    }
    if !command.status()?.success() {
        return Err(io::Error::other("libquadrille does not build"));
    }
    Ok(target.join(if debug { "debug" } else { "release" }))
}

/// Copies to a new file, so that programs that have the old one open keep it.
fn replace(from: &Path, to: &Path) -> io::Result<()> {
    if to.is_symlink() || to.exists() {
        fs::remove_file(to)?;
    }
    fs::copy(from, to).map(|_| ())
}

#[cfg(unix)]
fn link(to: &str, at: &Path) -> io::Result<()> {
    if at.is_symlink() || at.exists() {
        fs::remove_file(at)?;
    }
    std::os::unix::fs::symlink(to, at)
}

#[cfg(not(unix))]
fn link(_to: &str, _at: &Path) -> io::Result<()> {
    Ok(())
}

/// The version with which the interface changes, as `crates/capi/build.rs` writes it into the library.
fn interface() -> String {
    let mut parts = version().split('.');
    match (parts.next(), parts.next()) {
        (Some("0"), Some(minor)) => format!("0.{minor}"),
        (major, _) => major.unwrap_or_default().to_owned(),
    }
}

/// The pkg-config file; it finds its folder from where it lies, so that an installation may be moved.
fn package(args: &Args) -> String {
    let libdir = args.libdir.display();
    let up = "/..".repeat(args.libdir.components().count() + 1);
    format!(
        "prefix=${{pcfiledir}}{up}\n\
         libdir=${{prefix}}/{libdir}\n\
         includedir=${{prefix}}/include\n\
         \n\
         Name: quadrille\n\
         Description: A software GPU for shader assembly: check, translate and run programs\n\
         Version: {}\n\
         Libs: -L${{libdir}} -lquadrille\n\
         Libs.private: {PRIVATE_LIBRARIES}\n\
         Cflags: -I${{includedir}}\n",
        version()
    )
}
