//! Anisotropic filtering: several samples along the longer side of a pixel's area, by the formula of
//! EXT_texture_filter_anisotropic section 3.8.9.1, which the extension gives as an example and which is exact here.

use crate::filter::mix;

/// MAX_TEXTURE_MAX_ANISOTROPY_EXT.
pub const MAX_ANISOTROPY: f32 = 16.0;

/// How the area of a pixel is sampled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Area {
    /// N: the number of samples.
    pub samples: u32,
    /// Whether they lie along the change for one pixel to the right rather than up.
    pub along_x: bool,
    /// (P_max / N)², whose logarithm is twice λ_base.
    pub rho_squared: f32,
}

impl Area {
    /// The area of the changes of the texel position for one pixel to the right and one pixel up.
    ///
    /// N is the least number with `N² P_min² >= P_max²`, that is ⌈P_max / P_min⌉, and at most ⌊`maximum`⌋. Where a length
    /// is NaN, or the longer one 0 or infinite, there is one sample. Without a branch, for passes over many areas.
    #[inline(always)]
    pub(crate) fn new(per_x: [f32; 3], per_y: [f32; 3], maximum: f32) -> Area {
        let squared = |[u, v, w]: [f32; 3]| u * u + v * v + w * w;
        let (x, y) = (squared(per_x), squared(per_y));
        // As in `lod::base_lambda`, NaN in either length is the result.
        let along_x = x.is_nan() || x > y;
        let (most, least) = if along_x { (x, y) } else { (y, x) };
        let maximum = maximum.clamp(1.0, MAX_ANISOTROPY) as u32;
        let mut samples = 1;
        for fewer in 1..MAX_ANISOTROPY as u32 {
            let reaches = (fewer * fewer) as f32 * least >= most;
            samples += u32::from(!reaches & (fewer < maximum));
        }
        let has_length = (most > 0.0) & (most < f32::INFINITY) & !least.is_nan();
        let samples = if has_length { samples } else { 1 };
        Area {
            samples,
            along_x,
            rho_squared: most / (samples * samples) as f32,
        }
    }

    /// The mean of the samples, whose places are parts of the change for one pixel: `i / (N + 1) - 1/2` for i from 1 to N.
    /// Sample i goes into the mean with the weight `1 / i`, so equal samples give that sample bit for bit.
    pub(crate) fn mean(self, sample: impl Fn(f32) -> [f32; 4]) -> [f32; 4] {
        let place = |i: u32| i as f32 / (self.samples + 1) as f32 - 0.5;
        (2..=self.samples).fold(sample(place(1)), |mean, i| {
            mix(mean, sample(place(i)), 1.0 / i as f32, false)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_the_quotient_of_the_sides_rounded_up() {
        // source: EXT_texture_filter_anisotropic section 3.8.9.1: N = min(ceil(Pmax / Pmin), maxAniso), λ' = log2(Pmax / N)
        let area = |x: f32, y: f32, maximum| Area::new([x, 0.0, 0.0], [0.0, y, 0.0], maximum);
        for (x, y, maximum, samples) in [
            (8.0, 2.0, 16.0, 4),
            (8.0, 2.0, 3.0, 3),
            (8.0, 2.0, 3.9, 3),
            (2.0, 8.5, 16.0, 5),
            (4.0, 4.0, 16.0, 1),
            (1.0, 0.0, 16.0, 16),
            (0.0, 0.0, 16.0, 1),
            (f32::NAN, 1.0, 16.0, 1),
            (1000.0, 1.0, 99.0, 16),
        ] {
            let area = area(x, y, maximum);
            assert_eq!(area.samples, samples, "{x} by {y}, at most {maximum}");
            if x > y {
                assert!(area.along_x);
                let side = area.rho_squared.sqrt();
                assert!((side - x / samples as f32).abs() < 1e-6 * x);
            }
        }
    }

    #[test]
    fn places_lie_inside_the_pixel() {
        // source: EXT_texture_filter_anisotropic section 3.8.9.1: u(x - 1/2 + i/(N+1), y); for N = 3 at -1/4, 0 and 1/4
        let area = Area::new([3.0, 0.0, 0.0], [0.0, 1.0, 0.0], 4.0);
        assert_eq!(
            area.mean(|place| [place, place * place, 1.0, 0.3]),
            [0.0, 1.0 / 24.0, 1.0, 0.3]
        );
    }
}
