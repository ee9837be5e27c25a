//! Functions of the library that round numbers of one kind to another: toward one side, to odd ones, and to the low
//! bits of whole numbers.

use super::library::{Helper, argument_of, assign, give, less, local};
use super::raiser::Raiser;
use crate::form::{Binary, Block, BuiltIn, Expression, Root, Scalar, Type};

/// A number that is not negative as the float next to it on one side: that which the target rounds it to, or the one
/// beside. Brought back to its own kind, that tells on which side it lies.
pub(super) fn directed(own: Type, to: Type, inward: bool, locals: &mut Vec<(String, Type)>) -> Block {
    let a = || argument_of(0, own);
    locals.push(("near".to_owned(), to));
    let near = || local(0, to);
    let back = near().convert(own.scalar);
    let (off, step) = match inward {
        true => (less(a(), back), Binary::Subtract),
        false => (less(back, a()), Binary::Add),
    };
    let bits = to.scalar.unsigned();
    let one = Expression::integer(bits, 1, to.width);
    let next = Expression::binary(step, near().reinterpret(bits), one).reinterpret(to.scalar);
    let mut side = Expression::select(off, next.clone(), near());
    if !own.scalar.is_float() {
        // What is rounded up to the end of its kind has no way back.
        let end = Expression::number(to.scalar, own.scalar.unsigned_end(), to.width);
        let beyond = Expression::binary(Binary::GreaterOrEqual, near(), end);
        side = Expression::select(beyond, if inward { next } else { near() }, side);
    }
    vec![assign(Root::Local(0), None, a().convert(to.scalar)), give(side)]
}

/// The low bits of a whole number, as many as `near` has: of the magnitude, which takes no more bits than the float
/// has, and then with the sign. `near` is for infinities and NaN.
pub(super) fn whole_modulo(own: Type, near: Expression, locals: &mut Vec<(String, Type)>) -> Block {
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
    pub(super) fn odd(&mut self, own: Type, locals: &mut Vec<(String, Type)>) -> Block {
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
