//! A sweep over the states of output and of textures: none may be much slower than its neighbour.

use std::sync::LazyLock;

use quadrille::texture::format::{FORMATS, FormatKind, FormatRow, Number};
use quadrille::texture::{
    CompareFunction, Extent, Format, Image, Limits, MagnificationFilter, MinificationFilter, ObjectTarget,
    Sampler, Texture, TextureError, Wrap,
};
use quadrille::{ColorFormat, Context, Session};

use super::ours::{Ours, OursError};
use super::row::{Row, full};
use super::{programs, state};

/// A neighbour is this many times as fast at most.
const STEEPEST: f64 = 4.0;

/// Width and height of the framebuffer; a test has no time for large ones.
const SIZE: u32 = if cfg!(test) { 32 } else { 512 };
/// Width and height of textures; cubes and volumes have this of it.
const TEXELS: u32 = 64;

/// A state that was timed, in pixels of a second of processor time.
pub(super) struct Swept {
    pub(super) name: String,
    pub(super) speed: f64,
    /// The neighbour, and its speed.
    pub(super) neighbour: (String, f64),
}

impl Swept {
    /// Whether the neighbour is much faster.
    pub(super) fn is_cliff(&self) -> bool {
        self.speed * STEEPEST < self.neighbour.1
    }
}

/// A set of states that are compared with the first of them.
struct Group {
    states: Vec<State>,
}

struct State {
    name: String,
    row: Row,
    texture: Option<(Texture, Sampler)>,
}

/// Times all states; each is told as soon as it is there.
pub(super) fn sweep(
    session: &Session,
    threads: usize,
    rounds: usize,
    mut each: impl FnMut(&Swept),
) -> Result<Vec<Swept>, OursError> {
    let mut all = Vec::new();
    for group in outputs().into_iter().chain(lookups()?) {
        let mut first: Option<(String, f64)> = None;
        for state in group.states {
            let speed = timed(session, &state, threads, rounds)?;
            let neighbour = first.get_or_insert_with(|| (state.name.clone(), speed)).clone();
            let swept = Swept {
                name: state.name,
                speed,
                neighbour,
            };
            each(&swept);
            all.push(swept);
        }
    }
    Ok(all)
}

fn timed(session: &Session, state: &State, threads: usize, rounds: usize) -> Result<f64, OursError> {
    let mut ours = Ours::new(session, &state.row, threads)?;
    if let Some((texture, sampler)) = &state.texture {
        ours.set_texture(texture.clone(), *sampler)?;
    }
    Ok(state.row.per_second(ours.timed(rounds)?.processor))
}

/// The formats of colour buffers, RGBA8 first.
static RENDERABLE: LazyLock<Vec<ColorFormat>> = LazyLock::new(|| {
    let formats = FORMATS.iter().map(|row| row.format);
    let mut formats: Vec<Format> = formats.filter(|format| format.is_color_renderable()).collect();
    formats.sort_by_key(|format| *format != Format::Rgba8);
    formats
});

/// Whether a format takes part in a state of output.
type Takes = fn(&FormatRow) -> bool;

