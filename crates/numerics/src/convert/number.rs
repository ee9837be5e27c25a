//! Conversion of one number, as CVT does it (NV_gpu_program5, 2.X.8.Z CVT).

use super::{Format, Rounding};

/// The number in the low bits of `bits`, converted. Bits above the result's format are 0.
///
/// A float that is not an integer is rounded to one; then an integer result that does not fit is clamped
/// with `saturate`, and loses its high bits without. A float result is rounded to its format only, and never
/// to an integer. Where the specification leaves the result undefined: NaN gives the integer 0, and an
/// infinity the end of the integer's range.
pub fn convert(bits: u64, from: Format, to: Format, rounding: Rounding, saturate: bool) -> u64 {
    let Some(binary) = from.binary() else {
        let value = from.integer(bits);
        return match to.binary() {
            Some(binary) => binary.encode_integer(value, rounding),
            None => fit(value, to, saturate),
        };
    };
    let value = binary.decode(bits & from.mask());
    if let Some(binary) = to.binary() {
        return binary.encode(value, rounding);
    }
    let (low, high) = to.range();
    if value.is_nan() {
        return 0;
    }
    if value.is_infinite() {
        return (if value < 0.0 { low } else { high }) as u64 & to.mask();
    }
    let whole = match rounding {
        Rounding::Nearest => value.round_ties_even(),
        Rounding::Up => value.ceil(),
        Rounding::Down => value.floor(),
        Rounding::TowardZero => value.trunc(),
    };
    // From 2^117 on, a binary64 number is a multiple of 2^64: its low 64 bits are 0.
    if whole.abs() >= (1_u128 << 120) as f64 {
        let end = if whole < 0.0 { low } else { high };
        return if saturate { end as u64 & to.mask() } else { 0 };
    }
    fit(whole as i128, to, saturate)
}

/// CVT on whole registers of 32 or 64 bits: from the register's size to the operand's format, to the
/// result's format, to the size of the result's register. F16 is the low 16 bits of a register.
pub fn convert_register(
    register: u64,
    long: bool,
    [to, from]: [Format; 2],
    rounding: Rounding,
    saturate: bool,
    result_long: bool,
) -> u64 {
    let resize = |bits, from, to| convert(bits, from, to, Rounding::Nearest, false);
    let operand = if from == Format::F16 {
        register & 0xffff
    } else {
        resize(register, from.in_register(long), from)
    };
    let result = convert(operand, from, to, rounding, saturate);
    if to == Format::F16 {
        result
    } else {
        resize(result, to, to.in_register(result_long))
    }
}

fn fit(value: i128, to: Format, saturate: bool) -> u64 {
    let (low, high) = to.range();
    let value = if saturate { value.clamp(low, high) } else { value };
    value as u64 & to.mask()
}
