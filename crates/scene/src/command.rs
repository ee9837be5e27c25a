//! `[test]`: the commands, one a line.

use quadrille_base::{Diagnostic, Span};

use crate::words::Words;
use crate::wrong;

/// A command with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// The line, without blanks at its ends.
    pub span: Span,
    /// What it does.
    pub command: Command,
}

/// Which parameters a `parameter` command sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are the format's own")]
pub enum ParameterTarget {
    LocalVertex,
    EnvVertex,
    LocalFragment,
    EnvFragment,
    LocalGeometry,
    EnvGeometry,
}

/// A corner and a size in window coordinates, from the lower left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Corner {
    /// Left and lower edge.
    pub origin: [f32; 2],
    /// Width and height.
    pub size: [f32; 2],
}

/// Where a probe looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ProbeArea {
    /// One pixel.
    Pixel(i32, i32),
    /// One pixel, as parts of width and height.
    RelativePixel(f32, f32),
    /// Every pixel.
    All,
    /// A rectangle: x, y, width, height.
    Rect([i32; 4]),
    /// A rectangle, as parts of width and height.
    RelativeRect([f32; 4]),
}

/// A texture that a command makes.
#[derive(Clone, PartialEq, Debug)]
pub enum TextureMake {
    /// Quadrants red, green, blue, white.
    Rgbw {
        /// Width and height.
        size: [u32; 2],
        /// Internal format by its GL name, `GL_RGBA` if none is written.
        format: String,
    },
    /// 8×8, levels red, green, blue, white.
    Miptree,
    /// Squares of two colours.
    Checkerboard {
        /// The level that is set.
        level: u32,
        /// Width and height.
        size: [u32; 2],
        /// Colour of the square at the origin, and of its neighbours.
        colors: [[f32; 4]; 2],
    },
    /// Depth texture whose texel x is x/(w−1).
    Shadow1D {
        /// Width.
        width: u32,
    },
    /// The same in every row.
    Shadow2D {
        /// Width and height.
        size: [u32; 2],
    },
    /// The same with coordinates in texels.
    ShadowRect {
        /// Width and height.
        size: [u32; 2],
    },
    /// A picture from a PNG file.
    File {
        /// The path as written.
        path: String,
    },
    /// The six faces of a cube from PNG files: +x, −x, +y, −y, +z, −z.
    CubeFiles {
        /// The paths as written.
        paths: Vec<String>,
    },
    /// What was drawn so far: the colours, or the depths as a shadow texture.
    Framebuffer {
        /// Whether the depths are taken.
        depth: bool,
    },
}

