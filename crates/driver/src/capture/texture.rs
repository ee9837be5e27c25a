//! The texture of a unit, as commands and pictures.

use super::names::{self, name};
use super::{Look, MOST_PIXELS, Of, Picture, list, tuple};

const TEXTURE_2D: u32 = 0x0de1;
const TEXTURE_CUBE_MAP: u32 = 0x8513;
const TEXTURE_CUBE_MAP_POSITIVE_X: u32 = 0x8515;

/// TEXTURE_BINDING_2D and TEXTURE_BINDING_CUBE_MAP.
const BINDING: u32 = 0x8069;
const CUBE_BINDING: u32 = 0x8514;

/// Targets of which a scene makes nothing from pictures, with the names of their bindings.
const OTHERS: [(u32, &str, u32); 3] = [
    (0x0de0, "1D", 0x8068),
    (0x806f, "3D", 0x806a),
    (0x84f5, "rectangle", 0x84f6),
];

/// Units beyond these have no fixed function, and no texture coordinates.
const FIXED: u32 = 8;

/// What there is of a unit.
#[derive(Default)]
pub(super) struct Found {
    pub(super) lines: Vec<String>,
    pub(super) missing: Vec<String>,
    pub(super) pictures: Vec<(String, Picture)>,
}

/// The textures of the unit that is active.
pub(super) fn lines(gl: &dyn Look, unit: u32) -> Found {
    let mut found = Found::default();
    // Unit 0 may use the texture without a name, which all units have.
    let is_bound = |binding, capability| {
        unit == 0 || gl.numbers(Of::State, binding)[0] != 0.0 || unit < FIXED && gl.is_enabled(capability)
    };
    let (has_cube, has_flat) = (
        is_bound(CUBE_BINDING, TEXTURE_CUBE_MAP),
        is_bound(BINDING, TEXTURE_2D),
    );
    // A cube map goes first where both are there: a unit of a scene has one texture of each target.
    let cube: Vec<Picture> = (0..if has_cube { 6 } else { 0 })
        .filter_map(|face| image(gl, TEXTURE_CUBE_MAP_POSITIVE_X + face, unit, &mut found))
        .collect();
    if cube.len() == 6 {
        let names: Vec<String> = (0..6).map(|face| format!("-{unit}-{face}")).collect();
        let files: Vec<String> = names.iter().map(|suffix| format!("NAME{suffix}.png")).collect();
        found
            .lines
            .push(format!("texture cube {unit} {}", files.join(" ")));
        // The faces of a cube map have their first row at the top (GL 2.1, table 3.19).
        found
            .pictures
            .extend(names.into_iter().zip(cube.into_iter().map(Picture::turned)));
        parameters(gl, TEXTURE_CUBE_MAP, unit, &mut found);
    }
    if has_flat && let Some(picture) = image(gl, TEXTURE_2D, unit, &mut found) {
        found.lines.push(format!("texture file {unit} NAME-{unit}.png"));
        found.pictures.push((format!("-{unit}"), picture));
        parameters(gl, TEXTURE_2D, unit, &mut found);
    }
    for (target, kind, binding) in OTHERS {
        if is_bound(binding, target) && gl.numbers(Of::Level(target, 0), WIDTH)[0] > 0.0 {
            found.missing.push(format!("the {kind} texture of unit {unit}"));
        }
    }
    if !found.lines.is_empty() && unit < FIXED {
        fixed(gl, unit, &mut found);
    }
    found
}

const WIDTH: u32 = 0x1000;
const HEIGHT: u32 = 0x1001;
const DEPTH_SIZE: u32 = 0x884a;

/// Level 0 of an image; smaller levels are made from it.
fn image(gl: &dyn Look, target: u32, unit: u32, found: &mut Found) -> Option<Picture> {
    let of = Of::Level(target, 0);
    let size = [WIDTH, HEIGHT].map(|name| gl.numbers(of, name)[0] as u32);
    let pixels = u64::from(size[0]) * u64::from(size[1]);
    if pixels == 0 {
        return None;
    }
    if pixels > MOST_PIXELS || gl.numbers(of, DEPTH_SIZE)[0] != 0.0 {
        found.missing.push(format!(
            "the texture of unit {unit}, which has depths, or too many texels"
        ));
        return None;
    }
    Picture::new(size, &gl.texels(target, pixels as usize))
}

