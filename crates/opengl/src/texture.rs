//! Textures of scenes, handed to the driver.

use quadrille::{Files, Picture, texture_files};
use quadrille_scene::TextureMake;

use crate::enumerant::{self, value};
use crate::error::SceneError;
use crate::gl::Texels;
use crate::painter::Painter;
use crate::places;
use crate::texparameter::{self, shadow};

/// The most bytes of a picture's file: 1 GiB, as for the pipeline's textures.
const MOST_BYTES: u64 = 1 << 30;

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
pub(crate) fn make(painter: &mut Painter<'_>, unit: u32, make: &TextureMake) -> Result<(), SceneError> {
    let before = *painter
        .targets
        .get(unit as usize)
        .ok_or(SceneError::TextureUnit)?;
    let _on_the_way = painter.make_room(unit as usize, make)?;
    let gl = painter.gl;
    painter.unit = unit;
    gl.active_texture(enumerant::TEXTURE0 + unit);
    let two = enumerant::TEXTURE_2D;
    let mut start = |target: u32, parameters: Parameters| {
        gl.new_texture(target);
        painter.targets[unit as usize] = Some(target);
        parameters
            .iter()
            .try_for_each(|(name, value)| texparameter::set(painter, name, value))?;
        Ok::<u32, SceneError>(target)
    };
    match make {
        TextureMake::Rgbw { size, format } => {
            let target = start(enumerant::TEXTURE_2D, NEAREST)?;
            Ok(gl.image(
                target,
                0,
                value(format)?,
                size,
                &Texels::Colors(&colors(make, 0, *size)),
            )?)
        }
        TextureMake::Places { target, size, format } => {
            places::make(painter, unit, make, (target, *size, format))
        }
        TextureMake::RgbwLayers { target, size } => {
            places::make(painter, unit, make, (target, *size, "GL_RGBA8"))
        }
        TextureMake::ShadowLayers { target, size } => {
            places::make(painter, unit, make, (target, *size, "GL_DEPTH_COMPONENT24"))?;
            shadow(painter, make.compare())
        }
        TextureMake::Integers { .. } => Err(SceneError::IntegerTexture),
        TextureMake::Multisample { .. } => Err(SceneError::MultisampleTexture),
        TextureMake::Empty { .. } | TextureMake::Storage { .. } => Err(SceneError::EmptyTexture),
        TextureMake::Image { .. } => Err(SceneError::ImageTexture),
        TextureMake::View { .. } => Err(SceneError::ViewTexture),
        TextureMake::Miptree => {
            let target = start(enumerant::TEXTURE_2D, NEAREST)?;
            texparameter::set(painter, "min", "nearest_mipmap_nearest")?;
            let format = enumerant::RGBA8;
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
            Ok(())
        }
        TextureMake::Checkerboard {
            level, size, format, ..
        } => {
            if *level == 0 || before != Some(two) {
                start(enumerant::TEXTURE_2D, NEAREST)?;
            }
            let texels = colors(make, *level, *size);
            Ok(gl.image(two, *level, value(format)?, size, &Texels::Colors(&texels))?)
        }
        TextureMake::Shadow1D { width } => {
            let target = start(enumerant::TEXTURE_1D, NEAREST)?;
            shadow(painter, make.compare())?;
            let depths = Texels::Depths(&depths(make, [*width, 1]));
            Ok(gl.image(target, 0, enumerant::DEPTH_COMPONENT24, &[*width], &depths)?)
        }
        TextureMake::Shadow2D { size } | TextureMake::ShadowRect { size } => {
            let rectangle = matches!(make, TextureMake::ShadowRect { .. });
            let target = start(
                if rectangle {
                    enumerant::TEXTURE_RECTANGLE
                } else {
                    enumerant::TEXTURE_2D
                },
                NEAREST,
            )?;
            shadow(painter, make.compare())?;
            let depths = depths(make, *size);
            Ok(gl.image(
                target,
                0,
                enumerant::DEPTH_COMPONENT24,
                size,
                &Texels::Depths(&depths),
            )?)
        }
        TextureMake::File { path } => {
            let target = start(enumerant::TEXTURE_2D, SMOOTH)?;
            let picture = read(painter, path)?;
            let size = [picture.width, picture.height];
            let _on_the_way = painter.picture_room(unit as usize, size)?;
            let bytes = picture.bottom_up();
            gl.image(target, 0, enumerant::RGBA8, &size, &Texels::Bytes(&bytes))?;
            gl.generate_mipmap(target);
            Ok(())
        }
        TextureMake::CubeFiles { paths } => {
            let target = start(enumerant::TEXTURE_CUBE_MAP, LINEAR)?;
            texparameter::set(painter, "min", "linear_mipmap_linear")?;
            for (face, path) in paths.iter().enumerate() {
                let picture = read(painter, path)?;
                let size = [picture.width, picture.height];
                let _on_the_way = painter.picture_room(unit as usize, size)?;
                let target = enumerant::TEXTURE_CUBE_MAP_POSITIVE_X + face as u32;
                let texels = Texels::Bytes(&picture.rgba);
                gl.image(target, 0, enumerant::RGBA8, &size, &texels)?;
            }
            gl.generate_mipmap(target);
            Ok(())
        }
        TextureMake::Samples { .. } => Err(SceneError::Samples),
        TextureMake::Framebuffer { depth } => {
            let target = start(enumerant::TEXTURE_2D, LINEAR)?;
            if *depth {
                shadow(painter, make.compare())?;
            }
            let format = if *depth {
                enumerant::DEPTH_COMPONENT24
            } else {
                enumerant::RGBA8
            };
            let (width, height) = painter.size;
            gl.copy_image(target, 0, format, 0, 0, width as i32, height as i32, 0);
            Ok(())
        }
    }
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

fn read(painter: &Painter<'_>, path: &str) -> Result<Picture, SceneError> {
    let wrong = |error| SceneError::Picture {
        path: path.to_owned(),
        error,
    };
    let bytes = painter.files.read(path, MOST_BYTES);
    let bytes = bytes.map_err(|error| wrong(error.into()))?;
    if texture_files::Kind::of(&bytes).is_some() {
        return Err(SceneError::TextureFile);
    }
    Picture::from_png(&bytes).map_err(wrong)
}
