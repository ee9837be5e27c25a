//! Integers of lanes against arithmetic in 128 bits, and lanes side by side against one after another.

use proptest::prelude::*;
use quadrille_numerics::environment::Ieee;
use quadrille_numerics::lane::{Bits, Float, Int, Wide, WideMask};

/// An integer type as bits of its own size.
trait Value: Int<Mask = bool> {
    const SIGNED: bool;
    fn of(bits: u64) -> Self;
    fn number(self) -> i128;
}

macro_rules! values {
    ($($type:ident, $signed:literal;)*) => {
        $(impl Value for $type {
            const SIGNED: bool = $signed;
            fn of(bits: u64) -> $type {
                bits as $type
            }
            fn number(self) -> i128 {
                self.into()
            }
        })*
    };
}

values! { i32, true; u32, false; i64, true; u64, false; }

/// Every operation of three numbers, by what NV_gpu_program5 2.X.8 says of it.
fn check<T: Value>([x, y, z]: [u64; 3]) -> Result<(), TestCaseError> {
    let size = T::BITS;
    let (a, b, c) = (T::of(x), T::of(y), T::of(z));
    let (p, q, r) = (a.number(), b.number(), c.number());
    let mask = (1i128 << size) - 1;
    // The low bits of a number as the type reads them.
    let wrapped = |value: i128| {
        let low = value & mask;
        if T::SIGNED && low >> (size - 1) != 0 {
            low - mask - 1
        } else {
            low
        }
    };
    let bits = |value: i128| value & mask;
    let signed = |value: i128| {
        let low = value & mask;
        if low >> (size - 1) != 0 {
            low - mask - 1
        } else {
            low
        }
    };
    let same = |found: T, right: i128, name: &str| {
        prop_assert_eq!(found.number(), wrapped(right), "{} of {}, {}, {}", name, p, q, r);
        Ok(())
    };
    same(a.add(b), p + q, "sum")?;
    same(a.subtract(b), p - q, "difference")?;
    same(a.multiply(b), p.wrapping_mul(q), "product")?;
    // The high half by parts, so that 128 bits are enough for 64-bit operands of either sign.
    let high = if T::SIGNED {
        (p * q) >> size
    } else {
        ((p as u128 * q as u128) >> size) as i128
    };
    same(a.multiply_high(b), high, "high product")?;
    same(a.divide(b), if q == 0 { 0 } else { p / q }, "quotient")?;
    same(a.remainder(b), if q == 0 { 0 } else { p % q }, "remainder")?;
    same(a.negate(), -p, "negation")?;
    same(a.magnitude(), p.abs(), "magnitude")?;
    same(a.distance(b), (p - q).abs(), "distance")?;
    same(!a, !p, "complement")?;
    same(a & b, p & q, "and")?;
    same(a | b, p | q, "or")?;
    same(a ^ b, p ^ q, "exclusive or")?;
    same(T::constant(-3), -3, "constant")?;
    let inside = (0..i128::from(size)).contains(&q);
    same(
        a.shift_left(b),
        if inside { bits(p) << q & mask } else { 0 },
        "shift left",
    )?;
    same(a.shift_right(b), if inside { p >> q } else { 0 }, "shift right")?;
    // A field of q bits at r.
    let field = q >= 0 && (0..i128::from(size)).contains(&r) && q + r <= i128::from(size);
    let ones = |count: i128| (1i128 << count) - 1;
    let taken = bits(p) >> (if field { r } else { 0 }) & ones(if field { q } else { 0 });
    let extended = if T::SIGNED && field && q > 0 && taken >> (q - 1) & 1 == 1 {
        taken - (1 << q)
    } else {
        taken
    };
    same(a.extract(b, c), extended, "field")?;
    let replaced = if field {
        bits(p) & !(ones(q) << r) | (0x5a5a & ones(q)) << r
    } else {
        0
    };
    same(a.insert(T::of(0x5a5a), b, c), replaced, "field put in")?;
    let reversed = (0..size)
        .filter(|i| bits(p) >> i & 1 == 1)
        .map(|i| 1 << (size - 1 - i));
    same(a.reverse(), reversed.sum(), "reversal")?;
    same(
        a.count(),
        (0..size).map(|i| bits(p) >> i & 1).sum(),
        "number of ones",
    )?;
    let lowest = (0..i128::from(size)).find(|i| p >> i & 1 == 1);
    same(a.lowest(), lowest.unwrap_or(-1), "lowest one")?;
    let differs = if p < 0 { 0 } else { 1 };
    let highest = (0..i128::from(size)).rev().find(|i| p >> i & 1 == differs);
    same(a.highest(), highest.unwrap_or(-1), "highest bit")?;
    prop_assert_eq!((a.less(b), a.equal(b)), (p < q, p == q));
    let fits = |value: i128| signed(value) == value;
    prop_assert_eq!(a.carry(b), bits(p) + bits(q) > mask);
    prop_assert_eq!(a.overflow(b), !fits(signed(p) + signed(q)));
    prop_assert_eq!(a.no_borrow(b), bits(p) >= bits(q));
    prop_assert_eq!(a.overflow_of_difference(b), !fits(signed(p) - signed(q)));
    prop_assert_eq!(T::select(true, a, b).number(), p);
    prop_assert_eq!(T::select(false, a, b).number(), q);
    Ok(())
}

