//! The GeForce 3 and the VideoCore IV, as an emulator calls them.

use super::*;
use crate::gf3::run::*;
use crate::gf3::*;
use crate::qpu::*;

fn assembled(text: &str, gl: bool) -> (QuadrilleStatus, Owned<QuadrilleGf3Program>) {
    let mut program = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe {
        quadrille_gf3_assemble(
            c"a".as_ptr(),
            text.as_ptr().cast(),
            text.len(),
            gl,
            &raw mut program,
        )
    };
    (status, Owned(program, quadrille_gf3_program_free))
}

fn view(program: &Owned<QuadrilleGf3Program>) -> QuadrilleGf3View {
    // SAFETY: the program is there.
    unsafe { *quadrille_gf3_program_view(program.0) }
}

fn bits(values: [f32; 4]) -> [u32; 4] {
    values.map(f32::to_bits)
}

const ORIGIN: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// source: NV_vertex_program, section 2.14.1.10: MUL multiplies component by component, MOV moves; outputs begin as
/// (0, 0, 0, 1) (2.14.1.5). All numbers are small integers, so that nothing rounds.
#[test]
fn a_vertex_alone_and_many_at_once() {
    let (status, program) = assembled("MUL oPos, v0, c[5]\nMOV oD0, v3\n", false);
    assert_eq!(status, QuadrilleStatus::Ok);
    let told = view(&program);
    assert!(told.accepted && !told.writes_constants);
    assert_eq!((told.inputs, told.outputs), (0b1001, 0b1001));
    let mut constants = [[0; 4]; QUADRILLE_GF3_CONSTANTS];
    constants[5] = bits([2.0, 3.0, 4.0, 5.0]);
    let mut inputs = [bits(ORIGIN); QUADRILLE_GF3_REGISTERS];
    inputs[0] = bits([1.0, 2.0, 3.0, 4.0]);
    let mut outputs = [[7; 4]; QUADRILLE_GF3_REGISTERS];
    let (fixed, first) = (constants.as_mut_ptr().cast(), inputs.as_ptr().cast());
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_gf3_run(program.0, fixed, first, outputs.as_mut_ptr().cast()) };
    assert_eq!(status, QuadrilleStatus::Ok);
    assert_eq!(outputs[0], bits([2.0, 6.0, 12.0, 20.0]));
    assert_eq!((outputs[3], outputs[4]), (bits(ORIGIN), bits(ORIGIN)));

    let positions = [bits([1.0, 2.0, 3.0, 4.0]), bits([5.0, 6.0, 7.0, 8.0])];
    let mut streams = [QuadrilleGf3Stream {
        quads: null(),
        varies: false,
    }; QUADRILLE_GF3_REGISTERS];
    streams[0] = QuadrilleGf3Stream {
        quads: positions.as_ptr().cast(),
        varies: true,
    };
    let (mut position, mut fog) = ([[0; 4]; 2], [[0; 4]; 2]);
    let mut places = [null_mut(); QUADRILLE_GF3_REGISTERS];
    (places[0], places[5]) = (position.as_mut_ptr().cast(), fog.as_mut_ptr().cast());
    // SAFETY: as above.
    let status = unsafe { quadrille_gf3_run_batch(program.0, fixed, streams.as_ptr(), 2, places.as_ptr()) };
    assert_eq!(status, QuadrilleStatus::Ok);
    assert_eq!(
        position,
        [bits([2.0, 6.0, 12.0, 20.0]), bits([10.0, 18.0, 28.0, 40.0])]
    );
    assert_eq!(fog, [bits(ORIGIN); 2]);
}

/// source: envytools' documentation of the NV20: c[0] of OpenGL is constant 96 of the machine
#[test]
fn an_opengl_program_becomes_words_with_its_constants() {
    let (_, program) = check(VERTEX.as_bytes(), None);
    let mut words = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_gf3_lower(program.0, &raw mut words) };
    let words = Owned(words, quadrille_gf3_program_free);
    assert_eq!(status, QuadrilleStatus::Ok);
    let told = view(&words);
    let bindings = list(told.bindings, told.binding_count);
    let names: Vec<&str> = bindings.iter().map(|bound| string(bound.name)).collect();
    assert!(names.contains(&"program.local[1]"), "{names:?}");
    assert!(bindings.iter().all(|bound| (96..192).contains(&bound.number)));
    // The words alone are the same program.
    let mut again = null_mut();
    // SAFETY: as above.
    let status = unsafe { quadrille_gf3_from_words(told.words, told.word_count, true, &raw mut again) };
    let again = Owned(again, quadrille_gf3_program_free);
    assert_eq!(status, QuadrilleStatus::Ok);
    assert_eq!(string(view(&again).text), string(told.text));
}

