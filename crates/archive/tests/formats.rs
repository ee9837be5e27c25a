//! The formats: what an archiver packs, comes out.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use quadrille_archive::{Limits, Problem, entries};
use sevenz_rust2::{ArchiveEntry, ArchiveWriter};

const FILES: &[(&str, &[u8])] = &[
    ("glprogs/a.vp", b"!!ARBvp1.0\nEND\n"),
    ("b.fp", b"!!ARBfp1.0\nEND\n"),
    ("empty", b""),
];

type Files = Vec<(String, Vec<u8>)>;
type Problems = Vec<(String, Problem)>;

fn found(bytes: &[u8], limits: &Limits) -> (Files, Problems) {
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    let done = entries(Cursor::new(bytes), limits, &mut |entry| match entry.bytes {
        Ok(bytes) => files.push((entry.name, bytes)),
        Err(problem) => problems.push((entry.name, problem)),
    });
    if let Err(problem) = done {
        problems.push((String::new(), problem));
    }
    (files, problems)
}

fn all_are_there(bytes: &[u8]) {
    let (files, problems) = found(bytes, &Limits::default());
    assert!(problems.is_empty(), "{problems:?}");
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    assert_eq!(files, FILES);
    // Wherever it breaks off, it is answered.
    for length in 0..bytes.len() {
        let (files, _) = found(&bytes[..length], &Limits::default());
        assert!(files.len() <= FILES.len());
    }
}

fn tarball() -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in FILES {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, *bytes)
            .expect("memory takes all");
    }
    tar.into_inner().expect("memory takes all")
}

fn gzipped(bytes: &[u8], name: &str) -> Vec<u8> {
    let header = flate2::GzBuilder::new().filename(name);
    let mut packed: GzEncoder<Vec<u8>> = header.write(Vec::new(), Compression::fast());
    packed.write_all(bytes).expect("memory takes all");
    packed.finish().expect("memory takes all")
}

fn seven(solid: bool, files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ArchiveWriter::new(Cursor::new(Vec::new())).expect("memory takes all");
    let entry = |name: &str| ArchiveEntry::new_file(name);
    if solid {
        let readers = files.iter().map(|(_, bytes)| (*bytes).into()).collect();
        let names = files.iter().map(|(name, _)| entry(name)).collect();
        archive
            .push_archive_entries(names, readers)
            .expect("memory takes all");
    } else {
        for (name, bytes) in files {
            archive
                .push_archive_entry(entry(name), Some(*bytes))
                .expect("memory takes all");
        }
    }
    archive.finish().expect("memory takes all").into_inner()
}

#[test]
fn tape_archives() {
    all_are_there(&tarball());
    all_are_there(&gzipped(&tarball(), "all.tar"));
}

/// Beside an entry whose name is too long the others are read.
#[test]
fn names_that_are_too_long() {
    let mut tar = tar::Builder::new(Vec::new());
    let long = "a/".repeat(40 << 10);
    let mut header = tar::Header::new_gnu();
    header.set_size(1);
    for name in ["first.vp", &long, "last.vp"] {
        tar.append_data(&mut header, name, &b"1"[..])
            .expect("memory takes all");
    }
    let bytes = tar.into_inner().expect("memory takes all");
    let (files, problems) = found(&bytes, &Limits::default());
    let names: Vec<&str> = files.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["first.vp", "last.vp"]);
    assert!(
        matches!(problems.as_slice(), [(_, Problem::Name)]),
        "{problems:?}"
    );
}

#[test]
fn gzip_is_one_file() {
    let (files, problems) = found(&gzipped(b"!!ARBvp1.0", "a.vp"), &Limits::default());
    assert_eq!(
        (files, problems.len()),
        (vec![("a.vp".to_owned(), b"!!ARBvp1.0".to_vec())], 0)
    );
}

#[test]
fn seven_zip() {
    all_are_there(&seven(false, FILES));
    all_are_there(&seven(true, FILES));
}

/// Behind a file that is passed over the solid block goes on.
#[test]
fn problems_of_seven_zip() {
    let large = vec![b'a'; (1 << 20) + 1];
    let files: &[(&str, &[u8])] = &[("../a.vp", b"x"), ("large", &large), ("last.vp", b"1")];
    for solid in [false, true] {
        let limits = Limits {
            entry: 1,
            ..Limits::default()
        };
        let (read, problems) = found(&seven(solid, files), &limits);
        assert_eq!(read, [("last.vp".to_owned(), b"1".to_vec())]);
        assert!(
            matches!(
                problems.as_slice(),
                [(one, Problem::Outside), (two, Problem::TooLarge(1))] if one == "../a.vp" && two == "large"
            ),
            "{problems:?}"
        );
    }
    let (read, problems) = found(
        &seven(true, files),
        &Limits {
            dictionary: 1,
            ..Limits::default()
        },
    );
    assert!(read.is_empty());
    assert!(
        matches!(problems.as_slice(), [(_, Problem::Dictionary(1))]),
        "{problems:?}"
    );
}

/// Links, and names longer than a header has room for.
#[test]
fn entries_of_tape_archives() {
    let long = format!("{}/a.vp", "folder/".repeat(30));
    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(1);
    tar.append_data(&mut header, &long, &b"x"[..])
        .expect("memory takes all");
    let mut link = tar::Header::new_gnu();
    link.set_entry_type(tar::EntryType::Symlink);
    link.set_size(0);
    tar.append_link(&mut link, "b.vp", "/etc/passwd")
        .expect("memory takes all");
    let bytes = tar.into_inner().expect("memory takes all");
    let (files, problems) = found(&bytes, &Limits::default());
    assert_eq!(files, [(long.replace("//", "/"), b"x".to_vec())]);
    assert!(
        matches!(problems.as_slice(), [(name, Problem::Link)] if name == "b.vp"),
        "{problems:?}"
    );
}
