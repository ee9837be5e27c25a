//! Time to parse and check programs of ARB_vertex_program and of NV_gpu_program5; beside it, the parse alone.
//! Each length is ten times the one before, so that what is not linear shows.
//!
//! `cargo bench -p quadrille-check`

use divan::counter::BytesCount;
use quadrille_check::{Options, check, words};
use quadrille_isa::gl::Limits;
use quadrille_isa::gl::profile::PROFILES;

fn main() {
    divan::main();
}

/// A vertex program of about `instructions` instructions, as people write them.
fn program(instructions: usize) -> String {
    let mut text = String::from(
        "!!ARBvp1.0\nATTRIB position = vertex.position;\nATTRIB normal = vertex.normal;\n\
         PARAM mvp[4] = { state.matrix.mvp };\nPARAM light = state.light[0].position;\n\
         PARAM c = { 0.5, 1.0, 2.0, 0.25 };\nTEMP r0, r1, r2;\n",
    );
    let body = [
        "DP4 r0.x, mvp[0], position;\n",
        "DP4 r0.y, mvp[1], position;\n",
        "MAD r1.xyz, r0.yzxw, -c.w, normal; # a comment\n",
        "RSQ r1.w, r1.x;\n",
        "MUL r2, r1, program.local[3].x;\n",
        "MAX r2.xyz, r2, 0.0;\n",
        "ADD result.color, r2, state.light[1].diffuse;\n",
    ];
    for line in body.iter().cycle().take(instructions) {
        text.push_str(line);
    }
    text.push_str("MOV result.position, r0;\nEND\n");
    text
}

/// A fragment program of NV_gpu_program5 of about `instructions` instructions, with what its dumps are full of:
/// types, conditions, blocks, textures with offsets, buffers and images.
fn nv_program(instructions: usize) -> String {
    let mut text = String::from(
        "!!NVfp5.0\nOPTION NV_shader_atomic_float;\nPARAM c[8] = { program.local[0..7] };\n\
         CBUFFER buf[] = { program.buffer[0] };\nTEXTURE maps[4] = { texture[0..3] };\n\
         FLAT INT ATTRIB material = fragment.attrib[2];\nATTRIB uv = fragment.texcoord[0];\n\
         TEMP R0, R1, R2, I0;\nOUTPUT colour = result.color;\n",
    );
    let body = [
        "TEX.F R0, uv, maps[1], 2D, offset(1, -1);\n",
        "MAD.F32 R1.xyz, R0, c[3].wwww, -|R2|;\n",
        "ADD.S I0.x, I0.y, {-1, 0, 0, 0}.x;\n",
        "LDC.F32X4 R2, buf[I0.x + 16]; # a comment\n",
        "SGT.CC0 R1.x (NE1.y), R0.x, 0.5;\n",
        "IF GT0.x;\n",
        "DP3R_SAT R2.w, R1.xyzx, c[I0.x + 2];\n",
        "ELSE;\n",
        "MUL.S.HI I0.zw, material.x, 3;\n",
        "ENDIF;\n",
        "LOADIM.U32X4 I0, I0, image[2], 2D;\n",
        "RSQ.F R1.w, R1.x;\n",
        "LRP R0.rgb, R1.a, R2, program.local[3];\n",
        "ATOM.ADD.U32 I0.x, I0, I0.y;\n",
    ];
    // Whole blocks only.
    let rounds = instructions.div_ceil(body.len());
    for line in body.iter().cycle().take(rounds * body.len()) {
        text.push_str(line);
    }
    text.push_str("MOV colour, R0;\nEND\n");
    text
}

#[divan::bench(args = [1_000, 10_000, 100_000, 1_000_000])]
fn parse_and_check_nv5(bencher: divan::Bencher<'_, '_>, instructions: usize) {
    let text = nv_program(instructions);
    let options = Options {
        limits: Limits::preset("unlimited").expect("a preset"),
        ..Options::default()
    };
    let checked = check(&text, &options);
    let first = checked.diagnostics.first();
    assert!(checked.accepted(), "{:?}", first.map(|found| &found.message));
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| check(&text, &options));
}

#[divan::bench(args = [50, 1_000, 10_000, 100_000])]
fn parse_and_check(bencher: divan::Bencher<'_, '_>, instructions: usize) {
    let text = program(instructions);
    let mut options = Options::default();
    options.limits.vertex_instructions = u32::MAX;
    assert!(check(&text, &options).accepted());
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| check(&text, &options));
}

#[divan::bench(args = [50, 1_000, 10_000, 100_000])]
fn parse(bencher: divan::Bencher<'_, '_>, instructions: usize) {
    let text = program(instructions);
    let profile = PROFILES.iter().find(|profile| profile.header == "!!ARBvp1.0");
    let Some(profile) = profile else { return };
    let words = words(profile);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| quadrille_syntax::parse(&text, &words));
}
