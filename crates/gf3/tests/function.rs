//! What programs compute: the batched executor against the plain one, and rules of the specification.

#[path = "random/cases.rs"]
mod cases;

use cases::cases;
use proptest::prelude::*;
use quadrille_gf3::function::attribute::{AttributeBuffer, Component, Format, Packed};
use quadrille_gf3::function::batch::BatchError;
use quadrille_gf3::function::state::{self, StateError};
use quadrille_gf3::function::track::{InvalidAddress, Matrix, Tracker, Transform, transformed};
use quadrille_gf3::function::{
    Access, Batch, Beyond, BothWriteR1, Constants, ORIGIN, Options, OutputArrays, Program, Quad, Single,
    Stream,
};
use quadrille_gf3::word::{Numbering, Word, assemble::assemble};
use quadrille_isa::nv20::field;

fn program(text: &str, numbering: Numbering) -> Program {
    let words = assemble(text, numbering).unwrap_or_else(|errors| panic!("{text}: {}", errors[0].message));
    Program::from_words(&words).expect("the assembler sets the final bit")
}

/// Runs one vertex with attribute 0 and `c[n] = (n, n + 0.25, n + 0.5, n + 0.75)` in the extension's numbers.
fn run(text: &str, v0: [f32; 4]) -> [[f32; 4]; 16] {
    let mut constants = Constants::default();
    for n in 0..96u8 {
        let x = f32::from(n);
        constants.set_gl(n.into(), [x, x + 0.25, x + 0.5, x + 0.75]);
    }
    let mut inputs = [ORIGIN; 16];
    inputs[0] = v0.map(f32::to_bits);
    let outputs = program(text, Numbering::NvVertexProgram).run(&mut constants, &inputs, &Options::default());
    outputs.0.map(|quad| quad.map(f32::from_bits))
}

/// source: NV_vertex_program 2.14.1.9: reads outside 0 to 95 are (0,0,0,0); 2.14.1.10.1: ARL floors.
#[test]
fn relative_reads_outside_are_zero() {
    for (x, offset, expected) in [
        (2.0, "+3", 5.0),
        (-0.5, "+3", 2.0),
        (2.9, "-2", 0.0),
        (95.0, "", 95.0),
        (95.0, "+1", f32::NAN),
        (0.0, "-1", f32::NAN),
        (1e30, "+63", f32::NAN),
        (f32::NEG_INFINITY, "-64", f32::NAN),
    ] {
        let text = format!("ARL A0.x, v[0].x; MOV o[HPOS], c[A0.x{offset}];");
        let found = run(&text, [x, 0.0, 0.0, 0.0])[0];
        let quad = [expected, expected + 0.25, expected + 0.5, expected + 0.75];
        assert_eq!(
            found,
            if expected.is_nan() { [0.0; 4] } else { quad },
            "{x} {offset}"
        );
    }
}

