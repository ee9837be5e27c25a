//! The kind of number that an operation computes with.

use quadrille_isa::gl::{DataType, NumericEnvironment};

use crate::op::named;

named! {
    /// The numbers of an operation: a type of [`quadrille_numerics`] whose methods say what it computes.
    Number
    /// binary32, [`Ieee`](quadrille_numerics::environment::Ieee).
    Ieee "ieee";
    /// binary32 of FP1.0, [`Flushing`](quadrille_numerics::environment::Flushing).
    Fp1 "fp1";
    /// binary32 of VP1.x, [`Vp1`](quadrille_numerics::environment::Vp1).
    Vp1 "vp1";
    /// binary16, [`Half`](quadrille_numerics::environment::Half): each word holds the binary32 number of the same
    /// value, operands and results alike ([`Expression::Narrow`](crate::Expression::Narrow) makes one).
    Half "half";
    /// The 12 bits of NV_fragment_program, [`Fixed`](quadrille_numerics::environment::Fixed), held in the same way.
    Fixed "fixed";
    /// binary64, [`Double`](quadrille_numerics::environment::Double).
    Double "double";
    /// `i32`
    S32 "s32";
    /// `u32`
    U32 "u32";
    /// `i64`
    S64 "s64";
    /// `u64`
    U64 "u64";
}

impl Number {
    /// The numbers of an instruction of a type in a program of an environment; `None` for the NV20's, which computes
    /// whole vectors.
    pub const fn of(data_type: DataType, environment: NumericEnvironment) -> Option<Number> {
        Some(match (data_type, environment) {
            (DataType::F32, NumericEnvironment::Ieee) => Number::Ieee,
            (DataType::F32, NumericEnvironment::Flushing) => Number::Fp1,
            (DataType::F32, NumericEnvironment::Vp1) => Number::Vp1,
            (DataType::F32, NumericEnvironment::Nv20) => return None,
            (DataType::F16, _) => Number::Half,
            (DataType::Fx12, _) => Number::Fixed,
            (DataType::F64, _) => Number::Double,
            (DataType::S32, _) => Number::S32,
            (DataType::U32, _) => Number::U32,
            (DataType::S64, _) => Number::S64,
            (DataType::U64, _) => Number::U64,
        })
    }

    /// Whether it is a [`Float`](quadrille_numerics::lane::Float); the others are integers.
    pub const fn is_float(self) -> bool {
        match self {
            Number::Ieee | Number::Fp1 | Number::Vp1 | Number::Half | Number::Fixed | Number::Double => true,
            Number::S32 | Number::U32 | Number::S64 | Number::U64 => false,
        }
    }

    /// Whether it takes 64 bits.
    pub const fn is_long(self) -> bool {
        match self {
            Number::Double | Number::S64 | Number::U64 => true,
            Number::Ieee
            | Number::Fp1
            | Number::Vp1
            | Number::Half
            | Number::Fixed
            | Number::S32
            | Number::U32 => false,
        }
    }

    /// Whether it has no denormals, and reads those that stand in a register as zeros.
    pub const fn flushes(self) -> bool {
        match self {
            Number::Fp1 | Number::Vp1 => true,
            Number::Ieee
            | Number::Half
            | Number::Fixed
            | Number::Double
            | Number::S32
            | Number::U32
            | Number::S64
            | Number::U64 => false,
        }
    }

    /// The canonical NaN, as its word holds it; `None` of numbers that have no NaN.
    pub const fn nan(self) -> Option<u64> {
        match self {
            Number::Ieee | Number::Fp1 | Number::Vp1 | Number::Half => Some(0x7fc0_0000),
            Number::Double => Some(0x7ff8_0000_0000_0000),
            Number::Fixed | Number::S32 | Number::U32 | Number::S64 | Number::U64 => None,
        }
    }
}
