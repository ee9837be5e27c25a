//! What results may differ by, each with a name and a reason.

use std::collections::BTreeSet;
use std::fmt;

use quadrille_isa::gl::operation::{ArithmeticOp, Class, ConversionOp, Packing, TextureOp};
use quadrille_isa::gl::{LanguageSet, NumericEnvironment, Operation};

use super::case::{Case, Subject};
use super::driver::Pixel;
use super::scene::WIDTH;

/// A component on both sides.
struct Pair<'c> {
    case: &'c Case,
    ours: f32,
    theirs: f32,
    is_depth: bool,
    /// Whether they are those of a plain ARB program.
    is_arb: bool,
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
    // The same, read as an integer.
    Allowance {
        name: "sign of zero",
        is_met: |pair| pair.theirs == 0.0 && pair.ours == i32::MIN as f32,
    },
    // The same of two halves in a word.
    Allowance {
        name: "sign of zero",
        is_met: |pair| {
            let words = [pair.ours.to_bits(), pair.theirs.to_bits()];
            [0, 16].into_iter().all(|shift| {
                let [ours, theirs] = words.map(|word| word >> shift & 0xffff);
                ours == theirs || (ours | theirs) & 0x7fff == 0
            })
        },
    },
    // GLSL 4.60, 4.7.1: operations need not give NaN, nor work on it.
    Allowance {
        name: "NaN that is dropped",
        is_met: |pair| pair.ours.is_nan() != pair.theirs.is_nan(),
    },
    // NV_vertex_program 2.14.1.11 rounds toward zero, so that nothing finite overflows, and sums go on from there.
    Allowance {
        name: "rounding of VP1.x",
        is_met: |pair| {
            let is_inward = pair.case.profile.numeric == NumericEnvironment::Vp1;
            let overflows = pair.ours.is_finite() && pair.theirs.is_infinite() && pair.case.inputs.has_huge();
            is_inward && (pair.error() <= ROUNDING || overflows)
        },
    },
    Allowance {
        name: "flushed denormal",
        is_met: |pair| pair.theirs == 0.0 && pair.ours.is_subnormal(),
    },
    // NV_fragment_program 3.11.4.1 has no denormals; what is packed may look like one.
    Allowance {
        name: "denormal that is kept",
        is_met: |pair| {
            let flushes = pair.case.profile.numeric == NumericEnvironment::Fp1;
            flushes && pair.ours == 0.0 && pair.theirs.is_subnormal()
        },
    },
    // Both are rounded to 8 bits, from numbers that an exponential gave.
    Allowance {
        name: "step of 1/255",
        is_met: |pair| pair.case.subject == Subject::Fog && pair.difference() <= 1.01 / 255.0,
    },
    // Which end of a range a NaN is clamped to no specification says.
    Allowance {
        name: "depth of NaN",
        is_met: |pair| pair.is_depth && pair.ours == 0.0 && pair.theirs == 1.0,
    },
    // GLSL 4.60, 4.7.1: the order of the sums in a dot product is the implementation's; where terms cancel, what they
    // were rounded by is more than the sum's own.
    Allowance {
        name: "order of sums",
        is_met: |pair| {
            let mut operations = pair.case.operations.iter();
            let has_sums = operations.any(|operation| matches!(operation.class(), Class::Dot(_)));
            has_sums && pair.difference() <= pair.rounding()
        },
    },
    // GLSL 4.60, 8.4: what a number that is none is packed as no specification says.
    Allowance {
        name: "NaN that is packed",
        is_met: |pair| {
            let packs = |operation: &Operation| {
                matches!(
                    operation,
                    Operation::Conversion(ConversionOp::Pack(
                        Packing::Unsigned2 | Packing::Signed4 | Packing::Unsigned4
                    ))
                )
            };
            let bytes = pair.ours.to_bits().to_le_bytes().into_iter();
            let mut bytes = bytes.zip(pair.theirs.to_bits().to_le_bytes());
            // Of four signed numbers 0x80 is zero.
            let known = [(0, 0xff), (0x80, 0), (0x80, 0xff)];
            let is_clamped = bytes.all(|both| both.0 == both.1 || known.contains(&both));
            // With 0 for each of them the word may be a denormal, which is flushed as others are.
            let least = pair.ours.to_bits().to_le_bytes().map(|byte| match byte {
                0x80 => 0,
                byte => byte,
            });
            let is_flushed = pair.theirs == 0.0 && f32::from_le_bytes(least).is_subnormal();
            let has_nan = pair.case.operations.iter().any(packs) && pair.case.inputs.has_nan();
            has_nan && (is_clamped || is_flushed)
        },
    },
    // OpenGL 4.6, 11.1.3.2: a fetch outside the texture gives zeros, of which alpha may be 1.
    Allowance {
        name: "fetch outside the texture",
        is_met: |pair| {
            let fetches = pair
                .case
                .operations
                .contains(&Operation::Texture(TextureOp::Fetch));
            fetches && pair.ours == 0.0 && pair.theirs == 1.0
        },
    },
    // NV_fragment_program 3.11.5.40 divides by any number: what texel is at no number is not said.
    Allowance {
        name: "quotient of zeros",
        is_met: |pair| {
            let divides = pair
                .case
                .operations
                .contains(&Operation::Texture(TextureOp::SampleProjectedButCube));
            pair.case.profile.numeric == NumericEnvironment::Fp1 && divides
        },
    },
    // GLSL 4.60, 4.7.1: the coordinates of `str_dr` and `stq_dq` are quotients, within 2.5 ulp.
    Allowance {
        name: "quotient of coordinates",
        is_met: |pair| {
            let is_ati = pair.case.profile.language == LanguageSet::ATI;
            is_ati && pair.case.text.contains("_d") && pair.error() <= ROUNDING
        },
    },
    // GLSL 4.60, 4.7.1: what is not precise a compiler may put together in other ways, as `a*b + (1-a)*b` to `b`.
    Allowance {
        name: "regrouped sum",
        is_met: |pair| {
            pair.case
                .operations
                .contains(&Operation::Arithmetic(ArithmeticOp::Interpolate))
        },
    },
    // A zero's sign is that of its reciprocal, which is clamped.
    Allowance {
        name: "sign of zero",
        is_met: |pair| pair.ours == -pair.theirs && pair.ours.abs() == 18_446_744_073_709_551_616.0,
    },
    // Vulkan 1.3, 26.10: there a mask counts where a pixel has one sample, in OpenGL (17.3.10) it does not.
    Allowance {
        name: "mask of one sample",
        is_met: |pair| pair.case.masks_samples && pair.theirs == 0.0,
    },
    // OpenGL 4.6, 8.14.3: weights have as many bits as the implementation likes.
    Allowance {
        name: "weights of a filter",
        is_met: |pair| {
            let is_filtered = pair.case.textures.contains("linear");
            is_filtered && pair.difference() <= pair.rounding()
        },
    },
    // The driver's depths have 24 bits.
    Allowance {
        name: "rounding of depths",
        is_met: |pair| pair.is_depth && pair.difference() <= DEPTH_STEP,
    },
    // GLSL 4.60, 4.7.1: as above; of 0/0 here a clamp makes the least that it lets through.
    Allowance {
        name: "NaN that is clamped",
        is_met: |pair| {
            let mut operations = pair.case.operations.iter();
            let divides = operations.any(|operation| {
                matches!(
                    operation,
                    Operation::Arithmetic(
                        ArithmeticOp::Reflect | ArithmeticOp::Normalize | ArithmeticOp::Divide
                    )
                )
            });
            let clamps = |word: &str| pair.case.text.contains(word);
            let is_least = (clamps("SSAT") && pair.ours == -1.0)
                || ((clamps(".SAT") || clamps("_SAT")) && pair.ours == 0.0);
            divides && is_least && pair.theirs.abs() <= 1.0
        },
    },
    // The rules for NaN, for the sign of zero and for products of 0 and infinity are those of ARB programs.
    Allowance {
        name: "special values of ARB programs",
        is_met: |pair| pair.is_arb && pair.case.inputs.has_edges(),
    },
    // ARB programs have binary32 alone.
    Allowance {
        name: "precision that ARB programs do not have",
        is_met: |pair| pair.is_arb && pair.case.rounds,
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

/// The distance of depths of 24 bits.
const DEPTH_STEP: f64 = 1.0 / 16_777_215.0;

impl Pair<'_> {
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
    pub(super) fn new(case: &Case, is_arb: bool, ours: &[Pixel], theirs: &[Pixel]) -> Found {
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
                    is_depth: point >= WIDTH && case.subject == Subject::Depth,
                    is_arb,
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