/// source: NV_vertex_program 2.14.1.5 (results start as (0,0,0,1)), 2.14.1.4 (temporaries as 0).
#[test]
fn masks_keep_the_initial_components() {
    let outputs = run("MOV o[HPOS].y, v[0]; MOV o[COL0].xzw, R3;", [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(outputs[0], [0.0, 2.0, 0.0, 1.0]);
    assert_eq!(outputs[3], [0.0, 0.0, 0.0, 0.0]);
    assert_eq!(outputs[9], [0.0, 0.0, 0.0, 1.0]);
}

/// source: the hardware description: both halves read what was before; beside a vector operation the
/// special function unit writes R1; R12 reads the position back.
#[test]
fn pairs_read_before_they_write() {
    let text = "MOV R1, v0\nMUL R1.xy, R1, R1 + RCP R1.zw, R1.w\nMOV oPos, R1\nMOV oD0, R12.wzyx";
    let program = program(text, Numbering::Nv2a);
    let mut inputs = [ORIGIN; 16];
    inputs[0] = [2.0f32, 3.0, 4.0, 8.0].map(f32::to_bits);
    let run = |options| program.run(&mut Constants::default(), &inputs, &options).0[3].map(f32::from_bits);
    assert_eq!(run(Options::default()), [0.125, 0.125, 9.0, 4.0]);
    let options = Options {
        both_write_r1: BothWriteR1::IluWins,
        ..Options::default()
    };
    assert_eq!(run(options), [0.125, 0.125, 3.0, 2.0]);
}

/// source: NV_vertex_program 2.14.4 and 2.14.5.
#[test]
fn state_programs_write_constants_that_track_nothing() {
    let text = "ADD R0, v[0], c[4]; MOV c[8].xyw, R0; MUL c[9], c[8], v[0].y;";
    let program = program(text, Numbering::NvVertexProgram);
    let mut constants = Constants::default();
    constants.set_gl(4, [10.0, 20.0, 30.0, 40.0]);
    let mut tracker = Tracker::default();
    let params = [1.0f32, 2.0, 3.0, 4.0].map(f32::to_bits);
    let run = |tracker: &Tracker, constants: &mut Constants| {
        state::execute(&program, params, constants, tracker, &Options::default())
    };
    assert_eq!(run(&tracker, &mut constants), Ok(()));
    assert_eq!(constants.get(96 + 8).map(f32::from_bits), [11.0, 22.0, 0.0, 44.0]);
    assert_eq!(constants.get(96 + 9).map(f32::from_bits), [22.0, 44.0, 0.0, 88.0]);
    assert_eq!(
        tracker.track(8, Some((Matrix::ModelView, Transform::Identity))),
        Ok(())
    );
    assert_eq!(run(&tracker, &mut constants), Err(StateError::Tracked(96 + 8)));
    assert_eq!(tracker.track(8, None), Ok(()));
    assert_eq!(run(&tracker, &mut constants), Ok(()));
    assert!(Batch::new(program.clone(), Options::default()).is_err_and(|e| e == BatchError::WritesConstants));
}

/// source: NV_vertex_program 2.14.5: rows from the top; the inverse of a translation and scaling by hand.
#[test]
fn tracked_matrices_lie_row_by_row() {
    let matrix = [
        [2.0, 0.0, 0.0, 6.0],
        [0.0, 4.0, 0.0, 8.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];
    let inverse = [
        [0.5, 0.0, 0.0, -3.0],
        [0.0, 0.25, 0.0, -2.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];
    assert_eq!(transformed(&matrix, Transform::Inverse), inverse);
    assert_eq!(
        transformed(&matrix, Transform::InverseTranspose)[3],
        [-3.0, -2.0, 0.0, 1.0]
    );
    let mut tracker = Tracker::default();
    for address in [1, 2, 95, 96, 100] {
        assert_eq!(tracker.track(address, None), Err(InvalidAddress(address)));
    }
    tracker
        .track(92, Some((Matrix::Program(7), Transform::Transpose)))
        .expect("92 is a multiple of 4");
    let mut constants = Constants::default();
    tracker.update(&mut constants, |name| {
        if name == Matrix::Program(7) {
            matrix
        } else {
            [[0.0; 4]; 4]
        }
    });
    assert_eq!(constants.get(191).map(f32::from_bits), [6.0, 8.0, 0.0, 1.0]);
    assert!(tracker.is_tracked(188) && !tracker.is_tracked(187) && !tracker.is_tracked(0));
}

/// source: OpenGL 1.5 table 2.6, NV_vertex_program 2.14.1.1, the Xbox golden images for S1.
#[test]
fn attributes_convert() {
    let quad = |format: Format, bytes: &[u8]| format.convert(bytes).map(|quad| quad.map(f32::from_bits));
    let normalized = |component, size| Format {
        normalized: true,
        ..Format::plain(component, size)
    };
    let bytes = normalized(Component::UnsignedByte, 4);
    assert_eq!(quad(bytes, &[255, 0, 51, 255]), Some([1.0, 0.0, 0.2, 1.0]));
    assert_eq!(
        quad(
            Format {
                reversed: true,
                ..bytes
            },
            &[255, 0, 51, 0]
        ),
        Some([0.2, 0.0, 1.0, 0.0])
    );
    let short = (-32768i16).to_le_bytes();
    assert_eq!(
        quad(Format::plain(Component::Short, 1), &short),
        Some([-32768.0, 0.0, 0.0, 1.0])
    );
    assert_eq!(
        quad(normalized(Component::Short, 1), &short),
        Some([-1.0, 0.0, 0.0, 1.0])
    );
    assert_eq!(
        quad(normalized(Component::Byte, 2), &[127, 128]),
        Some([1.0, -1.0, 0.0, 1.0])
    );
    assert_eq!(
        quad(Format::plain(Component::Half, 2), &[0, 0x3c, 1, 0x80]),
        Some([1.0, -(2f32.powi(-24)), 0.0, 1.0])
    );
    assert_eq!(
        quad(Format::plain(Component::Fixed, 1), &0x18000i32.to_le_bytes()),
        Some([1.5, 0.0, 0.0, 1.0])
    );
    let float = Format::plain(Component::Float, 1);
    assert_eq!(float.convert(&[1, 0, 0, 0]), Some([1, 0, 0, ORIGIN[3]]));
    assert_eq!(float.convert(&[1, 0, 0]), None);
    assert!(Format::nv(Component::UnsignedByte, 3).is_none() && Format::nv(Component::Int, 4).is_none());
    assert_eq!(
        Format::nv(Component::Short, 2),
        Some(Format::plain(Component::Short, 2))
    );
}

/// source: the hardware description of the attribute buffer; NV_vertex_program 2.14.1.1 for the order.
#[test]
fn attribute_zero_provokes_a_vertex() {
    let mut buffer = AttributeBuffer::default();
    assert_eq!(buffer.write(3, &[7]), None);
    assert_eq!(buffer.attributes()[3], [7, 0, 0, ORIGIN[3]]);
    assert_eq!(buffer.write(0, &[1, 2, 3, 4]), Some(0b1001));
    assert_eq!(buffer.write_all(0, &[&[5], &[6], &[7]]), Some(0b111));
    assert_eq!(buffer.write(16, &[1]), None);
}

#[test]
fn short_arrays_are_refused() {
    let batch =
        Batch::new(program("MOV oPos, v3", Numbering::Nv2a), Options::default()).expect("no constants");
    let mut inputs = [Stream::Uniform(ORIGIN); 16];
    inputs[3] = Stream::PerVertex(&[ORIGIN]);
    let found = batch.run(&Constants::default(), &inputs, 2, &mut OutputArrays::default());
    assert_eq!(found, Err(BatchError::ShortStream(3)));
}

/// Bit patterns of every kind, small integers among them for the address register.
fn pattern() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        (any::<u32>(), 120u32..135).prop_map(|(bits, e)| (bits & 0x807f_ffff) | (e << 23)),
        (-20i8..100).prop_map(|x| f32::from(x).to_bits()),
        prop::sample::select(vec![
            0,
            0x8000_0000,
            1,
            0x7f80_0000,
            0xff80_0000,
            0x7fff_ffff,
            0x7f7f_ffff
        ]),
    ]
}

/// Words that write no constant; some name registers and operations that do not exist.
fn word() -> impl Strategy<Value = Word> {
    let fields = (
        prop::array::uniform4(any::<u32>()),
        0u8..16,
        0u8..200,
        0u8..16,
        prop::array::uniform3(0u8..4),
    );
    fields.prop_map(|(bits, mac, constant, output, mux)| {
        Word([
            0,
            bits[1] & 0x0fff_ffff,
            bits[2] & 0xbfff_bfff,
            bits[3] & 0xbfbf_ffff,
        ])
        .with(field::MAC, mac)
        .with(field::CONSTANT, constant)
        .with(field::A_MUX, mux[0])
        .with(field::B_MUX, mux[1])
        .with(field::C_MUX, mux[2])
        .with(field::OUTPUT_FILE, 1)
        .with(field::OUTPUT_ADDRESS, output)
        .with(field::LAST, 0)
    })
}

/// source: ARB_vertex_type_2_10_10_10_rev (the first component in the lowest bits, signed ones as (2c + 1) / (2^b - 1))
/// and ARB_vertex_type_10f_11f_11f_rev with table 2.X of EXT_packed_float: exponents biased by 15, fractions of six
/// and five bits.
#[test]
fn packed_attributes() {
    let quad = |packed: Packed, word: u32, normalized, reversed| {
        packed
            .convert(&word.to_le_bytes(), normalized, reversed)
            .map(|quad| quad.map(f32::from_bits))
    };
    let word = 3 << 30 | 511 << 20 | 512 << 10 | 1;
    assert_eq!(
        quad(Packed::Unsigned2101010, word, false, false),
        Some([1.0, 512.0, 511.0, 3.0])
    );
    assert_eq!(
        quad(Packed::Signed2101010, word, false, true),
        Some([511.0, -512.0, 1.0, -1.0])
    );
    assert_eq!(
        quad(Packed::Signed2101010, word, true, false),
        Some([3.0 / 1023.0, -1.0, 1.0, -1.0 / 3.0])
    );
    // 1.0, 1.5 and 2.0; then the smallest denormals and an infinity.
    let floats = 16 << 27 | (15 << 6 | 32) << 11 | 15 << 6;
    assert_eq!(
        quad(Packed::Float101111, floats, false, false),
        Some([1.0, 1.5, 2.0, 1.0])
    );
    let edges = 31 << 27 | 1 << 11 | 1;
    let smallest = 1.0 / 1_048_576.0;
    assert_eq!(
        quad(Packed::Float101111, edges, false, false),
        Some([smallest, smallest, f32::INFINITY, 1.0])
    );
    assert_eq!(Packed::Signed2101010.convert(&[0; 3], false, false), None);
}

proptest! {
    #![proptest_config(cases(600))]

    /// The batch gives the bits of one vertex after another, whatever the program and the numbers.
    #[test]
    fn batches_give_the_same_bits(
        words in prop::collection::vec(word(), 1..24),
        vertices in prop::collection::vec(prop::array::uniform16(prop::array::uniform4(pattern())), 1..70),
        constants in prop::collection::vec(prop::array::uniform4(pattern()), 192),
        full in any::<bool>(),
        beyond in prop::sample::select(vec![Beyond::Zero, Beyond::Wrap, Beyond::Clamp]),
        wins in any::<bool>(),
    ) {
        let mut words = words;
        let last = words.len() - 1;
        words[last] = words[last].with(field::LAST, 1);
        let (program, _) = Program::from_any_words(&words).expect("a final bit");
        let options = Options {
            access: if full { Access::Full } else { Access::UserOnly },
            beyond,
            both_write_r1: if wins { BothWriteR1::IluWins } else { BothWriteR1::PerComponent },
        };
        let mut constants = Constants(constants);
        let streams: Vec<Vec<Quad>> =
            (0..16).map(|index| vertices.iter().map(|vertex| vertex[index]).collect()).collect();
        let inputs = std::array::from_fn(|index| Stream::PerVertex(&streams[index]));
        let batch = Batch::new(program.clone(), options).expect("no constants");
        let mut outputs = OutputArrays::default();
        batch.run(&constants, &inputs, vertices.len(), &mut outputs).expect("long enough");
        for (number, vertex) in vertices.iter().enumerate() {
            let expected = program.run(&mut constants, vertex, &options);
            for (index, array) in outputs.0.iter().enumerate() {
                let found = array.get(number).copied().unwrap_or(ORIGIN);
                prop_assert_eq!(found, expected.0[index], "vertex {} output {}", number, index);
            }
        }
    }

    /// Single vertices give the bits of the reference, one after another, and leave the constants as it does.
    #[test]
    fn single_vertices_give_the_same_bits(
        words in prop::collection::vec((word(), prop::bool::weighted(0.2)), 1..24),
        vertices in prop::collection::vec(prop::array::uniform16(prop::array::uniform4(pattern())), 1..5),
        constants in prop::collection::vec(prop::array::uniform4(pattern()), 192),
        full in any::<bool>(),
        beyond in prop::sample::select(vec![Beyond::Zero, Beyond::Wrap, Beyond::Clamp]),
        wins in any::<bool>(),
    ) {
        let last = words.len() - 1;
        let words: Vec<Word> = words
            .into_iter()
            .enumerate()
            .map(|(number, (word, constant))| {
                word.with(field::LAST, u8::from(number == last)).with(field::OUTPUT_FILE, u8::from(!constant))
            })
            .collect();
        let (program, _) = Program::from_any_words(&words).expect("a final bit");
        let options = Options {
            access: if full { Access::Full } else { Access::UserOnly },
            beyond,
            both_write_r1: if wins { BothWriteR1::IluWins } else { BothWriteR1::PerComponent },
        };
        let single = Single::new(&program, options);
        let mut file: [Quad; 192] = std::array::from_fn(|number| constants[number]);
        let mut constants = Constants(constants);
        for vertex in &vertices {
            let expected = program.run(&mut constants, vertex, &options);
            let mut outputs = [[7; 4]; 16];
            single.run(&mut file, vertex, &mut outputs);
            prop_assert_eq!(outputs, expected.0);
            prop_assert_eq!(&file[..], &constants.0[..]);
        }
    }
}
