//! Conversions between binary32 and integers of 32 bits, and of these to counts of loops.

use std::marker::PhantomData;

use quadrille_isa::gl::{Clamp, DataType};
use quadrille_numerics::binary32::{ceiling, floor, round, truncate};
use quadrille_numerics::convert::{Format, Rounding};
use quadrille_scalar::Conversion;

use super::Kernel;
use super::any_nan::signed;
use super::pass::{One, one};

/// A way to round to an integer.
trait Round {
    fn of(x: f32) -> f32;
}

/// An integer of a number that is one, or infinite, or NaN, which gives 0.
trait Fit {
    fn of(x: f32) -> u32;
}

/// A float of an integer, the nearest.
trait Widen {
    fn of(x: u32) -> f32;
}

macro_rules! functions {
    ($function:ident: $($name:ident |$x:ident: $from:ty| -> $to:ty { $body:expr })*) => {
        $(struct $name;
        impl $function for $name {
            #[inline(always)]
            fn of($x: $from) -> $to {
                $body
            }
        })*
    };
}

functions! { Round:
    Nearest |x: f32| -> f32 { round(x) }
    Up |x: f32| -> f32 { ceiling(x) }
    Down |x: f32| -> f32 { floor(x) }
    TowardZero |x: f32| -> f32 { truncate(x) }
}

functions! { Fit:
    SaturatedSigned |x: f32| -> u32 { signed(x).cast_unsigned() }
    SaturatedUnsigned |x: f32| -> u32 { unsigned(x) }
    LowSigned |x: f32| -> u32 { if x.is_finite() { low(x) } else { signed(x).cast_unsigned() } }
    LowUnsigned |x: f32| -> u32 { if x.is_finite() { low(x) } else { unsigned(x) } }
}

functions! { Widen:
    OfSigned |x: u32| -> f32 { x.cast_signed() as f32 }
    OfUnsigned |x: u32| -> f32 { x as f32 }
}

/// An integer as an unsigned one, saturated.
#[inline(always)]
fn unsigned(x: f32) -> u32 {
    const HALF: f32 = 2_147_483_648.0;
    let below = signed(x).max(0).cast_unsigned();
    let above = signed(x - HALF).cast_unsigned() ^ 0x8000_0000;
    if x >= HALF { above } else { below }
}

/// The low 32 bits of a finite integer.
#[inline(always)]
fn low(x: f32) -> u32 {
    let bits = x.to_bits();
    let significand = bits & 0x007f_ffff | 0x0080_0000;
    // 150 is the bias and the 23 places of the fraction.
    let places = (bits >> 23 & 0xff).cast_signed() - 150;
    let down = significand >> (-places).clamp(0, 31);
    let up = significand << places.clamp(0, 31);
    let magnitude = if places < 0 { down } else { up };
    let magnitude = if places < 32 { magnitude } else { 0 };
    if x < 0.0 {
        magnitude.wrapping_neg()
    } else {
        magnitude
    }
}

struct ToInteger<R, F>(PhantomData<(R, F)>);
impl<R: Round, F: Fit> One for ToInteger<R, F> {
    const WIDE: bool = true;
    type A = u32;
    type D = u32;

    #[inline(always)]
    fn of(a: u32) -> u32 {
        F::of(R::of(f32::from_bits(a)))
    }
}

struct ToFloat<W>(PhantomData<W>);
impl<W: Widen> One for ToFloat<W> {
    const WIDE: bool = true;
    type A = u32;
    type D = u32;

    #[inline(always)]
    fn of(a: u32) -> u32 {
        W::of(a).to_bits()
    }
}

/// An integer as another of its size.
trait Resign {
    fn of(x: u32) -> u32;
}

functions! { Resign:
    Same |x: u32| -> u32 { x }
    NotNegative |x: u32| -> u32 { x.cast_signed().max(0).cast_unsigned() }
    NotAbove |x: u32| -> u32 { x.min(i32::MAX.cast_unsigned()) }
}

struct ToOther<S>(PhantomData<S>);
impl<S: Resign> One for ToOther<S> {
    const WIDE: bool = true;
    type A = u32;
    type D = u32;

    #[inline(always)]
    fn of(a: u32) -> u32 {
        S::of(a)
    }
}

/// A whole number of an integer.
trait Extend {
    fn of(x: u32) -> u64;
}

functions! { Extend:
    BySign |x: u32| -> u64 { i64::from(x.cast_signed()).cast_unsigned() }
    ByZeros |x: u32| -> u64 { u64::from(x) }
}

struct ToWhole<E>(PhantomData<E>);
impl<E: Extend> One for ToWhole<E> {
    const WIDE: bool = true;
    type A = u32;
    type D = u64;

    #[inline(always)]
    fn of(a: u32) -> u64 {
        E::of(a)
    }
}

fn to_integer<F: Fit>(rounding: Rounding) -> Kernel {
    match rounding {
        Rounding::Nearest => one::<ToInteger<Nearest, F>>,
        Rounding::Up => one::<ToInteger<Up, F>>,
        Rounding::Down => one::<ToInteger<Down, F>>,
        Rounding::TowardZero => one::<ToInteger<TowardZero, F>>,
    }
}

/// The kernel of a conversion, if it has one.
pub fn convert(conversion: Conversion) -> Option<Kernel> {
    let (from, to, rounding, saturate) = match conversion {
        Conversion::Number {
            from,
            to,
            rounding,
            saturate,
        } => (from, to, rounding, saturate),
        // Integers are clamped to their format; a float that is clamped is another conversion.
        Conversion::Register {
            from,
            from_long: false,
            to,
            to_long: false,
            rounding,
            clamp,
        } if clamp == Clamp::None || to != Format::F32 => (from, to, rounding, clamp != Clamp::None),
        Conversion::Whole(DataType::S32) => return Some(one::<ToWhole<BySign>>),
        Conversion::Whole(DataType::U32) => return Some(one::<ToWhole<ByZeros>>),
        Conversion::Register { .. } | Conversion::Whole(_) => return None,
    };
    match (from, to, saturate) {
        (Format::F32, Format::S32, true) => Some(to_integer::<SaturatedSigned>(rounding)),
        (Format::F32, Format::U32, true) => Some(to_integer::<SaturatedUnsigned>(rounding)),
        (Format::F32, Format::S32, false) => Some(to_integer::<LowSigned>(rounding)),
        (Format::F32, Format::U32, false) => Some(to_integer::<LowUnsigned>(rounding)),
        (Format::S32, Format::F32, _) if rounding == Rounding::Nearest => Some(one::<ToFloat<OfSigned>>),
        (Format::U32, Format::F32, _) if rounding == Rounding::Nearest => Some(one::<ToFloat<OfUnsigned>>),
        (Format::S32, Format::U32, true) => Some(one::<ToOther<NotNegative>>),
        (Format::U32, Format::S32, true) => Some(one::<ToOther<NotAbove>>),
        (Format::S32 | Format::U32, Format::S32 | Format::U32, _) => Some(one::<ToOther<Same>>),
        _ => None,
    }
}
