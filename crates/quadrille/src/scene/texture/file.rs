//! Textures from files: PNG pictures, KTX2 and DDS.

use quadrille_base::Meter;
use quadrille_texture::{
    Extent, Format, Limits, MagnificationFilter, MinificationFilter, ObjectTarget, Pixels, Sampler, Texture,
    Wrap,
};
use quadrille_texture_files::{Kind, TextureFile};

use super::{Made, MakeError, reserve};
use crate::files::{Files, MOST_BYTES};
use crate::picture::Picture;
use crate::scene::stop::Stop;

/// The texture of a file, by what its first bytes say that it is.
pub(super) fn make(path: &str, files: &dyn Files, meter: &Meter) -> Result<Made, Stop> {
    let bytes = files.read(path, MOST_BYTES).map_err(|error| MakeError::Picture {
        path: path.to_owned(),
        error: error.into(),
    })?;
    match Kind::of(&bytes) {
        Some(Kind::Ktx2 | Kind::Dds) => texture_file(path, &bytes, meter),
        None => picture(path, &bytes, meter),
    }
}

/// All levels, faces and layers of a KTX2 or DDS file. Its first row is row 0 of the texture.
fn texture_file(path: &str, bytes: &[u8], meter: &Meter) -> Result<Made, Stop> {
    let wrong = |error| MakeError::File {
        path: path.to_owned(),
        error,
    };
    let file = TextureFile::open(bytes).map_err(wrong)?;
    let [own, beside] = file.bytes();
    let room = meter.room(own)?;
    let _beside = meter.room(beside)?;
    meter.work(own)?;
    let texture = file.texture(&Limits::default()).map_err(wrong)?;
    let filtered = file.format().kind() == quadrille_texture::format::FormatKind::Float;
    let sampler = match (filtered, texture.levels() > 1) {
        (false, _) => Sampler::nearest(),
        (true, true) => Sampler {
            minification: MinificationFilter::LinearMipmapLinear,
            ..linear(file.target())
        },
        (true, false) => linear(file.target()),
    };
    let sampler = Sampler {
        swizzle: file.swizzle(),
        maximum_level: file.levels().max(texture.levels()) - 1,
        ..sampler
    };
    Ok(Made::new(texture, sampler, room))
}

/// Linear filters in a level; repeated but on cube maps.
fn linear(target: ObjectTarget) -> Sampler {
    Sampler {
        minification: MinificationFilter::Linear,
        magnification: MagnificationFilter::Linear,
        ..Sampler::for_target(target)
    }
}

/// A picture with mipmaps, its lowest row as row 0.
fn picture(path: &str, bytes: &[u8], meter: &Meter) -> Result<Made, Stop> {
    let picture = Picture::from_png(bytes).map_err(|error| MakeError::Picture {
        path: path.to_owned(),
        error,
    })?;
    let size = [picture.width, picture.height, 1];
    let room = reserve(meter, Format::Rgba8, size, 1, true)?;
    // The picture, and the same bottom up.
    let _pictures = reserve(meter, Format::Rgba8, size, 2, false)?;
    let extent = Extent::new(picture.width, picture.height, 1);
    let wrong = |error| MakeError::Texture {
        path: path.to_owned(),
        error,
    };
    let mut texture =
        Texture::from_rgba8(ObjectTarget::TwoDimensional, extent, &picture.bottom_up()).map_err(wrong)?;
    texture.generate_mipmaps(0).map_err(wrong)?;
    let sampler = Sampler {
        minification: MinificationFilter::LinearMipmapLinear,
        magnification: MagnificationFilter::Linear,
        wrap: [Wrap::Repeat; 3],
        ..Sampler::default()
    };
    Ok(Made::new(texture, sampler, room))
}

/// A cube map of six pictures, with mipmaps.
pub(super) fn cube(paths: &[String], files: &dyn Files, meter: &Meter) -> Result<Made, Stop> {
    let mut texture = Texture::new(ObjectTarget::Cube);
    let mut rooms = Vec::new();
    for (face, path) in (0..).zip(paths) {
        let picture = Picture::read(path, files).map_err(|error| MakeError::Picture {
            path: path.clone(),
            error,
        })?;
        let size = [picture.width, picture.height, 1];
        rooms.push(reserve(meter, Format::Rgba8, size, 1, true)?);
        let extent = Extent::new(picture.width, picture.height, 1);
        // The faces of a cube map have their first row at the top (GL 2.1, table 3.19).
        let pixels = Pixels::rgba8(&picture.rgba);
        let defined = texture.define(0, face, Format::Rgba8, extent, &pixels);
        defined.map_err(|error| MakeError::Texture {
            path: path.clone(),
            error,
        })?;
    }
    texture.generate_mipmaps(0)?;
    let sampler = Sampler {
        minification: MinificationFilter::LinearMipmapLinear,
        magnification: MagnificationFilter::Linear,
        wrap: [Wrap::ClampToEdge; 3],
        ..Sampler::default()
    };
    drop(rooms);
    let room = meter.room(texture.bytes())?;
    Ok(Made::new(texture, sampler, room))
}
