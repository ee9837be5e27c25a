//! From texels to colours: what each base internal format fills, borders, swizzles, integers, conversion.

use quadrille_isa::gl::TextureTarget;
use quadrille_texture::{
    Access, BorderColor, BoundTexture, Extent, Format, Gather, Image, Incomplete, LevelOfDetail, Limits,
    Lookup, MagnificationFilter, ObjectTarget, Offset, PixelFormat, PixelType, Pixels, Sampler, Swizzle,
    Texture, TextureError, Wrap,
};
use std::sync::Arc;

fn one_texel(format: Format, pixels: &Pixels<'_>) -> Texture {
    let mut texture = Texture::new(ObjectTarget::OneDimensional);
    texture
        .define(0, 0, format, Extent::new(1, 1, 1), pixels)
        .expect("one texel fits");
    texture
}

fn read(texture: &Texture, sampler: Sampler, s: f32) -> [u32; 4] {
    let bound = BoundTexture::new(Arc::new(texture.clone()), sampler);
    assert_eq!(bound.incomplete(), None);
    let s = [s];
    let lookup = Lookup {
        access: Access::of(TextureTarget::T1D),
        coordinates: [&s, &[], &[], &[]],
        second: [&[]; 4],
        level: LevelOfDetail::Zero,
        least_level: None,
        offset: Offset::Constant([0; 3]),
    };
    bound.sample_lane(&lookup, 0)
}

#[test]
fn base_formats_fill_colors() {
    // source: OpenGL 2.1 tables 3.15 and 3.20, ARB_texture_rg
    let color = [0.25_f32, 0.5, 0.75, 0.125];
    let [r, g, b, a] = color;
    let bytes: Vec<u8> = color.into_iter().flat_map(f32::to_ne_bytes).collect();
    let pixels = Pixels::new(PixelFormat::Rgba, PixelType::Float, &bytes).expect("a GL pair");
    let border = [0.5_f32, 0.25, 1.5, -1.0];
    let rows = [
        (Format::A32F, [0.0, 0.0, 0.0, a], [0.0, 0.0, 0.0, -1.0]),
        (Format::L32F, [r, r, r, 1.0], [0.5, 0.5, 0.5, 1.0]),
        (Format::La32F, [r, r, r, a], [0.5, 0.5, 0.5, -1.0]),
        (Format::I32F, [r, r, r, r], [0.5; 4]),
        (Format::R32F, [r, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0]),
        (Format::Rg32F, [r, g, 0.0, 1.0], [0.5, 0.25, 0.0, 1.0]),
        (Format::Rgb32F, [r, g, b, 1.0], [0.5, 0.25, 1.5, 1.0]),
        (Format::Rgba32F, color, border),
        (Format::Rgba16F, color, border),
        // Fixed-point formats clamp the border to [0, 1] (EXT_texture_integer section 3.8.8).
        (
            Format::Rgb8,
            [64.0 / 255.0, 128.0 / 255.0, 191.0 / 255.0, 1.0],
            [0.5, 0.25, 1.0, 1.0],
        ),
        (
            Format::Rgba4,
            [4.0 / 15.0, 8.0 / 15.0, 11.0 / 15.0, 2.0 / 15.0],
            [0.5, 0.25, 1.0, 0.0],
        ),
        (
            Format::Rgb5A1,
            [8.0 / 31.0, 16.0 / 31.0, 23.0 / 31.0, 0.0],
            [0.5, 0.25, 1.0, 0.0],
        ),
        (
            Format::Rgb565,
            [8.0 / 31.0, 32.0 / 63.0, 23.0 / 31.0, 1.0],
            [0.5, 0.25, 1.0, 1.0],
        ),
    ];
    let sampler = Sampler {
        wrap: [Wrap::ClampToBorder; 3],
        border: BorderColor::Float(border),
        ..Sampler::nearest()
    };
    for (format, inside, outside) in rows {
        let texture = one_texel(format, &pixels);
        assert_eq!(
            read(&texture, sampler, 0.5).map(f32::from_bits),
            inside,
            "{format:?}"
        );
        assert_eq!(
            read(&texture, sampler, 2.0).map(f32::from_bits),
            outside,
            "{format:?}"
        );
    }
}

