//! The contents of the framebuffer as a texture.

use quadrille_base::Meter;
use quadrille_pipeline::Framebuffer;
use quadrille_scene::Texel;
use quadrille_texture::{
    CompareFunction, Extent, Format, Image, MagnificationFilter, MinificationFilter, ObjectTarget, Sampler,
    Texture,
};

use super::{Made, define, reserve, to_byte};
use crate::picture::Picture;
use crate::scene::stop::Stop;

/// The depths of a framebuffer as a shadow texture.
pub(super) fn depths(framebuffer: &Framebuffer, meter: &Meter) -> Result<Made, Stop> {
    let size = [framebuffer.width(), framebuffer.height(), 1];
    let room = reserve(meter, Format::Depth24, size, 1, false)?;
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    let depth = |[x, y, _]: [u32; 3]| Texel {
        color: [0.0; 4],
        depth: framebuffer.depth(x, y).unwrap_or(1.0),
    };
    define(&mut texture, [0; 2], Format::Depth24, size, depth)?;
    let sampler = Sampler {
        compare: true,
        compare_function: CompareFunction::Lequal,
        minification: MinificationFilter::Linear,
        magnification: MagnificationFilter::Linear,
        ..Sampler::nearest()
    };
    Ok(Made::new(texture, sampler, room))
}

/// The colours of a framebuffer as a texture.
pub(super) fn colors(framebuffer: &Framebuffer, meter: &Meter) -> Result<Made, Stop> {
    let size @ [width, height, _] = [framebuffer.width(), framebuffer.height(), 1];
    let room = reserve(meter, Format::Rgba8, size, 1, false)?;
    // The picture, and the same bottom up.
    let _pictures = reserve(meter, Format::Rgba8, size, 2, false)?;
    let picture = Picture::of(framebuffer, 0);
    let extent = Extent::new(width, height, 1);
    let texture = Texture::from_rgba8(ObjectTarget::TwoDimensional, extent, &picture.bottom_up())?;
    let sampler = Sampler {
        minification: MinificationFilter::Linear,
        magnification: MagnificationFilter::Linear,
        ..Sampler::nearest()
    };
    Ok(Made::new(texture, sampler, room))
}

/// The samples of a layer of a framebuffer as a texture.
pub(super) fn samples(
    framebuffer: &Framebuffer,
    layer: u32,
    target: ObjectTarget,
    meter: &Meter,
) -> Result<Made, Stop> {
    let size = framebuffer.extent();
    let all = [size.width, size.height, size.samples];
    let room = reserve(meter, Format::Rgba8, all, 1, false)?;
    // Their bytes, and an image of zeros that takes them.
    let _bytes = reserve(meter, Format::Rgba8, all, 2, false)?;
    let mut bytes = Vec::with_capacity(room.bytes() as usize);
    let samples: Vec<_> = (0..size.samples)
        .map(|sample| framebuffer.image(layer, Some(sample)))
        .collect();
    for y in 0..size.height {
        for x in 0..size.width {
            for sample in &samples {
                bytes.extend(sample.color(0, x, y).map(to_byte));
            }
        }
    }
    let mut texture = Texture::new(target);
    let limits = *texture.limits();
    let extent = Extent::new(size.width, size.height, 1);
    let image = Image::with_bytes(Format::Rgba8, extent, size.samples, &bytes, &limits)?;
    texture.set_image(0, 0, image)?;
    Ok(Made::new(texture, Sampler::nearest(), room))
}
