//! The types that instructions compute in, and the rules of their arithmetic.

use quadrille_numerics::convert::Format;
use quadrille_numerics::lane::Float;

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

    /// The format that a register holds for it.
    pub const fn register_format(self) -> Format {
        match self {
            DataType::F32 | DataType::F16 | DataType::Fx12 => Format::F32,
            DataType::F64 => Format::F64,
            DataType::S32 => Format::S32,
            DataType::U32 => Format::U32,
            DataType::S64 => Format::S64,
            DataType::U64 => Format::U64,
        }
    }

    /// Whether it is one of the floating-point or fixed-point types.
    pub const fn is_float(self) -> bool {
        matches!(
            self,
            DataType::Fx12 | DataType::F16 | DataType::F32 | DataType::F64
        )
    }

    /// The bits of 0, or of 1, in a register.
    pub const fn zero_or_one(self, one: bool) -> u64 {
        if !one {
            return 0;
        }
        match self {
            DataType::F64 => 1f64.to_bits(),
            DataType::F32 | DataType::F16 | DataType::Fx12 => 1f32.to_bits() as u64,
            DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => 1,
        }
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

impl Clamp {
    /// The clamp of a float result.
    #[must_use]
    pub fn apply<L: Float>(self, value: L) -> L {
        let (low, high) = match self {
            Clamp::None => return value,
            Clamp::Saturate => (L::constant(0.0), L::constant(1.0)),
            Clamp::SignedSaturate => (L::constant(-1.0), L::constant(1.0)),
        };
        // NaN is not above the lower bound, and so becomes it.
        let value = L::select(low.less(value), value, low);
        L::select(value.less(high), value, high)
    }
}

/// The rules of arithmetic that a language's extension lays down. Each is a type, or one for each format, in
/// [`quadrille_numerics::environment`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumericEnvironment {
    /// IEEE arithmetic, one canonical NaN, unfused multiply-add: ARB, NV4 and NV5. F32 is `Ieee`, F64
    /// `Double`, F16 `Half`.
    Ieee,
    /// VP1.0 and VP1.1: round to zero, ±0 times anything is +0, no denormals, total order in SLT and SGE. F32
    /// is `Vp1`.
    Vp1,
    /// VP2.0 and FP1.0: F32 is `Flushing` (no denormals: NV_vertex_program2 2.14.3), F16 is `Half` (with them), Fx12 is
    /// `Fixed` (clamps).
    Flushing,
    /// The arithmetic of the GeForce 3's vertex processor, to the bit. No language lays it down: a user asks for it.
    /// Its dot products are no chains of sums, so it is no type over lanes but whole operations,
    /// [`Realisation`](crate::nv20::Realisation).
    Nv20,
}

#[cfg(test)]
mod tests {
    use quadrille_numerics::environment::{Fixed, Ieee};

    use super::*;

    /// source: NV_gpu_program4 2.X.4.1: SAT clamps to [0,1], SSAT to [-1,1]; NaN goes to the lower bound
    #[test]
    fn clamps() {
        let saturate = |x| Clamp::Saturate.apply(Ieee(x)).0;
        let signed = |x| Clamp::SignedSaturate.apply(Ieee(x)).0;
        assert_eq!(
            [-1.0, 0.25, 2.0, f32::INFINITY, f32::NAN].map(saturate),
            [0.0, 0.25, 1.0, 1.0, 0.0]
        );
        assert_eq!(
            [-3.0, -0.25, 2.0, f32::NEG_INFINITY, f32::NAN].map(signed),
            [-1.0, -0.25, 1.0, -1.0, -1.0]
        );
        assert_eq!(saturate(-0.0).to_bits(), 0);
        assert!(Clamp::None.apply(Ieee(f32::NAN)).0.is_nan());
        assert_eq!(Clamp::Saturate.apply(Fixed(2047)).0, 1024);
    }
}
