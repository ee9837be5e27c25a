//! The numbers of registers as words: constants, sizes, signs.

use quadrille_isa::gl::DataType;
use quadrille_numerics::convert::{Format, Rounding, convert};

/// A number of a register of 32 or 64 bits as one of the other size, within its base type.
pub(crate) fn resize(bits: u64, data_type: DataType, from_long: bool, to_long: bool) -> u64 {
    if from_long == to_long {
        return bits;
    }
    let format = match data_type {
        DataType::F16 | DataType::Fx12 | DataType::F32 | DataType::F64 => Format::F32,
        DataType::S32 | DataType::S64 => Format::S32,
        DataType::U32 | DataType::U64 => Format::U32,
    };
    let (from, to) = (format.in_register(from_long), format.in_register(to_long));
    convert(bits, from, to, Rounding::Nearest, false)
}

/// The absolute value of a number.
pub(crate) fn magnitude(data_type: DataType, bits: u64) -> u64 {
    match data_type {
        DataType::S32 => u64::from((bits as i32).wrapping_abs() as u32),
        DataType::S64 => (bits as i64).wrapping_abs() as u64,
        DataType::U32 | DataType::U64 => bits,
        DataType::F64 => bits & !(1 << 63),
        DataType::F32 | DataType::F16 | DataType::Fx12 => bits & 0x7fff_ffff,
    }
}

/// A number with the other sign.
pub(crate) fn negate(data_type: DataType, bits: u64) -> u64 {
    match data_type {
        DataType::S32 | DataType::U32 => u64::from((bits as u32).wrapping_neg()),
        DataType::S64 | DataType::U64 => bits.wrapping_neg(),
        DataType::F64 => bits ^ 1 << 63,
        DataType::F32 | DataType::F16 | DataType::Fx12 => bits ^ 0x8000_0000,
    }
}
