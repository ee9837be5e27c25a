//! The files of a request: what scenes and programs may read, by path.

use std::collections::BTreeMap;

use quadrille::{FileError, Files};
use quadrille_vc4::asm::Resolver;
use serde::Deserialize;

use crate::error::RequestError;

/// Where in a message the bytes of a file are.
#[derive(Deserialize, Clone, Copy)]
pub(crate) struct Place {
    offset: usize,
    length: usize,
}

/// The files of a message, by path.
pub(crate) struct Given<'a> {
    /// The folder of the text, from which it names others.
    folder: String,
    files: BTreeMap<String, &'a [u8]>,
}

impl<'a> Given<'a> {
    /// Those that a text of this name may read.
    pub(crate) fn of(
        name: &str,
        places: &BTreeMap<String, Place>,
        bytes: &'a [u8],
    ) -> Result<Given<'a>, RequestError> {
        let files = places.iter().map(|(path, place)| {
            let end = place.offset.checked_add(place.length);
            let file = end.and_then(|end| bytes.get(place.offset..end));
            let file = file.ok_or_else(|| RequestError::File(path.clone()))?;
            Ok((plain(path), file))
        });
        Ok(Given {
            folder: name.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned(),
            files: files.collect::<Result<_, RequestError>>()?,
        })
    }

    fn file(&self, path: &str) -> Result<&'a [u8], FileError> {
        let path = plain(&format!("{}/{path}", self.folder));
        self.files.get(&path).copied().ok_or(FileError::Missing)
    }
}

/// A path without `.` and `..`: above the top there is nothing else.
fn plain(path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    names.join("/")
}

impl Files for Given<'_> {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, FileError> {
        let file = self.file(path)?;
        match file.len() as u64 > most {
            true => Err(FileError::TooLarge(most)),
            false => Ok(file.to_vec()),
        }
    }
}

impl Resolver for Given<'_> {
    fn resolve(&mut self, name: &str, _: bool) -> Result<String, FileError> {
        let text = std::str::from_utf8(self.file(name)?);
        text.map(str::to_owned).map_err(|_| FileError::NotText)
    }
}
