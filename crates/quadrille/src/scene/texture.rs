//! Textures that scene commands make.

use std::sync::Arc;

use quadrille_isa::gl::TextureTarget;
use quadrille_pipeline::Framebuffer;
use quadrille_scene::{Texel, TextureMake};
use quadrille_texture::{
    Access, BoundTexture, CompareFunction, DepthMode, Extent, Format, Image, MagnificationFilter,
    MinificationFilter, PixelFormat, PixelType, Pixels, Sampler, Swizzle, Target, Texture, Wrap,
};

use super::Files;
use crate::picture::Picture;

/// A texture and its sampler, before it is bound.
pub(crate) struct Made {
    pub(crate) texture: Arc<Texture>,
    pub(crate) sampler: Sampler,
}

impl Made {
    fn new(texture: Texture, sampler: Sampler) -> Made {
        Made {
            texture: Arc::new(texture),
            sampler,
        }
    }
}

/// Makes the texture of a command. `before` is the 2D texture that the unit holds: a checkerboard sets one
/// level of it.
pub(crate) fn make(
    make: &TextureMake,
    before: Option<&BoundTexture>,
    files: &dyn Files,
) -> Result<Made, String> {
    let texel = |level: u32| move |at: [u32; 3]| make.texel(level, at);
    match make {
        TextureMake::Rgbw {
            size: [width, height],
            format,
        } => {
            let format = named(format)?;
            let mut texture = Texture::new(Target::TwoDimensional);
            define(&mut texture, [0; 2], format, [*width, *height, 1], texel(0))?;
            Ok(Made::new(texture, Sampler::nearest()))
        }
        TextureMake::Empty {
            target,
            size: [width, height, depth],
            format,
        } => {
            let row = TextureTarget::of_name(target).filter(|row| row.reference.is_none());
            let row = row.ok_or_else(|| format!("there is no texture target `{target}`"))?;
            let format = named(format)?;
            let target = Access::of(row.target).target;
            let mut texture = Texture::new(target);
            let limits = *texture.limits();
            let extent = Extent::new(*width, *height, *depth);
            for face in 0..target.row().faces {
                let image = Image::zeroed(format, extent, 1, &limits).map_err(|error| error.to_string())?;
                texture
                    .set_image(0, face, image)
                    .map_err(|error| error.to_string())?;
            }
            Ok(Made::new(texture, Sampler::nearest()))
        }
        TextureMake::Places { target, size, format } => places(make, target, *size, named(format)?),
        TextureMake::Multisample {
            size: [width, height],
            samples,
        } => {
            let mut texture = Texture::new(Target::TwoDimensionalMultisample);
            let limits = *texture.limits();
            let wrong = |error: quadrille_texture::TextureError| error.to_string();
            let extent = Extent::new(*width, *height, 1);
            let mut image =
                Image::zeroed(Format::Rgba8, extent, samples.len() as u32, &limits).map_err(wrong)?;
            let texel: Vec<u8> = samples
                .as_flattened()
                .iter()
                .map(|value| to_byte(*value))
                .collect();
            let bytes = texel.repeat(image.bytes().len() / texel.len().max(1));
            image =
                Image::with_bytes(Format::Rgba8, extent, image.samples(), &bytes, &limits).map_err(wrong)?;
            texture.set_image(0, 0, image).map_err(wrong)?;
            Ok(Made::new(texture, Sampler::nearest()))
        }
        TextureMake::Miptree => {
            let mut texture = Texture::new(Target::TwoDimensional);
            for level in 0..4 {
                let size = [8 >> level, 8 >> level, 1];
                define(&mut texture, [level, 0], Format::Rgba8, size, texel(level))?;
            }
            let minification = MinificationFilter::NearestMipmapNearest;
            let sampler = Sampler {
                minification,
                ..Sampler::nearest()
            };
            Ok(Made::new(texture, sampler))
        }
        TextureMake::Checkerboard {
            level, size, format, ..
        } => {
            let made = before.filter(|_| *level > 0).map(|bound| Made {
                texture: bound.texture().clone(),
                sampler: *bound.sampler(),
            });
            let mut made =
                made.unwrap_or_else(|| Made::new(Texture::new(Target::TwoDimensional), Sampler::nearest()));
            define(
                Arc::make_mut(&mut made.texture),
                [*level, 0],
                named(format)?,
                [size[0], size[1], 1],
                texel(*level),
            )?;
            Ok(made)
        }
        TextureMake::Shadow1D { width } => shadow(make, Target::OneDimensional, [*width, 1]),
        TextureMake::Shadow2D { size } => shadow(make, Target::TwoDimensional, *size),
        TextureMake::ShadowRect { size } => shadow(make, Target::Rectangle, *size),
        TextureMake::File { path } => {
            let picture = read(path, files)?;
            let extent = Extent::new(picture.width, picture.height, 1);
            let mut texture = Texture::from_rgba8(Target::TwoDimensional, extent, &picture.bottom_up())
                .map_err(|error| format!("{path}: {error}"))?;
            texture
                .generate_mipmaps(0)
                .map_err(|error| format!("{path}: {error}"))?;
            let sampler = Sampler {
                minification: MinificationFilter::LinearMipmapLinear,
                magnification: MagnificationFilter::Linear,
                wrap: [Wrap::Repeat; 3],
                ..Sampler::default()
            };
            Ok(Made::new(texture, sampler))
        }
        TextureMake::CubeFiles { paths } => {
            let mut texture = Texture::new(Target::Cube);
            for (face, path) in paths.iter().enumerate() {
                let picture = read(path, files)?;
                let extent = Extent::new(picture.width, picture.height, 1);
                // The faces of a cube map have their first row at the top (GL 2.1, table 3.19).
                texture
                    .define(
                        0,
                        face as u32,
                        Format::Rgba8,
                        extent,
                        &Pixels::rgba8(&picture.rgba),
                    )
                    .map_err(|error| format!("{path}: {error}"))?;
            }
            texture.generate_mipmaps(0).map_err(|error| error.to_string())?;
            let sampler = Sampler {
                minification: MinificationFilter::LinearMipmapLinear,
                magnification: MagnificationFilter::Linear,
                wrap: [Wrap::ClampToEdge; 3],
                ..Sampler::default()
            };
            Ok(Made::new(texture, sampler))
        }
        TextureMake::Framebuffer { .. } | TextureMake::Samples { .. } => {
            Err("the framebuffer is taken by the runner".to_owned())
        }
    }
}

