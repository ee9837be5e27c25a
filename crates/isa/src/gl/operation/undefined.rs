//! When the specifications leave an arithmetic result undefined: what a sanitizer asks after the fact.
//!
//! Engines do not ask; they give the value that the meaning states. Memory and textures are not here.

use quadrille_numerics::convert::Format;
use quadrille_numerics::lane::Int;

use super::{ArithmeticOp, GroupOp, MemoryOp, Operation, TextureOp};

macro_rules! undefined {
    ($($id:ident $name:literal $doc:literal $cite:literal;)*) => {
        /// Why a result is undefined.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Undefined {
            $(#[doc = concat!("A finding: ", $doc, ".")] $id,)*
        }

        impl Undefined {
            /// All of them.
            pub const ALL: &[Undefined] = &[$(Undefined::$id),*];

            /// Its name as a finding.
            pub const fn name(self) -> &'static str {
                match self { $(Undefined::$id => $name,)* }
            }

            /// The undefined case, in a sentence without full stop.
            pub const fn doc(self) -> &'static str {
                match self { $(Undefined::$id => $doc,)* }
            }

            /// The citation of the specification that leaves it undefined.
            pub const fn cite(self) -> &'static str {
                match self { $(Undefined::$id => $cite,)* }
            }
        }
    };
}

undefined! {
    DivisionByZero "division-by-zero" "an integer is divided by zero" "NV_gpu_program4 2.X.8 DIV";
    ModulusRange "modulus-range" "a remainder is taken of a negative number, or by one that is not above zero"
        "NV_gpu_program4 2.X.8 MOD";
    ShiftAmount "shift-amount" "a shift amount is below 0 or not below the size of the number"
        "NV_gpu_program4 2.X.8 SHL";
    BitField "bit-field" "a bit field does not lie within its number" "NV_gpu_program5 2.X.8 BFE";
    ProductRange "product-range" "an operand of a 24-bit product has more than 24 bits" "NV_gpu_program4 2.X.8 MUL";
    ConversionRange "conversion-range" "a float does not fit the integer it is converted to"
        "NV_gpu_program4 2.X.8 FLR; NV_gpu_program5 2.X.8 CVT";
    LogarithmDomain "logarithm-domain" "a logarithm is taken of a number that is not above zero"
        "ARB_vertex_program 2.14.5.12; NV_gpu_program4 2.X.8 LG2";
    RootDomain "root-domain" "a reciprocal square root is taken of a number that is not above zero"
        "NV_gpu_program4 2.X.8 RSQ";
    NegativeBase "negative-base" "a negative number is raised to a power" "ARB_vertex_program 2.14.5.20";
    AngleRange "angle-range" "SCS gets an angle beyond [-π, π]" "ARB_fragment_program 3.11.5.23";
    ProjectionDomain "projection-domain" "a projective lookup divides by a number that is not above zero"
        "ARB_fragment_program 3.11.6.2";
}

impl Operation {
    /// Components of its result that its specification leaves undefined, bit 0 for x. They read 0.
    ///
    /// Source: ARB_vertex_program 2.14.5.27, ARB_fragment_program 3.11.5.23 and 3.11.5.29, NV_fragment_program2
    /// 3.11.5.51, NV_gpu_program4 2.X.8 RFL, NV_gpu_program5 2.X.8 ATOM.
    pub const fn unspecified(self) -> u8 {
        match self {
            Operation::Arithmetic(operation) => operation.unspecified(),
            Operation::Group(GroupOp::Shuffle(_)) => 0b1100,
            Operation::Memory(MemoryOp::Atomic(_)) => 0b1110,
            Operation::Group(
                GroupOp::Vote(_)
                | GroupOp::Ballot
                | GroupOp::QuadAdd(_)
                | GroupOp::QuadAddHorizontal
                | GroupOp::QuadAddVertical,
            )
            | Operation::Memory(
                MemoryOp::Load(_)
                | MemoryOp::Store(_)
                | MemoryOp::QueryImageSize
                | MemoryOp::QueryImageSamples
                | MemoryOp::Barrier,
            )
            | Operation::Conversion(_)
            | Operation::Texture(_)
            | Operation::Derivative(_)
            | Operation::Interpolation(_)
            | Operation::Kill
            | Operation::Address(_)
            | Operation::Flow(_)
            | Operation::Stage(_) => 0,
        }
    }
}

