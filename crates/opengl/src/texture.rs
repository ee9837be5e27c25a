//! Textures of scenes, handed to the driver.

use quadrille::Picture;
use quadrille_scene::TextureMake;

use super::gl::Texels;
use super::names::value;
use super::painter::Painter;
use super::places;
use super::room::NotDrawn;

const TEXTURE0: u32 = 0x84c0;

/// The parameters that a new texture gets, by name.
type Parameters = &'static [(&'static str, &'static str)];

const NEAREST: Parameters = &[
    ("min", "nearest"),
    ("mag", "nearest"),
    ("wrap_s", "clamp_to_edge"),
    ("wrap_t", "clamp_to_edge"),
];
const LINEAR: Parameters = &[
    ("min", "linear"),
    ("mag", "linear"),
    ("wrap_s", "clamp_to_edge"),
    ("wrap_t", "clamp_to_edge"),
];
const SMOOTH: Parameters = &[
    ("min", "linear_mipmap_linear"),
    ("mag", "linear"),
    ("wrap_s", "repeat"),
    ("wrap_t", "repeat"),
];

/// Makes a texture on a unit and makes the unit the active one.
pub(crate) fn make(painter: &mut Painter<'_>, unit: u32, make: &TextureMake) -> Result<(), NotDrawn> {
    let before = *painter
        .targets
        .get(unit as usize)
        .ok_or("there is no such texture unit")?;
    let _on_the_way = painter.make_room(unit as usize, make)?;
    let gl = painter.gl;
    painter.unit = unit;
    gl.active_texture(TEXTURE0 + unit);
    let two = value("TEXTURE_2D")?;
    let mut start = |name: &str, parameters: Parameters| {
        let target = value(name)?;
        gl.new_texture(target);
        painter.targets[unit as usize] = Some(target);
        parameters
            .iter()
            .try_for_each(|(name, value)| parameter(painter, name, value))?;
        Ok::<u32, String>(target)
    };
    match make {
        TextureMake::Rgbw { size, format } => {
            let target = start("TEXTURE_2D", NEAREST)?;
            let texels = colors(make, 0, *size);
            gl.image(target, 0, value(format)?, size, &Texels::Colors(&texels))?;
        }
        TextureMake::Places { target, size, format } => {
            places::make(painter, unit, make, (target, *size, format))?;
        }
        TextureMake::Multisample { .. } => {
            return Err("multisample textures are not handed to the driver".into());
        }
        TextureMake::Empty { .. } => return Err("empty textures are not handed to the driver".into()),
        TextureMake::Miptree => {
            let target = start("TEXTURE_2D", NEAREST)?;
            parameter(painter, "min", "nearest_mipmap_nearest")?;
            let format = value("RGBA8")?;
            for level in 0..4 {
                let size = [8 >> level; 2];
                gl.image(
                    target,
                    level,
                    format,
                    &size,
                    &Texels::Colors(&colors(make, level, size)),
                )?;
            }
        }
        TextureMake::Checkerboard {
            level, size, format, ..
        } => {
            if *level == 0 || before != Some(two) {
                start("TEXTURE_2D", NEAREST)?;
            }
            let texels = colors(make, *level, *size);
            gl.image(two, *level, value(format)?, size, &Texels::Colors(&texels))?;
        }
        TextureMake::Shadow1D { width } => {
            let target = start("TEXTURE_1D", NEAREST)?;
            shadow(painter, make.compare())?;
            let depths = Texels::Depths(&depths(make, [*width, 1]));
            gl.image(target, 0, value("DEPTH_COMPONENT24")?, &[*width], &depths)?;
        }
        TextureMake::Shadow2D { size } | TextureMake::ShadowRect { size } => {
            let rectangle = matches!(make, TextureMake::ShadowRect { .. });
            let target = start(
                if rectangle {
                    "TEXTURE_RECTANGLE"
                } else {
                    "TEXTURE_2D"
                },
                NEAREST,
            )?;
            shadow(painter, make.compare())?;
            let depths = depths(make, *size);
            gl.image(
                target,
                0,
                value("DEPTH_COMPONENT24")?,
                size,
                &Texels::Depths(&depths),
            )?;
        }
        TextureMake::File { path } => {
            let target = start("TEXTURE_2D", SMOOTH)?;
            let picture = read(painter, path)?;
            let size = [picture.width, picture.height];
            let _on_the_way = painter.picture_room(unit as usize, size)?;
            let bytes = picture.bottom_up();
            gl.image(target, 0, value("RGBA8")?, &size, &Texels::Bytes(&bytes))?;
            gl.generate_mipmap(target);
        }
        TextureMake::CubeFiles { paths } => {
            let target = start("TEXTURE_CUBE_MAP", LINEAR)?;
            parameter(painter, "min", "linear_mipmap_linear")?;
            for (face, path) in paths.iter().enumerate() {
                let picture = read(painter, path)?;
                let size = [picture.width, picture.height];
                let _on_the_way = painter.picture_room(unit as usize, size)?;
                let target = value("TEXTURE_CUBE_MAP_POSITIVE_X")? + face as u32;
                let texels = Texels::Bytes(&picture.rgba);
                gl.image(target, 0, value("RGBA8")?, &size, &texels)?;
            }
            gl.generate_mipmap(target);
        }
        TextureMake::Samples { .. } => return Err("samples are not taken from the driver".into()),
        TextureMake::Framebuffer { depth } => {
            let target = start("TEXTURE_2D", LINEAR)?;
            if *depth {
                shadow(painter, make.compare())?;
            }
            let format = value(if *depth { "DEPTH_COMPONENT24" } else { "RGBA8" })?;
            let (width, height) = painter.size;
            gl.copy_image(target, 0, format, 0, 0, width as i32, height as i32, 0);
        }
    }
    Ok(())
}

