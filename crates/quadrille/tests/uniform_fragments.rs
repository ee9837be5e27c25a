//! A program whose results depend on parameters alone is run once a draw, and blocks are filled with its colour; nothing
//! shows it. Beside it, by the same engine: a program of as many instructions that reads the same numbers from an
//! attribute that has them at every vertex; and the reference engine, which runs programs for each fragment.
//!
//! source of all: a function of equal values is equal (ARB_fragment_program 3.11.1: a plane through equal values).

use quadrille::state::{BlendFactor, Compare, LogicOperation, Rectangle, StencilOperation};
use quadrille::{
    Budget, Canvas, CanvasOptions, Clear, ColorFormat, Context, Framebuffer, Mesh, QueryTarget, Session,
    Stage, Topology, attribute,
};

const SIZE: [u32; 2] = [300, 84];

/// What the parameter and the attribute have.
const VALUE: [f32; 4] = [0.25, 0.0, 0.5, 1.0];

/// Programs; X is the parameter or the attribute.
const PROGRAMS: [&str; 5] = [
    "!!ARBfp1.0\nMOV result.color, X;\nEND",
    // Infinity, NaN, and numbers outside of [0, 1].
    "!!ARBfp1.0\nMUL result.color, X, program.local[1];\nEND",
    "!!ARBfp1.0\nMOV result.color.xz, X;\nEND",
    "!!ARBfp1.0\nOPTION ARB_draw_buffers;\nMOV result.color[1], X;\nADD result.color[0], X, {0, 0.5, 0, 0};\n\
     MOV result.depth.z, X.x;\nEND",
    "!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, X;\nEND",
];

/// The fixed-function vertices have coordinates only where they are read.
const VERTICES: &str = "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.fogcoord.x, vertex.position.z;\n\
                        MOV result.texcoord, vertex.texcoord;\nEND";

/// Triangles of many blocks, of few pixels, and one over another.
fn mesh() -> Mesh {
    let mut positions = vec![
        [-1.0, -1.0, -0.5],
        [3.0, -1.0, -0.5],
        [-1.0, 3.0, -0.5],
        [-0.9, -0.8, 0.4],
        [0.7, -1.2, -0.9],
        [0.1, 0.95, 0.9],
        [-1.0, 0.0, 0.1],
        [0.5, -1.5, 0.1],
        [0.9, 1.5, 0.1],
    ];
    for step in 0..40 {
        let at = [(step % 10) as f32 / 5.0 - 1.0, (step / 10) as f32 / 2.0 - 1.0];
        let corners = [[0.0, 0.0], [0.03, 0.01], [0.01, 0.05 * (step % 3 + 1) as f32]];
        positions.extend(corners.map(|[x, y]| [at[0] + x, at[1] + y, step as f32 / 40.0]));
    }
    let count = positions.len();
    Mesh::new(Topology::Triangles)
        .with(attribute::POSITION, 3, positions.into_flattened())
        .and_then(|mesh| mesh.with(attribute::TEXTURE_COORDINATE, 4, VALUE.repeat(count)))
        .expect("whole vectors")
}

