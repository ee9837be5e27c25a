//! The library over the fake driver.

mod calls;
mod feedback;
mod lists;
mod modes;
mod parameters;
mod random;
mod stages;
mod threads;

use super::Operation;
use super::fake::Application;
use crate::gl::{Gl, number};

const PLAIN_VERTEX: &str = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
const PLAIN_FRAGMENT: &str = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n";
const OF_NVIDIA: &str = "!!VP1.0\nMOV o[HPOS], v[OPOS];\nADD o[COL0], v[COL0], c[7];\nEND";
const FRAGMENT: &str =
    "!!FP1.0\nDECLARE color = {1, 2, 3, 4};\nMOVR R0, color;\nADDR o[COLR], R0, p[1];\nEND";
const STATE: &str = "!!VSP1.0\nADD R0, c[1], v[0];\nMOV c[4], R0;\nEND";
const BUFFERS: &str = "!!NVvp4.0\nBUFFER4 rows[] = { program.buffer[1] };\n\
    ADD result.position, vertex.position, rows[2];\nEND\n";
const INTEGERS: &str = "!!NVvp4.0\nPARAM p = program.local[2];\nTEMP t;\n\
    ADD.S t, p, p;\nI2F result.position, t;\nEND\n";
const CHOSEN: &str = "!!NVvp5.0\nSUBROUTINETYPE Kind { first, second };\n\
    SUBROUTINE Kind chosen = program.subroutine[0];\n\
    first SUBROUTINENUM(3):\nMOV result.position, vertex.position;\nRET;\n\
    second SUBROUTINENUM(5):\nMOV result.position, vertex.color;\nRET;\n\
    main:\nCALI chosen;\nEND\n";

/// No error of OpenGL.
const NONE: u32 = 0;

impl Application {
    fn load(&mut self, target: u32, program: u32, text: &str) {
        let text = Some(text.as_bytes().to_vec());
        let operation = Operation::Load {
            target,
            program,
            text,
        };
        self.context.perform(&self.gl, operation);
    }

    fn string(&mut self, target: u32, text: &str) {
        let operation = Operation::String {
            target,
            format: number::PROGRAM_FORMAT_ASCII,
            text: Some(text.as_bytes().to_vec()),
        };
        self.context.perform(&self.gl, operation);
    }

    fn bind(&mut self, target: u32, program: u32) {
        self.context.bind_program(&self.gl, target, program);
    }

    fn track(&mut self, address: u32, matrix: u32, transform: u32) {
        let operation = Operation::Track {
            target: number::VERTEX_PROGRAM,
            address,
            matrix,
            transform,
        };
        self.context.perform(&self.gl, operation);
    }

    fn execute(&mut self, program: u32, input: [f32; 4]) {
        let operation = Operation::Execute {
            target: number::VERTEX_STATE_PROGRAM,
            program,
            input,
        };
        self.context.perform(&self.gl, operation);
    }

    fn named(&mut self, program: u32, name: &str, value: [f32; 4]) {
        let name = name.as_bytes().to_vec();
        self.context
            .perform(&self.gl, Operation::Named { program, name, value });
    }

    /// The one draw, and what it was drawn with.
    fn drawn(&mut self) -> super::fake::Drawn {
        self.gl.take_draws();
        self.draw();
        let mut draws = self.gl.take_draws();
        assert_eq!(draws.len(), 1);
        draws.remove(0)
    }
}

#[test]
fn the_driver_keeps_what_it_takes() {
    let mut app = Application::new();
    app.bind(number::VERTEX_PROGRAM, 1);
    app.string(number::VERTEX_PROGRAM, PLAIN_VERTEX);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    let drawn = app.drawn();
    assert_eq!((drawn.used, app.error()), (0, NONE));
    assert_eq!(drawn.native[0].as_deref(), Some(PLAIN_VERTEX));
    assert_eq!(app.context.given(&app.gl, number::VERTEX_PROGRAM), None);
}

