//! The files of a folder that is served, all in memory: what a request asks for is looked up by name, and no path of a
//! request reaches the file system.

use std::collections::BTreeMap;
use std::path::Path;

use super::named::{ReadError, read_data};
use super::walk::Walk;

/// The files below a folder by their paths in it, with `/` between names; those that cannot be read, or whose names begin
/// with a dot, are not there.
pub(crate) fn served(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, ReadError> {
    let walk = Walk::of(folder);
    let named = walk.files.iter().filter_map(|file| {
        let names = file.strip_prefix(folder).ok()?.iter();
        let names: Option<Vec<&str>> = names.map(|name| name.to_str()).collect();
        let path = names?.join("/");
        (!path.rsplit('/').next()?.starts_with('.')).then_some((path, file))
    });
    named.map(|(path, file)| Ok((path, read_data(file)?))).collect()
}
