//! Blending (GL 2.1, 4.1.8).

use crate::state::{Blend, BlendEquation, BlendFactor};

/// The blended colour of a source over a destination, not clamped; `round` is what the buffer's format makes of
/// each weighted colour.
pub(crate) fn blend(
    state: &Blend,
    source: [f32; 4],
    destination: [f32; 4],
    constant: [f32; 4],
    round: impl Fn(f32) -> f32,
) -> [f32; 4] {
    std::array::from_fn(|component| {
        let part = usize::from(component == 3);
        let (s, d) = (source[component], destination[component]);
        let weight = |kind| factor(kind, source, destination, constant, component);
        let weighted = || {
            (
                round(s * weight(state.source[part])),
                round(d * weight(state.destination[part])),
            )
        };
        match state.equation[part] {
            BlendEquation::Add => {
                let (s, d) = weighted();
                s + d
            }
            BlendEquation::Subtract => {
                let (s, d) = weighted();
                s - d
            }
            BlendEquation::ReverseSubtract => {
                let (s, d) = weighted();
                d - s
            }
            BlendEquation::Min => least(s, d),
            BlendEquation::Max => greatest(s, d),
        }
    })
}

/// The lesser number, of equal ones and where one is NaN the second.
#[inline(always)]
pub(super) fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater number, in the same way.
#[inline(always)]
pub(super) fn greatest(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// A factor (GL 2.1, Table 4.2) for one component.
fn factor(
    kind: BlendFactor,
    source: [f32; 4],
    destination: [f32; 4],
    constant: [f32; 4],
    component: usize,
) -> f32 {
    match kind {
        BlendFactor::Zero => 0.0,
        BlendFactor::One => 1.0,
        BlendFactor::SourceColor => source[component],
        BlendFactor::OneMinusSourceColor => 1.0 - source[component],
        BlendFactor::DestinationColor => destination[component],
        BlendFactor::OneMinusDestinationColor => 1.0 - destination[component],
        BlendFactor::SourceAlpha => source[3],
        BlendFactor::OneMinusSourceAlpha => 1.0 - source[3],
        BlendFactor::DestinationAlpha => destination[3],
        BlendFactor::OneMinusDestinationAlpha => 1.0 - destination[3],
        BlendFactor::ConstantColor => constant[component],
        BlendFactor::OneMinusConstantColor => 1.0 - constant[component],
        BlendFactor::ConstantAlpha => constant[3],
        BlendFactor::OneMinusConstantAlpha => 1.0 - constant[3],
        BlendFactor::SourceAlphaSaturate if component == 3 => 1.0,
        BlendFactor::SourceAlphaSaturate => least(source[3], 1.0 - destination[3]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: [f32; 4] = [0.5, 0.25, 1.0, 0.75];
    const DESTINATION: [f32; 4] = [0.125, 0.5, 0.0, 0.5];
    const CONSTANT: [f32; 4] = [0.25, 0.5, 0.75, 0.125];

    /// source: GL 2.1, Table 4.2, RGB and alpha columns.
    #[test]
    fn factors() {
        use BlendFactor as F;
        let [rs, gs, bs, a_s] = SOURCE;
        let [rd, gd, bd, ad] = DESTINATION;
        let [rc, gc, bc, ac] = CONSTANT;
        let f = a_s.min(1.0 - ad);
        for (kind, wanted) in [
            (F::Zero, [0.0; 4]),
            (F::One, [1.0; 4]),
            (F::SourceColor, [rs, gs, bs, a_s]),
            (F::OneMinusSourceColor, [1.0 - rs, 1.0 - gs, 1.0 - bs, 1.0 - a_s]),
            (F::DestinationColor, [rd, gd, bd, ad]),
            (
                F::OneMinusDestinationColor,
                [1.0 - rd, 1.0 - gd, 1.0 - bd, 1.0 - ad],
            ),
            (F::SourceAlpha, [a_s; 4]),
            (F::OneMinusSourceAlpha, [1.0 - a_s; 4]),
            (F::DestinationAlpha, [ad; 4]),
            (F::OneMinusDestinationAlpha, [1.0 - ad; 4]),
            (F::ConstantColor, [rc, gc, bc, ac]),
            (F::OneMinusConstantColor, [1.0 - rc, 1.0 - gc, 1.0 - bc, 1.0 - ac]),
            (F::ConstantAlpha, [ac; 4]),
            (F::OneMinusConstantAlpha, [1.0 - ac; 4]),
            (F::SourceAlphaSaturate, [f, f, f, 1.0]),
        ] {
            let found: [f32; 4] = std::array::from_fn(|k| factor(kind, SOURCE, DESTINATION, CONSTANT, k));
            assert_eq!(found, wanted, "{kind:?}");
        }
    }

    /// source: GL 2.1, Table 4.1; minimum and maximum ignore the factors.
    #[test]
    fn equations() {
        let mut state = Blend {
            enabled: true,
            source: [BlendFactor::One; 2],
            destination: [BlendFactor::One; 2],
            ..Blend::default()
        };
        let pairs = || SOURCE.into_iter().zip(DESTINATION);
        let mut check = |equation, f: fn(f32, f32) -> f32| {
            state.equation = [equation; 2];
            let wanted: Vec<f32> = pairs().map(|(s, d)| f(s, d)).collect();
            assert_eq!(
                blend(&state, SOURCE, DESTINATION, CONSTANT, |v| v).to_vec(),
                wanted,
                "{equation:?}"
            );
        };
        check(BlendEquation::Add, |s, d| s + d);
        check(BlendEquation::Subtract, |s, d| s - d);
        check(BlendEquation::ReverseSubtract, |s, d| d - s);
        check(BlendEquation::Min, f32::min);
        check(BlendEquation::Max, f32::max);
    }

    /// GL leaves NaN open: docs/numbers.md has what is stored go through it, on every machine.
    #[test]
    fn the_least_of_what_is_no_number() {
        for equation in [least, greatest] {
            assert_eq!(equation(f32::NAN, 2.0), 2.0);
            assert!(equation(2.0, f32::NAN).is_nan());
            assert_eq!(
                [equation(0.0, -0.0), equation(-0.0, 0.0)].map(f32::to_bits),
                [1 << 31, 0]
            );
        }
    }
}
