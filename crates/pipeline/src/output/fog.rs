//! Fog by program option: mixed into the final clamped colour (ARB_fragment_program 3.11.4.5.1).

use quadrille_isa::gl::ProgramOption;
use quadrille_numerics::binary32::exp2;
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
    let exp = |x: f32| exp2(x * std::f32::consts::LOG2_E);
    clamp(match kind {
        FogKind::Linear => (fog.end - coordinate) * (1.0 / (fog.end - fog.start)),
        FogKind::Exp => exp(-(fog.density * coordinate)),
        FogKind::Exp2 => {
            let depth = fog.density * coordinate;
            exp(-(depth * depth))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: GL 2.1, equations 3.24 to 3.26, in binary64. The exponent is off by five roundings, that of
    /// log2 e, twice that of the product, which is squared, and two more, each 2^-24 of it; 2^x by 2 units in the last
    /// place (docs/numbers.md)
    #[test]
    fn factors() {
        let unit = f64::from(f32::EPSILON) / 2.0;
        let fog = |density, start, end| Fog {
            density,
            start,
            end,
            ..Fog::default()
        };
        for step in 0..4000u16 {
            let coordinate = f32::from(step) / 37.0;
            for density in [0.01, 0.37, 1.0, 5.5] {
                let depth = f64::from(density) * f64::from(coordinate);
                for (kind, exponent) in [(FogKind::Exp, -depth), (FogKind::Exp2, -depth * depth)] {
                    let found = f64::from(factor(kind, &fog(density, 0.0, 1.0), coordinate));
                    let wanted = exponent.exp();
                    // Below 2^-126 the numbers of binary32 lie as far apart as there.
                    let error = wanted * unit * (5.0 * -exponent + 4.0) + f64::from(f32::MIN_POSITIVE);
                    assert!((found - wanted).abs() <= error, "{kind:?} {density} {coordinate}");
                }
            }
            let found = factor(FogKind::Linear, &fog(1.0, 10.0, 73.0), coordinate);
            let wanted = ((73.0 - f64::from(coordinate)) / 63.0).clamp(0.0, 1.0);
            assert!((f64::from(found) - wanted).abs() <= 4.0 * unit, "{coordinate}");
        }
        // GL 2.1: e^0 and e^-infinity are exact, and so are the ends of linear fog.
        assert_eq!(factor(FogKind::Exp, &fog(2.0, 0.0, 1.0), 0.0), 1.0);
        assert_eq!(factor(FogKind::Exp2, &fog(f32::INFINITY, 0.0, 1.0), 1.0), 0.0);
        assert_eq!(
            [2.0, 4.0].map(|c| factor(FogKind::Linear, &fog(1.0, 2.0, 4.0), c)),
            [1.0, 0.0]
        );
    }
}
