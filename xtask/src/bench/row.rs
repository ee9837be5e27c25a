//! What is timed: one draw a row, the same for every engine.

use quadrille::{ColorFormat, Context};

use super::{programs, state};

/// What a row counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    Vertices,
    Pixels,
    Triangles,
    Lines,
    Draws,
    Loads,
}

impl Unit {
    pub(super) fn name(self) -> &'static str {
        match self {
            Unit::Vertices => "vertices",
            Unit::Pixels => "pixels",
            Unit::Triangles => "triangles",
            Unit::Lines => "lines",
            Unit::Draws => "draws",
            Unit::Loads => "programs",
        }
    }
}

/// The vertices of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Shape {
    /// So many vertices of small triangles that are culled behind the vertex program.
    Culled(u32),
    /// So many points of one pixel.
    Points(u32),
    /// So many lines of eight pixels.
    Lines(u32),
    /// So many patches of four vertices.
    Patches(u32),
    /// A triangle over the whole framebuffer, so many times; each covers every pixel.
    Full(u32),
    /// So many triangles that lie side by side, each of about so many pixels.
    Small { triangles: u32, pixels: u32 },
}

/// Vertices in buffers: positions and coordinates as floats, colours as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stored {
    /// One after another.
    Arrays,
    /// By numbers of 32 bits.
    Elements,
    /// One after another, so many times, with the colours of vertices taken by instances.
    Instances(u32),
}

/// The texture of unit 0, 256×256: RGBA8, or depths of 24 bits for comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Filter {
    Bilinear,
    Trilinear,
    /// Six faces, bilinear.
    Cube,
    /// Compared with LEQUAL, nearest.
    Shadow,
}

/// A row.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) unit: Unit,
    /// Items of a draw.
    pub(super) items: u64,
    /// Width and height of the framebuffer.
    pub(super) size: u32,
    /// What colours are kept in.
    pub(super) format: ColorFormat,
    pub(super) samples: u32,
    /// The vertex program; without one the stage is fixed function.
    pub(super) vertex: Option<&'static str>,
    /// The fragment program; without one the stage is fixed function.
    pub(super) fragment: Option<String>,
    /// Programs of other stages.
    pub(super) others: &'static [&'static str],
    /// Whether transform feedback records a number of each vertex.
    pub(super) is_recorded: bool,
    pub(super) shape: Shape,
    /// How vertices lie in buffers; without it they are arrays of the caller's.
    pub(super) stored: Option<Stored>,
    pub(super) texture: Option<Filter>,
    /// Sets the state of the draw.
    pub(super) state: fn(&mut Context),
    /// Draws of a sample.
    pub(super) draws: u32,
    /// Whether the driver is asked as well; it does not have every language, nor every attribute where there is no
    /// program.
    pub(super) has_peer: bool,
    /// Whether each draw is finished before the next; otherwise all of a sample are finished at its end.
    pub(super) finished: bool,
}

const MILLION: u32 = 1 << 20;

fn vertices(name: &'static str, vertex: &'static str) -> Row {
    Row {
        name,
        unit: Unit::Vertices,
        items: u64::from(MILLION / 3 * 3),
        size: 1024,
        format: ColorFormat::Rgba8,
        samples: 1,
        vertex: Some(vertex),
        fragment: Some(programs::CONSTANT.to_owned()),
        others: &[],
        is_recorded: false,
        shape: Shape::Culled(MILLION / 3 * 3),
        stored: None,
        texture: None,
        state: state::culled,
        draws: 1,
        has_peer: true,
        finished: true,
    }
}

fn full(name: &'static str, size: u32, fragment: String) -> Row {
    Row {
        name,
        unit: Unit::Pixels,
        items: u64::from(size) * u64::from(size),
        size,
        format: ColorFormat::Rgba8,
        samples: 1,
        vertex: Some(programs::VARYINGS),
        fragment: Some(fragment),
        others: &[],
        is_recorded: false,
        shape: Shape::Full(1),
        stored: None,
        texture: None,
        state: state::plain,
        draws: 2,
        has_peer: true,
        finished: true,
    }
}

