//! The destination of results: what `-o` names.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use super::search::is_archive;
use super::{WriteError, is_folder, write};
use crate::out;

/// The destination of the results of a command that reads one or several files.
pub(crate) struct Output {
    to: To,
    /// The paths of the command line that results keep their places below.
    inputs: Vec<PathBuf>,
    /// In lower case: not every system tells names apart by that.
    written: BTreeSet<String>,
}

enum To {
    Standard,
    File(PathBuf),
    Folder(PathBuf),
}

/// Why results go nowhere.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OutputError {
    /// The result is no text that a terminal could show.
    #[error(
        "this is no text, and standard output is a terminal: name a file with -o, or - for the terminal all the same"
    )]
    Terminal,
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl Output {
    /// A name is a folder's if there is a folder, if it ends in `/`, or if several paths, a folder or an archive are read; what the
    /// files hold does not count. `-` is standard output, as no name is.
    pub(crate) fn new(named: Option<&Path>, inputs: &[PathBuf]) -> Output {
        let holds_several = |input: &PathBuf| is_folder(input) || is_archive(input);
        let are_many = || inputs.len() > 1 || inputs.iter().any(holds_several);
        let to = match named {
            None => To::Standard,
            Some(path) if path == Path::new("-") => To::Standard,
            Some(path) if is_folder(path) || are_many() => To::Folder(path.to_owned()),
            Some(path) => To::File(path.to_owned()),
        };
        Output {
            to,
            inputs: inputs.to_vec(),
            written: BTreeSet::new(),
        }
    }

    /// The file that takes one result and no other.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.to {
            To::File(path) => Some(path),
            To::Standard | To::Folder(_) => None,
        }
    }

    /// Whether results go to standard output.
    pub(crate) fn is_standard(&self) -> bool {
        matches!(self.to, To::Standard)
    }

    /// The path of a result of a file: in a folder under the file's own name with another ending, as far below as the
    /// file lies below the folder that was read, and numbered where another result has that name but for the case of letters. None is standard
    /// output.
    pub(crate) fn place(&mut self, input: &Path, ending: &str) -> Option<PathBuf> {
        let folder = match &self.to {
            To::Standard => return None,
            To::File(path) => return Some(path.clone()),
            To::Folder(folder) => folder,
        };
        // What was read lies below itself too, with no name.
        let below = |root: &PathBuf| {
            input
                .strip_prefix(root)
                .ok()
                .filter(|below| below.file_name().is_some())
        };
        let below = self.inputs.iter().find_map(below);
        let below = below.or(input.file_name().map(Path::new)).unwrap_or(input);
        let stem = match below.file_stem() {
            Some(stem) if input != Path::new("-") => stem,
            _ => "program".as_ref(),
        };
        let named = |ending: String| {
            let mut name = stem.to_owned();
            name.push(ending);
            folder.join(below).with_file_name(name)
        };
        let numbered = (1..).map(|number: usize| named(format!(".{number}.{ending}")));
        let mut names = std::iter::once(named(format!(".{ending}"))).chain(numbered);
        names.find(|name| self.written.insert(name.to_string_lossy().to_lowercase()))
    }
}

/// Writes one result to what `-o` names: a file, or standard output.
pub(crate) fn deliver(named: Option<&Path>, bytes: &[u8]) -> Result<(), OutputError> {
    match named {
        Some(path) if path != Path::new("-") => Ok(write(path, bytes)?),
        None if std::io::stdout().is_terminal() && !is_text(bytes) => Err(OutputError::Terminal),
        _ => {
            out::bytes(bytes);
            Ok(())
        }
    }
}

/// Whether bytes are text; words of programs hardly ever look so.
fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'))
}
