//! Folders on the command line: the files in them that a command is about.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::out::count;

/// The kind of files that a folder is searched for.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    /// Files named as programs are, and files of any other name that begin with a header.
    Programs,
    /// Files named as scenes are.
    Scenes,
    /// All files.
    Any,
}

/// Endings of the names of programs; `.txt`, `.asm`, `.vsh`, `.prog` and the like are other things as often, and their
/// first bytes decide.
const PROGRAMS: &[&str] = &[
    "vp", "fp", "vfp", "vpfp", "gp", "tcp", "tep", "cp", "vsp", "avp", "afp", "arb",
];

/// Endings of the names of scenes.
const SCENES: &[&str] = &["shader_test", "vpfp"];

/// The most bytes of a file that are read for a header: blanks and comments may stand before it.
const HEADER_WITHIN: u64 = 4096;

impl Wanted {
    fn takes(self, file: &Path) -> bool {
        match self {
            Wanted::Programs => is_named(file, PROGRAMS) || begins_with_header(file),
            Wanted::Scenes => is_named(file, SCENES),
            Wanted::Any => true,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Wanted::Programs => "program",
            Wanted::Scenes => "scene",
            Wanted::Any => "file",
        }
    }
}

/// The files that paths on the command line stand for.
pub(crate) struct Inputs {
    pub(crate) files: Vec<PathBuf>,
    /// A folder that was named has no such file, or one cannot be read: a failure, whatever becomes of the others.
    pub(crate) incomplete: bool,
}

/// The files that a list of paths stands for. Folders are walked in order of name, and on standard error stands how
/// many files in them were passed over, and what is wrong with them. Other paths stay as they are.
pub(crate) fn expand(paths: &[PathBuf], wanted: Wanted) -> Inputs {
    let mut inputs = Inputs {
        files: Vec::new(),
        incomplete: false,
    };
    for path in paths {
        if !path.is_dir() {
            inputs.files.push(path.clone());
            continue;
        }
        let mut walk = Walk::default();
        walk.folder(path);
        let all = walk.files.len();
        walk.files.retain(|file| file.is_file() && wanted.takes(file));
        let mut said = Vec::new();
        if walk.files.is_empty() {
            said.push(format!("no {} in this folder", wanted.name()));
        }
        for (number, what) in [(all - walk.files.len(), "file"), (walk.hidden, "hidden folder")] {
            if number > 0 {
                said.push(format!("{} passed over", count(number, what)));
            }
        }
        if !said.is_empty() {
            eprintln!("quadrille: {}: {}", path.display(), said.join(", "));
        }
        for (folder, error) in &walk.unreadable {
            eprintln!("quadrille: {}: {error}", folder.display());
        }
        inputs.incomplete |= walk.files.is_empty() || !walk.unreadable.is_empty();
        inputs.files.append(&mut walk.files);
    }
    inputs
}

/// A folder under way.
#[derive(Default)]
struct Walk {
    /// Everything in it that is no folder, in order of name.
    files: Vec<PathBuf>,
    /// The folders that were entered, without links in their paths: links are followed, and one that leads back ends.
    entered: HashSet<PathBuf>,
    /// The number of folders not entered because their names begin with a dot: what version control keeps there is not
    /// the user's to format.
    hidden: usize,
    unreadable: Vec<(PathBuf, io::Error)>,
}

impl Walk {
    fn folder(&mut self, folder: &Path) {
        match folder.canonicalize().map(|real| self.entered.insert(real)) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return self.unreadable.push((folder.to_owned(), error)),
        }
        let entries =
            fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        let mut entries: Vec<PathBuf> = match entries {
            Ok(entries) => entries,
            Err(error) => return self.unreadable.push((folder.to_owned(), error)),
        };
        entries.sort();
        for entry in entries {
            let name = entry.file_name().unwrap_or_default();
            match (entry.is_dir(), name.as_encoded_bytes().starts_with(b".")) {
                (true, true) => self.hidden += 1,
                (true, false) => self.folder(&entry),
                (false, _) => self.files.push(entry),
            }
        }
    }
}

/// Whether a name has one of these endings, in either case.
fn is_named(file: &Path, endings: &[&str]) -> bool {
    let ending = file.extension();
    ending.is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Whether what looks like a header is the first thing in a file, known or not.
fn begins_with_header(file: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(file).and_then(|file| file.take(HEADER_WITHIN).read_to_end(&mut start));
    let text = String::from_utf8_lossy(&start);
    let mark = quadrille_syntax::header(&text, &["!!"]).filter(|_| read.is_ok());
    let next = mark.and_then(|mark| text.as_bytes().get(mark.span.end as usize).copied());
    next.is_some_and(|byte| byte.is_ascii_uppercase())
}