fn small(name: &'static str, triangles: u32, pixels: u32) -> Row {
    Row {
        name,
        unit: Unit::Triangles,
        items: u64::from(triangles),
        size: 1024,
        format: ColorFormat::Rgba8,
        samples: 1,
        vertex: Some(programs::VARYINGS),
        fragment: Some(programs::COLOR.to_owned()),
        others: &[],
        is_recorded: false,
        shape: Shape::Small { triangles, pixels },
        stored: None,
        texture: None,
        state: state::plain,
        draws: 1,
        has_peer: true,
        finished: true,
    }
}

/// Draws whose cost is that of a draw itself.
fn tiny(name: &'static str) -> Row {
    Row {
        unit: Unit::Draws,
        items: 1,
        size: 8,
        draws: 1000,
        finished: false,
        ..small(name, 1, 8)
    }
}

/// Patches whose edges are cut into as many parts as the state says, `level`.
fn patches(name: &'static str, patches: u32, level: u32) -> Row {
    Row {
        items: u64::from(patches) * u64::from(level) * u64::from(level) * 2,
        shape: Shape::Patches(patches),
        others: &[programs::EVALUATION],
        ..alone(small(name, 0, 0))
    }
}

/// A row that the driver cannot draw.
fn alone(row: Row) -> Row {
    Row {
        has_peer: false,
        ..row
    }
}

