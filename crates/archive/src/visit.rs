//! Going over the entries of an archive, and of the archives in it.

use std::io::{Cursor, Read, Seek, SeekFrom};

use crate::format::Format;
use crate::limits::{Left, Limits};
use crate::name::{below, shown};
use crate::problem::Problem;
use crate::{gzip, seven, tarball, zipped};

/// What was found in an archive.
#[derive(Debug)]
pub struct Entry {
    /// Its name, with slashes, below those of the archives that it lies in: a path that leads nowhere else where
    /// [`Entry::bytes`] are bytes. The archive itself has none.
    pub name: String,
    /// Its bytes, or why there are none.
    pub bytes: Result<Vec<u8>, Problem>,
}

/// Hands on every file in an archive, in the order of the archive, and what of it cannot be read.
///
/// # Errors
///
/// It is no archive of a format that is read here, or the archive as a whole cannot be read.
pub fn entries<R: Read + Seek>(
    mut archive: R,
    limits: &Limits,
    each: &mut dyn FnMut(Entry),
) -> Result<(), Problem> {
    let length = archive.seek(SeekFrom::End(0))?;
    archive.seek(SeekFrom::Start(0))?;
    let mut start = Vec::new();
    archive
        .by_ref()
        .take(Format::TOLD_BY as u64)
        .read_to_end(&mut start)?;
    archive.seek(SeekFrom::Start(0))?;
    let format = Format::of(&start).ok_or(Problem::Compression)?;
    let mut visit = Visit {
        left: Left::of(*limits, length),
        depth: 1,
        within: String::new(),
        each,
    };
    visit.archive(archive, format)
}

/// A visit under way.
pub(crate) struct Visit<'e> {
    pub(crate) left: Left,
    /// The number of archives that the next entry lies in.
    depth: u64,
    /// The names of these, each with a slash behind it.
    within: String,
    each: &'e mut dyn FnMut(Entry),
}

impl Visit<'_> {
    fn archive<R: Read + Seek>(&mut self, archive: R, format: Format) -> Result<(), Problem> {
        match format {
            Format::Zip => zipped::entries(archive, self),
            Format::SevenZip => seven::entries(archive, self),
            Format::Tar => tarball::entries(archive, self),
            Format::Gzip => gzip::entries(archive, self),
        }
    }

    /// An entry that is not a folder: `bytes` reads it, where it is to be read. Whether it was; an error ends the
    /// archive.
    pub(crate) fn entry(
        &mut self,
        name: &str,
        bytes: impl FnOnce(&mut Left) -> Result<Vec<u8>, Problem>,
    ) -> Result<bool, Problem> {
        self.left.entry()?;
        let read = below(name).and_then(|name| Ok((name, bytes(&mut self.left)?)));
        match read {
            Ok((name, bytes)) => {
                self.file(&name, bytes);
                Ok(true)
            }
            Err(problem) if problem.ends_archive() => Err(problem),
            Err(problem) => {
                self.unread(name, problem);
                Ok(false)
            }
        }
    }

    /// An entry that is not read.
    pub(crate) fn unread(&mut self, name: &str, problem: Problem) {
        self.give(&shown(name), Err(problem));
    }

    /// A file, which may be an archive again.
    fn file(&mut self, name: &str, bytes: Vec<u8>) {
        let Some(format) = Format::of(&bytes) else {
            return self.give(name, Ok(bytes));
        };
        if self.depth >= self.left.limits.depth {
            return self.give(name, Err(Problem::Depth(self.depth)));
        }
        let length = self.within.len();
        self.within.push_str(name);
        self.within.push('/');
        self.depth += 1;
        let done = self.archive(Cursor::new(bytes), format);
        self.depth -= 1;
        self.within.truncate(length);
        if let Err(problem) = done {
            self.give(name, Err(problem));
        }
    }

    fn give(&mut self, name: &str, bytes: Result<Vec<u8>, Problem>) {
        let name = format!("{}{name}", self.within);
        (self.each)(Entry { name, bytes });
    }
}

/// The bytes of an entry that ends within the limits.
pub(crate) fn read(source: &mut dyn Read, left: &mut Left) -> Result<Vec<u8>, Problem> {
    let most = left.most();
    let mut bytes = Vec::new();
    let read = source.take(most.saturating_add(1)).read_to_end(&mut bytes);
    // What was unpacked is spent, whether it comes to something or not.
    let count = bytes.len() as u64;
    if count > most {
        let problem = left.too_large();
        left.spend(most)?;
        return Err(problem);
    }
    left.spend(count)?;
    read?;
    Ok(bytes)
}
