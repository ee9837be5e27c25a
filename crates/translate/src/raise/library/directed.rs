//! A number of one kind that is not negative as the float next to it on one side.

use crate::form::{Binary, Expression, Scalar, Type};
use crate::raise::library::body::{Body, Call};
use crate::raise::library::helper::Helper;

/// On which side the float lies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Toward zero.
    Inward,
    /// Away from zero.
    Outward,
}

/// As a float of 32 bits; what has 64 is gathered into a float of as many first.
pub(crate) fn float(own: Type, side: Side, helper: Helper, call: &mut Call<'_>) -> Body {
    match own.scalar {
        Scalar::Ulong => Body::of(call(helper, vec![gathered(own)])),
        Scalar::Float | Scalar::Double | Scalar::Bool | Scalar::Int | Scalar::Uint | Scalar::Long => {
            directed(own, own.with_scalar(Scalar::Float), side)
        }
    }
}

/// As a float of 64 bits.
pub(crate) fn double(own: Type, side: Side) -> Body {
    directed(own, own.with_scalar(Scalar::Double), side)
}

/// The float that the target rounds to, or the one beside.
fn directed(own: Type, to: Type, side: Side) -> Body {
    let a = || Expression::argument(0, own);
    let mut body = Body::new();
    let near = body.local("near", to);
    body.set(near, a().convert(to.scalar));
    let (above, below) = if own.scalar.is_float() {
        let back = || near.read().convert(own.scalar);
        (Expression::less(a(), back()), Expression::less(back(), a()))
    } else {
        // What the target's rounding is off by is found in parts that a float holds exactly: compilers take it that
        // a whole number comes back as it was.
        let excess = body.local("excess", to);
        let shift = match to.scalar {
            Scalar::Double => 64 - 53,
            Scalar::Float | Scalar::Bool | Scalar::Int | Scalar::Uint | Scalar::Long | Scalar::Ulong => {
                32 - 24
            }
        };
        let by = Expression::bits(Scalar::Uint, shift, own.width);
        let high = Expression::binary(Binary::ShiftRight, a(), by).convert(to.scalar);
        let unit = Expression::number(to.scalar, f64::from(1_u32 << shift), to.width);
        let high = Expression::binary(Binary::Multiply, high, unit);
        let mask = Expression::integer(own.scalar, (1 << shift) - 1, own.width);
        let low = Expression::binary(Binary::BitAnd, a(), mask).convert(to.scalar);
        let difference = Expression::binary(Binary::Subtract, near.read(), high);
        body.set(excess, Expression::binary(Binary::Subtract, difference, low));
        let zero = || Expression::zero(to.scalar, to.width);
        (
            Expression::less(zero(), excess.read()),
            Expression::less(excess.read(), zero()),
        )
    };
    let (off, step) = match side {
        Side::Inward => (above, Binary::Subtract),
        Side::Outward => (below, Binary::Add),
    };
    let bits = to.scalar.unsigned();
    let one = Expression::integer(bits, 1, to.width);
    let next = Expression::binary(step, near.read().reinterpret(bits), one).reinterpret(to.scalar);
    body.give(Expression::select(off, next, near.read()))
}

/// An unsigned number of 64 bits as a float of as many, which to fewer bits is rounded as the number itself: of a
/// large one the bits that do not fit are gathered in the lowest that does.
fn gathered(own: Type) -> Expression {
    let a = || Expression::argument(0, own);
    let number = |value| Expression::integer(own.scalar, value, own.width);
    let low = Expression::binary(Binary::BitAnd, a(), number((1 << 11) - 1));
    let rest = Expression::binary(Binary::NotEqual, low, number(0));
    let gathered = Expression::select(rest, number(1 << 11), number(0));
    let high = Expression::binary(Binary::BitAnd, a(), number(-1 << 11));
    let large = Expression::binary(Binary::GreaterOrEqual, a(), number(1 << 53));
    let large = Expression::select(large, Expression::binary(Binary::BitOr, high, gathered), a());
    large.convert(Scalar::Double)
}
