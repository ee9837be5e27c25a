//! Time to parse and check programs; beside it, the parse alone.
//!
//! `cargo bench -p quadrille-check`

use divan::counter::BytesCount;
use quadrille_check::{Options, check, words};
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
