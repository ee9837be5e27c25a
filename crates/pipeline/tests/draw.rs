//! Whole draws with hand-written kernels: coverage, clipping, order, tests, threads.

mod support;

use proptest::prelude::*;
use quadrille_pipeline::state::{BlendFactor, Compare, LineStipple, PolygonMode};
use quadrille_pipeline::{ColorFormat, Context, Framebuffer, Topology};
use support::scene::{Mesh, SIZE, at, framebuffer, pipeline, rectangle};

fn covered(framebuffer: &Framebuffer) -> Vec<bool> {
    (0..SIZE * SIZE)
        .map(|pixel| framebuffer.color(0, pixel % SIZE, pixel / SIZE)[0] > 0.0)
        .collect()
}

/// Adds 1/255 for each time that a pixel is drawn.
fn counting(context: &mut Context) {
    context.blend.enabled = true;
    context.blend.destination = [BlendFactor::One; 2];
}

const ONE: [f32; 4] = [1.0 / 255.0, 1.0 / 255.0, 1.0 / 255.0, 1.0 / 255.0];

#[test]
fn a_rectangle_has_its_pixels() {
    let mut framebuffer = framebuffer();
    let outcome = rectangle(10.0, 20.0, 5.0, 7.0, 0.0).draw(
        &mut pipeline(1),
        &Context::new(SIZE, SIZE),
        &mut framebuffer,
    );
    assert_eq!(
        (outcome.vertices, outcome.primitives, outcome.fragments),
        (4, 2, 35)
    );
    for y in 0..SIZE {
        for x in 0..SIZE {
            let inside = (10..15).contains(&x) && (20..27).contains(&y);
            assert_eq!(framebuffer.color(0, x, y)[0] > 0.0, inside, "({x}, {y})");
        }
    }
}

#[test]
fn all_primitive_types_draw_the_same_square() {
    let corner = [(10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0)].map(|(x, y)| at(x, y, 0.0, 1.0));
    let [a, b, c, d] = corner;
    let mut pictures = Vec::new();
    for (primitive, positions) in [
        (Topology::Triangles, vec![a, b, c, a, c, d]),
        (Topology::TriangleStrip, vec![a, b, d, c]),
        (Topology::TriangleFan, vec![a, b, c, d]),
        (Topology::Quads, vec![a, b, c, d]),
        (Topology::QuadStrip, vec![a, b, d, c]),
        (Topology::Polygon, vec![a, b, c, d]),
    ] {
        let mut framebuffer = framebuffer();
        let mut context = Context::new(SIZE, SIZE);
        counting(&mut context);
        Mesh::new(primitive, positions)
            .colored(ONE)
            .draw(&mut pipeline(1), &context, &mut framebuffer);
        pictures.push((primitive, framebuffer));
    }
    for (primitive, picture) in &pictures {
        assert!(*picture == pictures[0].1, "{primitive:?}");
    }
}

