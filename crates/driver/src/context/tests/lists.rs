//! Display lists in which programs change, and lists that are called with programs with which nothing can be drawn.

use super::stages::{GEOMETRY, with_geometry};
use super::{FRAGMENT, NONE, OF_NVIDIA};
use crate::context::fake::Application;
use crate::context::parameter::Space;
use crate::gl::number;

const LINES: u32 = 1;
const TRIANGLES: u32 = 4;

#[test]
fn lists_that_change_programs_are_drawn_as_calls_are() {
    let mut app = Application::new();
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    app.bind(number::VERTEX_PROGRAM, 1);
    app.context.new_list(&app.gl, 5, number::COMPILE);
    app.draw();
    app.set_enabled(number::VERTEX_PROGRAM, true);
    app.context
        .set_program_parameters(&app.gl, number::VERTEX_PROGRAM, 7, &[[1.0; 4]]);
    app.draw();
    app.context
        .set_program_parameters(&app.gl, number::VERTEX_PROGRAM, 7, &[[2.0; 4]]);
    app.draw();
    app.load(number::FRAGMENT_PROGRAM_NV, 2, FRAGMENT);
    app.bind(number::FRAGMENT_PROGRAM_NV, 2);
    app.set_enabled(number::FRAGMENT_PROGRAM, true);
    app.draw();
    app.context.end_list(&app.gl);
    assert_eq!((app.gl.take_draws().len(), app.error()), (0, NONE));
    assert_eq!(
        app.context.object_integer(&app.gl, 2, number::PROGRAM_LENGTH),
        None
    );
    assert_eq!(app.error(), number::INVALID_OPERATION);
    for _ in 0..2 {
        app.set_enabled(number::VERTEX_PROGRAM, false);
        app.set_enabled(number::FRAGMENT_PROGRAM, false);
        app.context.call_list(&app.gl, 5);
        let draws = app.gl.take_draws();
        let shaders: Vec<usize> = draws.iter().map(|drawn| drawn.texts.len()).collect();
        assert_eq!(shaders, [0, 1, 1, 2]);
        assert_eq!(draws[1].uniforms["u_vertex_env"][7], [1.0; 4]);
        assert_eq!(draws[2].uniforms["u_vertex_env"][7], [2.0; 4]);
    }
    // A list of lists, and what deletion leaves.
    app.context.new_list(&app.gl, 6, number::COMPILE_AND_EXECUTE);
    app.context.call_list(&app.gl, 5);
    app.context.end_list(&app.gl);
    assert_eq!(app.gl.take_draws().len(), 4);
    app.context.call_list(&app.gl, 6);
    assert_eq!(app.gl.take_draws().len(), 4);
    app.context.delete_lists(&app.gl, 5, 2);
    assert_eq!((app.gl.lists(), app.error()), (0, NONE));
}

#[test]
fn lists_keep_what_the_driver_does_not() {
    let mut app = with_geometry();
    let target = number::GEOMETRY_PROGRAM;
    app.string_to(target, 8, GEOMETRY);
    app.set_enabled(target, false);
    app.context.new_list(&app.gl, 5, number::COMPILE);
    app.bind(target, 7);
    app.context.push_attributes(&app.gl, number::ENABLE_BIT);
    app.set_enabled(target, true);
    app.vectors(Space::Local, target, 1, [9.0; 4]);
    app.draw();
    app.context.pop_attributes(&app.gl);
    app.draw();
    app.context.end_list(&app.gl);
    assert_eq!(app.asked(target, number::PROGRAM_BINDING), Some(8));
    assert_eq!(app.context.stage_enabled(target), Some(false));
    app.gl.take_draws();
    app.context.call_list(&app.gl, 5);
    let draws = app.gl.take_draws();
    assert_eq!((draws.len(), app.error()), (2, NONE));
    assert_eq!(draws[0].uniforms["u_geometry_local"][1], [9.0; 4]);
    assert_eq!(draws[1].used, 0);
    assert_eq!(app.asked(target, number::PROGRAM_BINDING), Some(7));
}

#[test]
fn a_list_that_is_called_draws_nothing_with_what_is_refused() {
    // source: NV_geometry_program4, "Errors": Begin and draws, which the list makes (GL 2.1, 5.4)
    let mut app = with_geometry();
    let target = number::GEOMETRY_PROGRAM;
    let (attributes, first) = ([3.0; 4], [0.0; 4]);
    app.set_enabled(target, false);
    app.context.new_list(&app.gl, 5, number::COMPILE);
    app.context.set_attributes(&app.gl, 14, &[attributes]);
    app.draw();
    app.context.end_list(&app.gl);
    app.context.new_list(&app.gl, 6, number::COMPILE);
    app.context.set_attributes(&app.gl, 14, &[first]);
    app.context.end_list(&app.gl);
    app.set_enabled(target, true);
    app.bind(target, 0);
    // One without a draw is no error.
    app.context.call_list(&app.gl, 6);
    assert_eq!((app.gl.attribute(14), app.error()), (Some(first), NONE));
    // What it sets is set.
    app.context.call_list(&app.gl, 5);
    assert_eq!(
        (app.gl.take_draws().len(), app.error()),
        (0, number::INVALID_OPERATION)
    );
    assert_eq!(app.gl.attribute(14), Some(attributes));
    assert_eq!(app.context.integer(&app.gl, number::CURRENT_PROGRAM), Some(0));
    app.context.new_list(&app.gl, 7, number::COMPILE_AND_EXECUTE);
    assert_eq!(app.error(), NONE);
    app.draw();
    app.context.end_list(&app.gl);
    assert_eq!(
        (app.gl.take_draws().len(), app.error()),
        (0, number::INVALID_OPERATION)
    );
    // The list enables what can be drawn with before it draws.
    app.context.new_list(&app.gl, 8, number::COMPILE);
    app.draw();
    app.bind(target, 7);
    app.draw();
    app.context.end_list(&app.gl);
    app.gl.take_draws();
    app.context.call_list(&app.gl, 8);
    let draws = app.gl.take_draws();
    assert_eq!((draws.len(), app.error()), (1, number::INVALID_OPERATION));
    assert_eq!(draws[0].texts.len(), 2);
    assert_eq!((app.drawn().texts.len(), app.error()), (2, NONE));
}

#[test]
fn a_list_draws_only_what_programs_take() {
    // source: NV_geometry_program4, "Errors": a mode that is not compatible with what the program takes
    let mut app = with_geometry();
    for mode in [number::COMPILE, number::COMPILE_AND_EXECUTE] {
        app.context.new_list(&app.gl, 5, mode);
        app.draw_mode(TRIANGLES);
        app.draw_mode(TRIANGLES);
        app.draw_mode(LINES);
        app.draw_mode(TRIANGLES);
        app.context.end_list(&app.gl);
        let (draws, error) = (app.gl.take_draws().len(), app.error());
        match mode {
            number::COMPILE => assert_eq!((draws, error), (0, NONE)),
            _ => assert_eq!((draws, error), (3, number::INVALID_OPERATION)),
        }
        app.context.call_list(&app.gl, 5);
        assert_eq!(
            (app.gl.take_draws().len(), app.error()),
            (3, number::INVALID_OPERATION)
        );
    }
    app.set_enabled(number::GEOMETRY_PROGRAM, false);
    app.context.call_list(&app.gl, 5);
    assert_eq!((app.gl.take_draws().len(), app.error()), (4, NONE));
}
