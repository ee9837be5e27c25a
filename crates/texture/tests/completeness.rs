//! Which textures are complete.

use quadrille_texture::{
    BoundTexture, Extent, Format, Incomplete, MinificationFilter, ObjectTarget, Pixels, Sampler, Texture,
};
use std::sync::Arc;

#[test]
fn levels_need_the_size_and_the_format_of_the_first() {
    // source: OpenGL 2.1 section 3.8.10, the conditions on an array of mipmaps
    let sampler = Sampler {
        minification: MinificationFilter::NearestMipmapNearest,
        ..Sampler::nearest()
    };
    for (format, side, expected) in [
        (Format::Rgba8, 2, None),
        (Format::Rgba8, 1, Some(Incomplete::Level(1))),
        (Format::Rgba16F, 2, Some(Incomplete::Level(1))),
    ] {
        let mut texture = Texture::new(ObjectTarget::TwoDimensional);
        for (level, side) in [(0, 4), (2, 1)] {
            let bytes = vec![0; side * side * 4];
            let extent = Extent::new(side as u32, side as u32, 1);
            texture
                .define(level, 0, Format::Rgba8, extent, &Pixels::rgba8(&bytes))
                .expect("the level fits");
        }
        let bytes = vec![0; side as usize * side as usize * 4];
        texture
            .define(1, 0, format, Extent::new(side, side, 1), &Pixels::rgba8(&bytes))
            .expect("the level fits");
        let bound = BoundTexture::new(Arc::new(texture), sampler);
        assert_eq!(bound.incomplete(), expected, "{format:?} {side}");
    }
}

#[test]
fn cube_maps_need_six_equal_faces() {
    // source: OpenGL 2.1 section 3.8.10, "cube complete"
    let mut texture = Texture::new(ObjectTarget::Cube);
    let bytes = [0; 64];
    for face in 0..6 {
        let side = if face == 4 { 2 } else { 4 };
        let pixels = Pixels::rgba8(&bytes[..side as usize * side as usize * 4]);
        texture
            .define(0, face, Format::Rgba8, Extent::new(side, side, 1), &pixels)
            .expect("square");
    }
    let bound = BoundTexture::new(Arc::new(texture), Sampler::nearest());
    assert_eq!(bound.incomplete(), Some(Incomplete::Face { level: 0, face: 4 }));
}