/// A command.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `draw rect`, with texture coordinates for `draw rect tex`.
    DrawRect {
        /// The rectangle in object coordinates.
        rect: Corner,
        /// The rectangle of texture coordinate set 0.
        texture: Option<Corner>,
    },
    /// `draw arrays MODE first count`
    DrawArrays {
        /// The mode by its GL name.
        mode: String,
        /// First row.
        first: u32,
        /// Number of rows.
        count: u32,
    },
    /// `draw mesh PATH`
    DrawMesh {
        /// The path as written.
        path: String,
    },
    /// `ortho l r b t`; without numbers (0, width, 0, height).
    Ortho(Option<[f32; 4]>),
    /// `frustum l r b t n f`
    Frustum([f32; 6]),
    /// `perspective fovy near far`, the aspect that of the framebuffer.
    Perspective([f32; 3]),
    /// `look at (eye) (centre) (up)`: sets the modelview matrix.
    LookAt([[f32; 3]; 3]),
    /// `translate x y z` of the modelview matrix.
    Translate([f32; 3]),
    /// `rotate degrees x y z` of the modelview matrix.
    Rotate([f32; 4]),
    /// `scale x y z` of the modelview matrix.
    Scale([f32; 3]),
    /// `matrix NAME (16 numbers, column by column)`
    Matrix {
        /// `modelview`, `projection`, `texture n`, `program n`.
        name: String,
        /// Its number.
        index: u32,
        /// The elements, column by column as GL takes them; `None` for the word `mvp`, which stands for the
        /// modelview-projection matrix as it is now.
        values: Option<[f32; 16]>,
    },
    /// `clear color`, `clear depth`, `clear stencil`.
    ClearColor([f32; 4]),
    /// The depth that `clear` writes.
    ClearDepth(f32),
    /// The stencil value that `clear` writes.
    ClearStencil(u32),
    /// `clear`
    Clear,
    /// `color r g b a`
    Color([f32; 4]),
    /// `normal x y z`
    Normal([f32; 3]),
    /// `texcoord u (s,t,r,q)`
    Texcoord(u32, [f32; 4]),
    /// `attrib n (x,y,z,w)`
    Attrib(u32, [f32; 4]),
    /// `parameter local_vp i (x,y,z,w)`
    Parameter(ParameterTarget, u32, [f32; 4]),
    /// `enable NAME`, `disable NAME`
    Enable(String, bool),
    /// A texture for a unit.
    Texture(u32, TextureMake),
    /// `texparameter T NAME VALUE` of the texture just made.
    TexParameter {
        /// What is set: `min`, `wrap_s`, `depth_mode`, …
        name: String,
        /// Its value as written.
        value: String,
    },
    /// `generate mipmaps` of the texture just made.
    GenerateMipmaps,
    /// A `probe rgba`, `probe rgb`, in all its forms.
    Probe {
        /// Where.
        area: ProbeArea,
        /// What is expected; alpha is `None` for `rgb`.
        color: [f32; 3],
        /// Expected alpha.
        alpha: Option<f32>,
    },
    /// `probe depth x y d`
    ProbeDepth {
        /// The pixel.
        pixel: [i32; 2],
        /// Expected depth.
        depth: f32,
    },
    /// `tolerance r g b a`
    Tolerance([f32; 4]),
    /// A piece of state by its GL name: `light 0 diffuse (…)`, `fog density 0.5`, `blend func …`; its
    /// words in order.
    State {
        /// The words of the line, numbers and names.
        words: Vec<String>,
    },
    /// `output PATH`: writes the picture as a PNG.
    Output(String),
}

/// Words that begin a [`Command::State`].
const STATE: &[&str] = &[
    "light",
    "lightmodel",
    "material",
    "colormaterial",
    "fog",
    "blend",
    "alphafunc",
    "depthfunc",
    "depthmask",
    "depthrange",
    "colormask",
    "stencilfunc",
    "stencilop",
    "stencilmask",
    "logicop",
    "cullface",
    "frontface",
    "polygonmode",
    "polygonoffset",
    "shademodel",
    "pointsize",
    "pointparameter",
    "linewidth",
    "scissor",
    "viewport",
    "clipplane",
    "texenv",
    "texgen",
];

/// Reads one line of `[test]`.
pub(crate) fn line(text: &str, at: u32) -> Result<Statement, Diagnostic> {
    let mut words = Words::new(text, at);
    let span = Span::new(words.span().start, words.span().start + words.rest().len() as u32);
    let command = command(&mut words, span)?;
    Ok(Statement { span, command })
}