#[test]
fn every_byte_comes_back() {
    // source: OpenGL 2.1 section 2.14.9: f = c / (2^8 - 1), correctly rounded
    let bytes: Vec<u8> = (0..=255).collect();
    let pixels = Pixels::new(PixelFormat::Luminance, PixelType::UnsignedByte, &bytes).expect("a GL pair");
    let mut texture = Texture::new(ObjectTarget::OneDimensional);
    texture
        .define(0, 0, Format::L8, Extent::new(256, 1, 1), &pixels)
        .expect("fits");
    for byte in 0..=255_u8 {
        let s = (f32::from(byte) + 0.5) / 256.0;
        assert_eq!(
            f32::from_bits(read(&texture, Sampler::nearest(), s)[0]),
            f32::from(byte) / 255.0
        );
    }
}

#[test]
fn integers_are_not_converted_or_filtered() {
    // source: EXT_texture_integer sections 3.8.1 (clamped to the representable range) and 3.8.10
    let bytes: Vec<u8> = [-200_i32, 100, 300, 7]
        .into_iter()
        .flat_map(i32::to_ne_bytes)
        .collect();
    let pixels = Pixels::new(PixelFormat::RgbaInteger, PixelType::Int, &bytes).expect("a GL pair");
    let sampler = Sampler {
        wrap: [Wrap::ClampToBorder; 3],
        border: BorderColor::Integer([9, 8, 7, 6]),
        ..Sampler::nearest()
    };
    let signed = one_texel(Format::Rgba8I, &pixels);
    assert_eq!(
        read(&signed, sampler, 0.5),
        [(-128_i32).cast_unsigned(), 100, 127, 7]
    );
    assert_eq!(read(&signed, sampler, -1.0), [9, 8, 7, 6]);
    assert_eq!(
        read(&one_texel(Format::Rgb8Ui, &pixels), sampler, 0.5),
        [0, 100, 255, 1]
    );
    let linear = Sampler {
        magnification: MagnificationFilter::Linear,
        ..sampler
    };
    let bound = BoundTexture::new(Arc::new(signed), linear);
    assert_eq!(bound.incomplete(), Some(Incomplete::IntegerFilter));
}

#[test]
fn components_of_any_width_come_back() {
    // source: EXT_texture_integer and ARB_texture_rgb10_a2ui: integers are kept as they are; EXT_packed_float 2.1.A:
    // 5 bits of exponent with bias 15 and 6, 6 and 5 of mantissa hold these numbers exactly
    let integers = |values: [u32; 4]| values.into_iter().flat_map(u32::to_ne_bytes).collect::<Vec<u8>>();
    let read_integers = |format, values| {
        let bytes = integers(values);
        let pixels = Pixels::new(PixelFormat::RgbaInteger, PixelType::UnsignedInt, &bytes);
        read(
            &one_texel(format, &pixels.expect("a GL pair")),
            Sampler::nearest(),
            0.5,
        )
    };
    for (format, values) in [
        (Format::Rgba8Ui, [255, 1, 128, 7]),
        (Format::Rgba16Ui, [65535, 256, 7, 40000]),
        (Format::Rgba32Ui, [u32::MAX, 65536, 7, 1 << 31]),
        (Format::Rgb10A2Ui, [1023, 512, 5, 2]),
    ] {
        assert_eq!(read_integers(format, values), values, "{format:?}");
    }
    let floats = [1.5_f32, 1024.0, 0.375, 1.0];
    let bytes: Vec<u8> = floats.into_iter().flat_map(f32::to_ne_bytes).collect();
    let pixels = Pixels::new(PixelFormat::Rgba, PixelType::Float, &bytes).expect("a GL pair");
    let found = read(&one_texel(Format::R11FG11FB10F, &pixels), Sampler::nearest(), 0.5);
    assert_eq!(found.map(f32::from_bits), floats);
}