/// Makes the texture just made compare depths.
pub(crate) fn shadow(painter: &Painter<'_>, function: &str) -> Result<(), String> {
    parameter(painter, "compare_mode", "compare_r_to_texture")?;
    parameter(painter, "compare_func", function)
}

/// The depths of a shadow texture.
fn depths(make: &TextureMake, size: [u32; 2]) -> Vec<f32> {
    places_of(size).map(|at| make.texel(0, at).depth).collect()
}

/// The colours of a level of a two-dimensional texture.
fn colors(make: &TextureMake, level: u32, size: [u32; 2]) -> Vec<f32> {
    places_of(size)
        .flat_map(|at| make.texel(level, at).color)
        .collect()
}

fn places_of([width, height]: [u32; 2]) -> impl Iterator<Item = [u32; 3]> {
    (0..height).flat_map(move |y| (0..width).map(move |x| [x, y, 0]))
}

fn read(painter: &Painter<'_>, path: &str) -> Result<Picture, String> {
    Picture::read(path, painter.files).map_err(|error| format!("{path}: {error}"))
}

/// `texparameter`: changes the texture on the active unit.
pub(crate) fn parameter(painter: &Painter<'_>, name: &str, text: &str) -> Result<(), String> {
    let target = painter.target()?;
    let gl = painter.gl;
    let number = |text: &str| {
        text.parse::<f32>()
            .map_err(|_| format!("`{text}` is not a number"))
    };
    let by_name = [
        ("min", "TEXTURE_MIN_FILTER"),
        ("mag", "TEXTURE_MAG_FILTER"),
        ("wrap_s", "TEXTURE_WRAP_S"),
        ("wrap_t", "TEXTURE_WRAP_T"),
        ("wrap_r", "TEXTURE_WRAP_R"),
        ("depth_mode", "DEPTH_TEXTURE_MODE"),
        ("compare_func", "TEXTURE_COMPARE_FUNC"),
        ("compare_mode", "TEXTURE_COMPARE_MODE"),
        ("swizzle_r", "TEXTURE_SWIZZLE_R"),
        ("swizzle_g", "TEXTURE_SWIZZLE_G"),
        ("swizzle_b", "TEXTURE_SWIZZLE_B"),
        ("swizzle_a", "TEXTURE_SWIZZLE_A"),
    ];
    let by_number = [
        ("min_lod", "TEXTURE_MIN_LOD"),
        ("max_lod", "TEXTURE_MAX_LOD"),
        ("lod_bias", "TEXTURE_LOD_BIAS"),
        ("base_level", "TEXTURE_BASE_LEVEL"),
        ("max_level", "TEXTURE_MAX_LEVEL"),
    ];
    let find = |list: &[(&str, &'static str)]| list.iter().find(|(own, _)| *own == name).map(|(_, gl)| *gl);
    if let Some(gl_name) = find(&by_name) {
        gl.texture_parameter_name(target, value(gl_name)?, value(text.trim())?);
    } else if let Some(gl_name) = find(&by_number) {
        gl.texture_parameter(target, value(gl_name)?, number(text.trim())?);
    } else if name == "border" {
        let mut color = [0.0; 4];
        for (own, word) in color.iter_mut().zip(text.split_whitespace()) {
            *own = number(word)?;
        }
        gl.texture_parameters(target, value("TEXTURE_BORDER_COLOR")?, color);
    } else {
        return Err(format!(
            "the texture parameter `{name}` is not handed to the driver"
        ));
    }
    Ok(())
}