impl ArithmeticOp {
    /// The undefined case of its operands as floats; the operation's domain is one value for all components.
    ///
    /// Operands stand as in [`evaluate_float`](super::evaluate_float), each as the number it is. NaN operands are
    /// no finding: where a NaN comes from is one.
    pub fn undefined_of_floats(self, [a, b, _]: [[f64; 4]; 3]) -> Option<Undefined> {
        let domain = self.domain()?;
        let outside = match domain {
            Undefined::LogarithmDomain | Undefined::RootDomain => a[0] <= 0.0,
            Undefined::NegativeBase => a[0] < 0.0 && !b[0].is_nan(),
            // The binary32 number next to π lies above it; programs mean it when they say π.
            Undefined::AngleRange => a[0].abs() > f64::from(std::f32::consts::PI),
            Undefined::DivisionByZero
            | Undefined::ModulusRange
            | Undefined::ShiftAmount
            | Undefined::BitField
            | Undefined::ProductRange
            | Undefined::ConversionRange
            | Undefined::ProjectionDomain => false,
        };
        outside.then_some(domain)
    }

    /// The undefined cases of its operands as integers, per component of the result. Operands stand as in
    /// [`evaluate_integer`](super::evaluate_integer).
    pub fn undefined_of_integers<I: Int<Mask = bool>>(
        self,
        [a, b, _]: [[I; 4]; 3],
    ) -> [Option<Undefined>; 4] {
        let Some(domain) = self.domain() else {
            return [None; 4];
        };
        let zero = I::constant(0);
        let bits = I::constant(i64::from(I::BITS));
        let narrow = |x: I| x.extract(I::constant(24), zero).equal(x);
        std::array::from_fn(|i| {
            let outside = match domain {
                Undefined::DivisionByZero => b[i].equal(zero),
                Undefined::ModulusRange => a[i].less(zero) || !zero.less(b[i]),
                Undefined::ShiftAmount => b[i].less(zero) || !b[i].less(bits),
                Undefined::BitField => {
                    let (count, offset) = (a[0], a[1]);
                    count.less(zero)
                        || offset.less(zero)
                        || !offset.less(bits)
                        || bits.less(count)
                        || bits.subtract(offset).less(count)
                }
                Undefined::ProductRange => !narrow(a[i]) || !narrow(b[i]),
                Undefined::LogarithmDomain
                | Undefined::RootDomain
                | Undefined::NegativeBase
                | Undefined::AngleRange
                | Undefined::ConversionRange
                | Undefined::ProjectionDomain => false,
            };
            outside.then_some(domain)
        })
    }
}

/// The undefined case of a projective lookup: it divides by a number that is not above zero. FP1.0 says nothing of
/// the kind.
pub fn undefined_projection(operation: TextureOp, [.., w]: [f64; 4]) -> Option<Undefined> {
    let divides = match operation {
        TextureOp::SampleProjected => true,
        TextureOp::Sample(_)
        | TextureOp::SampleProjectedButCube
        | TextureOp::Fetch
        | TextureOp::FetchMultisample
        | TextureOp::Gather
        | TextureOp::GatherOffsets
        | TextureOp::QueryLod
        | TextureOp::QuerySize
        | TextureOp::QuerySamples => false,
    };
    (divides && w <= 0.0).then_some(Undefined::ProjectionDomain)
}

/// The undefined case of the conversion of a float, already rounded to an integer, to an integer format.
pub fn undefined_conversion(rounded: f64, to: Format) -> Option<Undefined> {
    let bits = to.bits();
    // Powers of two up to 2^64 are exact.
    let top = 2.0 * (1_u64 << (bits - 1)) as f64;
    let (low, end) = if to.is_signed() {
        (-top / 2.0, top / 2.0)
    } else {
        (0.0, top)
    };
    let fits = to.binary().is_some() || (low..end).contains(&rounded);
    (!fits).then_some(Undefined::ConversionRange)
}

