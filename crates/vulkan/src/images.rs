//! Images of a draw: levels that shaders read and write.

use ash::vk;
use quadrille_texture::LayerAxis;
use quadrille_translate::form::TextureShape;
use quadrille_translate::{Feature, ImageFormat};
use quadrille_translated::{Images, Translated};

use crate::error::Unsupported;
use crate::gpu::{Gpu, Stored, StoredView};
use crate::textures::kinds;

/// The levels that the images of both shaders show.
pub(crate) fn of(
    gpu: &Gpu,
    translated: &Translated<'_>,
    images: &Images<'_>,
) -> Result<Vec<Stored>, Unsupported> {
    refuse(gpu, translated)?;
    let stored = images.levels.iter().enumerate().map(|(at, level)| {
        let (kind, view) = kinds(&level.shape)?;
        let (size, layers) = sizes(&level.shape, level.sizes);
        let shown = images.shown.iter().filter(|shown| shown.level == at);
        let views: Vec<StoredView> = shown
            .map(|shown| StoredView {
                binding: shown.binding,
                format: format(shown.format),
            })
            .collect();
        let own = format(level.format);
        for format in views.iter().map(|view| view.format).chain([own]) {
            if !gpu.can(format, vk::FormatFeatureFlags::STORAGE_IMAGE) {
                return Err(Unsupported::ImageFormat);
            }
        }
        Ok(Stored {
            format: own,
            kind,
            view,
            size,
            layers,
            bytes: level.bytes.clone(),
            views,
        })
    });
    stored.collect()
}

/// Checks the device for the features that the images of the shaders need.
fn refuse(gpu: &Gpu, translated: &Translated<'_>) -> Result<(), Unsupported> {
    let can = &gpu.features;
    for (feature, has) in [
        (Feature::Images, can.fragment_stores_and_atomics),
        (Feature::ImageFormats, can.shader_storage_image_extended_formats),
        (
            Feature::ImagesOfAnyFormat,
            can.shader_storage_image_write_without_format,
        ),
        (
            Feature::ImageReadsOfAnyFormat,
            can.shader_storage_image_read_without_format,
        ),
    ] {
        let mut sides = translated.sides();
        if has == 0 && sides.any(|side| side.shader.features.contains(&feature)) {
            return Err(Unsupported::ImageFeature(feature.row().doc));
        }
    }
    Ok(())
}

/// The size of an image, and its layers or faces apart.
fn sizes(shape: &TextureShape, [width, height, depth]: [u32; 3]) -> ([u32; 3], u32) {
    match shape.row().layers {
        LayerAxis::Height => ([width, 1, 1], height),
        LayerAxis::Depth => ([width, height, 1], depth),
        LayerAxis::None if shape.cube() => ([width, height, 1], depth),
        LayerAxis::None => ([width, height, depth], 1),
    }
}

/// The Vulkan format of an image format (Vulkan 1.3, "Compatibility Between SPIR-V Image Formats And Vulkan Formats").
pub(crate) fn format(format: ImageFormat) -> vk::Format {
    match format {
        ImageFormat::Rgba32f => vk::Format::R32G32B32A32_SFLOAT,
        ImageFormat::Rgba16f => vk::Format::R16G16B16A16_SFLOAT,
        ImageFormat::Rg32f => vk::Format::R32G32_SFLOAT,
        ImageFormat::Rg16f => vk::Format::R16G16_SFLOAT,
        ImageFormat::R11fG11fB10f => vk::Format::B10G11R11_UFLOAT_PACK32,
        ImageFormat::R32f => vk::Format::R32_SFLOAT,
        ImageFormat::R16f => vk::Format::R16_SFLOAT,
        ImageFormat::Rgba16 => vk::Format::R16G16B16A16_UNORM,
        ImageFormat::Rgb10A2 => vk::Format::A2B10G10R10_UNORM_PACK32,
        ImageFormat::Rgba8 => vk::Format::R8G8B8A8_UNORM,
        ImageFormat::Rg16 => vk::Format::R16G16_UNORM,
        ImageFormat::Rg8 => vk::Format::R8G8_UNORM,
        ImageFormat::R16 => vk::Format::R16_UNORM,
        ImageFormat::R8 => vk::Format::R8_UNORM,
        ImageFormat::Rgba16Snorm => vk::Format::R16G16B16A16_SNORM,
        ImageFormat::Rgba8Snorm => vk::Format::R8G8B8A8_SNORM,
        ImageFormat::Rg16Snorm => vk::Format::R16G16_SNORM,
        ImageFormat::Rg8Snorm => vk::Format::R8G8_SNORM,
        ImageFormat::R16Snorm => vk::Format::R16_SNORM,
        ImageFormat::R8Snorm => vk::Format::R8_SNORM,
        ImageFormat::Rgba32i => vk::Format::R32G32B32A32_SINT,
        ImageFormat::Rgba16i => vk::Format::R16G16B16A16_SINT,
        ImageFormat::Rgba8i => vk::Format::R8G8B8A8_SINT,
        ImageFormat::Rg32i => vk::Format::R32G32_SINT,
        ImageFormat::Rg16i => vk::Format::R16G16_SINT,
        ImageFormat::Rg8i => vk::Format::R8G8_SINT,
        ImageFormat::R32i => vk::Format::R32_SINT,
        ImageFormat::R16i => vk::Format::R16_SINT,
        ImageFormat::R8i => vk::Format::R8_SINT,
        ImageFormat::Rgba32ui => vk::Format::R32G32B32A32_UINT,
        ImageFormat::Rgba16ui => vk::Format::R16G16B16A16_UINT,
        ImageFormat::Rgb10a2ui => vk::Format::A2B10G10R10_UINT_PACK32,
        ImageFormat::Rgba8ui => vk::Format::R8G8B8A8_UINT,
        ImageFormat::Rg32ui => vk::Format::R32G32_UINT,
        ImageFormat::Rg16ui => vk::Format::R16G16_UINT,
        ImageFormat::Rg8ui => vk::Format::R8G8_UINT,
        ImageFormat::R32ui => vk::Format::R32_UINT,
        ImageFormat::R16ui => vk::Format::R16_UINT,
        ImageFormat::R8ui => vk::Format::R8_UINT,
    }
}
