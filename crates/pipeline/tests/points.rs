//! Coordinates in point sprites.

mod support;

use quadrille_pipeline::{BoundProgram, Compiler, Programs, attribute};
use support::Checker;
use support::point::{color_of, context};

/// source: GL 2.1, 3.3: s = 1/2 + (x_f + 1/2 − x_w)/size, t the same of y for LOWER_LEFT and with − for UPPER_LEFT; here the
/// point is at (0.75, 0.625) of the pixel and has a size of 2
#[test]
fn sprites_have_coordinates_from_either_corner() {
    let text = "!!NVfp5.0\nMOV result.color, fragment.pointcoord;\nEND\n";
    let programs = Programs {
        fragment: Some(BoundProgram::new(Checker.compile(text).unwrap())),
        ..Programs::default()
    };
    let mut context = context();
    context.point.sprite = true;
    context.point.size = 2.0;
    for (lower_left, t) in [(false, 0.5625), (true, 0.4375)] {
        context.point.lower_left_origin = lower_left;
        let place = [(attribute::POSITION, [0.5, 0.25, 0.0, 1.0])];
        assert_eq!(color_of(&context, &place, &programs), [0.375, t, 0.0, 1.0]);
    }
}