#[test]
fn swizzles_rearrange_results() {
    // source: EXT_texture_swizzle section 3.8.x
    let texture = one_texel(Format::Rgba8, &Pixels::rgba8(&[0, 51, 102, 153]));
    let sampler = Sampler {
        swizzle: [Swizzle::Alpha, Swizzle::One, Swizzle::Green, Swizzle::Zero],
        ..Sampler::nearest()
    };
    assert_eq!(
        read(&texture, sampler, 0.5).map(f32::from_bits),
        [0.6, 1.0, 0.2, 0.0]
    );
}

#[test]
fn texels_for_devices_are_those_that_lookups_see() {
    // source: EXT_texture_integer table 3.8.x (missing components are 0 and 1), EXT_texture_swizzle section 3.8.x
    let sampler = Sampler {
        swizzle: [Swizzle::Alpha, Swizzle::One, Swizzle::Green, Swizzle::Zero],
        ..Sampler::nearest()
    };
    let bound = |texture| BoundTexture::new(Arc::new(texture), sampler);
    let bytes: Vec<u8> = [5_u32, 6, 7, 8].into_iter().flat_map(u32::to_ne_bytes).collect();
    let pixels = Pixels::new(PixelFormat::RgbaInteger, PixelType::UnsignedInt, &bytes).expect("a GL pair");
    for (format, expected) in [
        (Format::Rgba8Ui, [8, 1, 6, 0]),
        (Format::Rgb8Ui, [1, 1, 6, 0]),
        (Format::R8Ui, [1, 1, 0, 0]),
    ] {
        let texture = one_texel(format, &pixels);
        let image = texture.image(0, 0).expect("it was made").clone();
        let texels: Vec<_> = bound(texture).integers(&image).collect();
        assert_eq!(texels, [expected], "{format:?}");
    }
    let texture = one_texel(Format::Rgba8, &Pixels::rgba8(&[0, 51, 102, 153]));
    let image = texture.image(0, 0).expect("it was made").clone();
    let texels: Vec<_> = bound(texture).colors(&image).collect();
    assert_eq!(texels, [[0.6, 1.0, 0.2, 0.0]]);
}

#[test]
fn gathers_take_a_component_behind_the_swizzle() {
    // source: ARB_texture_gather 3.8.8: the component is selected from the post-swizzle colour
    let sampler = Sampler {
        swizzle: [Swizzle::Alpha, Swizzle::One, Swizzle::Green, Swizzle::Zero],
        ..Sampler::nearest()
    };
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    texture
        .define(
            0,
            0,
            Format::Rgba8,
            Extent::new(1, 1, 1),
            &Pixels::rgba8(&[0, 51, 102, 153]),
        )
        .expect("one texel fits");
    let bound = BoundTexture::new(Arc::new(texture), sampler);
    let half = [0.5];
    let lookup = Lookup {
        access: Access::of(TextureTarget::T2D),
        coordinates: [&half, &half, &[], &[]],
        second: [&[]; 4],
        level: LevelOfDetail::Zero,
        least_level: None,
        offset: Offset::Constant([0; 3]),
    };
    for (component, expected) in [0.6, 1.0, 0.2, 0.0].into_iter().enumerate() {
        let found = bound.gather_lane(&lookup, Gather::Footprint, component, 0);
        assert_eq!(found.map(f32::from_bits), [expected; 4]);
    }
}

#[test]
fn srgb_is_linear_before_it_is_filtered() {
    // source: EXT_texture_sRGB: 255 is 1 and 0 is 0, so their mean is 1/2, not the sRGB mean
    let mut texture = Texture::new(ObjectTarget::OneDimensional);
    let bytes = [0, 0, 0, 0, 255, 255, 255, 255];
    texture
        .define(
            0,
            0,
            Format::Srgb8Alpha8,
            Extent::new(2, 1, 1),
            &Pixels::rgba8(&bytes),
        )
        .expect("fits");
    let sampler = Sampler {
        magnification: MagnificationFilter::Linear,
        ..Sampler::nearest()
    };
    assert_eq!(read(&texture, sampler, 0.5).map(f32::from_bits), [0.5; 4]);
}

