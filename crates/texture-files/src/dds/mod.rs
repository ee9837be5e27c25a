//! DDS (Microsoft's "Programming Guide for DDS" and "DDS_HEADER", "DDS_PIXELFORMAT", "DDS_HEADER_DXT10").

mod formats;

use quadrille_texture::{Format, Swizzle};

use crate::bytes::Bytes;
use crate::error::{FileError, Reason, UnknownFormat};
use crate::file::{Level, Packing, Shape, TextureFile};
use crate::order::Order;

/// The first bytes of every file.
pub(crate) const MAGIC: [u8; 4] = *b"DDS ";

/// Bytes of the magic number and the header, and of the header behind it that newer files have.
const HEADER: u64 = 4 + 124;
const HEADER_DX10: u64 = 20;

/// Where the fields lie, from the start of the file.
mod field {
    pub(super) const SIZE: u64 = 4;
    pub(super) const FLAGS: u64 = 8;
    pub(super) const HEIGHT: u64 = 12;
    pub(super) const WIDTH: u64 = 16;
    pub(super) const DEPTH: u64 = 24;
    pub(super) const MIP_MAP_COUNT: u64 = 28;
    pub(super) const PIXEL_FORMAT: u64 = 76;
    pub(super) const CAPS2: u64 = 112;
    pub(super) const DXGI_FORMAT: u64 = 128;
    pub(super) const DIMENSION: u64 = 132;
    pub(super) const MISC: u64 = 136;
    pub(super) const ARRAY_SIZE: u64 = 140;
}

const DDSD_MIPMAPCOUNT: u32 = 0x2_0000;
const DDSD_DEPTH: u32 = 0x80_0000;
const DDSCAPS2_CUBEMAP: u32 = 0x200;
/// All of DDSCAPS2_CUBEMAP_POSITIVEX to DDSCAPS2_CUBEMAP_NEGATIVEZ.
const DDSCAPS2_FACES: u32 = 0xfc00;
const DDSCAPS2_VOLUME: u32 = 0x20_0000;
const DDPF_FOURCC: u32 = 0x4;
const MISC_TEXTURECUBE: u32 = 0x4;

pub(crate) fn open(file: Bytes<'_>) -> Result<TextureFile<'_>, FileError> {
    file.part(0, HEADER)?;
    let wrong = |name, value: u32, at| {
        let value = value.into();
        Reason::Field { field: name, value }.at(at)
    };
    for (name, at, size) in [
        ("dwSize", field::SIZE, 124),
        ("ddspf.dwSize", field::PIXEL_FORMAT, 32),
    ] {
        let found = file.u32(at)?;
        if found != size {
            return Err(wrong(name, found, at));
        }
    }
    let flags = file.u32(field::FLAGS)?;
    let levels = match flags & DDSD_MIPMAPCOUNT {
        0 => 1,
        _ => file.u32(field::MIP_MAP_COUNT)?.max(1),
    };
    let [width, height, depth] = [
        file.u32(field::WIDTH)?,
        file.u32(field::HEIGHT)?,
        file.u32(field::DEPTH)?,
    ];
    let is_new = file.u32(field::PIXEL_FORMAT + 4)? & DDPF_FOURCC != 0
        && file.part(field::PIXEL_FORMAT + 8, 4)? == b"DX10";
    let shape = if is_new {
        file.part(HEADER, HEADER_DX10)?;
        let number = file.u32(field::DXGI_FORMAT)?;
        let found = formats::DXGI.iter().find(|(row, ..)| *row == number);
        let (_, format, order) =
            *found.ok_or_else(|| Reason::Format(UnknownFormat::Dxgi(number)).at(field::DXGI_FORMAT))?;
        let array = file.u32(field::ARRAY_SIZE)?;
        let layers = match array {
            0 => return Err(wrong("arraySize", array, field::ARRAY_SIZE)),
            // A texture that is no array has one.
            1 => 0,
            layers => layers,
        };
        let dimension = file.u32(field::DIMENSION)?;
        Shape {
            size: match dimension {
                2 => [width, 0, 0],
                3 => [width, height, 0],
                4 => [width, height, depth.max(1)],
                _ => return Err(wrong("resourceDimension", dimension, field::DIMENSION)),
            },
            layers,
            cube: file.u32(field::MISC)? & MISC_TEXTURECUBE != 0,
            levels,
            format,
            order,
        }
    } else {
        let caps = file.u32(field::CAPS2)?;
        let cube = caps & DDSCAPS2_CUBEMAP != 0;
        if cube && caps & DDSCAPS2_FACES != DDSCAPS2_FACES {
            return Err(Reason::FacesMissing.at(field::CAPS2));
        }
        let volume = caps & DDSCAPS2_VOLUME != 0 && flags & DDSD_DEPTH != 0;
        let (format, order) = pixel_format(file)?;
        Shape {
            size: [width, height, if volume { depth.max(1) } else { 0 }],
            layers: 0,
            cube,
            levels,
            format,
            order,
        }
    };
    if shape.size[1] == 0 && file.u32(field::HEIGHT)? == 0 {
        return Err(wrong("dwHeight", 0, field::HEIGHT));
    }
    shape.check(field::HEIGHT, field::MIP_MAP_COUNT)?;
    Ok(TextureFile {
        levels: levels_of(file, &shape, HEADER + if is_new { HEADER_DX10 } else { 0 })?,
        shape,
        packing: Packing::None,
        makes_levels: false,
        swizzle: [Swizzle::Red, Swizzle::Green, Swizzle::Blue, Swizzle::Alpha],
    })
}

/// The format of a header without DX10: by four characters, or by the masks of its components.
fn pixel_format(file: Bytes<'_>) -> Result<(Format, Order), FileError> {
    let at = field::PIXEL_FORMAT;
    let flags = file.u32(at + 4)?;
    if flags & DDPF_FOURCC != 0 {
        let code = file.u32(at + 8)?;
        let found = formats::FOUR_CC.iter().find(|(row, _)| *row == code);
        let (_, format) = *found.ok_or_else(|| Reason::Format(UnknownFormat::FourCc(code)).at(at + 8))?;
        return Ok((format, Order::Own));
    }
    let bits = file.u32(at + 12)?;
    let masks = [
        file.u32(at + 16)?,
        file.u32(at + 20)?,
        file.u32(at + 24)?,
        file.u32(at + 28)?,
    ];
    let found = formats::MASKS
        .iter()
        .find(|row| (row.flags & flags, row.bits, row.masks) == (row.flags, bits, masks));
    let row = found.ok_or_else(|| Reason::Format(UnknownFormat::Masks { bits, masks }).at(at + 12))?;
    Ok((row.format, row.order))
}

/// The levels: in the file all levels of a face lie behind each other, then come the next face and the next layer.
fn levels_of<'a>(file: Bytes<'a>, shape: &Shape, start: u64) -> Result<Vec<Level<'a>>, FileError> {
    let faces = u64::from(shape.faces()) * u64::from(shape.layers());
    let whole = (0..shape.levels).map(|level| shape.face_bytes(level));
    let whole = whole.fold(0_u64, u64::saturating_add);
    file.part(start, whole.saturating_mul(faces))?;
    let mut before = start;
    (0..shape.levels)
        .map(|level| {
            let (at, length) = (before, shape.face_bytes(level));
            before += length;
            let pieces = (0..faces).map(|face| file.part(at + face * whole, length));
            Ok(Level {
                at,
                pieces: pieces.collect::<Result<_, _>>()?,
            })
        })
        .collect()
}
