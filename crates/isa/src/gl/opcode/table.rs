//! The opcode table of every assembly language of OpenGL but ATI_text_fragment_shader.
//!
//! A row reads: result and operands, languages that have it, stages, modifier columns of Table X.13,
//! suffixes of the older fragment languages, what it does by language, citation, what is undefined, example.

use quadrille_numerics::convert::Rounding;

use super::columns::{Column, Columns, DefaultType, column, default_type, flag};
use super::legacy::Legacy;
use super::shape::{OperandShape, ResultShape, operand_shape, result_shape};
use super::{Example, OpcodeRow};
use crate::gl::availability::Availability;
use crate::gl::language::{LanguageSet, Stage, StageSet};
use crate::gl::operation::{
    AddressOp, AddressRange, ArithmeticOp, Axis, Comparison, ConversionOp, FlowOp, GroupOp, Location, Lod,
    MemoryOp, Operation, Packing, Shuffle, Space, StageOp, TextureOp, Vote,
};
use crate::gl::option::ProgramOption;

const ALL: StageSet = StageSet::ALL;
const FRAGMENT: StageSet = StageSet::of(&[Stage::Fragment]);
const GEOMETRY: StageSet = StageSet::of(&[Stage::Geometry]);
const COMPUTE: StageSet = StageSet::of(&[Stage::Compute]);

macro_rules! languages {
    ($($language:ident)*) => { LanguageSet::NONE$(.or(LanguageSet::$language))* };
}

macro_rules! undefined {
    () => {
        None
    };
    ($what:literal) => {
        Some($what)
    };
}

macro_rules! example {
    () => { None };
    ($([$($operand:literal),*]),+ => [$($result:literal),*]) => {
        Some(Example { operands: &[$(&[$($operand),*]),+], result: &[$($result),*] })
    };
}

macro_rules! operation {
    (Arithmetic $($operation:tt)*) => { Operation::Arithmetic(ArithmeticOp::$($operation)*) };
    (Conversion $($operation:tt)*) => { Operation::Conversion(ConversionOp::$($operation)*) };
    (Texture $($operation:tt)*) => { Operation::Texture(TextureOp::$($operation)*) };
    (Derivative $axis:ident) => { Operation::Derivative(Axis::$axis) };
    (Interpolation $location:ident) => { Operation::Interpolation(Location::$location) };
    (Kill) => { Operation::Kill };
    (Address $($operation:tt)*) => { Operation::Address(AddressOp::$($operation)*) };
    (Flow $operation:ident) => { Operation::Flow(FlowOp::$operation) };
    (Memory $($operation:tt)*) => { Operation::Memory(MemoryOp::$($operation)*) };
    (Group $($operation:tt)*) => { Operation::Group(GroupOp::$($operation)*) };
    (Stage $operation:ident) => { Operation::Stage(StageOp::$operation) };
}