fn command(words: &mut Words<'_>, span: Span) -> Result<Command, Diagnostic> {
    let first = words.peek();
    Ok(match first {
        "draw" => return draw(words),
        "clear" => return clear(words),
        "probe" | "relative" => return probe(words),
        "texture" => return texture(words),
        "parameter" => return parameter(words),
        "ortho" => {
            words.word();
            Command::Ortho(if words.is_empty() {
                None
            } else {
                Some(words.floats()?)
            })
        }
        "frustum" => {
            words.word();
            Command::Frustum(words.floats()?)
        }
        "perspective" => {
            words.word();
            Command::Perspective(words.floats()?)
        }
        "look" if words.phrase("look at") => {
            Command::LookAt([words.tuple()?, words.tuple()?, words.tuple()?])
        }
        "translate" => {
            words.word();
            Command::Translate(words.floats()?)
        }
        "rotate" => {
            words.word();
            Command::Rotate(words.floats()?)
        }
        "scale" => {
            words.word();
            Command::Scale(words.floats()?)
        }
        "matrix" => {
            words.word();
            let name = words.word().to_owned();
            let numbered = words.peek().starts_with(|c: char| c.is_ascii_digit());
            let index = if numbered { words.integer()? } else { 0 };
            let values = if words.take("mvp") { None } else { Some(words.tuple()?) };
            Command::Matrix { name, index, values }
        }
        "color" => {
            words.word();
            Command::Color(words.floats()?)
        }
        "normal" => {
            words.word();
            Command::Normal(words.floats()?)
        }
        "texcoord" => {
            words.word();
            Command::Texcoord(words.integer()?, words.tuple()?)
        }
        "attrib" => {
            words.word();
            Command::Attrib(words.integer()?, words.tuple()?)
        }
        "enable" | "disable" => {
            let enable = words.word() == "enable";
            let name = words.word();
            if name.is_empty() {
                return Err(wrong(words.span(), "the name of a capability belongs here"));
            }
            Command::Enable(name.to_owned(), enable)
        }
        "texparameter" => {
            words.word();
            let _target = words.word();
            let name = words.word().to_owned();
            Command::TexParameter {
                name,
                value: words.rest().to_owned(),
            }
        }
        "generate" if words.phrase("generate mipmaps") => Command::GenerateMipmaps,
        "tolerance" => {
            words.word();
            Command::Tolerance(words.floats()?)
        }
        "output" => {
            words.word();
            Command::Output(path(words)?)
        }
        _ if STATE.contains(&first) => {
            let split = words
                .rest()
                .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ','));
            Command::State {
                words: split.filter(|word| !word.is_empty()).map(str::to_owned).collect(),
            }
        }
        _ => {
            let message = "there is no such command";
            return Err(wrong(span, message));
        }
    })
}

fn path(words: &Words<'_>) -> Result<String, Diagnostic> {
    match words.rest() {
        "" => Err(wrong(words.span(), "the path of a file belongs here")),
        path => Ok(path.to_owned()),
    }
}

fn draw(words: &mut Words<'_>) -> Result<Command, Diagnostic> {
    let corner = |[x, y, width, height]: [f32; 4]| Corner {
        origin: [x, y],
        size: [width, height],
    };
    if words.phrase("draw rect tex") {
        let [x, y, width, height, tx, ty, tw, th] = words.floats()?;
        let texture = Some(corner([tx, ty, tw, th]));
        return Ok(Command::DrawRect {
            rect: corner([x, y, width, height]),
            texture,
        });
    }
    if words.phrase("draw rect") {
        return Ok(Command::DrawRect {
            rect: corner(words.floats()?),
            texture: None,
        });
    }
    if words.phrase("draw arrays") {
        let mode = words.word().to_owned();
        return Ok(Command::DrawArrays {
            mode,
            first: words.integer()?,
            count: words.integer()?,
        });
    }
    if words.phrase("draw mesh") {
        return Ok(Command::DrawMesh { path: path(words)? });
    }
    Err(wrong(
        words.span(),
        "`draw` is followed by `rect`, `rect tex`, `arrays` or `mesh`",
    ))
}

fn clear(words: &mut Words<'_>) -> Result<Command, Diagnostic> {
    if words.phrase("clear color") {
        return Ok(Command::ClearColor(words.floats()?));
    }
    if words.phrase("clear depth") {
        return Ok(Command::ClearDepth(words.float()?));
    }
    if words.phrase("clear stencil") {
        return Ok(Command::ClearStencil(words.integer()?));
    }
    Ok(Command::Clear)
}

fn parameter(words: &mut Words<'_>) -> Result<Command, Diagnostic> {
    words.word();
    let span = words.span();
    let target = match words.word() {
        "local_vp" => ParameterTarget::LocalVertex,
        "env_vp" => ParameterTarget::EnvVertex,
        "local_fp" => ParameterTarget::LocalFragment,
        "env_fp" => ParameterTarget::EnvFragment,
        "local_gp" => ParameterTarget::LocalGeometry,
        "env_gp" => ParameterTarget::EnvGeometry,
        _ => {
            return Err(wrong(
                span,
                "`local_vp`, `env_vp`, `local_fp` or `env_fp` belongs here",
            ));
        }
    };
    Ok(Command::Parameter(target, words.integer()?, words.tuple()?))
}

