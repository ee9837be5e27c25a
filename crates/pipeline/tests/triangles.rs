//! Triangles are set up one by one or many together, and small primitives have their pixels found there: none of it shows.

mod support;

use proptest::prelude::*;
use quadrille_numerics::level::Level;
use quadrille_pipeline::state::{BlendFactor, Compare, LineStipple, PolygonMode, Rectangle};
use quadrille_pipeline::{Arrays, Context, Draw, Elements, Framebuffer, Pipeline, Threads, Topology};
use support::scene::{Mesh, SIZE, at, framebuffer, pipeline};
use support::{NoCompiler, pass_through};

/// A corner: x, y and z in window coordinates, and what is added to w.
type Corner = (f32, f32, f32, f32);

/// Triangles of few pixels and of many, on the grid of pixels and between; some are cut by the window, some by depth.
fn triangle() -> impl Strategy<Value = [Corner; 3]> {
    let size = prop_oneof![4 => 0.0f32..9.0, 1 => 0.0f32..60.0];
    let place = (-10.0f32..110.0, -10.0f32..110.0);
    let depth = prop_oneof![8 => -0.9f32..0.9, 1 => -1.6f32..1.6];
    let w = prop_oneof![Just(0.0f32), 0.0f32..2.0];
    let corner = (-1.0f32..1.0, -1.0f32..1.0, depth, w);
    let is_snapped = any::<bool>();
    ((place, size), prop::array::uniform3(corner), is_snapped).prop_map(
        |(((x, y), size), corners, is_snapped)| {
            corners.map(|(right, up, z, w)| {
                let [x, y] = [x + right * size, y + up * size];
                // Centres of pixels lie at halves.
                let on_grid = |value: f32| if is_snapped { value.floor() + 0.5 } else { value };
                (on_grid(x), on_grid(y), z, w)
            })
        },
    )
}

