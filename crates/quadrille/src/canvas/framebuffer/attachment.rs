//! What framebuffers are made of.

use quadrille_isa::gl::texture::ObjectTarget;
use quadrille_pipeline::state::MAX_DRAW_BUFFERS;
use quadrille_pipeline::{ColorFormat, DepthFormat};
use quadrille_texture::Format;

use super::super::ImageLevel;

/// The format of a renderbuffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RenderbufferFormat {
    /// Colours.
    Color(ColorFormat),
    /// Depths.
    Depth(DepthFormat),
    /// Stencil values of 8 bits.
    Stencil,
    /// Depths and stencil values of 8 bits, for both attachments at once.
    DepthStencil(DepthFormat),
}

impl RenderbufferFormat {
    /// The format of a GL name, with or without `GL_`; base formats have that of [`Format::from_name`].
    pub fn from_name(name: &str) -> Option<RenderbufferFormat> {
        Some(match name.strip_prefix("GL_").unwrap_or(name) {
            "STENCIL_INDEX" => RenderbufferFormat::Stencil,
            "DEPTH_STENCIL" => RenderbufferFormat::DepthStencil(DepthFormat::Depth24),
            name => return RenderbufferFormat::of(Format::from_name(name)?),
        })
    }

    /// The buffer that has the texels of a texture.
    pub(super) fn of(format: Format) -> Option<RenderbufferFormat> {
        Some(match format {
            Format::Depth16 => RenderbufferFormat::Depth(DepthFormat::Depth16),
            Format::Depth24 => RenderbufferFormat::Depth(DepthFormat::Depth24),
            Format::Depth32 => RenderbufferFormat::Depth(DepthFormat::Depth32),
            Format::Depth32F => RenderbufferFormat::Depth(DepthFormat::Depth32F),
            Format::Depth24Stencil8 => RenderbufferFormat::DepthStencil(DepthFormat::Depth24),
            Format::Depth32FStencil8 => RenderbufferFormat::DepthStencil(DepthFormat::Depth32F),
            Format::Stencil8 => RenderbufferFormat::Stencil,
            format if format.is_color_renderable() => RenderbufferFormat::Color(format),
            _ => return None,
        })
    }
}

/// Something that is drawn into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attachment {
    /// A level of a texture: one layer, face or slice of it, or all as layers (FramebufferTexture).
    Texture(ImageLevel),
    /// Pixels that are nothing else (FramebufferRenderbuffer).
    Renderbuffer {
        /// The format.
        format: RenderbufferFormat,
        /// Width and height.
        size: [u32; 2],
        /// Samples of a pixel.
        samples: u32,
    },
}

impl Attachment {
    /// Whether framebuffers take textures of its target.
    pub(super) fn check_target(&self) -> Result<(), AttachmentError> {
        match self {
            Attachment::Texture(image) if image.target == ObjectTarget::Buffer => {
                Err(AttachmentError::BufferTexture)
            }
            Attachment::Texture(_) | Attachment::Renderbuffer { .. } => Ok(()),
        }
    }
}

/// What a framebuffer is made of. All attachments have the same samples and layers; of those of different sizes the pixels
/// are drawn that all have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attachments {
    /// The colour attachments by their numbers.
    pub colors: Vec<Option<Attachment>>,
    /// Depth.
    pub depth: Option<Attachment>,
    /// Stencil; with a depth of the format DEPTH24_STENCIL8 or DEPTH32F_STENCIL8 there is one already, unless it is another.
    pub stencil: Option<Attachment>,
}

/// A point that something is attached to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttachmentPoint {
    /// COLOR_ATTACHMENTn
    Color(usize),
    /// DEPTH_ATTACHMENT
    Depth,
    /// STENCIL_ATTACHMENT
    Stencil,
}

