//! Programs of targets that the driver lacks.

use super::{NONE, PLAIN_FRAGMENT, PLAIN_VERTEX};
use crate::context::fake::Application;
use crate::context::parameter::Space;
use crate::context::{Dispatch, Operation};
use crate::gl::{Gl, number};

pub(super) const GEOMETRY: &str = "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 2;\n\
    PARAM shift = program.local[1];\nBUFFER4 rows[] = { program.buffer[2] };\n\
    ADD result.position, vertex[0].position, shift;\n\
    ADD result.color, vertex[1].color, program.env[3];\nADD result.texcoord[1], rows[0], rows[1];\nEMIT;\nEND\n";
const CONTROL: &str = "!!NVtcp5.0\nVERTICES_OUT 3;\nPARAM level = program.local[0];\n\
    MOV result.position, vertex.in[0].position;\nMOV result.patch.tessouter[0], level.x;\nEND\n";
const EVALUATION: &str = "!!NVtep5.0\nTESS_MODE TRIANGLES;\n\
    MUL result.position, vertex.in[0].position, program.local[0];\nEND\n";
const COMPUTE: &str = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 4;\n\
    STORAGE data[] = { program.storage[2] };\nPARAM step = program.local[1];\nTEMP at;\n\
    MUL.U at.x, invocation.globalid.x, 4;\nSTB.U32 step.x, data[at.x];\nEND\n";

impl Application {
    pub(super) fn string_to(&mut self, target: u32, program: u32, text: &str) {
        self.bind(target, program);
        self.string(target, text);
    }

    pub(super) fn vectors(&mut self, space: Space, target: u32, first: u32, value: [f32; 4]) {
        let is_kept = self
            .context
            .set_vectors(&self.gl, space, target, first, || vec![value]);
        assert!(is_kept);
    }

    pub(super) fn asked(&mut self, target: u32, name: u32) -> Option<i32> {
        self.context.program_integer(&self.gl, target, name)
    }
}

/// An application with a geometry program that is enabled.
pub(super) fn with_geometry() -> Application {
    let mut app = Application::new();
    app.string_to(number::GEOMETRY_PROGRAM, 7, GEOMETRY);
    assert_eq!(app.error(), NONE);
    app.set_enabled(number::GEOMETRY_PROGRAM, true);
    app
}

