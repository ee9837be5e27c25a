//! The programs in what the command line names: files, folders, archives, and files with programs somewhere in them.
//!
//! What is no program is passed over and counted. What is named on the command line itself is taken for a program
//! though, unless it is an archive, or a file of other bytes in which programs stand.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille::extract::extract;
use quadrille::programs::FileKind;
use quadrille_archive::{Entry, Format, Limits, Problem, entries};
use quadrille_isa::gl::Stage;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::input::Input;
use super::named::{ReadError, read_up_to};
use super::told::{Passed, tell};
use super::walk::Walk;
use super::{MOST_BYTES, most};

/// The most bytes of a file that is searched for programs: 1 GiB.
pub(crate) const SEARCHED: u64 = 1 << 30;

/// The most bytes of programs that are kept of archives and data files: 1 GiB.
const KEPT: u64 = 1 << 30;

/// The most bytes of a file that are read for a header: blanks and comments may stand before it.
const HEADER_WITHIN: usize = 4096;

/// How what the command line names is searched.
pub(crate) struct Search {
    /// The limits of archives.
    pub(crate) limits: Limits,
    /// Whether nothing is said of what is passed over.
    pub(crate) quiet: bool,
    /// What reads files at the same time.
    pub(crate) pool: ThreadPool,
}

/// The programs that paths stand for.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) inputs: Vec<Input>,
    /// Something that was named has no program, or cannot be read: a failure, whatever becomes of the others.
    pub(crate) incomplete: bool,
}

/// A file, or an entry of an archive, that is not searched.
#[derive(Debug, thiserror::Error)]
enum Unread {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("{}: {error}", path.display())]
    Start { path: PathBuf, error: io::Error },
    #[error("{}: {problem}", path.display())]
    Archive { path: PathBuf, problem: Problem },
    /// The name of an entry may be none of a file.
    #[error("{}/{name}: {problem}", archive.display())]
    Entry {
        archive: PathBuf,
        name: String,
        problem: Problem,
    },
    #[error("{}: it is longer than any program", .0.display())]
    Long(PathBuf),
    #[error("{}: there is no room for it beside the other programs of archives", .0.display())]
    Room(PathBuf),
}

/// What one file came to.
#[derive(Default)]
struct Looked {
    inputs: Vec<Input>,
    passed: Passed,
    problems: Vec<Unread>,
}

/// The programs that a list of paths stands for, in order of name below each path. On standard error stands what was
/// passed over, and what cannot be read.
pub(crate) fn programs(paths: &[PathBuf], search: &Search) -> Found {
    let mut found = Found::default();
    for path in paths {
        let (files, walk) = if path.is_dir() {
            let walk = Walk::of(path);
            (walk.files.clone(), Some(walk))
        } else {
            (vec![path.clone()], None)
        };
        let named = walk.is_none();
        let kept = AtomicU64::new(0);
        let look = |file: &PathBuf| look(file, named, search, &kept);
        let looked: Vec<Looked> = search.pool.install(|| files.par_iter().map(look).collect());
        let mut all = Looked::default();
        for mut one in looked {
            all.inputs.append(&mut one.inputs);
            all.passed.add(one.passed);
            for problem in one.problems {
                eprintln!("quadrille: {problem}");
                found.incomplete = true;
            }
        }
        found.incomplete |= all.inputs.is_empty();
        let unreadable = walk.as_ref().is_some_and(|walk| !walk.unreadable.is_empty());
        found.incomplete |= unreadable;
        let none = all.inputs.is_empty();
        tell(path, "program", none, &all.passed, walk.as_ref(), search.quiet);
        found.inputs.append(&mut all.inputs);
    }
    found
}

