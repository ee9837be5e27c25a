//! Two contexts that share objects, each on a thread of its own. `cargo xtask nightly` runs these under ThreadSanitizer.

use super::{NONE, OF_NVIDIA, PLAIN_VERTEX};
use crate::context::Operation;
use crate::context::fake::Application;
use crate::context::parameter::Space;
use crate::gl::{Gl, number};

const GEOMETRY: &str = "!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n\
    ADD result.position, vertex[0].position, program.local[1];\nEMIT;\nEND\n";
const CHANGED: &str = "!!VP1.0\nMOV o[HPOS], v[OPOS];\nMOV o[COL0], c[7];\nEND";

/// Has two contexts of one group do the same.
fn on_both(mut app: Application, work: impl Fn(&mut Application, usize) + Sync) -> Application {
    let mut other = app.sharing();
    std::thread::scope(|scope| {
        for (thread, app) in [&mut app, &mut other].into_iter().enumerate() {
            let work = &work;
            scope.spawn(move || work(app, thread));
        }
    });
    app
}

#[test]
fn two_threads_draw_with_what_they_share() {
    let mut app = Application::new();
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    let app = on_both(app, |app, thread| {
        let first = 100.0 * thread as f32;
        app.bind(number::VERTEX_PROGRAM, 1);
        app.set_enabled(number::VERTEX_PROGRAM, true);
        for round in 0..20 {
            let value = [first + round as f32; 4];
            app.context
                .set_program_parameters(&app.gl, number::VERTEX_PROGRAM, 7, &[value]);
            assert_eq!(app.drawn().uniforms["u_vertex_env"][7], value);
        }
    });
    assert_eq!(app.gl.linked(), 2);
}

#[test]
fn two_threads_load_what_both_draw_with() {
    let app = on_both(Application::new(), |app, thread| {
        for round in 0..30 {
            let text = if (round + thread) % 2 == 0 {
                OF_NVIDIA
            } else {
                CHANGED
            };
            app.load(number::VERTEX_PROGRAM, 1, text);
            app.bind(number::VERTEX_PROGRAM, 1);
            app.set_enabled(number::VERTEX_PROGRAM, true);
            assert_ne!(app.drawn().used, 0, "one of both texts is there");
            assert_eq!(app.error(), NONE);
        }
    });
    drop(app.context);
}

#[test]
fn two_threads_delete_what_the_other_draws_with() {
    let app = on_both(Application::new(), |app, thread| {
        let target = number::GEOMETRY_PROGRAM;
        app.set_enabled(target, true);
        for round in 0..30 {
            app.bind(target, 7);
            app.string(target, GEOMETRY);
            app.context
                .set_vectors(&app.gl, Space::Local, target, 1, || vec![[round as f32; 4]]);
            app.draw();
            if round % 3 == thread {
                app.context.delete_programs(&app.gl, &[7]);
            }
            // A name that the other has deleted cannot be drawn with.
            assert!(matches!(app.error(), NONE | number::INVALID_OPERATION));
        }
        app.context.delete_programs(&app.gl, &[7]);
    });
    drop(app.context);
}

#[test]
fn two_threads_make_and_call_lists() {
    let mut app = Application::new();
    app.load(number::VERTEX_PROGRAM, 1, OF_NVIDIA);
    on_both(app, |app, thread| {
        app.bind(number::VERTEX_PROGRAM, 1);
        let list = 1 + thread as u32;
        for round in 0..30 {
            app.context.new_list(&app.gl, list, number::COMPILE);
            app.set_enabled(number::VERTEX_PROGRAM, true);
            let value = [round as f32; 4];
            app.context
                .set_program_parameters(&app.gl, number::VERTEX_PROGRAM, 7, &[value]);
            app.draw();
            app.context.end_list(&app.gl);
            app.gl.take_draws();
            app.context.call_list(&app.gl, list);
            let draws = app.gl.take_draws();
            assert_eq!((draws.len(), app.error()), (1, NONE));
            assert_eq!(draws[0].uniforms["u_vertex_env"][7], value);
            // The list of the other, whichever it is by now.
            app.context.call_list(&app.gl, 3 - list);
        }
        app.context.delete_lists(&app.gl, list, 1);
    });
}

#[test]
fn two_threads_name_programs_of_any_target() {
    // source: ARB_vertex_program, "Errors": a name is of the target that it was first bound to
    on_both(Application::new(), |app, thread| {
        for name in 1..60 {
            let target = [number::GEOMETRY_PROGRAM, number::VERTEX_PROGRAM][(name as usize + thread) % 2];
            app.bind(target, name);
            app.string(
                target,
                [GEOMETRY, PLAIN_VERTEX][usize::from(target == number::VERTEX_PROGRAM)],
            );
            assert!(matches!(app.error(), NONE | number::INVALID_OPERATION));
            app.context.perform(
                &app.gl,
                Operation::Named {
                    program: name,
                    name: b"tint".to_vec(),
                    value: [1.0; 4],
                },
            );
            app.context.named(name, b"tint");
            assert!(app.gl.is_program(name));
            app.error();
        }
    });
}