/// source: the header: with QUADRILLE_STATUS_REJECTED the program is there, with its problems
#[test]
fn machine_text_without_an_instruction_is_rejected() {
    for text in ["", "; nothing\n"] {
        let (status, program) = assembled(text, false);
        assert_eq!(status, QuadrilleStatus::Rejected);
        let told = view(&program);
        let found = list(told.diagnostics, told.diagnostic_count);
        assert_eq!((found.len(), string(found[0].rule)), (1, "nv20-empty"));
    }
}

#[test]
fn wrong_machine_text_has_its_place() {
    let (status, program) = assembled("MOV oPos, v0\nMOW oD0, v3\n", false);
    assert_eq!(status, QuadrilleStatus::Rejected);
    let told = view(&program);
    assert_eq!(list(told.diagnostics, told.diagnostic_count)[0].place.line, 2);
    let mut outputs = [[0; 4]; QUADRILLE_GF3_REGISTERS];
    let mut constants = [[0; 4]; QUADRILLE_GF3_CONSTANTS];
    let (fixed, first) = (
        constants.as_mut_ptr().cast(),
        [[0u32; 4]; QUADRILLE_GF3_REGISTERS],
    );
    // SAFETY: all pointers are good.
    let status = unsafe {
        quadrille_gf3_run(
            program.0,
            fixed,
            first.as_ptr().cast(),
            outputs.as_mut_ptr().cast(),
        )
    };
    assert_eq!(status, QuadrilleStatus::Rejected);
}

#[test]
fn what_is_no_program_of_either_machine_is_answered() {
    let wrong = QuadrilleStatus::InvalidArgument;
    let mut program = null_mut();
    let mut qpu = null_mut();
    // SAFETY: pointers are good or NULL.
    unsafe {
        // No word has the final bit.
        let words = [[0u32; 4]; 3];
        assert_eq!(
            quadrille_gf3_from_words(words.as_ptr().cast(), 3, false, &raw mut program),
            wrong
        );
        assert_eq!(
            quadrille_gf3_from_words(null(), 3, false, &raw mut program),
            wrong
        );
        assert_eq!(quadrille_gf3_run(null(), null_mut(), null(), null_mut()), wrong);
        assert_eq!(quadrille_gf3_run_batch(null(), null(), null(), 1, null()), wrong);
        assert_eq!(quadrille_qpu_from_words(null(), 1, &raw mut qpu), wrong);
        assert_eq!(
            quadrille_qpu_run(null(), null(), 0, null(), 0, 0, &mut null_mut()),
            wrong
        );
        assert!(quadrille_gf3_program_view(null()).is_null() && quadrille_qpu_program_view(null()).is_null());
        assert!(quadrille_qpu_run_outcome(null()).is_null());
        quadrille_gf3_program_free(null_mut());
        quadrille_qpu_program_free(null_mut());
        quadrille_qpu_run_free(null_mut());
    }
    assert!(program.is_null() && qpu.is_null());
}

/// source: y = a x + y by hand, for the example's program
#[test]
fn a_qpu_program_changes_its_buffers() {
    let text = include_str!("../../../../examples/qpu/saxpy.qasm");
    let mut program = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe {
        quadrille_qpu_assemble(
            c"saxpy".as_ptr(),
            text.as_ptr().cast(),
            text.len(),
            &raw mut program,
        )
    };
    let program = Owned(program, quadrille_qpu_program_free);
    assert_eq!(status, QuadrilleStatus::Ok);
    let x: Vec<u8> = (0..16u8).flat_map(|n| f32::from(n).to_le_bytes()).collect();
    let mut y: Vec<u8> = (0..16).flat_map(|_| 1f32.to_le_bytes()).collect();
    let mut x = x;
    let buffers = [(c"x", &mut x), (c"y", &mut y)].map(|(name, bytes)| QuadrilleQpuBuffer {
        name: name.as_ptr(),
        bytes: bytes.as_mut_ptr(),
        length: bytes.len(),
    });
    let launches = [c"1, 2.5, @x, @y, 64, 0".as_ptr()];
    let ran = |instructions| {
        let mut run = null_mut();
        // SAFETY: as above.
        let status = unsafe {
            quadrille_qpu_run(
                program.0,
                buffers.as_ptr(),
                buffers.len(),
                launches.as_ptr(),
                launches.len(),
                instructions,
                &raw mut run,
            )
        };
        let run = Owned(run, quadrille_qpu_run_free);
        // SAFETY: the run is there.
        (status, unsafe { *quadrille_qpu_run_outcome(run.0) }.end)
    };
    assert_eq!(ran(3), (QuadrilleStatus::Stopped, QuadrilleQpuEnd::Budget));
    assert_eq!(ran(0), (QuadrilleStatus::Ok, QuadrilleQpuEnd::Finished));
    let found: Vec<f32> = y
        .chunks(4)
        .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect();
    let expected: Vec<f32> = (0..16u8).map(|n| 2.5 * f32::from(n) + 1.0).collect();
    assert_eq!(found, expected);
}
