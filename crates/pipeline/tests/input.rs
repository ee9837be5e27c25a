//! What draws take: vertices by number, and input that is wrong or strange.

mod support;

use quadrille_pipeline::{Context, DrawError, Elements, Programs, Topology, attribute};
use support::pass_through;
use support::scene::{Mesh, SIZE, framebuffer, pipeline, rectangle};

/// Vertices by number are the same vertices, whether the numbers lie close together or far apart.
#[test]
fn indices_name_vertices() {
    let programs = pass_through();
    let square = rectangle(10.0, 10.0, 20.0, 20.0, 0.0);
    let mut wanted = framebuffer();
    square.draw(&mut pipeline(1), &Context::new(SIZE, SIZE), &mut wanted);
    for places in [[3, 1, 2, 0], [40_000, 7, 99_999, 0]] {
        let mut spread = Mesh::new(Topology::TriangleStrip, vec![[0.0; 4]; 100_000]);
        for (corner, place) in square.positions.chunks(4).zip(places) {
            spread.positions[place * 4..place * 4 + 4].copy_from_slice(corner);
        }
        let indices = places.map(|place| place as u32);
        let mut draw = spread.with(&programs);
        draw.elements = Elements::Indices(&indices);
        let mut found = framebuffer();
        let outcome = pipeline(1)
            .draw(&Context::new(SIZE, SIZE), &mut found, &draw)
            .unwrap();
        assert_eq!(outcome.vertices, 4);
        assert!(found == wanted);
    }
}

#[test]
fn bad_draws_are_errors() {
    let mesh = rectangle(0.0, 0.0, 4.0, 4.0, 0.0);
    let programs = pass_through();
    let mut pipeline = pipeline(1);
    let context = Context::new(SIZE, SIZE);
    let mut draw = mesh.with(&programs);
    draw.elements = Elements::Indices(&[0, 1, 4]);
    let error = pipeline.draw(&context, &mut framebuffer(), &draw);
    assert_eq!(
        error,
        Err(DrawError::Vertex {
            vertex: 4,
            vertices: 4
        })
    );
    draw.elements = Elements::Range {
        first: u32::MAX,
        count: u32::MAX,
    };
    assert!(matches!(
        pipeline.draw(&context, &mut framebuffer(), &draw),
        Err(DrawError::Vertex { .. })
    ));
    let mut draw = mesh.with(&programs);
    draw.arrays = draw.arrays.with(attribute::COLOR, 5, &mesh.colors);
    assert_eq!(
        pipeline.draw(&context, &mut framebuffer(), &draw),
        Err(DrawError::ArraySize {
            attribute: 3,
            size: 5
        })
    );
    let swapped = Programs {
        vertex: programs.fragment.clone(),
        fragment: programs.fragment.clone(),
        ..Programs::default()
    };
    let error = pipeline.draw(&context, &mut framebuffer(), &mesh.with(&swapped));
    assert!(matches!(error, Err(DrawError::Stage { .. })));
}

#[test]
fn strange_numbers_end_no_draw() {
    let context = Context::new(SIZE, SIZE);
    for value in [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN_POSITIVE,
        -0.0,
    ] {
        for primitive in [Topology::Points, Topology::Lines, Topology::Triangles] {
            for slot in 0..12 {
                let mut mesh = rectangle(0.0, 0.0, 40.0, 40.0, 0.0);
                mesh.topology = primitive;
                mesh.positions[slot] = value;
                mesh.draw(&mut pipeline(1), &context, &mut framebuffer());
            }
        }
    }
}
