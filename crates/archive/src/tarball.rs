//! Tape archives of POSIX and GNU.

use std::io::Read;

use tar::{Archive, Entry, EntryType};

use crate::limits::Left;
use crate::problem::Problem;
use crate::visit::{Visit, read};

/// The most bytes of what says the name of the next entry.
const LONGEST_NAME: u64 = 64 << 10;

pub(crate) fn entries<R: Read>(archive: R, visit: &mut Visit<'_>) -> Result<(), Problem> {
    let mut archive = Archive::new(archive);
    // Read as they lie there: the library itself would take a name of any length into memory.
    let mut long_name = None;
    // What the next entry is called by is not read; itself it may have another name in its header.
    let mut unnamed = false;
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry?;
        match entry.header().entry_type() {
            EntryType::GNULongName => match extension(&mut entry, &mut visit.left)? {
                Some(bytes) => {
                    let name = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
                    long_name = Some(String::from_utf8_lossy(name).into_owned());
                }
                None => unnamed = true,
            },
            EntryType::XHeader => match extension(&mut entry, &mut visit.left)? {
                Some(bytes) => long_name = pax_path(&bytes).or(long_name),
                None => unnamed = true,
            },
            EntryType::GNULongLink | EntryType::XGlobalHeader => {
                extension(&mut entry, &mut visit.left)?;
            }
            EntryType::Directory => (long_name, unnamed) = (None, false),
            kind => {
                let own = || String::from_utf8_lossy(&entry.path_bytes()).into_owned();
                let name = long_name.take().unwrap_or_else(own);
                if std::mem::take(&mut unnamed) {
                    visit.left.spend(entry.size())?;
                    visit.unread(&name, Problem::Name);
                    continue;
                }
                visit.entry(&name, |left| file(&mut entry, kind, left))?;
            }
        }
    }
    Ok(())
}

fn file(entry: &mut Entry<'_, impl Read>, kind: EntryType, left: &mut Left) -> Result<Vec<u8>, Problem> {
    let is_link = matches!(kind, EntryType::Link | EntryType::Symlink);
    let size = entry.size();
    if is_link || size > left.most() {
        let problem = if is_link { Problem::Link } else { left.too_large() };
        // What is passed over is unpacked all the same where the archive is compressed.
        left.spend(size)?;
        return Err(problem);
    }
    read(entry, left)
}

/// What an entry says of the next one; none where it is longer than any name.
fn extension(entry: &mut Entry<'_, impl Read>, left: &mut Left) -> Result<Option<Vec<u8>>, Problem> {
    left.entry()?;
    if entry.size() > LONGEST_NAME {
        left.spend(entry.size())?;
        return Ok(None);
    }
    read(entry, left).map(Some)
}

/// The path in records of `length key=value\n`.
fn pax_path(records: &[u8]) -> Option<String> {
    let records = records.split(|byte| *byte == b'\n');
    let mut paths = records.filter_map(|record| {
        let key = record.iter().position(|byte| *byte == b' ')? + 1;
        record[key..].strip_prefix(b"path=")
    });
    paths
        .next_back()
        .map(|path| String::from_utf8_lossy(path).into_owned())
}
