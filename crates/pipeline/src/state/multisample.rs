//! Multisampling (GL 2.1, 3.2.1 and 4.1.3; ARB_sample_shading; NV_explicit_multisample). It counts where pixels have
//! several samples.

/// Most samples of a pixel.
pub const MAX_SAMPLES: usize = 16;

/// Multisampling.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Multisample {
    /// MULTISAMPLE: whether primitives are sampled at each sample, and samples go through the tests one by one.
    pub enabled: bool,
    /// SAMPLE_ALPHA_TO_COVERAGE: whether alpha says how many samples are covered.
    pub alpha_to_coverage: bool,
    /// SAMPLE_ALPHA_TO_ONE: whether alpha is 1 after that.
    pub alpha_to_one: bool,
    /// SAMPLE_COVERAGE: whether the next two count.
    pub coverage_enabled: bool,
    /// Part of the samples that may be covered, 0 to 1.
    pub coverage: f32,
    /// Whether it is the others that may be.
    pub coverage_inverted: bool,
    /// SAMPLE_MASK: whether the next one counts.
    pub mask_enabled: bool,
    /// The samples that may be covered, one bit each.
    pub mask: u32,
    /// SAMPLE_SHADING: whether the next one counts.
    pub shading_enabled: bool,
    /// Part of the samples for which the fragment program runs of their own, 0 to 1.
    pub shading: f32,
    /// Where the samples of a pixel lie, from its lower left corner, 0 to 1, in steps of a sixteenth; without it they lie in
    /// the standard places (ARB_sample_locations, FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS).
    pub locations: Option<[[f32; 2]; MAX_SAMPLES]>,
}

impl Default for Multisample {
    fn default() -> Multisample {
        Multisample {
            enabled: true,
            alpha_to_coverage: false,
            alpha_to_one: false,
            coverage_enabled: false,
            coverage: 1.0,
            coverage_inverted: false,
            mask_enabled: false,
            mask: u32::MAX,
            shading_enabled: false,
            shading: 0.0,
            locations: None,
        }
    }
}

impl Multisample {
    /// The samples that SAMPLE_COVERAGE and SAMPLE_MASK let through, of so many.
    pub(crate) fn let_through(&self, samples: u32) -> u32 {
        let mut mask = all(samples);
        if self.coverage_enabled {
            let covered = proportional(self.coverage, samples);
            mask &= if self.coverage_inverted { !covered } else { covered };
        }
        if self.mask_enabled {
            mask &= self.mask;
        }
        mask
    }

    /// Whether the fragment program runs for each of so many samples: more than one set of values is asked for
    /// (ARB_sample_shading 3.2.1).
    pub(crate) fn shades_samples(&self, samples: u32) -> bool {
        self.enabled && self.shading_enabled && self.shading * samples as f32 > 1.0
    }
}

/// So many samples, one bit each.
pub(crate) fn all(samples: u32) -> u32 {
    (1 << samples) - 1
}

/// As many of the samples as a value between 0 and 1 says, to the nearest, those with the lowest numbers first
/// (ARB_multisample 4.1 asks for a number of ones in proportion, and leaves the rest open).
pub(crate) fn proportional(value: f32, samples: u32) -> u32 {
    all((value.clamp(0.0, 1.0) * samples as f32 + 0.5) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: ARB_multisample 4.1: all ones for the largest alpha, all zeros for 0, in proportion between; the
    /// inverse of a coverage has the other bits
    #[test]
    fn ones_in_proportion() {
        let ones = [0.0, 0.25, 0.5, 1.0, f32::NAN].map(|value| proportional(value, 8).count_ones());
        assert_eq!(ones, [0, 2, 4, 8, 0]);
        let state = Multisample {
            coverage_enabled: true,
            coverage: 0.25,
            coverage_inverted: true,
            mask_enabled: true,
            mask: 0b1011,
            ..Multisample::default()
        };
        assert_eq!(state.let_through(4), 0b1010);
    }

    /// source: ARB_sample_shading 3.2.1: max(ceil(MIN_SAMPLE_SHADING_VALUE · SAMPLES), 1) sets of values
    #[test]
    fn more_than_one_set_of_values() {
        let state = |shading| Multisample {
            shading_enabled: true,
            shading,
            ..Multisample::default()
        };
        assert!(!state(0.25).shades_samples(4));
        assert!(state(0.26).shades_samples(4));
        assert!(!state(1.0).shades_samples(1));
    }
}
