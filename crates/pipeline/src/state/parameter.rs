//! Program parameters: the vector that each binding stands for (ARB_vertex_program 2.14.3,
//! ARB_fragment_program 3.11.3; facts in Tables X.3 and X.2).

use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_program::{ParameterSource, Program};

use super::Context;

/// The values of a program's parameters, constants filled in.
pub fn parameters(program: &Program, context: &Context, locals: &[[f32; 4]]) -> Vec<[u32; 4]> {
    let stage = program.profile().stage;
    program
        .parameters()
        .iter()
        .map(|parameter| match parameter.source {
            ParameterSource::Constant(bits) => bits,
            ParameterSource::Binding(binding) => value(binding, stage, context, locals).map(f32::to_bits),
        })
        .collect()
}

/// The vector that a binding stands for in a program of a stage. What is not there is 0.
pub fn value(binding: Binding, stage: Stage, context: &Context, locals: &[[f32; 4]]) -> [f32; 4] {
    let index = binding.index;
    let at = |values: &[[f32; 4]]| values.get(index[0] as usize).copied().unwrap_or_default();
    match binding.family {
        Family::ProgramLocal => at(locals),
        Family::ProgramEnv => at(match stage {
            Stage::Fragment => &context.fragment_environment,
            _ => &context.vertex_environment,
        }),
        _ => [0.0; 4],
    }
}
