//! Archives: zip, 7z, tar and gzip.

use std::io::Cursor;
use std::path::{Component, Path};

use quadrille_archive::{Limits, entries};

/// What is unpacked keeps the limits, and lies below the archive.
pub(super) fn archive(bytes: &[u8]) {
    let limits = Limits {
        entries: 1000,
        entry: 1,
        total: 4,
        dictionary: 16,
        ..Limits::default()
    };
    let (mut count, mut total) = (0, 0);
    let done = entries(Cursor::new(bytes), &limits, &mut |entry| {
        count += 1;
        match entry.bytes {
            Ok(bytes) => {
                total += bytes.len();
                assert!(bytes.len() <= 1 << 20);
                let mut parts = Path::new(&entry.name).components();
                assert!(
                    parts.all(|part| matches!(part, Component::Normal(_))),
                    "{}",
                    entry.name
                );
            }
            Err(problem) => assert!(!problem.to_string().is_empty()),
        }
    });
    assert!(total <= 4 << 20 && count <= 2000);
    if let Err(problem) = done {
        assert!(!problem.to_string().is_empty());
    }
}
