//! What stages around programs do: the colour sum and clip planes; and what names, extensions and queries are.

use super::{FRAGMENT, NONE, OF_NVIDIA, PLAIN_FRAGMENT, PLAIN_VERTEX, STATE};
use crate::context::fake::Application;
use crate::gl::{Gl, number};

const SECONDARY: &str = "!!VP1.0\nMOV o[HPOS], v[OPOS];\nMOV o[COL1], v[COL0];\nEND";

fn with_vertex(text: &str) -> Application {
    let mut app = Application::new();
    app.load(number::VERTEX_PROGRAM, 1, text);
    app.bind(number::VERTEX_PROGRAM, 1);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    assert_eq!(app.error(), NONE);
    app
}

#[test]
fn secondary_colours_are_always_added() {
    // source: NV_vertex_program, "Issues": "When vertex program mode is enabled, the color sum operation is always in operation"
    let mut app = with_vertex(SECONDARY);
    let said = |app: &Application| {
        let own = app.context.integer(&app.gl, number::COLOR_SUM);
        own.map_or(app.gl.is_enabled(number::COLOR_SUM), |number| number != 0)
    };
    assert!(app.drawn().sums_colors);
    // The application sees what it has set.
    assert!(!said(&app));
    app.set_enabled(number::COLOR_SUM, true);
    assert!(app.drawn().sums_colors && said(&app));
    app.context.push_attributes(&app.gl, number::ENABLE_BIT);
    app.set_enabled(number::COLOR_SUM, false);
    assert!(app.drawn().sums_colors && !said(&app));
    app.context.pop_attributes(&app.gl);
    assert!(said(&app));
    app.set_enabled(number::COLOR_SUM, false);
    assert!(app.drawn().sums_colors);
    // Not for other draws.
    app.set_enabled(number::VERTEX_PROGRAM, false);
    assert!(!app.drawn().sums_colors);
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    assert!(!app.drawn().sums_colors);
    assert_eq!(app.error(), NONE);
}

#[test]
fn a_list_sets_what_the_application_sees_of_the_colour_sum() {
    // source: OpenGL 2.1, section 5.4: Enable is among what lists keep
    let mut app = with_vertex(SECONDARY);
    app.context.new_list(&app.gl, 5, number::COMPILE);
    app.set_enabled(number::COLOR_SUM, true);
    app.context.end_list(&app.gl);
    app.draw();
    app.context.call_list(&app.gl, 5);
    app.set_enabled(number::VERTEX_PROGRAM, false);
    assert!(app.drawn().sums_colors);
}

#[test]
fn clip_planes_cut_programs_with_the_option_for_positions_alone() {
    // source: ARB_vertex_program 2.11: "client-defined clip planes are always treated as disabled" unless the program is
    // position-invariant; NV_vertex_program2 2.14.1.5: they are whatever the program
    const ZERO: &str = "gl_ClipVertex = vec4(0.0);";
    let option = "!!ARBvp1.0\nOPTION NV_vertex_program3;\nOPTION ARB_position_invariant;\n\
        MOV result.color, vertex.color;\nEND\n";
    for (text, given) in [
        (OF_NVIDIA, 1),
        (
            "!!VP1.1\nOPTION NV_position_invariant;\nMOV o[COL0], v[COL0];\nEND",
            1,
        ),
        (
            "!!VP2.0\nMOV o[HPOS], v[OPOS];\nMOV o[CLP0].x, v[OPOS].x;\nEND",
            0,
        ),
        (
            "!!ARBvp1.0\nOPTION NV_vertex_program3;\nMOV result.position, vertex.position;\nEND\n",
            1,
        ),
        (option, 0),
    ] {
        let drawn = with_vertex(text).drawn();
        assert_eq!(drawn.texts[0].matches(ZERO).count(), given, "{}", drawn.texts[0]);
        let all = drawn.texts[0].matches("gl_ClipVertex").count();
        assert_eq!(
            all,
            usize::from(given == 1 || text == option),
            "{}",
            drawn.texts[0]
        );
    }
}