/// A state of output: its name, what sets it, and the formats that take part.
type OutputState = (&'static str, fn(&mut Context), Takes);

/// Formats of colour buffers, each with what may be done there.
fn outputs() -> Vec<Group> {
    let is_float: Takes = |row| row.format.kind() == FormatKind::Float;
    // Logic operations leave floating-point buffers and those in sRGB alone (OpenGL 4.6 compatibility, 17.3.9).
    let is_integer: Takes = |row| {
        let number = row.format.fields()[0].map(|field| field.number);
        matches!(
            number,
            Some(Number::Unorm | Number::Snorm | Number::Signed | Number::Unsigned)
        )
    };
    let states: [OutputState; 4] = [
        ("plain", state::plain, |_| true),
        ("blending", state::blended, is_float),
        ("colour mask", state::masked, |_| true),
        ("logic operation", state::not_and, is_integer),
    ];
    let group = |(name, set, takes): OutputState| Group {
        states: RENDERABLE
            .iter()
            .filter(|format| takes(format.row()))
            .map(|format| State {
                name: format!("{name}, {}", format.row().name),
                row: Row {
                    colors: std::slice::from_ref(format),
                    state: set,
                    draws: 1,
                    ..full("output", SIZE, programs::COLOR.to_owned())
                },
                texture: None,
            })
            .collect(),
    };
    states.into_iter().map(group).collect()
}

/// Filters between texels, and between levels.
const FILTERS: [(&str, MinificationFilter, MagnificationFilter); 3] = [
    (
        "nearest",
        MinificationFilter::Nearest,
        MagnificationFilter::Nearest,
    ),
    (
        "bilinear",
        MinificationFilter::Linear,
        MagnificationFilter::Linear,
    ),
    (
        "trilinear",
        MinificationFilter::LinearMipmapLinear,
        MagnificationFilter::Linear,
    ),
];

/// Targets, as programs name them; those of the first are compared with.
const TARGETS: [(&str, ObjectTarget); 8] = [
    ("2D", ObjectTarget::TwoDimensional),
    ("1D", ObjectTarget::OneDimensional),
    ("RECT", ObjectTarget::Rectangle),
    ("3D", ObjectTarget::ThreeDimensional),
    ("CUBE", ObjectTarget::Cube),
    ("ARRAY1D", ObjectTarget::OneDimensionalArray),
    ("ARRAY2D", ObjectTarget::TwoDimensionalArray),
    ("ARRAYCUBE", ObjectTarget::CubeArray),
];

const WRAPS: [Wrap; 8] = [
    Wrap::Repeat,
    Wrap::Clamp,
    Wrap::ClampToEdge,
    Wrap::ClampToBorder,
    Wrap::MirroredRepeat,
    Wrap::MirrorClamp,
    Wrap::MirrorClampToEdge,
    Wrap::MirrorClampToBorder,
];

fn lookups() -> Result<Vec<Group>, TextureError> {
    let mut groups = Vec::new();
    for (filter, minification, magnification) in FILTERS {
        let sampler = |target| Sampler {
            minification,
            magnification,
            ..Sampler::for_target(target)
        };
        let flat = sampler(ObjectTarget::TwoDimensional);
        let mut formats = vec![state(filter, "RGBA8", "2D", Format::Rgba8, flat)?];
        let others = FORMATS.iter().filter(|row| {
            let is_made = row.compression.is_none() && row.format.kind() == FormatKind::Float;
            is_made && row.format != Format::Rgba8 && row.format != Format::Stencil8
        });
        for row in others {
            formats.push(state(filter, row.name, "2D", row.format, flat)?);
        }
        groups.push(Group { states: formats });
        let mut targets = Vec::new();
        for (name, target) in TARGETS {
            let is_rectangle = target == ObjectTarget::Rectangle;
            if !(is_rectangle && filter == "trilinear") {
                let sampler = Sampler {
                    wrap: Sampler::for_target(target).wrap,
                    ..sampler(target)
                };
                targets.push(state(filter, name, name, Format::Rgba8, sampler)?);
            }
        }
        groups.push(Group { states: targets });
        let mut wraps = Vec::new();
        for wrap in WRAPS {
            let sampler = Sampler {
                wrap: [wrap; 3],
                ..flat
            };
            wraps.push(state(filter, &format!("{wrap:?}"), "2D", Format::Rgba8, sampler)?);
        }
        groups.push(Group { states: wraps });
        let compared = Sampler {
            compare: true,
            compare_function: CompareFunction::Lequal,
            ..flat
        };
        let mut shadows = vec![state(filter, "RGBA8", "2D", Format::Rgba8, flat)?];
        for format in [Format::Depth16, Format::Depth24, Format::Depth32F] {
            let name = format!("compared {}", format.row().name);
            shadows.push(state(filter, &name, "SHADOW2D", format, compared)?);
        }
        groups.push(Group { states: shadows });
    }
    // A footprint of two probes and more is compared with one.
    let (_, minification, magnification) = FILTERS[2];
    let mut anisotropic = Vec::new();
    for maximum_anisotropy in [1.0, 2.0] {
        let sampler = Sampler {
            minification,
            magnification,
            maximum_anisotropy,
            ..Sampler::for_target(ObjectTarget::TwoDimensional)
        };
        let name = format!("anisotropy {maximum_anisotropy}");
        anisotropic.push(state("trilinear", &name, "2D", Format::Rgba8, sampler)?);
    }
    groups.push(Group { states: anisotropic });
    Ok(groups)
}

/// Lookups of a texture of a format, by a target as programs name it.
fn state(
    filter: &str,
    name: &str,
    target: &str,
    format: Format,
    sampler: Sampler,
) -> Result<State, TextureError> {
    let known = TARGETS.iter().find(|(known, _)| *known == target);
    let object = known.map_or(ObjectTarget::TwoDimensional, |(_, object)| *object);
    let fragment = format!(
        "!!NVfp5.0
TEMP at;
MOV at, fragment.texcoord[0].xyxy;
{}TEX result.color, at, texture[0], {target};
END
",
        // Directions into one octant, texels of rectangles, layers within.
        match object {
            ObjectTarget::Cube | ObjectTarget::CubeArray => "MOV at.zw, { 0, 0, 0.8, 0 };\n",
            ObjectTarget::Rectangle => "MUL at.xy, at, 64;\n",
            ObjectTarget::OneDimensional
            | ObjectTarget::TwoDimensional
            | ObjectTarget::ThreeDimensional
            | ObjectTarget::OneDimensionalArray
            | ObjectTarget::TwoDimensionalArray
            | ObjectTarget::Buffer
            | ObjectTarget::TwoDimensionalMultisample
            | ObjectTarget::TwoDimensionalMultisampleArray
            | ObjectTarget::Renderbuffer => "",
        }
    );
    let extent = match object {
        ObjectTarget::OneDimensional => Extent::new(TEXELS, 1, 1),
        ObjectTarget::OneDimensionalArray => Extent::new(TEXELS, 4, 1),
        ObjectTarget::ThreeDimensional => Extent::new(TEXELS, TEXELS, TEXELS),
        ObjectTarget::TwoDimensionalArray => Extent::new(TEXELS, TEXELS, 4),
        ObjectTarget::CubeArray => Extent::new(TEXELS, TEXELS, 12),
        ObjectTarget::TwoDimensional
        | ObjectTarget::Cube
        | ObjectTarget::Rectangle
        | ObjectTarget::Buffer
        | ObjectTarget::TwoDimensionalMultisample
        | ObjectTarget::TwoDimensionalMultisampleArray
        | ObjectTarget::Renderbuffer => Extent::new(TEXELS, TEXELS, 1),
    };
    let color = |[x, y, z]: [u32; 3]| {
        let of = |number: u32| (number.wrapping_mul(2_654_435_761) >> 24) as f32 / 255.0;
        let place = (z * TEXELS + y) * TEXELS + x;
        [
            of(4 * place),
            of(4 * place + 1),
            of(4 * place + 2),
            of(4 * place + 3),
        ]
    };
    let mut texture = Texture::new(object);
    for face in 0..object.row().faces {
        texture.set_image(
            0,
            face,
            Image::from_colors(format, extent, &Limits::default(), color)?,
        )?;
    }
    if sampler.minification == MinificationFilter::LinearMipmapLinear {
        texture.generate_mipmaps(0)?;
    }
    Ok(State {
        name: format!("{filter}, {name}"),
        row: full("lookup", SIZE, fragment),
        texture: Some((texture, sampler)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: GL: what is drawn is not what was cleared, whatever the format and the lookup
    #[test]
    fn every_state_draws() {
        let session = crate::session::usual();
        let lookups = lookups().expect("textures are made");
        for state in outputs()
            .into_iter()
            .chain(lookups)
            .flat_map(|group| group.states)
        {
            let mut ours = Ours::new(&session, &state.row, 1).expect(&state.name);
            if let Some((texture, sampler)) = &state.texture {
                ours.set_texture(texture.clone(), *sampler).expect(&state.name);
            }
            ours.clear();
            ours.sample().expect(&state.name);
            let is_drawn = ours.pixels().iter().any(|pixel| *pixel != [0.0; 4]);
            assert!(is_drawn, "{}", state.name);
        }
    }
}
