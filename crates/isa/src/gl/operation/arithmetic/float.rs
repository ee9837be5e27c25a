//! The building blocks of bodies over floats.

use quadrille_numerics::convert::Rounding;
use quadrille_numerics::lane::{Float, Mask};

use super::Comparison;

/// A result that was selected, not computed, with a NaN made canonical.
pub(super) fn canonical<L: Float>(value: L) -> L {
    L::select(value.is_nan(), L::constant(f64::NAN), value)
}

/// The value, or NaN where `a` or `b` is.
pub(super) fn nan_of_either<L: Float>(a: L, b: L, value: L) -> L {
    L::select(a.is_nan() | b.is_nan(), L::constant(f64::NAN), value)
}

/// Of two zeros the positive one, so that the order of the operands does not matter.
pub(super) fn maximum_or_nan<L: Float>(a: L, b: L) -> L {
    let zeros = a.equal(b);
    // The sum of −0 and −0 is −0, of any other two zeros +0.
    let both = L::select(zeros & a.equal(L::constant(0.0)), a + b, a);
    nan_of_either(a, b, L::select(zeros, both, L::select(b.less(a), a, b)))
}

/// Of two zeros the negative one. It is no negated maximum: the least number in fixed point has no opposite.
pub(super) fn minimum_or_nan<L: Float>(a: L, b: L) -> L {
    let zeros = a.equal(b);
    let both = L::select(zeros & a.equal(L::constant(0.0)), -(-a + -b), a);
    nan_of_either(a, b, L::select(zeros, both, L::select(a.less(b), a, b)))
}

pub(super) fn sign<L: Float>(a: L) -> L {
    let zero = L::constant(0.0);
    let not_negative = L::select(zero.less(a), L::constant(1.0), zero);
    let sign = L::select(a.less(zero), L::constant(-1.0), not_negative);
    L::select(a.is_nan(), L::constant(f64::NAN), sign)
}

/// The difference of a small negative number and −1 rounds to 1, which is no fraction.
pub(super) fn fraction<L: Float>(a: L) -> L {
    let difference = a - a.floor();
    let most = L::below_one();
    L::select(most.less(difference), most, difference)
}

pub(super) fn truth<L: Float>(mask: L::Mask) -> L {
    L::select(mask, L::constant(1.0), L::constant(0.0))
}

pub(super) fn ordered<L: Float>(comparison: Comparison, a: L, b: L) -> L::Mask {
    match comparison {
        Comparison::False => L::Mask::constant(false),
        Comparison::Equal => a.equal(b),
        Comparison::NotEqual => !a.equal(b),
        Comparison::Less => a.less(b),
        Comparison::LessOrEqual => a.less_or_equal(b),
        Comparison::Greater => b.less(a),
        Comparison::GreaterOrEqual => b.less_or_equal(a),
        Comparison::True => L::Mask::constant(true),
    }
}

pub(super) fn totally_ordered<L: Float>(comparison: Comparison, a: L, b: L) -> L::Mask {
    let less = a.less_in_total_order(b);
    let greater = b.less_in_total_order(a);
    match comparison {
        Comparison::False => L::Mask::constant(false),
        Comparison::Equal => !(less | greater),
        Comparison::NotEqual => less | greater,
        Comparison::Less => less,
        Comparison::LessOrEqual => !greater,
        Comparison::Greater => greater,
        Comparison::GreaterOrEqual => !less,
        Comparison::True => L::Mask::constant(true),
    }
}

/// NV_vertex_program1_1 2.14.1.10.19: the sign of a zero decides the side.
pub(super) fn reciprocal_clamped<L: Float>(a: L) -> L {
    let reciprocal = a.reciprocal();
    let high = L::constant(18_446_744_073_709_551_616.0);
    let low = L::constant(1.0 / 18_446_744_073_709_551_616.0);
    let magnitude = reciprocal.magnitude();
    let magnitude = L::select(magnitude.less(low), low, magnitude);
    let magnitude = L::select(high.less(magnitude), high, magnitude);
    let negative = reciprocal.less_in_total_order(L::constant(0.0));
    canonical(L::select(negative, -magnitude, magnitude))
}

/// `a^b` where anything not below zero to the power of zero is 1, as LIT demands of 0^0.
pub(super) fn power<L: Float>(a: L, b: L) -> L {
    let zero = L::constant(0.0);
    let one = b.equal(zero) & zero.less_or_equal(a);
    L::select(one, L::constant(1.0), a.power(b))
}

/// LIT's exponent within ±(128 − 1/256), the smallest range that NV_vertex_program allows.
pub(super) fn clamp_exponent<L: Float>(w: L) -> L {
    let limit = L::constant(128.0 - 1.0 / 256.0);
    let w = L::select(w.less(-limit), -limit, w);
    L::select(limit.less(w), limit, w)
}

/// The value, or zero where it is below; keeps NaN as it is.
pub(super) fn not_negative<L: Float>(a: L) -> L {
    let zero = L::constant(0.0);
    L::select(a.less(zero), zero, a)
}

/// LIT's third component: zero on the side that the light does not reach.
pub(super) fn where_lit<L: Float>(a: [L; 4], specular: L) -> L {
    let zero = L::constant(0.0);
    L::select(zero.less(a[0]), specular, zero)
}

pub(super) fn round<L: Float>(rounding: Rounding, a: L) -> L {
    match rounding {
        Rounding::Down => a.floor(),
        Rounding::Up => a.ceiling(),
        Rounding::TowardZero => a.truncate(),
        Rounding::Nearest => a.round(),
    }
}

pub(super) fn dot2<L: Float>(a: [L; 4], b: [L; 4]) -> L {
    a[0] * b[0] + a[1] * b[1]
}

pub(super) fn dot3<L: Float>(a: [L; 4], b: [L; 4]) -> L {
    dot2(a, b) + a[2] * b[2]
}

/// Whether EXP of VP1.x neither overflows nor underflows, and its whole power.
fn whole_power<L: Float>(a: L) -> (L::Mask, L) {
    let whole = a.floor().exp2();
    let zero = L::constant(0.0);
    let inside = zero.less(whole) & whole.less(L::constant(f64::INFINITY)) | whole.is_nan();
    (inside, whole)
}

pub(super) fn fraction_in_range<L: Float>(a: L) -> L {
    let (inside, _) = whole_power(a);
    L::select(inside, fraction(a), L::constant(0.0))
}

pub(super) fn exp2_in_range<L: Float>(a: L) -> L {
    let (inside, whole) = whole_power(a);
    L::select(inside, a.exp2(), whole)
}

pub(super) fn reflect<L: Float>(a: [L; 4], b: [L; 4], component: usize) -> L {
    L::constant(2.0) * dot3(a, b) / dot3(a, a) * a[component] - b[component]
}

pub(super) fn inverse_length<L: Float>(a: [L; 4]) -> L {
    dot3(a, a).reciprocal_square_root()
}
