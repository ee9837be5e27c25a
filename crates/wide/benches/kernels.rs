//! Steps over planes: 20 vector instructions, which are 96 steps of one component, in pixels a second; and as many with
//! products and sums fused.

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_scalar::{FloatBinary, Number};
use quadrille_wide::Level;
use quadrille_wide::kernel::{Kernel, Operands, float_binary, multiply_add_plain};
use quadrille_wide::plane::{LANES, Registers, Spares};

fn main() {
    divan::main();
}

/// Registers of the programs.
const REGISTERS: u16 = 40;

type Steps = Vec<(Kernel, Operands)>;

/// Steps over registers that are drawn at random.
fn steps(count: usize, fused: bool) -> Steps {
    let mut state = 12_345_u32;
    let mut draw = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as u16 % REGISTERS
    };
    let plain = [FloatBinary::Multiply, FloatBinary::Add].map(|op| float_binary(Number::Ieee, op, 0));
    let kernel = |at: usize| match plain[at / 2 % 2] {
        Some(kernel) if !fused || at.is_multiple_of(2) => kernel,
        _ => multiply_add_plain(),
    };
    (0..count)
        .map(|at| (kernel(at), [draw(), draw(), draw(), draw(), 0]))
        .collect()
}

fn pixels(bencher: Bencher<'_, '_>, steps: &Steps, level: &str) {
    let Ok(level) = Level::of_name(level) else {
        return;
    };
    let mut registers = Registers::new(usize::from(REGISTERS), 0);
    for (at, plane) in registers.words.iter_mut().enumerate() {
        plane.0 = std::array::from_fn(|lane| (1.0 + (lane + at) as f32 * 1e-4).to_bits());
    }
    let mut spares = Spares::default();
    bencher.counter(ItemsCount::new(LANES)).bench_local(|| {
        for (run, at) in steps {
            run(level, &mut registers, &mut spares, at);
        }
    });
}

#[divan::bench(args = Level::NAMES)]
fn single_steps(bencher: Bencher<'_, '_>, level: &str) {
    pixels(bencher, &steps(96, false), level);
}

#[divan::bench(args = Level::NAMES)]
fn fused_steps(bencher: Bencher<'_, '_>, level: &str) {
    pixels(bencher, &steps(68, true), level);
}