/// A sphere of quadrilaterals whose corners are shared to the bit.
fn sphere(rings: usize, radius: f32, shake: &[f32]) -> Vec<[f32; 4]> {
    // A circle without host trigonometry: rational points (1 − t², 2t) / (1 + t²) over the four quadrants.
    let circle = |k: usize, n: usize| {
        let quarter = n / 4;
        let t = (k % quarter) as f32 / quarter as f32;
        let (x, y) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
        match k / quarter % 4 {
            0 => (x, y),
            1 => (-y, x),
            2 => (-x, -y),
            _ => (y, -x),
        }
    };
    let point = |ring: usize, step: usize| {
        let step = step % rings;
        let (z, r) = circle(ring, rings * 2);
        let (x, y) = circle(step, rings);
        let jitter = if ring == 0 || ring == rings {
            1.0
        } else {
            1.0 + shake[(ring * rings + step) % shake.len()]
        };
        let (x, y, z) = if ring == 0 {
            (0.0, 0.0, 1.0)
        } else if ring == rings {
            (0.0, 0.0, -1.0)
        } else {
            (x * r * jitter, y * r * jitter, z * jitter)
        };
        // Seen at a slant, in perspective.
        let (y, z) = (0.8 * y - 0.6 * z, 0.6 * y + 0.8 * z);
        [x * radius, y * radius, z * 0.4, 3.0 + z]
    };
    let mut triangles = Vec::new();
    for ring in 0..rings {
        for step in 0..rings {
            let corners = [
                point(ring, step),
                point(ring + 1, step),
                point(ring + 1, step + 1),
                point(ring, step + 1),
            ];
            for k in [0, 1, 2, 0, 2, 3] {
                triangles.push(corners[k]);
            }
        }
    }
    triangles
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The near and the far side of a closed surface cover each pixel as often as each other, once if it is
    /// convex: never is a pixel on a shared edge drawn twice or left out.
    #[test]
    fn closed_surfaces_are_covered_evenly(radius in 0.5f32..9.0, shake in prop::collection::vec(-0.2f32..0.2, 7)) {
        let mut sides = Vec::new();
        for cull in [[true, false], [false, true]] {
            let mut context = Context::new(SIZE, SIZE);
            counting(&mut context);
            context.polygon.cull = cull;
            context.transform.depth_clamp = true;
            let mut framebuffer = framebuffer();
            Mesh::new(Topology::Triangles, sphere(16, radius, &shake))
                .colored(ONE)
                .draw(&mut pipeline(1), &context, &mut framebuffer);
            sides.push(framebuffer);
        }
        for y in 0..SIZE {
            for x in 0..SIZE {
                prop_assert_eq!(sides[0].color(0, x, y), sides[1].color(0, x, y), "({}, {})", x, y);
            }
        }
    }

    /// Pixels that a clip volume leaves are the ones that are there without it.
    #[test]
    fn clipping_moves_no_pixel(
        corners in prop::array::uniform3((-80.0f32..180.0, -80.0f32..180.0, -3.0f32..3.0, 0.2f32..5.0)),
    ) {
        let positions: Vec<[f32; 4]> = corners.iter().map(|(x, y, z, w)| at(*x, *y, *z, *w)).collect();
        let mesh = Mesh::new(Topology::Triangles, positions.clone());
        let mut free = framebuffer();
        let mut context = Context::new(SIZE, SIZE);
        context.transform.depth_clamp = true;
        mesh.draw(&mut pipeline(1), &context, &mut free);
        let mut cut = framebuffer();
        context.transform.depth_clamp = false;
        context.depth.enabled = true;
        context.depth.function = Compare::Always;
        mesh.draw(&mut pipeline(1), &context, &mut cut);
        // z/w over the triangle, in f64 from the definition: a pixel is inside if it is between −1 and 1.
        let window: Vec<[f64; 3]> = corners.iter().map(|(x, y, z, _)| [f64::from(*x), f64::from(*y), f64::from(*z)]).collect();
        let area = (window[1][0] - window[0][0]) * (window[2][1] - window[0][1])
            - (window[2][0] - window[0][0]) * (window[1][1] - window[0][1]);
        prop_assume!(area.abs() > 10.0);
        let (free_pixels, cut_pixels) = (covered(&free), covered(&cut));
        for pixel in 0..(SIZE * SIZE) as usize {
            let (px, py) = ((pixel as u32 % SIZE) as f64 + 0.5, (pixel as u32 / SIZE) as f64 + 0.5);
            let l1 = ((px - window[0][0]) * (window[2][1] - window[0][1]) - (py - window[0][1]) * (window[2][0] - window[0][0])) / area;
            let l2 = ((window[1][0] - window[0][0]) * (py - window[0][1]) - (window[1][1] - window[0][1]) * (px - window[0][0])) / area;
            let z = window[0][2] + l1 * (window[1][2] - window[0][2]) + l2 * (window[2][2] - window[0][2]);
            if (z.abs() - 1.0).abs() > 1e-3 {
                prop_assert_eq!(cut_pixels[pixel], free_pixels[pixel] && z.abs() < 1.0, "pixel {} z {}", pixel, z);
            }
        }
    }

    /// Triangles that reach behind the eye are cut, and two that share an edge still meet without a gap.
    #[test]
    fn shared_edges_hold_behind_the_eye(
        corners in prop::array::uniform4((-2.0f32..2.0, -2.0f32..2.0, -0.5f32..0.5, -1.0f32..2.0)),
    ) {
        let [a, b, c, d] = corners.map(|(x, y, z, w)| [x, y, z, w]);
        // The edge b–c is shared; with opposite windings culling one face must leave what culling the other
        // leaves of the mirrored mesh.
        let draw = |positions: Vec<[f32; 4]>| {
            let mut context = Context::new(SIZE, SIZE);
            counting(&mut context);
            context.transform.depth_clamp = true;
            let mut framebuffer = framebuffer();
            Mesh::new(Topology::Triangles, positions).colored(ONE).draw(&mut pipeline(1), &context, &mut framebuffer);
            framebuffer
        };
        // Both orders of corners and both orders of triangles give the same coverage.
        let picture = draw(vec![a, b, c, c, b, d]);
        let turned = draw(vec![d, c, b, b, c, a]);
        prop_assert!(picture == turned);
    }

    /// The number of threads does not show.
    #[test]
    fn threads_do_not_show(numbers in prop::collection::vec((-20.0f32..120.0, -20.0f32..120.0, -1.2f32..1.2, 0.0f32..1.0), 3..400)) {
        let positions = numbers.iter().map(|(x, y, z, w)| at(*x, *y, *z, 0.5 + *w)).collect();
        let mut mesh = Mesh::new(Topology::Triangles, positions);
        for (color, (x, y, z, w)) in mesh.colors.chunks_mut(4).zip(&numbers) {
            color.copy_from_slice(&[x / 100.0, y / 100.0, *z, *w]);
        }
        let mut context = Context::new(SIZE, SIZE);
        context.blend.enabled = true;
        context.blend.source = [BlendFactor::SourceAlpha; 2];
        context.blend.destination = [BlendFactor::OneMinusSourceAlpha; 2];
        context.depth.enabled = true;
        let pictures: Vec<Framebuffer> = [1, 2, 3].into_iter().map(|threads| {
            let mut framebuffer = framebuffer();
            mesh.draw(&mut pipeline(threads), &context, &mut framebuffer);
            framebuffer
        }).collect();
        prop_assert!(pictures[0] == pictures[1] && pictures[0] == pictures[2]);
    }
}

