//! Pictures: PNG files.

use quadrille::Picture;

/// There is a picture with all its pixels, which is the same once written and read again; or there is a reason. A
/// checksum that is wrong hides what is behind it, so the bytes are read with right ones too.
pub(super) fn png(bytes: &[u8]) {
    read(bytes);
    read(&with_checksums(bytes));
}

fn read(bytes: &[u8]) {
    match Picture::from_png(bytes) {
        Ok(picture) => {
            let pixels = picture.width as usize * picture.height as usize;
            assert_eq!(picture.rgba.len(), pixels * 4);
            // Writing takes long.
            if pixels <= 1 << 16 {
                let written = picture.to_png(false).expect("a picture is written");
                assert_eq!(Picture::from_png(&written), Ok(picture));
            }
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// The file with the right checksum at the end of each chunk (PNG, 5.3: length, type, data, CRC of type and data).
fn with_checksums(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut rest = bytes.get_mut(8..).unwrap_or_default();
    while let Some((length, after)) = rest.split_first_chunk_mut() {
        let length = u32::from_be_bytes(*length) as usize;
        let Some((summed, after)) = after.split_at_mut_checked(length.saturating_add(4)) else {
            break;
        };
        let Some((sum, after)) = after.split_first_chunk_mut() else {
            break;
        };
        *sum = crc32fast::hash(summed).to_be_bytes();
        rest = after;
    }
    bytes
}
