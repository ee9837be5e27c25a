//! What is timed: one draw a row, the same for every engine.

use std::time::Duration;

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
    /// Bilinear, CLAMP_TO_BORDER; the driver is not asked for it, nor for those that follow.
    Bordered,
    /// Trilinear with up to eight probes.
    Anisotropic,
    /// Bilinear, of RGBA16F.
    Half,
    /// Bilinear, of RGBA32F.
    Single,
    /// Trilinear, NEAREST where it is magnified.
    Mixed,
    /// LINEAR in three dimensions, 64×64×64.
    Volume,
    /// Six faces, seamless, bilinear.
    Seamless,
    /// Every pixel's own texel, as image 0.
    Image,
}

/// What a blit reads: it is stretched over the row's framebuffer with LINEAR, or resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlitSource {
    pub(super) size: u32,
    pub(super) samples: u32,
}

/// A row.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) unit: Unit,
    /// Items of a draw.
    pub(super) items: u64,
    /// Width and height of the framebuffer.
    pub(super) size: u32,
    /// What the colours of each buffer are kept in; the driver is asked for one buffer.
    pub(super) colors: &'static [ColorFormat],
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
    /// A framebuffer that is drawn once, before anything is timed: each draw of the row is then a blit from it.
    pub(super) blit: Option<BlitSource>,
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

impl Row {
    /// Items in a second, where a sample takes so long.
    pub(super) fn per_second(&self, taken: Duration) -> f64 {
        let items = self.items * u64::from(self.draws);
        items as f64 / taken.as_secs_f64().max(1e-9)
    }
}

pub(super) const MILLION: u32 = 1 << 20;

pub(super) fn vertices(name: &'static str, vertex: &'static str) -> Row {
    Row {
        name,
        unit: Unit::Vertices,
        items: u64::from(MILLION / 3 * 3),
        size: 1024,
        colors: &[ColorFormat::Rgba8],
        samples: 1,
        vertex: Some(vertex),
        fragment: Some(programs::CONSTANT.to_owned()),
        others: &[],
        is_recorded: false,
        shape: Shape::Culled(MILLION / 3 * 3),
        stored: None,
        texture: None,
        blit: None,
        state: state::culled,
        draws: 1,
        has_peer: true,
        finished: true,
    }
}

pub(super) fn full(name: &'static str, size: u32, fragment: String) -> Row {
    Row {
        name,
        unit: Unit::Pixels,
        items: u64::from(size) * u64::from(size),
        size,
        colors: &[ColorFormat::Rgba8],
        samples: 1,
        vertex: Some(programs::VARYINGS),
        fragment: Some(fragment),
        others: &[],
        is_recorded: false,
        shape: Shape::Full(1),
        stored: None,
        texture: None,
        blit: None,
        state: state::plain,
        draws: 2,
        has_peer: true,
        finished: true,
    }
}

pub(super) fn small(name: &'static str, triangles: u32, pixels: u32) -> Row {
    Row {
        name,
        unit: Unit::Triangles,
        items: u64::from(triangles),
        size: 1024,
        colors: &[ColorFormat::Rgba8],
        samples: 1,
        vertex: Some(programs::VARYINGS),
        fragment: Some(programs::COLOR.to_owned()),
        others: &[],
        is_recorded: false,
        shape: Shape::Small { triangles, pixels },
        stored: None,
        texture: None,
        blit: None,
        state: state::plain,
        draws: 1,
        has_peer: true,
        finished: true,
    }
}

/// Draws whose cost is that of a draw itself.
pub(super) fn tiny(name: &'static str) -> Row {
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
pub(super) fn patches(name: &'static str, patches: u32, level: u32) -> Row {
    Row {
        items: u64::from(patches) * u64::from(level) * u64::from(level) * 2,
        shape: Shape::Patches(patches),
        others: &[programs::EVALUATION],
        ..alone(small(name, 0, 0))
    }
}

/// A row that the driver cannot draw.
pub(super) fn alone(row: Row) -> Row {
    Row {
        has_peer: false,
        ..row
    }
}

/// The texels of the texture: 256×256 of RGBA8.
pub(super) fn texels() -> Vec<u8> {
    (0..256 * 256 * 4_u32)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect()
}

/// Width and height of the texture.
pub(super) const TEXTURE_SIZE: u32 = 256;
