//! KTX2 and DDS files, whole and broken. What a file says is laid out here field by field, by the Khronos Texture File
//! Format 2.0 and by Microsoft's "DDS_HEADER", "DDS_PIXELFORMAT" and "DDS_HEADER_DXT10".

use std::io::Write;

use quadrille_texture::{Format, Limits, ObjectTarget, Swizzle};
use quadrille_texture_files::{FileError, Reason, TextureFile};

/// A KTX2 file: header, level index, data format descriptor and key/value data of no bytes, then the levels.
#[derive(Clone)]
struct Ktx2 {
    format: u32,
    type_size: u32,
    size: [u32; 3],
    layers: u32,
    faces: u32,
    level_count: u32,
    scheme: u32,
    key_values: Vec<u8>,
    /// The bytes of each level, and how many they are unpacked.
    levels: Vec<(Vec<u8>, u64)>,
}

fn ktx2(format: u32, size: [u32; 3], levels: &[&[u8]]) -> Ktx2 {
    Ktx2 {
        format,
        type_size: 1,
        size,
        layers: 0,
        faces: 1,
        level_count: levels.len() as u32,
        scheme: 0,
        key_values: Vec::new(),
        levels: levels
            .iter()
            .map(|level| (level.to_vec(), level.len() as u64))
            .collect(),
    }
}

impl Ktx2 {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"\xabKTX 20\xbb\r\n\x1a\n".to_vec();
        let [width, height, depth] = self.size;
        let index = 80 + 24 * self.levels.len() as u32;
        let keys = self.key_values.len() as u32;
        for word in [
            self.format,
            self.type_size,
            width,
            height,
            depth,
            self.layers,
            self.faces,
            self.level_count,
            self.scheme,
            index,
            0,
            index,
            keys,
            0,
            0,
            0,
            0,
        ] {
            bytes.extend(word.to_le_bytes());
        }
        let mut at = u64::from(index + keys);
        for (level, unpacked) in &self.levels {
            for word in [at, level.len() as u64, *unpacked] {
                bytes.extend(word.to_le_bytes());
            }
            at += level.len() as u64;
        }
        bytes.extend(&self.key_values);
        bytes.extend(self.levels.iter().flat_map(|(level, _)| level));
        bytes
    }

    fn error(&self) -> FileError {
        let bytes = self.bytes();
        let read = TextureFile::open(&bytes).and_then(|file| file.texture(&Limits::default()));
        read.expect_err("a broken file")
    }
}

/// A DDS file with the flag DDSD_MIPMAPCOUNT.
fn dds(
    size: [u32; 2],
    levels: u32,
    pixel_format: [u32; 8],
    caps2: u32,
    dx10: &[u32],
    data: &[u8],
) -> Vec<u8> {
    let mut words = vec![124, 0x2_1007, size[1], size[0], 0, 0, levels];
    words.extend([0; 11]);
    words.extend(pixel_format);
    words.extend([0x1000, caps2, 0, 0, 0]);
    words.extend(dx10);
    let mut bytes = b"DDS ".to_vec();
    bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(data);
    bytes
}

fn four(letters: &[u8; 4]) -> [u32; 8] {
    [32, 4, u32::from_le_bytes(*letters), 0, 0, 0, 0, 0]
}

const RGBA8: u32 = 37;

#[test]
fn levels_of_a_ktx2_file() {
    let bytes = ktx2(RGBA8, [2, 1, 0], &[&[1, 2, 3, 4, 5, 6, 7, 8], &[9, 10, 11, 12]]).bytes();
    let file = TextureFile::open(&bytes).expect("a file");
    assert_eq!(
        (file.target(), file.format(), file.levels()),
        (ObjectTarget::TwoDimensional, Format::Rgba8, 2)
    );
    let texture = file.texture(&Limits::default()).expect("a texture");
    assert_eq!(
        texture.image(0, 0).expect("level 0").bytes(),
        [1, 2, 3, 4, 5, 6, 7, 8]
    );
    assert_eq!(texture.image(1, 0).expect("level 1").bytes(), [9, 10, 11, 12]);
    assert!(texture.bytes() <= file.bytes()[0]);
    // VK_FORMAT_B8G8R8A8_UNORM
    let bytes = ktx2(44, [1, 1, 0], &[&[1, 2, 3, 4]]).bytes();
    let texture = TextureFile::open(&bytes).and_then(|file| file.texture(&Limits::default()));
    assert_eq!(
        texture.expect("a texture").image(0, 0).expect("level 0").bytes(),
        [3, 2, 1, 4]
    );
}