#[test]
fn a_name_is_that_of_a_program_once_one_was_loaded() {
    // source: NV_vertex_program 2.14.1.8: names "become existent programs only when the are first loaded"
    const WRONG: &str = "!!VSP1.0\nMOV R0, v[0];\nEND";
    let mut app = Application::new();
    for (target, wrong, other, right) in [
        (
            number::VERTEX_STATE_PROGRAM,
            WRONG,
            number::VERTEX_STATE_PROGRAM,
            STATE,
        ),
        (
            number::VERTEX_PROGRAM,
            "!!VP1.0\nEND",
            number::FRAGMENT_PROGRAM_NV,
            FRAGMENT,
        ),
        (
            number::GEOMETRY_PROGRAM,
            "!!NVgp4.0\nEND",
            number::VERTEX_PROGRAM,
            OF_NVIDIA,
        ),
    ] {
        let name = target;
        app.load(target, name, wrong);
        assert_eq!(app.error(), number::INVALID_OPERATION);
        assert!(!app.gl.is_program(name));
        app.load(other, name, right);
        assert_eq!((app.error(), app.gl.is_program(name)), (NONE, true));
    }
}

#[test]
fn what_comes_with_an_extension_is_refused_without_it() {
    // source: ARB_vertex_program, "Dependencies on EXT_vertex_weighting and ARB_vertex_blend", "… ARB_matrix_palette"
    let rows = [
        ("vertex.weight", "GL_ARB_vertex_blend"),
        ("state.matrix.modelview[1].row[0]", "GL_ARB_vertex_blend"),
        ("vertex.matrixindex", "GL_ARB_matrix_palette"),
        ("state.matrix.palette[0].row[0]", "GL_ARB_matrix_palette"),
    ];
    for (operand, extension) in rows {
        let mut app = Application::new();
        app.bind(number::VERTEX_PROGRAM, 1);
        // The option keeps it from the driver.
        let text = format!("!!ARBvp1.0\nOPTION NV_vertex_program2;\nMOV result.position, {operand};\nEND\n");
        app.string(number::VERTEX_PROGRAM, &text);
        assert_eq!(app.error(), number::INVALID_OPERATION, "{operand}");
        app.gl.extend(extension);
        app.string(number::VERTEX_PROGRAM, &text);
        assert_eq!(app.error(), NONE, "{operand}");
    }
}

#[test]
fn a_colour_matrix_is_tracked_where_there_is_one() {
    // source: NV_vertex_program, "New Tokens": "COLOR (if ARB_imaging is supported)"
    let mut app = Application::new();
    app.track(4, number::COLOR, number::IDENTITY_NV);
    assert_eq!(app.error(), number::INVALID_ENUM);
    app.gl.extend("GL_ARB_imaging");
    app.track(4, number::COLOR, number::IDENTITY_NV);
    assert_eq!(app.error(), NONE);
}

#[test]
fn enables_and_components_are_asked_for_by_their_numbers() {
    // source: NV_fragment_program and NV_vertex_program, "New State": GetBooleanv and IsEnabled of the enables
    let mut app = Application::new();
    let asked = |app: &Application, name| app.context.integer(&app.gl, name);
    assert_eq!(asked(&app, number::FRAGMENT_PROGRAM_NV), Some(0));
    app.set_enabled(number::FRAGMENT_PROGRAM, true);
    assert_eq!(asked(&app, number::FRAGMENT_PROGRAM_NV), Some(1));
    app.gl.set_array(3, true);
    assert_eq!(asked(&app, number::VERTEX_ATTRIB_ARRAY0_NV + 3), Some(1));
    assert_eq!(asked(&app, number::VERTEX_ATTRIB_ARRAY0_NV + 4), Some(0));
    // source: NV_gpu_program4, "New State": components that the bound program reads and writes; vectors of four
    let count = |app: &Application, target, name| app.context.program_integer(&app.gl, target, name);
    for (target, text, read) in [
        (number::VERTEX_PROGRAM, PLAIN_VERTEX, 4),
        (number::FRAGMENT_PROGRAM, PLAIN_FRAGMENT, 4),
    ] {
        let both = [
            number::PROGRAM_ATTRIB_COMPONENTS_NV,
            number::PROGRAM_RESULT_COMPONENTS_NV,
        ];
        assert_eq!(both.map(|name| count(&app, target, name)), [Some(0); 2]);
        app.bind(target, 9 + target);
        app.string(target, text);
        assert_eq!(both.map(|name| count(&app, target, name)), [Some(read); 2]);
    }
}
