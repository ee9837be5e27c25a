//! Image accesses: raw and formatted, valid and not.

mod support;

use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{DataType, TextureTarget};
use quadrille_texture::Format;
use support::{World, plain, request, storage};

const LOAD: MemoryOp = MemoryOp::Load(Space::Image);
const STORE: MemoryOp = MemoryOp::Store(Space::Image);
const ONE: u64 = 0x3f80_0000;

/// source: EXT_shader_image_load_store 2.X.8.Z LOADIM: raw bits by Table X.2, signs extended, missing
/// components 0, 0 and 1 (of float or integer by the modifier)
#[test]
fn raw_loads() {
    let bytes: [u8; 32] = std::array::from_fn(|at| 0xf0_u8.wrapping_add(at as u8));
    for (modifier, format, value) in [
        (
            "F32X4",
            Format::Rgba32F,
            [0x0302_0100, 0x0706_0504, 0x0b0a_0908, 0x0f0e_0d0c],
        ),
        (
            "S32X4",
            Format::Rgba32Ui,
            [0x0302_0100, 0x0706_0504, 0x0b0a_0908, 0x0f0e_0d0c],
        ),
        ("U32X2", Format::Rgba16F, [0xfbfa_f9f8, 0xfffe_fdfc, 0, 1]),
        ("F32X2", Format::Rg32I, [0xfbfa_f9f8, 0xfffe_fdfc, 0, ONE]),
        ("U32", Format::Rgba8, [0xf7f6_f5f4, 0, 0, 1]),
        ("F32", Format::R11FG11FB10F, [0xf7f6_f5f4, 0, 0, ONE]),
        ("S16", Format::Rg8, [0xffff_f3f2, 0, 0, 1]),
        ("U16", Format::R16F, [0xf3f2, 0, 0, 1]),
        ("S8", Format::R8Ui, [0xffff_fff1, 0, 0, 1]),
        ("U8", Format::R8Snorm, [0xf1, 0, 0, 1]),
    ] {
        let world = World::new(&bytes, format);
        let access = plain(Some(storage(modifier)), None);
        let answer = world.access(request(LOAD, &access, [0; 4]), &access, 1);
        assert_eq!(
            (answer.value, answer.fault),
            (value, None),
            "{modifier} {format:?}"
        );
    }
}

/// source: Table X.3 and section 3.9.X: accesses that are invalid give nothing and change nothing; of a load the
/// result is undefined, which is reported
#[test]
fn invalid_accesses() {
    let world = || World::new(&[0x55; 16], Format::R32Ui);
    let mismatch = "the storage modifier does not match the format of the image unit";
    for (modifier, texel, binding, target, fault) in [
        ("U16", 0, 1, TextureTarget::T2D, mismatch),
        ("U32X2", 0, 1, TextureTarget::T2D, mismatch),
        (
            "U32",
            4,
            1,
            TextureTarget::T2D,
            "coordinate 0 is 4, outside the image",
        ),
        (
            "U32",
            u64::MAX,
            1,
            TextureTarget::T2D,
            "coordinate 0 is -1, outside the image",
        ),
        (
            "U32",
            0,
            1,
            TextureTarget::Rect,
            "the instruction's target is not the one bound",
        ),
        ("U32", 0, 0, TextureTarget::T2D, "no buffer is bound"),
        ("U32", 0, 9, TextureTarget::T2D, "no buffer is bound"),
    ] {
        let world = world();
        let mut access = plain(Some(storage(modifier)), None);
        (access.binding, access.target) = (binding, Some(target));
        let loaded = world.access(request(LOAD, &access, [0; 4]), &access, texel);
        assert_eq!((loaded.value, loaded.fault.as_deref()), ([0; 4], Some(fault)));
        let stored = world.access(request(STORE, &access, [1; 4]), &access, texel);
        assert_eq!(
            stored.fault, None,
            "that an invalid store does nothing is defined"
        );
        assert_eq!(world.buffer.to_bytes(), [0x55; 16]);
    }
}

/// source: section 3.9.X: "as if it were passed through a TexImage2D … command with <format> and <type> as RGBA
/// and FLOAT"; 2.X.8.Z STOREIM: raw stores drop the high bits
#[test]
fn stores() {
    let world = World::new(&[0; 8], Format::Rgba8);
    let floats = [1.0_f32, 0.0, 0.5, 7.0].map(|value| u64::from(value.to_bits()));
    let formatted = plain(None, None);
    world.access(request(STORE, &formatted, floats), &formatted, 1);
    assert_eq!(world.buffer.to_bytes(), [0, 0, 0, 0, 255, 0, 128, 255]);

    let world = World::new(&[0; 4], Format::R8Ui);
    let raw = plain(Some(storage("U8")), None);
    world.access(request(STORE, &raw, [0x1234_56fe, 1, 2, 3]), &raw, 2);
    assert_eq!(world.buffer.to_bytes(), [0, 0, 0xfe, 0]);

    let world = World::new(&[0; 8], Format::Rgba8I);
    let mut signed = request(STORE, &formatted, [5, 0xffff_ff00, 0xffff_ffff, 300]);
    signed.data_type = DataType::S32;
    world.access(signed, &formatted, 0);
    assert_eq!(world.buffer.to_bytes(), [5, 0x80, 0xff, 0x7f, 0, 0, 0, 0]);
}

/// source: EXT_shader_image_load_formatted 2.X.8.Z LOADIM: formatted as GetTexImage, unused components from
/// (0, 0, 0, 1)
#[test]
fn formatted_loads() {
    let world = World::new(&[255, 0, 51, 0], Format::Rg8);
    let access = plain(None, None);
    let answer = world.access(request(LOAD, &access, [0; 4]), &access, 1);
    assert_eq!(answer.value, [u64::from(0.2_f32.to_bits()), 0, 0, ONE]);
}

/// source: ARB_shader_image_size 2.X.8.Z IMQ: x and y of a two-dimensional texture; ARB_shader_texture_image_
/// samples: 1 where there are no samples
#[test]
fn sizes() {
    let world = World::new(&[0; 12], Format::R32Ui);
    let access = plain(None, None);
    let size = world.access(request(MemoryOp::QueryImageSize, &access, [0; 4]), &access, 0);
    assert_eq!(size.value[..2], [3, 1]);
    let samples = world.access(request(MemoryOp::QueryImageSamples, &access, [0; 4]), &access, 0);
    assert_eq!(samples.value[0], 1);
}