/// All rows, in the order of the table.
pub(super) fn rows() -> Vec<Row> {
    vec![
        vertices("vertex program of 4 instructions", programs::TRANSFORM),
        vertices("vertex program of 35 instructions", programs::LIGHTS),
        vertices("skinning by c[A0.x + n]", programs::SKINNING),
        Row {
            unit: Unit::Vertices,
            items: u64::from(MILLION),
            shape: Shape::Points(MILLION),
            state: state::plain,
            ..vertices("points", programs::VARYINGS)
        },
        Row {
            unit: Unit::Lines,
            items: 1 << 17,
            shape: Shape::Lines(1 << 17),
            state: state::plain,
            ..vertices("lines of 8 pixels", programs::VARYINGS)
        },
        full("constant colour 1024²", 1024, programs::CONSTANT.to_owned()),
        full("constant colour 2048²", 2048, programs::CONSTANT.to_owned()),
        full("interpolated colour 1024²", 1024, programs::COLOR.to_owned()),
        full("interpolated colour 2048²", 2048, programs::COLOR.to_owned()),
        full("20 instructions 1024²", 1024, programs::twenty()),
        full("20 instructions 2048²", 2048, programs::twenty()),
        full("20 products and sums", 1024, programs::products()),
        full("100 instructions 1024²", 1024, programs::hundred()),
        Row {
            texture: Some(Filter::Bilinear),
            ..full("bilinear", 1024, programs::SAMPLE.to_owned())
        },
        Row {
            texture: Some(Filter::Trilinear),
            ..full("trilinear", 1024, programs::SAMPLE.to_owned())
        },
        Row {
            texture: Some(Filter::Bilinear),
            ..full("blur of 8", 1024, programs::blur())
        },
        Row {
            state: state::blended,
            ..full("blending", 1024, programs::COLOR.to_owned())
        },
        Row {
            shape: Shape::Full(4),
            items: 4 << 20,
            state: state::depth_tested,
            draws: 1,
            ..full("depth-tested overdraw of 4", 1024, programs::COLOR.to_owned())
        },
        Row {
            state: state::depth_only,
            ..full("depth only", 1024, programs::COLOR.to_owned())
        },
        Row {
            state: state::alpha_tested,
            ..full("alpha test", 1024, programs::COLOR.to_owned())
        },
        full("KIL", 1024, programs::KILL.to_owned()),
        Row {
            state: state::stencilled,
            ..full("stencil", 1024, programs::COLOR.to_owned())
        },
        Row {
            format: ColorFormat::Rgba16F,
            ..full("interpolated colour, RGBA16F", 1024, programs::COLOR.to_owned())
        },
        Row {
            format: ColorFormat::Rgba32F,
            ..full("interpolated colour, RGBA32F", 1024, programs::COLOR.to_owned())
        },
        Row {
            format: ColorFormat::Rgba16F,
            state: state::blended,
            ..full("blending, RGBA16F", 1024, programs::COLOR.to_owned())
        },
        Row {
            texture: Some(Filter::Cube),
            ..full("cube map", 1024, programs::CUBE.to_owned())
        },
        Row {
            texture: Some(Filter::Shadow),
            ..full("shadow", 1024, programs::SHADOW.to_owned())
        },
        small("triangles of 8 pixels", 1 << 17, 8),
        small("triangles of 1 pixel", 1 << 18, 1),
        small("triangles of 200 pixels", 1 << 12, 200),
        Row {
            unit: Unit::Draws,
            items: 1,
            draws: 1000,
            finished: false,
            state: state::blended,
            ..small("draws of 12 triangles", 12, 8)
        },
        tiny("draws of one triangle, 8×8"),
        alone(Row {
            vertex: None,
            fragment: None,
            ..tiny("draws of one triangle, 8×8, fixed function")
        }),
        Row {
            unit: Unit::Loads,
            items: 1,
            size: 8,
            draws: 20,
            ..full("load and first draw, 50 instructions", 8, programs::fifty(0))
        },
        Row {
            vertex: Some(programs::TRANSFORM_NV),
            has_peer: false,
            ..vertices("!!VP1.1, 5 instructions", programs::TRANSFORM)
        },
        alone(Row {
            stored: Some(Stored::Arrays),
            ..vertices("vertex arrays in buffers, 4 instructions", programs::TRANSFORM)
        }),
        alone(Row {
            stored: Some(Stored::Elements),
            ..vertices("element arrays, 4 instructions", programs::TRANSFORM)
        }),
        alone(Row {
            items: 1 << 17,
            stored: Some(Stored::Instances(1 << 13)),
            ..small("instances of 16 triangles of 8 pixels", 16, 8)
        }),
        alone(full("IF that diverges", 1024, programs::IF.to_owned())),
        alone(full("REP that diverges", 1024, programs::REP.to_owned())),
        alone(Row {
            samples: 4,
            ..full("4 samples", 1024, programs::COLOR.to_owned())
        }),
        alone(Row {
            vertex: None,
            fragment: None,
            ..full("fixed function", 1024, String::new())
        }),
        alone(Row {
            others: &[programs::GEOMETRY],
            ..small("geometry program, triangles of 8 pixels", 1 << 15, 8)
        }),
        Row {
            state: state::cut_into_16,
            ..patches("patches of 512 triangles", 256, 16)
        },
        alone(Row {
            unit: Unit::Vertices,
            is_recorded: true,
            state: state::discarded,
            ..vertices("transform feedback, 4 instructions", programs::TRANSFORM)
        }),
        // Over ten million triangles in one draw: its memory is that of what is recorded, and little more.
        Row {
            state: state::cut_into_64,
            is_recorded: true,
            ..patches("10 million triangles of patches, recorded", 1221, 64)
        },
        alone(Row {
            unit: Unit::Lines,
            items: 1 << 15,
            shape: Shape::Lines(1 << 15),
            state: state::smooth,
            ..vertices("smooth lines of 8 pixels", programs::VARYINGS)
        }),
        alone(Row {
            format: ColorFormat::Srgb8Alpha8,
            state: state::blended_srgb,
            ..full("blending, SRGB8_ALPHA8", 1024, programs::COLOR.to_owned())
        }),
        alone(Row {
            format: ColorFormat::Rgb10A2,
            state: state::blended,
            ..full("blending, RGB10_A2", 1024, programs::COLOR.to_owned())
        }),
    ]
}

/// The texels of the texture: 256×256 of RGBA8.
pub(super) fn texels() -> Vec<u8> {
    (0..256 * 256 * 4_u32)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect()
}

/// Width and height of the texture.
pub(super) const TEXTURE_SIZE: u32 = 256;
