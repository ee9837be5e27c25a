//! What results may differ by, each with a name and a reason.

use std::collections::BTreeSet;
use std::fmt;

use quadrille_isa::gl::{NumericEnvironment, Operation};

use super::Case;
use super::driver::Pixel;

/// A component on both sides.
struct Pair<'c> {
    case: &'c Case,
    ours: f32,
    theirs: f32,
}

/// A difference that is not the translation's.
struct Allowance {
    name: &'static str,
    is_met: fn(&Pair<'_>) -> bool,
}

/// All of them; the first that is met names a difference.
const ALLOWANCES: &[Allowance] = &[
    // IEEE 754, 6.2: the bits of a NaN are the machine's.
    Allowance {
        name: "bits of NaN",
        is_met: |pair| pair.ours.is_nan() && pair.theirs.is_nan(),
    },
    // GLSL 4.60, 4.7.1: implementations may flush denormalized numbers, and need not keep the sign of zero.
    Allowance {
        name: "sign of zero",
        is_met: |pair| pair.ours == 0.0 && pair.theirs == 0.0,
    },
    // GLSL 4.60, 4.7.1: operations need not give NaN, nor work on it.
    Allowance {
        name: "NaN that is dropped",
        is_met: |pair| pair.ours.is_nan() != pair.theirs.is_nan(),
    },
    // NV_vertex_program 2.14.1.11 rounds toward zero, so that nothing finite overflows.
    Allowance {
        name: "rounding of VP1.x",
        is_met: |pair| {
            let is_inward = pair.case.profile.numeric == NumericEnvironment::Vp1;
            let overflows = pair.ours.abs() == f32::MAX && pair.theirs.is_infinite();
            is_inward && (pair.error() <= ROUNDING || overflows)
        },
    },
    Allowance {
        name: "flushed denormal",
        is_met: |pair| pair.theirs == 0.0 && pair.ours.is_subnormal(),
    },
    // GLSL 4.60, 4.7.1: of these operations a shading language asks for less than all bits.
    Allowance {
        name: "approximation",
        is_met: |pair| {
            let is_approximated = pair.case.approximated.is_some();
            is_approximated && pair.error() <= APPROXIMATION
        },
    },
];

/// What the roundings of a few instructions come to, relative to their result.
const ROUNDING: f64 = 1.0 / 1_048_576.0;

/// The error of an approximation relative to its result.
const APPROXIMATION: f64 = 1.0 / 1024.0;

impl Pair<'_> {
    /// The difference as a part of the number; of a sine, which is near 0 for large operands too, of 1.
    fn error(&self) -> f64 {
        use Operation as Op;
        let [ours, theirs] = [self.ours, self.theirs].map(f64::from);
        let profile = self.case.profile;
        let operation = self
            .case
            .approximated
            .map(|row| row.operation_in(profile.language));
        let least = match operation {
            Some(Op::Sine | Op::Cosine | Op::SineCosine) => 1.0,
            _ => f64::from(f32::MIN_POSITIVE),
        };
        (ours - theirs).abs() / ours.abs().max(theirs.abs()).max(least)
    }
}

/// How results of a program differ.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The names of the allowances that were met.
    pub(super) allowed: BTreeSet<&'static str>,
    /// The largest difference of numbers that is allowed, in units of the last place.
    pub(super) ulps: f64,
    /// The first difference that no allowance names.
    pub(super) worst: Option<Worst>,
}

/// A difference.
#[derive(Debug)]
pub(super) struct Worst {
    point: usize,
    ours: Pixel,
    theirs: Pixel,
}

impl Found {
    pub(super) fn new(case: &Case, ours: &[Pixel], theirs: &[Pixel]) -> Found {
        let mut found = Found::default();
        for (point, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
            for (own, other) in ours.iter().zip(theirs) {
                if own.to_bits() == other.to_bits() {
                    continue;
                }
                let pair = Pair {
                    case,
                    ours: *own,
                    theirs: *other,
                };
                match ALLOWANCES.iter().find(|allowance| (allowance.is_met)(&pair)) {
                    Some(allowance) => {
                        found.allowed.insert(allowance.name);
                        if own.is_normal() && other.is_finite() {
                            found.ulps = found.ulps.max(pair.error() / f64::from(f32::EPSILON));
                        }
                    }
                    None if found.worst.is_none() => {
                        found.worst = Some(Worst {
                            point,
                            ours: *ours,
                            theirs: *theirs,
                        });
                    }
                    None => {}
                }
            }
        }
        found
    }
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |pixel: Pixel| {
            pixel
                .map(|number| format!("{number:e} ({:08x})", number.to_bits()))
                .join(", ")
        };
        write!(
            f,
            "at point {} {}, and on the driver {}",
            self.point,
            words(self.ours),
            words(self.theirs)
        )
    }
}
