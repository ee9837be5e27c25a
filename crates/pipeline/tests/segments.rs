//! Draws of more primitives than go through at once: how many threads draw them does not show, neither in the picture nor
//! in what is counted.

mod support;

use quadrille_base::{Budget, Meter};
use quadrille_isa::gl::Stage;
use quadrille_pipeline::state::BlendFactor;
use quadrille_pipeline::{
    BoundProgram, Compiler, Context, Elements, Framebuffer, Outcome, Programs, Topology,
};
use support::Checker;
use support::scene::{Mesh, SIZE, at, framebuffer, pipeline};

/// Numbers of threads: the first is what the others are compared with.
const THREADS: [usize; 4] = [1, 2, 3, 7];

/// Triangles: several segments, the last of them a part of one.
const TRIANGLES: usize = 21_000;

/// A vertex program that ends, but for vertices whose red is above 1, which spend their budget.
const ENDS: &str = "!!NVvp4.0\nTEMP t;\nSLE.CC t, vertex.color.x, 1;\nREP;\nBRK (NE.x);\nENDREP;\n\
                    MOV result.position, vertex.position;\nMOV result.color, vertex.color;\nEND\n";

const COLOR: &str = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n";

fn programs() -> Programs {
    let bound = |text: &str| {
        let kernel = Checker.compile(text).unwrap_or_else(|why| panic!("{why}"));
        Some(BoundProgram::new(kernel))
    };
    Programs {
        vertex: bound(ENDS),
        fragment: bound(COLOR),
        ..Programs::default()
    }
}

/// Triangles of all sizes that lie over each other, most of them small; some face away, some are cut by the window.
fn mesh() -> Mesh {
    let mut seed = 1_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    };
    let mut positions = Vec::new();
    let mut colors = Vec::new();
    for triangle in 0..TRIANGLES {
        let size = if triangle % 97 == 0 { 60.0 } else { 5.0 };
        let [x, y] = [next(), next()].map(|value| value * 120.0 - 10.0);
        for _ in 0..3 {
            positions.push(at(
                x + size * next(),
                y + size * next(),
                next() - 0.5,
                1.0 + next(),
            ));
            colors.extend([next(), next(), next(), 0.25 + 0.5 * next()]);
        }
    }
    let mut mesh = Mesh::new(Topology::Triangles, positions);
    mesh.colors = colors;
    mesh
}

/// What a draw leaves behind.
#[derive(PartialEq)]
struct Drawn {
    framebuffer: Framebuffer,
    outcome: Outcome,
    work: u64,
}

/// How a mesh is drawn: by indices, if there are any, and in how many instances.
type How<'a> = (Option<&'a [u32]>, u32);

/// As it is, once.
const ONCE: How<'static> = (None, 1);

fn drawn(mesh: &Mesh, (indices, instances): How<'_>, budget: Budget, threads: usize) -> Drawn {
    let mut context = Context::new(SIZE, SIZE);
    // In order, or the picture is another.
    context.blend.enabled = true;
    context.blend.source = [BlendFactor::SourceAlpha; 2];
    context.blend.destination = [BlendFactor::OneMinusSourceAlpha; 2];
    context.depth.enabled = true;
    context.polygon.cull = [false, true];
    let (programs, meter) = (programs(), Meter::new(budget));
    let mut draw = mesh.with(&programs);
    (draw.meter, draw.instances) = (&meter, instances);
    if let Some(indices) = indices {
        draw.elements = Elements::Indices(indices);
    }
    let mut framebuffer = framebuffer();
    let outcome = pipeline(threads).draw(&context, &mut framebuffer, &draw).unwrap();
    Drawn {
        framebuffer,
        outcome,
        work: meter.done(),
    }
}

/// source: GL 2.1, 2.1: primitives are processed one at a time, in order; a draw by indices goes another way to the same
#[test]
fn threads_do_not_show() {
    let mesh = mesh();
    let indices: Vec<u32> = (0..3 * TRIANGLES as u32).collect();
    let [first, ..] = THREADS;
    let one = drawn(&mesh, ONCE, Budget::UNLIMITED, first);
    assert!(one.outcome.traps.is_empty() && one.outcome.fragments > 0);
    assert_eq!(one.outcome.vertices, 3 * TRIANGLES as u64);
    for threads in THREADS {
        let other = drawn(&mesh, ONCE, Budget::UNLIMITED, threads);
        assert!(other == one, "{threads} threads: {:?}", other.outcome);
        let listed = drawn(&mesh, (Some(&indices), 1), Budget::UNLIMITED, threads);
        assert!(listed.framebuffer == one.framebuffer, "{threads} threads");
        assert_eq!(listed.outcome, one.outcome, "{threads} threads");
        let twice = |threads| drawn(&mesh, (None, 2), Budget::UNLIMITED, threads);
        assert!(twice(threads) == twice(first), "{threads} threads, two instances");
    }
}

/// source: GL 2.1, 2.1: what comes before a primitive does not depend on it
#[test]
fn a_trap_ends_a_draw_at_the_same_segment() {
    let mut mesh = mesh();
    for trapped in [20_000, 9_000, 5_000, 10] {
        // Of several, the first counts.
        mesh.colors[12 * trapped] = 2.0;
        let one = drawn(&mesh, ONCE, Budget::of_instructions(1000), 1);
        let [(Stage::Vertex, trap)] = &one.outcome.traps[..] else {
            panic!("{:?}", one.outcome)
        };
        for threads in THREADS {
            // Which vertices behind the trap were shaded, and so the work, depends on who came first.
            for _ in 0..4 {
                let other = drawn(&mesh, ONCE, Budget::of_instructions(1000), threads);
                assert!(other.framebuffer == one.framebuffer, "{threads} threads");
                assert_eq!(other.outcome, one.outcome, "{threads} threads, {trap:?}");
            }
        }
    }
}

/// source: `quadrille_base::budget`: whether the work is enough does not depend on the number of threads
#[test]
fn a_budget_is_enough_for_any_number_of_threads() {
    let mesh = mesh();
    let work = drawn(&mesh, ONCE, Budget::UNLIMITED, 1).work;
    for threads in THREADS {
        for (less, is_enough) in [(0, true), (1, false), (work / 2, false)] {
            let budget = Budget {
                work: work - less,
                ..Budget::UNLIMITED
            };
            let outcome = drawn(&mesh, ONCE, budget, threads).outcome;
            assert_eq!(
                outcome.spent.is_none(),
                is_enough,
                "{threads} threads, {less} less"
            );
        }
    }
}
