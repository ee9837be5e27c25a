//! The meaning of every arithmetic operation on floats, written once for every kind of number.

use quadrille_numerics::lane::{Float, Int, Mask};

use super::{Comparison, Operation};

/// The result of an arithmetic operation on floats; `None` for an operation that is not one: integers only,
/// conversions, or not arithmetic at all.
///
/// Operands stand in written order, what an operation does not have is not read. A scalar operand stands in
/// all four components; a scalar result is replicated. Sums are taken in written order.
#[inline]
pub fn evaluate_float<L: Float>(operation: Operation, operands: [[L; 4]; 3]) -> Option<[L; 4]> {
    let [a, b, c] = operands.map(|operand| operand.map(L::admit));
    let zero = L::constant(0.0);
    let one = L::constant(1.0);
    let each1 = |f: fn(L) -> L| a.map(f);
    let each2 = |f: fn(L, L) -> L| std::array::from_fn(|i| f(a[i], b[i]));
    let each3 = |f: fn(L, L, L) -> L| std::array::from_fn(|i| f(a[i], b[i], c[i]));
    let compare =
        |f: fn(Comparison, L, L) -> L, comparison| std::array::from_fn(|i| f(comparison, a[i], b[i]));
    let replicate = |value: L| [value; 4];
    let dot2 = || a[0] * b[0] + a[1] * b[1];
    let dot3 = || dot2() + a[2] * b[2];
    Some(match operation {
        Operation::Move => a,
        Operation::Absolute => each1(L::magnitude),
        Operation::Add => each2(|a, b| a + b),
        Operation::Subtract => each2(|a, b| a - b),
        Operation::Multiply => each2(|a, b| a * b),
        Operation::MultiplyAdd => each3(|a, b, c| a * b + c),
        Operation::Divide => each2(|a, b| a / b),
        Operation::Interpolate => each3(|a, b, c| a * b + (L::constant(1.0) - a) * c),
        Operation::Compare => each3(|a, b, c| L::select(a.less(L::constant(0.0)), b, c)),
        Operation::SelectAboveHalf => each3(|a, b, c| L::select(L::constant(0.5).less(c), a, b)),
        Operation::SelectNotNegative => each3(|a, b, c| L::select(L::constant(0.0).less_or_equal(c), a, b)),
        Operation::Sign => each1(sign),
        Operation::Floor => each1(L::floor),
        Operation::Ceiling => each1(L::ceiling),
        Operation::Truncate => each1(L::truncate),
        Operation::Round => each1(L::round),
        Operation::Fraction => each1(fraction),
        Operation::Maximum => each2(|a, b| canonical(L::select(b.less(a), a, b))),
        Operation::Minimum => each2(|a, b| canonical(L::select(b.less(a), b, a))),
        Operation::MaximumOrNan => each2(maximum_or_nan),
        Operation::MinimumOrNan => each2(minimum_or_nan),
        Operation::MaximumVp1 => each2(|a, b| nan_of_either(a, b, L::select(b.less_or_equal(a), a, b))),
        Operation::MinimumVp1 => each2(|a, b| nan_of_either(a, b, L::select(a.less(b), a, b))),
        Operation::Set(comparison) => compare(|k, a, b| truth(ordered(k, a, b)), comparison),
        Operation::SetOrNan(comparison) => {
            compare(|k, a, b| nan_of_either(a, b, truth(ordered(k, a, b))), comparison)
        }
        Operation::SetTotal(comparison) => compare(|k, a, b| truth(totally_ordered(k, a, b)), comparison),

        Operation::Reciprocal => replicate(a[0].reciprocal()),
        Operation::ReciprocalClamped => replicate(reciprocal_clamped(a[0])),
        Operation::ReciprocalSquareRoot | Operation::ReciprocalSquareRootOrNan => {
            replicate(a[0].reciprocal_square_root())
        }
        Operation::ReciprocalSquareRootOfMagnitude => replicate(a[0].magnitude().reciprocal_square_root()),
        Operation::Exp2 => replicate(a[0].exp2()),
        Operation::Log2 | Operation::Log2OrNan => replicate(a[0].log2()),
        Operation::Power => replicate(power(a[0], b[0])),
        Operation::PowerStrict => replicate(a[0].power(b[0])),
        Operation::Sine => replicate(a[0].sine()),
        Operation::Cosine => replicate(a[0].cosine()),

        Operation::Dot2 => replicate(dot2()),
        Operation::Dot2Add => replicate(dot2() + c[0]),
        Operation::Dot2AddBlue => replicate(dot2() + c[2]),
        Operation::Dot3 => replicate(dot3()),
        Operation::Dot4 => replicate(dot3() + a[3] * b[3]),
        Operation::DotHomogeneous => replicate(dot3() + b[3]),

        Operation::Distance => [one, a[1] * b[1], a[2], b[3]],
        Operation::LightCoefficients => light_coefficients(a, clamp_exponent(a[3]), power),
        Operation::LightCoefficientsUnclamped => light_coefficients(a, a[3], L::power),
        Operation::Cross => {
            let component = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
            [component(1, 2), component(2, 0), component(0, 1), zero]
        }
        Operation::SineCosine => [a[0].cosine(), a[0].sine(), zero, zero],
        Operation::Exponential => [a[0].floor().exp2(), fraction(a[0]), a[0].exp2(), one],
        Operation::ExponentialVp1 => {
            let whole = a[0].floor().exp2();
            let inside = zero.less(whole) & whole.less(L::constant(f64::INFINITY)) | whole.is_nan();
            [
                whole,
                L::select(inside, fraction(a[0]), zero),
                L::select(inside, a[0].exp2(), whole),
                one,
            ]
        }
        Operation::Logarithm => [a[0].exponent(), a[0].mantissa(), a[0].magnitude().log2(), one],
        Operation::Reflect => {
            let axis = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
            let scale = L::constant(2.0) * dot3() / axis;
            let component = |i: usize| scale * a[i] - b[i];
            [component(0), component(1), component(2), zero]
        }
        Operation::Transform2d => {
            let x = a[0] + b[0] * c[0] + b[1] * c[1];
            let y = a[1] + b[0] * c[2] + b[1] * c[3];
            [x, y, x, y]
        }
        Operation::Normalize => {
            let scale = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).reciprocal_square_root();
            [a[0] * scale, a[1] * scale, a[2] * scale, zero]
        }
        _ => return None,
    })
}

