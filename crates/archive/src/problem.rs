//! Why an archive or an entry of one is not read.

use std::io;

/// Why an archive or an entry of one is not read.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It wants a password.
    #[error("it is encrypted")]
    Encrypted,
    /// It names another file, in the archive or out of it.
    #[error("it is a link, which is not followed")]
    Link,
    /// Its name is a path that begins at a root, or that leads up.
    #[error("its name leads out of the archive")]
    Outside,
    /// Its name is empty, has control characters, or is longer than any path.
    #[error("its name is none that a file can have")]
    Name,
    /// It is larger than the limit `entry`, in MiB.
    #[error("it has more than {0} MiB: raise the limit `entry`")]
    TooLarge(u64),
    /// The archive unpacks to more than the limit `total`, in MiB.
    #[error("the archive has more than {0} MiB: raise the limit `total`")]
    Total(u64),
    /// The archive unpacks to more than so many times its size.
    #[error("the archive unpacks to more than {0} times its size: raise the limit `ratio` if it is no bomb")]
    Ratio(u64),
    /// There are more entries than the limit says.
    #[error("the archive has more than {0} entries: raise the limit `entries`")]
    Entries(u64),
    /// It is an archive within so many others.
    #[error("it lies within {0} archives: raise the limit `depth`")]
    Depth(u64),
    /// Its decoder wants more memory than the limit `dictionary`, in MiB.
    #[error("its decoder wants more than {0} MiB: raise the limit `dictionary`")]
    Dictionary(u64),
    /// It is compressed in a way that is not read here.
    #[error("its compression is not known")]
    Compression,
    /// It is broken, or breaks off.
    #[error("it is broken: {0}")]
    Zip(zip::result::ZipError),
    /// It is broken, or breaks off.
    #[error("it is broken: {0}")]
    SevenZip(sevenz_rust2::Error),
    /// It is broken, or cannot be read.
    #[error("it is broken: {0}")]
    Io(#[from] io::Error),
}

impl Problem {
    /// Whether what follows in the same archive is not read either.
    pub(crate) fn ends_archive(&self) -> bool {
        match self {
            Problem::Total(_) | Problem::Ratio(_) | Problem::Entries(_) => true,
            Problem::Encrypted
            | Problem::Link
            | Problem::Outside
            | Problem::Name
            | Problem::TooLarge(_)
            | Problem::Depth(_)
            | Problem::Dictionary(_)
            | Problem::Compression
            | Problem::Zip(_)
            | Problem::SevenZip(_)
            | Problem::Io(_) => false,
        }
    }
}