#[test]
fn a_geometry_program_is_linked_with_fixed_function_vertices() {
    // source: NV_geometry_program4, 2.14.6: attributes come from fixed-function vertices where vertex programs are disabled
    let mut app = with_geometry();
    assert_eq!(app.context.stage_enabled(number::GEOMETRY_PROGRAM), Some(true));
    app.vectors(Space::Local, number::GEOMETRY_PROGRAM, 1, [1.0, 2.0, 3.0, 4.0]);
    app.vectors(Space::Environment, number::GEOMETRY_PROGRAM, 3, [5.0; 4]);
    app.gl.make_buffer(40, 64);
    assert!(
        app.context
            .bind_parameter_buffer(&app.gl, 0x8da3, 2, 40, (0, None))
    );
    let drawn = app.drawn();
    assert_eq!((drawn.texts.len(), app.error()), (2, NONE));
    assert!(drawn.texts[0].contains("ftransform()"), "{}", drawn.texts[0]);
    // What comes to fragments that are the driver's is given by the vertex shader too.
    assert!(drawn.texts[0].contains("gl_TexCoord[1]"), "{}", drawn.texts[0]);
    assert!(
        drawn.texts[1].contains("gl_in[1].gl_FrontColor"),
        "{}",
        drawn.texts[1]
    );
    assert_eq!(drawn.uniforms["u_geometry_local"][1], [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(drawn.uniforms["u_geometry_env"][3], [5.0; 4]);
    assert_eq!(drawn.blocks["GeometryBuffer2"], 40);
    // The state that vertices depend on is looked at for each draw.
    app.gl.set_enabled(0x0b50, true);
    app.gl.set_enabled(0x4000, true);
    let lit = app.drawn();
    assert!(lit.texts[0].contains("gl_LightSource[0]"), "{}", lit.texts[0]);
    app.set_enabled(number::GEOMETRY_PROGRAM, false);
    assert_eq!((app.drawn().used, app.error()), (0, NONE));
}

#[test]
fn a_vertex_program_of_the_driver_is_translated_beside_one() {
    let mut app = with_geometry();
    app.string_to(number::VERTEX_PROGRAM, 1, PLAIN_VERTEX);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    app.string_to(number::FRAGMENT_PROGRAM, 2, PLAIN_FRAGMENT);
    app.set_enabled(number::FRAGMENT_PROGRAM, true);
    let drawn = app.drawn();
    assert_eq!((drawn.texts.len(), app.error()), (2, NONE));
    assert!(!drawn.texts[0].contains("ftransform"), "{}", drawn.texts[0]);
    assert_eq!(drawn.native[1].as_deref(), Some(PLAIN_FRAGMENT));
    assert_eq!(
        app.context.given(&app.gl, number::VERTEX_PROGRAM),
        None,
        "it stays the driver's"
    );
    // A fragment program of ours is linked with them.
    app.string_to(
        number::FRAGMENT_PROGRAM,
        3,
        "!!NVfp4.0\nMOV result.color, fragment.texcoord[1];\nEND\n",
    );
    assert_eq!((app.drawn().texts.len(), app.error()), (3, NONE));
}

#[test]
fn names_are_of_one_target() {
    // source: ARB_vertex_program, "Errors": INVALID_OPERATION for a program of another target
    let mut app = with_geometry();
    assert!(app.gl.is_program(7));
    for target in [
        number::VERTEX_PROGRAM,
        number::FRAGMENT_PROGRAM_NV,
        number::COMPUTE_PROGRAM,
    ] {
        app.bind(target, 7);
        assert_eq!(app.error(), number::INVALID_OPERATION);
    }
    app.string_to(number::VERTEX_PROGRAM, 8, PLAIN_VERTEX);
    app.bind(number::GEOMETRY_PROGRAM, 8);
    assert_eq!(app.error(), number::INVALID_OPERATION);
    assert_eq!(
        app.asked(number::GEOMETRY_PROGRAM, number::PROGRAM_BINDING),
        Some(7)
    );
    // Another context has its own bindings, and what is deleted there cannot be drawn with here.
    let mut other = app.sharing();
    assert_eq!(
        other.asked(number::GEOMETRY_PROGRAM, number::PROGRAM_BINDING),
        Some(0)
    );
    assert_eq!(app.drawn().texts.len(), 2);
    other.context.delete_programs(&other.gl, &[7]);
    app.draw();
    assert_eq!(
        (app.gl.take_draws().len(), app.error()),
        (0, number::INVALID_OPERATION)
    );
    // Deleted while it is bound: name 0 is bound.
    app.string_to(number::GEOMETRY_PROGRAM, 9, GEOMETRY);
    app.context.delete_programs(&app.gl, &[9]);
    assert_eq!(
        app.asked(number::GEOMETRY_PROGRAM, number::PROGRAM_BINDING),
        Some(0)
    );
}

#[test]
fn what_is_not_valid_is_not_drawn_with() {
    // source: NV_geometry_program4, "Errors"
    let mut app = Application::new();
    app.set_enabled(number::GEOMETRY_PROGRAM, true);
    app.draw();
    assert_eq!(
        (app.gl.take_draws().len(), app.error()),
        (0, number::INVALID_OPERATION)
    );
    app.string_to(
        number::GEOMETRY_PROGRAM,
        1,
        "!!NVgp4.0\nMOV result.position, 1;\nEND\n",
    );
    assert_eq!(app.error(), number::INVALID_OPERATION);
    assert!(app.context.integer(&app.gl, number::PROGRAM_ERROR_POSITION) >= Some(0));
    app.context.between(true);
    app.bind(number::GEOMETRY_PROGRAM, 2);
    assert_eq!(app.error(), number::INVALID_OPERATION);
    app.set_enabled(number::GEOMETRY_PROGRAM, false);
    assert_eq!(app.error(), number::INVALID_OPERATION);
    app.context.between(false);
    // Shaders of the application go before.
    let own = app.gl.application_shader();
    app.gl.use_linked(own);
    app.context.changed();
    assert_eq!((app.drawn().used, app.error()), (own, NONE));
}

#[test]
fn parameters_are_words_and_have_an_end() {
    // source: NV_gpu_program4: parameters are typeless; ARB_vertex_program, "Errors"
    let mut app = with_geometry();
    let target = number::GEOMETRY_PROGRAM;
    let words = [u32::MAX, 0x7f80_0001, 0x8000_0000, 7];
    app.context
        .set_words(&app.gl, Space::Local, target, 1, &[words, words]);
    assert_eq!(app.context.words(&app.gl, Space::Local, target, 2), Some(words));
    app.context
        .set_words(&app.gl, Space::Environment, target, 0, &[words]);
    assert_eq!(
        app.context.words(&app.gl, Space::Environment, target, 0),
        Some(words)
    );
    assert_eq!(app.error(), NONE);
    let most = app.asked(target, number::MAX_PROGRAM_LOCAL_PARAMETERS);
    let most = most.expect("it is asked for").cast_unsigned();
    app.vectors(Space::Local, target, most - 1, [1.0; 4]);
    assert_eq!(app.error(), NONE);
    for first in [most, u32::MAX] {
        app.vectors(Space::Local, target, first, [1.0; 4]);
        assert_eq!(app.error(), number::INVALID_VALUE);
    }
    // By name, without binding; another target is an error.
    assert!(
        app.context
            .set_named_vectors(&app.gl, (11, target), 4, vec![[3.0; 4]])
    );
    assert_eq!(
        app.context.named_vector(&app.gl, (11, target), 4),
        Some(Some([3.0; 4]))
    );
    assert_eq!(app.asked(target, number::PROGRAM_BINDING), Some(7));
    app.context
        .set_named_vectors(&app.gl, (11, number::COMPUTE_PROGRAM), 4, vec![[3.0; 4]]);
    assert_eq!(app.error(), number::INVALID_OPERATION);
}

#[test]
fn queries_answer_for_the_target() {
    // source: NV_geometry_program4, "New State": the numbers of TRIANGLES and POINTS, and the declared limit
    let mut app = with_geometry();
    let target = number::GEOMETRY_PROGRAM;
    assert_eq!(app.asked(target, number::GEOMETRY_VERTICES_OUT), Some(2));
    assert_eq!(app.asked(target, number::GEOMETRY_INPUT_TYPE), Some(4));
    assert_eq!(app.asked(target, number::GEOMETRY_OUTPUT_TYPE), Some(0));
    assert_eq!(
        app.asked(target, number::PROGRAM_LENGTH),
        Some(GEOMETRY.len() as i32)
    );
    assert_eq!(
        app.context.given(&app.gl, target).as_deref(),
        Some(GEOMETRY.as_bytes())
    );
    assert_eq!(app.context.integer(&app.gl, target), Some(1));
    // "INVALID_ENUM … and the target isn't GEOMETRY_PROGRAM_NV": the driver raises it.
    assert_eq!(
        app.asked(number::COMPUTE_PROGRAM, number::MAX_PROGRAM_OUTPUT_VERTICES_NV),
        None
    );
    assert_eq!(
        app.asked(number::COMPUTE_PROGRAM, number::PROGRAM_LENGTH),
        Some(0)
    );
}

#[test]
fn the_limit_of_vertices_changes() {
    // source: NV_geometry_program4, 2.14.6.4
    let mut app = with_geometry();
    let limit = |app: &mut Application, target, limit| {
        app.context.perform(&app.gl, Operation::Limit { target, limit });
        app.error()
    };
    let target = number::GEOMETRY_PROGRAM;
    assert!(app.drawn().texts[1].contains("max_vertices = 2"));
    assert_eq!(limit(&mut app, target, 5), NONE);
    assert!(app.drawn().texts[1].contains("max_vertices = 5"));
    assert_eq!(app.asked(target, number::GEOMETRY_VERTICES_OUT), Some(5));
    assert_eq!(
        app.context.given(&app.gl, target).as_deref(),
        Some(GEOMETRY.as_bytes())
    );
    for wrong in [0, -1, i32::MAX] {
        assert_eq!(limit(&mut app, target, wrong), number::INVALID_VALUE);
    }
    assert_eq!(limit(&mut app, number::VERTEX_PROGRAM, 5), number::INVALID_ENUM);
    app.bind(target, 0);
    assert_eq!(limit(&mut app, target, 5), number::INVALID_OPERATION);
}

#[test]
fn quadrilaterals_and_polygons_are_drawn_as_triangles() {
    // source: NV_geometry_program4, "Errors": TRIANGLES takes QUADS (7), QUAD_STRIP (8) and POLYGON (9)
    let mut app = with_geometry();
    for (mode, drawn) in [(4, 4), (7, 0xa), (7, 0xa), (8, 0xb), (9, 6), (6, 6)] {
        assert_eq!(app.draw_mode(mode), Some(drawn));
        let texts = &app.gl.take_draws()[0].texts;
        let has_lines = texts[1].contains("layout(lines_adjacency) in;");
        assert_eq!(has_lines, matches!(mode, 7 | 8), "{}", texts[1]);
        assert_eq!(texts[1].contains("layout(triangles) in;"), !has_lines);
    }
    assert_eq!((app.gl.linked(), app.error()), (4, NONE));
    // Without programs that take triangles, modes are the driver's.
    app.set_enabled(number::GEOMETRY_PROGRAM, false);
    assert_eq!(app.draw_mode(7), Some(7));
}

#[test]
fn enables_are_pushed_and_popped() {
    // source: NV_geometry_program4, "New State": the attribute group of the enable is `enable`
    let mut app = with_geometry();
    app.context.push_attributes(&app.gl, number::ENABLE_BIT);
    app.set_enabled(number::GEOMETRY_PROGRAM, false);
    app.context.push_attributes(&app.gl, 1);
    app.context.pop_attributes(&app.gl);
    assert_eq!(app.drawn().used, 0);
    app.context.pop_attributes(&app.gl);
    assert_eq!((app.drawn().texts.len(), app.error()), (2, NONE));
}

#[test]
fn patches_go_through_both_programs() {
    // source: NV_tessellation_program5, 2.14.7 and 2.14.8
    let mut app = Application::new();
    app.string_to(number::TESS_CONTROL_PROGRAM, 1, CONTROL);
    app.string_to(number::TESS_EVALUATION_PROGRAM, 2, EVALUATION);
    assert_eq!(app.error(), NONE);
    for target in [number::TESS_CONTROL_PROGRAM, number::TESS_EVALUATION_PROGRAM] {
        app.set_enabled(target, true);
        app.vectors(Space::Local, target, 0, [2.0; 4]);
    }
    let drawn = app.drawn();
    assert_eq!((drawn.texts.len(), app.error()), (3, NONE));
    assert_eq!(drawn.uniforms["u_control_local"][0][0], 2.0);
    assert_eq!(drawn.uniforms["u_evaluation_local"][0][0], 2.0);
    // Without a control program, the levels are PatchParameterfv's.
    app.set_enabled(number::TESS_CONTROL_PROGRAM, false);
    assert_eq!((app.drawn().texts.len(), app.error()), (2, NONE));
}

#[test]
fn a_compute_program_is_dispatched() {
    // source: NV_compute_program5, 5.X
    let mut app = Application::new();
    app.string_to(number::COMPUTE_PROGRAM, 1, COMPUTE);
    assert_eq!(app.error(), NONE);
    assert_eq!(app.context.before_dispatch(&app.gl), Dispatch::Native);
    app.set_enabled(number::COMPUTE_PROGRAM, true);
    app.vectors(Space::Local, number::COMPUTE_PROGRAM, 1, [6.0; 4]);
    app.dispatch();
    let draws = app.gl.take_draws();
    assert_eq!((draws.len(), app.error()), (1, NONE));
    assert!(
        draws[0].texts[0].contains("layout(local_size_x = 4"),
        "{}",
        draws[0].texts[0]
    );
    assert_eq!(draws[0].uniforms["u_compute_local"][1], [6.0; 4]);
    // It is used for the dispatch alone.
    assert_eq!(app.drawn().used, 0);
    let own = app.gl.application_shader();
    app.gl.use_linked(own);
    app.context.changed();
    app.dispatch();
    assert_eq!(app.gl.take_draws()[0].used, own);
    app.gl.use_linked(0);
    app.context.delete_programs(&app.gl, &[1]);
    app.dispatch();
    assert_eq!(
        (app.gl.take_draws().len(), app.error()),
        (0, number::INVALID_OPERATION)
    );
}
