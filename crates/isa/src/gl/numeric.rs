//! What kind of number an instruction works on, and by which rules.

/// The type that an operation computes in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataType {
    /// 12-bit fixed point, [−2048/1024, 2047/1024] (NV_fragment_program).
    Fx12,
    /// IEEE binary16.
    F16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// 32-bit two's complement.
    S32,
    /// 32-bit unsigned.
    U32,
    /// 64-bit two's complement.
    S64,
    /// 64-bit unsigned.
    U64,
}

impl DataType {
    /// Whether a value takes two 32-bit words.
    pub const fn is_long(self) -> bool {
        matches!(self, DataType::F64 | DataType::S64 | DataType::U64)
    }

    /// Whether it is one of the floating-point or fixed-point types.
    pub const fn is_float(self) -> bool {
        matches!(
            self,
            DataType::Fx12 | DataType::F16 | DataType::F32 | DataType::F64
        )
    }
}

/// The clamp applied to a result before it is tested and written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Clamp {
    /// None.
    #[default]
    None,
    /// `SAT`: to [0, 1]; NaN becomes 0. On a CVT with an integer result: to the type's range.
    Saturate,
    /// `SSAT`: to [−1, 1]; NaN becomes −1.
    SignedSaturate,
}

/// The rules of arithmetic that a language lays down (facts 7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumericEnvironment {
    /// IEEE arithmetic, one canonical NaN, unfused multiply-add: VP2.0, ARB, NV4 and NV5.
    Ieee,
    /// VP1.0 and VP1.1: ±0 times anything is +0, denormal inputs are 0, total order in SLT and SGE.
    Vp1,
    /// FP1.0: fp32 flushes denormals, fp16 keeps them, fx12 clamps.
    Fp1,
}
