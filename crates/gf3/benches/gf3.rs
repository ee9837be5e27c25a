//! How fast the exact emulation is: instructions a second on a lighting program over a million vertices,
//!
//! and how many cycles a second the pipeline model takes.
//!
//! `cargo bench -p quadrille-gf3`; the item of `function` is one instruction for one vertex, that of `time`
//! one simulated cycle.

use divan::{Bencher, counter::ItemsCount};
use quadrille_gf3::function::{Batch, Constants, ORIGIN, Options, OutputArrays, Program, Single, Stream};
use quadrille_gf3::time::{Machine, Parameters, Profile, Workload};
use quadrille_gf3::word::{Numbering, assemble::assemble};

/// Transform, two lights, a specular term and four texture coordinates: 30 instructions.
const LIGHTING: &str = include_str!("../../../examples/geforce3/lighting.vsh");
const VERTICES: usize = 1_000_000;

fn main() {
    divan::main();
}

/// Quads in the range of positions and normals, the same on every run.
fn quads(seed: u32) -> Vec<[u32; 4]> {
    let mut x = seed;
    let mut next = || {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((x >> 8) as f32 / 8_388_608.0 - 1.0).to_bits()
    };
    (0..VERTICES).map(|_| [next(), next(), next(), next()]).collect()
}

fn program() -> Program {
    let words = assemble(LIGHTING, Numbering::Nv2a).expect("the program is machine text");
    Program::from_words(&words).expect("the assembler sets the final bit")
}

/// The batched executor, inputs and outputs in memory.
#[divan::bench(max_time = 5)]
fn function(bencher: Bencher) {
    let program = program();
    let count = program.instructions().len() * VERTICES;
    let batch = Batch::new(program, Options::default()).expect("it writes no constants");
    let mut constants = Constants::default();
    for (number, value) in quads(7).iter().take(192).enumerate() {
        constants.set(number, value.map(f32::from_bits));
    }
    let (position, normal) = (quads(1), quads(2));
    let mut inputs = [Stream::Uniform([0, 0, 0, 0x3f80_0000]); 16];
    inputs[0] = Stream::PerVertex(&position);
    inputs[2] = Stream::PerVertex(&normal);
    let mut outputs = OutputArrays::default();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        batch
            .run(&constants, &inputs, VERTICES, &mut outputs)
            .expect("arrays are long enough");
    });
}

/// One vertex at a time, inputs and outputs in memory.
#[divan::bench(max_time = 5)]
fn single(bencher: Bencher) {
    /// Enough that the branches of one vertex are not learnt by heart, few enough for the first-level cache.
    const COUNT: usize = 64;
    let program = program();
    let single = Single::new(&program, Options::default());
    let mut constants = [[0; 4]; 192];
    constants.copy_from_slice(&quads(7)[..192]);
    // The exponent of a highlight, which is no negative number as others are.
    constants[106][3] = 16f32.to_bits();
    let (position, normal) = (quads(1), quads(2));
    let inputs: Vec<_> = (0..COUNT)
        .map(|vertex| {
            let mut inputs = [ORIGIN; 16];
            (inputs[0], inputs[2]) = (position[vertex], normal[vertex]);
            inputs
        })
        .collect();
    let mut outputs = [ORIGIN; 16];
    let count = program.instructions().len() * COUNT;
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        for inputs in &inputs {
            single.run(&mut constants, divan::black_box(inputs), &mut outputs);
            divan::black_box(&outputs);
        }
    });
}

/// The pipeline model with its front end.
#[divan::bench(max_time = 5, args = ["lecture", "reverse-engineered"])]
fn time(bencher: Bencher, profile: &str) {
    let program = program();
    let constants = Constants::default();
    let profile = Profile::from_name(profile).expect("a profile of the table");
    let parameters = Parameters {
        preloaded: 0,
        ..Parameters::of(profile)
    };
    let workload = Workload::generated(10_000, program.inputs());
    let machine = Machine::new(&program, &constants, parameters);
    let cycles = machine.run(&workload).expect("within the budget").cycles;
    bencher
        .counter(ItemsCount::new(cycles))
        .bench_local(|| machine.run(&workload));
}
