//! What a translation may differ by on a driver.

use quadrille_isa::gl::operation::{ArithmeticOp, Class, ConversionOp, Packing, TextureOp};
use quadrille_isa::gl::{LanguageSet, NumericEnvironment, Operation};

use super::{Allowance, ROUNDING};
use crate::storm::values::case::Subject;

/// The error of an approximation relative to its result.
const APPROXIMATION: f64 = 1.0 / 1024.0;

/// The distance of depths of 24 bits.
const DEPTH_STEP: f64 = 1.0 / 16_777_215.0;

pub(super) const ALLOWANCES: &[Allowance] = &[
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
            let flushes = pair.case.profile.numeric == NumericEnvironment::Flushing;
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
            pair.case.profile.numeric == NumericEnvironment::Flushing && divides
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
    // GLSL 4.60, 4.7.1: of these operations a shading language asks for less than all bits.
    Allowance {
        name: "approximation",
        is_met: |pair| {
            let is_approximated = pair.case.approximated.is_some();
            is_approximated && pair.error() <= APPROXIMATION
        },
    },
];
