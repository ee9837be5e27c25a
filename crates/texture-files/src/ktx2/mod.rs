//! KTX2 (Khronos Texture File Format 2.0).

mod formats;

use quadrille_texture::Swizzle;

use crate::bytes::Bytes;
use crate::error::{FileError, Reason, UnknownFormat};
use crate::file::{Level, Packing, Shape, TextureFile};
use crate::order::Order;

/// The first bytes of every file (section 3.1).
pub(crate) const IDENTIFIER: [u8; 12] = *b"\xabKTX 20\xbb\r\n\x1a\n";

/// Bytes of the header, behind which the level index lies, and of one level in it.
const HEADER: u64 = 80;
const LEVEL: u64 = 24;

/// Where the fields of the header lie.
mod field {
    pub(super) const VK_FORMAT: u64 = 12;
    pub(super) const TYPE_SIZE: u64 = 16;
    pub(super) const PIXEL_WIDTH: u64 = 20;
    pub(super) const PIXEL_HEIGHT: u64 = 24;
    pub(super) const PIXEL_DEPTH: u64 = 28;
    pub(super) const LAYER_COUNT: u64 = 32;
    pub(super) const FACE_COUNT: u64 = 36;
    pub(super) const LEVEL_COUNT: u64 = 40;
    pub(super) const SUPERCOMPRESSION: u64 = 44;
    pub(super) const DFD: u64 = 48;
    pub(super) const KVD: u64 = 56;
    pub(super) const SGD: u64 = 64;
}

pub(crate) fn open(file: Bytes<'_>) -> Result<TextureFile<'_>, FileError> {
    file.part(0, HEADER)?;
    let scheme = file.u32(field::SUPERCOMPRESSION)?;
    let packing = match scheme {
        0 => Packing::None,
        1 => return Err(Reason::Transcoded("BasisLZ").at(field::SUPERCOMPRESSION)),
        2 => Packing::Zstd,
        3 => Packing::Zlib,
        other => return Err(Reason::Supercompression(other).at(field::SUPERCOMPRESSION)),
    };
    let number = file.u32(field::VK_FORMAT)?;
    if number == 0 {
        // VK_FORMAT_UNDEFINED: without BasisLZ that is UASTC, or a format of no API.
        return Err(Reason::Transcoded("UASTC").at(field::VK_FORMAT));
    }
    let found = formats::FORMATS.iter().find(|(row, ..)| *row == number);
    let (_, format, order) =
        *found.ok_or_else(|| Reason::Format(UnknownFormat::Vulkan(number)).at(field::VK_FORMAT))?;
    let type_size = file.u32(field::TYPE_SIZE)?;
    // Its exact value is only of use on machines of the other byte order.
    if !matches!(type_size, 1 | 2 | 4 | 8) || format.row().compression.is_some() && type_size != 1 {
        return Err(wrong("typeSize", type_size, field::TYPE_SIZE));
    }
    let faces = file.u32(field::FACE_COUNT)?;
    if !matches!(faces, 1 | 6) {
        return Err(wrong("faceCount", faces, field::FACE_COUNT));
    }
    let levels = file.u32(field::LEVEL_COUNT)?;
    let shape = Shape {
        size: [
            file.u32(field::PIXEL_WIDTH)?,
            file.u32(field::PIXEL_HEIGHT)?,
            file.u32(field::PIXEL_DEPTH)?,
        ],
        layers: file.u32(field::LAYER_COUNT)?,
        cube: faces == 6,
        levels: levels.max(1),
        format,
        order,
    };
    shape.check(field::PIXEL_WIDTH, field::LEVEL_COUNT)?;
    // 0 levels ask for levels to be made, which blocks cannot be (section 3.10).
    let makes_levels = levels == 0;
    if makes_levels && format.row().compression.is_some() {
        return Err(wrong("levelCount", levels, field::LEVEL_COUNT));
    }
    for at in [field::DFD, field::KVD] {
        file.part(file.u32(at)?.into(), file.u32(at + 4)?.into())?;
    }
    file.part(file.u64(field::SGD)?, file.u64(field::SGD + 8)?)?;
    Ok(TextureFile {
        shape,
        levels: (0..shape.levels)
            .map(|level| level_of(file, &shape, packing, level))
            .collect::<Result<_, _>>()?,
        packing,
        makes_levels,
        swizzle: swizzle(file)?,
    })
}

fn wrong(field: &'static str, value: u32, at: u64) -> FileError {
    let value = value.into();
    Reason::Field { field, value }.at(at)
}

/// A level of the index (section 3.9.7).
fn level_of<'a>(
    file: Bytes<'a>,
    shape: &Shape,
    packing: Packing,
    level: u32,
) -> Result<Level<'a>, FileError> {
    let at = HEADER + u64::from(level) * LEVEL;
    let (start, length, unpacked) = (file.u64(at)?, file.u64(at + 8)?, file.u64(at + 16)?);
    let data = file.part(start, length)?;
    let needed = shape.level_bytes(level);
    let wrong = |given: u64, at: u64| Reason::LevelLength { level, needed, given }.at(at);
    // Of a packed level only the unpacked length is known.
    if length == 0 || packing == Packing::None && length != needed {
        return Err(wrong(length, at + 8));
    }
    if unpacked != needed {
        return Err(wrong(unpacked, at + 16));
    }
    Ok(Level {
        at: start,
        pieces: vec![data],
    })
}

/// What KTXswizzle says (section 5.7), else each component itself.
fn swizzle(file: Bytes<'_>) -> Result<[Swizzle; 4], FileError> {
    let own = [Swizzle::Red, Swizzle::Green, Swizzle::Blue, Swizzle::Alpha];
    let (mut at, length) = (
        u64::from(file.u32(field::KVD)?),
        u64::from(file.u32(field::KVD + 4)?),
    );
    let end = at + length;
    // An entry is its length, the key with a 0 behind it, the value, and bytes up to a multiple of four.
    while at + 4 <= end {
        let entry = u64::from(file.u32(at)?);
        if at + 4 + entry > end {
            return Err(Reason::Truncated {
                needed: entry,
                left: end - at - 4,
            }
            .at(at + 4));
        }
        let value = file.part(at + 4, entry)?.strip_prefix(b"KTXswizzle\0");
        if let Some([red, green, blue, alpha, ..]) = value {
            let source = |letter: &u8| match letter {
                b'r' => Ok(Swizzle::Red),
                b'g' => Ok(Swizzle::Green),
                b'b' => Ok(Swizzle::Blue),
                b'a' => Ok(Swizzle::Alpha),
                b'0' => Ok(Swizzle::Zero),
                b'1' => Ok(Swizzle::One),
                other => Err(wrong("a letter of KTXswizzle", u32::from(*other), at + 4)),
            };
            return Ok([source(red)?, source(green)?, source(blue)?, source(alpha)?]);
        }
        at += 4 + entry.next_multiple_of(4);
    }
    Ok(own)
}
