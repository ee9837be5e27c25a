//! Level of detail: from the derivatives of coordinates to the filter and the levels that a lookup uses.

use crate::{MagnificationFilter, MinificationFilter, Sampler};
use quadrille_numerics::binary32::{floor, log2};

/// λ_base of the changes of the texel position for one pixel to the right and one pixel up: the logarithm of
/// the greater length (OpenGL 2.1 equations 3.18 and 3.21), as `0.5 log2(max(ρx², ρy²))` with
/// `ρ² = (u² + v²) + w²`.
#[inline(always)]
pub fn base_lambda(per_x: [f32; 3], per_y: [f32; 3]) -> f32 {
    let squared = |[u, v, w]: [f32; 3]| u * u + v * v + w * w;
    let (x, y) = (squared(per_x), squared(per_y));
    // The logarithm of a square is halved rather than a root taken. NaN in either length gives NaN.
    let rho_squared = if x.is_nan() || x > y { x } else { y };
    half_log2(rho_squared)
}

/// λ_base of a squared length.
#[inline(always)]
pub(crate) fn half_log2(rho_squared: f32) -> f32 {
    0.5 * log2(rho_squared)
}

/// λ′: λ_base with all biases, their sum clamped (OpenGL 2.1 equation 3.19).
#[inline(always)]
pub fn biased(sampler: &Sampler, lambda_base: f32, bias: f32) -> f32 {
    let maximum = sampler.maximum_lod_bias;
    let sum = sampler.lod_bias + bias;
    lambda_base
        + if sum > maximum {
            maximum
        } else if sum > -maximum {
            sum
        } else {
            -maximum
        }
}

/// λ: λ′ clamped to the sampler's range (OpenGL 2.1 equation 3.20), whose lower end an instruction may raise to
/// `least` (ARB_sparse_texture_clamp section 8.14.1). NaN gives the lower end; where the lower end is above the upper
/// one, which GL leaves undefined, the upper end wins.
#[inline(always)]
pub fn clamped(sampler: &Sampler, lambda: f32, least: f32) -> f32 {
    let (low, high) = (sampler.minimum_lod, sampler.maximum_lod);
    let low = if least > low { least } else { low };
    let raised = if lambda > low { lambda } else { low };
    if raised > high { high } else { raised }
}

/// Which filter is used within which levels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selection {
    /// The filter within each level.
    pub filter: MagnificationFilter,
    /// The level that is read.
    pub level: u32,
    /// A second level, and its weight; the first has the rest.
    pub second: Option<(u32, f32)>,
}

/// The filter and levels for a clamped λ, with levels up to `last_level` (q of OpenGL 2.1 section 3.8.8).
///
/// Sources: OpenGL 2.1 section 3.8.9 for the switch-over point c, equations 3.27 to 3.29 for the levels.
pub fn select(sampler: &Sampler, last_level: u32, lambda: f32) -> Selection {
    use MinificationFilter as Min;
    let base = sampler.base_level;
    let c = match (sampler.magnification, sampler.minification) {
        (MagnificationFilter::Linear, Min::NearestMipmapNearest | Min::NearestMipmapLinear) => 0.5,
        _ => 0.0,
    };
    // NaN was removed by `clamped`, unless a limit of the sampler is NaN; that magnifies.
    if lambda.is_nan() || lambda <= c {
        return Selection {
            filter: sampler.magnification,
            level: base,
            second: None,
        };
    }
    let filter = sampler.minification.within_level();
    // q above the base level. Levels are compared relative to the base level, where no sum is rounded.
    let last = last_level.saturating_sub(base) as f32;
    let single = |level: u32| Selection {
        filter,
        level,
        second: None,
    };
    match sampler.minification {
        Min::Nearest | Min::Linear => single(base),
        Min::NearestMipmapNearest | Min::LinearMipmapNearest => {
            if lambda <= last + 0.5 {
                single(base + nearest(lambda) as u32)
            } else {
                single(last_level)
            }
        }
        Min::NearestMipmapLinear | Min::LinearMipmapLinear => {
            if lambda >= last {
                return single(last_level);
            }
            let whole = floor(lambda);
            let level = base + whole as u32;
            Selection {
                filter,
                level,
                second: Some((level + 1, lambda - whole)),
            }
        }
    }
}

/// The integer nearest to a level that is not negative, the lower one of two: `⌈λ + ½⌉ − 1` without rounding a sum.
fn nearest(level: f32) -> f32 {
    let whole = floor(level);
    if level - whole > 0.5 { whole + 1.0 } else { whole }
}

