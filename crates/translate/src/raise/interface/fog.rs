//! Fog by a program option: which equation, and the state that it reads.

use quadrille_isa::gl::{Binding, Family, ProgramOption};
use quadrille_program::Program;

/// State that the equations read: the colour, and the parameters.
pub(crate) const STATE: [Binding; 2] = [
    Binding::new(Family::StateFogColor, [0; 4]),
    Binding::new(Family::StateFogParams, [0; 4]),
];

/// The equation of the factor by which fog is mixed into the final colour (GL 2.1, 3.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fog {
    /// `(end - z) / (end - start)`
    Linear,
    /// `e^(-density * z)`
    Exponential,
    /// `e^(-(density * z)^2)`
    ExponentialSquared,
}

/// The fog that a program asks for.
pub(crate) fn of_program(program: &Program) -> Option<Fog> {
    let options = program.features().options;
    let equations = [
        (ProgramOption::ArbFogLinear, Fog::Linear),
        (ProgramOption::ArbFogExp, Fog::Exponential),
        (ProgramOption::ArbFogExp2, Fog::ExponentialSquared),
    ];
    let mut equations = equations.into_iter();
    let found = equations.find(|(option, _)| options.contains(*option));
    found.map(|(_, equation)| equation)
}