/// What an address load writes: the floor or the nearest integer of a float, saturated to 32 bits.
/// `None` for any other operation.
pub fn address<L: Float>(operation: Operation, operand: L) -> Option<L::Signed> {
    let operand = operand.admit();
    let within = |value: L| {
        let low = L::constant(-512.0);
        let high = L::constant(511.0);
        let value = L::select(value.less(low), low, value);
        L::select(high.less(value), high, value)
    };
    Some(match operation {
        Operation::AddressFloor => operand.floor().to_signed(),
        Operation::AddressFloorClamped => within(operand.floor()).to_signed(),
        Operation::AddressRound => operand.round().to_signed(),
        Operation::AddressRoundClamped => within(operand.round()).to_signed(),
        _ => return None,
    })
}

/// ARA: `(x + z, y + w, x + z, y + w)` of an address register, clamped to [−512, 511] in VP2.0. `None` for any
/// other operation.
pub fn address_sum<I: Int>(operation: Operation, [x, y, z, w]: [I; 4]) -> Option<[I; 4]> {
    let (first, second) = (x.add(z), y.add(w));
    let within = |value: I| {
        let (low, high) = (I::constant(-512), I::constant(511));
        let value = I::select(value.less(low), low, value);
        I::select(high.less(value), high, value)
    };
    Some(match operation {
        Operation::AddressAdd => [first, second, first, second],
        Operation::AddressAddClamped => [first, second, first, second].map(within),
        _ => return None,
    })
}

