//! The textures of rows.

use quadrille::texture::{
    CompareFunction, Extent, Format, Image, Limits, MagnificationFilter, MinificationFilter, ObjectTarget,
    Sampler, Texture, TextureError, Wrap,
};

use super::row::{Filter, TEXTURE_SIZE, texels};

/// The texture that a row looks up, with its sampler; an image has the size of the framebuffer.
pub(super) fn texture(filter: Filter, size: u32) -> Result<(Texture, Sampler), TextureError> {
    let (target, minification) = match filter {
        Filter::Bilinear | Filter::Bordered | Filter::Half | Filter::Single | Filter::Image => {
            (ObjectTarget::TwoDimensional, MinificationFilter::Linear)
        }
        Filter::Trilinear | Filter::Anisotropic | Filter::Mixed => (
            ObjectTarget::TwoDimensional,
            MinificationFilter::LinearMipmapLinear,
        ),
        Filter::Volume => (ObjectTarget::ThreeDimensional, MinificationFilter::Linear),
        Filter::Cube | Filter::Seamless => (ObjectTarget::Cube, MinificationFilter::Linear),
        Filter::Shadow => (ObjectTarget::TwoDimensional, MinificationFilter::Nearest),
    };
    let extent = Extent::new(TEXTURE_SIZE, TEXTURE_SIZE, 1);
    let mut sampler = Sampler::for_target(target);
    sampler.minification = minification;
    let texels = texels();
    let texel = |[x, y, _]: [u32; 3]| {
        let at = 4 * (y * TEXTURE_SIZE + x) as usize;
        std::array::from_fn(|component| f32::from(texels[at + component]) / 255.0)
    };
    let texture = match filter {
        Filter::Image => {
            let half = vec![128; 4 * (size as usize).pow(2)];
            Texture::from_rgba8(target, Extent::new(size, size, 1), &half)?
        }
        Filter::Bilinear => Texture::from_rgba8(target, extent, &texels)?,
        Filter::Bordered => {
            sampler.wrap = [Wrap::ClampToBorder; 3];
            Texture::from_rgba8(target, extent, &texels)?
        }
        Filter::Half | Filter::Single => {
            let format = if filter == Filter::Half {
                Format::Rgba16F
            } else {
                Format::Rgba32F
            };
            one_image(
                target,
                Image::from_colors(format, extent, &Limits::default(), texel)?,
            )?
        }
        Filter::Volume => {
            let extent = Extent::new(64, 64, 64);
            one_image(
                target,
                Image::from_colors(Format::Rgba8, extent, &Limits::default(), texel)?,
            )?
        }
        Filter::Trilinear | Filter::Anisotropic | Filter::Mixed => {
            if filter == Filter::Anisotropic {
                sampler.maximum_anisotropy = 8.0;
            }
            if filter == Filter::Mixed {
                sampler.magnification = MagnificationFilter::Nearest;
            }
            let mut texture = Texture::from_rgba8(target, extent, &texels)?;
            texture.generate_mipmaps(0)?;
            texture
        }
        Filter::Cube | Filter::Seamless => {
            sampler.wrap = [Wrap::ClampToEdge; 3];
            sampler.seamless = filter == Filter::Seamless;
            let mut texture = Texture::new(target);
            for face in 0..6 {
                texture.set_image(
                    0,
                    face,
                    Image::from_colors(Format::Rgba8, extent, &Limits::default(), texel)?,
                )?;
            }
            texture
        }
        Filter::Shadow => {
            sampler.magnification = MagnificationFilter::Nearest;
            sampler.compare = true;
            sampler.compare_function = CompareFunction::Lequal;
            one_image(
                target,
                Image::from_colors(Format::Depth24, extent, &Limits::default(), texel)?,
            )?
        }
    };
    Ok((texture, sampler))
}

/// A texture of one level.
fn one_image(target: ObjectTarget, image: Image) -> Result<Texture, TextureError> {
    let mut texture = Texture::new(target);
    texture.set_image(0, 0, image)?;
    Ok(texture)
}
