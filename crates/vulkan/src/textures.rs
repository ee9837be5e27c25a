//! Textures and samplers of a draw.
//!
//! Texels go to the device as four floats, or four integers, each: swizzles, missing components and the modes of
//! depth textures are done here, and filters compute as exactly as the device can. Depths that are compared keep
//! a format of depths.

use ash::vk;
use quadrille_texture::format::FormatKind;
use quadrille_texture::{
    BoundTexture, Format, Image, LayerAxis, MagnificationFilter, MinificationFilter, ObjectTarget, Sampler,
    Wrap,
};
use quadrille_translate::SAMPLERS;
use quadrille_translate::form::{Texture, TextureShape};
use quadrille_translated::Translated;

use crate::error::{DrawError, Unsupported};
use crate::gpu::{Gpu, Texels};
use crate::state_value;

/// The textures of both shaders.
pub(crate) fn of(gpu: &Gpu, translated: &Translated<'_>) -> Result<Vec<Texels>, DrawError> {
    let made = translated.textures()?.into_iter().map(|lookup| {
        let made = match lookup.bound {
            Some(bound) => texels(gpu, bound, lookup.texture),
            None => absent(lookup.texture, lookup.absent),
        };
        made.map_err(|reason| DrawError::Texture {
            unit: lookup.unit,
            reason,
        })
    });
    made.collect()
}

/// The kinds of image and view for a texture of the shader.
pub(crate) fn kinds(shape: &TextureShape) -> Result<(vk::ImageType, vk::ImageViewType), Unsupported> {
    use vk::{ImageType as Image, ImageViewType as View};
    Ok(match shape.target {
        ObjectTarget::OneDimensional => (Image::TYPE_1D, View::TYPE_1D),
        ObjectTarget::OneDimensionalArray => (Image::TYPE_1D, View::TYPE_1D_ARRAY),
        // Vulkan has no rectangles; translations to it take two-dimensional textures.
        ObjectTarget::TwoDimensional | ObjectTarget::Rectangle => (Image::TYPE_2D, View::TYPE_2D),
        ObjectTarget::TwoDimensionalArray => (Image::TYPE_2D, View::TYPE_2D_ARRAY),
        ObjectTarget::ThreeDimensional => (Image::TYPE_3D, View::TYPE_3D),
        ObjectTarget::Cube => (Image::TYPE_2D, View::CUBE),
        ObjectTarget::CubeArray => (Image::TYPE_2D, View::CUBE_ARRAY),
        ObjectTarget::Buffer
        | ObjectTarget::TwoDimensionalMultisample
        | ObjectTarget::TwoDimensionalMultisampleArray
        | ObjectTarget::Renderbuffer => return Err(Unsupported::TextureShape),
    })
}

/// The substitute for a texture that is not there or incomplete.
fn absent(texture: &Texture, color: [f32; 4]) -> Result<Texels, Unsupported> {
    let (kind, view) = kinds(&texture.shape)?;
    let layers = if texture.shape.cube() { 6 } else { 1 };
    let (format, texel) = if texture.shape.shadow {
        // A comparison that always gives 0; its alpha is that of the depth mode.
        (vk::Format::D32_SFLOAT, bytemuck::bytes_of(&0.0_f32).to_vec())
    } else {
        (
            vk::Format::R32G32B32A32_SFLOAT,
            bytemuck::bytes_of(&color).to_vec(),
        )
    };
    Ok(Texels {
        binding: texture.binding,
        sampler_binding: texture.binding + SAMPLERS,
        format,
        kind,
        view,
        size: [1; 3],
        layers,
        levels: vec![texel.repeat(layers as usize)],
        sampler: vk::SamplerCreateInfo::default()
            .compare_enable(texture.shape.shadow)
            .compare_op(vk::CompareOp::NEVER),
        border: None,
    })
}

fn texels(gpu: &Gpu, bound: &BoundTexture, texture: &Texture) -> Result<Texels, Unsupported> {
    let shape = &texture.shape;
    let (kind, view) = kinds(shape)?;
    let (own, sampler) = (bound.texture(), bound.sampler());
    if shape.shadow && !(sampler.compare && bound.shows_depths()) {
        return Err(Unsupported::Uncompared);
    }
    let filters = sampler.magnification == MagnificationFilter::Linear
        || sampler.minification.within_level() == MagnificationFilter::Linear
        || sampler.minification.uses_mipmap();
    let mut wanted = vk::FormatFeatureFlags::SAMPLED_IMAGE;
    // Comparisons may be filtered whatever the format; only other lookups ask for this.
    if filters && !shape.shadow && bound.kind() == FormatKind::Float {
        wanted |= vk::FormatFeatureFlags::SAMPLED_IMAGE_FILTER_LINEAR;
    }
    let format = formats(bound, shape.shadow)
        .into_iter()
        .find(|format| gpu.can(*format, wanted))
        .ok_or(Unsupported::Filter)?;
    let row = own.target().row();
    let base = own
        .image(sampler.base_level, 0)
        .ok_or(Unsupported::BaseLevel)?
        .extent();
    let (size, layers) = match row.layers {
        LayerAxis::None => ([base.width, base.height, base.depth], row.faces),
        LayerAxis::Height => ([base.width, 1, 1], base.height),
        LayerAxis::Depth => ([base.width, base.height, 1], base.depth),
    };
    let last = if sampler.minification.uses_mipmap() {
        bound.last_level()
    } else {
        sampler.base_level
    };
    let mut levels = Vec::new();
    for level in sampler.base_level..=last {
        let mut bytes = Vec::new();
        for face in 0..row.faces {
            let image = own.image(level, face).ok_or(Unsupported::Level)?;
            encode(bound, image, format, &mut bytes);
        }
        levels.push(bytes);
    }
    let (information, border) = sampling(gpu, bound, shape, row.dimensions, filters)?;
    Ok(Texels {
        binding: texture.binding,
        sampler_binding: texture.binding + SAMPLERS,
        format,
        kind,
        view,
        size,
        layers,
        levels,
        sampler: information,
        border,
    })
}

