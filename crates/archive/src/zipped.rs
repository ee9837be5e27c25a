//! Zip.

use std::io::{Read, Seek};

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use crate::problem::Problem;
use crate::visit::{Visit, read};

pub(crate) fn entries<R: Read + Seek>(archive: R, visit: &mut Visit<'_>) -> Result<(), Problem> {
    let mut archive = ZipArchive::new(archive).map_err(problem)?;
    for index in 0..archive.len() {
        // What it says of itself, before any of it is read.
        let said = archive.by_index_data(index).map_err(problem)?;
        if said.name_raw().ends_with(b"/") {
            continue;
        }
        // Names are UTF-8 where a flag says so, and in code page 437 otherwise.
        let name = match said.name() {
            Ok(name) => name.into_owned(),
            Err(_) => String::from_utf8_lossy(said.name_raw()).into_owned(),
        };
        let (link, encrypted, size) = (is_link(said.unix_mode()), said.encrypted(), said.size());
        let known = matches!(
            said.compression(),
            CompressionMethod::Stored | CompressionMethod::Deflated
        );
        visit.entry(&name, |left| {
            if link {
                return Err(Problem::Link);
            }
            if encrypted {
                return Err(Problem::Encrypted);
            }
            if !known {
                return Err(Problem::Compression);
            }
            if size > left.most() {
                return Err(left.too_large());
            }
            read(&mut archive.by_index(index).map_err(problem)?, left)
        })?;
    }
    Ok(())
}

/// Whether a mode of Unix is that of a link.
fn is_link(mode: Option<u32>) -> bool {
    mode.is_some_and(|mode| mode & 0o170_000 == 0o120_000)
}

fn problem(error: ZipError) -> Problem {
    match error {
        ZipError::Io(error) => Problem::Io(error),
        ZipError::CompressionMethodNotSupported(_) => Problem::Compression,
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Problem::Encrypted,
        error => Problem::Zip(error),
    }
}
