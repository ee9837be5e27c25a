//! Commands about framebuffers: what they are made of, which is drawn into and read, blits, and clears of single buffers.

use quadrille_pipeline::state::MAX_DRAW_BUFFERS;

use crate::error::{Expected, Problem, SceneError, followed, wrong};
use crate::state::StateError;
use crate::words::Words;

/// What a framebuffer is bound to: `fb draw …`, `fb read …`, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are GL's")]
pub enum FramebufferTarget {
    Draw,
    Read,
    Both,
}

/// A point of a framebuffer that something is attached to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttachmentPoint {
    /// `color n`
    Color(usize),
    /// `depth`
    Depth,
    /// `stencil`
    Stencil,
}

/// Something that is drawn into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FramebufferImage {
    /// The texture that was made last for a unit.
    Texture {
        /// The unit.
        unit: usize,
        /// The level.
        level: u32,
        /// One layer, slice or face; all of them as layers without it.
        layer: Option<u32>,
    },
    /// A renderbuffer.
    Renderbuffer {
        /// Format by its GL name.
        format: String,
        /// Width and height.
        size: [u32; 2],
        /// Samples of a pixel.
        samples: u32,
    },
}

/// A command about framebuffers.
#[derive(Clone, PartialEq, Debug)]
pub enum FramebufferCommand {
    /// `fb winsys`: the scene's own.
    Own(FramebufferTarget),
    /// `fb tex 2d u …`, `fb tex slice TARGET u level layer`, `fb tex layered u`, `fb ms FORMAT w h samples`: a new one with
    /// these colour attachments.
    New(FramebufferTarget, Vec<Option<FramebufferImage>>),
    /// `fb attach POINT IMAGE`, `fb attach POINT none`: of what is drawn into.
    Attach(AttachmentPoint, Option<FramebufferImage>),
    /// `fb name NAME`: a name for what is drawn into.
    Name(String),
    /// `fb bind NAME`
    Bind(FramebufferTarget, String),
    /// `draw buffers n none …`
    DrawBuffers(Vec<Option<usize>>),
    /// `read buffer n`
    ReadBuffer(usize),
    /// `blit BUFFERS FILTER`, with two rectangles or all of both framebuffers.
    Blit {
        /// Colour, depth, stencil.
        buffers: [bool; 3],
        /// Whether the filter is linear.
        linear: bool,
        /// x0, y0, x1, y1 of what is read, and of what is written.
        rectangles: Option<[[i32; 4]; 2]>,
    },
    /// `clear buffer color n r g b a`
    ClearColor(usize, [f64; 4]),
    /// `clear buffer depth d`
    ClearDepth(f32),
    /// `clear buffer stencil n`
    ClearStencil(u32),
}

/// Reads what follows `fb`.
pub(crate) fn framebuffer(words: &mut Words<'_>) -> Result<FramebufferCommand, SceneError> {
    words.word();
    let target = if words.take("draw") {
        FramebufferTarget::Draw
    } else if words.take("read") {
        FramebufferTarget::Read
    } else {
        FramebufferTarget::Both
    };
    let command = if words.take("winsys") {
        FramebufferCommand::Own(target)
    } else if words.phrase("tex 2d") {
        let mut images = Vec::new();
        while !words.is_empty() {
            images.push(match words.signed()? {
                -1 => None,
                unit => Some(texture(words, unit, 0, Some(0))?),
            });
        }
        FramebufferCommand::New(target, images)
    } else if words.phrase("tex slice") {
        // The target is that of the texture, which the unit knows.
        words.word();
        let (unit, level, layer) = (words.signed()?, words.integer()?, words.integer()?);
        FramebufferCommand::New(target, vec![Some(texture(words, unit, level, Some(layer))?)])
    } else if words.phrase("tex layered") {
        let unit = words.signed()?;
        FramebufferCommand::New(target, vec![Some(texture(words, unit, 0, None)?)])
    } else if words.take("ms") {
        let format = words.word().to_owned();
        let image = FramebufferImage::Renderbuffer {
            format,
            size: [words.integer()?, words.integer()?],
            samples: words.integer()?,
        };
        FramebufferCommand::New(target, vec![Some(image)])
    } else if target == FramebufferTarget::Both && words.take("attach") {
        let point = point(words)?;
        FramebufferCommand::Attach(point, image(words)?)
    } else if target == FramebufferTarget::Both && words.take("name") {
        FramebufferCommand::Name(name(words)?)
    } else if words.take("bind") {
        FramebufferCommand::Bind(target, name(words)?)
    } else {
        let forms = &[
            "tex 2d",
            "tex slice",
            "tex layered",
            "ms",
            "attach",
            "name",
            "bind",
            "winsys",
        ];
        return Err(followed(words, "fb", forms));
    };
    words.end()?;
    Ok(command)
}

