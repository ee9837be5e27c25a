//! Gzip: one file, or a tape archive.

use std::io::{self, Cursor, Read};

use flate2::read::MultiGzDecoder;

use crate::format::Format;
use crate::problem::Problem;
use crate::tarball;
use crate::visit::{Visit, read};

/// The name of a file whose header has none.
const UNNAMED: &str = "file";

pub(crate) fn entries<R: Read>(archive: R, visit: &mut Visit<'_>) -> Result<(), Problem> {
    let mut file = MultiGzDecoder::new(archive);
    let mut start = Vec::new();
    file.by_ref()
        .take(Format::TOLD_BY as u64)
        .read_to_end(&mut start)?;
    let name = file.header().and_then(|header| header.filename());
    let name = name.map_or(UNNAMED.to_owned(), |name| {
        String::from_utf8_lossy(name).into_owned()
    });
    let is_tar = Format::of(&start) == Some(Format::Tar);
    let mut all = io::Read::chain(Cursor::new(start), file);
    match is_tar {
        true => tarball::entries(all, visit),
        false => visit.entry(&name, |left| read(&mut all, left)).map(|_| ()),
    }
}
