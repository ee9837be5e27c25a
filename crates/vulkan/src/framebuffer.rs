//! The framebuffer on its way to the device and back.

use ash::vk;
use quadrille_pipeline::state::Context;
use quadrille_pipeline::{ColorFormat, DepthFormat, Depths, Framebuffer, Pixels};
use quadrille_texture::format::FormatKind;
use quadrille_translate::ImageFormat;

use crate::error::Unsupported;
use crate::gpu::{Gpu, Picture};
use crate::images;

/// The largest 24-bit depth.
const MAX_24: u32 = (1 << 24) - 1;

/// Which buffers a draw writes, and in which formats the device has them.
pub(crate) struct Buffers {
    /// The colour buffer of each draw buffer, and its format.
    colors: Vec<(usize, vk::Format)>,
    /// Depth with stencil, if the framebuffer has either.
    depth: Option<vk::Format>,
}

impl Buffers {
    pub(crate) fn new(
        gpu: &Gpu,
        framebuffer: &Framebuffer,
        context: &Context,
    ) -> Result<Buffers, Unsupported> {
        let mut colors = Vec::new();
        for buffer in &context.draw_buffers {
            let known = buffer.and_then(|buffer| Some((buffer, framebuffer.color_formats().nth(buffer)?)));
            let (buffer, format) = known.ok_or(Unsupported::AbsentDrawBuffer)?;
            let format = color_format(format, context.framebuffer_srgb);
            let usable = format.filter(|format| gpu.can(*format, vk::FormatFeatureFlags::COLOR_ATTACHMENT));
            colors.push((buffer, usable.ok_or(Unsupported::ColorFormat)?));
        }
        let most = gpu.limits().max_color_attachments;
        if colors.len() > most as usize {
            return Err(Unsupported::DrawBuffers(most));
        }
        let usable = |format: &vk::Format| gpu.can(*format, vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT);
        let wanted = match framebuffer.depth_format() {
            Some(DepthFormat::Depth24) => vk::Format::D24_UNORM_S8_UINT,
            Some(DepthFormat::Depth32F) | None => vk::Format::D32_SFLOAT_S8_UINT,
            Some(DepthFormat::Depth16 | DepthFormat::Depth32) => return Err(Unsupported::DepthFormat),
        };
        let depth = [wanted, vk::Format::D32_SFLOAT_S8_UINT].into_iter().find(usable);
        let needed = framebuffer.depth_format().is_some() || framebuffer.has_stencil();
        if needed && depth.is_none() {
            return Err(Unsupported::DepthStencil);
        }
        Ok(Buffers {
            colors,
            depth: depth.filter(|_| needed),
        })
    }

    /// The buffers as they are.
    pub(crate) fn pictures(
        &self,
        framebuffer: &Framebuffer,
    ) -> (Vec<Picture>, Option<Picture>, Option<Picture>) {
        let color = |(buffer, format): &(usize, vk::Format)| Picture {
            format: *format,
            bytes: framebuffer.color_values(*buffer).bytes().to_vec(),
        };
        let colors = self.colors.iter().map(color).collect();
        let Some(format) = self.depth else {
            return (colors, None, None);
        };
        let pixels = framebuffer.width() as usize * framebuffer.height() as usize;
        let bytes = match &framebuffer.depth_values() {
            Some(Depths::Fixed(depths)) if format == vk::Format::D24_UNORM_S8_UINT => {
                bytemuck::cast_slice(depths).to_vec()
            }
            Some(Depths::Fixed(depths)) => {
                let number = |depth: &u32| (f64::from(*depth) / f64::from(MAX_24)) as f32;
                depths
                    .iter()
                    .flat_map(|depth| number(depth).to_ne_bytes())
                    .collect()
            }
            Some(Depths::Float(depths)) => bytemuck::cast_slice(depths).to_vec(),
            None => vec![0; pixels * 4],
        };
        let depth = Picture { format, bytes };
        let stencil = framebuffer
            .stencil_values()
            .map(|bytes| Picture { format, bytes });
        (colors, Some(depth), stencil)
    }

    /// Takes back what the device drew.
    pub(crate) fn take(&self, framebuffer: &mut Framebuffer, drawn: Vec<Vec<u8>>) {
        let mut drawn = drawn.into_iter();
        let formats: Vec<ColorFormat> = framebuffer.color_formats().collect();
        for ((buffer, _), bytes) in self.colors.iter().zip(&mut drawn) {
            framebuffer.set_color(*buffer, &Pixels::new(formats[*buffer], bytes));
        }
        let depth = drawn.next().unwrap_or_default();
        let depths = match framebuffer.depth_format() {
            Some(DepthFormat::Depth24) if self.depth == Some(vk::Format::D24_UNORM_S8_UINT) => {
                // The upper eight bits are of no value.
                let words: Vec<u32> = bytemuck::pod_collect_to_vec(&depth);
                Some(Depths::Fixed(
                    words.into_iter().map(|word| word & MAX_24).collect(),
                ))
            }
            Some(DepthFormat::Depth24) => {
                let numbers: Vec<f32> = bytemuck::pod_collect_to_vec(&depth);
                let fixed = |number: f32| (f64::from(number) * f64::from(MAX_24) + 0.5) as u32;
                Some(Depths::Fixed(numbers.into_iter().map(fixed).collect()))
            }
            Some(DepthFormat::Depth32F) => Some(Depths::Float(bytemuck::pod_collect_to_vec(&depth))),
            Some(DepthFormat::Depth16 | DepthFormat::Depth32) | None => None,
        };
        if let Some(depths) = depths {
            framebuffer.set_depths(&depths);
        }
        if framebuffer.has_stencil() {
            framebuffer.set_stencils(&drawn.next().unwrap_or_default());
        }
    }
}

/// The device's format with the same texels, if Vulkan has one; shaders give no integers yet.
#[expect(clippy::wildcard_enum_match_arm, reason = "images have most formats")]
fn color_format(format: ColorFormat, srgb: bool) -> Option<vk::Format> {
    Some(match format {
        ColorFormat::Srgb8Alpha8 if srgb => vk::Format::R8G8B8A8_SRGB,
        ColorFormat::Srgb8Alpha8 => vk::Format::R8G8B8A8_UNORM,
        ColorFormat::Rgb565 => vk::Format::R5G6B5_UNORM_PACK16,
        ColorFormat::Rgba4 => vk::Format::R4G4B4A4_UNORM_PACK16,
        ColorFormat::Rgb5A1 => vk::Format::R5G5B5A1_UNORM_PACK16,
        other => {
            let has_floats = other.kind() == FormatKind::Float;
            let image = ImageFormat::of_name(&other.row().name.to_lowercase());
            images::format(image.filter(|_| has_floats)?)
        }
    })
}