/// Formats that a texture may have on the device, the best first.
fn formats(bound: &BoundTexture, shadow: bool) -> [vk::Format; 2] {
    let first = match (bound.format(), bound.kind()) {
        (Format::Depth16, _) if shadow => vk::Format::D16_UNORM,
        (Format::Depth24, _) if shadow => vk::Format::X8_D24_UNORM_PACK32,
        (_, FormatKind::Float) if shadow => vk::Format::D32_SFLOAT,
        (_, FormatKind::Float) => vk::Format::R32G32B32A32_SFLOAT,
        (_, FormatKind::Signed) => vk::Format::R32G32B32A32_SINT,
        (_, FormatKind::Unsigned) => vk::Format::R32G32B32A32_UINT,
    };
    [first, if shadow { vk::Format::D32_SFLOAT } else { first }]
}

/// Appends the texels of an image in a format of the device.
fn encode(bound: &BoundTexture, image: &Image, format: vk::Format, bytes: &mut Vec<u8>) {
    match format {
        // These are stored as they are here.
        vk::Format::D16_UNORM | vk::Format::X8_D24_UNORM_PACK32 => bytes.extend_from_slice(image.bytes()),
        vk::Format::D32_SFLOAT => {
            bytes.extend(image.depths().flat_map(f32::to_ne_bytes));
        }
        vk::Format::R32G32B32A32_SFLOAT => {
            bytes.extend(bound.colors(image).flatten().flat_map(f32::to_ne_bytes));
        }
        _ => bytes.extend(bound.integers(image).flatten().flat_map(u32::to_ne_bytes)),
    }
}

/// The sampler, and its border where that is a colour of its own.
fn sampling(
    gpu: &Gpu,
    bound: &BoundTexture,
    shape: &TextureShape,
    dimensions: usize,
    filters: bool,
) -> Result<(vk::SamplerCreateInfo<'static>, Option<[f32; 4]>), Unsupported> {
    let sampler = bound.sampler();
    let swizzles = sampler.swizzle != Sampler::default().swizzle;
    if shape.shadow && swizzles {
        return Err(Unsupported::SwizzledComparison);
    }
    if bound.texture().is_sparse() {
        return Err(Unsupported::Sparse);
    }
    if sampler.maximum_anisotropy > 1.0 {
        return Err(Unsupported::Anisotropy);
    }
    let mut modes = [vk::SamplerAddressMode::CLAMP_TO_EDGE; 3];
    for (mode, wrap) in modes.iter_mut().zip(sampler.wrap).take(dimensions) {
        // Without a filter the border is never reached.
        if wrap != Wrap::Clamp || filters {
            *mode = state_value::address_mode(wrap).ok_or(Unsupported::Wrap(wrap.name()))?;
        }
    }
    let (least, most) = (sampler.minimum_lod, sampler.maximum_lod);
    // Without mipmaps the level still tells which filter is taken (Vulkan 1.3, VkSamplerCreateInfo).
    let end = if sampler.minification.uses_mipmap() {
        most
    } else {
        most.min(0.25)
    };
    let information = vk::SamplerCreateInfo::default()
        .mag_filter(state_value::filter(sampler.magnification))
        .min_filter(state_value::filter(sampler.minification.within_level()))
        .mipmap_mode(match sampler.minification {
            MinificationFilter::NearestMipmapLinear | MinificationFilter::LinearMipmapLinear => {
                vk::SamplerMipmapMode::LINEAR
            }
            MinificationFilter::Nearest
            | MinificationFilter::Linear
            | MinificationFilter::NearestMipmapNearest
            | MinificationFilter::LinearMipmapNearest => vk::SamplerMipmapMode::NEAREST,
        })
        .address_mode_u(modes[0])
        .address_mode_v(modes[1])
        .address_mode_w(modes[2])
        .mip_lod_bias(sampler.lod_bias)
        .min_lod(least.min(end))
        .max_lod(end)
        .compare_enable(shape.shadow)
        .compare_op(state_value::compare_function(sampler.compare_function));
    if !modes[..dimensions].contains(&vk::SamplerAddressMode::CLAMP_TO_BORDER) {
        return Ok((information, None));
    }
    let border = bound.border_color().ok_or(Unsupported::IntegerBorder)?;
    let known = [
        ([0.0, 0.0, 0.0, 0.0], vk::BorderColor::FLOAT_TRANSPARENT_BLACK),
        ([0.0, 0.0, 0.0, 1.0], vk::BorderColor::FLOAT_OPAQUE_BLACK),
        ([1.0, 1.0, 1.0, 1.0], vk::BorderColor::FLOAT_OPAQUE_WHITE),
    ];
    if let Some((_, color)) = known.into_iter().find(|(color, _)| *color == border) {
        return Ok((information.border_color(color), None));
    }
    if !gpu.extensions.borders {
        return Err(Unsupported::BorderColor);
    }
    Ok((
        information.border_color(vk::BorderColor::FLOAT_CUSTOM_EXT),
        Some(border),
    ))
}
