//! Blending (GL 2.1, 4.1.8; ARB_blend_func_extended) in windows of lanes, or of one lane, with the factor and the equation
//! chosen once a plane.
//!
//! Buffers of 8-bit components hold k/255, and round to it after each product. In integers they do so by themselves: a
//! product of two such components is never half way between two others, and lies 1/510 of one away from there at least, which is
//! more than binary32 is off, so the nearest one is the same. Sums and differences of components are exact.

use crate::framebuffer::window::WINDOW;
use crate::state::{Blend, BlendEquation, BlendFactor};

/// A component as it is blended.
pub(super) trait Component: Copy + Default {
    /// 1.
    const ONE: Self;
    /// The product with a factor, as the buffer's format rounds it.
    fn product(self, factor: Self) -> Self;
    /// 1 less it.
    fn rest(self) -> Self;
    fn sum(self, other: Self) -> Self;
    fn difference(self, other: Self) -> Self;
    fn least(self, other: Self) -> Self;
    fn greatest(self, other: Self) -> Self;
}

/// 8-bit fixed point: 0 to 255.
impl Component for u16 {
    const ONE: u16 = 255;

    #[inline(always)]
    fn product(self, factor: u16) -> u16 {
        let sum = self * factor + 128;
        (sum + (sum >> 8)) >> 8
    }
    #[inline(always)]
    fn rest(self) -> u16 {
        255 - self
    }
    #[inline(always)]
    fn sum(self, other: u16) -> u16 {
        (self + other).min(255)
    }
    #[inline(always)]
    fn difference(self, other: u16) -> u16 {
        self.saturating_sub(other)
    }
    #[inline(always)]
    fn least(self, other: u16) -> u16 {
        self.min(other)
    }
    #[inline(always)]
    fn greatest(self, other: u16) -> u16 {
        self.max(other)
    }
}

impl Component for f32 {
    const ONE: f32 = 1.0;

    #[inline(always)]
    fn product(self, factor: f32) -> f32 {
        self * factor
    }
    #[inline(always)]
    fn rest(self) -> f32 {
        1.0 - self
    }
    #[inline(always)]
    fn sum(self, other: f32) -> f32 {
        self + other
    }
    #[inline(always)]
    fn difference(self, other: f32) -> f32 {
        self - other
    }
    #[inline(always)]
    fn least(self, other: f32) -> f32 {
        least(self, other)
    }
    #[inline(always)]
    fn greatest(self, other: f32) -> f32 {
        greatest(self, other)
    }
}

/// A component of the lanes.
pub(super) type Plane<T, const N: usize = WINDOW> = [T; N];

/// Red, green, blue and alpha of the lanes.
pub(super) type Colors<T, const N: usize = WINDOW> = [Plane<T, N>; 4];

/// The same, where they are.
pub(super) type ColorsAt<'a, T, const N: usize = WINDOW> = [&'a Plane<T, N>; 4];

/// What is blended.
pub(super) struct Blended<T, const N: usize = WINDOW> {
    /// A component of the source and of the destination, weighted.
    weighted: [Plane<T, N>; 2],
    pub(super) colors: Colors<T, N>,
}

impl<T: Component, const N: usize> Blended<T, N> {
    pub(super) fn new() -> Blended<T, N> {
        Blended {
            weighted: [[T::default(); N]; 2],
            colors: [[T::default(); N]; 4],
        }
    }
}

