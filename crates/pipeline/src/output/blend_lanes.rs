//! Blending (GL 2.1, 4.1.8) in windows of lanes, with the factor and the equation chosen once a plane: what `blend`
//! computes lane by lane.
//!
//! Buffers of 8-bit components hold k/255, and round to it after each product. Here they do so in integers: a product of
//! two such components is never half way between two others, and lies 1/510 of one away from there at least, which is
//! more than binary32 is off, so the nearest one is the same. Sums and differences of components are exact.

use super::blend::{greatest, least};
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
pub(super) type Plane<T> = [T; WINDOW];

/// Red, green, blue and alpha of the lanes of a window.
pub(super) type Colors<T> = [Plane<T>; 4];

/// The blended colours, not clamped.
///
/// Planes are written in place: as values of functions they would be copied.
#[inline(always)]
pub(super) fn blend<T: Component>(
    state: &Blend,
    source: [&Plane<T>; 4],
    destination: &Colors<T>,
    constant: [T; 4],
    blended: &mut Colors<T>,
) {
    let mut weighted = [[T::default(); WINDOW]; 2];
    for (component, to) in blended.iter_mut().enumerate() {
        let part = usize::from(component == 3);
        let (s, d) = (source[component], &destination[component]);
        let equation = state.equation[part];
        if !matches!(equation, BlendEquation::Min | BlendEquation::Max) {
            let factors = [state.source[part], state.destination[part]];
            for ((to, value), factor) in weighted.iter_mut().zip([s, d]).zip(factors) {
                weigh(value, factor, source, destination, constant, component, to);
            }
        }
        let [ws, wd] = &weighted;
        match equation {
            BlendEquation::Add => combine(ws, wd, to, T::sum),
            BlendEquation::Subtract => combine(ws, wd, to, T::difference),
            BlendEquation::ReverseSubtract => combine(wd, ws, to, T::difference),
            BlendEquation::Min => combine(s, d, to, T::least),
            BlendEquation::Max => combine(s, d, to, T::greatest),
        }
    }
}

/// The products of a component with a factor (GL 2.1, Table 4.2).
#[inline(always)]
fn weigh<T: Component>(
    value: &Plane<T>,
    factor: BlendFactor,
    source: [&Plane<T>; 4],
    destination: &Colors<T>,
    constant: [T; 4],
    component: usize,
    to: &mut Plane<T>,
) {
    // By a plane, by 1 less a plane, or by the same number in all lanes.
    let by = |weight, to: &mut Plane<T>| combine(value, weight, to, T::product);
    let by_rest = |weight, to: &mut Plane<T>| combine(value, weight, to, |v, w| v.product(w.rest()));
    let by_one = |weight: T, to: &mut Plane<T>| combine(value, value, to, |v, _| v.product(weight));
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
            let mut weight = [T::default(); WINDOW];
            combine(source[3], &destination[3], &mut weight, |s, d| s.least(d.rest()));
            by(&weight, to);
        }
    }
}

#[inline(always)]
fn combine<T: Component>(a: &Plane<T>, b: &Plane<T>, to: &mut Plane<T>, operation: impl Fn(T, T) -> T) {
    for lane in 0..WINDOW {
        to[lane] = operation(a[lane], b[lane]);
    }
}

#[cfg(test)]
mod tests {
    use super::Component;
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
}
