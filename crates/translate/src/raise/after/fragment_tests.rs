//! Tests of fragments: of alpha, and whether those of depth and stencil come before the program.

use quadrille_base::Span;
use quadrille_isa::gl::{Family, Opcode, ProgramOption};
use quadrille_program::Instruction;

use crate::form::{
    AddedParameter, Binary, BuiltIn, Expression, Output, OutputKind, Root, Statement, Type, Unary,
};
use crate::options::AlphaTest;
use crate::raise::draft::Draft;
use crate::target::Feature;

/// Drops fragments that fail the alpha test (OpenGL 2.1, 4.1.4), which comes after fog. A program that
/// writes no colour has no alpha that could fail, nor has one that writes integers (OpenGL 3.0, 4.1.4).
pub(crate) fn alpha(draft: &mut Draft<'_>) -> Option<Statement> {
    let is_first =
        |output: &Output| matches!(output.kind, OutputKind::Color(0, 0)) && output.ty == Type::VEC4;
    let first = draft.shader.outputs.iter().position(is_first);
    let (Some(test), Some(at)) = (draft.context.options.alpha_test, first) else {
        return None;
    };
    // What is dropped is what does not pass: NaN among it.
    let passes = match test {
        AlphaTest::Never => None,
        AlphaTest::Less => Some(Binary::Less),
        AlphaTest::LessOrEqual => Some(Binary::LessOrEqual),
        AlphaTest::Equal => Some(Binary::Equal),
        AlphaTest::GreaterOrEqual => Some(Binary::GreaterOrEqual),
        AlphaTest::Greater => Some(Binary::Greater),
        AlphaTest::NotEqual => Some(Binary::NotEqual),
    };
    let condition = match passes {
        None => Expression::truth(true),
        Some(passes) => {
            let reference = draft.added_parameter(AddedParameter::AlphaReference);
            let alpha = Expression::read(Root::Output(at as u32), Type::VEC4).component(3);
            let bounds = vec![alpha, Expression::float(0.0, 1), Expression::float(1.0, 1)];
            let clamped = Expression::built_in(BuiltIn::Clamp, bounds);
            Expression::binary(passes, clamped, reference).unary(Unary::Not)
        }
    };
    Some(Statement::drop_where(condition))
}

/// The tests of depth and stencil come before the program (NV_gpu_program5 3.X, option NV_early_fragment_tests),
/// which shows where it drops fragments or has a depth of its own.
pub(crate) fn early(draft: &mut Draft<'_>) {
    let context = draft.context;
    if !context.has_option(ProgramOption::NvEarlyFragmentTests) {
        return;
    }
    let kills = |instruction: &Instruction| instruction.opcode == Opcode::Kil;
    let shows = context.options.alpha_test.is_some()
        || context.program.instructions().iter().any(kills)
        || context
            .program
            .results()
            .iter()
            .any(|result| result.binding.family == Family::ResultDepth);
    if shows || context.supports(Feature::EarlyTests) {
        draft.need(Feature::EarlyTests, Span::at(0));
    }
}
