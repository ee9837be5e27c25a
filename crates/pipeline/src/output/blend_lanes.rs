//! Blending (GL 2.1, 4.1.8) in windows of lanes, for buffers of 8-bit components: what `blend` computes of values k/255
//! that are rounded to 8 bits after each product, in integers, with the factor and the equation chosen once a plane.
//!
//! A product of two 8-bit components is never half way between two others, and lies 1/510 of one away from there at
//! least, which is more than binary32 is off: the nearest one is the same. Sums and differences of components are
//! exact.

use crate::framebuffer::window::WINDOW;
use crate::state::{Blend, BlendEquation, BlendFactor};

/// A component of the lanes: 0 to 255.
pub(super) type Plane = [u16; WINDOW];

/// Red, green, blue and alpha of the lanes of a window.
pub(super) type Colors = [Plane; 4];

/// The blended colours.
///
/// Planes are written in place: as values of functions they would be copied.
#[inline(always)]
pub(super) fn blend(
    state: &Blend,
    source: &Colors,
    destination: &Colors,
    constant: [u16; 4],
    blended: &mut Colors,
) {
    let mut weighted = [[0; WINDOW]; 2];
    for (component, to) in blended.iter_mut().enumerate() {
        let part = usize::from(component == 3);
        let (s, d) = (&source[component], &destination[component]);
        let equation = state.equation[part];
        if !matches!(equation, BlendEquation::Min | BlendEquation::Max) {
            let factors = [state.source[part], state.destination[part]];
            for ((to, value), factor) in weighted.iter_mut().zip([s, d]).zip(factors) {
                weigh(value, factor, source, destination, constant, component, to);
            }
        }
        let [ws, wd] = &weighted;
        match equation {
            BlendEquation::Add => combine(ws, wd, to, |s, d| (s + d).min(255)),
            BlendEquation::Subtract => combine(ws, wd, to, u16::saturating_sub),
            BlendEquation::ReverseSubtract => combine(ws, wd, to, |s, d| d.saturating_sub(s)),
            BlendEquation::Min => combine(s, d, to, u16::min),
            BlendEquation::Max => combine(s, d, to, u16::max),
        }
    }
}

/// The products of a component with a factor (GL 2.1, Table 4.2), rounded to 8 bits.
#[inline(always)]
fn weigh(
    value: &Plane,
    factor: BlendFactor,
    source: &Colors,
    destination: &Colors,
    constant: [u16; 4],
    component: usize,
    to: &mut Plane,
) {
    // By a plane, by 1 less a plane, or by the same number in all lanes.
    let by = |weight, to: &mut Plane| combine(value, weight, to, product);
    let by_rest = |weight, to: &mut Plane| combine(value, weight, to, |v, w| product(v, 255 - w));
    let by_one = |weight: u16, to: &mut Plane| combine(value, value, to, |v, _| product(v, weight));
    match factor {
        BlendFactor::Zero => *to = [0; WINDOW],
        BlendFactor::One => *to = *value,
        BlendFactor::SourceColor => by(&source[component], to),
        BlendFactor::OneMinusSourceColor => by_rest(&source[component], to),
        BlendFactor::DestinationColor => by(&destination[component], to),
        BlendFactor::OneMinusDestinationColor => by_rest(&destination[component], to),
        BlendFactor::SourceAlpha => by(&source[3], to),
        BlendFactor::OneMinusSourceAlpha => by_rest(&source[3], to),
        BlendFactor::DestinationAlpha => by(&destination[3], to),
        BlendFactor::OneMinusDestinationAlpha => by_rest(&destination[3], to),
        BlendFactor::ConstantColor => by_one(constant[component], to),
        BlendFactor::OneMinusConstantColor => by_one(255 - constant[component], to),
        BlendFactor::ConstantAlpha => by_one(constant[3], to),
        BlendFactor::OneMinusConstantAlpha => by_one(255 - constant[3], to),
        BlendFactor::SourceAlphaSaturate if component == 3 => *to = *value,
        BlendFactor::SourceAlphaSaturate => {
            let mut weight = [0; WINDOW];
            combine(&source[3], &destination[3], &mut weight, |s, d| s.min(255 - d));
            by(&weight, to);
        }
    }
}

/// The component nearest to the product of two: their product by 255.
#[inline(always)]
fn product(a: u16, b: u16) -> u16 {
    let sum = a * b + 128;
    (sum + (sum >> 8)) >> 8
}

#[inline(always)]
fn combine(a: &Plane, b: &Plane, to: &mut Plane, operation: impl Fn(u16, u16) -> u16) {
    for lane in 0..WINDOW {
        to[lane] = operation(a[lane], b[lane]);
    }
}

#[cfg(test)]
mod tests {
    use super::product;
    use crate::framebuffer::{from_unorm8, to_unorm8};

    /// source: the definition in binary32, for all components and for 1 less each of them
    #[test]
    fn products_are_those_of_binary32() {
        for a in 0..=255 {
            for b in 0..=255 {
                let [wanted, rest] =
                    [from_unorm8(b), 1.0 - from_unorm8(b)].map(|b| to_unorm8(from_unorm8(a) * b));
                let (a, b) = (u16::from(a), u16::from(b));
                assert_eq!(product(a, b), u16::from(wanted));
                assert_eq!(product(a, 255 - b), u16::from(rest));
            }
        }
    }
}