fn texture(
    words: &Words<'_>,
    unit: i32,
    level: u32,
    layer: Option<u32>,
) -> Result<FramebufferImage, SceneError> {
    let unit = usize::try_from(unit).map_err(|_| wrong(words.span(), Expected::Whole))?;
    Ok(FramebufferImage::Texture { unit, level, layer })
}

fn point(words: &mut Words<'_>) -> Result<AttachmentPoint, SceneError> {
    let span = words.span();
    Ok(match words.word() {
        "color" => AttachmentPoint::Color(words.integer()? as usize),
        "depth" => AttachmentPoint::Depth,
        "stencil" => AttachmentPoint::Stencil,
        _ => return Err(wrong(span, Expected::OneOf(&["color", "depth", "stencil"]))),
    })
}

/// `tex u`, with `level n` and `layer n` or `layered`; `FORMAT (w,h)`, with `samples n`; `none`.
fn image(words: &mut Words<'_>) -> Result<Option<FramebufferImage>, SceneError> {
    if words.take("none") {
        return Ok(None);
    }
    if words.take("tex") {
        let unit = words.signed()?;
        let level = if words.take("level") { words.integer()? } else { 0 };
        let layer = if words.take("layered") {
            None
        } else {
            Some(if words.take("layer") { words.integer()? } else { 0 })
        };
        return Ok(Some(texture(words, unit, level, layer)?));
    }
    let format = words.word().to_owned();
    let span = words.span();
    let size = words.integers::<2>()?.map(u32::try_from);
    let [Ok(width), Ok(height)] = size else {
        return Err(wrong(span, Problem::Size));
    };
    let samples = if words.take("samples") {
        words.integer()?
    } else {
        1
    };
    Ok(Some(FramebufferImage::Renderbuffer {
        format,
        size: [width, height],
        samples,
    }))
}

fn name(words: &mut Words<'_>) -> Result<String, SceneError> {
    let span = words.span();
    match words.word() {
        "" => Err(wrong(span, Expected::FramebufferName)),
        name => Ok(name.to_owned()),
    }
}

/// Reads what follows `draw buffers`.
pub(crate) fn draw_buffers(words: &mut Words<'_>) -> Result<FramebufferCommand, SceneError> {
    let mut buffers = Vec::new();
    while !words.is_empty() {
        buffers.push(match words.take("none") {
            true => None,
            false => Some(words.integer()? as usize),
        });
    }
    Ok(FramebufferCommand::DrawBuffers(buffers))
}

/// Reads what follows `blit`.
pub(crate) fn blit(words: &mut Words<'_>) -> Result<FramebufferCommand, SceneError> {
    words.word();
    let mut buffers = [false; 3];
    let names = ["color", "depth", "stencil"];
    while let Some(at) = names.iter().position(|name| words.take(name)) {
        buffers[at] = true;
    }
    if buffers == [false; 3] {
        return Err(wrong(
            words.span(),
            Expected::OneOf(&["color", "depth", "stencil"]),
        ));
    }
    let span = words.span();
    let linear = match words.word() {
        "linear" => true,
        "nearest" => false,
        _ => return Err(wrong(span, Expected::OneOf(&["linear", "nearest"]))),
    };
    let rectangles = match words.is_empty() {
        true => None,
        false => Some([words.integers()?, words.integers()?]),
    };
    words.end()?;
    Ok(FramebufferCommand::Blit {
        buffers,
        linear,
        rectangles,
    })
}

/// Reads what follows `clear buffer`.
pub(crate) fn clear(words: &mut Words<'_>) -> Result<FramebufferCommand, SceneError> {
    let span = words.span();
    let command = match words.word() {
        "color" => {
            let span = words.span();
            let number = words.integer()? as usize;
            // OpenGL 4.6 17.4.3.1: a draw buffer is below MAX_DRAW_BUFFERS.
            if number >= MAX_DRAW_BUFFERS {
                return Err(wrong(span, StateError::DrawBuffer));
            }
            let mut color = [0.0; 4];
            for component in &mut color {
                let span = words.span();
                let word = words.word();
                // Integers of 32 bits are exact.
                let number = word.parse::<i64>().map(|number| number as f64);
                *component = match number {
                    Ok(number) => number,
                    Err(_) => number_of(word).ok_or_else(|| wrong(span, Expected::Number))?,
                };
            }
            FramebufferCommand::ClearColor(number, color)
        }
        "depth" => FramebufferCommand::ClearDepth(words.float()?),
        "stencil" => FramebufferCommand::ClearStencil(words.integer()?),
        _ => return Err(wrong(span, Expected::OneOf(&["color", "depth", "stencil"]))),
    };
    words.end()?;
    Ok(command)
}

fn number_of(word: &str) -> Option<f64> {
    crate::number::float_or_bits(word).map(f64::from)
}