#[cfg(test)]
mod tests {
    use super::ArithmeticOp as Op;
    use super::*;

    /// source: the conditions of NV_gpu_program4 2.X.8 DIV, MOD, SHL and NV_gpu_program5 2.X.8 BFE
    #[test]
    fn integers() {
        let found =
            |operation: Op, a: i32, b: i32| operation.undefined_of_integers([[a; 4], [b; 4], [0; 4]])[0];
        assert_eq!(found(Op::Divide, 1, 0), Some(Undefined::DivisionByZero));
        assert_eq!(found(Op::Divide, 0, 1), None);
        assert_eq!(found(Op::Modulo, -1, 2), Some(Undefined::ModulusRange));
        assert_eq!(found(Op::Modulo, 0, 2), None);
        for (amount, expected) in [(-1, true), (0, false), (31, false), (32, true)] {
            assert_eq!(found(Op::ShiftLeft, 1, amount).is_some(), expected, "{amount}");
        }
        let field = |count, offset| {
            let operands = [[count, offset, 0, 0], [7; 4], [0; 4]];
            Op::BitFieldExtract.undefined_of_integers::<i32>(operands)[0].is_some()
        };
        let inside = [(32, 0), (0, 31), (1, 31), (31, 1)];
        let outside = [(-1, 0), (0, -1), (0, 32), (33, 0), (2, 31), (i32::MAX, 31)];
        assert!(inside.iter().all(|&(count, offset)| !field(count, offset)));
        assert!(outside.iter().all(|&(count, offset)| field(count, offset)));
        assert_eq!(found(Op::Multiply24, -8_388_608, 8_388_607), None);
        assert_eq!(found(Op::Multiply24, 8_388_608, 1), Some(Undefined::ProductRange));
    }

    /// source: the ranges of the integer types
    #[test]
    fn conversions() {
        for (value, format, fits) in [
            (-1.0, Format::U32, false),
            (4_294_967_295.0, Format::U32, true),
            (4_294_967_296.0, Format::U32, false),
            (-2_147_483_648.0, Format::S32, true),
            (-2_147_483_649.0, Format::S32, false),
            (2_147_483_648.0, Format::S32, false),
            (9_223_372_036_854_775_808.0, Format::S64, false),
            (-9_223_372_036_854_775_808.0, Format::S64, true),
            (18_446_744_073_709_551_616.0, Format::U64, false),
            (-128.0, Format::S8, true),
            (f64::NAN, Format::S32, false),
            (f64::INFINITY, Format::F16, true),
        ] {
            assert_eq!(
                undefined_conversion(value, format).is_none(),
                fits,
                "{value} {format:?}"
            );
        }
    }

    /// source: the conditions of ARB_vertex_program 2.14.5.12, NV_gpu_program4 2.X.8 RSQ; none in
    /// NV_vertex_program2 2.14.3.17
    #[test]
    fn floats() {
        let found = |operation: Op, a: f64, b: f64| operation.undefined_of_floats([[a; 4], [b; 4], [0.0; 4]]);
        assert_eq!(found(Op::Log2, 0.0, 0.0), Some(Undefined::LogarithmDomain));
        assert_eq!(found(Op::Log2OrNan, 0.0, 0.0), None);
        assert_eq!(
            found(Op::ReciprocalSquareRoot, -0.0, 0.0),
            Some(Undefined::RootDomain)
        );
        assert_eq!(found(Op::Power, -2.0, 2.0), Some(Undefined::NegativeBase));
        assert_eq!(found(Op::SineCosine, f64::from(std::f32::consts::PI), 0.0), None);
        assert_eq!(found(Op::SineCosine, 3.2, 0.0), Some(Undefined::AngleRange));
    }
}
