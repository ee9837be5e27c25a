//! Archives that mean harm: each is answered with a problem that has the entry's name, and the others go on.

mod making;

use std::io::{Cursor, Write};

use making::{Made, zip};
use quadrille_archive::{Limits, Problem, entries};

type Problems = Vec<(String, Problem)>;

/// The names of the files, and those of the problems with what is said of them.
fn visit(bytes: Vec<u8>, limits: &Limits) -> (Vec<String>, Problems, Result<(), Problem>) {
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    let done = entries(Cursor::new(bytes), limits, &mut |entry| match entry.bytes {
        Ok(_) => files.push(entry.name),
        Err(problem) => problems.push((entry.name, problem)),
    });
    (files, problems, done)
}

macro_rules! refused {
    ($bytes:expr, $limits:expr, $name:literal, $problem:pat) => {{
        let (files, problems, done) = visit($bytes, &$limits);
        assert!(done.is_ok(), "{done:?}");
        assert_eq!(files, ["good.vp", "last.vp"]);
        assert!(
            matches!(problems.as_slice(), [(name, $problem)] if name == $name),
            "{problems:?}"
        );
    }};
}

/// An archive with this entry between two good ones.
fn between(made: Made<'_>) -> Vec<u8> {
    zip(&[Made::file(b"good.vp", b"1"), made, Made::file(b"last.vp", b"2")])
}

#[test]
fn entries_that_lead_elsewhere() {
    let limits = Limits::default();
    refused!(
        between(Made::file(b"../a.vp", b"x")),
        limits,
        "../a.vp",
        Problem::Outside
    );
    refused!(
        between(Made::file(b"a/..\\..\\b.vp", b"x")),
        limits,
        "a/..\\..\\b.vp",
        Problem::Outside
    );
    refused!(
        between(Made::file(b"/etc/a.vp", b"x")),
        limits,
        "/etc/a.vp",
        Problem::Outside
    );
    refused!(
        between(Made::file(b"C:\\a.vp", b"x")),
        limits,
        "C:\\a.vp",
        Problem::Outside
    );
    refused!(
        between(Made::file(b"a\0b.vp", b"x")),
        limits,
        "a\u{fffd}b.vp",
        Problem::Name
    );
    let link = Made {
        mode: 0o120_777,
        ..Made::file(b"link.vp", b"/etc/passwd")
    };
    refused!(between(link), limits, "link.vp", Problem::Link);
}

#[test]
fn encrypted_and_unknown_entries() {
    let encrypted = Made {
        flags: 1,
        ..Made::file(b"secret.vp", b"0123456789abcdef")
    };
    refused!(
        between(encrypted),
        Limits::default(),
        "secret.vp",
        Problem::Encrypted
    );
    let imploded = Made {
        method: 6,
        ..Made::file(b"old.vp", b"x")
    };
    refused!(
        between(imploded),
        Limits::default(),
        "old.vp",
        Problem::Compression
    );
}

/// A checksum that is not the file's.
#[test]
fn broken_entries() {
    let broken = Made {
        checksum: Some(1),
        ..Made::file(b"broken.vp", b"x")
    };
    refused!(
        between(broken),
        Limits::default(),
        "broken.vp",
        Problem::Io(_) | Problem::Zip(_)
    );
}

/// source: APPNOTE.TXT, Appendix D: names without the flag of UTF-8 are in code page 437, where 0x81 is ü and 0x94 ö
#[test]
fn names_of_dos() {
    let made = [
        Made::file(b"gl\\gr\x81n.vp", b"1"),
        Made {
            flags: 0x800,
            ..Made::file("schön.fp".as_bytes(), b"2")
        },
    ];
    let (files, problems, _) = visit(zip(&made), &Limits::default());
    assert_eq!(
        (files, problems.len()),
        (vec!["gl/grün.vp".to_owned(), "schön.fp".to_owned()], 0)
    );
}

/// Whatever a file begins with, and wherever it ends.
#[test]
fn truncated_archives() {
    let whole = between(Made::file(b"a.vp", &[7; 300]));
    for length in 0..whole.len() {
        let (files, _, done) = visit(whole[..length].to_vec(), &Limits::default());
        assert!(done.is_err() && files.is_empty(), "{length} bytes");
    }
}

