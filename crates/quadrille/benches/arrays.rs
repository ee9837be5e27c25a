//! A vertex program of 14 instructions over arrays, in invocations a second.

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille::{BatchInputs, Inputs, Numbers, Session};

fn main() {
    divan::main();
}

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
MOV d.zw, { 0, 0, 0, 8 };
LIT l, d;
MUL l.xyz, l.y, vertex.color;
MAD result.color, l.z, light, l;
MOV result.texcoord[0], vertex.texcoord[0];
END";

#[divan::bench(args = [100, 10_000, 1_000_000])]
fn vertices(bencher: Bencher<'_, '_>, count: usize) {
    let program = Session::new().load("lit", LIT).expect("it loads");
    let positions: Vec<f32> = (0..3 * count).map(|at| (at % 1000) as f32 * 0.25).collect();
    let normals: Vec<f32> = (0..3 * count).map(|at| (at % 7) as f32 - 3.5).collect();
    let mut arrays = BatchInputs::new(count);
    for (name, numbers) in [("vertex.position", &positions), ("vertex.normal", &normals)] {
        arrays
            .set(name, 3, Numbers::F32(numbers))
            .expect("three a vertex");
    }
    let mut inputs = Inputs::default();
    for row in 0..5 {
        inputs.set(format!("program.local[{row}]"), [0.5, 0.25, -0.5, 1.0]);
    }
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| program.run_batch(&inputs, &arrays).expect("it runs"));
}
