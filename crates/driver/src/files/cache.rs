//! Linked programs as the driver gives them (ARB_get_program_binary), kept from one run to the next.

use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// What a file begins with; another version of what follows has another one.
const MAGIC: &[u8; 8] = b"quadrl\0\x01";

/// The most bytes of a program.
const MOST_BYTES: u64 = 16 << 20;

/// The most programs; a folder that has more is emptied.
const MOST_FILES: usize = 4096;

/// A program as a driver gave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Binary {
    /// Its format, by the driver's number.
    pub(crate) format: u32,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
}

/// The folder. What cannot be read or written is as if it were not there.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The folder that the environment names, or that of caches; none for an empty name.
    pub(crate) fn new(
        named: Option<OsString>,
        caches: Option<OsString>,
        home: Option<OsString>,
    ) -> Option<Cache> {
        let folder = match (named, caches, home) {
            (Some(named), _, _) if named.is_empty() => return None,
            (Some(named), _, _) => PathBuf::from(named),
            (None, Some(caches), _) if !caches.is_empty() => Path::new(&caches).join("quadrille"),
            (None, _, Some(home)) if !home.is_empty() => Path::new(&home).join(".cache/quadrille"),
            (None, _, _) => return None,
        };
        fs::create_dir_all(&folder).ok()?;
        let programs = fs::read_dir(&folder).ok()?.flatten();
        let programs: Vec<PathBuf> = programs
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "program"))
            .collect();
        if programs.len() > MOST_FILES {
            for program in programs {
                let _ = fs::remove_file(program);
            }
        }
        Some(Cache { folder })
    }

    /// What was kept for a key. A file that is not whole is none.
    pub(crate) fn get(&self, key: &[impl AsRef<str> + Hash]) -> Option<Binary> {
        let path = self.path(key);
        let size = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?.len();
        if size > MOST_BYTES {
            return None;
        }
        read(&fs::read(path).ok()?, key)
    }

    /// Keeps a program for a key.
    pub(crate) fn put(&self, key: &[impl AsRef<str> + Hash], binary: &Binary) {
        // Renamed when it is whole, as several processes may write it.
        let path = self.path(key);
        let part = path.with_extension(std::process::id().to_string());
        if fs::write(&part, written(binary, key)).is_err() || fs::rename(&part, &path).is_err() {
            let _ = fs::remove_file(&part);
        }
    }

    fn path(&self, key: &[impl AsRef<str> + Hash]) -> PathBuf {
        self.folder.join(format!("{:016x}.program", hash(&[], key)))
    }
}

/// A number of bytes and a key. The key is in it again, beside the name of the file: names may collide.
fn hash(bytes: &[u8], key: &[impl AsRef<str> + Hash]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (bytes, key).hash(&mut hasher);
    hasher.finish()
}

fn written(binary: &Binary, key: &[impl AsRef<str> + Hash]) -> Vec<u8> {
    let format = binary.format.to_le_bytes();
    let check = hash(&binary.bytes, key).to_le_bytes();
    [&MAGIC[..], &format, &check, &binary.bytes].concat()
}

fn read(bytes: &[u8], key: &[impl AsRef<str> + Hash]) -> Option<Binary> {
    let bytes = bytes.strip_prefix(MAGIC)?;
    let (format, bytes) = bytes.split_first_chunk()?;
    let (check, bytes) = bytes.split_first_chunk()?;
    let is_whole = u64::from_le_bytes(*check) == hash(bytes, key);
    is_whole.then(|| Binary {
        format: u32::from_le_bytes(*format),
        bytes: bytes.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Binary, Cache, read, written};

    fn binary() -> Binary {
        Binary {
            format: 0x875f,
            bytes: (0..200).collect(),
        }
    }

    #[test]
    fn a_program_is_kept_for_its_key_alone() {
        let folder = std::env::temp_dir().join(format!("quadrille-cache-{}", std::process::id()));
        let cache = Cache::new(Some(folder.clone().into()), None, None).expect("a folder of our own");
        cache.put(&["driver", "text"], &binary());
        assert_eq!(cache.get(&["driver", "text"]), Some(binary()));
        assert_eq!(cache.get(&["another", "text"]), None);
        std::fs::remove_dir_all(folder).expect("it was made");
    }

    #[test]
    fn what_is_not_whole_is_none() {
        let key = ["driver", "text"];
        let whole = written(&binary(), &key);
        assert_eq!(read(&whole, &key), Some(binary()));
        assert_eq!(read(&whole, &["driver", "other"]), None);
        for end in 0..whole.len() {
            assert_eq!(read(&whole[..end], &key), None, "{end}");
        }
        for at in 0..whole.len() {
            let mut broken = whole.clone();
            broken[at] ^= 4;
            // The format is the driver's to know.
            let is_format = (8..12).contains(&at);
            assert_eq!(read(&broken, &key).is_some(), is_format, "{at}");
        }
    }

    #[test]
    fn the_environment_names_the_folder_or_none() {
        assert!(Cache::new(Some("".into()), Some("/tmp".into()), None).is_none());
        assert!(Cache::new(None, None, None).is_none());
    }
}
