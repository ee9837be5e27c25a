//! What a run costs, and what it costs to watch it: without an observer nothing is paid for one.

use std::sync::Arc;

use divan::Bencher;
use quadrille_check::{Options, check};
use quadrille_engine::environment::{Lookup, Textures};
use quadrille_engine::{Batch, Environment, Kernel};
use quadrille_program::{ParameterSource, Program};
use quadrille_reference::{ReferenceKernel, Sanitizer};

const LANES: usize = 64;

/// A program of straight lines, with the arithmetic that lighting has.
const STRAIGHT: &str = "!!ARBvp1.0
PARAM m[4] = { program.local[0..3] };
PARAM light = program.local[4];
TEMP n, d, l;
DP4 result.position.x, m[0], vertex.position;
DP4 result.position.y, m[1], vertex.position;
DP4 result.position.z, m[2], vertex.position;
DP4 result.position.w, m[3], vertex.position;
DP3 d.w, vertex.normal, vertex.normal;
RSQ d.w, d.w;
MUL n, vertex.normal, d.w;
DP3 d.x, n, light;
DP3 d.y, n, m[0];
MOV d.zw, light;
LIT l, d;
MAD result.color, l.y, light, l.z;
END";

/// The same work in a loop whose count differs from lane to lane.
const LOOP: &str = "!!NVvp4.0
TEMP a, n;
FRC n, vertex.position;
MUL n, n, 16;
MOV a, 0;
REP n;
MAD a, a, vertex.position, 1;
ENDREP;
MOV result.position, a;
END";

struct Nothing;

impl Textures for Nothing {
    fn sample(&self, _: &Lookup<'_>, _: &mut [Vec<u32>; 4]) {}
}

fn program(name: &str) -> Arc<Program> {
    let text = if name == "loop" { LOOP } else { STRAIGHT };
    Arc::new(check(text, &Options::default()).program.expect("a program"))
}

fn batch(program: &Program) -> (Batch, Vec<[u32; 4]>) {
    let mut batch = Batch::new(program, LANES);
    for slot in 0..batch.attributes.slots() {
        for lane in 0..LANES {
            batch
                .attributes
                .set(slot, lane, [(lane as f32 * 0.37).to_bits(); 4]);
        }
    }
    let parameters = program
        .parameters()
        .iter()
        .map(|parameter| match parameter.source {
            ParameterSource::Constant(bits) => bits,
            _ => [0.5f32.to_bits(); 4],
        });
    let parameters = parameters.collect();
    (batch, parameters)
}

#[divan::bench(args = ["straight", "loop"])]
fn quiet(bencher: Bencher, name: &str) {
    let program = program(name);
    let (mut batch, parameters) = batch(&program);
    let environment = Environment::new(&parameters, &Nothing, 1 << 20);
    let kernel = ReferenceKernel::new(program);
    let mut scratch = kernel.scratch();
    bencher.bench_local(|| kernel.run(&mut batch, &environment, &mut scratch));
}

#[divan::bench(args = ["straight", "loop"])]
fn sanitized(bencher: Bencher, name: &str) {
    let program = program(name);
    let (mut batch, parameters) = batch(&program);
    let environment = Environment::new(&parameters, &Nothing, 1 << 20);
    let kernel = ReferenceKernel::new(program.clone());
    bencher.bench_local(|| {
        let mut sanitizer = Sanitizer::new(&program);
        kernel.observe(&mut batch, &environment, &mut sanitizer)
    });
}

fn main() {
    divan::main();
}