fn probe(words: &mut Words<'_>) -> Result<Command, Diagnostic> {
    if words.phrase("probe depth") {
        let pixel = [words.signed()?, words.signed()?];
        return Ok(Command::ProbeDepth {
            pixel,
            depth: words.float()?,
        });
    }
    for (phrase, alpha) in [("probe all rgba", true), ("probe all rgb", false)] {
        if words.phrase(phrase) {
            return colour(words, ProbeArea::All, alpha, false);
        }
    }
    for (phrase, alpha) in [
        ("relative probe rect rgba", true),
        ("relative probe rect rgb", false),
    ] {
        if words.phrase(phrase) {
            let area = ProbeArea::RelativeRect(words.tuple()?);
            return colour(words, area, alpha, true);
        }
    }
    for (phrase, alpha) in [("probe rect rgba", true), ("probe rect rgb", false)] {
        if words.phrase(phrase) {
            let area = ProbeArea::Rect(words.integers()?);
            return colour(words, area, alpha, true);
        }
    }
    for (phrase, alpha) in [("relative probe rgba", true), ("relative probe rgb", false)] {
        if words.phrase(phrase) {
            let [x, y] = words.tuple()?;
            return colour(words, ProbeArea::RelativePixel(x, y), alpha, true);
        }
    }
    for (phrase, alpha) in [("probe rgba", true), ("probe rgb", false)] {
        if words.phrase(phrase) {
            let area = ProbeArea::Pixel(words.signed()?, words.signed()?);
            return colour(words, area, alpha, false);
        }
    }
    Err(wrong(words.span(), "there is no such probe"))
}

fn colour(words: &mut Words<'_>, area: ProbeArea, alpha: bool, tuple: bool) -> Result<Command, Diagnostic> {
    // Between the two parentheses of the relative and rectangle forms a comma may stand.
    words.optional_mark(',');
    let (color, alpha) = match (alpha, tuple) {
        (true, true) => {
            let [r, g, b, a] = words.tuple()?;
            ([r, g, b], Some(a))
        }
        (true, false) => {
            let [r, g, b, a] = words.floats()?;
            ([r, g, b], Some(a))
        }
        (false, true) => (words.tuple()?, None),
        (false, false) => (words.floats()?, None),
    };
    Ok(Command::Probe { area, color, alpha })
}

fn texture(words: &mut Words<'_>) -> Result<Command, Diagnostic> {
    words.word();
    let span = words.span();
    let kind = words.word();
    let unit = words.integer()?;
    let size = |[width, height]: [i32; 2]| -> Result<[u32; 2], Diagnostic> {
        match (u32::try_from(width), u32::try_from(height)) {
            (Ok(width), Ok(height)) => Ok([width, height]),
            _ => Err(wrong(span, "a size is not negative")),
        }
    };
    let make = match kind {
        "rgbw" => {
            let size = size(words.integers()?)?;
            let format = words.word();
            let format = if format.is_empty() { "GL_RGBA" } else { format };
            TextureMake::Rgbw {
                size,
                format: format.to_owned(),
            }
        }
        "miptree" => TextureMake::Miptree,
        "checkerboard" => {
            let level = words.integer()?;
            let size = size(words.integers()?)?;
            TextureMake::Checkerboard {
                level,
                size,
                colors: [words.tuple()?, words.tuple()?],
            }
        }
        "shadow1D" => {
            let [width] = words.integers()?;
            TextureMake::Shadow1D {
                width: u32::try_from(width).map_err(|_| wrong(span, "a size is not negative"))?,
            }
        }
        "shadow2D" => TextureMake::Shadow2D {
            size: size(words.integers()?)?,
        },
        "shadowRect" => TextureMake::ShadowRect {
            size: size(words.integers()?)?,
        },
        "file" => TextureMake::File { path: path(words)? },
        "cube" => {
            let paths: Vec<String> = words.rest().split_whitespace().map(str::to_owned).collect();
            if paths.len() != 6 {
                return Err(wrong(words.span(), "a cube has six files: +x -x +y -y +z -z"));
            }
            TextureMake::CubeFiles { paths }
        }
        "framebuffer" => TextureMake::Framebuffer {
            depth: words.take("depth"),
        },
        _ => return Err(wrong(span, "there is no such texture command")),
    };
    Ok(Command::Texture(unit, make))
}