#[test]
fn shapes_of_ktx2_files() {
    // VK_FORMAT_R8_UNORM; section 3.4 to 3.8 for what zeros mean
    for (size, layers, faces, texels, target) in [
        ([4, 0, 0], 0, 1, 4, ObjectTarget::OneDimensional),
        ([4, 0, 0], 3, 1, 12, ObjectTarget::OneDimensionalArray),
        ([4, 2, 0], 0, 1, 8, ObjectTarget::TwoDimensional),
        ([4, 2, 0], 1, 1, 8, ObjectTarget::TwoDimensionalArray),
        ([4, 2, 3], 0, 1, 24, ObjectTarget::ThreeDimensional),
        ([2, 2, 0], 0, 6, 24, ObjectTarget::Cube),
        ([2, 2, 0], 2, 6, 48, ObjectTarget::CubeArray),
    ] {
        let data: Vec<u8> = (0..texels).collect();
        let bytes = Ktx2 {
            layers,
            faces,
            ..ktx2(9, size, &[&data])
        }
        .bytes();
        let file = TextureFile::open(&bytes).expect("a file");
        assert_eq!(file.target(), target);
        let texture = file.texture(&Limits::default()).expect("a texture");
        let faces = target.row().faces;
        let read: Vec<u8> = (0..faces)
            .flat_map(|face| texture.image(0, face).expect("a face").bytes().to_vec())
            .collect();
        assert_eq!(read, data);
    }
}

#[test]
fn packed_levels_of_ktx2_files() {
    let texels: Vec<u8> = (0..64_u8).flat_map(|texel| [texel, 0, 0, 255]).collect();
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(&texels).expect("memory");
    let zlib = zlib.finish().expect("memory");
    let zstd = ruzstd::encoding::compress_to_vec(&texels[..], ruzstd::encoding::CompressionLevel::Fastest);
    for (scheme, packed) in [(2, zstd), (3, zlib)] {
        let file = |packed: &[u8], unpacked| Ktx2 {
            scheme,
            levels: vec![(packed.to_vec(), unpacked)],
            ..ktx2(RGBA8, [8, 8, 0], &[&[]])
        };
        let bytes = file(&packed, 256).bytes();
        let texture = TextureFile::open(&bytes).and_then(|file| file.texture(&Limits::default()));
        assert_eq!(
            texture.expect("a texture").image(0, 0).expect("level 0").bytes(),
            texels
        );
        // Half of it, and something else.
        let broken = file(&packed[..packed.len() / 2], 256).error();
        assert!(
            matches!(broken.reason, Reason::Inflate { level: 0, .. }),
            "{broken}"
        );
        assert!(matches!(
            file(b"nothing of that kind", 256).error().reason,
            Reason::Inflate { .. }
        ));
        // The same bytes for a texture of fewer texels, or of more.
        for size in [[8, 4, 0], [8, 16, 0]] {
            let unpacked = u64::from(size[0] * size[1] * 4);
            let error = Ktx2 {
                size,
                ..file(&packed, unpacked)
            }
            .error();
            assert!(matches!(error.reason, Reason::Inflate { .. }), "{error}");
        }
        // An unpacked length that the size contradicts.
        assert_eq!(
            file(&packed, 255).error().to_string(),
            "byte 96: level 0 has 255 bytes, and its size and format need 256"
        );
    }
}

