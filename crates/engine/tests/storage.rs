//! Every storage modifier, loaded and stored through every kind of buffer, and what lies outside.

mod support;

use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{CounterOperation, DataType};
use quadrille_program::{Indexed, Operand};
use quadrille_texture::Format;
use support::{World, plain, request, storage};

/// Bytes 0x80, 0x91, 0xa2, … of which every number differs and is negative where it can be.
fn bytes() -> [u8; 64] {
    std::array::from_fn(|at| 0x80_u8.wrapping_add((at * 0x11) as u8))
}

/// Storage modifiers and what each loads from byte 32 on: the words 0xb3a29180, 0xf7e6d5c4, …, cut, extended
/// and filled with zeros as BufferMemoryLoad does.
///
/// source: NV_gpu_program5 2.X.4.5 (22 modifiers), NV_gpu_program5_mem_extended (11); bytes 32 to 63 as
/// [`bytes`] gives them: a0 b1 c2 d3 e4 f5 06 17, 28 39 4a 5b 6c 7d 8e 9f, b0 c1 d2 e3 f4 05 16 27,
/// 38 49 5a 6b 7c 8d 9e af; binary16 of 0xb1a0 is −0.17578125, of 0xd3c2 −62.0625, of 0xf5e4 −24128, of 0x1706
/// 0.0017147064208984375
#[rustfmt::skip]
const LOADS: &[(&str, [u64; 4])] = &[
    ("F32", [0xd3c2_b1a0, 0, 0, 0]),
    ("F32X2", [0xd3c2_b1a0, 0x1706_f5e4, 0, 0]),
    ("F32X4", [0xd3c2_b1a0, 0x1706_f5e4, 0x5b4a_3928, 0x9f8e_7d6c]),
    ("F64", [0x1706_f5e4_d3c2_b1a0, 0, 0, 0]),
    ("F64X2", [0x1706_f5e4_d3c2_b1a0, 0x9f8e_7d6c_5b4a_3928, 0, 0]),
    ("F64X4", [0x1706_f5e4_d3c2_b1a0, 0x9f8e_7d6c_5b4a_3928, 0x2716_05f4_e3d2_c1b0, 0xaf9e_8d7c_6b5a_4938]),
    ("S8", [0xffff_ffa0, 0, 0, 0]),
    ("S16", [0xffff_b1a0, 0, 0, 0]),
    ("S32", [0xd3c2_b1a0, 0, 0, 0]),
    ("S32X2", [0xd3c2_b1a0, 0x1706_f5e4, 0, 0]),
    ("S32X4", [0xd3c2_b1a0, 0x1706_f5e4, 0x5b4a_3928, 0x9f8e_7d6c]),
    ("S64", [0x1706_f5e4_d3c2_b1a0, 0, 0, 0]),
    ("S64X2", [0x1706_f5e4_d3c2_b1a0, 0x9f8e_7d6c_5b4a_3928, 0, 0]),
    ("S64X4", [0x1706_f5e4_d3c2_b1a0, 0x9f8e_7d6c_5b4a_3928, 0x2716_05f4_e3d2_c1b0, 0xaf9e_8d7c_6b5a_4938]),
    ("U8", [0xa0, 0, 0, 0]),
    ("U16", [0xb1a0, 0, 0, 0]),
    ("U32", [0xd3c2_b1a0, 0, 0, 0]),
    ("U32X2", [0xd3c2_b1a0, 0x1706_f5e4, 0, 0]),
    ("U32X4", [0xd3c2_b1a0, 0x1706_f5e4, 0x5b4a_3928, 0x9f8e_7d6c]),
    ("U64", [0x1706_f5e4_d3c2_b1a0, 0, 0, 0]),
    ("U64X2", [0x1706_f5e4_d3c2_b1a0, 0x9f8e_7d6c_5b4a_3928, 0, 0]),
    ("U64X4", [0x1706_f5e4_d3c2_b1a0, 0x9f8e_7d6c_5b4a_3928, 0x2716_05f4_e3d2_c1b0, 0xaf9e_8d7c_6b5a_4938]),
    // NV_gpu_program5_mem_extended
    ("F16", [0xbe34_0000, 0, 0, 0]),
    ("F16X2", [0xbe34_0000, 0xc278_4000, 0, 0]),
    ("F16X4", [0xbe34_0000, 0xc278_4000, 0xc6bc_8000, 0x3ae0_c000]),
    ("S8X2", [0xffff_ffa0, 0xffff_ffb1, 0, 0]),
    ("S8X4", [0xffff_ffa0, 0xffff_ffb1, 0xffff_ffc2, 0xffff_ffd3]),
    ("S16X2", [0xffff_b1a0, 0xffff_d3c2, 0, 0]),
    ("S16X4", [0xffff_b1a0, 0xffff_d3c2, 0xffff_f5e4, 0x1706]),
    ("U8X2", [0xa0, 0xb1, 0, 0]),
    ("U8X4", [0xa0, 0xb1, 0xc2, 0xd3]),
    ("U16X2", [0xb1a0, 0xd3c2, 0, 0]),
    ("U16X4", [0xb1a0, 0xd3c2, 0xf5e4, 0x1706]),
];