impl Attachments {
    /// NV_geometry_program4 4.4.4.2: "If any framebuffer attachment is layered, all populated attachments must be layered.
    /// Additionally, all populated color attachments must be from textures of the same target".
    pub(super) fn check_layers(&self) -> Result<(), AttachmentError> {
        let layered = |attachment: &Attachment| match attachment {
            Attachment::Renderbuffer { .. } => None,
            Attachment::Texture(image) => {
                let has_layers = image.target.row().single_layer.is_some();
                (has_layers && image.layer.is_none()).then_some(image.target)
            }
        };
        let colors = || self.colors.iter().flatten();
        let all = || colors().chain(&self.depth).chain(&self.stencil);
        if all().all(|attachment| layered(attachment).is_none()) {
            return Ok(());
        }
        let first = colors().next().and_then(layered);
        let is_whole = all().all(|attachment| layered(attachment).is_some());
        match is_whole && colors().all(|color| layered(color) == first) {
            true => Ok(()),
            false => Err(AttachmentError::LayerTargets),
        }
    }

    pub(super) fn point_mut(&mut self, point: AttachmentPoint) -> &mut Option<Attachment> {
        match point {
            AttachmentPoint::Color(number) => {
                if self.colors.len() <= number {
                    self.colors.resize(number + 1, None);
                }
                &mut self.colors[number]
            }
            AttachmentPoint::Depth => &mut self.depth,
            AttachmentPoint::Stencil => &mut self.stencil,
        }
    }
}

/// A framebuffer that is not complete, or does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AttachmentError {
    /// There is no such texture, level or layer.
    #[error("there is no such texture, level or layer to draw into")]
    Absent,
    /// OpenGL 4.6, 9.2.8: INVALID_OPERATION.
    #[error("a buffer texture is no attachment of a framebuffer")]
    BufferTexture,
    /// The attachment point does not take the format (FRAMEBUFFER_INCOMPLETE_ATTACHMENT).
    #[error("{point} attachments do not have the format {format}")]
    Format {
        /// Colour, depth or stencil.
        point: &'static str,
        /// The format by its GL name.
        format: &'static str,
    },
    /// Nothing is attached (FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT).
    #[error("a framebuffer has at least one attachment")]
    Missing,
    /// Attachments differ (FRAMEBUFFER_INCOMPLETE_MULTISAMPLE, _LAYER_COUNT_EXT).
    #[error("all attachments of a framebuffer have the same samples and layers")]
    Shapes,
    /// Layered attachments beside others, or of colours of different targets (FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS).
    #[error("with a layered attachment all are layered, and those of colours are textures of one target")]
    LayerTargets,
    /// There is no such framebuffer.
    #[error("there is no such framebuffer")]
    Framebuffer,
    /// The canvas's own framebuffer has no attachments.
    #[error("the own framebuffer keeps its buffers")]
    Own,
    /// There are more draw buffers than there can be.
    #[error("{0} draw buffers are more than {MAX_DRAW_BUFFERS}")]
    DrawBuffers(usize),
    /// There is no such colour attachment.
    #[error("the framebuffer has no colour attachment {0}")]
    Color(usize),
    /// Two draw buffers name one attachment (GL 4.6, 17.4.1).
    #[error("colour attachment {0} is that of two draw buffers")]
    Twice(usize),
}

impl AttachmentError {
    /// An attachment point does not take a format.
    pub(super) fn format(point: &'static str, format: RenderbufferFormat) -> AttachmentError {
        let format = match format {
            RenderbufferFormat::Color(format) => format.row().name,
            RenderbufferFormat::Depth(DepthFormat::Depth16) => "DEPTH_COMPONENT16",
            RenderbufferFormat::Depth(DepthFormat::Depth24) => "DEPTH_COMPONENT24",
            RenderbufferFormat::Depth(DepthFormat::Depth32) => "DEPTH_COMPONENT32",
            RenderbufferFormat::Depth(DepthFormat::Depth32F) => "DEPTH_COMPONENT32F",
            RenderbufferFormat::Stencil => "STENCIL_INDEX8",
            RenderbufferFormat::DepthStencil(DepthFormat::Depth32F) => "DEPTH32F_STENCIL8",
            RenderbufferFormat::DepthStencil(_) => "DEPTH24_STENCIL8",
        };
        AttachmentError::Format { point, format }
    }
}

impl ImageLevel {
    /// All layers of level 0 of a texture.
    pub fn whole(unit: usize, target: ObjectTarget) -> ImageLevel {
        ImageLevel {
            unit,
            target,
            level: 0,
            layer: None,
        }
    }
}