#[test]
fn what_it_refuses_is_drawn_by_a_translation() {
    let mut app = Application::new();
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    app.bind(number::VERTEX_PROGRAM, 1);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    // source: NV_vertex_program 2.14.1.2, program parameters are shared by all programs
    app.context
        .set_program_parameters(&app.gl, number::VERTEX_PROGRAM, 7, &[[1.0, 2.0, 3.0, 4.0]]);
    let drawn = app.drawn();
    assert_ne!(drawn.used, 0);
    assert_eq!(drawn.uniforms["u_vertex_env"][7], [1.0, 2.0, 3.0, 4.0]);
    // The application does not see the shader.
    assert_eq!(app.context.integer(&app.gl, number::CURRENT_PROGRAM), Some(0));
    assert_eq!(
        app.context.given(&app.gl, number::VERTEX_PROGRAM).as_deref(),
        Some(OF_NVIDIA.as_bytes())
    );
    assert_eq!(
        app.context
            .program_integer(&app.gl, number::VERTEX_PROGRAM, number::PROGRAM_LENGTH),
        Some(OF_NVIDIA.len() as i32)
    );
    assert_eq!(
        app.context
            .program_integer(&app.gl, number::VERTEX_PROGRAM, number::PROGRAM_INSTRUCTIONS),
        Some(2)
    );
    app.set_enabled(number::VERTEX_PROGRAM, false);
    assert_eq!(app.drawn().used, 0);
    assert_eq!(app.error(), NONE);
}

#[test]
fn shaders_of_the_application_go_before() {
    let mut app = Application::new();
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    app.bind(number::VERTEX_PROGRAM, 1);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    assert_ne!(app.drawn().used, 0);
    let own = app.gl.application_shader();
    app.gl.use_linked(own);
    app.context.changed();
    assert_eq!(app.drawn().used, own);
    app.gl.use_linked(0);
    app.context.changed();
    assert_ne!(app.drawn().used, 0);
}

#[test]
fn loads_raise_the_errors_of_the_specification() {
    // source: NV_vertex_program, "Errors"
    let mut app = Application::new();
    app.load(number::VERTEX_PROGRAM, 0, OF_NVIDIA);
    assert_eq!(app.error(), number::INVALID_VALUE);
    app.load(0x1234, 1, OF_NVIDIA);
    assert_eq!(app.error(), number::INVALID_ENUM);
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    app.load(number::VERTEX_STATE_PROGRAM, 1, STATE);
    assert_eq!(app.error(), number::INVALID_OPERATION);
    app.load(
        number::VERTEX_PROGRAM,
        1,
        "!!VP1.0\nMOV o[HPOS], v[OPOS];\nMOW R0, R1;\nEND",
    );
    assert_eq!(app.error(), number::INVALID_OPERATION);
    assert_eq!(
        app.context.integer(&app.gl, number::PROGRAM_ERROR_POSITION),
        Some(30)
    );
    // What was loaded before stays.
    assert_eq!(
        app.context
            .object_text(&app.gl, 1, number::PROGRAM_STRING)
            .as_deref(),
        Some(OF_NVIDIA.as_bytes())
    );
    // A name that was bound, and one of a target that the driver lacks.
    app.bind(number::VERTEX_PROGRAM, 3);
    app.bind(number::GEOMETRY_PROGRAM, 4);
    for name in [3, 4] {
        app.load(number::VERTEX_STATE_PROGRAM, name, STATE);
        assert_eq!(app.error(), number::INVALID_OPERATION);
    }
    let nothing = Operation::Load {
        target: number::VERTEX_PROGRAM,
        program: 1,
        text: None,
    };
    app.context.perform(&app.gl, nothing);
    assert_eq!(app.error(), number::INVALID_VALUE);
    app.context.between(true);
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    assert_eq!(app.error(), number::INVALID_OPERATION);
}

#[test]
fn objects_are_asked_by_their_names() {
    // source: NV_vertex_program, 6.1.13
    let mut app = Application::new();
    app.load(number::VERTEX_STATE_PROGRAM, 9, STATE);
    let asked = |app: &mut Application, name| app.context.object_integer(&app.gl, 9, name);
    assert_eq!(asked(&mut app, number::PROGRAM_TARGET_NV), Some(0x8621));
    assert_eq!(asked(&mut app, number::PROGRAM_LENGTH), Some(STATE.len() as i32));
    assert_eq!(asked(&mut app, number::PROGRAM_RESIDENT_NV), Some(1));
    assert!(app.context.are_resident(&app.gl, Some(&[9])));
    assert_eq!(app.error(), NONE);
    assert_eq!(asked(&mut app, 0x1234), None);
    assert_eq!(app.error(), number::INVALID_ENUM);
    assert_eq!(
        app.context.object_integer(&app.gl, 8, number::PROGRAM_LENGTH),
        None
    );
    assert_eq!(app.error(), number::INVALID_OPERATION);
    assert!(!app.context.are_resident(&app.gl, Some(&[9, 8])));
    assert_eq!(app.error(), number::INVALID_VALUE);
    // A state program is not to be bound.
    app.bind(number::VERTEX_PROGRAM, 9);
    assert_eq!(app.error(), number::INVALID_OPERATION);
}

