//! Pictures and framebuffers as bytes.

use quadrille::{ColorFormat, DepthFormat, Depths, Framebuffer, Picture, Pixels};
use quadrille_pipeline::Extent;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use super::content::ContentError;

/// The buffers of a framebuffer; numbers as the machine has them.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct Buffers {
    width: u32,
    height: u32,
    samples: u32,
    layers: u32,
    colors: Vec<Colors>,
    depth: Option<Depth>,
    stencil: Option<ByteBuf>,
}

/// Pixels, and the name of their format.
#[derive(Serialize, Deserialize, Debug)]
struct Colors {
    format: String,
    pixels: ByteBuf,
}

#[derive(Serialize, Deserialize, Debug)]
enum Depth {
    Fixed16(ByteBuf),
    Fixed24(ByteBuf),
    Fixed32(ByteBuf),
    Float(ByteBuf),
}

/// An 8-bit picture.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct Image {
    width: u32,
    height: u32,
    rgba: ByteBuf,
}

fn bytes<T: bytemuck::NoUninit>(values: &[T]) -> ByteBuf {
    ByteBuf::from(bytemuck::cast_slice::<T, u8>(values))
}

fn values<T: bytemuck::Pod>(bytes: &ByteBuf) -> Vec<T> {
    bytemuck::pod_collect_to_vec::<u8, T>(bytes)
}

impl Buffers {
    pub(super) fn new(framebuffer: &Framebuffer) -> Buffers {
        let Extent {
            width,
            height,
            samples,
            layers,
        } = framebuffer.extent();
        let colors = (0..framebuffer.color_formats().len()).map(|at| {
            let pixels = framebuffer.color_values(at);
            Colors {
                format: pixels.format().row().name.to_owned(),
                pixels: bytes(pixels.bytes()),
            }
        });
        let depth = framebuffer.depth_values().zip(framebuffer.depth_format());
        let depth = depth.map(|(depths, format)| match (&depths, format) {
            (Depths::Fixed(depths), DepthFormat::Depth16) => Depth::Fixed16(bytes(depths)),
            (Depths::Fixed(depths), DepthFormat::Depth32) => Depth::Fixed32(bytes(depths)),
            (Depths::Fixed(depths), DepthFormat::Depth24 | DepthFormat::Depth32F) => {
                Depth::Fixed24(bytes(depths))
            }
            (Depths::Float(depths), _) => Depth::Float(bytes(depths)),
        });
        Buffers {
            width,
            height,
            samples,
            layers,
            colors: colors.collect(),
            depth,
            stencil: framebuffer.stencil_values().map(ByteBuf::from),
        }
    }

    /// The framebuffer, if it can be.
    pub(super) fn framebuffer(self) -> Result<Framebuffer, ContentError> {
        let extent = Extent {
            width: self.width,
            height: self.height,
            samples: self.samples,
            layers: self.layers,
        };
        let colors = self.colors.into_iter().map(|colors| {
            let format =
                ColorFormat::from_name(&colors.format).ok_or(ContentError::ColorFormat(colors.format))?;
            Ok(Pixels::new(format, colors.pixels.into_vec()))
        });
        let colors: Vec<Pixels> = colors.collect::<Result<_, ContentError>>()?;
        let formats: Vec<ColorFormat> = colors.iter().map(Pixels::format).collect();
        let depths = self.depth.map(|depth| match depth {
            Depth::Fixed16(depths) => (DepthFormat::Depth16, Depths::Fixed(values(&depths))),
            Depth::Fixed24(depths) => (DepthFormat::Depth24, Depths::Fixed(values(&depths))),
            Depth::Fixed32(depths) => (DepthFormat::Depth32, Depths::Fixed(values(&depths))),
            Depth::Float(depths) => (DepthFormat::Depth32F, Depths::Float(values(&depths))),
        });
        let format = depths.as_ref().map(|(format, _)| *format);
        let mut framebuffer = Framebuffer::of(extent, &formats, format, self.stencil.is_some())?;
        let pixels = extent.width as usize * extent.height as usize;
        let values = pixels * extent.samples as usize * extent.layers as usize;
        let lengths = colors.iter().map(Pixels::len);
        let lengths = lengths.chain(depths.as_ref().map(|(_, depths)| match depths {
            Depths::Fixed(depths) => depths.len(),
            Depths::Float(depths) => depths.len(),
        }));
        let mut lengths = lengths.chain(self.stencil.as_ref().map(|stencil| stencil.len()));
        if lengths.any(|length| length != values) {
            return Err(ContentError::BufferSizes);
        }
        for (buffer, pixels) in colors.iter().enumerate() {
            framebuffer.set_color(buffer, pixels);
        }
        if let Some((_, depths)) = depths {
            framebuffer.set_depths(&depths);
        }
        if let Some(stencil) = self.stencil {
            framebuffer.set_stencils(&stencil);
        }
        Ok(framebuffer)
    }
}

impl From<Picture> for Image {
    fn from(Picture { width, height, rgba }: Picture) -> Image {
        Image {
            width,
            height,
            rgba: rgba.into(),
        }
    }
}

impl From<Image> for Picture {
    fn from(Image { width, height, rgba }: Image) -> Picture {
        Picture {
            width,
            height,
            rgba: rgba.into_vec(),
        }
    }
}
