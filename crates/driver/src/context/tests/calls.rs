//! Display lists that call others, and what is asked while a list is made.

use super::{FRAGMENT, NONE, OF_NVIDIA, PLAIN_FRAGMENT};
use crate::context::fake::Application;
use crate::gl::{Gl, number};

const LONGER: &str = "!!ARBfp1.0\n# longer\nMOV result.color, fragment.color;\nEND\n";

/// An application with two programs of the driver's, 10 and 11.
fn with_two() -> Application {
    let mut app = Application::new();
    for (name, text) in [(10, PLAIN_FRAGMENT), (11, LONGER)] {
        app.bind(number::FRAGMENT_PROGRAM, name);
        app.string(number::FRAGMENT_PROGRAM, text);
    }
    app.set_enabled(number::FRAGMENT_PROGRAM, true);
    app
}

/// A list that draws with both.
fn define(app: &mut Application, list: u32) {
    app.context.new_list(&app.gl, list, number::COMPILE);
    for name in [10, 11] {
        app.bind(number::FRAGMENT_PROGRAM, name);
        app.draw();
    }
    app.context.end_list(&app.gl);
}

/// The driver's fragment programs of the draws so far.
fn fragments(app: &mut Application) -> Vec<String> {
    let draws = app.gl.take_draws().into_iter();
    draws.filter_map(|drawn| drawn.native[1].clone()).collect()
}

#[test]
fn a_list_calls_what_another_is_as_it_is_called() {
    // source: OpenGL 2.1, section 5.4: CallList in a list calls the list of that name as the list is executed
    let mut app = with_two();
    app.context.new_list(&app.gl, 1, number::COMPILE);
    app.context.call_list(&app.gl, 2);
    app.context.end_list(&app.gl);
    define(&mut app, 2);
    app.context.call_list(&app.gl, 1);
    assert_eq!(fragments(&mut app), [PLAIN_FRAGMENT, LONGER]);
    app.context.new_list(&app.gl, 2, number::COMPILE);
    app.draw();
    app.context.end_list(&app.gl);
    app.context.call_list(&app.gl, 1);
    assert_eq!(fragments(&mut app), [LONGER]);
    define(&mut app, 2);
    app.context.call_list(&app.gl, 1);
    assert_eq!(fragments(&mut app), [PLAIN_FRAGMENT, LONGER]);
    assert_eq!(app.error(), NONE);
}

#[test]
fn the_list_base_is_added_as_lists_are_called() {
    // source: OpenGL 2.1, section 5.4: CallLists adds the list base, and ListBase is among what lists keep
    let mut app = with_two();
    define(&mut app, 21);
    define(&mut app, 31);
    app.context.new_list(&app.gl, 3, number::COMPILE);
    app.gl.set_list_base(20);
    assert!(app.context.call_lists(&app.gl, &[1]));
    app.gl.set_list_base(0);
    app.context.end_list(&app.gl);
    app.context.call_list(&app.gl, 3);
    assert_eq!(fragments(&mut app), [PLAIN_FRAGMENT, LONGER]);
    app.gl.set_list_base(30);
    assert!(app.context.call_lists(&app.gl, &[1]));
    assert_eq!((fragments(&mut app).len(), app.error()), (2, NONE));
}

#[test]
fn a_primitive_may_begin_in_one_list_and_end_in_another() {
    // source: OpenGL 2.1, section 5.4: a list is executed as if its commands were given; 2.6.3: few are allowed in between
    let mut app = Application::new();
    app.load(number::FRAGMENT_PROGRAM_NV, 2, FRAGMENT);
    app.set_enabled(number::FRAGMENT_PROGRAM, true);
    for (list, is_between) in [(80, true), (81, false)] {
        app.context.new_list(&app.gl, list, number::COMPILE);
        if is_between {
            app.bind(number::FRAGMENT_PROGRAM_NV, 2);
            app.context.before_draw(&app.gl, 7);
        }
        app.gl.between(is_between);
        app.context.between(is_between);
        app.context.end_list(&app.gl);
    }
    app.context.call_list(&app.gl, 80);
    assert_eq!(app.error(), NONE);
    app.bind(number::FRAGMENT_PROGRAM_NV, 2);
    assert_eq!(app.error(), number::INVALID_OPERATION);
    app.context.call_list(&app.gl, 81);
    assert_eq!(app.error(), NONE);
    app.bind(number::FRAGMENT_PROGRAM_NV, 0);
    assert_eq!(app.error(), NONE);
}

#[test]
fn matrices_that_a_list_changes_reach_each_of_its_draws() {
    // source: NV_vertex_program 2.14.5: the parameters are the rows of the matrix as it is when a draw takes them
    let mut app = Application::new();
    let rows: [[f32; 16]; 2] = [[1.0; 16], [2.0; 16]];
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    app.bind(number::VERTEX_PROGRAM, 1);
    app.set_enabled(number::VERTEX_PROGRAM, true);
    app.context.new_list(&app.gl, 5, number::COMPILE);
    for columns in rows {
        app.gl.load_matrix(number::MODELVIEW_MATRIX, columns);
        app.context.matrix_changed();
        app.draw();
    }
    app.context.end_list(&app.gl);
    app.track(4, number::MODELVIEW, number::IDENTITY_NV);
    app.context.call_list(&app.gl, 5);
    let draws = app.gl.take_draws();
    let taken: Vec<[f32; 4]> = draws
        .iter()
        .map(|drawn| drawn.uniforms["u_vertex_env"][7])
        .collect();
    assert_eq!(taken, [[1.0; 4], [2.0; 4]]);
}

#[test]
fn a_list_keeps_nothing_of_what_is_asked_while_it_is_made() {
    // source: OpenGL 2.1, section 5.4: Get commands are executed at once and no part of a list
    let mut app = with_two();
    app.gl.set_matrix(number::MODELVIEW_MATRIX, [1.0; 16]);
    app.track(4, number::MODELVIEW, number::IDENTITY_NV);
    app.context.new_list(&app.gl, 5, number::COMPILE);
    let asked = app.context.object_integer(&app.gl, 10, number::PROGRAM_LENGTH);
    assert_eq!(asked, Some(PLAIN_FRAGMENT.len() as i32));
    let parameter =
        app.context
            .program_parameter(&app.gl, number::VERTEX_PROGRAM, 7, number::PROGRAM_PARAMETER_NV);
    assert_eq!(parameter, Some([1.0; 4]));
    let name = |app: &Application| app.context.integer(&app.gl, number::LIST_INDEX);
    assert_eq!(name(&app), Some(5));
    app.context.end_list(&app.gl);
    assert_eq!(name(&app), None);
    app.bind(number::FRAGMENT_PROGRAM, 0);
    app.context.call_list(&app.gl, 5);
    let bound = app
        .gl
        .program_integer(number::FRAGMENT_PROGRAM, number::PROGRAM_BINDING);
    assert_eq!((bound, app.error()), (0, NONE));
}
