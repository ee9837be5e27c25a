//! Every row of the tables of ATOM, ATOMB, ATOMS and ATOMIM, with values by the specifications' pseudo-code.

mod support;

use std::collections::BTreeSet;

use quadrille_isa::gl::atomic::{ATOMICS, AtomicOperation};
use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_texture::Format;
use support::{World, plain, request, storage};

/// One execution: operation, storage modifier, memory before, operand x and y, memory after.
///
/// The result is always what memory held before. Memory is written as the bits of the storage, the operands as
/// the registers hold them.
///
/// source: NV_gpu_program5 2.X.8.Z ATOM, the pseudo-code and Table X.Y; NV_shader_atomic_float, _float64,
/// _int64 and _fp16_vector for their rows. Floats: IEEE 754 encodings of the sums that stand beside them.
#[rustfmt::skip]
const EXECUTIONS: &[(&str, &str, u64, [u64; 2], u64)] = &[
    ("Add", "U32", 0xffff_fffe, [3, 0], 1),
    ("Add", "S32", 0x7fff_ffff, [1, 0], 0x8000_0000),
    ("Add", "U64", 0xffff_ffff_ffff_fffe, [3, 0], 1),
    ("Add", "S64", 5, [u64::MAX - 6, 0], u64::MAX - 1), // 5 + -7 = -2
    ("Add", "F32", 0x3fc0_0000, [0x4020_0000, 0], 0x4080_0000), // 1.5 + 2.5 = 4
    ("Add", "F64", 0x3ff8_0000_0000_0000, [0x4004_0000_0000_0000, 0], 0x4010_0000_0000_0000),
    ("Minimum", "U32", 0xffff_ffff, [1, 0], 1),
    ("Minimum", "U32", 1, [0xffff_ffff, 0], 1),
    ("Minimum", "S32", 0xffff_ffff, [1, 0], 0xffff_ffff),
    ("Minimum", "S32", 1, [0xffff_ffff, 0], 0xffff_ffff),
    ("Minimum", "U64", u64::MAX, [1, 0], 1),
    ("Minimum", "S64", u64::MAX, [1, 0], u64::MAX),
    ("Maximum", "U32", 0xffff_ffff, [1, 0], 0xffff_ffff),
    ("Maximum", "U32", 7, [9, 0], 9),
    ("Maximum", "S32", 0xffff_ffff, [1, 0], 1),
    ("Maximum", "U64", 1, [u64::MAX, 0], u64::MAX),
    ("Maximum", "S64", 1, [u64::MAX, 0], 1),
    ("IncrementWrap", "U32", 4, [5, 0], 5),
    ("IncrementWrap", "U32", 5, [5, 0], 0),
    ("IncrementWrap", "U32", 6, [5, 0], 0),
    ("DecrementWrap", "U32", 0, [5, 0], 5),
    ("DecrementWrap", "U32", 6, [5, 0], 5),
    ("DecrementWrap", "U32", 5, [5, 0], 4),
    ("And", "U32", 0xff00_ff00, [0xf0f0_f0f0, 0], 0xf000_f000),
    ("And", "S32", 0xff00_ff00, [0xf0f0_f0f0, 0], 0xf000_f000),
    ("And", "U64", 0xff00_0000_0000_ff00, [0xf0f0_0000_0000_f0f0, 0], 0xf000_0000_0000_f000),
    ("And", "S64", u64::MAX, [0x8000_0000_0000_0001, 0], 0x8000_0000_0000_0001),
    ("Or", "U32", 0xff00_ff00, [0xf0f0_f0f0, 0], 0xfff0_fff0),
    ("Or", "S32", 0x0000_0001, [0x8000_0000, 0], 0x8000_0001),
    ("Or", "U64", 1, [0x8000_0000_0000_0000, 0], 0x8000_0000_0000_0001),
    ("Or", "S64", 1, [0x8000_0000_0000_0000, 0], 0x8000_0000_0000_0001),
    ("Xor", "U32", 0xff00_ff00, [0xf0f0_f0f0, 0], 0x0ff0_0ff0),
    ("Xor", "S32", 0xffff_ffff, [1, 0], 0xffff_fffe),
    ("Xor", "U64", u64::MAX, [1, 0], u64::MAX - 1),
    ("Xor", "S64", u64::MAX, [u64::MAX, 0], 0),
    ("Exchange", "U32", 1, [0x8765_4321, 0], 0x8765_4321),
    ("Exchange", "S32", 1, [0x8765_4321, 0], 0x8765_4321),
    ("Exchange", "U64", 1, [0x8765_4321_0fed_cba9, 0], 0x8765_4321_0fed_cba9),
    ("Exchange", "S64", 1, [0x8765_4321_0fed_cba9, 0], 0x8765_4321_0fed_cba9),
    ("Exchange", "F32", 0, [0x7fa0_0001, 0], 0x7fa0_0001), // a signalling NaN moves as it is
    ("Exchange", "F64", 0, [0xfff4_0000_0000_0001, 0], 0xfff4_0000_0000_0001),
    ("CompareSwap", "U32", 7, [7, 9], 9),
    ("CompareSwap", "U32", 7, [8, 9], 7),
    ("CompareSwap", "S32", 0xffff_fff9, [0xffff_fff9, 3], 3),
    ("CompareSwap", "U64", 1 << 40, [1 << 40, 2], 2),
    ("CompareSwap", "U64", 1 << 40, [1 << 41, 2], 1 << 40),
    ("CompareSwap", "S64", u64::MAX, [u64::MAX, 2], 2),
];