fn read(path: &str, files: &dyn Files) -> Result<Picture, String> {
    Picture::read(path, files).map_err(|error| format!("{path}: {error}"))
}

/// A texture whose texels say where they are, with all levels that its target may have.
fn places(make: &TextureMake, target: &str, size: [u32; 3], format: Format) -> Result<Made, String> {
    let row =
        TextureTarget::of_name(target).ok_or_else(|| format!("there is no texture target `{target}`"))?;
    let mut texture = Texture::new(Access::of(row.target).target);
    let shape = texture.target().row();
    let mut size = size;
    for level in 0.. {
        for face in 0..shape.faces {
            let texel = |[x, y, z]: [u32; 3]| make.texel(level, [x, y, z + face]);
            define(&mut texture, [level, face], format, size, texel)?;
        }
        // Layers stay as many.
        let smaller = std::array::from_fn(|axis| match axis < shape.dimensions {
            true => (size[axis] / 2).max(1),
            false => size[axis],
        });
        if smaller == size || !shape.mipmapped {
            break;
        }
        size = smaller;
    }
    let sampler = Sampler {
        compare: row.target.is_shadow(),
        compare_function: compared(make),
        ..Sampler::nearest()
    };
    Ok(Made::new(texture, sampler))
}

/// How a texture compares.
fn compared(make: &TextureMake) -> CompareFunction {
    CompareFunction::from_name(make.compare()).unwrap_or(CompareFunction::Lequal)
}

/// A depth texture.
fn shadow(make: &TextureMake, target: Target, [width, height]: [u32; 2]) -> Result<Made, String> {
    let mut texture = Texture::new(target);
    let size = [width, height, 1];
    define(&mut texture, [0; 2], Format::Depth24, size, |at| {
        make.texel(0, at)
    })?;
    let sampler = Sampler {
        compare: true,
        compare_function: compared(make),
        ..Sampler::nearest()
    };
    Ok(Made::new(texture, sampler))
}

/// The depths of a framebuffer as a shadow texture.
pub(crate) fn depths(framebuffer: &Framebuffer) -> Result<Made, String> {
    let (width, height) = (framebuffer.width(), framebuffer.height());
    let mut texture = Texture::new(Target::TwoDimensional);
    let depth = |[x, y, _]: [u32; 3]| Texel {
        color: [0.0; 4],
        depth: framebuffer.depth(x, y).unwrap_or(1.0),
    };
    define(&mut texture, [0; 2], Format::Depth24, [width, height, 1], depth)?;
    let sampler = Sampler {
        compare: true,
        compare_function: CompareFunction::Lequal,
        minification: MinificationFilter::Linear,
        magnification: MagnificationFilter::Linear,
        ..Sampler::nearest()
    };
    Ok(Made::new(texture, sampler))
}

/// The colours of a framebuffer as a texture.
pub(crate) fn colors(picture: Picture) -> Result<Made, String> {
    let extent = Extent::new(picture.width, picture.height, 1);
    let texture = Texture::from_rgba8(Target::TwoDimensional, extent, &picture.bottom_up())
        .map_err(|error| error.to_string())?;
    let sampler = Sampler {
        minification: MinificationFilter::Linear,
        magnification: MagnificationFilter::Linear,
        ..Sampler::nearest()
    };
    Ok(Made::new(texture, sampler))
}