/// The pattern goes around a polygon with more corners than are drawn together as around one with four (OpenGL 4.6
/// compatibility, 14.6.4), and a line in pieces has the fragments of the whole (14.5.1).
#[test]
fn patterns_go_around_polygons_of_any_size() {
    let corners = [(10.5, 10.5), (80.5, 10.5), (80.5, 80.5), (10.5, 80.5)];
    let cut = |pieces: usize| {
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let points = sides.flat_map(|((x, y), (next_x, next_y))| {
            let along = move |k: usize| k as f32 / pieces as f32;
            (0..pieces).map(move |k| (x + along(k) * (next_x - x), y + along(k) * (next_y - y)))
        });
        points.map(|(x, y)| at(x, y, 0.0, 1.0)).collect::<Vec<_>>()
    };
    let mut context = Context::new(SIZE, SIZE);
    context.polygon.mode = [PolygonMode::Line; 2];
    let (factor, pattern) = (3, 0b1001_0010_1101_0111);
    context.line_stipple = Some(LineStipple { factor, pattern });
    let draw = |pieces: usize, threads: usize| {
        let mut framebuffer = framebuffer();
        Mesh::new(Topology::Polygon, cut(pieces)).draw(&mut pipeline(threads), &context, &mut framebuffer);
        covered(&framebuffer)
    };
    let whole = draw(1, 1);
    let is_set = |s: &u32| pattern >> (s / factor % 16) & 1 != 0;
    let fragments = whole.iter().filter(|pixel| **pixel).count();
    assert_eq!(fragments, (0..4 * 70).filter(is_set).count());
    for threads in [1, 3] {
        assert!(draw(8960, threads) == whole, "{threads} threads");
    }
}

#[test]
fn primitives_meet_pixels_in_order() {
    // More overlapping primitives than fit a batch, the last one on top.
    let mut positions = Vec::new();
    let mut colors = Vec::new();
    for k in 0..500 {
        let color = if k == 499 {
            [0.0, 1.0, 0.0, 1.0]
        } else {
            [1.0, 0.0, 0.0, 1.0]
        };
        for corner in [
            at(10.0, 10.0, 0.0, 1.0),
            at(13.0, 10.0, 0.0, 1.0),
            at(10.0, 13.0, 0.0, 1.0),
        ] {
            positions.push(corner);
            colors.extend_from_slice(&color);
        }
    }
    let mut mesh = Mesh::new(Topology::Triangles, positions);
    mesh.colors = colors;
    let mut framebuffer = framebuffer();
    mesh.draw(&mut pipeline(2), &Context::new(SIZE, SIZE), &mut framebuffer);
    assert_eq!(framebuffer.color(0, 10, 10), [0.0, 1.0, 0.0, 1.0]);
}

#[test]
fn flat_colours_come_from_the_provoking_vertex() {
    let mut mesh = rectangle(0.0, 0.0, 8.0, 8.0, 0.0);
    mesh.topology = Topology::Triangles;
    mesh.positions.truncate(12);
    mesh.colors = [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]].concat();
    let mut context = Context::new(SIZE, SIZE);
    context.lighting.flat = true;
    let mut framebuffer = framebuffer();
    mesh.draw(&mut pipeline(1), &context, &mut framebuffer);
    assert_eq!(framebuffer.color(0, 1, 1), [0.0, 0.0, 1.0, 1.0]);
}

