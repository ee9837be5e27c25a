//! Programs over batches of the pipeline's size, by the reference engine and by this one at each level, in invocations a
//! second.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_base::{Budget, Meter};
use quadrille_check::{Options, check};
use quadrille_engine::environment::{Lookup, Textures};
use quadrille_engine::{Batch, Engine, Environment};
use quadrille_program::{ParameterSource, Program};
use quadrille_reference::Reference;
use quadrille_wide::{Level, Wide};

fn main() {
    divan::main();
}

/// Invocations of a batch.
const LANES: usize = 4096;

/// Four products of a row of a matrix and a vertex: the shortest program that draws.
const TRANSFORM: &str = "!!ARBvp1.0
PARAM m[4] = { program.local[0..3] };
DP4 result.position.x, m[0], vertex.position;
DP4 result.position.y, m[1], vertex.position;
DP4 result.position.z, m[2], vertex.position;
DP4 result.position.w, m[3], vertex.position;
END";

/// A transformed and lit vertex, with a colour and a texture coordinate.
const LIT: &str = "!!ARBvp1.0
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
MOV d.z, 0;
MOV d.w, 8;
LIT l, d;
MUL l.xyz, l.y, vertex.color;
MAD result.color, l.z, light, l;
MOV result.texcoord[0], vertex.texcoord[0];
END";

/// Twenty instructions of vectors on a colour.
const TWENTY: &str = "!!ARBfp1.0
PARAM p = { 0.3, 0.6, 0.1, 1 };
TEMP a, b, c;
MUL a, fragment.color, p;
MAD b, a, fragment.texcoord[0], p.zyxw;
ADD c, a, b;
MUL c, c, c.yzwx;
MAD a, c, p.x, b;
SUB b, a, c;
MUL b, b, a.wzyx;
MAD c, b, p, a;
ADD a, a, c;
DP3 b.x, a, c;
MAD c, b.x, p, a;
MUL a, c, c;
ADD b, a, p;
MAD a, b, c, a;
MAX c, a, b;
MIN a, c, p.w;
MUL b, a, c;
MAD c, b, p.y, a;
ADD a, c, fragment.color;
MUL result.color, a, p.z;
END";

/// Functions of scalars.
const FUNCTIONS: &str = "!!ARBfp1.0
TEMP a;
RSQ a.x, fragment.color.x;
EX2 a.y, fragment.color.y;
LG2 a.z, fragment.color.z;
POW a.w, fragment.color.x, fragment.color.w;
SIN a.x, a.x;
COS a.y, a.y;
RCP a.z, a.z;
MOV result.color, a;
END";

const PROGRAMS: &[(&str, &str)] = &[
    ("transform", TRANSFORM),
    ("lit", LIT),
    ("twenty", TWENTY),
    ("functions", FUNCTIONS),
];

/// No textures.
struct Nothing;

impl Textures for Nothing {
    fn sample(&self, _: &Lookup<'_>, _: &mut [&mut [u32]; 4]) {}
}

fn program(name: &str) -> Arc<Program> {
    let text = PROGRAMS.iter().find(|row| row.0 == name).map_or("", |row| row.1);
    Arc::new(
        check(text, &Options::default())
            .program
            .expect("the program loads"),
    )
}

fn invocations(bencher: Bencher<'_, '_>, engine: &dyn Engine, name: &str) {
    let program = program(name);
    let kernel = engine.prepare(&program).expect("the engine takes it");
    let mut batch = Batch::new(&program, LANES);
    for slot in 0..batch.attributes.slots() {
        for lane in 0..LANES {
            let word =
                |component: usize| (0.25 + ((lane * 7 + slot * 3 + component) % 64) as f32 / 64.0).to_bits();
            batch.attributes.set(slot, lane, std::array::from_fn(word));
        }
    }
    let parameters: Vec<[u32; 4]> = program
        .parameters()
        .iter()
        .map(|parameter| match parameter.source {
            ParameterSource::Constant(bits) => bits,
            ParameterSource::Binding(_) | ParameterSource::Buffer(_) => [0.5f32.to_bits(); 4],
        })
        .collect();
    let meter = Meter::new(Budget::UNLIMITED);
    let environment = Environment::new(&parameters, &Nothing, &meter);
    let mut scratch = kernel.scratch();
    bencher
        .counter(ItemsCount::new(LANES))
        .bench_local(|| kernel.run(&mut batch, &environment, &mut scratch));
}

#[divan::bench(args = PROGRAMS.iter().map(|row| row.0))]
fn reference(bencher: Bencher<'_, '_>, name: &str) {
    invocations(bencher, &Reference, name);
}

macro_rules! levels {
    ($($level:ident)*) => {
        $(#[divan::bench(args = PROGRAMS.iter().map(|row| row.0))]
        fn $level(bencher: Bencher<'_, '_>, name: &str) {
            if let Ok(level) = Level::of_name(stringify!($level)) {
                invocations(bencher, &Wide::new(level), name);
            }
        })*
    };
}
levels! { sse2 avx2 avx512 }