const BUFFERS: [Space; 4] = [Space::Global, Space::Constant, Space::Storage, Space::Shared];

#[test]
fn every_modifier_loads() {
    for (name, value) in LOADS {
        let access = plain(Some(storage(name)), None);
        for space in BUFFERS {
            let world = World::new(&bytes(), Format::R32Ui);
            let answer = world.access(request(MemoryOp::Load(space), &access, [0; 4]), &access, 32);
            assert_eq!(answer.fault, None, "{name} {space:?}");
            assert_eq!(answer.value, *value, "{name} {space:?}");
        }
    }
}

/// source: the same section: what a load reads and a store writes back is what was there, since no modifier
/// loses a bit on the way in; the bytes after it stay
#[test]
fn every_modifier_stores() {
    for (name, value) in LOADS {
        let storage = storage(name);
        let access = plain(Some(storage), None);
        for space in [Space::Global, Space::Storage, Space::Shared] {
            let world = World::new(&[0x77; 64], Format::R32Ui);
            let answer = world.access(request(MemoryOp::Store(space), &access, *value), &access, 32);
            assert_eq!(answer.fault, None, "{name} {space:?}");
            let mut expected = [0x77; 64];
            let size = storage.size() as usize;
            expected[32..][..size].copy_from_slice(&bytes()[32..][..size]);
            assert_eq!(world.buffer.to_bytes(), expected, "{name} {space:?}");
        }
    }
}

/// source: NV_parameter_buffer_object2 2.X.3.6 (undefined), NV_shader_storage_buffer_object 2.X.3.Y (reads zero,
/// writes nothing), NV_gpu_program5 2.X.4.5 (undefined), NV_compute_program5 2.X.7.Y
#[test]
fn outside_and_unbound() {
    let word = storage("U32");
    for (space, fault) in [
        (
            Space::Constant,
            Some("byte 64 is outside the 64 bytes that may be accessed"),
        ),
        (Space::Storage, None),
        (
            Space::Shared,
            Some("byte 64 is outside the 64 bytes that may be accessed"),
        ),
        (Space::Global, Some("address 0x10040 is in no resident buffer")),
    ] {
        let world = World::new(&bytes(), Format::R32Ui);
        let access = plain(Some(word), None);
        let answer = world.access(request(MemoryOp::Load(space), &access, [0; 4]), &access, 64);
        assert_eq!(
            (answer.value, answer.fault.as_deref()),
            ([0; 4], fault),
            "{space:?}"
        );
        if space != Space::Constant {
            let answer = world.access(request(MemoryOp::Store(space), &access, [7; 4]), &access, 64);
            assert_eq!(answer.fault.as_deref(), fault, "{space:?}");
            assert_eq!(world.buffer.to_bytes(), bytes());
        }
    }
    for (space, fault) in [
        (Space::Constant, Some("no buffer is bound")),
        (Space::Storage, None),
    ] {
        let world = World::new(&bytes(), Format::R32Ui);
        let mut access = plain(Some(word), None);
        access.binding = 0;
        let answer = world.access(request(MemoryOp::Load(space), &access, [0; 4]), &access, 0);
        assert_eq!(
            (answer.value, answer.fault.as_deref()),
            ([0; 4], fault),
            "{space:?}"
        );
    }
}

