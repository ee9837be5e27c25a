//! Blocks against decoders of others, and against the specifications' formulas (`oracle/textures/blocks.txt`).

use quadrille_texture::{BoundTexture, Extent, Format, Limits, ObjectTarget, Sampler, Texture};
use quadrille_texture_files::blocks;
use std::sync::Arc;

const BLOCKS: &str = include_str!("../../../oracle/textures/blocks.txt");

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<_> = hex
        .bytes()
        .map(|digit| char::from(digit).to_digit(16).expect("hex") as u8)
        .collect();
    digits
        .as_chunks::<2>()
        .0
        .iter()
        .map(|[high, low]| high << 4 | low)
        .collect()
}

#[test]
fn blocks_are_what_others_decode() {
    let mut rows = 0;
    for line in BLOCKS.lines().filter(|line| !line.starts_with('#')) {
        let [kind, name, block, texels] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let format = Format::from_name(name).expect(name);
        let [width, height] = format.row().compression.expect(name).texels();
        let extent = Extent::new(width, height, 1);
        let image = blocks::decode(format, extent, &bytes(block), &Limits::default()).expect("a block");
        let expected = bytes(texels);
        match kind {
            "exact" => assert_eq!(image.bytes(), expected, "{name} {block}"),
            "near" => {
                let mut texture = Texture::new(ObjectTarget::TwoDimensional);
                texture.set_image(0, 0, image.clone()).expect("an image");
                let bound = BoundTexture::new(Arc::new(texture), Sampler::nearest());
                let found = bound.colors(&image).flatten();
                for (found, expected) in found.zip(&expected) {
                    let found = (found.clamp(0.0, 1.0) * 255.0).round();
                    assert!(
                        (found - f32::from(*expected)).abs() <= 1.0,
                        "{name} {block}: {found}, {expected}"
                    );
                }
            }
            _ => panic!("{line}"),
        }
        rows += 1;
    }
    assert!(rows > 200);
}

#[test]
fn texels_beyond_the_image_are_dropped() {
    // source: OpenGL 4.3 section 8.7: blocks at the edges are whole, ⌈5 / 4⌉ · ⌈3 / 4⌉ of them; the second block is
    // white (DXT1 with both colours 0xffff), the first black
    let mut data = [0; 16];
    data[8..12].fill(0xff);
    let extent = Extent::new(5, 3, 1);
    let image = blocks::decode(Format::Bc1Rgb, extent, &data, &Limits::default()).expect("two blocks");
    let row = [[0; 3], [0; 3], [0; 3], [0; 3], [255; 3]].concat();
    assert_eq!(image.bytes(), row.repeat(3));
    for wrong in [8, 15, 24] {
        let error = blocks::decode(Format::Bc1Rgb, extent, &vec![0; wrong], &Limits::default());
        let given = wrong as u64;
        assert_eq!(error, Err(blocks::BlocksError::Length { needed: 16, given }));
    }
    let error = blocks::decode(Format::Rgba8, extent, &data, &Limits::default());
    assert_eq!(error, Err(blocks::BlocksError::NotCompressed(Format::Rgba8)));
}