fn context(culls: bool, offset: bool, scissor: bool) -> Context {
    let mut context = Context::new(SIZE, SIZE);
    context.blend.enabled = true;
    context.blend.source = [BlendFactor::SourceAlpha; 2];
    context.blend.destination = [BlendFactor::OneMinusSourceAlpha; 2];
    context.depth.enabled = true;
    context.depth.function = Compare::LessOrEqual;
    context.polygon.cull = [false, culls];
    context.polygon.offset_enabled[2] = offset;
    context.polygon.offset = [1.0, 4.0];
    if scissor {
        context.scissor = Some(Rectangle {
            x: 13,
            y: 22,
            width: 51,
            height: 43,
        });
    }
    context
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// source: GL 2.1, 2.1: primitives are processed one at a time, in order; and 3.5: what a triangle covers depends on it alone
    #[test]
    fn alone_and_among_many_they_are_the_same(
        triangles in prop::collection::vec(triangle(), 1..150),
        (culls, offset, scissor) in any::<(bool, bool, bool)>(),
    ) {
        let context = context(culls, offset, scissor);
        let positions = triangles.as_flattened().iter();
        let mut mesh = Mesh::new(
            Topology::Triangles,
            positions.map(|(x, y, z, w)| at(*x, *y, *z, 1.0 + *w)).collect(),
        );
        for (at, value) in mesh.colors.iter_mut().enumerate() {
            *value = (at * 7 % 11) as f32 / 11.0;
        }
        let programs = pass_through();
        let drawn = |level: Level, threads: usize, parts: &[Elements<'_>]| {
            let threads = Threads::new(threads).unwrap().with_level(level);
            let mut pipeline = Pipeline::new(threads, Box::new(NoCompiler));
            let mut framebuffer = framebuffer();
            for elements in parts {
                let draw = Draw { elements: *elements, ..mesh.with(&programs) };
                pipeline.draw(&context, &mut framebuffer, &draw).unwrap();
            }
            framebuffer
        };
        let corners = 3 * triangles.len() as u32;
        let alone: Vec<_> = (0..corners).step_by(3).map(|first| Elements::Range { first, count: 3 }).collect();
        let expected: Framebuffer = drawn(Level::BASELINE, 1, &alone);
        let indices: Vec<u32> = (0..corners).collect();
        let whole = [Elements::Range { first: 0, count: corners }];
        for level in Level::all() {
            for threads in [1, 2] {
                prop_assert!(drawn(level, threads, &whole) == expected, "{} {threads}", level.name());
            }
            prop_assert!(drawn(level, 1, &[Elements::Indices(&indices)]) == expected, "{}", level.name());
        }
    }

    /// Triangles that are inside as a whole, but one, wherever it lies: a corner of it is behind the eye, or outside of a plane.
    ///
    /// source: as above
    #[test]
    fn one_that_is_cut_among_many_that_are_not(
        // Of 427 triangles the last block of vertices has one.
        count in prop_oneof![3 => 300usize..600, 1 => Just(427usize)],
        which in prop_oneof![
            0usize..300,
            prop::sample::select(vec![84usize, 85, 86, 169, 170, 171, 254, 255, 256, 257, usize::MAX]),
        ],
        corner in 0usize..3,
        (x, y) in (-300.0f32..400.0, -300.0f32..400.0),
        (z, w) in prop_oneof![
            Just((-1.6f32, 1.0f32)), Just((1.6, 1.0)), Just((0.0, -0.5)), Just((0.0, 1.0)), Just((f32::NAN, 1.0)),
        ],
        unfilled in any::<bool>(),
    ) {
        let mut context = context(false, false, false);
        if unfilled {
            context.polygon.mode[0] = PolygonMode::Line;
        }
        let mut positions: Vec<[f32; 4]> = (0..count)
            .flat_map(|at| {
                let (x, y) = ((at % 20 * 4) as f32 + 1.3, (at / 20 * 3 % 90) as f32 + 1.7);
                [[0.0, 0.0], [6.0, 1.0], [2.0, 5.0]].map(|[right, up]| self::at(x + right, y + up, 0.5, 1.0))
            })
            .collect();
        positions[3 * which.min(count - 1) + corner] = at(x, y, z, w);
        let mesh = Mesh::new(Topology::Triangles, positions);
        let programs = pass_through();
        let drawn = |level: Level, parts: &[Elements<'_>]| {
            let mut pipeline = Pipeline::new(Threads::one().with_level(level), Box::new(NoCompiler));
            let mut framebuffer = framebuffer();
            for elements in parts {
                let draw = Draw { elements: *elements, ..mesh.with(&programs) };
                pipeline.draw(&context, &mut framebuffer, &draw).unwrap();
            }
            framebuffer
        };
        let corners = 3 * count as u32;
        let alone: Vec<_> = (0..corners).step_by(3).map(|first| Elements::Range { first, count: 3 }).collect();
        let whole = [Elements::Range { first: 0, count: corners }];
        let expected = drawn(Level::BASELINE, &alone);
        for level in Level::all() {
            prop_assert!(drawn(level, &whole) == expected, "{}", level.name());
        }
    }

    /// source: GL 2.1, 3.5.2: fragments of polygons are kept where the pattern has a bit, those of points and lines always; where
    /// there is a pattern, set-up finds no pixels
    #[test]
    fn a_pattern_without_holes_does_not_show(
        corners in prop::collection::vec(triangle(), 1..40),
        topology in prop_oneof![Just(Topology::Points), Just(Topology::Lines), Just(Topology::LineStrip), Just(Topology::Triangles)],
        (offset, scissor, flat) in any::<(bool, bool, bool)>(),
        size in prop_oneof![Just(1.0f32), 1.0f32..12.0],
        pattern in any::<Option<u16>>(),
    ) {
        let mut context = context(false, offset, scissor);
        context.lighting.flat = flat;
        context.point.size = size;
        context.line_width = size;
        context.line_stipple = pattern.map(|pattern| LineStipple { factor: 1 + u32::from(pattern % 3), pattern });
        let positions = corners.as_flattened().iter();
        let mut mesh = Mesh::new(topology, positions.map(|(x, y, z, w)| at(*x, *y, *z, 1.0 + *w)).collect());
        for (at, value) in mesh.colors.iter_mut().enumerate() {
            *value = (at * 7 % 11) as f32 / 11.0;
        }
        let drawn = |context: &Context| {
            let mut framebuffer = framebuffer();
            mesh.draw(&mut pipeline(1), context, &mut framebuffer);
            framebuffer
        };
        let without = drawn(&context);
        context.polygon.stipple = Some([u32::MAX; 32]);
        prop_assert!(drawn(&context) == without);
    }
}

/// source: GL 2.1, 2.7 and 2.8: without arrays every vertex has the current values, whatever its number is
#[test]
fn vertices_are_drawn_up_to_the_last_number() {
    let mesh = Mesh::new(Topology::Triangles, Vec::new());
    let programs = pass_through();
    let vertices = |first: u32, count: u32| {
        let draw = Draw {
            arrays: Arrays::default(),
            elements: Elements::Range { first, count },
            ..mesh.with(&programs)
        };
        let outcome = pipeline(1).draw(&Context::new(SIZE, SIZE), &mut framebuffer(), &draw);
        outcome.unwrap().vertices
    };
    assert_eq!(vertices(u32::MAX - 301, 300), 300);
    assert_eq!(vertices(u32::MAX - 514, 513), 513);
}