/// Every file that a list of paths stands for, and every file in an archive, with its bytes; and whether something
/// cannot be read.
pub(crate) fn contents(paths: &[PathBuf], search: &Search, each: &mut dyn FnMut(&Path, &[u8])) -> bool {
    let mut incomplete = false;
    for path in paths {
        let (files, walk) = if path.is_dir() {
            let walk = Walk::of(path);
            (walk.files.clone(), Some(walk))
        } else {
            (vec![path.clone()], None)
        };
        let (mut seen, mut passed) = (0, Passed::default());
        for file in &files {
            if walk.is_some() && !file.is_file() {
                passed.files += 1;
                continue;
            }
            seen += 1;
            let mut problems = Vec::new();
            if is_archive(file) {
                archive(file, search, &mut problems, &mut |name, bytes| each(name, &bytes));
            } else {
                match read_up_to(file, SEARCHED) {
                    Ok(bytes) => each(file, &bytes),
                    Err(error) => problems.push(error.into()),
                }
            }
            incomplete |= !problems.is_empty();
            for problem in problems {
                eprintln!("quadrille: {problem}");
            }
        }
        let unreadable = walk.as_ref().is_some_and(|walk| !walk.unreadable.is_empty());
        incomplete |= seen == 0 || unreadable;
        tell(path, "file", seen == 0, &passed, walk.as_ref(), search.quiet);
    }
    incomplete
}

/// Looks for programs in one file, which the command line itself may name.
fn look(path: &Path, named: bool, search: &Search, kept: &AtomicU64) -> Looked {
    let mut looked = Looked::default();
    let itself = || Input::of_file(path);
    // Pipes and devices can be read once, and what is not there is told when it is read.
    if !path.is_file() {
        match named {
            true => looked.inputs.push(itself()),
            false => looked.passed.files += 1,
        }
        return looked;
    }
    let start = match start_of(path) {
        Ok(start) => start,
        Err(_) if named => {
            looked.inputs.push(itself());
            return looked;
        }
        Err(error) => {
            looked.problems.push(Unread::Start {
                path: path.to_owned(),
                error,
            });
            return looked;
        }
    };
    if Format::of(&start).is_some() {
        let mut problems = Vec::new();
        archive(path, search, &mut problems, &mut |name, bytes| {
            match kind(name, &bytes) {
                Kind::Program => keep(&mut looked, name.to_owned(), bytes, None, kept),
                other => data(&mut looked, name, other, kept),
            };
        });
        looked.problems.append(&mut problems);
        return looked;
    }
    let is_scene = FileKind::of_name(path) == Some(FileKind::Scene);
    if begins_with_header(&start) || named && (is_scene || is_named_as_programs(path)) {
        looked.inputs.push(itself());
        return looked;
    }
    if is_scene {
        looked.passed.files += 1;
        return looked;
    }
    match read_up_to(path, SEARCHED) {
        Err(error) => looked.problems.push(error.into()),
        Ok(bytes) => match kind(path, &bytes) {
            Kind::Program => looked.inputs.push(itself()),
            // What somebody names is judged, whatever it is, where it is text.
            Kind::Text(_) | Kind::Nothing if named && !bytes.contains(&0) => looked.inputs.push(itself()),
            other => data(&mut looked, path, other, kept),
        },
    }
    looked
}