/// A result that was selected, not computed, with a NaN made canonical.
fn canonical<L: Float>(value: L) -> L {
    L::select(value.is_nan(), L::constant(f64::NAN), value)
}

/// The value, or NaN where `a` or `b` is.
fn nan_of_either<L: Float>(a: L, b: L, value: L) -> L {
    L::select(a.is_nan() | b.is_nan(), L::constant(f64::NAN), value)
}

/// Of two zeros the positive one, so that the order of the operands does not matter.
fn maximum_or_nan<L: Float>(a: L, b: L) -> L {
    let zeros = a.equal(b);
    // The sum of −0 and −0 is −0, of any other two zeros +0.
    let both = L::select(zeros & a.equal(L::constant(0.0)), a + b, a);
    nan_of_either(a, b, L::select(zeros, both, L::select(b.less(a), a, b)))
}

/// Of two zeros the negative one. It is no negated maximum: the least number in fixed point has no opposite.
fn minimum_or_nan<L: Float>(a: L, b: L) -> L {
    let zeros = a.equal(b);
    let both = L::select(zeros & a.equal(L::constant(0.0)), -(-a + -b), a);
    nan_of_either(a, b, L::select(zeros, both, L::select(a.less(b), a, b)))
}

fn sign<L: Float>(a: L) -> L {
    let zero = L::constant(0.0);
    let not_negative = L::select(zero.less(a), L::constant(1.0), zero);
    let sign = L::select(a.less(zero), L::constant(-1.0), not_negative);
    L::select(a.is_nan(), L::constant(f64::NAN), sign)
}

/// The difference of a small negative number and −1 rounds to 1, which is no fraction.
fn fraction<L: Float>(a: L) -> L {
    let difference = a - a.floor();
    L::select(
        difference.less(L::constant(1.0)) | difference.is_nan(),
        difference,
        L::below_one(),
    )
}

fn truth<L: Float>(mask: L::Mask) -> L {
    L::select(mask, L::constant(1.0), L::constant(0.0))
}

fn ordered<L: Float>(comparison: Comparison, a: L, b: L) -> L::Mask {
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

fn totally_ordered<L: Float>(comparison: Comparison, a: L, b: L) -> L::Mask {
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
fn reciprocal_clamped<L: Float>(a: L) -> L {
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
fn power<L: Float>(a: L, b: L) -> L {
    let zero = L::constant(0.0);
    let one = b.equal(zero) & zero.less_or_equal(a);
    L::select(one, L::constant(1.0), a.power(b))
}

/// LIT's exponent within ±(128 − 1/256), the smallest range that NV_vertex_program allows.
fn clamp_exponent<L: Float>(w: L) -> L {
    let limit = L::constant(128.0 - 1.0 / 256.0);
    let w = L::select(w.less(-limit), -limit, w);
    L::select(limit.less(w), limit, w)
}

fn light_coefficients<L: Float>(a: [L; 4], exponent: L, power: fn(L, L) -> L) -> [L; 4] {
    let zero = L::constant(0.0);
    let one = L::constant(1.0);
    let diffuse = L::select(a[0].less(zero), zero, a[0]);
    let specular = L::select(a[1].less(zero), zero, a[1]);
    let light = L::select(zero.less(diffuse), power(specular, exponent), zero);
    [one, canonical(diffuse), light, one]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: NV_vertex_program2 2.14.3.3; NV_vertex_program2_option 2.14.5.28, which clamps nothing
    #[test]
    fn address_registers_add_their_halves() {
        let register = [1, -600, 10, 50];
        assert_eq!(
            address_sum(Operation::AddressAdd, register),
            Some([11, -550, 11, -550])
        );
        assert_eq!(
            address_sum(Operation::AddressAddClamped, register),
            Some([11, -512, 11, -512])
        );
        assert_eq!(
            address_sum(Operation::AddressAddClamped, [500, 0, 20, 0]),
            Some([511, 0, 511, 0])
        );
    }
}