/// The same for vectors of binary16: memory before, operand as components of binary32, memory after.
///
/// source: NV_shader_atomic_fp16_vector: "These operate on each of the two or four fp16 values independently";
/// binary16 of 1, 2, 3, 4, −1, −2 is 3c00, 4000, 4200, 4400, bc00, c000
#[rustfmt::skip]
const VECTORS: &[(&str, &str, u64, [f32; 4], u64)] = &[
    ("Add", "F16X2", 0x4000_3c00, [2.0, -1.0, 9.0, 9.0], 0x3c00_4200),
    ("Add", "F16X4", 0x3c00_3c00_4000_3c00, [2.0, -1.0, 1.0, 2.0], 0x4200_4000_3c00_4200),
    ("Minimum", "F16X2", 0x4000_3c00, [2.0, -2.0, 0.0, 0.0], 0xc000_3c00),
    ("Minimum", "F16X4", 0x4000_3c00_4000_3c00, [2.0, -2.0, -1.0, 3.0], 0x4000_bc00_c000_3c00),
    ("Maximum", "F16X2", 0x4000_3c00, [2.0, -2.0, 0.0, 0.0], 0x4000_4000),
    ("Maximum", "F16X4", 0x4000_3c00_4000_3c00, [2.0, -2.0, -1.0, 3.0], 0x4200_3c00_4000_4000),
    ("Exchange", "F16X2", 0x4000_3c00, [-1.0, 4.0, 0.0, 0.0], 0x4400_bc00),
    ("Exchange", "F16X4", 0x4000_3c00_4000_3c00, [1.0, 2.0, 3.0, 4.0], 0x4400_4200_4000_3c00),
];

const SPACES: [Space; 4] = [Space::Global, Space::Storage, Space::Shared, Space::Image];

fn operation(name: &str) -> AtomicOperation {
    let all = ATOMICS.iter().flat_map(|row| row.operations);
    *all.into_iter()
        .find(|operation| format!("{operation:?}") == name)
        .expect("an operation")
}

/// Runs one in every kind of memory that the table has it in, beside a neighbour that must stay.
fn run(
    name: &str,
    modifier: &str,
    before: u64,
    data: [u64; 4],
    after: u64,
    result: [u64; 4],
    done: &mut BTreeSet<String>,
) {
    let (operation, storage) = (operation(name), storage(modifier));
    for space in SPACES {
        let listed = ATOMICS.iter().any(|row| {
            row.storage == storage && row.operations.contains(&operation) && row.spaces.contains(&space)
        });
        if !listed {
            continue;
        }
        let size = storage.size() as usize;
        let mut bytes = [0x5a; 32];
        bytes[size..2 * size].copy_from_slice(&before.to_le_bytes()[..size]);
        let format = if size == 4 { Format::R32Ui } else { Format::Rgba16F };
        let world = World::new(&bytes, format);
        let access = plain(Some(storage), Some(operation));
        let offset = if space == Space::Image { 1 } else { size as u64 };
        let answer = world.access(request(MemoryOp::Atomic(space), &access, data), &access, offset);
        let what = format!("{name} {modifier} {space:?}");
        assert_eq!(answer.fault, None, "{what}");
        assert_eq!(answer.value, result, "{what}: the result is what memory held");
        bytes[size..2 * size].copy_from_slice(&after.to_le_bytes()[..size]);
        assert_eq!(world.buffer.to_bytes(), bytes, "{what}");
        done.insert(what);
    }
}

#[test]
fn every_row_of_the_tables() {
    let mut done = BTreeSet::new();
    for (name, modifier, before, [x, y], after) in EXECUTIONS {
        let data = [*x, *y, 0, 0];
        run(
            name,
            modifier,
            *before,
            data,
            *after,
            [*before, 0, 0, 0],
            &mut done,
        );
    }
    for (name, modifier, before, operand, after) in VECTORS {
        let data = operand.map(|value| u64::from(value.to_bits()));
        // The old components, widened to binary32: 1, 2, 1, 2 or as the row has them.
        let wide = |half: u64| match half {
            0x3c00 => 0x3f80_0000,
            0x4000 => 0x4000_0000,
            other => panic!("{other:x}"),
        };
        let count = if *modifier == "F16X4" { 4 } else { 2 };
        let result = std::array::from_fn(|at| {
            if at < count {
                wide(before >> (16 * at) & 0xffff)
            } else {
                0
            }
        });
        run(name, modifier, *before, data, *after, result, &mut done);
    }
    let mut rows = BTreeSet::new();
    for row in ATOMICS {
        let format = format!("{:?}", row.storage.format);
        let modifier = if row.storage.count == 1 {
            format
        } else {
            format!("{format}X{}", row.storage.count)
        };
        for operation in row.operations {
            for space in row.spaces {
                rows.insert(format!("{operation:?} {modifier} {space:?}"));
            }
        }
    }
    assert_eq!(done, rows, "every row is run");
}

/// source: EXT_shader_image_load_store, shader memory access ordering: of invocations that only help, "stores
/// and atomics have no effect"
#[test]
fn helpers_change_nothing() {
    let world = World::new(&[1; 16], Format::R32Ui);
    let u32s = Some(storage("U32"));
    for space in SPACES {
        let access = plain(u32s, Some(AtomicOperation::Add));
        let mut helping = request(MemoryOp::Atomic(space), &access, [1; 4]);
        helping.effective = false;
        assert_eq!(world.access(helping, &access, 0).value[0], 0x0101_0101);
        helping.operation = MemoryOp::Store(space);
        world.access(helping, &access, 0);
    }
    assert_eq!(world.buffer.to_bytes(), [1; 16]);
}