/// Deflate makes a thousand bytes of one at most, so that this is small and would be a gigabyte.
#[test]
fn bombs_end_at_the_ratio() {
    let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..64 {
        packed.write_all(&vec![0; 1 << 20]).expect("memory takes all");
    }
    let packed = packed.finish().expect("memory takes all");
    let bomb = |name| Made {
        method: 8,
        unpacked: Some((64 << 20, 0)),
        ..Made::file(name, &packed)
    };
    let names: Vec<String> = (0..16).map(|number| format!("{number}")).collect();
    let made: Vec<Made<'_>> = names.iter().map(|name| bomb(name.as_bytes())).collect();
    let bytes = zip(&made);
    assert!(bytes.len() < 2 << 20, "{} bytes", bytes.len());
    let limits = Limits {
        ratio: 50,
        ..Limits::default()
    };
    let (files, _, done) = visit(bytes, &limits);
    assert!(matches!(done, Err(Problem::Ratio(50))), "{done:?}");
    assert!(files.len() < 2);
}

#[test]
fn limits_hold() {
    let large = vec![b'a'; (1 << 20) + 1];
    let limits = Limits {
        entry: 1,
        ..Limits::default()
    };
    refused!(
        between(Made::file(b"large", &large)),
        limits,
        "large",
        Problem::TooLarge(1)
    );
    // It says that it is small.
    let lying = Made {
        unpacked: Some((1, 0)),
        ..Made::file(b"lying", &large)
    };
    refused!(between(lying), limits, "lying", _);
    let three = || between(Made::file(b"a", b"x"));
    let (files, _, done) = visit(three(), &Limits { entries: 2, ..limits });
    assert_eq!(files.len(), 2);
    assert!(matches!(done, Err(Problem::Entries(2))));
    let two = zip(&[Made::file(b"a", &large[1..]), Made::file(b"b", b"x")]);
    let (files, _, done) = visit(two, &Limits { total: 1, ..limits });
    assert_eq!(files.len(), 1);
    assert!(matches!(done, Err(Problem::Total(1))));
}

#[test]
fn archives_within_archives_have_a_depth() {
    let mut inner = zip(&[Made::file(b"a.vp", b"1")]);
    for _ in 0..3 {
        inner = zip(&[Made::file(b"in.zip", &inner)]);
    }
    let (files, problems, _) = visit(inner.clone(), &Limits::default());
    assert_eq!(
        (files, problems.len()),
        (vec!["in.zip/in.zip/in.zip/a.vp".to_owned()], 0)
    );
    let deeper = zip(&[Made::file(b"x.zip", &inner), Made::file(b"b.vp", b"2")]);
    let (files, problems, _) = visit(deeper, &Limits::default());
    assert_eq!(files, ["b.vp"]);
    assert!(
        matches!(problems.as_slice(), [(name, Problem::Depth(4))] if name == "x.zip/in.zip/in.zip/in.zip"),
        "{problems:?}"
    );
}

/// What begins as an archive and is none is told by its name, and what it lies in goes on.
#[test]
fn a_broken_archive_within_another() {
    let (files, problems, done) = visit(
        between(Made::file(b"in.zip", b"PK\x03\x04nothing")),
        &Limits::default(),
    );
    assert_eq!((files.len(), problems.len(), done.is_ok()), (2, 1, true));
    assert_eq!(problems[0].0, "in.zip");
    let (files, problems, _) = visit(
        between(Made::file(b"in.7z", b"7z\xbc\xaf\x27\x1c\0\x04")),
        &Limits::default(),
    );
    assert_eq!((files.len(), problems.len()), (2, 1));
}

#[test]
fn no_archive() {
    for bytes in [&b""[..], b"P", b"!!ARBvp1.0\nEND\n"] {
        let (files, problems, done) = visit(bytes.to_vec(), &Limits::default());
        assert!(files.is_empty() && problems.is_empty() && done.is_err());
    }
}
