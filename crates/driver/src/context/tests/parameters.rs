//! Parameters that no driver has.

use super::{BUFFERS, CHOSEN, FRAGMENT, INTEGERS, NONE, OF_NVIDIA, STATE};
use crate::context::Operation;
use crate::context::fake::{Application, Drawn};
use crate::context::parameter::Space;
use crate::gl::{Gl, number};

#[test]
fn a_state_program_computes_parameters() {
    // source: NV_vertex_program 2.14.4, by hand: c[1] + v[0] = (3, 5, 7, 9)
    let mut app = Application::new();
    app.load(number::VERTEX_STATE_PROGRAM, 3, STATE);
    app.context
        .set_program_parameters(&app.gl, number::VERTEX_PROGRAM, 1, &[[1.0, 2.0, 3.0, 4.0]]);
    app.execute(3, [2.0, 3.0, 4.0, 5.0]);
    assert_eq!(app.error(), NONE);
    let read = |app: &mut Application, index| {
        app.context.program_parameter(
            &app.gl,
            number::VERTEX_PROGRAM,
            index,
            number::PROGRAM_PARAMETER_NV,
        )
    };
    assert_eq!(read(&mut app, 4), Some([3.0, 5.0, 7.0, 9.0]));
    // It may not write what is tracked.
    app.track(4, number::MODELVIEW, number::IDENTITY_NV);
    app.execute(3, [0.0; 4]);
    assert_eq!(app.error(), number::INVALID_OPERATION);
    app.execute(7, [0.0; 4]);
    assert_eq!(app.error(), number::INVALID_OPERATION);
}

#[test]
fn tracked_matrices_are_parameters() {
    let mut app = Application::new();
    let columns: [f32; 16] = std::array::from_fn(|at| at as f32);
    app.gl.set_matrix(number::MODELVIEW_MATRIX, columns);
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    app.bind(number::VERTEX_PROGRAM, 1);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    app.track(4, number::MODELVIEW, number::IDENTITY_NV);
    // source: NV_vertex_program 2.14.5, "Matrices are tracked row-wise"
    assert_eq!(app.drawn().uniforms["u_vertex_env"][7], [3.0, 7.0, 11.0, 15.0]);
    app.track(4, number::MODELVIEW, number::TRANSPOSE_NV);
    assert_eq!(app.drawn().uniforms["u_vertex_env"][7], [12.0, 13.0, 14.0, 15.0]);
    let asked = |app: &mut Application, name| app.context.tracked_matrix(number::VERTEX_PROGRAM, 4, name);
    assert_eq!(asked(&mut app, number::TRACK_MATRIX_NV), Some(0x1700));
    assert_eq!(asked(&mut app, number::TRACK_MATRIX_TRANSFORM_NV), Some(0x862c));
    app.context
        .set_program_parameters(&app.gl, number::VERTEX_PROGRAM, 7, &[[0.0; 4]]);
    assert_eq!(app.error(), number::INVALID_OPERATION);
    // "When tracking is disabled the previously tracked program parameter registers retain …"
    app.track(4, 0, number::IDENTITY_NV);
    app.gl.set_matrix(number::MODELVIEW_MATRIX, [0.0; 16]);
    assert_eq!(app.drawn().uniforms["u_vertex_env"][7], [12.0, 13.0, 14.0, 15.0]);
    for (address, matrix, transform, error) in [
        (3, number::MODELVIEW, number::IDENTITY_NV, number::INVALID_VALUE),
        (4, 0x1234, number::IDENTITY_NV, number::INVALID_ENUM),
        (4, number::MODELVIEW, 0x1234, number::INVALID_ENUM),
    ] {
        app.track(address, matrix, transform);
        assert_eq!(app.error(), error);
    }
}

#[test]
fn parameters_are_set_by_the_names_that_a_program_declares() {
    // source: NV_fragment_program, "Errors"
    let mut app = Application::new();
    app.load(number::FRAGMENT_PROGRAM_NV, 2, FRAGMENT);
    app.bind(number::FRAGMENT_PROGRAM_NV, 2);
    app.set_enabled(number::FRAGMENT_PROGRAM, true);
    app.context.set_words(
        &app.gl,
        Space::Local,
        number::FRAGMENT_PROGRAM_NV,
        1,
        &[[1.5, 2.5, 3.5, 4.5].map(f32::to_bits)],
    );
    assert_eq!(app.context.named(2, b"color"), Some([1.0, 2.0, 3.0, 4.0]));
    let drawn = app.drawn();
    let named = |drawn: &Drawn| {
        let mut values = drawn.uniforms.iter().filter(|(name, _)| !name.starts_with("u_"));
        values.next().map(|(_, values)| values[0])
    };
    assert_eq!(named(&drawn), Some([1.0, 2.0, 3.0, 4.0]));
    assert_eq!(drawn.uniforms["u_fragment_local"][1], [1.5, 2.5, 3.5, 4.5]);
    app.named(2, "color", [5.0; 4]);
    assert_eq!(named(&app.drawn()), Some([5.0; 4]));
    assert_eq!(app.context.named(2, b"color"), Some([5.0; 4]));
    assert_eq!(app.error(), NONE);
    app.named(2, "", [5.0; 4]);
    assert_eq!(app.error(), number::INVALID_VALUE);
    app.named(2, "colour", [5.0; 4]);
    assert_eq!(app.error(), number::INVALID_VALUE);
    app.named(4, "color", [5.0; 4]);
    assert_eq!(app.error(), number::INVALID_OPERATION);
}

