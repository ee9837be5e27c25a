//! Pictures from PNG files: each colour type, and files that unpack to more than they should.

use quadrille::{Picture, PictureError};

/// source: PNG (third edition), by hand: filters (9.2), palettes and their alpha (11.2.2, 11.3.1.1), Adam7 (8.1), samples
/// of other depths scaled to 8 bits (13.12).
#[test]
fn each_colour_type() {
    let (white, black) = ([255; 4], [0, 0, 0, 255]);
    let (red, green, blue) = ([255, 0, 0, 128], [0, 255, 0, 255], [0, 0, 255, 255]);
    let grey = |level| [level, level, level, 255];
    for (file, (width, height), pixels) in [
        (
            &include_bytes!("../../../fuzz/corpus/picture/grey.png")[..],
            (4, 2),
            vec![white, black, white, black, black, white, black, white],
        ),
        (
            include_bytes!("../../../fuzz/corpus/picture/palette.png"),
            (3, 2),
            vec![red, green, blue, green, green, blue],
        ),
        (
            include_bytes!("../../../fuzz/corpus/picture/alpha.png"),
            (2, 1),
            vec![[0, 1, 2, 3], [4, 5, 6, 7]],
        ),
        (
            include_bytes!("../../../fuzz/corpus/picture/greyalpha.png"),
            (2, 1),
            vec![[0, 0, 0, 1], [2, 2, 2, 3]],
        ),
        (
            include_bytes!("../../../fuzz/corpus/picture/interlaced.png"),
            (2, 2),
            vec![grey(1), grey(2), grey(3), grey(4)],
        ),
    ] {
        let picture = Picture::from_png(file).expect("a picture");
        assert_eq!((picture.width, picture.height), (width, height));
        assert_eq!(picture.rgba, pixels.as_flattened());
        let rows: Vec<&[[u8; 4]]> = pixels.chunks_exact(width as usize).rev().collect();
        assert_eq!(picture.bottom_up(), rows.concat().as_flattened());
    }
}

/// The start of a file that claims 60000 × 60000 pixels of four bytes. source: PNG, 11.2.1; its checksum is Python's
/// `zlib.crc32`.
const BOMB: [u8; 33] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 234, 96, 0, 0, 234, 96, 8, 6, 0, 0,
    0, 128, 210, 117, 66,
];

#[test]
fn pictures_that_unpack_to_gigabytes() {
    let (width, height) = (60_000, 60_000);
    let refused = Err(PictureError::TooLarge { width, height });
    assert_eq!(Picture::from_png(&BOMB), refused);
    let message = refused.map_err(|why| why.to_string());
    let said = "the picture has 60000 × 60000 pixels; at most 67108864 are read";
    assert_eq!(message.err().as_deref(), Some(said));
    for length in 0..BOMB.len() {
        let cut = Picture::from_png(&BOMB[..length]);
        assert!(matches!(cut, Err(PictureError::Damaged(_))), "{cut:?}");
    }
}
