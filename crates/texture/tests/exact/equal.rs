//! Textures of one colour, under every wrap mode, with a border of that colour.

use super::{TARGETS, texture};
use quadrille_texture::{
    Access, BorderColor, BoundTexture, Format, LevelOfDetail, Lookup, MinificationFilter, ObjectTarget,
    Offset, Pixels, Sampler, Wrap,
};
use std::sync::Arc;

#[test]
fn equal_texels_come_back_bit_for_bit() {
    // source: `a + f (b - a)` with a = b is a, whatever f is rounded to
    let (color, border) = (
        [51, 100, 3, 254],
        [51.0, 100.0, 3.0, 254.0].map(|byte| byte / 255.0),
    );
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
                let bytes = color.repeat(extent.texels() as usize);
                storage
                    .define(level, face, Format::Rgba8, extent, &Pixels::rgba8(&bytes))
                    .expect("it fitted before");
            }
        }
        let storage = Arc::new(storage);
        for &wrap in Wrap::ALL {
            let sampler = Sampler {
                wrap: [wrap; 3],
                border: BorderColor::Float(border),
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
                let found = bound.sample_lane(&lookup, 0).map(f32::from_bits);
                assert_eq!(found, border, "{target:?} {wrap:?} {step}");
            }
        }
    }
}
