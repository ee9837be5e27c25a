use bytemuck::{bytes_of, cast_slice, cast_slice_mut};
use quadrille_vc4::machine::{Launch, Machine, Memory, Profile, Stall};

const TILES: u32 = 0x1000_0000;
const A: u32 = 0x2000_0000;
const B: u32 = 0x3000_0000;
const C: u32 = 0x4000_0000;

/// What one QPU is given: see the head of `sgemm.qasm`.
fn uniforms(n: u32, qpus: u32, tiles: u32, depth: u32, columns: u32) -> [u32; 9] {
    let mine = (tiles - n).div_ceil(qpus);
    let row = 4 * n;
    [
        TILES + 16 * n,
        mine,
        depth,
        4 * columns,
        0x0000_1a00 | row,
        0x8000_0000 | 4 << 23 | 16 << 16 | 1 << 14 | row << 7,
        0xc000_0000 | (4 * columns - 64),
        16 * columns,
        if n == 0 { qpus } else { 0 },
    ]
}

fn multiply(rows: usize, columns: usize, depth: usize, qpus: u32) {
    let code = super::program("sgemm.qasm", include_str!("../../../../examples/qpu/sgemm.qasm"));
    let (a, b) = (super::noise(rows * depth, 5), super::noise(depth * columns, 6));
    let mut c = vec![0f32; rows * columns];
    // Panels of 32 rows of A, column after column.
    let panels: Vec<f32> = (0..rows / 32)
        .flat_map(|panel| (0..depth).flat_map(move |k| (0..32).map(move |i| (panel * 32 + i) * depth + k)))
        .map(|index| a[index])
        .collect();
    let across = columns / 16;
    let count = (rows / 32 * across) as u32;
    let tiles: Vec<[u32; 4]> = (0..count)
        .map(|tile| {
            let (panel, column) = (tile / across as u32, tile % across as u32);
            [
                A + panel * 32 * depth as u32 * 4,
                B + column * 64,
                C + (panel * 32 * columns as u32 + column * 16) * 4,
                TILES + 16 * (tile + qpus),
            ]
        })
        .chain(std::iter::repeat_n([0; 4], 3))
        .collect();
    let all: Vec<_> = (0..qpus)
        .map(|n| uniforms(n, qpus, count, depth as u32, columns as u32))
        .collect();
    let mut memory = Memory::new();
    memory.map_constant(TILES, cast_slice(&tiles)).unwrap();
    memory.map_constant(A, cast_slice(&panels)).unwrap();
    memory.map_constant(B, cast_slice(&b)).unwrap();
    memory.map(C, cast_slice_mut(&mut c)).unwrap();
    let code_at = memory.place_constant(&code).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    for uniforms in &all {
        let at = memory.place_constant(bytes_of(uniforms)).unwrap();
        machine.queue(Launch::new(code_at, at));
    }
    let outcome = super::run(&mut machine, &mut memory);
    drop(memory);
    assert_eq!(outcome.interrupts.len(), 1, "the reporter wakes the host");
    if qpus > 1 {
        assert!(
            outcome
                .qpus
                .iter()
                .map(|totals| totals.stall(Stall::Semaphore))
                .sum::<u64>()
                > 0
        );
    }
    for row in 0..rows {
        for column in 0..columns {
            let want: f64 = (0..depth)
                .map(|k| f64::from(a[row * depth + k]) * f64::from(b[k * columns + column]))
                .sum();
            let got = f64::from(c[row * columns + column]);
            assert!(
                (got - want).abs() < 1e-6 * depth as f64,
                "{row}, {column}: {got} for {want}"
            );
        }
    }
}

#[test]
fn equals_the_host_on_twelve_qpus() {
    multiply(96, 96, 33, 12);
}

#[test]
fn equals_the_host_on_one_qpu() {
    multiply(32, 32, 8, 1);
}