#[test]
fn broken_ktx2_files() {
    let whole = ktx2(RGBA8, [4, 4, 0], &[&[0; 64], &[0; 16], &[0; 4]]);
    for (file, expected) in [
        (
            Ktx2 {
                scheme: 1,
                ..whole.clone()
            },
            "byte 44: BasisLZ is transcoded before it is used, which is not done here: `ktx transcode` does it",
        ),
        (
            Ktx2 {
                format: 0,
                ..whole.clone()
            },
            "byte 12: UASTC is transcoded before it is used, which is not done here: `ktx transcode` does it",
        ),
        (
            Ktx2 {
                scheme: 7,
                ..whole.clone()
            },
            "byte 44: the supercompression scheme 7 is not supported",
        ),
        (
            Ktx2 {
                format: 1_000_066_000,
                ..whole.clone()
            },
            "byte 12: the VkFormat 1000066000 is not supported",
        ),
        (
            Ktx2 {
                type_size: 3,
                ..whole.clone()
            },
            "byte 16: typeSize is 3",
        ),
        (
            Ktx2 {
                faces: 5,
                ..whole.clone()
            },
            "byte 36: faceCount is 5",
        ),
        (
            Ktx2 {
                size: [0, 4, 0],
                ..whole.clone()
            },
            "byte 20: width is 0",
        ),
        (
            Ktx2 {
                size: [4, 0, 4],
                ..whole.clone()
            },
            "byte 20: height is 0",
        ),
        (
            Ktx2 {
                size: [4, 4, 4],
                layers: 2,
                ..whole.clone()
            },
            "byte 20: an array of three-dimensional textures",
        ),
        (
            Ktx2 {
                size: [4, 3, 0],
                faces: 6,
                ..whole.clone()
            },
            "byte 20: the faces of a cube map are 4 by 3 texels",
        ),
        (
            Ktx2 {
                size: [2, 2, 0],
                ..whole.clone()
            },
            "byte 40: 3 levels of an image whose largest size is 2 texels, which has at most 2",
        ),
        (
            Ktx2 {
                size: [4, 5, 0],
                ..whole.clone()
            },
            "byte 88: level 0 has 64 bytes, and its size and format need 80",
        ),
        // VK_FORMAT_BC1_RGBA_UNORM_BLOCK: 5 by 5 texels are 4 blocks of 8 bytes.
        (
            ktx2(133, [5, 5, 0], &[&[0; 31]]),
            "byte 88: level 0 has 31 bytes, and its size and format need 32",
        ),
        (
            Ktx2 {
                level_count: 0,
                ..ktx2(133, [4, 4, 0], &[&[0; 8]])
            },
            "byte 40: levelCount is 0",
        ),
        (
            ktx2(133, [u32::MAX, u32::MAX, 0], &[&[0; 8]]),
            "byte 88: level 0 has 8 bytes, and its size and format need 9223372036854775808",
        ),
    ] {
        assert_eq!(file.error().to_string(), expected);
    }
    let bytes = whole.bytes();
    for length in 0..bytes.len() {
        assert!(TextureFile::open(&bytes[..length]).is_err());
    }
    let cut = TextureFile::open(&bytes[..bytes.len() - 1]).expect_err("a byte is missing");
    assert_eq!(
        cut.to_string(),
        "byte 232: 4 bytes are announced here, and the file has 3"
    );
}

