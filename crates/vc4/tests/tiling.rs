//! Pictures to textures and back: every type, layout, size and level.

use quadrille_vc4::layout::{Chain, ElementSize, Layout, Plane};
use quadrille_vc4::tmu::{TextureType, halve};

/// Sizes around the sides of utiles, sub-tiles and tiles, and odd ones.
const SIZES: [(u32, u32); 12] = [
    (1, 1),
    (2, 3),
    (1, 7),
    (5, 1),
    (15, 17),
    (16, 16),
    (33, 31),
    (64, 64),
    (65, 129),
    (127, 40),
    (200, 3),
    (257, 130),
];

fn noise(count: usize) -> Vec<u8> {
    (0..count as u32)
        .map(|n| (n.wrapping_mul(0x9e37_79b9) >> 23) as u8)
        .collect()
}

/// The planes that a picture may lie in: what the unit chooses, and each layout by force.
fn planes(texture_type: TextureType, size: (u32, u32)) -> Vec<Plane> {
    let layouts = [None, Some(Layout::Raster), Some(Layout::T), Some(Layout::Lt)];
    layouts
        .map(|layout| {
            Chain::new(texture_type.size(), texture_type.block(), size, layout, 1).levels()[0].plane
        })
        .to_vec()
}

/// What a texture holds comes out as it went in. What a type cannot hold is lost once: the picture that comes out goes in
/// and out unchanged. Only ETC1 is compressed anew each time.
#[test]
fn pictures_come_back() {
    for &texture_type in TextureType::ALL {
        for (width, height) in SIZES {
            let picture = noise(4 * (width * height) as usize);
            for plane in planes(texture_type, (width, height)) {
                let tiled = texture_type.encode(&plane, (width, height), &picture);
                assert_eq!(tiled.len() as u64, plane.bytes());
                let once = texture_type.decode(&plane, (width, height), &tiled).unwrap();
                if matches!(
                    texture_type,
                    TextureType::Rgba8888 | TextureType::Rgba32R | TextureType::Rgba64
                ) {
                    assert_eq!(once, picture, "{texture_type:?} {width}x{height}");
                }
                if texture_type != TextureType::Etc1 {
                    let again = texture_type.encode(&plane, (width, height), &once);
                    let twice = texture_type.decode(&plane, (width, height), &again).unwrap();
                    assert_eq!(twice, once, "{texture_type:?} {plane:?}");
                }
                assert!(texture_type.decode(&plane, (width, height), &[]).is_err());
            }
        }
    }
}

/// Elements are moved, not converted: every bit comes back, of every size.
#[test]
fn elements_come_back() {
    let large = [(2048, 2048), (2047, 1025), (1, 2048), (2048, 1)];
    for size in ElementSize::ALL {
        for (width, height) in SIZES.into_iter().chain(large) {
            let rows = Plane::new(Layout::Raster, size, width, height);
            let mut source = noise(rows.bytes() as usize);
            // Bits behind the end of a row are nobody's.
            let used = width % 8 * size.bits() % 8;
            if size.bits() < 8 && used > 0 {
                let pitch = rows.pitch() as usize;
                source
                    .iter_mut()
                    .skip(pitch - 1)
                    .step_by(pitch)
                    .for_each(|byte| *byte &= (1 << used) - 1);
            }
            for layout in [Layout::T, Layout::Lt] {
                let plane = Plane::new(layout, size, width, height);
                let mut tiled = vec![0; plane.bytes() as usize];
                assert!(rows.copy_to(&source, &plane, &mut tiled, (width, height)));
                let mut back = vec![0; source.len()];
                assert!(plane.copy_to(&tiled, &rows, &mut back, (width, height)));
                assert_eq!(back, source, "{size:?} {layout:?} {width}x{height}");
            }
        }
    }
}

/// source: by hand.
#[test]
fn levels_are_means() {
    let grey = |values: &[u8]| -> Vec<u8> { values.iter().flat_map(|&v| [v, v, v, 255]).collect() };
    assert_eq!(halve(&grey(&[0, 10, 20, 30]), (2, 2)), grey(&[15]));
    assert_eq!(halve(&grey(&[0, 3, 6]), (3, 1)), grey(&[3]));
    assert_eq!(halve(&grey(&[9]), (1, 1)), grey(&[9]));
}
