//! The number types as bits of values: what constants are folded with and one lane is evaluated with.

use quadrille_numerics::convert::Binary;
use quadrille_numerics::environment::{Double, Fixed, Flushing, Half, Ieee, Vp1};
use quadrille_numerics::lane::{Bits, Float, Int};

use crate::number::Number;

/// A number that a word or long holds.
pub(crate) trait Lane: Bits<Mask = bool> {
    /// Which.
    const NUMBER: Number;

    /// The number of these bits.
    fn of_bits(bits: u64) -> Self;
    /// Its bits.
    fn to_bits(self) -> u64;
}

/// A float whose integers are scalars.
pub(crate) trait FloatLane: Lane + Float<Signed = i32> {}

/// An integer.
pub(crate) trait IntLane: Lane + Int {}

macro_rules! binary32 {
    ($($type:ident $number:ident;)*) => {
        $(
            impl Lane for $type {
                const NUMBER: Number = Number::$number;

                fn of_bits(bits: u64) -> $type {
                    $type(f32::from_bits(bits as u32))
                }
                fn to_bits(self) -> u64 {
                    u64::from(self.0.to_bits())
                }
            }
            impl FloatLane for $type {}
        )*
    };
}
binary32! { Ieee Ieee; Flushing Fp1; Vp1 Vp1; }

impl Lane for Half {
    const NUMBER: Number = Number::Half;

    fn of_bits(bits: u64) -> Half {
        Half::constant(f64::from(f32::from_bits(bits as u32)))
    }
    fn to_bits(self) -> u64 {
        let wide = Binary::B16.decode(u64::from(self.0)) as f32;
        u64::from(if wide.is_nan() {
            0x7fc0_0000
        } else {
            wide.to_bits()
        })
    }
}
impl FloatLane for Half {}

impl Lane for Fixed {
    const NUMBER: Number = Number::Fixed;

    fn of_bits(bits: u64) -> Fixed {
        Fixed::constant(f64::from(f32::from_bits(bits as u32)))
    }
    fn to_bits(self) -> u64 {
        u64::from((f32::from(self.0) / 1024.0).to_bits())
    }
}
impl FloatLane for Fixed {}

impl Lane for Double {
    const NUMBER: Number = Number::Double;

    fn of_bits(bits: u64) -> Double {
        Double(f64::from_bits(bits))
    }
    fn to_bits(self) -> u64 {
        self.0.to_bits()
    }
}
impl FloatLane for Double {}

macro_rules! integers {
    ($($type:ident $unsigned:ident $number:ident;)*) => {
        $(
            impl Lane for $type {
                const NUMBER: Number = Number::$number;

                fn of_bits(bits: u64) -> $type {
                    bits as $type
                }
                fn to_bits(self) -> u64 {
                    u64::from(self as $unsigned)
                }
            }
            impl IntLane for $type {}
        )*
    };
}
integers! { i32 u32 S32; u32 u32 U32; i64 u64 S64; u64 u64 U64; }

/// Runs an expression with the type of a float number, for which the identifier stands; `None` of an integer.
macro_rules! with_float {
    ($number:expr, $lane:ident => $run:expr) => {
        match $number {
            $crate::number::Number::Ieee => {
                type $lane = quadrille_numerics::environment::Ieee;
                Some($run)
            }
            $crate::number::Number::Fp1 => {
                type $lane = quadrille_numerics::environment::Flushing;
                Some($run)
            }
            $crate::number::Number::Vp1 => {
                type $lane = quadrille_numerics::environment::Vp1;
                Some($run)
            }
            $crate::number::Number::Half => {
                type $lane = quadrille_numerics::environment::Half;
                Some($run)
            }
            $crate::number::Number::Fixed => {
                type $lane = quadrille_numerics::environment::Fixed;
                Some($run)
            }
            $crate::number::Number::Double => {
                type $lane = quadrille_numerics::environment::Double;
                Some($run)
            }
            $crate::number::Number::S32
            | $crate::number::Number::U32
            | $crate::number::Number::S64
            | $crate::number::Number::U64 => None,
        }
    };
}
pub(crate) use with_float;

/// The same of an integer number.
macro_rules! with_int {
    ($number:expr, $lane:ident => $run:expr) => {
        match $number {
            $crate::number::Number::S32 => {
                type $lane = i32;
                Some($run)
            }
            $crate::number::Number::U32 => {
                type $lane = u32;
                Some($run)
            }
            $crate::number::Number::S64 => {
                type $lane = i64;
                Some($run)
            }
            $crate::number::Number::U64 => {
                type $lane = u64;
                Some($run)
            }
            $crate::number::Number::Ieee
            | $crate::number::Number::Fp1
            | $crate::number::Number::Vp1
            | $crate::number::Number::Half
            | $crate::number::Number::Fixed
            | $crate::number::Number::Double => None,
        }
    };
}
pub(crate) use with_int;