/// The blended colours of a source and a second source over a destination, not clamped; `round` is what the buffer's format
/// makes of the weighted colours of a component.
///
/// Planes are written in place: as values of functions they would be copied.
#[inline(always)]
pub(super) fn blend<T: Component, const N: usize>(
    state: &Blend,
    sources: [ColorsAt<'_, T, N>; 2],
    destination: &Colors<T, N>,
    constant: [T; 4],
    round: impl Fn(usize, &mut Plane<T, N>),
    Blended { weighted, colors }: &mut Blended<T, N>,
) {
    for (component, to) in colors.iter_mut().enumerate() {
        let part = usize::from(component == 3);
        let (s, d) = (sources[0][component], &destination[component]);
        let equation = state.equation[part];
        if !matches!(equation, BlendEquation::Min | BlendEquation::Max) {
            for (number, to) in weighted.iter_mut().enumerate() {
                // Chosen one by one: what an array of both is copied into waits for all of it.
                let (value, factor) = match number {
                    0 => (s, state.source[part]),
                    _ => (d, state.destination[part]),
                };
                weigh(value, factor, sources, destination, constant, component, to);
                round(component, to);
            }
        }
        let [ws, wd] = &*weighted;
        match equation {
            BlendEquation::Add => combine(ws, wd, to, T::sum),
            BlendEquation::Subtract => combine(ws, wd, to, T::difference),
            BlendEquation::ReverseSubtract => combine(wd, ws, to, T::difference),
            BlendEquation::Min => combine(s, d, to, T::least),
            BlendEquation::Max => combine(s, d, to, T::greatest),
        }
    }
}

/// The products of a component with a factor (GL 2.1, Table 4.2; ARB_blend_func_extended).
#[inline(always)]
fn weigh<T: Component, const N: usize>(
    value: &Plane<T, N>,
    factor: BlendFactor,
    [source, second]: [ColorsAt<'_, T, N>; 2],
    destination: &Colors<T, N>,
    constant: [T; 4],
    component: usize,
    to: &mut Plane<T, N>,
) {
    // By a plane, by 1 less a plane, or by the same number in all lanes.
    let by = |weight, to: &mut Plane<T, N>| combine(value, weight, to, T::product);
    let by_rest = |weight, to: &mut Plane<T, N>| combine(value, weight, to, |v, w| v.product(w.rest()));
    let by_one = |weight: T, to: &mut Plane<T, N>| combine(value, value, to, |v, _| v.product(weight));
    match factor {
        BlendFactor::Zero => by_one(T::default(), to),
        BlendFactor::One => by_one(T::ONE, to),
        BlendFactor::SourceColor => by(source[component], to),
        BlendFactor::OneMinusSourceColor => by_rest(source[component], to),
        BlendFactor::DestinationColor => by(&destination[component], to),
        BlendFactor::OneMinusDestinationColor => by_rest(&destination[component], to),
        BlendFactor::SourceAlpha => by(source[3], to),
        BlendFactor::OneMinusSourceAlpha => by_rest(source[3], to),
        BlendFactor::DestinationAlpha => by(&destination[3], to),
        BlendFactor::OneMinusDestinationAlpha => by_rest(&destination[3], to),
        BlendFactor::ConstantColor => by_one(constant[component], to),
        BlendFactor::OneMinusConstantColor => by_one(constant[component].rest(), to),
        BlendFactor::ConstantAlpha => by_one(constant[3], to),
        BlendFactor::OneMinusConstantAlpha => by_one(constant[3].rest(), to),
        BlendFactor::SourceAlphaSaturate if component == 3 => by_one(T::ONE, to),
        BlendFactor::SourceAlphaSaturate => {
            let mut weight = [T::default(); N];
            combine(source[3], &destination[3], &mut weight, |s, d| s.least(d.rest()));
            by(&weight, to);
        }
        BlendFactor::Source1Color => by(second[component], to),
        BlendFactor::OneMinusSource1Color => by_rest(second[component], to),
        BlendFactor::Source1Alpha => by(second[3], to),
        BlendFactor::OneMinusSource1Alpha => by_rest(second[3], to),
    }
}

#[inline(always)]
fn combine<T: Component, const N: usize>(
    a: &Plane<T, N>,
    b: &Plane<T, N>,
    to: &mut Plane<T, N>,
    operation: impl Fn(T, T) -> T,
) {
    for lane in 0..N {
        to[lane] = operation(a[lane], b[lane]);
    }
}

/// The lesser number, of equal ones and where one is NaN the second.
#[inline(always)]
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater number, in the same way.
#[inline(always)]
fn greatest(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::{from_unorm8, to_unorm8};

    /// source: the definition in binary32, for all components and for 1 less each of them
    #[test]
    fn products_are_those_of_binary32() {
        for a in 0..=255 {
            assert_eq!(
                (u16::from(a).product(0), u16::from(a).product(255)),
                (0, a.into())
            );
            for b in 0..=255 {
                let [wanted, rest] =
                    [from_unorm8(b), 1.0 - from_unorm8(b)].map(|b| to_unorm8(from_unorm8(a) * b));
                let (a, b) = (u16::from(a), u16::from(b));
                assert_eq!(a.product(b), u16::from(wanted));
                assert_eq!(a.product(b.rest()), u16::from(rest));
            }
        }
    }

    const SOURCE: [f32; 4] = [0.5, 0.25, 1.0, 0.75];
    const SECOND: [f32; 4] = [0.25, 1.0, 0.125, 0.5];
    const DESTINATION: [f32; 4] = [0.125, 0.5, 0.0, 0.5];
    const CONSTANT: [f32; 4] = [0.25, 0.5, 0.75, 0.125];

    /// Both sources as planes of one lane.
    fn planes() -> [ColorsAt<'static, f32, 1>; 2] {
        [&SOURCE, &SECOND].map(|color| color.each_ref().map(std::array::from_ref))
    }

    /// source: GL 2.1, Table 4.2, and ARB_blend_func_extended, RGB and alpha columns.
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
            (F::Source1Color, SECOND),
            (F::OneMinusSource1Color, SECOND.map(|second| 1.0 - second)),
            (F::Source1Alpha, [SECOND[3]; 4]),
            (F::OneMinusSource1Alpha, [1.0 - SECOND[3]; 4]),
        ] {
            let found: [f32; 4] = std::array::from_fn(|k| {
                let mut product = [0.0];
                weigh(
                    &[1.0],
                    kind,
                    planes(),
                    &DESTINATION.map(|d| [d]),
                    CONSTANT,
                    k,
                    &mut product,
                );
                product[0]
            });
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
            let mut found = Blended::new();
            blend(
                &state,
                planes(),
                &DESTINATION.map(|d| [d]),
                CONSTANT,
                |_, _| {},
                &mut found,
            );
            assert_eq!(found.colors.as_flattened(), wanted, "{equation:?}");
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