/// source: NV_parameter_buffer_object2 2.X.8.Z LDC: 4·n basic machine units, n = MAX_PROGRAM_PARAMETER_BUFFER_
/// SIZE_NV = 16384 on NVIDIA's hardware (issue 2: 64 KiB), for each component
#[test]
fn constant_buffers_end_at_64_kibibytes() {
    let world = World::new(&[0xee; 0x1_0010], Format::R32Ui);
    let access = plain(Some(storage("F32X2")), None);
    let load = |offset| {
        world.access(
            request(MemoryOp::Load(Space::Constant), &access, [0; 4]),
            &access,
            offset,
        )
    };
    assert_eq!(load(0xfff8).value, [0xeeee_eeee, 0xeeee_eeee, 0, 0]);
    let beyond = load(0x1_0000);
    assert_eq!(beyond.value, [0; 4]);
    let fault = "byte 65536 is beyond the first 65536 bytes, which is the limit for such a binding";
    assert_eq!(beyond.fault.as_deref(), Some(fault));
}

/// source: NV_gpu_program5 2.X.3.6: "a buffer index of zero identifies binding point <a>"
#[test]
fn arrays_of_bindings() {
    let world = World::new(&bytes(), Format::R32Ui);
    let mut access = plain(Some(storage("U8")), None);
    access.binding = 0;
    let register = quadrille_program::Register::fixed(quadrille_program::File::Temporary, 0);
    access.index = Some(Box::new(Indexed {
        operand: Operand::of(register),
        offset: 0,
        length: 2,
    }));
    for (index, value, fault) in [
        (1, 0x80, None),
        (0, 0, None),
        (2, 0, Some("the index selects binding 2 of 2")),
        (-1, 0, Some("the index selects binding -1 of 2")),
    ] {
        let mut request = request(MemoryOp::Load(Space::Storage), &access, [0; 4]);
        request.index = index;
        let answer = world.access(request, &access, 0);
        assert_eq!(
            (answer.value[0], answer.fault.as_deref()),
            (value, fault),
            "{index}"
        );
    }
}

/// source: NV_shader_atomic_counters 2.X.8 ATOMCTR and Table X.Y: INCR returns the old value, DECR the new one,
/// GET changes nothing; overflow wraps; outside reads zero and writes nothing
#[test]
fn counters() {
    let world = World::new(&[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0], Format::R32Ui);
    for (operation, counter, given, after) in [
        (CounterOperation::Get, 0, 0xffff_ffff, 0x0000_0000_ffff_ffff_u64),
        (CounterOperation::Increment, 0, 0xffff_ffff, 0),
        (CounterOperation::Increment, 0, 0, 1),
        (CounterOperation::Decrement, 1, 0xffff_ffff, 0xffff_ffff_0000_0001),
        (CounterOperation::Decrement, 0, 0, 0xffff_ffff_0000_0000),
        (CounterOperation::Increment, 2, 0, 0xffff_ffff_0000_0000),
    ] {
        let mut access = plain(None, None);
        access.counter = Some(operation);
        let mut request = request(MemoryOp::Atomic(Space::Counter), &access, [0; 4]);
        request.data_type = DataType::U32;
        let answer = world.access(request, &access, counter);
        assert_eq!(
            (answer.value, answer.fault),
            ([given, 0, 0, 0], None),
            "{operation:?}"
        );
        assert_eq!(world.buffer.to_bytes(), after.to_le_bytes(), "{operation:?}");
    }
}
