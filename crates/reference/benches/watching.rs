//! What a run costs, and what it costs to watch it: without an observer nothing is paid for one.
//!
//! The peer that shows it is the engine itself, built a second time into this program from the same files with all
//! hooks cut out of them. `quiet` over `hookless` is what hooks cost that nobody uses.

use std::sync::Arc;
use std::time::{Duration, Instant};

/// Leaves a hook out.
macro_rules! watch {
    ($observer:ty, $hook:block) => {
        ()
    };
}

/// The modules of the engine, in the place where they look for each other.
macro_rules! engine {
    ($($name:ident $path:literal)*) => {
        $(
            #[allow(
                dead_code,
                unused_variables,
                unused_imports,
                unreachable_pub,
                clippy::single_match,
                clippy::unused_unit,
                reason = "without hooks some of it is not used"
            )]
            #[path = $path]
            mod $name;
        )*
    };
}

engine! {
    arithmetic "../src/arithmetic.rs"
    condition "../src/condition.rs"
    convert "../src/convert.rs"
    destination "../src/destination.rs"
    flow "../src/flow.rs"
    group "../src/group.rs"
    kernel "../src/kernel.rs"
    memory "../src/memory.rs"
    observer "../src/observer.rs"
    operand "../src/operand.rs"
    patch "../src/patch.rs"
    prepared "../src/prepared.rs"
    run "../src/run.rs"
    schedule "../src/schedule.rs"
    stage "../src/stage.rs"
    state "../src/state.rs"
    texture "../src/texture.rs"
    undefined "../src/undefined.rs"
    word "../src/word.rs"
}

use divan::Bencher;
use quadrille_base::{Budget, Meter};
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
    fn sample(&self, _: &Lookup<'_>, _: &mut [&mut [u32]; 4]) {}
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

const NAMES: [&str; 2] = ["straight", "loop"];

fn bench(bencher: Bencher, kernel: &dyn Kernel) {
    let (mut batch, parameters) = batch(kernel.program());
    let meter = Meter::new(Budget::of_instructions(1 << 20));
    let environment = Environment::new(&parameters, &Nothing, &meter);
    let mut scratch = kernel.scratch();
    bencher.bench_local(|| kernel.run(&mut batch, &environment, &mut scratch));
}

#[divan::bench(args = NAMES)]
fn quiet(bencher: Bencher, name: &str) {
    bench(bencher, &ReferenceKernel::new(program(name)));
}

#[divan::bench(args = NAMES)]
fn hookless(bencher: Bencher, name: &str) {
    bench(bencher, &kernel::ReferenceKernel::new(program(name)));
}

#[divan::bench(args = NAMES)]
fn sanitized(bencher: Bencher, name: &str) {
    let program = program(name);
    let (mut batch, parameters) = batch(&program);
    let meter = Meter::new(Budget::of_instructions(1 << 20));
    let environment = Environment::new(&parameters, &Nothing, &meter);
    let kernel = ReferenceKernel::new(program.clone());
    bencher.bench_local(|| {
        let mut sanitizer = Sanitizer::new(&program);
        kernel.observe(&mut batch, &environment, &mut sanitizer)
    });
}

/// Runs both engines in turn, so that what else the machine does meets both, and prints their ratio.
#[expect(clippy::print_stdout, reason = "the ratio is what the benchmark is for")]
fn print_ratio(name: &str) {
    let kernels: [Box<dyn Kernel>; 2] = [
        Box::new(ReferenceKernel::new(program(name))),
        Box::new(kernel::ReferenceKernel::new(program(name))),
    ];
    let (batch, parameters) = batch(kernels[0].program());
    let meter = Meter::new(Budget::of_instructions(1 << 20));
    let environment = Environment::new(&parameters, &Nothing, &meter);
    let mut least = [Duration::MAX; 2];
    for _ in 0..2000 {
        for (kernel, least) in kernels.iter().zip(&mut least) {
            let mut batch = batch.clone();
            let mut scratch = kernel.scratch();
            let start = Instant::now();
            kernel
                .run(&mut batch, &environment, &mut scratch)
                .expect("it runs to its end");
            *least = start.elapsed().min(*least);
        }
    }
    let [quiet, hookless] = least.map(|time| time.as_secs_f64());
    println!(
        "{name}: quiet takes {:.3} of the time of hookless",
        quiet / hookless
    );
}

fn main() {
    divan::main();
    NAMES.iter().for_each(|name| print_ratio(name));
}
