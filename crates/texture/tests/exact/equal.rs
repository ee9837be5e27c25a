//! Textures of one colour, under every wrap mode, with a border of that colour.

use super::{TARGETS, texture};
use quadrille_texture::{
    Access, BorderColor, BoundTexture, Format, Image, LevelOfDetail, Limits, Lookup, MinificationFilter,
    ObjectTarget, Offset, Sampler, Wrap,
};
use std::sync::Arc;

#[test]
fn equal_texels_come_back_bit_for_bit() {
    // source: `a - f (a - b)` with a = b is a, whatever f is rounded to, and `(1 - f) a + f b` of infinities is that
    let bytes = [51, 100, 3, 254];
    let fractions = bytes.map(|byte| f32::from(byte) / 255.0);
    all_texels_are(Format::Rgba8, &bytes, fractions);
    let floats = [-0.0, f32::INFINITY, 1e-45, 0.1];
    all_texels_are(
        Format::Rgba32F,
        floats.map(f32::to_le_bytes).as_flattened(),
        floats,
    );
}

fn all_texels_are(format: Format, texel: &[u8], color: [f32; 4]) {
    for (target, kind, dimensions, layers) in TARGETS {
        let mut sizes = [0, 1, 2].map(|axis| {
            let size = if kind.is_cube() { 5 } else { [5, 3, 4][axis] };
            if axis < dimensions || layers == Some(axis) {
                size
            } else {
                1
            }
        });
        if kind == ObjectTarget::CubeArray {
            sizes[2] = 6;
        }
        let mut storage = texture(kind, sizes, layers);
        for level in 0..storage.levels() {
            for face in 0..kind.row().faces {
                let extent = storage.image(level, face).expect("a complete texture").extent();
                let bytes = texel.repeat(extent.texels() as usize);
                let image = Image::with_bytes(format, extent, 1, &bytes, &Limits::default());
                let image = image.expect("as many bytes as there are");
                storage.set_image(level, face, image).expect("it fitted before");
            }
        }
        let storage = Arc::new(storage);
        for &wrap in Wrap::ALL {
            let sampler = Sampler {
                wrap: [wrap; 3],
                border: BorderColor::Float(color),
                minification: match kind {
                    ObjectTarget::Rectangle => MinificationFilter::Linear,
                    _ => MinificationFilter::LinearMipmapLinear,
                },
                ..Sampler::default()
            };
            let bound = BoundTexture::new(storage.clone(), sampler);
            for step in 0..200 {
                let at = |by: f32| [by * (step - 100) as f32];
                let (s, t, r, lambda) = (at(0.0137), at(0.0311), at(0.0073), at(0.02));
                let lookup = Lookup {
                    access: Access::of(target),
                    coordinates: [&s, &t, &r, &s],
                    second: [&[]; 4],
                    level: LevelOfDetail::Explicit(&lambda),
                    least_level: None,
                    offset: Offset::Constant([0; 3]),
                };
                let found = bound.sample_lane(&lookup, 0);
                assert_eq!(found, color.map(f32::to_bits), "{target:?} {wrap:?} {step}");
            }
        }
    }
}
