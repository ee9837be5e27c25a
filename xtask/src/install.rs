//! Installs `libquadrille` as C developers expect it (`include/`, `lib/`, `lib/pkgconfig/`), the vendor library for
//! libglvnd or the opengl32.dll for Windows in a folder of its own, or the Python package in a folder of modules.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;

use crate::header;

/// System libraries that the static library needs (`rustc --print native-static-libs`, on Linux).
const PRIVATE_LIBRARIES: &str = "-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc";

/// The names by which libglvnd loads a vendor called `quadrille`.
const EGL_LIBRARY: &str = "libEGL_quadrille.so.0";
const GLX_LIBRARY: &str = "libGLX_quadrille.so.0";

/// The target of programs of 32 bits.
const NARROW_TARGET: &str = "i686-unknown-linux-gnu";

/// Those of Windows, and the folder in which the library for each is put.
const WINDOWS_TARGETS: [(&str, &str); 2] = [("x86_64-pc-windows-gnu", ""), ("i686-pc-windows-gnu", "32")];

#[derive(Parser)]
#[command(
    name = "install",
    about = "Builds and installs libquadrille, its header and its pkg-config file; or the library between programs and the \
             OpenGL driver, for Linux or Windows; or the Python package"
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
    /// The vendor library for libglvnd instead, in this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["prefix", "libdir", "destdir"])]
    driver: Option<PathBuf>,
    /// The opengl32.dll for Windows instead, in this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["prefix", "libdir", "destdir", "driver"])]
    windows: Option<PathBuf>,
    /// Beside it, in its folder `32`, the one for programs of 32 bits.
    #[arg(long)]
    with_32: bool,
    /// The Python package instead, below this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["prefix", "libdir", "destdir", "driver", "windows"])]
    python: Option<PathBuf>,
    /// The build without optimisations, for tests.
    #[arg(long)]
    debug: bool,
}

pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> ExitCode {
    let args = Args::parse_from(words);
    let done = match (&args.driver, &args.windows, &args.python) {
        (Some(folder), _, _) => install_driver(root, folder, &args),
        (None, Some(folder), _) => install_windows(root, folder, &args),
        (None, None, Some(folder)) => install_python(root, folder, args.debug)
            .map(|package| format!("install: quadrille_gpu {} in {}", version(), package.display())),
        (None, None, None) => install(root, &args)
            .map(|folder| format!("install: libquadrille {} in {}", version(), folder.display())),
    };
    match done {
        Ok(lines) => {
            println!("{lines}");
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
    let built = build(root, "quadrille-capi", args.debug, None)?;
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
    fs::write(packages.join("quadrille.pc"), package(&args.libdir))?;
    Ok(prefix)
}

/// Installs the vendor library for libglvnd in a folder, for programs as wide as this one.
pub(crate) fn driver(root: &Path, folder: &Path, debug: bool) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    place_driver(
        &build(root, "quadrille-driver", debug, None)?,
        &fs::canonicalize(folder)?,
    )
}

/// Installs the vendor library for libglvnd under the names that libEGL and libGLX look for; the lines that a user sets.
fn install_driver(root: &Path, folder: &Path, args: &Args) -> io::Result<String> {
    fs::create_dir_all(folder)?;
    let folder = fs::canonicalize(folder)?;
    let mut folders = vec![folder.clone()];
    place_driver(&build(root, "quadrille-driver", args.debug, None)?, &folder)?;
    if args.with_32 {
        let narrow = folder.join("32");
        fs::create_dir_all(&narrow)?;
        let built = build(root, "quadrille-driver", args.debug, Some(NARROW_TARGET))?;
        place_driver(&built, &narrow)?;
        folders.push(narrow);
    }
    // libGLX takes a name and looks along the path of libraries; libEGL takes files. Both leave out what is of another width.
    let list = |path: fn(&PathBuf) -> PathBuf| {
        let paths = folders.iter().map(|folder| path(folder).display().to_string());
        paths.collect::<Vec<_>>().join(":")
    };
    Ok(format!(
        "export __EGL_VENDOR_LIBRARY_FILENAMES='{}'\n\
         export __GLX_VENDOR_LIBRARY_NAME=quadrille LD_LIBRARY_PATH='{}'\"${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}\"",
        list(|folder| folder.join("quadrille.json")),
        list(PathBuf::clone),
    ))
}

/// Installs the library that Windows loads in the place of its own where it lies beside a program.
fn install_windows(root: &Path, folder: &Path, args: &Args) -> io::Result<String> {
    let wanted = if args.with_32 { 2 } else { 1 };
    let mut lines = Vec::new();
    for (target, below) in WINDOWS_TARGETS.into_iter().take(wanted) {
        let built = build(root, "quadrille-driver", args.debug, Some(target))?;
        fs::create_dir_all(folder.join(below))?;
        let library = folder.join(below).join("opengl32.dll");
        replace(&built.join("quadrille_driver.dll"), &library)?;
        lines.push(format!("install: {target} in {}", library.display()));
    }
    Ok(lines.join("\n"))
}

/// Puts a vendor library that was built into a folder.
fn place_driver(built: &Path, folder: &Path) -> io::Result<()> {
    let library = folder.join(EGL_LIBRARY);
    replace(&built.join("libquadrille_driver.so"), &library)?;
    link(EGL_LIBRARY, &folder.join(GLX_LIBRARY))?;
    let entry = serde_json::json!({
        "file_format_version": "1.0.0",
        "ICD": { "library_path": library },
    });
    fs::write(folder.join("quadrille.json"), format!("{entry:#}\n"))
}

/// Installs the Python package below a folder of modules; its own folder.
fn install_python(root: &Path, folder: &Path, debug: bool) -> io::Result<PathBuf> {
    let built = build(root, "quadrille-python", debug, None)?;
    let package = folder.join("quadrille_gpu");
    let own = root.join("crates/python/quadrille_gpu");
    for part in ["", "farm"] {
        fs::create_dir_all(package.join(part))?;
        for file in fs::read_dir(own.join(part))? {
            let file = file?;
            if file.file_type()?.is_file() {
                replace(&file.path(), &package.join(part).join(file.file_name()))?;
            }
        }
    }
    let name = format!(
        "{}quadrille_python{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    replace(&built.join(name), &package.join("_native.abi3.so"))?;
    Ok(package)
}

/// Builds a package's libraries, for this machine or another target; the folder in which they lie.
fn build(root: &Path, package: &str, debug: bool, other: Option<&str>) -> io::Result<PathBuf> {
    // This program lies in the target folder too: `target/debug/xtask`.
    let own = std::env::current_exe()?;
    let target = own.parent().and_then(Path::parent).unwrap_or(Path::new("target"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["build", "--quiet", "--lib"]);
    match other {
        Some(other) => command.args(["--target", other, "--package", package]),
        // With the features that the tests have, so that nothing that is there for them is built again.
        None if debug => command.arg("--workspace"),
        None => command.args(["--package", package, "--package", "quadrille-cli"]),
    };
    command.arg("--target-dir").arg(target);
    if !debug {
        command.arg("--release");
    }
    if !command.status()?.success() {
        return Err(io::Error::other(format!("{package} does not build")));
    }
    let below = other.map_or_else(|| target.to_owned(), |other| target.join(other));
    Ok(below.join(if debug { "debug" } else { "release" }))
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
pub(crate) fn interface() -> String {
    let mut parts = version().split('.');
    match (parts.next(), parts.next()) {
        (Some("0"), Some(minor)) => format!("0.{minor}"),
        (major, _) => major.unwrap_or_default().to_owned(),
    }
}

/// The pkg-config file; it finds its folder from where it lies, so that an installation may be moved.
pub(crate) fn package(libdir: &Path) -> String {
    let up = "/..".repeat(libdir.components().count() + 1);
    let libdir = libdir.display();
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
