//! Each stage by itself: vertices, triangles of 8 pixels, fill, a 20-instruction fragment program, textures.
//! Run with `cargo bench -p quadrille-pipeline`; programs run on the reference engine.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_base::{Budget, Meter};
use quadrille_engine::Kernel;
use quadrille_pipeline::state::BlendFactor;
use quadrille_pipeline::{
    Arrays, BoundProgram, ColorFormat, CompileError, Compiler, Context, DepthFormat, Draw, Elements,
    Framebuffer, Pipeline, Programs, TextureUnits, Threads, Topology, attribute,
};
use quadrille_texture::{BoundTexture, Extent, ObjectTarget, Sampler, Texture};

fn main() {
    divan::main();
}

struct Checker;

impl Compiler for Checker {
    fn compile(&self, text: &str) -> Result<Arc<dyn Kernel>, CompileError> {
        let checked = quadrille_check::check(text, &quadrille_check::Options::default());
        let program = checked.program.ok_or(CompileError(checked.diagnostics))?;
        Ok(Arc::new(quadrille_reference::ReferenceKernel::new(Arc::new(
            program,
        ))))
    }
}

fn program(text: &str) -> Option<BoundProgram> {
    Some(BoundProgram::new(
        Checker.compile(text).expect("a program of ours"),
    ))
}

const TRANSFORM: &str = "!!ARBvp1.0
DP4 result.position.x, state.matrix.mvp.row[0], vertex.position;
DP4 result.position.y, state.matrix.mvp.row[1], vertex.position;
DP4 result.position.z, state.matrix.mvp.row[2], vertex.position;
DP4 result.position.w, state.matrix.mvp.row[3], vertex.position;
MOV result.color, vertex.position;
MOV result.texcoord[0], vertex.position;
END";

const COPY: &str = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND";

const SAMPLE: &str = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND";

/// Twenty arithmetic instructions.
fn twenty() -> String {
    let mut text =
        String::from("!!ARBfp1.0\nTEMP a, b;\nMOV a, fragment.texcoord[0];\nMOV b, fragment.color;\n");
    for _ in 0..5 {
        text += "MAD a, a, b, { 0.5, 0.25, 0.125, 1 };\nMUL b, a, a;\nDP3 a.w, a, b;\n";
    }
    text += "MAX a, a, b;\nMIN a, a, 1.0;\nMOV result.color, a;\nEND";
    text
}

const SIZE: u32 = 1024;

fn framebuffer() -> Framebuffer {
    Framebuffer::new(
        SIZE,
        SIZE,
        &[ColorFormat::Rgba8],
        Some(DepthFormat::Depth24),
        false,
    )
    .expect("fits")
}

fn pipeline(threads: usize) -> Pipeline {
    Pipeline::new(Threads::new(threads).expect("threads"), Box::new(Checker))
}

fn draw(
    bencher: Bencher<'_, '_>,
    threads: usize,
    fragment: &str,
    positions: &[f32],
    textures: &TextureUnits,
    items: impl Fn(&quadrille_pipeline::Outcome) -> u64,
) {
    let context = Context::new(SIZE, SIZE);
    draw_with(bencher, threads, &context, fragment, positions, textures, items);
}

fn draw_with(
    bencher: Bencher<'_, '_>,
    threads: usize,
    context: &Context,
    fragment: &str,
    positions: &[f32],
    textures: &TextureUnits,
    items: impl Fn(&quadrille_pipeline::Outcome) -> u64,
) {
    let programs = Programs {
        vertex: program(TRANSFORM),
        fragment: program(fragment),
        ..Programs::default()
    };
    let (mut pipeline, mut target) = (pipeline(threads), framebuffer());
    let draw = Draw {
        topology: Topology::Triangles,
        arrays: Arrays::default().with(attribute::POSITION, 3, positions),
        elements: Elements::Range {
            first: 0,
            count: positions.len() as u32 / 3,
        },
        instances: 1,
        base_instance: 0,
        base_vertex: 0,
        number: 0,
        feedback: None,
        counted: false,
        watch: None,
        programs: &programs,
        textures,
        bindings: quadrille_pipeline::Bindings::NONE,
        meter: &Meter::new(Budget::of_instructions(1 << 16)),
        unordered: false,
    };
    let mut run = || {
        pipeline
            .draw(context, &mut target, &draw)
            .expect("a draw of ours")
    };
    let count = items(&run());
    bencher.counter(ItemsCount::new(count)).bench_local(run);
}

