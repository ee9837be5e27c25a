//! A program, its inputs, and what it gives.

use std::sync::Arc;

use quadrille_base::{Budget, Meter};
use quadrille_check::{Options, check};
use quadrille_engine::environment::{Lookup, Textures};
use quadrille_engine::{Batch, Environment, Trap};
use quadrille_program::{ParameterSource, Program};
use quadrille_reference::{Observer, Quiet, ReferenceKernel};

/// Texture units that give (s, t, r, 1).
pub(crate) struct Echo;

impl Textures for Echo {
    fn sample(&self, lookup: &Lookup<'_>, result: &mut [&mut [u32]; 4]) {
        for (component, words) in result.iter_mut().enumerate() {
            for (lane, word) in words.iter_mut().enumerate() {
                *word = if component == 3 {
                    1f32.to_bits()
                } else {
                    lookup.operands[0][component][lane]
                };
            }
        }
    }
}

/// The checked program of a text.
pub(crate) fn program(text: &str) -> Arc<Program> {
    let checked = check(text, &Options::default());
    match checked.program {
        Some(program) => Arc::new(program),
        None => panic!("{text}\n{:#?}", checked.diagnostics),
    }
}

/// A run that gives its batch and, if it was stopped, why. Attribute slot 0 of lane n is `inputs[n]`.
pub(crate) fn run<O: Observer>(
    text: &str,
    inputs: &[[u32; 4]],
    budget: u64,
    observer: &mut O,
) -> (Batch, Result<(), Trap>) {
    run_program(program(text), inputs, budget, observer)
}

/// The same of a checked program.
pub(crate) fn run_program<O: Observer>(
    program: Arc<Program>,
    inputs: &[[u32; 4]],
    budget: u64,
    observer: &mut O,
) -> (Batch, Result<(), Trap>) {
    let mut batch = Batch::new(&program, inputs.len());
    if batch.attributes.slots() > 0 {
        for (lane, input) in inputs.iter().enumerate() {
            batch.attributes.set(0, lane, *input);
        }
    }
    let end = run_batch(&program, &mut batch, budget, observer);
    (batch, end)
}

/// Runs a batch of a program that reads no parameters but constants.
pub(crate) fn run_batch<O: Observer>(
    program: &Arc<Program>,
    batch: &mut Batch,
    budget: u64,
    observer: &mut O,
) -> Result<(), Trap> {
    let parameters = parameters(program, [0; 4]);
    let meter = Meter::new(Budget::of_instructions(budget));
    let environment = Environment::new(&parameters, &Echo, &meter);
    ReferenceKernel::new(Arc::clone(program)).observe(batch, &environment, observer)
}

/// The parameters of a program: its constants, and `bound` for all others.
pub(crate) fn parameters(program: &Program, bound: [u32; 4]) -> Vec<[u32; 4]> {
    let value = |source| match source {
        ParameterSource::Constant(bits) => bits,
        _ => bound,
    };
    let all = program.parameters().iter();
    all.map(|parameter| value(parameter.source)).collect()
}

/// Result slot 0 in every lane, as floats.
pub(crate) fn floats(text: &str, inputs: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let bits: Vec<[u32; 4]> = inputs.iter().map(|input| input.map(f32::to_bits)).collect();
    let (batch, end) = run(text, &bits, 1 << 20, &mut Quiet);
    end.expect(text);
    (0..inputs.len())
        .map(|lane| batch.results.get(0, lane).map(f32::from_bits))
        .collect()
}

/// The first lane of [`floats`].
pub(crate) fn vector(text: &str, input: [f32; 4]) -> [f32; 4] {
    floats(text, &[input])[0]
}
