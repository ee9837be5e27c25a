//! Which components of its operands an operation looks at, read off its body. What it does not look at may hold
//! anything: nobody has to have set it.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use quadrille_numerics::lane::{Bits, Float, Int, Mask};

use super::{ArithmeticOp, evaluate_float, evaluate_integer};

impl ArithmeticOp {
    /// The components of operand number `at`, as its swizzle gives it, that decide the components of the result in
    /// `mask`, bit 0 for x.
    pub fn needs(self, at: usize, mask: u8) -> u8 {
        let operands = std::array::from_fn(|operand| {
            std::array::from_fn(|component| Reads(1 << (4 * operand + component)))
        });
        let result = evaluate_float(self, operands).or_else(|| evaluate_integer(self, operands));
        let components = result.into_iter().flatten().enumerate();
        let read = components.fold(0, |read, (component, reads)| {
            if mask >> component & 1 != 0 {
                read | reads.0
            } else {
                read
            }
        });
        (read >> (4 * at) & 0b1111) as u8
    }
}

/// A number of which only is known what it was computed from: bit 0 for the first operand's x, bit 11 for the third
/// operand's w.
#[derive(Clone, Copy)]
struct Reads(u16);

const NOTHING: Reads = Reads(0);

impl Reads {
    fn and(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
    }
}

macro_rules! operators {
    ($($operator:ident $function:ident;)*) => {
        $(impl $operator for Reads {
            type Output = Reads;

            fn $function(self, other: Reads) -> Reads {
                self.and(other)
            }
        })*
    };
}
operators! { Add add; Sub sub; Mul mul; Div div; BitAnd bitand; BitOr bitor; BitXor bitxor; }

impl Neg for Reads {
    type Output = Reads;

    fn neg(self) -> Reads {
        self
    }
}

impl Not for Reads {
    type Output = Reads;

    fn not(self) -> Reads {
        self
    }
}

impl Mask for Reads {
    fn constant(_: bool) -> Reads {
        NOTHING
    }
}

impl Bits for Reads {
    type Mask = Reads;

    fn select(mask: Reads, when: Reads, otherwise: Reads) -> Reads {
        mask.and(when).and(otherwise)
    }
}

macro_rules! of_one {
    ($($function:ident)*) => {
        $(fn $function(self) -> Reads {
            self
        })*
    };
}

macro_rules! of_two {
    ($($function:ident)*) => {
        $(fn $function(self, other: Reads) -> Reads {
            self.and(other)
        })*
    };
}

impl Float for Reads {
    type Signed = Reads;

    fn constant(_: f64) -> Reads {
        NOTHING
    }

    fn below_one() -> Reads {
        NOTHING
    }

    of_one! {
        admit magnitude floor ceiling truncate round reciprocal reciprocal_square_root exp2 log2 sine cosine exponent
        mantissa is_nan to_signed
    }
    of_two! { power less less_or_equal equal less_in_total_order }
}

impl Int for Reads {
    const BITS: u32 = 32;

    fn constant(_: i64) -> Reads {
        NOTHING
    }

    of_one! { negate magnitude reverse count lowest highest }
    of_two! {
        add subtract multiply multiply_high divide remainder distance shift_left shift_right less equal carry overflow
        no_borrow overflow_of_difference
    }

    fn extract(self, count: Reads, offset: Reads) -> Reads {
        self.and(count).and(offset)
    }

    fn insert(self, field: Reads, count: Reads, offset: Reads) -> Reads {
        self.and(field).and(count).and(offset)
    }
}
