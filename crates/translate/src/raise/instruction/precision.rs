//! Precisions that an instruction computes in and no target has: a float is rounded to them.

use quadrille_isa::gl::DataType;
use quadrille_numerics::convert::{Binary, Rounding};

use crate::raise::library::Helper;

/// A precision that floats are rounded to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Precision {
    /// binary16.
    Half,
    /// The fixed point of FX12: a sign, one bit before the point and ten behind it.
    Fixed,
}

impl Precision {
    /// The precision of a data type; none of what targets have.
    pub(crate) const fn of(data_type: DataType) -> Option<Precision> {
        match data_type {
            DataType::F16 => Some(Precision::Half),
            DataType::Fx12 => Some(Precision::Fixed),
            DataType::F32 | DataType::F64 | DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => {
                None
            }
        }
    }

    /// The function that rounds to it.
    pub(crate) const fn helper(self) -> Helper {
        match self {
            Precision::Half => Helper::Half,
            Precision::Fixed => Helper::Fixed,
        }
    }

    /// A constant, as bits of binary32, rounded to it.
    pub(crate) fn round(self, bits: u32) -> u32 {
        let value = f64::from(f32::from_bits(bits));
        let rounded = match self {
            Precision::Half => Binary::B16.decode(Binary::B16.encode(value, Rounding::Nearest)),
            Precision::Fixed if value.is_nan() => 0.0,
            Precision::Fixed => (value * 1024.0).round_ties_even().clamp(-2048.0, 2047.0) / 1024.0,
        };
        (rounded as f32).to_bits()
    }
}
