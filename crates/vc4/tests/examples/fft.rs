use bytemuck::{cast_slice, cast_slice_mut};
use quadrille_vc4::machine::{Launch, Machine, Memory, Profile};

const N: usize = 4096;
const PASSES: u32 = 12;

/// What one QPU is given: see the head of `fft.qasm`.
fn uniforms(n: u32, qpus: u32, buffers: u32, factors: u32) -> Vec<u32> {
    let rows = 4 * n;
    let mut words = vec![
        (N as u32 / 32 - n).div_ceil(qpus),
        64 * n,
        64 * qpus,
        buffers,
        factors,
        0x1a00 | rows,
        if n == 0 { qpus } else { 0 },
    ];
    for pass in 0..PASSES {
        let m = (1u32 << pass).min(16);
        words.push(4 << pass);
        words.push(0xc001_0000 | if m < 16 { 4 * m } else { 0 });
        words.push(0x8000_4000 | (16 / m) << 23 | m << 16 | rows << 7);
    }
    words
}

fn transform(input: &[f32], qpus: u32) -> Vec<f32> {
    let code = super::program("fft.qasm", include_str!("../../../../examples/qpu/fft.qasm"));
    let mut buffers = vec![0f32; 2 * N * (PASSES as usize + 1)];
    buffers[..2 * N].copy_from_slice(input);
    let angle = |i: usize| std::f64::consts::TAU * i as f64 / N as f64;
    let factors: Vec<f32> = (0..N / 2)
        .map(|i| angle(i).cos() as f32)
        .chain((0..N / 2).map(|i| -angle(i).sin() as f32))
        .collect();
    let (buffers_at, factors_at) = (0x1000_0000, 0x2000_0000);
    let all: Vec<_> = (0..qpus)
        .map(|n| uniforms(n, qpus, buffers_at, factors_at))
        .collect();
    let mut memory = Memory::new();
    memory.map(buffers_at, cast_slice_mut(&mut buffers)).unwrap();
    memory.map_constant(factors_at, cast_slice(&factors)).unwrap();
    let code_at = memory.place_constant(&code).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    for uniforms in &all {
        let at = memory.place_constant(cast_slice(uniforms)).unwrap();
        machine.queue(Launch::new(code_at, at));
    }
    super::run(&mut machine, &mut memory);
    drop(memory);
    buffers[2 * N * PASSES as usize..].to_vec()
}

/// Two pure tones and noise, against the definition in double precision at some frequencies.
#[test]
fn equals_the_definition() {
    let mut input = super::noise(2 * N, 9);
    for (i, x) in input[..N].iter_mut().enumerate() {
        let angle = |k: f64| std::f64::consts::TAU * k * i as f64 / N as f64;
        *x += (3.0 * angle(5.0).cos() + 2.0 * angle(1000.0).sin()) as f32;
    }
    for qpus in [1, 12] {
        let output = transform(&input, qpus);
        for k in [0, 1, 2, 5, 777, 1000, 2047, 2048, 3096, 4091, 4095] {
            let (mut re, mut im) = (0f64, 0f64);
            for i in 0..N {
                let (sin, cos) = (-std::f64::consts::TAU * ((k * i) % N) as f64 / N as f64).sin_cos();
                let (a, b) = (f64::from(input[i]), f64::from(input[N + i]));
                re += a * cos - b * sin;
                im += a * sin + b * cos;
            }
            let (got_re, got_im) = (f64::from(output[k]), f64::from(output[N + k]));
            assert!(
                (got_re - re).abs() < 0.05 && (got_im - im).abs() < 0.05,
                "{qpus} {k}: {got_re}, {got_im} for {re}, {im}"
            );
        }
    }
}