/// A state, with the formats of the colour buffers and the samples.
type State = (fn(&mut Context), &'static [ColorFormat], u32);

const BYTES: &[ColorFormat] = &[ColorFormat::Rgba8];

fn plain(_: &mut Context) {}

fn depth(context: &mut Context) {
    context.depth.enabled = true;
}

const STATES: [State; 18] = [
    (plain, BYTES, 1),
    (plain, &[ColorFormat::Rgba16F], 1),
    (plain, &[ColorFormat::Rgba32F], 1),
    (plain, &[ColorFormat::Rgb565], 1),
    (plain, &[ColorFormat::R8], 1),
    (plain, &[ColorFormat::Rgba8Snorm], 1),
    (
        |context| context.framebuffer_srgb = true,
        &[ColorFormat::Srgb8Alpha8],
        1,
    ),
    (plain, BYTES, 4),
    (
        |context| context.draw_buffers = vec![Some(0), Some(1)],
        &[ColorFormat::Rgba8, ColorFormat::Rgba16F],
        1,
    ),
    (
        |context| {
            context.scissor = Some(Rectangle {
                x: 3,
                y: 9,
                width: 270,
                height: 62,
            });
        },
        BYTES,
        1,
    ),
    (|context| context.color_mask = 0b0101, BYTES, 1),
    (|context| context.color_mask = 0, BYTES, 1),
    (depth, BYTES, 1),
    (
        |context| {
            depth(context);
            context.alpha_test.enabled = true;
            context.alpha_test.function = Compare::Greater;
            context.alpha_test.reference = 0.5;
        },
        BYTES,
        1,
    ),
    (
        |context| {
            context.stencil.enabled = true;
            for face in &mut context.stencil.faces {
                (face.function, face.reference) = (Compare::Greater, 2);
                face.pass = StencilOperation::Increment;
            }
        },
        BYTES,
        1,
    ),
    (
        |context| {
            context.blend.enabled = true;
            context.blend.source = [BlendFactor::One, BlendFactor::SourceAlpha];
            context.blend.destination = [BlendFactor::SourceColor; 2];
        },
        BYTES,
        1,
    ),
    (
        |context| context.logic_operation = Some(LogicOperation::Xor),
        BYTES,
        1,
    ),
    (
        |context| context.polygon.stipple = Some([0x0f3c_55aa; 32]),
        BYTES,
        1,
    ),
];

/// A canvas with a state, cleared, and a program bound.
fn canvas(session: &Session, (state, colors, samples): State, threads: usize, program: &str) -> Canvas {
    let options = CanvasOptions {
        colors: colors.to_vec(),
        samples,
        threads,
        ..CanvasOptions::new(SIZE[0], SIZE[1])
    };
    let mut canvas = session.canvas_with(&options).expect("a small canvas");
    canvas.state.fog.end = 2.0;
    state(&mut canvas.state);
    canvas.clear(&Clear {
        color: Some([0.125, 0.5, 0.75, 0.25]),
        depth: Some(0.6),
        stencil: Some(1),
    });
    for text in [VERTICES, program] {
        let program = session.load("program", text).expect("it is a program");
        canvas.bind(&program).expect("a stage of a draw");
    }
    let locals = [VALUE, [f32::INFINITY, f32::INFINITY, -3.0, 2.0]];
    for (index, value) in locals.into_iter().enumerate() {
        canvas
            .set_local(Stage::Fragment, index, value)
            .expect("a program");
    }
    canvas
}

/// Draws with a budget of work: the picture, and what was counted if the budget was enough: fragments, samples that passed,
/// work.
fn draw(mut canvas: Canvas, mesh: &Mesh, work: u64) -> (Framebuffer, Option<[u64; 3]>) {
    canvas.budget = Budget {
        work,
        ..Budget::default()
    };
    let targets = [QueryTarget::SamplesPassed, QueryTarget::TimeElapsed];
    for (query, target) in (1..).zip(targets) {
        canvas.begin_query(query, target).expect("none is active");
    }
    let outcome = canvas.draw(mesh).ok();
    for target in targets {
        canvas.end_query(target).expect("it was begun");
    }
    let result = |query| canvas.query_result(query).expect("it ended");
    let counts = outcome.map(|outcome| [outcome.fragments, result(1), result(2)]);
    (canvas.into_framebuffer(), counts)
}

#[test]
fn a_uniform_program_draws_what_another_does() {
    let mesh = mesh();
    let [wide, reference] =
        ["wide", "reference"].map(|name| Session::new().engine(name).expect("its name is listed"));
    for program in PROGRAMS {
        let uniform = program.replace('X', "program.local[0]");
        let varying = program.replace('X', "fragment.texcoord[0]");
        for (number, state) in STATES.into_iter().enumerate() {
            let (wanted, counts) = draw(canvas(&wide, state, 1, &varying), &mesh, u64::MAX);
            let [.., work] = counts.expect("the budget is without end");
            for (session, threads) in [(&wide, 1), (&wide, 2), (&reference, 1)] {
                let (found, found_counts) = draw(canvas(session, state, threads, &uniform), &mesh, u64::MAX);
                assert!(found == wanted, "{program}\nstate {number}, {threads} threads");
                assert_eq!(
                    found_counts, counts,
                    "{program}\nstate {number}, {threads} threads"
                );
            }
            // Budgets that end within the draw, at its last unit, and behind it.
            let parts = if number == 0 { 199 } else { 9 };
            let budgets = (1..parts).map(|part| work * part / parts);
            for budget in budgets.chain([work - 1, work]) {
                let [(wanted, counts), (found, found_counts)] =
                    [&varying, &uniform].map(|text| draw(canvas(&wide, state, 1, text), &mesh, budget));
                assert_eq!(counts.is_some(), budget == work);
                assert!(found == wanted, "{program}\nstate {number}, {budget} of {work}");
                assert_eq!(
                    found_counts, counts,
                    "{program}\nstate {number}, {budget} of {work}"
                );
            }
        }
    }
}
