//! Blending (GL 2.1, 4.1.8) in windows of lanes, for buffers of 8-bit components: the operations of `blend` in the same
//! order, with the factor and the equation chosen once a plane.

use super::blend::{greatest, least};
use crate::framebuffer::{level_value, nearest_level};
use crate::state::{Blend, BlendEquation, BlendFactor};

/// Lanes of a window: 16 quads.
pub(super) const WINDOW: usize = 64;

/// A component of the lanes.
pub(super) type Plane = [f32; WINDOW];

/// Red, green, blue and alpha of the lanes of a window.
pub(super) type Colors = [Plane; 4];

/// The blended colours, not clamped. Source, destination and constant are values of 8-bit components: k/255.
///
/// Planes are written in place: as values of functions they would be copied.
pub(super) fn blend(
    state: &Blend,
    source: &Colors,
    destination: &Colors,
    constant: [f32; 4],
    blended: &mut Colors,
) {
    let mut weighted = [[0.0; WINDOW]; 2];
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
            BlendEquation::Add => combine(ws, wd, to, |s, d| s + d),
            BlendEquation::Subtract => combine(ws, wd, to, |s, d| s - d),
            BlendEquation::ReverseSubtract => combine(ws, wd, to, |s, d| d - s),
            BlendEquation::Min => combine(s, d, to, least),
            BlendEquation::Max => combine(s, d, to, greatest),
        }
    }
}

/// The products of a component with a factor (GL 2.1, Table 4.2), rounded to 8 bits.
fn weigh(
    value: &Plane,
    factor: BlendFactor,
    source: &Colors,
    destination: &Colors,
    constant: [f32; 4],
    component: usize,
    to: &mut Plane,
) {
    // By a plane, by 1 less a plane, or by the same number in all lanes.
    let by = |weight, to: &mut Plane| combine(value, weight, to, |v, w| round(v * w));
    let by_rest = |weight, to: &mut Plane| combine(value, weight, to, |v, w| round(v * (1.0 - w)));
    let by_one = |weight: f32, to: &mut Plane| combine(value, value, to, |v, _| round(v * weight));
    match factor {
        BlendFactor::Zero => *to = [0.0; WINDOW],
        // An 8-bit component stays what it is.
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
        BlendFactor::OneMinusConstantColor => by_one(1.0 - constant[component], to),
        BlendFactor::ConstantAlpha => by_one(constant[3], to),
        BlendFactor::OneMinusConstantAlpha => by_one(1.0 - constant[3], to),
        BlendFactor::SourceAlphaSaturate if component == 3 => *to = *value,
        BlendFactor::SourceAlphaSaturate => {
            let mut weight = [0.0; WINDOW];
            combine(&source[3], &destination[3], &mut weight, |s, d| least(s, 1.0 - d));
            by(&weight, to);
        }
    }
}

/// The value of the nearest 8-bit component.
pub(super) fn round(value: f32) -> f32 {
    level_value(nearest_level(value))
}

fn combine(a: &Plane, b: &Plane, to: &mut Plane, operation: impl Fn(f32, f32) -> f32) {
    for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
        *to = operation(*a, *b);
    }
}