/// Numbers of every size, and those at the ends.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => any::<u64>(),
        2 => 0u64..70,
        1 => (0u64..70).prop_map(|n| n.wrapping_neg()),
        1 => prop::sample::select(vec![1 << 31, (1 << 31) - 1, 1 << 63, (1 << 63) - 1, u64::MAX, u32::MAX.into()]),
    ]
}

/// Both lanes of a value, each by itself.
fn pair<L: Copy + PartialEq + std::fmt::Debug>(
    found: [L; 2],
    first: L,
    second: L,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(found, [first, second]);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// source: arithmetic in 128 bits; for fields, shifts and division by zero the words of the trait, which are
    /// NV_gpu_program5 2.X.8's where it defines a result.
    #[test]
    fn operations(numbers in prop::array::uniform3(number())) {
        check::<i32>(numbers)?;
        check::<u32>(numbers)?;
        check::<i64>(numbers)?;
        check::<u64>(numbers)?;
    }

    /// Each lane is the scalar operation.
    #[test]
    fn lanes_of_integers([a, b, c, d] in prop::array::uniform4(any::<i32>()), n in 0i32..40, m in 0i32..40) {
        let (x, y) = (Wide([a, b]), Wide([c, d]));
        let (count, offset) = (Wide([n, m]), Wide([m, n]));
        macro_rules! same {
            ($($method:ident),*) => {
                $(pair(Int::$method(x, y).0, Int::$method(a, c), Int::$method(b, d))?;)*
            };
            (unary $($method:ident),*) => {
                $(pair(Int::$method(x).0, Int::$method(a), Int::$method(b))?;)*
            };
        }
        same!(add, subtract, multiply, multiply_high, divide, remainder, distance, shift_left, shift_right);
        same!(less, equal, carry, overflow, no_borrow, overflow_of_difference);
        same!(unary negate, magnitude, reverse, count, lowest, highest);
        pair(x.extract(count, offset).0, a.extract(n, m), b.extract(m, n))?;
        pair(x.insert(y, count, offset).0, a.insert(c, n, m), b.insert(d, m, n))?;
        pair((!x).0, !a, !b)?;
        pair((x & y).0, a & c, b & d)?;
        pair((x | y).0, a | c, b | d)?;
        pair((x ^ y).0, a ^ c, b ^ d)?;
        pair(Wide::<i32, 2>::constant(n.into()).0, n, n)?;
        let mask = WideMask([true, false]);
        pair(Wide::select(mask, x, y).0, a, d)?;
        pair((!mask).0, false, true)?;
        pair((mask & WideMask([true, true])).0, true, false)?;
        pair((mask | WideMask([false, false])).0, true, false)?;
    }

    /// The same of floats.
    #[test]
    fn lanes_of_floats(values in prop::array::uniform4(any::<f32>())) {
        let [a, b, c, d] = values.map(Ieee);
        let (x, y) = (Wide([a, b]), Wide([c, d]));
        let bits = |value: Ieee| value.0.to_bits();
        macro_rules! same {
            (binary $($method:path),*) => {
                $(pair($method(x, y).0.map(bits), bits($method(a, c)), bits($method(b, d)))?;)*
            };
            (unary $($method:path),*) => {
                $(pair($method(x).0.map(bits), bits($method(a)), bits($method(b)))?;)*
            };
            (compare $($method:ident),*) => {
                $(pair(Float::$method(x, y).0, Float::$method(a, c), Float::$method(b, d))?;)*
            };
        }
        same!(binary std::ops::Add::add, std::ops::Sub::sub, std::ops::Mul::mul, std::ops::Div::div, Float::power);
        same!(unary std::ops::Neg::neg, Float::admit, Float::magnitude, Float::floor, Float::ceiling, Float::truncate);
        same!(unary Float::round, Float::reciprocal, Float::reciprocal_square_root, Float::exp2, Float::log2);
        same!(unary Float::sine, Float::cosine, Float::exponent, Float::mantissa);
        same!(compare less, less_or_equal, equal, less_in_total_order);
        pair(x.is_nan().0, a.is_nan(), b.is_nan())?;
        pair(x.to_signed().0, a.to_signed(), b.to_signed())?;
        let below = Wide::<Ieee, 2>::below_one().0;
        pair(below.map(bits), bits(Ieee::below_one()), bits(Ieee::below_one()))?;
        let constant = <Wide<Ieee, 2> as Float>::constant(1.5).0;
        pair(constant.map(bits), 1.5f32.to_bits(), 1.5f32.to_bits())?;
    }
}
