//! Functions of the library that round numbers of one kind to another: toward one side, to odd ones, and to the low
//! bits of whole numbers.

use crate::form::{Binary, Block, BuiltIn, Expression, Root, Scalar, Type};
use crate::raise::library::{Helper, argument_of, assign, give, less, local};
use crate::raise::raiser::Raiser;

/// A number that is not negative as the float next to it on one side: that which the target rounds it to, or the one
/// beside.
pub(crate) fn directed(own: Type, to: Type, inward: bool, locals: &mut Vec<(String, Type)>) -> Block {
    let a = || argument_of(0, own);
    locals.push(("near".to_owned(), to));
    let near = || local(0, to);
    let mut body = vec![assign(Root::Local(0), None, a().convert(to.scalar))];
    let (above, below) = if own.scalar.is_float() {
        let back = || near().convert(own.scalar);
        (less(a(), back()), less(back(), a()))
    } else {
        // What the target's rounding is off by is found in parts that a float holds exactly: compilers take it that
        // a whole number comes back as it was.
        locals.push(("excess".to_owned(), to));
        let excess = || local(1, to);
        let shift = match to.scalar {
            Scalar::Double => 64 - 53,
            _ => 32 - 24,
        };
        let by = Expression::bits(Scalar::Uint, shift, own.width);
        let high = Expression::binary(Binary::ShiftRight, a(), by).convert(to.scalar);
        let unit = Expression::number(to.scalar, f64::from(1_u32 << shift), to.width);
        let high = Expression::binary(Binary::Multiply, high, unit);
        let mask = Expression::integer(own.scalar, (1 << shift) - 1, own.width);
        let low = Expression::binary(Binary::BitAnd, a(), mask).convert(to.scalar);
        let difference = Expression::binary(Binary::Subtract, near(), high);
        let value = Expression::binary(Binary::Subtract, difference, low);
        body.push(assign(Root::Local(1), None, value));
        let zero = || Expression::zero(to.scalar, to.width);
        (less(zero(), excess()), less(excess(), zero()))
    };
    let (off, step) = match inward {
        true => (above, Binary::Subtract),
        false => (below, Binary::Add),
    };
    let bits = to.scalar.unsigned();
    let one = Expression::integer(bits, 1, to.width);
    let next = Expression::binary(step, near().reinterpret(bits), one).reinterpret(to.scalar);
    body.push(give(Expression::select(off, next, near())));
    body
}

/// An unsigned number of 64 bits as a float of as many, which to fewer bits is rounded as the number itself: of a
/// large one the bits that do not fit are gathered in the lowest that does.
pub(crate) fn gathered(own: Type) -> Expression {
    let a = || argument_of(0, own);
    let number = |value| Expression::integer(own.scalar, value, own.width);
    let low = Expression::binary(Binary::BitAnd, a(), number((1 << 11) - 1));
    let rest = Expression::binary(Binary::NotEqual, low, number(0));
    let gathered = Expression::select(rest, number(1 << 11), number(0));
    let high = Expression::binary(Binary::BitAnd, a(), number(-1 << 11));
    let large = Expression::binary(Binary::GreaterOrEqual, a(), number(1 << 53));
    let large = Expression::select(large, Expression::binary(Binary::BitOr, high, gathered), a());
    large.convert(Scalar::Double)
}

/// The low bits of a whole number, as many as `near` has: of the magnitude, which takes no more bits than the float
/// has, and then with the sign. `near` is for infinities and NaN.
pub(crate) fn whole_modulo(own: Type, near: Expression, locals: &mut Vec<(String, Type)>) -> Block {
    let (a, bits) = (|| argument_of(0, own), near.ty.scalar);
    locals.push(("magnitude".to_owned(), own));
    locals.push(("words".to_owned(), own.with_scalar(bits)));
    let (magnitude, words) = (|| local(0, own), || local(1, own.with_scalar(bits)));
    let number = |value| Expression::number(own.scalar, value, own.width);
    let modulus = || number(bits.unsigned_end());
    let quotient = Expression::binary(Binary::Divide, magnitude(), modulus());
    let whole = Expression::built_in(BuiltIn::Floor, vec![quotient]);
    let multiple = Expression::binary(Binary::Multiply, whole, modulus());
    let rest = Expression::binary(Binary::Subtract, magnitude(), multiple);
    let negative = Expression::binary(Binary::Subtract, Expression::zero(bits, own.width), words());
    let signed = Expression::select(less(a(), number(0.0)), negative, words());
    let finite = less(magnitude(), number(f64::INFINITY));
    vec![
        assign(
            Root::Local(0),
            None,
            Expression::built_in(BuiltIn::Absolute, vec![a()]),
        ),
        assign(Root::Local(1), None, rest.convert(bits)),
        give(Expression::select(finite, signed, near)),
    ]
}

impl Raiser<'_> {
    /// A number of 64 bits as one of 32 that is odd where it is not the number itself: rounded once more to fewer
    /// bits, it gives what the number itself would.
    pub(crate) fn odd(&mut self, own: Type, locals: &mut Vec<(String, Type)>) -> Block {
        let (a, to) = (|| argument_of(0, own), own.with_scalar(Scalar::Float));
        let magnitude = || Expression::built_in(BuiltIn::Absolute, vec![a()]);
        locals.push(("near".to_owned(), to));
        let near = || local(0, to);
        let inward = self.helper(Helper::FloatInward, vec![magnitude()]);
        let bits = near().reinterpret(Scalar::Uint);
        let odd = Expression::binary(Binary::BitOr, bits, Expression::bits(Scalar::Uint, 1, own.width));
        let same = Expression::binary(Binary::Equal, near().convert(Scalar::Double), magnitude());
        let rounded = Expression::select(same, near(), odd.reinterpret(Scalar::Float));
        let zero = || Expression::zero(Scalar::Double, own.width);
        let signed = Expression::select(less(a(), zero()), rounded.clone().negate(), rounded);
        let is_zero = Expression::binary(Binary::Equal, a(), zero());
        vec![
            assign(Root::Local(0), None, inward),
            give(Expression::select(is_zero, a().convert(Scalar::Float), signed)),
        ]
    }
}
