//! Points: coordinates in sprites, and sizes.

mod support;

use quadrille_isa::gl::{Family, Stage};
use quadrille_pipeline::state::PolygonMode;
use quadrille_pipeline::{BoundProgram, Compiler, Context, Programs, Topology, attribute};
use support::point::{color_of, context};
use support::scene::{Mesh, SIZE, at, framebuffer, pipeline};
use support::{Checker, copy, kernel, pass_through};

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

/// source: GL 2.1, 3.5.4: the corners of a polygon in mode POINT are rasterized as points are, and 3.3: with
/// VERTEX_PROGRAM_POINT_SIZE, of the size that the program writes; a point of size n covers n by n pixels.
#[test]
fn corners_have_the_sizes_that_programs_write() {
    let vertex = kernel(
        Stage::Vertex,
        &[(Family::VertexPosition, [0; 4]), (Family::VertexColor, [0; 4])],
        &[
            (Family::ResultPosition, [0; 4]),
            (Family::ResultPointsize, [0; 4]),
        ],
        copy,
    );
    let programs = Programs {
        vertex: Some(BoundProgram::new(vertex)),
        ..pass_through()
    };
    let corners = [(10.5, 10.5), (50.5, 10.5), (10.5, 50.5)].map(|(x, y)| at(x, y, 0.0, 1.0));
    let mut mesh = Mesh::new(Topology::Triangles, corners.to_vec());
    for (size, color) in [1.0, 3.0, 5.0].into_iter().zip(mesh.colors.chunks_mut(4)) {
        color.fill(size);
    }
    let mut context = Context::new(SIZE, SIZE);
    context.polygon.mode = [PolygonMode::Point; 2];
    for (of_programs, fragments) in [(true, 1 + 9 + 25), (false, 3)] {
        context.vertex_program_point_size = of_programs;
        let outcome = pipeline(1).draw(&context, &mut framebuffer(), &mesh.with(&programs));
        assert_eq!(outcome.unwrap().fragments, fragments);
    }
}
