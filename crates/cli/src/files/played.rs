//! The folder in which libglvnd finds the vendor library for the time that a program runs, and in which the library leaves
//! its journal.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The name that libEGL and libGLX know the vendor by.
pub(crate) const VENDOR: &str = "quadrille";

const EGL_LIBRARY: &str = "libEGL_quadrille.so.0";
const GLX_LIBRARY: &str = "libGLX_quadrille.so.0";

/// The name that the library is built by.
const BUILT: &str = "libquadrille_driver.so";

/// The folder that has the library for programs of 32 bits, beside the other.
const NARROW: &str = "32";

/// Where the library lies, from the folder of the running executable: beside it, as `cargo build` leaves it, or where
/// packages have it.
const PLACES: [&str; 2] = [".", "../lib/quadrille"];

/// There is no vendor library.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlayFolderError {
    /// Not where it was looked for.
    #[error(
        "there is no vendor library in {}: `cargo build -p quadrille-driver` makes one beside this program, and `cargo xtask install --driver FOLDER` puts one into a folder that --library names",
        .0.display()
    )]
    Missing(PathBuf),
    /// The folder cannot be made.
    #[error("no folder for the time that the program runs: {0}")]
    Folder(#[from] io::Error),
}

/// The folder, which goes when this does.
#[derive(Debug)]
pub(crate) struct PlayFolder {
    folder: TempDir,
    widths: Vec<&'static str>,
}

impl PlayFolder {
    /// Links the libraries of a folder, or of where this executable's are, and makes an empty journal.
    pub(crate) fn new(named: Option<&Path>) -> Result<PlayFolder, PlayFolderError> {
        let own = std::env::current_exe()?;
        let beside = own.parent().unwrap_or(Path::new("."));
        let places = match named {
            Some(folder) => vec![folder.to_owned()],
            None => PLACES.map(|place| beside.join(place)).to_vec(),
        };
        let folder = tempfile::Builder::new().prefix("quadrille-play-").tempdir()?;
        let mut widths = Vec::new();
        for width in [".", NARROW] {
            let candidates = places.iter().flat_map(|place| {
                let place = place.join(width);
                [place.join(EGL_LIBRARY), place.join(BUILT)]
            });
            if let Some(library) = { candidates }.find(|library| library.is_file()) {
                describe(&folder.path().join(width), &fs::canonicalize(library)?)?;
                widths.push(width);
            }
        }
        if widths.is_empty() {
            return Err(PlayFolderError::Missing(named.unwrap_or(beside).to_owned()));
        }
        fs::write(folder.path().join("journal"), "")?;
        Ok(PlayFolder { folder, widths })
    }

    /// The folders with libraries, one for each width of addresses.
    pub(crate) fn libraries(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.widths.iter().map(|width| self.folder.path().join(width))
    }

    /// The descriptions of the vendor for libEGL.
    pub(crate) fn descriptions(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.libraries().map(|folder| folder.join("quadrille.json"))
    }

    /// The file of the journal.
    pub(crate) fn journal(&self) -> PathBuf {
        self.folder.path().join("journal")
    }

    /// What the journal says.
    pub(crate) fn journal_text(&self) -> String {
        let bytes = fs::read(self.journal()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// A folder in which libEGL and libGLX find a library.
fn describe(folder: &Path, library: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for name in [EGL_LIBRARY, GLX_LIBRARY] {
        std::os::unix::fs::symlink(library, folder.join(name))?;
    }
    let entry = serde_json::json!({
        "file_format_version": "1.0.0",
        "ICD": { "library_path": folder.join(EGL_LIBRARY) },
    });
    fs::write(folder.join("quadrille.json"), format!("{entry:#}\n"))
}