fn parameters(gl: &dyn Look, target: u32, unit: u32, found: &mut Found) {
    let of = Of::Texture(target);
    let word = if target == TEXTURE_2D { "2D" } else { "CUBE" };
    let mut named = |parameter: &str, number: u32, names| match name(names, gl.numbers(of, number)[0]) {
        Some(value) => found
            .lines
            .push(format!("texparameter {word} {parameter} {value}")),
        None => found
            .missing
            .push(format!("{parameter} of the texture of unit {unit}")),
    };
    named("min", 0x2801, names::FILTERS);
    named("mag", 0x2800, names::FILTERS);
    named("wrap_s", 0x2802, names::WRAPS);
    named("wrap_t", 0x2803, names::WRAPS);
    named("wrap_r", 0x8072, names::WRAPS);
    let border = gl.numbers(of, 0x1004);
    found
        .lines
        .push(format!("texparameter {word} border {}", list(&border[..4])));
    for (parameter, number) in [("lod_bias", 0x8501), ("min_lod", 0x813a), ("max_lod", 0x813b)] {
        let value = gl.numbers(of, number)[0];
        found
            .lines
            .push(format!("texparameter {word} {parameter} {value}"));
    }
}

/// The fixed function of the unit, whose commands are about the texture that was made last.
fn fixed(gl: &dyn Look, unit: u32, found: &mut Found) {
    let matrix = gl.numbers(Of::State, 0x0ba8);
    found
        .lines
        .push(format!("matrix texture {unit} {}", tuple(&matrix)));
    for (number, name) in [(TEXTURE_2D, "TEXTURE_2D"), (TEXTURE_CUBE_MAP, "TEXTURE_CUBE_MAP")] {
        if gl.is_enabled(number) {
            found.lines.push(format!("enable {name}"));
        }
    }
    let environment = |number| gl.numbers(Of::Environment, number);
    let mut named = |parameter: &str, number, names| match name(names, environment(number)[0]) {
        Some(value) => found.lines.push(format!("texenv {parameter} {value}")),
        None => found.missing.push(format!("texenv {parameter} of unit {unit}")),
    };
    named("mode", 0x2200, names::ENVIRONMENTS);
    if environment(0x2200)[0] == 0x8570 as f32 {
        named("combine_rgb", 0x8571, names::COMBINE);
        named("combine_alpha", 0x8572, names::COMBINE);
        for argument in 0..3 {
            named(
                &format!("src{argument}_rgb"),
                0x8580 + argument,
                names::COMBINE_SOURCES,
            );
            named(
                &format!("src{argument}_alpha"),
                0x8588 + argument,
                names::COMBINE_SOURCES,
            );
            named(
                &format!("operand{argument}_rgb"),
                0x8590 + argument,
                names::FACTORS,
            );
            named(
                &format!("operand{argument}_alpha"),
                0x8598 + argument,
                names::FACTORS,
            );
        }
        found
            .lines
            .push(format!("texenv rgb_scale {}", environment(0x8573)[0]));
        found
            .lines
            .push(format!("texenv alpha_scale {}", environment(0x0d1c)[0]));
    }
    found
        .lines
        .push(format!("texenv color {}", list(&environment(0x2201)[..4])));
    for (at, coordinate) in ["S", "T", "R", "Q"].into_iter().enumerate() {
        let number = 0x2000 + at as u32;
        if !gl.is_enabled(0x0c60 + at as u32) {
            continue;
        }
        let of = Of::Generation(number);
        match name(names::GENERATIONS, gl.numbers(of, 0x2500)[0]) {
            Some(mode) => found.lines.push(format!("texgen {coordinate} mode {mode}")),
            None => found.missing.push(format!("texgen {coordinate} of unit {unit}")),
        }
        let plane = gl.numbers(of, 0x2501);
        found
            .lines
            .push(format!("texgen {coordinate} object_plane {}", list(&plane[..4])));
        found.lines.push(format!("enable TEXTURE_GEN_{coordinate}"));
        if gl.numbers(of, 0x2500)[0] == 0x2400 as f32 {
            found
                .missing
                .push(format!("the eye plane of texgen {coordinate} of unit {unit}"));
        }
    }
}