/// Two triangles over the whole picture.
const FULL: [f32; 18] = [
    -1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0, 1.0, 0.0, -1.0, -1.0, 0.0, 1.0, 1.0, 0.0, -1.0, 1.0, 0.0,
];

/// `count` triangles of 8 pixels each (right angles of 4 by 4), all over the picture.
fn small(count: usize) -> Vec<f32> {
    let step = 2.0 / SIZE as f32;
    let mut positions = Vec::new();
    for k in 0..count {
        let (x, y) = (
            (k % 255) as f32 * 4.0 * step - 1.0,
            (k / 255 % 255) as f32 * 4.0 * step - 1.0,
        );
        positions.extend([x, y, 0.0, x + 4.0 * step, y, 0.0, x, y + 4.0 * step, 0.0]);
    }
    positions
}

/// Triangles off the picture: only their vertices cost.
#[divan::bench(args = [1, 2])]
fn vertices(bencher: Bencher<'_, '_>, threads: usize) {
    let positions: Vec<f32> = small(50_000).iter().map(|v| v + 4.0).collect();
    draw(
        bencher,
        threads,
        COPY,
        &positions,
        &TextureUnits::default(),
        |outcome| outcome.vertices,
    );
}

#[divan::bench(args = [1, 2])]
fn triangles_of_8_pixels(bencher: Bencher<'_, '_>, threads: usize) {
    draw(
        bencher,
        threads,
        COPY,
        &small(50_000),
        &TextureUnits::default(),
        |outcome| outcome.primitives,
    );
}

#[divan::bench(args = [1, 2])]
fn fill(bencher: Bencher<'_, '_>, threads: usize) {
    draw(
        bencher,
        threads,
        COPY,
        &FULL,
        &TextureUnits::default(),
        |outcome| outcome.fragments,
    );
}

#[divan::bench(args = [1, 2])]
fn fill_blended(bencher: Bencher<'_, '_>, threads: usize) {
    let mut context = Context::new(SIZE, SIZE);
    context.blend.enabled = true;
    context.blend.source = [BlendFactor::SourceAlpha; 2];
    context.blend.destination = [BlendFactor::OneMinusSourceAlpha; 2];
    draw_with(
        bencher,
        threads,
        &context,
        COPY,
        &FULL,
        &TextureUnits::default(),
        |outcome| outcome.fragments,
    );
}

#[divan::bench(args = [1, 2])]
fn fill_20_instructions(bencher: Bencher<'_, '_>, threads: usize) {
    draw(
        bencher,
        threads,
        &twenty(),
        &FULL,
        &TextureUnits::default(),
        |outcome| outcome.fragments,
    );
}

#[divan::bench(args = [1, 2])]
fn texture_trilinear(bencher: Bencher<'_, '_>, threads: usize) {
    let bytes: Vec<u8> = (0..256 * 256 * 4).map(|k| (k * 7 % 251) as u8).collect();
    let mut texture =
        Texture::from_rgba8(ObjectTarget::TwoDimensional, Extent::new(256, 256, 1), &bytes).expect("fits");
    texture.generate_mipmaps(0).expect("a texture of colours");
    let mut units = TextureUnits::default();
    units.0.bind(
        0,
        BoundTexture::new(
            Arc::new(texture),
            Sampler::for_target(ObjectTarget::TwoDimensional),
        ),
    );
    draw(bencher, threads, SAMPLE, &FULL, &units, |outcome| {
        outcome.fragments
    });
}
