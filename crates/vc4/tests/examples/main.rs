//! The programs of `examples/qpu`, assembled, run and compared with what the host computes.
//!
//! source of every expected number here: an independent computation on the host, with a stated tolerance where
//! the machine truncates and the host rounds.

mod fft;
mod mandelbrot;
mod memcpy;
mod reduce;
mod saxpy;
mod sgemm;

use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::hazard::{Program, check};
use quadrille_vc4::machine::{End, Limits, Machine, Memory, Outcome};

/// The words of an example as bytes; it has to assemble without a remark.
fn program(name: &str, text: &str) -> Vec<u8> {
    let assembly = assemble(name, text, &Options::default(), &mut NoIncludes);
    assert!(
        assembly.diagnostics.is_empty(),
        "{name}: {:#?}",
        assembly.diagnostics
    );
    let checked = check(
        &Program::of_assembly(&assembly, 0),
        &quadrille_vc4::hazard::Options::default(),
    );
    assert!(checked.breaches.is_empty(), "{name}: {:#?}", checked.breaches);
    assembly
        .words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect()
}

/// Runs the queue to its end; nothing may be found.
fn run(machine: &mut Machine, memory: &mut Memory<'_>) -> Outcome {
    let outcome = machine.run(memory, Limits::default(), &mut ());
    let findings: Vec<String> = outcome.findings.iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{findings:#?}");
    assert_eq!(outcome.end, End::Finished);
    outcome
}

/// Numbers that look random and are the same every time, between -1 and 1.
fn noise(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..count).map(|_| next()).collect()
}
