//! How many QPU instructions, of sixteen elements each, the emulator runs in a second on one core: the product
//! of two matrices of `examples/qpu/sgemm.qasm` on twelve QPUs, exact, with all findings looked for.

use bytemuck::{bytes_of, cast_slice, cast_slice_mut};
use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::machine::{Launch, Limits, Machine, Memory, Profile};

const TILES: u32 = 0x1000_0000;
const A: u32 = 0x2000_0000;
const B: u32 = 0x3000_0000;
const C: u32 = 0x4000_0000;
const CODE: u32 = 0x5000_0000;
const UNIFORMS: u32 = 0x6000_0000;

fn main() {
    divan::main();
}

struct Problem {
    size: usize,
    qpus: u32,
    code: Vec<u8>,
    panels: Vec<f32>,
    b: Vec<f32>,
    tiles: Vec<[u32; 4]>,
    uniforms: Vec<[u32; 9]>,
}

impl Problem {
    /// Square matrices of `size`, a multiple of 32.
    fn new(size: usize, qpus: u32) -> Problem {
        let text = include_str!("../../../examples/qpu/sgemm.qasm");
        let assembly = assemble("sgemm.qasm", text, &Options::default(), &mut NoIncludes);
        let across = (size / 16) as u32;
        let count = (size / 32) as u32 * across;
        let words = size as u32;
        let tile = |tile: u32| {
            let (panel, column) = (tile / across, tile % across);
            let corner = C + (panel * 32 * words + column * 16) * 4;
            [
                A + panel * 128 * words,
                B + column * 64,
                corner,
                TILES + 16 * (tile + qpus),
            ]
        };
        let uniforms = |n: u32| {
            [
                TILES + 16 * n,
                (count - n).div_ceil(qpus),
                words,
                4 * words,
                0x1a00 | (4 * n),
                0x8210_4000 | (n << 9),
                0xc000_0000 | (4 * words - 64),
                16 * words,
                if n == 0 { qpus } else { 0 },
            ]
        };
        let noise = |count: usize| {
            (0..count)
                .map(|i| (i * 7919 % 1000) as f32 / 500.0 - 0.9991)
                .collect()
        };
        Problem {
            size,
            qpus,
            code: assembly
                .words
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect(),
            panels: noise(size * size),
            b: noise(size * size),
            tiles: (0..count).map(tile).chain([[0; 4]; 3]).collect(),
            uniforms: (0..qpus).map(uniforms).collect(),
        }
    }

    /// Instructions that one product takes.
    fn run(&self, c: &mut [f32]) -> u64 {
        let mut memory = Memory::new();
        let buffers: [(u32, &[u8]); 5] = [
            (TILES, cast_slice(&self.tiles)),
            (A, cast_slice(&self.panels)),
            (B, cast_slice(&self.b)),
            (CODE, &self.code),
            (UNIFORMS, cast_slice(&self.uniforms)),
        ];
        for (address, bytes) in buffers {
            memory
                .map_constant(address, bytes)
                .expect("the buffers lie apart");
        }
        memory.map(C, cast_slice_mut(c)).expect("the buffers lie apart");
        let mut machine = Machine::new(Profile::raspberry_pi());
        for n in 0..self.qpus {
            machine.queue(Launch::new(CODE, UNIFORMS + n * size_of::<[u32; 9]>() as u32));
        }
        let outcome = machine.run(&mut memory, Limits::default(), &mut ());
        assert!(outcome.findings.is_empty());
        outcome.instructions()
    }
}

#[divan::bench(args = [1, 12])]
fn sgemm_256(bencher: Bencher<'_, '_>, qpus: u32) {
    let problem = Problem::new(256, qpus);
    let mut c = vec![0f32; problem.size * problem.size];
    let instructions = problem.run(&mut c);
    bencher
        .counter(ItemsCount::new(instructions))
        .bench_local(|| problem.run(&mut c));
    divan::black_box(bytes_of(&c[0]));
}
