//! Vertex state programs: run once, outside of draws, to compute program parameters (NV_vertex_program 2.14.4,
//! ExecuteProgramNV).

use quadrille_base::Meter;
use quadrille_engine::{Batch, Environment, Textures, Trap};
use quadrille_isa::gl::{Family, Stage};
use quadrille_program::{File, ParameterSource, Program};

use crate::memory::Bindings;
use crate::program::BoundProgram;
use crate::state::{Context, parameter};

/// Why a vertex state program is not run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StateProgramError {
    /// The program is of another stage.
    #[error("a {0} program cannot be executed")]
    Stage(&'static str),
    /// It writes a parameter that is a row of a tracked matrix.
    #[error("c[{0}] cannot be written while a matrix is tracked into it")]
    Tracked(u32),
    /// It was stopped.
    #[error("{}", .0.kind)]
    Trap(Trap),
}

/// Runs a vertex state program with `input` in `v[0]`; what it writes to `c[n]` are then environment parameters of
/// vertex programs.
///
/// # Errors
///
/// It is no vertex state program, it writes what is tracked, or it was stopped; then nothing is written.
pub fn execute(
    context: &mut Context,
    bound: &BoundProgram,
    input: [f32; 4],
    textures: &dyn Textures,
    meter: &Meter,
) -> Result<(), StateProgramError> {
    let program = bound.kernel.program();
    if program.profile().stage != Stage::VertexState {
        return Err(StateProgramError::Stage(program.profile().header));
    }
    let written = written(program);
    let is_tracked = |number: &&(usize, u32)| {
        let tracked = context.tracked.get(number.1 as usize / 4);
        tracked.copied().flatten().is_some()
    };
    if let Some((_, number)) = written.iter().find(is_tracked) {
        return Err(StateProgramError::Tracked(*number));
    }
    let mut batch = Batch::new(program, 1);
    for slot in 0..batch.attributes.slots() {
        batch.attributes.fill(slot, input.map(f32::to_bits));
    }
    let parameters = parameter::parameters(program, context, &bound.locals, Bindings::NONE);
    let environment = Environment::new(&parameters, textures, meter);
    let mut scratch = bound.kernel.scratch();
    bound
        .kernel
        .run(&mut batch, &environment, &mut scratch)
        .map_err(StateProgramError::Trap)?;
    let values = context.environment_mut(Stage::Vertex);
    for (slot, number) in written {
        let number = number as usize;
        if values.len() <= number {
            values.resize(number + 1, [0.0; 4]);
        }
        if let Some(value) = batch.parameters.get(slot) {
            values[number] = value.map(f32::from_bits);
        }
    }
    Ok(())
}

/// The parameters that a vertex state program writes: their slots and their numbers.
pub fn written(program: &Program) -> Vec<(usize, u32)> {
    let destinations = program
        .instructions()
        .iter()
        .filter_map(|instruction| instruction.destination?.register);
    let mut slots: Vec<usize> = destinations
        .filter(|register| register.file == File::Parameter)
        .flat_map(|register| match register.relative {
            None => register.slot as usize..register.slot as usize + 1,
            Some(relative) => relative.first as usize..(relative.first + relative.length) as usize,
        })
        .collect();
    slots.sort_unstable();
    slots.dedup();
    let number = |slot: usize| match program.parameters().get(slot)?.source {
        ParameterSource::Binding(binding) if binding.family == Family::ProgramEnv => {
            Some((slot, binding.index[0]))
        }
        ParameterSource::Constant(_) | ParameterSource::Binding(_) | ParameterSource::Buffer(_) => None,
    };
    slots.into_iter().filter_map(number).collect()
}
