//! 7z: blocks of files, each block compressed as one.

use std::io::{Read, Seek};

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Error, Password};

use crate::problem::Problem;
use crate::visit::{Visit, read};

/// The bits of the attributes of Windows that say a Unix mode stands above them, a link's among these.
const UNIX: u32 = 0x8000;
const LINK: u32 = 0o120_000;
const TYPE: u32 = 0o170_000;

/// That what is behind an entry is a link too, in the attributes of Windows.
const REPARSE_POINT: u32 = 0x400;

pub(crate) fn entries<R: Read + Seek>(mut source: R, visit: &mut Visit<'_>) -> Result<(), Problem> {
    let dictionary = visit.left.limits.dictionary;
    let problem = |error| problem(error, dictionary);
    let memory = usize::try_from(dictionary.saturating_mul(1024)).unwrap_or(usize::MAX);
    let password = Password::empty();
    let archive = Archive::read_with_memory_limit(&mut source, &password, memory).map_err(problem)?;
    for block in 0..archive.blocks.len() {
        let mut ended = None;
        let (mut seen, mut broken) = (0, false);
        let decoder = BlockDecoder::new_with_memory_limit(1, memory, block, &archive, &password, &mut source);
        let files = decoder.entries().iter().filter(|entry| !entry.is_directory());
        let names: Vec<String> = files.map(|entry| entry.name.clone()).collect();
        let done = decoder.for_each_entries(&mut |entry, bytes| {
            if entry.is_directory() {
                return Ok(true);
            }
            seen += 1;
            match file(visit, entry, bytes) {
                Ok(read) => broken = !read,
                Err(problem) => ended = Some(problem),
            }
            Ok(ended.is_none())
        });
        match (ended, done) {
            (Some(problem), _) => return Err(problem),
            (None, Ok(_)) => {}
            (None, Err(error)) => {
                // The files of a block lie in one stream: behind what is broken nothing is read.
                let unread = &names[names.len().min(seen)..];
                let last = names.last().filter(|_| !broken);
                if let Some(name) = unread.first().or(last) {
                    visit.unread(name, problem(error));
                }
            }
        }
    }
    // Files without bytes lie in no block.
    for (file, block) in archive.files.iter().zip(&archive.stream_map.file_block_index) {
        if block.is_none() && !file.is_directory() && !file.is_anti_item() {
            visit.entry(&file.name, |_| Ok(Vec::new()))?;
        }
    }
    Ok(())
}

/// A file, of which all is unpacked in any case: the next one of the block is behind it. Whether it was read.
fn file(visit: &mut Visit<'_>, entry: &ArchiveEntry, bytes: &mut dyn Read) -> Result<bool, Problem> {
    let attributes = entry.windows_attributes();
    let is_link =
        attributes & REPARSE_POINT != 0 || attributes & UNIX != 0 && (attributes >> 16) & TYPE == LINK;
    visit.entry(entry.name(), |left| {
        if is_link {
            left.spend(entry.size())?;
            return Err(Problem::Link);
        }
        if entry.size() > left.most() {
            let problem = left.too_large();
            left.spend(entry.size())?;
            return Err(problem);
        }
        read(bytes, left)
    })
}

fn problem(error: Error, dictionary: u64) -> Problem {
    match error {
        Error::Io(error, _) | Error::FileOpen(error, _) => Problem::Io(error),
        Error::PasswordRequired | Error::MaybeBadPassword(_) => Problem::Encrypted,
        Error::MaxMemLimited { .. } => Problem::Dictionary(dictionary),
        Error::UnsupportedCompressionMethod(name) if name.starts_with("AES") => Problem::Encrypted,
        Error::UnsupportedCompressionMethod(_) | Error::Unsupported(_) => Problem::Compression,
        error => Problem::SevenZip(error),
    }
}