#[test]
fn attributes_are_conventional_ones() {
    // source: NV_vertex_program, table X.1 and 2.14.1.1
    let mut app = Application::new();
    app.context
        .set_attributes(&app.gl, 14, &[[1.0; 4], [2.0; 4], [3.0; 4]]);
    assert_eq!(app.gl.attribute(14), Some([1.0; 4]));
    assert_eq!(app.gl.attribute(15), Some([2.0; 4]));
    assert_eq!(app.error(), NONE);
    app.context.set_attributes(&app.gl, 16, &[[1.0; 4]]);
    assert_eq!(app.error(), number::INVALID_VALUE);
    assert_eq!(app.context.current_attribute(&app.gl, 0), None);
    assert_eq!(app.error(), number::INVALID_VALUE);
    app.gl
        .set_matrix(number::CURRENT_COLOR, std::array::from_fn(|at| at as f32));
    assert_eq!(
        app.context.current_attribute(&app.gl, 3),
        Some([0.0, 1.0, 2.0, 3.0])
    );
}

#[test]
fn enabled_generic_arrays_come_before_conventional_ones() {
    // source: NV_vertex_program 2.14.3
    let mut app = Application::new();
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    app.bind(number::VERTEX_PROGRAM, 1);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    let reads_color = |app: &mut Application| app.drawn().texts[0].contains("gl_Color");
    assert!(reads_color(&mut app));
    app.gl.set_array(3, true);
    app.context.changed();
    assert!(!reads_color(&mut app));
    // One that the program does not read does not matter.
    let linked = app.gl.linked();
    app.gl.set_array(9, true);
    app.context.changed();
    assert!(!reads_color(&mut app));
    assert_eq!(app.gl.linked(), linked);
}

#[test]
fn what_was_linked_goes_with_programs_and_contexts() {
    let mut app = Application::new();
    let mut other = app.sharing();
    for app in [&mut app, &mut other] {
        app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
        app.bind(number::VERTEX_PROGRAM, 1);
        app.set_enabled(number::VERTEX_PROGRAM, true);
        app.draw();
    }
    assert_eq!(app.gl.linked(), 2);
    // Another load: both contexts give up what is old as they draw.
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    app.draw();
    other.draw();
    assert_eq!(app.gl.linked(), 2);
    drop(other);
    app.draw();
    assert_eq!(app.gl.linked(), 1);
    app.context.delete_programs(&app.gl, &[1]);
    assert_eq!(app.drawn().used, 0);
    assert_eq!((app.gl.linked(), app.error()), (0, NONE));
}

#[test]
fn fragments_of_the_driver_stay_beside_a_translated_vertex_program() {
    let mut app = Application::new();
    app.bind(number::FRAGMENT_PROGRAM, 4);
    app.string(number::FRAGMENT_PROGRAM, PLAIN_FRAGMENT);
    app.set_enabled(number::FRAGMENT_PROGRAM, true);
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    app.bind(number::VERTEX_PROGRAM, 1);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    let drawn = app.drawn();
    assert_eq!(drawn.texts.len(), 1);
    assert_eq!(drawn.native[1].as_deref(), Some(PLAIN_FRAGMENT));
}

#[test]
fn handles_are_there_where_the_driver_has_them() {
    // source: NV_bindless_texture and ARB_vertex_program, "Errors": an option that is not supported fails to load
    const HANDLES: &str = "!!NVfp5.0\nOPTION NV_bindless_texture;\nLONG TEMP t;\nPARAM h = program.local[0];\n\
        PK64.U t.x, h;\nTEX result.color, fragment.texcoord[0], handle(t.x), 2D;\nEND\n";
    let mut app = Application::new();
    let has_handles = |app: &Application| {
        let all = app.context.text(&app.gl, number::EXTENSIONS).unwrap_or_default();
        all.split(' ').any(|one| one == "GL_NV_bindless_texture")
    };
    app.bind(number::FRAGMENT_PROGRAM, 1);
    app.string(number::FRAGMENT_PROGRAM, HANDLES);
    assert_eq!(app.error(), number::INVALID_OPERATION);
    let said = app.context.text(&app.gl, number::PROGRAM_ERROR_STRING);
    assert!(
        said.is_some_and(|said| said.contains("GL_ARB_bindless_texture")),
        "the extension is told"
    );
    assert!(!has_handles(&app));
    app.gl.extend("GL_ARB_bindless_texture GL_ARB_gpu_shader_int64");
    app.string(number::FRAGMENT_PROGRAM, HANDLES);
    assert_eq!(app.error(), NONE);
    app.set_enabled(number::FRAGMENT_PROGRAM, true);
    let drawn = app.drawn();
    assert!(drawn.texts[0].contains("sampler2D(handle)"), "{}", drawn.texts[0]);
    assert!(has_handles(&app));
}