/// The result of an LOD instruction for λ′: the level or levels that would be accessed, relative to the base
/// level, and λ′ itself (ComputeAccessedLod of ARB_texture_query_lod).
pub fn query(sampler: &Sampler, last_level: u32, lambda: f32) -> [f32; 2] {
    let last = last_level.saturating_sub(sampler.base_level) as f32;
    let inside = clamped(sampler, lambda, f32::NEG_INFINITY).max(0.0).min(last);
    let accessed = match sampler.minification {
        MinificationFilter::Nearest | MinificationFilter::Linear => 0.0,
        MinificationFilter::NearestMipmapNearest | MinificationFilter::LinearMipmapNearest => nearest(inside),
        MinificationFilter::NearestMipmapLinear | MinificationFilter::LinearMipmapLinear => inside,
    };
    [accessed, lambda]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampler(minification: MinificationFilter, magnification: MagnificationFilter) -> Sampler {
        Sampler {
            minification,
            magnification,
            ..Sampler::default()
        }
    }

    #[test]
    fn lambda_is_the_logarithm_of_the_longer_side() {
        // source: OpenGL 2.1 equations 3.18 and 3.21; 3-4-5 and 6-8-10 triangles
        assert_eq!(base_lambda([4.0, 0.0, 0.0], [0.0, 1.0, 0.0]), 2.0);
        assert_eq!(base_lambda([0.0; 3], [0.0; 3]), f32::NEG_INFINITY);
        let difference =
            base_lambda([6.0, 8.0, 0.0], [1.0, 0.0, 0.0]) - base_lambda([3.0, 4.0, 0.0], [0.0; 3]);
        assert!((difference - 1.0).abs() < 1e-6);
        assert!(base_lambda([f32::NAN, 0.0, 0.0], [5.0, 0.0, 0.0]).is_nan());
    }

    #[test]
    fn biases_are_clamped_together() {
        // source: OpenGL 2.1 equation 3.19
        let sampler = Sampler {
            lod_bias: 3.0,
            maximum_lod_bias: 4.0,
            ..Sampler::default()
        };
        assert_eq!(biased(&sampler, 1.0, 0.5), 4.5);
        assert_eq!(biased(&sampler, 1.0, 2.0), 5.0);
        assert_eq!(biased(&sampler, 1.0, -20.0), -3.0);
    }

    #[test]
    fn switch_over_point() {
        // source: OpenGL 2.1 section 3.8.9, last paragraph
        let late = sampler(
            MinificationFilter::NearestMipmapNearest,
            MagnificationFilter::Linear,
        );
        assert_eq!(select(&late, 5, 0.5).filter, MagnificationFilter::Linear);
        assert_eq!(select(&late, 5, 0.51).filter, MagnificationFilter::Nearest);
        let early = sampler(MinificationFilter::Nearest, MagnificationFilter::Linear);
        assert_eq!(select(&early, 5, 0.0).filter, MagnificationFilter::Linear);
        assert_eq!(select(&early, 5, 0.01).filter, MagnificationFilter::Nearest);
    }

    #[test]
    fn nearest_level() {
        // source: OpenGL 2.1 equation 3.27 with level_base = 1, q = 4
        let mut sampler = sampler(
            MinificationFilter::LinearMipmapNearest,
            MagnificationFilter::Nearest,
        );
        sampler.base_level = 1;
        let level = |lambda| select(&sampler, 4, lambda).level;
        assert_eq!(
            [0.5, 0.6, 1.5, 1.6, 2.5, 3.5, 3.6, 900.0].map(level),
            [1, 2, 2, 3, 3, 4, 4, 4]
        );
    }

    #[test]
    fn two_levels() {
        // source: OpenGL 2.1 equations 3.28 and 3.29 with level_base = 1, q = 3
        let mut sampler = sampler(
            MinificationFilter::LinearMipmapLinear,
            MagnificationFilter::Nearest,
        );
        sampler.base_level = 1;
        let levels = |lambda| {
            let selection = select(&sampler, 3, lambda);
            (selection.level, selection.second)
        };
        assert_eq!(levels(0.25), (1, Some((2, 0.25))));
        assert_eq!(levels(1.75), (2, Some((3, 0.75))));
        assert_eq!(levels(2.0), (3, None));
        assert_eq!(levels(f32::INFINITY), (3, None));
    }

    #[test]
    fn queries() {
        // source: the pseudo-code of ARB_texture_query_lod
        let mut nearest = sampler(
            MinificationFilter::NearestMipmapNearest,
            MagnificationFilter::Nearest,
        );
        assert_eq!(query(&nearest, 3, 1.5), [1.0, 1.5]);
        assert_eq!(query(&nearest, 3, 1.75), [2.0, 1.75]);
        assert_eq!(query(&nearest, 3, -5.0), [0.0, -5.0]);
        nearest.minification = MinificationFilter::LinearMipmapLinear;
        assert_eq!(query(&nearest, 3, 1.75), [1.75, 1.75]);
        assert_eq!(query(&nearest, 3, 9.0), [3.0, 9.0]);
    }
}