/// The samples of a layer of a framebuffer as a texture.
pub(crate) fn samples(framebuffer: &Framebuffer, layer: u32, target: Target) -> Result<Made, String> {
    let size = framebuffer.extent();
    let samples: Vec<_> = (0..size.samples)
        .map(|sample| framebuffer.image(layer, Some(sample)))
        .collect();
    let mut bytes = Vec::with_capacity(samples.len() * 4 * size.width as usize * size.height as usize);
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
    let image = Image::with_bytes(Format::Rgba8, extent, size.samples, &bytes, &limits);
    image
        .and_then(|image| texture.set_image(0, 0, image))
        .map_err(|error| error.to_string())?;
    Ok(Made::new(texture, Sampler::nearest()))
}

/// A format by its GL name.
fn named(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| format!("there is no texture format `{name}`"))
}

/// A component in 8 bits.
fn to_byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// Defines a level from a function of its texels.
fn define(
    texture: &mut Texture,
    [level, face]: [u32; 2],
    format: Format,
    size @ [width, height, depth]: [u32; 3],
    texel: impl Fn([u32; 3]) -> Texel,
) -> Result<(), String> {
    let most = u64::from(texture.limits().size);
    let count = size.iter().map(|side| u64::from(*side)).product::<u64>();
    if count == 0 || size.iter().any(|side| u64::from(*side) > most) || count > most * most {
        return Err(format!(
            "a texture of {width} × {height} × {depth} texels is outside the limits"
        ));
    }
    let rows = (0..depth).flat_map(|z| (0..height).map(move |y| [y, z]));
    let mut bytes = Vec::new();
    for [x, y, z] in rows.flat_map(|[y, z]| (0..width).map(move |x| [x, y, z])) {
        let Texel { color, depth } = texel([x, y, z]);
        if format.is_depth() {
            bytes.extend_from_slice(&depth.to_ne_bytes());
        } else {
            bytes.extend_from_slice(color.map(f32::to_ne_bytes).as_flattened());
        }
    }
    let pixel_format = if format.is_depth() {
        PixelFormat::DepthComponent
    } else {
        PixelFormat::Rgba
    };
    let pixels = Pixels::new(pixel_format, PixelType::Float, &bytes).map_err(|error| error.to_string())?;
    texture
        .define(level, face, format, Extent::new(width, height, depth), &pixels)
        .map_err(|error| error.to_string())
}

/// `texparameter`: changes the texture just made.
pub(crate) fn parameter(sampler: &mut Sampler, name: &str, value: &str) -> Result<(), String> {
    let unknown = || format!("`{value}` is no value of `{name}`");
    let mut numbers = value.split_whitespace().map(str::parse::<f32>);
    let mut number = || numbers.next().and_then(Result::ok).ok_or_else(unknown);
    match name {
        "min" => sampler.minification = MinificationFilter::from_name(value).ok_or_else(unknown)?,
        "mag" => sampler.magnification = MagnificationFilter::from_name(value).ok_or_else(unknown)?,
        "wrap_s" => sampler.wrap[0] = Wrap::from_name(value).ok_or_else(unknown)?,
        "wrap_t" => sampler.wrap[1] = Wrap::from_name(value).ok_or_else(unknown)?,
        "wrap_r" => sampler.wrap[2] = Wrap::from_name(value).ok_or_else(unknown)?,
        "depth_mode" => sampler.depth_mode = DepthMode::from_name(value).ok_or_else(unknown)?,
        "compare_func" => sampler.compare_function = CompareFunction::from_name(value).ok_or_else(unknown)?,
        "compare_mode" => sampler.compare = value.to_ascii_lowercase().contains("compare"),
        "swizzle_r" => sampler.swizzle[0] = Swizzle::from_name(value).ok_or_else(unknown)?,
        "swizzle_g" => sampler.swizzle[1] = Swizzle::from_name(value).ok_or_else(unknown)?,
        "swizzle_b" => sampler.swizzle[2] = Swizzle::from_name(value).ok_or_else(unknown)?,
        "swizzle_a" => sampler.swizzle[3] = Swizzle::from_name(value).ok_or_else(unknown)?,
        "min_lod" => sampler.minimum_lod = number()?,
        "max_lod" => sampler.maximum_lod = number()?,
        "lod_bias" => sampler.lod_bias = number()?,
        "base_level" => sampler.base_level = value.parse().map_err(|_| unknown())?,
        "max_level" => sampler.maximum_level = value.parse().map_err(|_| unknown())?,
        "border" => {
            let color = [number()?, number()?, number()?, number()?];
            sampler.border = quadrille_texture::BorderColor::Float(color);
        }
        _ => return Err(format!("a texture has no parameter `{name}`")),
    }
    Ok(())
}