#[test]
fn levels_that_are_made_and_swizzles() {
    // Section 3.10: levelCount 0 asks for the whole pyramid; VK_FORMAT_R8_UNORM
    let made = Ktx2 {
        level_count: 0,
        ..ktx2(9, [2, 1, 0], &[&[10, 20]])
    }
    .bytes();
    let texture = TextureFile::open(&made)
        .and_then(|file| file.texture(&Limits::default()))
        .expect("a texture");
    assert_eq!(texture.image(1, 0).expect("made").bytes(), [15]);
    // Section 5.7, with another key before it
    let mut key_values = Vec::new();
    for entry in [&b"KTXorientation\0rd\0"[..], b"KTXswizzle\0rr1a\0"] {
        key_values.extend((entry.len() as u32).to_le_bytes());
        key_values.extend(entry);
        key_values.resize(key_values.len().next_multiple_of(4), 0);
    }
    let bytes = Ktx2 {
        key_values: key_values.clone(),
        ..ktx2(9, [1, 1, 0], &[&[1]])
    }
    .bytes();
    let file = TextureFile::open(&bytes).expect("a file");
    assert_eq!(
        file.swizzle(),
        [Swizzle::Red, Swizzle::Red, Swizzle::One, Swizzle::Alpha]
    );
    let last = key_values.len() - 5;
    key_values[last] = b'x';
    assert!(
        Ktx2 {
            key_values: key_values.clone(),
            ..ktx2(9, [1, 1, 0], &[&[1]])
        }
        .error()
        .to_string()
        .contains("letter")
    );
    key_values[0] = 200;
    let error = Ktx2 {
        key_values,
        ..ktx2(9, [1, 1, 0], &[&[1]])
    }
    .error();
    assert_eq!(
        error.to_string(),
        "byte 108: 200 bytes are announced here, and the file has 40"
    );
}

#[test]
fn dds_files() {
    let texture = |bytes: &[u8]| {
        let file = TextureFile::open(bytes).expect("a file");
        (
            file.target(),
            file.format(),
            file.texture(&Limits::default()).expect("a texture"),
        )
    };
    // A8R8G8B8: blue is the lowest byte.
    let argb = [32, 0x41, 0, 32, 0xff_0000, 0xff00, 0xff, 0xff00_0000];
    let (target, format, argb) = texture(&dds([1, 1], 1, argb, 0, &[], &[1, 2, 3, 4]));
    assert_eq!((target, format), (ObjectTarget::TwoDimensional, Format::Rgba8));
    assert_eq!(argb.image(0, 0).expect("level 0").bytes(), [3, 2, 1, 4]);
    // A1R5G5B5: 0x8000 is alpha, 0x7c00 red; in the format red is in the highest bits, alpha in the lowest.
    let argb = [32, 0x41, 0, 16, 0x7c00, 0x3e0, 0x1f, 0x8000];
    let (_, _, argb) = texture(&dds([2, 1], 1, argb, 0, &[], &[0x00, 0x80, 0x00, 0x7c]));
    assert_eq!(
        argb.image(0, 0).expect("level 0").bytes(),
        [0x01, 0x00, 0x00, 0xf8]
    );
    // Two levels of 8 by 4 texels in blocks, white and black.
    let mut data = vec![0xff; 16];
    data.extend([0; 8]);
    let (_, format, blocks) = texture(&dds([8, 4], 2, four(b"DXT1"), 0, &[], &data));
    assert_eq!(format, Format::Bc1Rgba);
    assert_eq!(
        blocks.image(1, 0).expect("level 1").bytes(),
        [0, 0, 0, 255].repeat(8)
    );
    // A cube map keeps the levels of a face together.
    let luminance = [32, 0x2_0000, 0, 8, 0xff, 0, 0, 0];
    let data: Vec<u8> = (0..30).collect();
    let (target, _, cube) = texture(&dds([2, 2], 2, luminance, 0xfe00, &[], &data));
    assert_eq!(target, ObjectTarget::Cube);
    assert_eq!(cube.image(0, 1).expect("-x").bytes(), [5, 6, 7, 8]);
    assert_eq!(cube.image(1, 5).expect("-z").bytes(), [29]);
    // DXGI_FORMAT_R8_UNORM, TEXTURE2D, no cube, an array of 3, with two levels each.
    let (target, _, array) = texture(&dds([2, 1], 2, four(b"DX10"), 0, &[61, 3, 0, 3, 0], &data[..9]));
    assert_eq!(target, ObjectTarget::TwoDimensionalArray);
    assert_eq!(array.image(0, 0).expect("level 0").bytes(), [0, 1, 3, 4, 6, 7]);
    assert_eq!(array.image(1, 0).expect("level 1").bytes(), [2, 5, 8]);
}