/// The kinds of bytes.
enum Kind {
    /// A program, or several with remarks between them.
    Program,
    /// Bytes in which programs stand.
    Data(Vec<(usize, &'static str, String)>),
    /// Text in which programs stand as they are.
    Text(Vec<(usize, &'static str, String)>),
    /// Neither.
    Nothing,
}

fn kind(path: &Path, bytes: &[u8]) -> Kind {
    let marked = || {
        bytes
            .windows(3)
            .any(|mark| mark.starts_with(b"!!") && mark[2].is_ascii_uppercase())
    };
    let start = &bytes[..bytes.len().min(HEADER_WITHIN)];
    if begins_with_header(start) || is_named_as_programs(path) && marked() {
        return Kind::Program;
    }
    let found: Vec<_> = extract(bytes)
        .into_iter()
        .filter(|program| program.complete)
        .collect();
    let literal = |offset: &usize| *offset > 0 && matches!(bytes[*offset - 1], b'"' | b'\'' | b'`');
    let is_data = bytes.contains(&0) || found.iter().any(|program| literal(&program.offset));
    let found = found
        .into_iter()
        .map(|program| (program.offset, ending(program.profile.stage), program.text))
        .collect::<Vec<_>>();
    match (found.is_empty(), is_data) {
        (true, _) => Kind::Nothing,
        (false, true) => Kind::Data(found),
        (false, false) => Kind::Text(found),
    }
}

/// Takes the programs that stand in bytes, or counts the bytes among what is passed over.
fn data(looked: &mut Looked, path: &Path, kind: Kind, kept: &AtomicU64) {
    match kind {
        Kind::Data(found) | Kind::Text(found) => {
            for (offset, ending, text) in found {
                let mut name = path.as_os_str().to_owned();
                name.push(format!("@{offset}.{ending}"));
                keep(looked, PathBuf::from(name), text.into_bytes(), Some(path), kept);
            }
        }
        Kind::Program | Kind::Nothing => {
            looked.passed.files += 1;
            if is_named_as_programs(path) {
                looked.passed.named_as_programs += 1;
                looked.passed.first.get_or_insert_with(|| path.to_owned());
            }
        }
    }
}

/// Keeps a program that is no file of its own, as long as there is room.
fn keep(looked: &mut Looked, path: PathBuf, bytes: Vec<u8>, within: Option<&Path>, kept: &AtomicU64) {
    let length = bytes.len() as u64;
    let is_long = length > most(MOST_BYTES);
    if is_long || kept.fetch_add(length, Ordering::Relaxed).saturating_add(length) > KEPT {
        looked.problems.push(match is_long {
            true => Unread::Long(path),
            false => Unread::Room(path),
        });
        return;
    }
    looked.inputs.push(Input::of_bytes(path, bytes, within));
}

/// Hands on every file in an archive, with its path behind that of the archive.
fn archive(path: &Path, search: &Search, problems: &mut Vec<Unread>, each: &mut dyn FnMut(&Path, Vec<u8>)) {
    let mut read = || -> Result<(), Problem> {
        super::inputs::note(path);
        entries(
            File::open(path)?,
            &search.limits,
            &mut |Entry { name, bytes }| match bytes {
                Ok(bytes) => each(&path.join(name), bytes),
                Err(problem) => problems.push(Unread::Entry {
                    archive: path.to_owned(),
                    name,
                    problem,
                }),
            },
        )
    };
    if let Err(problem) = read() {
        problems.push(Unread::Archive {
            path: path.to_owned(),
            problem,
        });
    }
}

/// Whether a file is an archive.
pub(super) fn is_archive(path: &Path) -> bool {
    start_of(path).is_ok_and(|start| Format::of(&start).is_some())
}

/// The first bytes of a file, as many as tell a header or an archive.
fn start_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    if !fs::metadata(path)?.is_file() {
        return Ok(start);
    }
    File::open(path)?
        .take(HEADER_WITHIN as u64)
        .read_to_end(&mut start)?;
    Ok(start)
}

/// The ending of the name of a program of a stage.
pub(crate) fn ending(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vp",
        Stage::VertexState => "vsp",
        Stage::TessellationControl => "tcp",
        Stage::TessellationEvaluation => "tep",
        Stage::Geometry => "gp",
        Stage::Fragment => "fp",
        Stage::Compute => "cp",
    }
}

/// Whether the name of a file says that it holds programs.
fn is_named_as_programs(path: &Path) -> bool {
    FileKind::of_name(path).is_some_and(FileKind::is_programs)
}

/// Whether what looks like a header is the first thing in these bytes, known or not, in characters of one byte or two.
fn begins_with_header(start: &[u8]) -> bool {
    if matches!(
        start,
        [0xff, 0xfe, b'!', 0, b'!', 0, ..] | [0xfe, 0xff, 0, b'!', 0, b'!', ..] | [b'!', 0, b'!', 0, ..]
    ) {
        return true;
    }
    let text = String::from_utf8_lossy(start);
    let mark = quadrille_syntax::header(&text, &["!!"]);
    let next = mark.and_then(|mark| text.as_bytes().get(mark.span.end as usize).copied());
    next.is_some_and(|byte| byte.is_ascii_uppercase())
}