macro_rules! opcodes {
    ($(
        $(#[doc = $doc:literal])* $id:ident $mnemonic:literal ($result:ident $(, $operand:ident)*)
        $(, except [$(($($except:ident)*) ($($other:ident),*)),*])?,
        in [$($language:ident)*] $(option [$(($($by:ident)*) $option:ident),*])?, stages $stages:ident,
        columns [$f:tt $i:tt $c:tt $s:tt $h:tt $d:tt], legacy $legacy:ident,
        does $group:ident $(($($operation:tt)*))?
        $(, but [$(($($for:ident)*) $other_group:ident ($($variant:tt)*)),*])?,
        cite $cite:literal $(, undefined $undefined:literal)? $(, eg ($($example:tt)*))?;
    )*) => {
        /// An opcode of any of the languages.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Opcode {
            $($(#[doc = $doc])* $id,)*
        }

        impl Opcode {
            /// The opcode of a mnemonic without suffixes, in capitals as the languages write it.
            pub fn of_mnemonic(mnemonic: &str) -> Option<Opcode> {
                Some(match mnemonic {
                    $($mnemonic => Opcode::$id,)*
                    _ => return None,
                })
            }
        }

        /// All opcodes, in the order of [`Opcode`].
        pub static OPCODES: &[OpcodeRow] = &[
            $(OpcodeRow {
                opcode: Opcode::$id,
                mnemonic: $mnemonic,
                doc: concat!($($doc),*).trim_ascii(),
                result: result_shape!($result),
                operands: &[$(operand_shape!($operand)),*],
                except: &[$($((languages!($($except)*), &[$(operand_shape!($other)),*])),*)?],
                availability: Availability {
                    languages: languages!($($language)*),
                    by_option: &[$($((languages!($($by)*), ProgramOption::$option)),*)?],
                    stages: $stages,
                },
                columns: Columns {
                    float: column!($f),
                    integer: column!($i),
                    condition: flag!($c),
                    saturate: flag!($s),
                    half: flag!($h),
                    default: default_type!($d),
                },
                legacy: Legacy::$legacy,
                operation: operation!($group $($($operation)*)?),
                variants: &[$($((languages!($($for)*), operation!($other_group $($variant)*))),*)?],
                cite: $cite,
                undefined: undefined!($($undefined)?),
                example: example!($($($example)*)?),
            },)*
        ];
    };
}

opcodes! {
    // Moves and arithmetic.

    /// Absolute value of each component; the integer −2^31 and unsigned numbers stay.
    Abs "ABS" (v, v), in [V11 V20 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Absolute),
        cite "ARB_vertex_program 2.14.5.1; ARB_fragment_program 3.11.5.1; NV_vertex_program1_1 2.14.1.10.21; NV_vertex_program2 2.14.3.1; NV_gpu_program4 2.X.8 ABS", eg ([-1.5] => [1.5]);
    /// Sum, component by component.
    Add "ADD" (v, v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Add),
        cite "ARB_vertex_program 2.14.5.2; ARB_fragment_program 3.11.5.2; NV_vertex_program 2.14.1.10.4; NV_vertex_program2 2.14.3.2; NV_fragment_program 3.11.5.1; NV_gpu_program4 2.X.8 ADD", eg ([1.5], [-0.25] => [1.25]);
    /// Smallest integer not below each component, as a float or as an integer.
    Ceil "CEIL" (v, vf), in [GPU], stages ALL,
        columns [6 6 X X X F], legacy None, does Arithmetic(Round(Rounding::Up)),
        cite "NV_gpu_program4 2.X.8 CEIL", undefined "an integer result that does not fit its type", eg ([-1.5] => [-1.0]);
    /// The second operand where the first is below zero, else the third.
    Cmp "CMP" (v, v, v, v), in [AF AF1 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Compare, does Arithmetic(Compare),
        cite "ARB_fragment_program 3.11.5.3; NV_gpu_program4 2.X.8 CMP", eg ([-1.0, 0.0, 2.0, -0.5], [1.0], [2.0] => [1.0, 2.0, 2.0, 1.0]);
    /// Cosine of an angle in radians, of any size.
    Cos "COS" (s, s), in [V20 F10 AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Half, does Arithmetic(Cosine),
        cite "ARB_fragment_program 3.11.5.4; NV_vertex_program2 2.14.3.8; NV_fragment_program 3.11.5.2; NV_vertex_program2_option 2.14.5.32; NV_gpu_program4 2.X.8 COS", eg ([0.0] => [1.0]);
    /// Conversion from one storage type to another, with its own rounding.
    Cvt "CVT" (v, v), in [NV5], stages ALL,
        columns [- - X X - F], legacy None, does Conversion(Convert),
        cite "NV_gpu_program5 2.X.8 CVT", undefined "infinities and NaN to integers";
    /// Each component divided by a scalar.
    Div "DIV" (v, v, s), in [AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Half, does Arithmetic(Divide),
        cite "NV_fragment_program2 3.11.5.48; NV_gpu_program4 2.X.8 DIV", undefined "integer division by zero", eg ([1.0, 2.0, 3.0, -4.0], [2.0] => [0.5, 1.0, 1.5, -2.0]);
    /// Distance vector (1, d, d², 1/d) from (-, d², d², -) and (-, 1/d, -, 1/d).
    Dst "DST" (v, v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Half, does Arithmetic(Distance),
        cite "ARB_vertex_program 2.14.5.7; ARB_fragment_program 3.11.5.8; NV_vertex_program 2.14.1.10.10; NV_vertex_program2 2.14.3.12; NV_fragment_program 3.11.5.7; NV_gpu_program4 2.X.8 DST", eg ([0.0, 4.0, 4.0, 0.0], [0.0, 0.5, 0.0, 0.5] => [1.0, 2.0, 4.0, 0.5]);
    /// 2 to the power of a scalar.
    Ex2 "EX2" (s, s), in [V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Half, does Arithmetic(Exp2),
        cite "ARB_vertex_program 2.14.5.8; ARB_fragment_program 3.11.5.9; NV_vertex_program2 2.14.3.13; NV_fragment_program 3.11.5.8; NV_gpu_program4 2.X.8 EX2", eg ([3.0] => [8.0]);
    /// Largest integer not above each component, as a float or as an integer.
    Flr "FLR" (v, vf), in [V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Round(Rounding::Down)),
        cite "ARB_vertex_program 2.14.5.10; ARB_fragment_program 3.11.5.10; NV_vertex_program2 2.14.3.15; NV_fragment_program 3.11.5.9; NV_gpu_program4 2.X.8 FLR", undefined "an integer result that does not fit its type", eg ([-3.6] => [-4.0]);
    /// Fractional part of each component, `a - floor(a)`: of -1.25 it is 0.75.
    Frc "FRC" (v, v), in [V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 - X X X F], legacy Full, does Arithmetic(Fraction),
        cite "ARB_vertex_program 2.14.5.11; ARB_fragment_program 3.11.5.11; NV_vertex_program2 2.14.3.16; NV_fragment_program 3.11.5.10; NV_gpu_program4 2.X.8 FRC", eg ([-1.25] => [0.75]);
    /// Signed or unsigned integers as floats.
    I2f "I2F" (vf, v), in [GPU], stages ALL,
        columns [- 6 X - - S], legacy None, does Conversion(IntegerToFloat),
        cite "NV_gpu_program4 2.X.8 I2F";
    /// Base-2 logarithm of a scalar.
    Lg2 "LG2" (s, s), in [V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Half, does Arithmetic(Log2), but [(V20 F10) Arithmetic(Log2OrNan)],
        cite "ARB_vertex_program 2.14.5.12; ARB_fragment_program 3.11.5.12; NV_vertex_program2 2.14.3.17; NV_fragment_program 3.11.5.12; NV_gpu_program4 2.X.8 LG2", undefined "operands that are not above zero, in the ARB and NV4 languages", eg ([8.0] => [3.0]);
    /// Ambient, diffuse and specular coefficients from (n·l, n·h, -, shininess).
    Lit "LIT" (v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Half, does Arithmetic(LightCoefficients), but [(F10) Arithmetic(LightCoefficientsUnclamped)],
        cite "ARB_vertex_program 2.14.5.13; ARB_fragment_program 3.11.5.13; NV_vertex_program 2.14.1.10.17; NV_vertex_program2 2.14.3.18; NV_fragment_program 3.11.5.13; NV_gpu_program4 2.X.8 LIT", eg ([0.5, 0.25, 0.0, 2.0] => [1.0, 0.5, 0.0625, 1.0]);
    /// Blend of the second and third operand by the first: `a*b + (1-a)*c`.
    Lrp "LRP" (v, v, v, v), in [F10 AF AF1 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Full, does Arithmetic(Interpolate),
        cite "ARB_fragment_program 3.11.5.14; NV_fragment_program 3.11.5.14; NV_gpu_program4 2.X.8 LRP", eg ([0.25], [4.0], [8.0] => [7.0]);
    /// Product of the first two operands plus the third, rounded after each step.
    Mad "MAD" (v, v, v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(MultiplyAdd),
        cite "ARB_vertex_program 2.14.5.15; ARB_fragment_program 3.11.5.15; NV_vertex_program 2.14.1.10.5; NV_vertex_program2 2.14.3.20; NV_fragment_program 3.11.5.15; NV_gpu_program4 2.X.8 MAD", eg ([2.0], [3.0], [4.0] => [10.0]);
    /// The larger of two values, component by component.
    Max "MAX" (v, v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Maximum), but [(V10 VS V11) Arithmetic(MaximumVp1), (V20 F10) Arithmetic(MaximumOrNan)],
        cite "ARB_vertex_program 2.14.5.16; ARB_fragment_program 3.11.5.16; NV_vertex_program 2.14.1.10.12; NV_vertex_program2 2.14.3.21; NV_fragment_program 3.11.5.16; NV_gpu_program4 2.X.8 MAX", eg ([1.0], [2.0] => [2.0]);
    /// The smaller of two values, component by component.
    Min "MIN" (v, v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Minimum), but [(V10 VS V11) Arithmetic(MinimumVp1), (V20 F10) Arithmetic(MinimumOrNan)],
        cite "ARB_vertex_program 2.14.5.17; ARB_fragment_program 3.11.5.17; NV_vertex_program 2.14.1.10.11; NV_vertex_program2 2.14.3.22; NV_fragment_program 3.11.5.17; NV_gpu_program4 2.X.8 MIN", eg ([1.0], [2.0] => [1.0]);
    /// Remainder of each integer component by a scalar.
    Mod "MOD" (v, v, s), in [GPU], stages ALL,
        columns [- 6 X - - S], legacy None, does Arithmetic(Modulo),
        cite "NV_gpu_program4 2.X.8 MOD", undefined "a negative dividend, or a divisor that is not above zero";
    /// Copy.
    Mov "MOV" (v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Move),
        cite "ARB_vertex_program 2.14.5.18; ARB_fragment_program 3.11.5.18; NV_vertex_program 2.14.1.10.2; NV_vertex_program2 2.14.3.23; NV_fragment_program 3.11.5.18; NV_gpu_program4 2.X.8 MOV", eg ([1.0, -2.0, 3.0, 4.0] => [1.0, -2.0, 3.0, 4.0]);
    /// Product, component by component.
    Mul "MUL" (v, v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Multiply),
        cite "ARB_vertex_program 2.14.5.19; ARB_fragment_program 3.11.5.19; NV_vertex_program 2.14.1.10.3; NV_vertex_program2 2.14.3.24; NV_fragment_program 3.11.5.19; NV_gpu_program4 2.X.8 MUL", undefined "with S24 and U24, operands beyond 24 bits", eg ([1.5], [-2.0] => [-3.0]);
    /// Vector of length 1 in the direction of xyz.
    Nrm "NRM" (v, v), in [AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Half, does Arithmetic(Normalize),
        cite "NV_fragment_program2 3.11.5.51; NV_gpu_program4 2.X.8 NRM", undefined "w", eg ([0.0, 2.0, 0.0, 5.0] => [0.0, 1.0, 0.0]);
    /// A scalar to the power of another, by way of logarithms.
    Pow "POW" (s, s, s), in [F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Half, does Arithmetic(Power), but [(F10) Arithmetic(PowerStrict)],
        cite "ARB_vertex_program 2.14.5.20; ARB_fragment_program 3.11.5.20; NV_fragment_program 3.11.5.24; NV_gpu_program4 2.X.8 POW", undefined "a negative base, in the ARB and NV4 languages", eg ([4.0], [0.5] => [2.0]);
    /// Reciprocal of a scalar with its magnitude kept between 2^-64 and 2^64.
    Rcc "RCC" (s, s), in [V11 V20 AV2 AV3 GPU], stages ALL,
        columns [X - X X X F], legacy None, does Arithmetic(ReciprocalClamped),
        cite "NV_vertex_program1_1 2.14.1.10.19; NV_vertex_program2 2.14.3.25; NV_vertex_program2_option 2.14.5.33; NV_gpu_program4 2.X.8 RCC", eg ([4.0] => [0.25]);
    /// Reciprocal of a scalar; that of 1 is exactly 1.
    Rcp "RCP" (s, s), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 - X X X F], legacy Half, does Arithmetic(Reciprocal),
        cite "ARB_vertex_program 2.14.5.21; ARB_fragment_program 3.11.5.21; NV_vertex_program 2.14.1.10.6; NV_vertex_program2 2.14.3.26; NV_fragment_program 3.11.5.25; NV_gpu_program4 2.X.8 RCP", eg ([4.0] => [0.25]);
    /// Direction (second operand) reflected about an axis (first operand).
    Rfl "RFL" (v, v, v), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Half, does Arithmetic(Reflect),
        cite "NV_fragment_program 3.11.5.26; NV_fragment_program_option 3.11.5.36; NV_gpu_program4 2.X.8 RFL", undefined "w", eg ([0.0, 0.0, 2.0, 0.0], [1.0, 1.0, 1.0, 0.0] => [-1.0, -1.0, 1.0]);
    /// Nearest integer, ties to even, as a float or as an integer.
    Round "ROUND" (v, vf), in [GPU], stages ALL,
        columns [6 6 X X X F], legacy None, does Arithmetic(Round(Rounding::Nearest)),
        cite "NV_gpu_program4 2.X.8 ROUND", undefined "an integer result that does not fit its type", eg ([2.5] => [2.0]);
    /// Reciprocal of the square root of a scalar; the VP1.x and ARB languages take its magnitude first.
    Rsq "RSQ" (s, s), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 - X X X F], legacy Half, does Arithmetic(ReciprocalSquareRoot),
        but [(V10 VS V11 AV AF) Arithmetic(ReciprocalSquareRootOfMagnitude), (V20 F10) Arithmetic(ReciprocalSquareRootOrNan)],
        cite "ARB_vertex_program 2.14.5.22; ARB_fragment_program 3.11.5.22; NV_vertex_program 2.14.1.10.7; NV_vertex_program2 2.14.3.28; NV_fragment_program 3.11.5.27; NV_gpu_program4 2.X.8 RSQ", undefined "operands that are not above zero, in the NV4 languages", eg ([4.0] => [0.5]);
    /// Absolute difference of two integers plus a third.
    Sad "SAD" (vu, v, v, vu), in [GPU], stages ALL,
        columns [- 6 X - - S], legacy None, does Arithmetic(SumOfAbsoluteDifference),
        cite "NV_gpu_program4 2.X.8 SAD";
    /// Cosine in x and sine in y of an angle in [-π, π].
    Scs "SCS" (v, s), in [AF AF1 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Swizzle, does Arithmetic(SineCosine),
        cite "ARB_fragment_program 3.11.5.23; NV_gpu_program4 2.X.8 SCS", undefined "z and w; everything for angles beyond [-π, π]", eg ([0.0] => [1.0, 0.0]);
    /// Sine of an angle in radians, of any size.
    Sin "SIN" (s, s), in [V20 F10 AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Half, does Arithmetic(Sine),
        cite "ARB_fragment_program 3.11.5.25; NV_vertex_program2 2.14.3.33; NV_fragment_program 3.11.5.32; NV_vertex_program2_option 2.14.5.38; NV_gpu_program4 2.X.8 SIN", eg ([0.0] => [0.0]);
    /// Sign of each component: -1, 0 or 1.
    Ssg "SSG" (v, v), in [V20 AV2 AV3 GPU], stages ALL,
        columns [6 - X X X F], legacy None, does Arithmetic(Sign),
        cite "NV_vertex_program2 2.14.3.37; NV_vertex_program2_option 2.14.5.41; NV_gpu_program4 2.X.8 SSG", eg ([-2.0, 0.0, 3.0, -0.5] => [-1.0, 0.0, 1.0, -1.0]);
    /// Difference, component by component.
    Sub "SUB" (v, v, v), in [V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Subtract),
        cite "ARB_vertex_program 2.14.5.25; ARB_fragment_program 3.11.5.27; NV_vertex_program1_1 2.14.1.10.20; NV_vertex_program2 2.14.3.39; NV_fragment_program 3.11.5.37; NV_gpu_program4 2.X.8 SUB", eg ([1.5], [0.25] => [1.25]);
    /// Copy with each component chosen from x, y, z, w, 0 and 1, and negated or not.
    Swz "SWZ" (v, swz), in [AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Swizzle, does Arithmetic(Move),
        cite "ARB_vertex_program 2.14.5.26; ARB_fragment_program 3.11.5.28; NV_gpu_program4 2.X.8 SWZ", eg ([1.0, -2.0, 3.0, 4.0] => [1.0, -2.0, 3.0, 4.0]);
    /// Integer next to each component towards zero, as a float or as an integer.
    Trunc "TRUNC" (v, vf), in [GPU], stages ALL,
        columns [6 6 X X X F], legacy None, does Arithmetic(Round(Rounding::TowardZero)),
        cite "NV_gpu_program4 2.X.8 TRUNC", undefined "an integer result that does not fit its type", eg ([-1.5] => [-1.0]);
    /// 2D vector plus a 2×2 matrix times another 2D vector.
    X2d "X2D" (v, v, v, v), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Half, does Arithmetic(Transform2d),
        cite "NV_fragment_program 3.11.5.45; NV_fragment_program_option 3.11.5.47; NV_gpu_program4 2.X.8 X2D", eg ([1.0, 2.0, 0.0, 0.0], [3.0, 4.0, 0.0, 0.0], [5.0, 6.0, 7.0, 8.0] => [40.0, 55.0, 40.0, 55.0]);
    /// Cross product of two three-component vectors.
    Xpd "XPD" (v, v, v), in [AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Swizzle, does Arithmetic(Cross),
        cite "ARB_vertex_program 2.14.5.27; ARB_fragment_program 3.11.5.29; NV_gpu_program4 2.X.8 XPD", undefined "w", eg ([1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0] => [0.0, 0.0, 1.0]);
    // Dot products.

    /// Dot product of two components.
    Dp2 "DP2" (s, v, v), in [AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Full, does Arithmetic(Dot2),
        cite "NV_fragment_program2 3.11.5.49; NV_gpu_program4 2.X.8 DP2", eg ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0] => [17.0]);
    /// Dot product of two components plus the third operand's x.
    Dp2a "DP2A" (s, v, v, v), in [AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Full, does Arithmetic(Dot2Add),
        cite "NV_fragment_program2 3.11.5.50; NV_gpu_program4 2.X.8 DP2A", eg ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [0.5] => [17.5]);
    /// Dot product of three components.
    Dp3 "DP3" (s, v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Full, does Arithmetic(Dot3),
        cite "ARB_vertex_program 2.14.5.4; ARB_fragment_program 3.11.5.5; NV_vertex_program 2.14.1.10.8; NV_vertex_program2 2.14.3.9; NV_fragment_program 3.11.5.5; NV_gpu_program4 2.X.8 DP3", eg ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0] => [38.0]);
    /// Dot product of four components.
    Dp4 "DP4" (s, v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Full, does Arithmetic(Dot4),
        cite "ARB_vertex_program 2.14.5.5; ARB_fragment_program 3.11.5.6; NV_vertex_program 2.14.1.10.9; NV_vertex_program2 2.14.3.10; NV_fragment_program 3.11.5.6; NV_gpu_program4 2.X.8 DP4", eg ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0] => [70.0]);
    /// Dot product of three components plus the second operand's w.
    Dph "DPH" (s, v, v), in [V11 V20 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [X - X X X F], legacy Full, does Arithmetic(DotHomogeneous),
        cite "ARB_vertex_program 2.14.5.6; ARB_fragment_program 3.11.5.7; NV_vertex_program1_1 2.14.1.10.18; NV_vertex_program2 2.14.3.11; NV_gpu_program4 2.X.8 DPH", eg ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0] => [46.0]);
    // Comparisons and bits.

    /// Bitwise and.
    And "AND" (v, v, v), in [GPU], stages ALL,
        columns [- 6 X - - S], legacy None, does Arithmetic(And),
        cite "NV_gpu_program4 2.X.8 AND";
    /// Field of the second operand's bits, moved to the low end; count and offset in the first.
    Bfe "BFE" (v, v, v), in [NV5], stages ALL,
        columns [- X X - - S], legacy None, does Arithmetic(BitFieldExtract),
        cite "NV_gpu_program5 2.X.8 BFE", undefined "a field that is not within the number";
    /// Low bits of the second operand put into the third; count and offset in the first.
    Bfi "BFI" (v, v, v, v), in [NV5], stages ALL,
        columns [- X X - - S], legacy None, does Arithmetic(BitFieldInsert),
        cite "NV_gpu_program5 2.X.8 BFI", undefined "a field that is not within the number";
    /// Bits in reverse order.
    Bfr "BFR" (v, v), in [NV5], stages ALL,
        columns [- X X - - S], legacy None, does Arithmetic(BitReverse),
        cite "NV_gpu_program5 2.X.8 BFR";
    /// Number of bits that are set.
    Btc "BTC" (v, v), in [NV5], stages ALL,
        columns [- X X - - S], legacy None, does Arithmetic(BitCount),
        cite "NV_gpu_program5 2.X.8 BTC";
    /// Number of the lowest bit that is set, -1 if none is.
    Btfl "BTFL" (v, v), in [NV5], stages ALL,
        columns [- X X - - S], legacy None, does Arithmetic(LeastBit),
        cite "NV_gpu_program5 2.X.8 BTFL";
    /// Number of the highest bit that is set, for negative numbers of the highest that is clear; -1 if none is.
    Btfm "BTFM" (v, v), in [NV5], stages ALL,
        columns [- X X - - S], legacy None, does Arithmetic(MostBit),
        cite "NV_gpu_program5 2.X.8 BTFM";
    /// Bitwise complement.
    Not "NOT" (v, v), in [GPU], stages ALL,
        columns [- 6 X - - S], legacy None, does Arithmetic(Not),
        cite "NV_gpu_program4 2.X.8 NOT";
    /// Bitwise or.
    Or "OR" (v, v, v), in [GPU], stages ALL,
        columns [- 6 X - - S], legacy None, does Arithmetic(Or),
        cite "NV_gpu_program4 2.X.8 OR";
    /// True where two values are equal.
    Seq "SEQ" (v, v, v), in [V20 F10 AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Set(Comparison::Equal)), but [(V20) Arithmetic(SetOrNan(Comparison::Equal))],
        cite "NV_vertex_program2 2.14.3.29; NV_fragment_program 3.11.5.28; NV_vertex_program2_option 2.14.5.35; NV_fragment_program_option 3.11.5.37; NV_gpu_program4 2.X.8 SEQ", eg ([1.0, 2.0, 0.0, 3.0], [1.0, 3.0, -0.0, 2.0] => [1.0, 0.0, 1.0, 0.0]);
    /// False, whatever the operands.
    Sfl "SFL" (v, v, v), in [V20 F10 AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Set(Comparison::False)),
        cite "NV_vertex_program2 2.14.3.30; NV_fragment_program 3.11.5.29; NV_vertex_program2_option 2.14.5.36; NV_fragment_program_option 3.11.5.38; NV_gpu_program4 2.X.8 SFL", eg ([1.0], [1.0] => [0.0]);
    /// True where the first value is greater than or equal to the second.
    Sge "SGE" (v, v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Set(Comparison::GreaterOrEqual)), but [(V10 VS V11) Arithmetic(SetTotal(Comparison::GreaterOrEqual)), (V20) Arithmetic(SetOrNan(Comparison::GreaterOrEqual))],
        cite "ARB_vertex_program 2.14.5.23; ARB_fragment_program 3.11.5.24; NV_vertex_program 2.14.1.10.14; NV_vertex_program2 2.14.3.31; NV_fragment_program 3.11.5.30; NV_gpu_program4 2.X.8 SGE", eg ([1.0, 2.0, 3.0, 3.0], [2.0, 1.0, 3.0, 4.0] => [0.0, 1.0, 1.0, 0.0]);
    /// True where the first value is greater than the second.
    Sgt "SGT" (v, v, v), in [V20 F10 AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Set(Comparison::Greater)), but [(V20) Arithmetic(SetOrNan(Comparison::Greater))],
        cite "NV_vertex_program2 2.14.3.32; NV_fragment_program 3.11.5.31; NV_vertex_program2_option 2.14.5.37; NV_fragment_program_option 3.11.5.39; NV_gpu_program4 2.X.8 SGT", eg ([1.0, 2.0, 3.0, 3.0], [2.0, 1.0, 3.0, 4.0] => [0.0, 1.0, 0.0, 0.0]);
    /// Bits shifted to the left by a scalar, with zeros behind.
    Shl "SHL" (v, v, s), in [GPU], stages ALL,
        columns [- 6 X - - S], legacy None, does Arithmetic(ShiftLeft),
        cite "NV_gpu_program4 2.X.8 SHL", undefined "an amount below 0 or not below the size";
    /// Bits shifted to the right by a scalar: signed numbers keep their sign.
    Shr "SHR" (v, v, s), in [GPU], stages ALL,
        columns [- 6 X - - S], legacy None, does Arithmetic(ShiftRight),
        cite "NV_gpu_program4 2.X.8 SHR", undefined "an amount below 0 or not below the size";
    /// True where the first value is less than or equal to the second.
    Sle "SLE" (v, v, v), in [V20 F10 AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Set(Comparison::LessOrEqual)), but [(V20) Arithmetic(SetOrNan(Comparison::LessOrEqual))],
        cite "NV_vertex_program2 2.14.3.34; NV_fragment_program 3.11.5.33; NV_vertex_program2_option 2.14.5.39; NV_fragment_program_option 3.11.5.40; NV_gpu_program4 2.X.8 SLE", eg ([1.0, 2.0, 3.0, 3.0], [2.0, 1.0, 3.0, 4.0] => [1.0, 0.0, 1.0, 1.0]);
    /// True where the first value is less than the second.
    Slt "SLT" (v, v, v), in [V10 VS V11 V20 F10 AV AF AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Set(Comparison::Less)), but [(V10 VS V11) Arithmetic(SetTotal(Comparison::Less)), (V20) Arithmetic(SetOrNan(Comparison::Less))],
        cite "ARB_vertex_program 2.14.5.24; ARB_fragment_program 3.11.5.26; NV_vertex_program 2.14.1.10.13; NV_vertex_program2 2.14.3.35; NV_fragment_program 3.11.5.34; NV_gpu_program4 2.X.8 SLT", eg ([1.0, 2.0, 3.0, 3.0], [2.0, 1.0, 3.0, 4.0] => [1.0, 0.0, 0.0, 1.0]);
    /// True where two values differ.
    Sne "SNE" (v, v, v), in [V20 F10 AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Set(Comparison::NotEqual)), but [(V20) Arithmetic(SetOrNan(Comparison::NotEqual))],
        cite "NV_vertex_program2 2.14.3.36; NV_fragment_program 3.11.5.35; NV_vertex_program2_option 2.14.5.40; NV_fragment_program_option 3.11.5.41; NV_gpu_program4 2.X.8 SNE", eg ([1.0, 2.0, 0.0, 3.0], [1.0, 3.0, -0.0, 2.0] => [0.0, 1.0, 0.0, 1.0]);
    /// True, whatever the operands.
    Str "STR" (v, v, v), in [V20 F10 AV2 AF1 AV3 AF2 GPU], stages ALL,
        columns [6 6 X X X F], legacy Full, does Arithmetic(Set(Comparison::True)),
        cite "NV_vertex_program2 2.14.3.38; NV_fragment_program 3.11.5.36; NV_vertex_program2_option 2.14.5.42; NV_fragment_program_option 3.11.5.42; NV_gpu_program4 2.X.8 STR", eg ([1.0], [2.0] => [1.0]);
    /// Bitwise exclusive or.
    Xor "XOR" (v, v, v), in [GPU], stages ALL,
        columns [- 6 X - - S], legacy None, does Arithmetic(Xor),
        cite "NV_gpu_program4 2.X.8 XOR";
    // Packing.

    /// Two floats as binary16 in one 32-bit word, x in the low half.
    Pk2h "PK2H" (s, vf), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X X - - - F], legacy None, does Conversion(Pack(Packing::Half2)),
        cite "NV_fragment_program 3.11.5.20; NV_fragment_program_option 3.11.5.32; NV_gpu_program4 2.X.8 PK2H";
    /// Two floats in [0, 1] as 16-bit fractions in one word.
    Pk2us "PK2US" (s, vf), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X X - - - F], legacy None, does Conversion(Pack(Packing::Unsigned2)),
        cite "NV_fragment_program 3.11.5.21; NV_fragment_program_option 3.11.5.33; NV_gpu_program4 2.X.8 PK2US";
    /// Four floats in [-128/127, 1] as bytes about 128 in one word.
    Pk4b "PK4B" (s, vf), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X X - - - F], legacy None, does Conversion(Pack(Packing::Signed4)),
        cite "NV_fragment_program 3.11.5.22; NV_fragment_program_option 3.11.5.34; NV_gpu_program4 2.X.8 PK4B";
    /// Four floats in [0, 1] as bytes in one word.
    Pk4ub "PK4UB" (s, vf), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X X - - - F], legacy None, does Conversion(Pack(Packing::Unsigned4)),
        cite "NV_fragment_program 3.11.5.23; NV_fragment_program_option 3.11.5.35; NV_gpu_program4 2.X.8 PK4UB";
    /// Two pairs of 32-bit words as two 64-bit values.
    Pk64 "PK64" (v, v), in [NV5], stages ALL,
        columns [X X - - - F], legacy None, does Conversion(Pack64),
        cite "NV_gpu_program5 2.X.8 PK64";
    /// Two binary16 halves of a word as floats.
    Up2h "UP2H" (vf, s), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X X X X - F], legacy Update, does Conversion(Unpack(Packing::Half2)),
        cite "NV_fragment_program 3.11.5.41; NV_fragment_program_option 3.11.5.43; NV_gpu_program4 2.X.8 UP2H";
    /// Two 16-bit fractions of a word as floats in [0, 1].
    Up2us "UP2US" (vf, s), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X X X X - F], legacy Update, does Conversion(Unpack(Packing::Unsigned2)),
        cite "NV_fragment_program 3.11.5.42; NV_fragment_program_option 3.11.5.44; NV_gpu_program4 2.X.8 UP2US";
    /// Four bytes about 128 as floats.
    Up4b "UP4B" (vf, s), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X X X X - F], legacy Update, does Conversion(Unpack(Packing::Signed4)),
        cite "NV_fragment_program 3.11.5.43; NV_fragment_program_option 3.11.5.45; NV_gpu_program4 2.X.8 UP4B";
    /// Four bytes as floats in [0, 1].
    Up4ub "UP4UB" (vf, s), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X X X X - F], legacy Update, does Conversion(Unpack(Packing::Unsigned4)),
        cite "NV_fragment_program 3.11.5.44; NV_fragment_program_option 3.11.5.46; NV_gpu_program4 2.X.8 UP4UB";
    /// Two 64-bit values as two pairs of 32-bit words.
    Up64 "UP64" (v, v), in [NV5], stages ALL,
        columns [X X X X - F], legacy None, does Conversion(Unpack64),
        cite "NV_gpu_program5 2.X.8 UP64";
    // Texture.

    /// Derivative with respect to window x.
    Ddx "DDX" (v, v), in [F10 AF1 AF2 N40 N41 N50], stages FRAGMENT,
        columns [X - X X X F], legacy Half, does Derivative(X),
        cite "NV_fragment_program 3.11.5.3; NV_fragment_program_option 3.11.5.30; NV_gpu_program4 2.X.8 DDX; NV_fragment_program4 2.X.8 DDX";
    /// Derivative with respect to window y.
    Ddy "DDY" (v, v), in [F10 AF1 AF2 N40 N41 N50], stages FRAGMENT,
        columns [X - X X X F], legacy Half, does Derivative(Y),
        cite "NV_fragment_program 3.11.5.4; NV_fragment_program_option 3.11.5.31; NV_gpu_program4 2.X.8 DDY; NV_fragment_program4 2.X.8 DDY";
    /// A fragment attribute at the centroid.
    Ipac "IPAC" (v, v), in [N50], stages FRAGMENT,
        columns [X - X X - F], legacy None, does Interpolation(Centroid),
        cite "NV_gpu_program5 2.X.8 IPAC";
    /// A fragment attribute at an offset from the centre of the pixel.
    Ipao "IPAO" (v, v, v), in [N50], stages FRAGMENT,
        columns [X - X X - F], legacy None, does Interpolation(Offset),
        cite "NV_gpu_program5 2.X.8 IPAO", undefined "an offset beyond the limits";
    /// A fragment attribute at the place of a sample.
    Ipas "IPAS" (v, v, su), in [N50], stages FRAGMENT,
        columns [X - X X - F], legacy None, does Interpolation(Sample),
        cite "NV_gpu_program5 2.X.8 IPAS", undefined "a sample that does not exist";
    /// Level of detail that a lookup would use.
    Lod "LOD" (v, vf, t), in [N41 NV5], stages ALL,
        columns [X - X X - F], legacy None, does Texture(QueryLod),
        cite "NV_gpu_program5 Table X.13 alone; ARB_texture_query_lod for what it gives";
    /// Texture sample.
    Tex "TEX" (v, vf, t), in [F10 AF AF1 AV3 AF2 GPU], stages ALL,
        columns [X X X X - F], legacy Update, does Texture(Sample(Lod::Implicit)),
        cite "ARB_fragment_program 3.11.6.1; NV_fragment_program 3.11.5.38; NV_vertex_program3 2.14.5.45; NV_gpu_program4 2.X.8 TEX; NV_gpu_program5 2.X.8 TEX";
    /// Texture sample with w added to the level of detail.
    Txb "TXB" (v, vf, t), in [AF AF1 AV3 AF2 GPU], stages ALL,
        columns [X X X X - F], legacy Update, does Texture(Sample(Lod::Bias)),
        cite "ARB_fragment_program 3.11.6.3; NV_vertex_program3 2.14.5.46; NV_gpu_program4 2.X.8 TXB; NV_gpu_program5 2.X.8 TXB";
    /// Texture sample with given derivatives.
    Txd "TXD" (v, vf, vf, vf, t), in [F10 AF1 AF2 GPU], stages ALL,
        columns [X X X X - F], legacy Update, does Texture(Sample(Lod::Derivatives)),
        cite "NV_fragment_program 3.11.5.39; NV_gpu_program4 2.X.8 TXD";
    /// One texel by integer coordinates.
    Txf "TXF" (v, vs, t), in [GPU], stages ALL,
        columns [X X X X - F], legacy None, does Texture(Fetch),
        cite "NV_gpu_program4 2.X.8 TXF", undefined "texels, layers and levels that do not exist";
    /// One sample of a multisample texel.
    Txfms "TXFMS" (v, vs, t), in [NV5] option [(NV4) NvExplicitMultisample, (NV4) NvTextureMultisample], stages ALL,
        columns [X X X X - F], legacy None, does Texture(FetchMultisample),
        cite "NV_explicit_multisample 2.X.8 TXFMS; NV_gpu_program5 2.X.8 TXFMS", undefined "texels and samples that do not exist";
    /// One component of the four texels around the coordinates.
    Txg "TXG" (v, vf, t), in [N41 NV5], stages ALL,
        columns [X X X X - F], legacy None, does Texture(Gather),
        cite "NV_gpu_program5 2.X.8 TXG";
    /// One component of four texels, each at its own offset.
    Txgo "TXGO" (v, vf, vs, vs, t), in [NV5], stages ALL,
        columns [X X X X - F], legacy None, does Texture(GatherOffsets),
        cite "NV_gpu_program5 2.X.8 TXGO", undefined "textures with the wrap modes CLAMP and MIRROR_CLAMP";
    /// Texture sample at the level of detail in w.
    Txl "TXL" (v, vf, t), in [AV3 AF2 GPU], stages ALL,
        columns [X X X X - F], legacy Update, does Texture(Sample(Lod::Explicit)),
        cite "NV_vertex_program3 2.14.5.47; NV_gpu_program4 2.X.8 TXL; NV_gpu_program5 2.X.8 TXL";
    /// Texture sample after division by w.
    Txp "TXP" (v, vf, t), in [F10 AF AF1 AV3 AF2 GPU], stages ALL,
        columns [X X X X - F], legacy Update, does Texture(SampleProjected), but [(F10) Texture(SampleProjectedButCube)],
        cite "ARB_fragment_program 3.11.6.2; NV_fragment_program 3.11.5.40; NV_vertex_program3 2.14.5.48; NV_gpu_program4 2.X.8 TXP; NV_gpu_program5 2.X.8 TXP", undefined "a w that is not above zero, in ARBfp1.0";
    /// Size of a texture level.
    Txq "TXQ" (vs, vs, t), in [GPU], stages ALL,
        columns [- - - - - S], legacy None, does Texture(QuerySize),
        cite "NV_gpu_program4 2.X.8 TXQ", undefined "components that the target does not have; a level that does not exist";
    // Memory.

    /// Atomic operation on global memory; gives the old value.
    Atom "ATOM" (s, v, su), in [NV5], stages ALL,
        columns [- - X - - -], legacy None, does Memory(Atomic(Space::Global)),
        cite "NV_gpu_program5 2.X.8 ATOM", undefined "an address that is misaligned, out of range or not resident for reading and writing; y, z and w";
    /// Atomic operation on a storage buffer; gives the old value.
    Atomb "ATOMB" (s, v, m), in [] option [(NV5) NvShaderStorageBuffer], stages ALL,
        columns [- - X - - -], legacy None, does Memory(Atomic(Space::Storage)),
        cite "NV_shader_storage_buffer_object 2.X.8 ATOMB", undefined "a misaligned address; y, z and w";
    /// Operation on an atomic counter.
    Atomctr "ATOMCTR" (s, m), in [] option [(NV5) NvShaderAtomicCounters], stages ALL,
        columns [- X X - - U], legacy None, does Memory(Atomic(Space::Counter)),
        cite "NV_shader_atomic_counters 2.X.8 ATOMCTR";
    /// Atomic operation on a texel of an image; gives the old value.
    Atomim "ATOMIM" (s, v, vs, i), in [NV5], stages ALL,
        columns [- - X - - -], legacy None, does Memory(Atomic(Space::Image)),
        cite "EXT_shader_image_load_store 2.X.8 ATOMIM", undefined "y, z and w";
    /// Atomic operation on shared memory; gives the old value.
    Atoms "ATOMS" (s, v, m), in [C50], stages COMPUTE,
        columns [- - X - - -], legacy None, does Memory(Atomic(Space::Shared)),
        cite "NV_compute_program5 2.X.8 ATOMS", undefined "a misaligned or outer address; y, z and w";
    /// Size of an image.
    Imq "IMQ" (vs, i), in [] option [(NV5) ArbShaderImageSize], stages ALL,
        columns [- - - - - S], legacy None, does Memory(QueryImageSize),
        cite "ARB_shader_image_size 2.X.8 IMQ";
    /// Number of samples of an image.
    Imqs "IMQS" (s, i), in [] option [(NV5) ArbShaderTextureImageSamples], stages ALL,
        columns [- - - - - S], legacy None, does Memory(QueryImageSamples),
        cite "ARB_shader_texture_image_samples 2.X.8 IMQS";
    /// Load from a storage buffer.
    Ldb "LDB" (v, m), in [] option [(NV5) NvShaderStorageBuffer], stages ALL,
        columns [- - X X - F], legacy None, does Memory(Load(Space::Storage)),
        cite "NV_shader_storage_buffer_object 2.X.8 LDB", undefined "a misaligned address";
    /// Load from a constant buffer.
    Ldc "LDC" (v, m), in [NV5] option [(NV4) NvParameterBufferObject2], stages ALL,
        columns [- - X X - F], legacy None, does Memory(Load(Space::Constant)),
        cite "NV_gpu_program5 2.X.8 LDC; NV_parameter_buffer_object2 2.X.8 LDC", undefined "a misaligned offset";
    /// Load from shared memory.
    Lds "LDS" (v, m), in [C50], stages COMPUTE,
        columns [- - X X - F], legacy None, does Memory(Load(Space::Shared)),
        cite "NV_compute_program5 2.X.8 LDS", undefined "a misaligned or outer address";
    /// Load from a GPU address.
    Load "LOAD" (v, su), in [NV5] option [(NV4) NvShaderBufferLoad], stages ALL,
        columns [- - X X - F], legacy None, does Memory(Load(Space::Global)),
        cite "NV_gpu_program5 2.X.8 LOAD; NV_shader_buffer_load 2.X.8 LOAD", undefined "an address that is misaligned or not resident";
    /// Load of an image's texel, as raw bits.
    Loadim "LOADIM" (v, vs, i), in [NV5], stages ALL,
        columns [- - X X - F], legacy None, does Memory(Load(Space::Image)),
        cite "EXT_shader_image_load_store 2.X.8 LOADIM", undefined "an invalid access";
    /// Orders memory accesses before and after it.
    Membar "MEMBAR" (none), in [NV5], stages ALL,
        columns [- - - - - -], legacy None, does Memory(Barrier),
        cite "NV_gpu_program5 2.X.8 MEMBAR; EXT_shader_image_load_store 2.X.8 MEMBAR";
    /// Store to a storage buffer.
    Stb "STB" (none, v, m), in [] option [(NV5) NvShaderStorageBuffer], stages ALL,
        columns [- - - - - -], legacy None, does Memory(Store(Space::Storage)),
        cite "NV_shader_storage_buffer_object 2.X.8 STB", undefined "a misaligned address";
    /// Store to a GPU address.
    Store "STORE" (none, v, su), in [NV5], stages ALL,
        columns [- - - - - -], legacy None, does Memory(Store(Space::Global)),
        cite "NV_gpu_program5 2.X.8 STORE", undefined "an address that is misaligned or not resident for writing";
    /// Store of an image's texel.
    Storeim "STOREIM" (none, i, v, vs), in [NV5], stages ALL,
        columns [X X - - - F], legacy None, does Memory(Store(Space::Image)),
        cite "EXT_shader_image_load_store 2.X.8 STOREIM";
    /// Store to shared memory.
    Sts "STS" (none, v, m), in [C50], stages COMPUTE,
        columns [- - - - - -], legacy None, does Memory(Store(Space::Shared)),
        cite "NV_compute_program5 2.X.8 STS", undefined "a misaligned or outer address";
    /// Number of samples of a texture.
    Txqs "TXQS" (s, t), in [] option [(NV5) ArbShaderTextureImageSamples], stages ALL,
        columns [- - - - - S], legacy None, does Texture(QuerySamples),
        cite "ARB_shader_texture_image_samples 2.X.8 TXQS";
    // Thread group.

    /// First operand of fragment 0 of the quad plus the own second operand.
    Qswz0 "QSWZ0" (v, v, v), in [] option [(N50) NvShaderThreadGroup], stages FRAGMENT,
        columns [X - - - - F], legacy None, does Group(QuadAdd(0)),
        cite "NV_shader_thread_group 2.X.8 QSWZ0";
    /// First operand of fragment 1 of the quad plus the own second operand.
    Qswz1 "QSWZ1" (v, v, v), in [] option [(N50) NvShaderThreadGroup], stages FRAGMENT,
        columns [X - - - - F], legacy None, does Group(QuadAdd(1)),
        cite "NV_shader_thread_group 2.X.8 QSWZ1";
    /// First operand of fragment 2 of the quad plus the own second operand.
    Qswz2 "QSWZ2" (v, v, v), in [] option [(N50) NvShaderThreadGroup], stages FRAGMENT,
        columns [X - - - - F], legacy None, does Group(QuadAdd(2)),
        cite "NV_shader_thread_group 2.X.8 QSWZ2";
    /// First operand of fragment 3 of the quad plus the own second operand.
    Qswz3 "QSWZ3" (v, v, v), in [] option [(N50) NvShaderThreadGroup], stages FRAGMENT,
        columns [X - - - - F], legacy None, does Group(QuadAdd(3)),
        cite "NV_shader_thread_group 2.X.8 QSWZ3";
    /// Horizontal neighbour's first operand plus the own second operand.
    Qswzx "QSWZX" (v, v, v), in [] option [(N50) NvShaderThreadGroup], stages FRAGMENT,
        columns [X - - - - F], legacy None, does Group(QuadAddHorizontal),
        cite "NV_shader_thread_group 2.X.8 QSWZX";
    /// Vertical neighbour's first operand plus the own second operand.
    Qswzy "QSWZY" (v, v, v), in [] option [(N50) NvShaderThreadGroup], stages FRAGMENT,
        columns [X - - - - F], legacy None, does Group(QuadAddVertical),
        cite "NV_shader_thread_group 2.X.8 QSWZY";
    /// Value of the thread a distance above.
    Shfdown "SHFDOWN" (v, v, vu, vu), in [] option [(NV5) NvShaderThreadShuffle], stages ALL,
        columns [X X - - - F], legacy None, does Group(Shuffle(Shuffle::Down)),
        cite "NV_shader_thread_shuffle 2.X.8 SHFDOWN", undefined "a source thread that is not active";
    /// Value of the thread of a number.
    Shfidx "SHFIDX" (v, v, vu, vu), in [] option [(NV5) NvShaderThreadShuffle], stages ALL,
        columns [X X - - - F], legacy None, does Group(Shuffle(Shuffle::Index)),
        cite "NV_shader_thread_shuffle 2.X.8 SHFIDX", undefined "a source thread that is not active";
    /// Value of the thread a distance below.
    Shfup "SHFUP" (v, v, vu, vu), in [] option [(NV5) NvShaderThreadShuffle], stages ALL,
        columns [X X - - - F], legacy None, does Group(Shuffle(Shuffle::Up)),
        cite "NV_shader_thread_shuffle 2.X.8 SHFUP", undefined "a source thread that is not active";
    /// Value of the thread whose number differs in given bits.
    Shfxor "SHFXOR" (v, v, vu, vu), in [] option [(NV5) NvShaderThreadShuffle], stages ALL,
        columns [X X - - - F], legacy None, does Group(Shuffle(Shuffle::Xor)),
        cite "NV_shader_thread_shuffle 2.X.8 SHFXOR", undefined "a source thread that is not active";
    /// True where a value is not zero in all threads of the group.
    Tgall "TGALL" (v, v), in [NV5], stages ALL,
        columns [X X X X - F], legacy None, does Group(Vote(Vote::All)),
        cite "NV_gpu_program5 2.X.8 TGALL";
    /// True where a value is not zero in any thread of the group.
    Tgany "TGANY" (v, v), in [NV5], stages ALL,
        columns [X X X X - F], legacy None, does Group(Vote(Vote::Any)),
        cite "NV_gpu_program5 2.X.8 TGANY";
    /// Mask of the threads in which a value is not zero.
    Tgballot "TGBALLOT" (vu, v), in [] option [(NV5) NvShaderThreadGroup], stages ALL,
        columns [X X X X - F], legacy None, does Group(Ballot),
        cite "NV_shader_thread_group 2.X.8 TGBALLOT";
    /// True where all threads of the group agree on whether a value is zero.
    Tgeq "TGEQ" (v, v), in [NV5], stages ALL,
        columns [X X X X - F], legacy None, does Group(Vote(Vote::Equal)),
        cite "NV_gpu_program5 2.X.8 TGEQ";
    // Flow and stage.

    /// Waits until the whole work group has come here.
    Bar "BAR" (none), in [C50], stages COMPUTE,
        columns [- - - - - -], legacy None, does Stage(Barrier),
        cite "NV_compute_program5 2.X.8 BAR", undefined "a barrier that not all threads of the work group reach";
    /// Goes to a label if the condition holds.
    Bra "BRA" (none, label, c), in [V20 AV2 AV3], stages ALL,
        columns [- - - - - -], legacy None, does Flow(Branch),
        cite "NV_vertex_program2 2.14.3.6; NV_vertex_program2_option 2.14.5.30";
    /// Leaves the loop if the condition holds.
    Brk "BRK" (none, c), in [AF2 GPU], stages ALL,
        columns [- - - - - -], legacy None, does Flow(Break),
        cite "NV_fragment_program2 3.11.X.1 BRK; NV_gpu_program4 2.X.8 BRK";
    /// Calls a subroutine if the condition holds.
    Cal "CAL" (none, label, c), in [V20 AV2 AV3 AF2 GPU], stages ALL,
        columns [- - - - - -], legacy None, does Flow(Call),
        cite "NV_vertex_program2 2.14.3.7; NV_vertex_program2_option 2.14.5.31; NV_fragment_program2 3.11.X.2 CAL; NV_gpu_program4 2.X.8 CAL";
    /// Calls the subroutine that a subroutine variable names.
    Cali "CALI" (none, subroutine), in [NV5], stages ALL,
        columns [- - - - - -], legacy None, does Flow(CallIndirect),
        cite "ARB_shader_subroutine 2.X.8 CALI";
    /// Starts the next round of the loop if the condition holds.
    Cont "CONT" (none, c), in [GPU], stages ALL,
        columns [- - - - - -], legacy None, does Flow(Continue),
        cite "NV_gpu_program4 2.X.8 CONT";
    /// Opens the block that runs where the condition of IF does not hold.
    Else "ELSE" (none), in [AF2 GPU], stages ALL,
        columns [- - - - - -], legacy None, does Flow(Else),
        cite "NV_fragment_program2 3.11.X.3 ELSE; NV_gpu_program4 2.X.8 ELSE";
    /// Finishes a vertex.
    Emit "EMIT" (none), in [N40 N41 N50], stages GEOMETRY,
        columns [- - - - - -], legacy None, does Stage(EmitVertex),
        cite "NV_gpu_program4 2.X.8 EMIT; NV_geometry_program4 2.X.8 EMIT; NV_gpu_program5 2.X.8 EMIT", undefined "results after it";
    /// Finishes a vertex on a stream.
    Emits "EMITS" (none, s), in [N50], stages GEOMETRY,
        columns [- X - - - S], legacy None, does Stage(EmitVertexOnStream),
        cite "NV_gpu_program5 2.X.8 EMITS", undefined "results after it; a stream that does not exist";
    /// Closes IF.
    Endif "ENDIF" (none), in [AF2 GPU], stages ALL,
        columns [- - - - - -], legacy None, does Flow(EndIf),
        cite "NV_fragment_program2 3.11.X.4 ENDIF; NV_gpu_program4 2.X.8 ENDIF";
    /// Closes LOOP.
    Endloop "ENDLOOP" (none), in [AF2], stages ALL,
        columns [- - - - - -], legacy None, does Flow(EndLoop),
        cite "NV_fragment_program2 3.11.X.5 ENDLOOP";
    /// Finishes a strip.
    Endprim "ENDPRIM" (none), in [N40 N41 N50], stages GEOMETRY,
        columns [- - - - - -], legacy None, does Stage(EndPrimitive),
        cite "NV_geometry_program4 2.X.8 ENDPRIM";
    /// Closes REP.
    Endrep "ENDREP" (none), in [AF2 GPU], stages ALL,
        columns [- - - - - -], legacy None, does Flow(EndRepeat),
        cite "NV_fragment_program2 3.11.X.6 ENDREP; NV_gpu_program4 2.X.8 ENDREP";
    /// Opens the section that overlapping fragments run one after the other.
    Fsib "FSIB" (none), in [] option [(GPU) NvPixelInterlockOrdered, (GPU) NvPixelInterlockUnordered, (GPU) NvSampleInterlockOrdered, (GPU) NvSampleInterlockUnordered], stages FRAGMENT,
        columns [- - - - - -], legacy None, does Stage(InterlockBegin),
        cite "NV_fragment_shader_interlock 2.X.8 FSIB";
    /// Closes that section.
    Fsie "FSIE" (none), in [] option [(GPU) NvPixelInterlockOrdered, (GPU) NvPixelInterlockUnordered, (GPU) NvSampleInterlockOrdered, (GPU) NvSampleInterlockUnordered], stages FRAGMENT,
        columns [- - - - - -], legacy None, does Stage(InterlockEnd),
        cite "NV_fragment_shader_interlock 2.X.8 FSIE";
    /// Opens a block that runs if the condition holds.
    If "IF" (none, c), in [AF2 GPU], stages ALL,
        columns [- - - - - -], legacy None, does Flow(If),
        cite "NV_fragment_program2 3.11.X.7 IF; NV_gpu_program4 2.X.8 IF";
    /// Discards the fragment if a component is below zero, or if a condition holds.
    Kil "KIL" (none, vc), except [(F10) (c), (AF1 AF2) (vc), (AF) (v)], in [F10 AF AF1 AF2 N40 N41 N50], stages FRAGMENT,
        columns [X X - - X F], legacy None, does Kill,
        cite "ARB_fragment_program 3.11.6.4; NV_fragment_program 3.11.5.11; NV_gpu_program4 2.X.8 KIL; NV_fragment_program4 2.X.8 KIL";
    /// Opens a loop with count, first index and increment.
    Loop "LOOP" (none, v), in [AF2], stages ALL,
        columns [- - - - - -], legacy None, does Flow(Loop),
        cite "NV_fragment_program2 3.11.X.8 LOOP";
    /// Opens a loop with a count, or without end.
    Rep "REP" (none, ov), except [(AF2) (v)], in [AF2 GPU], stages ALL,
        columns [6 6 - - X F], legacy None, does Flow(Repeat),
        cite "NV_fragment_program2 3.11.X.9 REP; NV_gpu_program4 2.X.8 REP";
    /// Returns from a subroutine, or ends the program, if the condition holds.
    Ret "RET" (none, c), in [V20 AV2 AV3 AF2 GPU], stages ALL,
        columns [- - - - - -], legacy None, does Flow(Return),
        cite "NV_vertex_program2 2.14.3.27; NV_vertex_program2_option 2.14.5.34; NV_fragment_program2 3.11.X.10 RET; NV_gpu_program4 2.X.8 RET";
    // Address registers.

    /// Sums of an address register's components: (x+z, y+w, x+z, y+w).
    Ara "ARA" (addr, addr), in [V20 AV2 AV3], stages ALL,
        columns [- - - - - -], legacy None, does Address(Sum(AddressRange::Word)), but [(V20) Address(Sum(AddressRange::Clamped))],
        cite "NV_vertex_program2 2.14.3.3; NV_vertex_program2_option 2.14.5.28";
    /// Floor of a float to an address register.
    Arl "ARL" (addr, s), except [(V20 AV2 AV3) (v)], in [V10 VS V11 V20 AV AV2 AV3], stages ALL,
        columns [- - - - - -], legacy None, does Address(LoadFloor(AddressRange::Word)), but [(V20) Address(LoadFloor(AddressRange::Clamped))],
        cite "ARB_vertex_program 2.14.5.3; NV_vertex_program 2.14.1.10.1; NV_vertex_program2 2.14.3.4";
    /// Nearest integer, ties to even, to an address register.
    Arr "ARR" (addr, v), in [V20 AV2 AV3], stages ALL,
        columns [- - - - - -], legacy None, does Address(LoadRound(AddressRange::Word)), but [(V20) Address(LoadRound(AddressRange::Clamped))],
        cite "NV_vertex_program2 2.14.3.5; NV_vertex_program2_option 2.14.5.29";
    /// Power of two of a scalar in parts: whole power, fraction, power, 1.
    Exp "EXP" (v, s), in [V10 VS V11 V20 AV AV2 AV3], stages ALL,
        columns [- - - - - -], legacy None, does Arithmetic(Exponential), but [(V10 VS V11) Arithmetic(ExponentialVp1)],
        cite "ARB_vertex_program 2.14.5.9; NV_vertex_program 2.14.1.10.15; NV_vertex_program2 2.14.3.14", eg ([2.5] => [4.0, 0.5]);
    /// Base-2 logarithm of a scalar's magnitude in parts: exponent, mantissa, logarithm, 1.
    Log "LOG" (v, s), in [V10 VS V11 V20 AV AV2 AV3], stages ALL,
        columns [- - - - - -], legacy None, does Arithmetic(Logarithm),
        cite "ARB_vertex_program 2.14.5.14; NV_vertex_program 2.14.1.10.16; NV_vertex_program2 2.14.3.19", eg ([-12.0] => [3.0, 1.5]);
    /// Takes an address register from the call stack.
    Popa "POPA" (addr), in [AV3], stages ALL,
        columns [- - - - - -], legacy None, does Address(Pop),
        cite "NV_vertex_program3 2.14.5.43";
    /// Puts an address register on the call stack.
    Pusha "PUSHA" (none, addr), in [AV3], stages ALL,
        columns [- - - - - -], legacy None, does Address(Push),
        cite "NV_vertex_program3 2.14.5.44";
}