/// source: GL 2.1, 3.5.1, equation 3.6: perspective-correct interpolation, here of a colour that is 0 at w = 1
/// and 1 at w = 3, half way in window coordinates: (0/1 + 1/3) / (1/1 + 1/3) = 1/4.
#[test]
fn interpolation_is_perspective_correct() {
    let mut mesh = Mesh::new(
        Topology::TriangleStrip,
        vec![
            at(0.0, 0.0, 0.0, 1.0),
            at(101.0, 0.0, 0.0, 3.0),
            at(0.0, 100.0, 0.0, 1.0),
            at(101.0, 100.0, 0.0, 3.0),
        ],
    );
    for (vertex, color) in mesh.colors.chunks_mut(4).enumerate() {
        color.fill((vertex % 2) as f32);
    }
    let mut framebuffer = Framebuffer::new(SIZE, SIZE, &[ColorFormat::Rgba32F], None, false).unwrap();
    mesh.draw(&mut pipeline(1), &Context::new(SIZE, SIZE), &mut framebuffer);
    let found = framebuffer.color(0, 50, 50)[0];
    assert!((found - 0.25).abs() < 1e-6, "{found}");
}

#[test]
fn polygon_modes_draw_outline_and_corners() {
    use quadrille_pipeline::state::PolygonMode;
    let corners = [(10.5, 10.5), (30.5, 10.5), (30.5, 30.5), (10.5, 30.5)].map(|(x, y)| at(x, y, 0.0, 1.0));
    let mesh = Mesh::new(Topology::Quads, corners.to_vec());
    let mut context = Context::new(SIZE, SIZE);
    context.polygon.mode = [PolygonMode::Line; 2];
    let mut lines = framebuffer();
    let outcome = mesh.draw(&mut pipeline(1), &context, &mut lines);
    // Four edges of 20 pixels, and none along the cut through the quadrilateral.
    assert_eq!((outcome.primitives, outcome.fragments), (4, 80));
    context.polygon.mode = [PolygonMode::Point; 2];
    let mut points = framebuffer();
    let outcome = mesh.draw(&mut pipeline(1), &context, &mut points);
    assert_eq!((outcome.primitives, outcome.fragments), (4, 4));
    assert_eq!(points.color(0, 30, 30)[0], 1.0);
}

/// More primitives than a segment holds: strips go on where the segment before ended.
#[test]
fn segments_join() {
    let count = 20_000;
    let mut positions = Vec::new();
    for k in 0..count {
        let x = 100.0 * (k / 2) as f32 / (count / 2 - 1) as f32;
        positions.push(at(x, if k % 2 == 0 { 20.0 } else { 40.0 }, 0.0, 1.0));
    }
    let mut context = Context::new(SIZE, SIZE);
    counting(&mut context);
    let mut framebuffer = framebuffer();
    let outcome = Mesh::new(Topology::TriangleStrip, positions).colored(ONE).draw(
        &mut pipeline(2),
        &context,
        &mut framebuffer,
    );
    assert_eq!(outcome.fragments, 100 * 20);
    assert!((20..40).all(|y| (0..SIZE).all(|x| framebuffer.color(0, x, y) == ONE)));
}

/// source: ARB_vertex_program 2.14.4.2 and GL 2.1, 2.14.1: with VERTEX_PROGRAM_TWO_SIDE back faces take the back
/// colours; a back colour that is not written is undefined, and then the front one is taken.
#[test]
fn back_faces_take_back_colours() {
    use quadrille_isa::gl::{Family, Stage};
    use quadrille_pipeline::{BoundProgram, Programs};
    use support::{copy, kernel, pass_through};
    let inputs = [
        (Family::VertexPosition, [0; 4]),
        (Family::VertexColor, [0; 4]),
        (Family::VertexColor, [1, 0, 0, 0]),
    ];
    let results = [
        (Family::ResultPosition, [0; 4]),
        (Family::ResultColor, [0; 4]),
        (Family::ResultColor, [1, 0, 0, 0]),
    ];
    let (red, green) = ([1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]);
    for (written, two_side, clockwise, wanted) in [
        (3, true, false, red),
        (3, true, true, green),
        (3, false, true, red),
        (2, true, true, red),
    ] {
        let vertex = kernel(Stage::Vertex, &inputs[..written], &results[..written], copy);
        let programs = Programs {
            vertex: Some(BoundProgram::new(vertex)),
            ..pass_through()
        };
        let mesh = rectangle(0.0, 0.0, 4.0, 4.0, 0.0).colored(red);
        let mut context = Context::new(SIZE, SIZE);
        context.vertex_program_two_side = two_side;
        context.polygon.front_clockwise = clockwise;
        context.current[quadrille_pipeline::attribute::SECONDARY_COLOR] = green.into();
        let mut framebuffer = framebuffer();
        pipeline(1)
            .draw(&context, &mut framebuffer, &mesh.with(&programs))
            .unwrap();
        assert_eq!(
            framebuffer.color(0, 1, 1),
            wanted,
            "{written} {two_side} {clockwise}"
        );
    }
}
