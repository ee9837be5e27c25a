//! Zip archives byte by byte, as no archiver writes them.

/// An entry, which may lie.
#[derive(Clone, Copy)]
pub(crate) struct Made<'m> {
    pub(crate) name: &'m [u8],
    /// Its bytes as they lie in the archive.
    pub(crate) bytes: &'m [u8],
    pub(crate) flags: u16,
    /// 0 is stored, 8 deflated.
    pub(crate) method: u16,
    /// The mode of Unix.
    pub(crate) mode: u32,
    /// Another checksum than that of the bytes.
    pub(crate) checksum: Option<u32>,
    /// The number of bytes and the checksum that it says it unpacks to.
    pub(crate) unpacked: Option<(u32, u32)>,
}

impl<'m> Made<'m> {
    /// A stored file.
    pub(crate) fn file(name: &'m [u8], bytes: &'m [u8]) -> Made<'m> {
        Made {
            name,
            bytes,
            flags: 0,
            method: 0,
            mode: 0o100_644,
            checksum: None,
            unpacked: None,
        }
    }

    /// What the headers of the entry and of the directory have in common.
    fn header(&self) -> Vec<u8> {
        let packed = self.bytes.len() as u32;
        let checksum = self.checksum.unwrap_or_else(|| crc32fast::hash(self.bytes));
        let (size, checksum) = self.unpacked.unwrap_or((packed, checksum));
        let mut header = Vec::new();
        for half in [20, self.flags, self.method, 0, 0x21] {
            header.extend(half.to_le_bytes());
        }
        for word in [checksum, packed, size] {
            header.extend(word.to_le_bytes());
        }
        for half in [self.name.len() as u16, 0] {
            header.extend(half.to_le_bytes());
        }
        header
    }
}

/// An archive of these entries. source: APPNOTE.TXT 4.3
pub(crate) fn zip(entries: &[Made<'_>]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = archive.len() as u32;
        archive.extend(b"PK\x03\x04");
        archive.extend(entry.header());
        archive.extend(entry.name);
        archive.extend(entry.bytes);
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(entry.header());
        // Comment, disk, attributes within; the mode; where the entry begins.
        directory.extend([0; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name);
    }
    let (start, length, count) = (archive.len() as u32, directory.len() as u32, entries.len() as u16);
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    archive.extend([length.to_le_bytes(), start.to_le_bytes()].concat());
    archive.extend([0; 2]);
    archive
}