#[test]
fn integers_are_bits() {
    // source: NV_gpu_program4, "Errors"
    let mut app = Application::new();
    app.load(number::VERTEX_PROGRAM, 1, INTEGERS);
    app.bind(number::VERTEX_PROGRAM, 1);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    let words = [1, 2, u32::MAX, 0x7fc0_0001];
    let target = number::VERTEX_PROGRAM;
    app.context.set_words(&app.gl, Space::Local, target, 2, &[words]);
    assert_eq!(app.context.words(&app.gl, Space::Local, target, 2), Some(words));
    let drawn = app.drawn();
    assert_eq!(drawn.uniforms["u_vertex_local"][2].map(f32::to_bits), words);
    assert_eq!(app.error(), NONE);
    app.context
        .set_words(&app.gl, Space::Environment, target, 255, &[words, words]);
    assert_eq!(app.error(), number::INVALID_VALUE);
    app.context.set_words(&app.gl, Space::Local, 0x1234, 0, &[words]);
    assert_eq!(app.error(), number::INVALID_ENUM);
}

#[test]
fn parameter_buffers_are_uniform_blocks() {
    // source: NV_parameter_buffer_object, "Errors"
    const TARGET: u32 = number::VERTEX_PROGRAM_PARAMETER_BUFFER_NV;
    let mut app = Application::new();
    let bind = |app: &mut Application, point, buffer, range| {
        app.context
            .bind_parameter_buffer(&app.gl, TARGET, point, buffer, range)
    };
    let words = |app: &mut Application, first, words: &[u32]| {
        let operation = Operation::Words {
            target: TARGET,
            point: 1,
            first,
            words: words.to_vec(),
        };
        app.context.perform(&app.gl, operation);
        app.error()
    };
    app.load(number::VERTEX_PROGRAM, 1, BUFFERS);
    app.bind(number::VERTEX_PROGRAM, 1);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    assert_eq!(words(&mut app, 0, &[1]), number::INVALID_OPERATION);
    app.gl.make_buffer(40, 64);
    assert!(bind(&mut app, 1, 40, (0, None)));
    assert_eq!(words(&mut app, 14, &[7, 8]), NONE);
    assert_eq!(
        app.gl.buffer(40)[56..64],
        [7_u32.to_ne_bytes(), 8_u32.to_ne_bytes()].concat()
    );
    assert_eq!(words(&mut app, 15, &[7, 8]), number::INVALID_VALUE);
    let drawn = app.drawn();
    assert_eq!(drawn.blocks["VertexBuffer1"], 40);
    // The application's own binding stays.
    assert_eq!(app.gl.integer(number::UNIFORM_BUFFER_BINDING), 0);
    assert_eq!(app.context.parameter_buffer(TARGET), Some(40));
    assert_eq!(app.context.parameter_buffer_at(TARGET, 1), Some(Some(40)));
    assert!(bind(&mut app, 8, 40, (0, None)));
    assert_eq!(app.error(), number::INVALID_VALUE);
    assert!(bind(&mut app, 1, 40, (4, None)));
    assert_eq!(app.error(), number::INVALID_VALUE);
    assert!(bind(&mut app, 1, 40, (0, Some(0))));
    assert_eq!(app.error(), number::INVALID_VALUE);
    app.context.buffers_deleted(&[40]);
    assert_eq!(app.drawn().blocks["VertexBuffer1"], 0);
}

#[test]
fn subroutines_are_chosen_by_their_numbers() {
    // source: ARB_shader_subroutine, "Dependencies on NV_gpu_program5"
    let mut app = Application::new();
    let choose = |app: &mut Application, numbers: &[u32]| {
        let operation = Operation::Subroutines {
            target: number::VERTEX_PROGRAM,
            numbers: numbers.to_vec(),
        };
        app.context.perform(&app.gl, operation);
        app.error()
    };
    app.load(number::VERTEX_PROGRAM, 1, CHOSEN);
    app.bind(number::VERTEX_PROGRAM, 1);
    assert_eq!(app.error(), NONE);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    assert_eq!(choose(&mut app, &[5]), NONE);
    let number = |app: &mut Application| app.drawn().uniforms["u_vertex_subroutine0"][0][0].to_bits();
    assert_eq!(number(&mut app), 5);
    assert_eq!(choose(&mut app, &[3, 3]), number::INVALID_VALUE);
    assert_eq!(choose(&mut app, &[4]), number::INVALID_OPERATION);
    // "reset to arbitrary defaults … when BindProgram is called": one that may be called.
    app.bind(number::VERTEX_PROGRAM, 1);
    assert_eq!(number(&mut app), 3);
    assert_eq!(
        app.context.subroutine(&app.gl, number::VERTEX_PROGRAM, 0),
        Some(3)
    );
}
