//! The formats of archives, by their first bytes.

/// A format of archives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// PKWARE's, which `.pk3`, `.pk4` and `.jar` are too.
    Zip,
    /// 7-Zip's.
    SevenZip,
    /// A tape archive of POSIX or GNU.
    Tar,
    /// One compressed file, which may be a tape archive.
    Gzip,
}

/// The offset of the mark of a tape archive.
const TAR_MARK: usize = 257;

impl Format {
    /// The number of first bytes that tell a format.
    pub const TOLD_BY: usize = TAR_MARK + 5;

    /// The format of what begins with these bytes, if it is an archive.
    pub fn of(start: &[u8]) -> Option<Format> {
        match start {
            // An entry, or the end of an archive without any.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Format::Zip),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Some(Format::SevenZip),
            // Deflate is the only method.
            [0x1f, 0x8b, 8, ..] => Some(Format::Gzip),
            _ if start.get(TAR_MARK..Format::TOLD_BY) == Some(b"ustar") => Some(Format::Tar),
            _ => None,
        }
    }
}
