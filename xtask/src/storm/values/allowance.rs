//! What results may differ by, each with a name and a reason.

mod arb;
mod drivers;

use std::collections::BTreeSet;
use std::fmt;

use quadrille::translate::Target;
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::ArithmeticOp;

use super::case::{Case, Subject};
use super::driver::Pixel;
use super::scene::WIDTH;

/// A component on both sides.
struct Pair<'c> {
    case: &'c Case,
    /// What the program became.
    target: Target,
    ours: f32,
    theirs: f32,
    is_depth: bool,
    /// Where in the picture it is.
    point: usize,
}

/// A difference that is not the translation's.
struct Allowance {
    name: &'static str,
    is_met: fn(&Pair<'_>) -> bool,
}

/// Those of every comparison.
const EVERYWHERE: &[Allowance] = &[
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
    // A zero's sign is that of its reciprocal, which is clamped.
    Allowance {
        name: "sign of zero",
        is_met: |pair| pair.ours == -pair.theirs && pair.ours.abs() == 18_446_744_073_709_551_616.0,
    },
];

/// What the roundings of a few instructions come to, relative to their result.
const ROUNDING: f64 = 1.0 / 1_048_576.0;

impl Pair<'_> {
    /// Whether an instruction of the case has an operation that is meant.
    fn has(&self, is_meant: impl Fn(ArithmeticOp) -> bool) -> bool {
        let mut operations = self.case.operations.iter();
        operations
            .any(|operation| matches!(operation, Operation::Arithmetic(operation) if is_meant(*operation)))
    }

    fn difference(&self) -> f64 {
        (f64::from(self.ours) - f64::from(self.theirs)).abs()
    }

    /// What roundings of terms about 1, or of the number itself if it is larger, come to.
    fn rounding(&self) -> f64 {
        ROUNDING * f64::from(self.ours).abs().max(1.0)
    }

    /// The difference as a part of the number; of a sine, which is near 0 for large operands too, of 1.
    fn error(&self) -> f64 {
        let [ours, theirs] = [self.ours, self.theirs].map(f64::from);
        let profile = self.case.profile;
        let operation = self
            .case
            .approximated
            .map(|row| row.operation_in(profile.language));
        let least = match operation {
            Some(Operation::Arithmetic(
                ArithmeticOp::Sine | ArithmeticOp::Cosine | ArithmeticOp::SineCosine,
            )) => 1.0,
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
    pub(super) fn new(case: &Case, target: Target, ours: &[Pixel], theirs: &[Pixel]) -> Found {
        let mut found = Found::default();
        for (point, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
            for (own, other) in ours.iter().zip(theirs) {
                if own.to_bits() == other.to_bits() {
                    continue;
                }
                let pair = Pair {
                    case,
                    target,
                    ours: *own,
                    theirs: *other,
                    is_depth: point >= WIDTH && case.subject == Subject::Depth,
                    point,
                };
                let special = if target.is_assembly() {
                    arb::ALLOWANCES
                } else {
                    drivers::ALLOWANCES
                };
                let mut allowances = EVERYWHERE.iter().chain(special);
                match allowances.find(|allowance| (allowance.is_met)(&pair)) {
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