#[test]
fn srgb_bytes_are_stored_as_they_are_given() {
    // source: EXT_texture_sRGB issue 12 and 3.8.x: the pixel path converts nothing, a lookup gives
    // ((188/255 + 0.055)/1.055)^2.4 = 0.502886 and (10/255)/12.92 = 0.00303527; alpha stays 188/255
    let texture = one_texel(Format::Srgb8Alpha8, &Pixels::rgba8(&[188, 10, 255, 188]));
    let found = read(&texture, Sampler::nearest(), 0.5).map(f32::from_bits);
    for (found, wanted) in found
        .into_iter()
        .zip([0.502_886, 0.003_035_27, 1.0, 188.0 / 255.0])
    {
        assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
    }
}

#[test]
fn a_border_of_minus_zero_is_zero_in_fixed_point() {
    // source: fixed point has one zero; the sign of a float format's is kept
    let sampler = Sampler {
        wrap: [Wrap::ClampToBorder; 3],
        border: BorderColor::Float([-0.0; 4]),
        ..Sampler::nearest()
    };
    for (format, expected) in [
        (Format::Rgba8, 0.0_f32),
        (Format::Rgba8Snorm, 0.0),
        (Format::Rgba32F, -0.0),
    ] {
        let texture = one_texel(format, &Pixels::rgba8(&[255; 4]));
        assert_eq!(
            read(&texture, sampler, -1.0),
            [expected.to_bits(); 4],
            "{format:?}"
        );
    }
}

#[test]
fn images_that_do_not_fit_are_refused() {
    // source: the limits that `Limits` states; OpenGL 2.1 section 3.8.1 for depth and integer data
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    let pixels = Pixels::rgba8(&[0; 4]);
    let mut define = |format, extent| texture.define(0, 0, format, extent, &pixels);
    assert_eq!(define(Format::Rgba8, Extent::new(1, 1, 1)), Ok(()));
    assert_eq!(
        define(Format::Rgba8, Extent::new(1, 2, 1)),
        Err(TextureError::WrongLength { needed: 8, given: 4 })
    );
    assert!(define(Format::Rgba8, Extent::new(u32::MAX, u32::MAX, u32::MAX)).is_err());
    assert_eq!(
        define(Format::Depth24, Extent::new(1, 1, 1)),
        Err(TextureError::WrongPixels(PixelFormat::Rgba, Format::Depth24))
    );
    assert_eq!(
        define(Format::R8Ui, Extent::new(1, 1, 1)),
        Err(TextureError::WrongPixels(PixelFormat::Rgba, Format::R8Ui))
    );
    for (image_bytes, fits) in [(8, true), (7, false)] {
        let limits = Limits {
            image_bytes,
            ..Limits::default()
        };
        let image = Image::zeroed(Format::Rgba8, Extent::new(1, 2, 1), 1, &limits);
        assert_eq!(image.is_ok(), fits, "8 bytes of {image_bytes}");
    }
    // OpenGL 2.1 section 3.8.1: k is at most the logarithm of the greatest size
    assert_eq!(
        texture.define(32, 0, Format::Rgba8, Extent::new(1, 1, 1), &pixels),
        Err(TextureError::NoSuchImage { level: 32, face: 0 })
    );
    assert_eq!(
        texture.define(0, 1, Format::Rgba8, Extent::new(1, 1, 1), &pixels),
        Err(TextureError::NoSuchImage { level: 0, face: 1 })
    );
    let empty = Pixels::rgba8(&[]);
    assert_eq!(
        texture.define(0, 0, Format::Rgba8, Extent::new(0, 1, 1), &empty),
        Err(TextureError::Empty([0, 1, 1]))
    );
}
