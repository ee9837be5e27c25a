//! The framebuffer on its way to the driver and back: textures that are drawn to.

use quadrille_pipeline::{ColorFormat, DepthFormat, Depths, Framebuffer, Pixels};
use quadrille_texture::format::FormatKind;
use quadrille_translate::ImageFormat;
use quadrille_translated::Translated;

use crate::enumerant::{
    COLOR_ATTACHMENT0, DEPTH_STENCIL_ATTACHMENT, FRAMEBUFFER, FRAMEBUFFER_COMPLETE, NONE, TEXTURE_2D,
    TEXTURE0,
};
use crate::error::{DrawError, Unsupported};
use crate::gl::{Gl, GlError, Layout};

/// The textures that are drawn to.
pub(super) struct RenderTarget {
    /// Textures of the colour buffers.
    colors: Vec<u32>,
    /// That of depth and stencil.
    depth: Option<u32>,
}

/// The layout of a colour buffer's pixels in the driver, which has the same; shaders give no integers yet.
pub(crate) fn color_layout(format: ColorFormat) -> Result<Layout, Unsupported> {
    if format == ColorFormat::Srgb8Alpha8 {
        return Ok(Layout::SRGB8_ALPHA8);
    }
    let has_floats = format.kind() == FormatKind::Float;
    let image = ImageFormat::of_name(&format.row().name.to_lowercase());
    let image = image.filter(|_| has_floats).ok_or(Unsupported::ColorFormat)?;
    Ok(Layout::of(image))
}

/// The layout of depths and stencil values in the driver.
fn depth_layout(framebuffer: &Framebuffer) -> Result<Layout, Unsupported> {
    match framebuffer.depth_format() {
        Some(DepthFormat::Depth32F) => Ok(Layout::DEPTH32F_STENCIL8),
        Some(DepthFormat::Depth24) | None => Ok(Layout::DEPTH24_STENCIL8),
        Some(DepthFormat::Depth16 | DepthFormat::Depth32) => Err(Unsupported::DepthFormat),
    }
}

impl RenderTarget {
    /// Hands a framebuffer over and draws to it from here on.
    pub(super) fn new(
        gl: &Gl,
        framebuffer: &Framebuffer,
        translated: &Translated<'_>,
    ) -> Result<RenderTarget, DrawError> {
        let size = [framebuffer.width(), framebuffer.height(), 1];
        gl.new_framebuffer(FRAMEBUFFER);
        let texture = |attachment: u32, layout: Layout, bytes: &[u8]| {
            let texture = gl.new_texture(TEXTURE_2D);
            gl.define(TEXTURE_2D, 0, 2, size, layout, bytes)?;
            gl.framebuffer_texture(FRAMEBUFFER, attachment, TEXTURE_2D, texture, 0);
            Ok::<u32, GlError>(texture)
        };
        let mut colors = Vec::new();
        for (attachment, format) in (COLOR_ATTACHMENT0..).zip(framebuffer.color_formats()) {
            let pixels = framebuffer.color_values(colors.len());
            colors.push(texture(attachment, color_layout(format)?, pixels.bytes())?);
        }
        let depth = match depths(framebuffer) {
            Some(bytes) => Some(texture(
                DEPTH_STENCIL_ATTACHMENT,
                depth_layout(framebuffer)?,
                &bytes,
            )?),
            None => None,
        };
        let buffers = translated.resources.context.draw_buffers.iter().enumerate();
        let buffers = buffers.map(|(number, buffer)| match buffer {
            Some(buffer) if *buffer < colors.len() && translated.writes(number) => {
                COLOR_ATTACHMENT0 + *buffer as u32
            }
            _ => NONE,
        });
        gl.set_draw_buffers(&buffers.collect::<Vec<_>>());
        if gl.framebuffer_status(FRAMEBUFFER) != FRAMEBUFFER_COMPLETE {
            return Err(Unsupported::Framebuffer.into());
        }
        gl.bind_texture(TEXTURE_2D, 0);
        Ok(RenderTarget { colors, depth })
    }

    /// Takes back what was drawn.
    pub(super) fn take(&self, gl: &Gl, framebuffer: &mut Framebuffer) {
        let size = [framebuffer.width(), framebuffer.height(), 1];
        gl.active_texture(TEXTURE0);
        let read = |texture: u32, layout: Layout| {
            gl.bind_texture(TEXTURE_2D, texture);
            gl.texels_of(TEXTURE_2D, size, layout)
        };
        for (at, texture) in self.colors.iter().enumerate() {
            let Some(format) = framebuffer.color_formats().nth(at) else {
                continue;
            };
            let Ok(layout) = color_layout(format) else {
                continue;
            };
            framebuffer.set_color(at, &Pixels::new(format, read(*texture, layout)));
        }
        let Some(texture) = self.depth else { return };
        let Ok(layout) = depth_layout(framebuffer) else {
            return;
        };
        let bytes = read(texture, layout);
        let (words, _) = bytes.as_chunks::<4>();
        let (depths, stencils): (Option<Depths>, Vec<u8>) = match framebuffer.depth_format() {
            Some(DepthFormat::Depth32F) => (
                Some(Depths::Float(
                    words
                        .iter()
                        .step_by(2)
                        .map(|word| f32::from_ne_bytes(*word))
                        .collect(),
                )),
                words
                    .iter()
                    .skip(1)
                    .step_by(2)
                    .map(|word| u32::from_ne_bytes(*word) as u8)
                    .collect(),
            ),
            old => {
                let words = words.iter().map(|word| u32::from_ne_bytes(*word));
                let fixed = || Depths::Fixed(words.clone().map(|word| word >> 8).collect());
                (
                    old.is_some().then(fixed),
                    words.clone().map(|word| word as u8).collect(),
                )
            }
        };
        if let Some(depths) = depths {
            framebuffer.set_depths(&depths);
        }
        if framebuffer.has_stencil() {
            framebuffer.set_stencils(&stencils);
        }
    }
}

/// Depths and stencil values side by side, if there are any.
fn depths(framebuffer: &Framebuffer) -> Option<Vec<u8>> {
    let stencils = framebuffer.stencil_values();
    let stencil = |at: usize| stencils.as_ref().map_or(0, |stencils| u32::from(stencils[at]));
    match framebuffer.depth_values() {
        Some(Depths::Fixed(depths)) => {
            let depths = depths.iter().enumerate();
            Some(words(
                depths.map(|(at, depth)| (depth << 8 | stencil(at)).to_ne_bytes()),
            ))
        }
        Some(Depths::Float(depths)) => {
            let depths = depths.iter().enumerate();
            Some(words(depths.flat_map(|(at, depth)| {
                [depth.to_ne_bytes(), stencil(at).to_ne_bytes()]
            })))
        }
        None => Some(words(
            stencils?.iter().map(|stencil| u32::from(*stencil).to_ne_bytes()),
        )),
    }
}

fn words<const N: usize>(values: impl Iterator<Item = [u8; N]>) -> Vec<u8> {
    values.flatten().collect()
}
