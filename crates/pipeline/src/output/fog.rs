//! Fog by program option: mixed into the final clamped colour (ARB_fragment_program 3.11.4.5.1).

use quadrille_isa::gl::ProgramOption;
use quadrille_numerics::environment::Ieee;
use quadrille_numerics::lane::Float;
use quadrille_program::Program;

use crate::inter_stage::vertex_export::clamp;
use crate::state::Fog;

/// The fog mode of a program's option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FogKind {
    Linear,
    Exp,
    Exp2,
}

/// The fog that a program asks for.
pub(crate) fn of(program: &Program) -> Option<FogKind> {
    let options = program.features().options;
    [
        (ProgramOption::ArbFogLinear, FogKind::Linear),
        (ProgramOption::ArbFogExp, FogKind::Exp),
        (ProgramOption::ArbFogExp2, FogKind::Exp2),
    ]
    .into_iter()
    .find_map(|(option, kind)| options.contains(option).then_some(kind))
}

/// The fog factor of a coordinate, clamped to [0, 1] (GL 2.1, 3.10, equations 3.24 to 3.26): every operation as written,
/// rounded to binary32.
pub(crate) fn factor(kind: FogKind, fog: &Fog, coordinate: f32) -> f32 {
    // e^x = 2^(x·log2 e), with the 2^x of EX2.
    let exp = |x: f32| Ieee(x * std::f32::consts::LOG2_E).exp2().0;
    clamp(match kind {
        FogKind::Linear => (fog.end - coordinate) * (1.0 / (fog.end - fog.start)),
        FogKind::Exp => exp(-(fog.density * coordinate)),
        FogKind::Exp2 => {
            let depth = fog.density * coordinate;
            exp(-(depth * depth))
        }
    })
}
