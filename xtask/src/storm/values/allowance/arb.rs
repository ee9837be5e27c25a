//! What a plain ARB program may differ by from the program that it stands for, both on the reference engine.

use quadrille_isa::gl::operation::ArithmeticOp;
use quadrille_isa::gl::{NumericEnvironment, Stage};

use super::{Allowance, ROUNDING};

/// The error of a sine in one turn of its angle.
const SINE: f64 = 4e-7;

/// What the roundings of a few instructions of binary16 or 12-bit fixed point come to.
const HALF: f64 = 1.0 / 128.0;

pub(super) const ALLOWANCES: &[Allowance] = &[
    // The rules for NaN, for the sign of zero and for products of 0 and infinity are those of ARB programs.
    Allowance {
        name: "special values of ARB programs",
        is_met: |pair| pair.case.inputs.has_edges_at(pair.point),
    },
    // ARB_vertex_program 2.14.5, RSQ: the root is that of the magnitude. LG2 and POW of negative numbers are undefined
    // there, where later languages give a NaN. So does FP1.0 for 0^0 in LIT (NV_fragment_program 3.11.5.13), which is 1 in
    // ARB programs.
    Allowance {
        name: "root, logarithm or power that is no number",
        is_met: |pair| {
            let is_infinite = pair.ours.is_infinite() && pair.ours == -pair.theirs;
            // Colours are clamped, and what is none is 0.
            let is_clamped = pair.ours == 0.0 && pair.case.shown.starts_with("color");
            (pair.ours.is_nan() || is_infinite || is_clamped)
                && pair.has(|operation| {
                    matches!(
                        operation,
                        ArithmeticOp::ReciprocalSquareRootOrNan
                            | ArithmeticOp::Log2OrNan
                            | ArithmeticOp::PowerStrict
                            | ArithmeticOp::Power
                            | ArithmeticOp::LightCoefficientsUnclamped
                    )
                })
        },
    },
    // NV_vertex_program 2.14.1.10: -0 is less than +0 where numbers are compared.
    Allowance {
        name: "order of zeros in VP1.x",
        is_met: |pair| {
            pair.has(|operation| {
                matches!(
                    operation,
                    ArithmeticOp::SetTotal(_) | ArithmeticOp::MinimumVp1 | ArithmeticOp::MaximumVp1
                )
            })
        },
    },
    // NV_vertex_program 2.14.1.11 rounds toward zero, terms of sums too.
    Allowance {
        name: "rounding of VP1.x",
        is_met: |pair| {
            let is_inward = pair.case.profile.numeric == NumericEnvironment::Vp1;
            (is_inward || pair.target.is_vp1())
                && (pair.error() <= ROUNDING || pair.difference() <= 16.0 * pair.rounding())
        },
    },
    // The larger of two numbers of which one is bounded by the largest float is chosen.
    Allowance {
        name: "infinity that is chosen",
        is_met: |pair| {
            let is_vertex = pair.case.profile.stage == Stage::Vertex;
            is_vertex && pair.ours.is_infinite() && pair.theirs == f32::MAX.copysign(pair.ours)
        },
    },
    // Vertex programs have no sine: a polynomial, within 4e-7 for each turn of the angle.
    Allowance {
        name: "polynomial of a sine",
        is_met: |pair| {
            let has_sines = pair.has(|operation| {
                matches!(
                    operation,
                    ArithmeticOp::Sine | ArithmeticOp::Cosine | ArithmeticOp::SineCosine
                )
            });
            let is_vertex = pair.case.profile.stage == Stage::Vertex;
            is_vertex && has_sines && pair.difference() <= 4.0 * SINE
        },
    },
    // Products with a reciprocal in place of quotients, and sums in the order of the instructions that there are.
    Allowance {
        name: "several roundings",
        is_met: |pair| {
            let has_several = pair.has(|operation| {
                matches!(
                    operation,
                    ArithmeticOp::Reflect
                        | ArithmeticOp::Normalize
                        | ArithmeticOp::Divide
                        | ArithmeticOp::Interpolate
                        | ArithmeticOp::Transform2d
                )
            });
            has_several && pair.difference() <= pair.rounding()
        },
    },
    // NV_fragment_program 3.11.4.1.1: 12-bit fixed point ends at -2 and 2, and a sum that goes beyond on the way to its
    // result is what binary32 has of it.
    Allowance {
        name: "sums beyond fixed point",
        is_met: |pair| {
            let sums = ["DP2", "DP3", "DP4", "DPH", "MAD", "LRP", "X2D", "RFL"];
            let mut words = pair.case.text.split_whitespace();
            words.any(|word| sums.iter().any(|sum| word.starts_with(sum)) && word[3..].contains('X'))
        },
    },
    // ARB programs have binary32 alone.
    Allowance {
        name: "precision that ARB programs do not have",
        is_met: |pair| {
            // What is compared or cut off jumps.
            let jumps = pair.case.text.contains(" (")
                || pair.has(|operation| {
                    matches!(
                        operation,
                        ArithmeticOp::Set(_)
                            | ArithmeticOp::SetOrNan(_)
                            | ArithmeticOp::Compare
                            | ArithmeticOp::Sign
                            | ArithmeticOp::Round(_)
                            | ArithmeticOp::Fraction
                    )
                });
            pair.case.rounds && (jumps || pair.error() <= HALF || pair.difference() <= HALF)
        },
    },
];