#[test]
fn broken_dds_files() {
    let luminance = [32, 0x2_0000, 0, 8, 0xff, 0, 0, 0];
    for (bytes, expected) in [
        (b"DDS".to_vec(), "byte 0: neither a KTX2 nor a DDS file"),
        (
            b"DDS ".to_vec(),
            "byte 0: 128 bytes are announced here, and the file has 4",
        ),
        (
            dds([4, 4], 4, four(b"DXT1"), 0, &[], &[0; 64]),
            "byte 28: 4 levels of an image whose largest size is 4 texels, which has at most 3",
        ),
        (
            dds([5, 5], 1, four(b"DXT5"), 0, &[], &[0; 63]),
            "byte 128: 64 bytes are announced here, and the file has 63",
        ),
        (
            dds([4, 4], 1, four(b"UYVY"), 0, &[], &[0; 64]),
            "byte 84: the FourCC 0x59565955 is not supported",
        ),
        (
            dds([4, 4], 1, [32, 0x40, 0, 17, 1, 2, 4, 0], 0, &[], &[]),
            "byte 88: a pixel of 17 bits with the masks 0x1, 0x2, 0x4 and 0x0 is not supported",
        ),
        (
            dds([4, 4], 1, [31, 0x40, 0, 17, 1, 2, 4, 0], 0, &[], &[]),
            "byte 76: ddspf.dwSize is 31",
        ),
        (
            dds([4, 4], 1, luminance, 0x600, &[], &[]),
            "byte 112: a cube map without all of its faces",
        ),
        (
            dds([4, 3], 1, luminance, 0xfe00, &[], &[]),
            "byte 12: the faces of a cube map are 4 by 3 texels",
        ),
        (
            dds([4, 4], 1, four(b"DX10"), 0, &[190, 3, 0, 1, 0], &[]),
            "byte 128: the DXGI_FORMAT 190 is not supported",
        ),
        (
            dds([4, 4], 1, four(b"DX10"), 0, &[61, 9, 0, 1, 0], &[]),
            "byte 132: resourceDimension is 9",
        ),
        (
            dds([4, 4], 1, four(b"DX10"), 0, &[61, 3, 0, 0, 0], &[]),
            "byte 140: arraySize is 0",
        ),
        (
            dds([4, 4], 1, four(b"DX10"), 0, &[61], &[]),
            "byte 128: 20 bytes are announced here, and the file has 4",
        ),
        (
            dds([4, 4], 1, four(b"DX10"), 0, &[98, 2, 0, 1, 0], &[0; 16]),
            "byte 12: height is 0",
        ),
        (dds([0, 4], 1, luminance, 0, &[], &[]), "byte 12: width is 0"),
        (dds([4, 0], 1, luminance, 0, &[], &[]), "byte 12: dwHeight is 0"),
    ] {
        let error = TextureFile::open(&bytes).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
    let huge = dds(
        [u32::MAX, u32::MAX],
        1,
        four(b"DX10"),
        0,
        &[2, 3, 4, u32::MAX, 0],
        &[0; 64],
    );
    assert!(matches!(
        TextureFile::open(&huge).expect_err("too large").reason,
        Reason::Truncated { .. }
    ));
}

#[test]
fn limits_hold_before_anything_is_unpacked() {
    // A level of 2^30 texels that is said to be packed into a few bytes.
    let bytes = Ktx2 {
        scheme: 3,
        levels: vec![(vec![0; 8], 1 << 32)],
        ..ktx2(RGBA8, [32_768, 32_768, 0], &[&[]])
    }
    .bytes();
    let file = TextureFile::open(&bytes).expect("a header");
    let error = file.texture(&Limits::default()).expect_err("too large");
    assert_eq!(
        error.to_string(),
        "byte 104: 32768 texels or layers are more than the limit of 16384"
    );
}
