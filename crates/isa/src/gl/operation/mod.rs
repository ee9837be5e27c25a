//! Operations: what engines execute. Opcode, language and variant are behind; what is left is a closed set.

mod class;
mod evaluate;
mod group;
mod integer;
mod kind;
mod needs;
mod undefined;
mod words;

pub use class::Class;
pub use evaluate::{address, address_sum, evaluate_float};
pub use group::{Source, shuffle, vote};
pub use integer::{Carry, carry, evaluate_integer};
pub use kind::{Comparison, Lod, Shuffle, Space, Vote};
pub use undefined::{
    Undefined, undefined_components, undefined_conversion, undefined_flags, undefined_float,
    undefined_integer,
};
pub use words::{convert, pack, pack64, unpack64};

macro_rules! operations {
    ($($(#[doc = $doc:literal])* $id:ident $(($parameter:ident : $kind:ty))? => $class:expr;)*) => {
        /// What an instruction does.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Operation {
            $($(#[doc = $doc])* $id $(($kind))?,)*
        }

        impl Operation {
            /// Its structure.
            pub const fn class(self) -> Class {
                match self {
                    $(operations!(@pattern $id $($parameter)?) => $class,)*
                }
            }

            /// What it does, in a sentence.
            pub const fn doc(self) -> &'static str {
                match self {
                    $(operations!(@pattern $id $($parameter)?) => concat!($($doc),*).trim_ascii(),)*
                }
            }
        }
    };
    (@pattern $id:ident) => { Operation::$id };
    (@pattern $id:ident $parameter:ident) => { Operation::$id(_) };
}

use Class::{Componentwise, Dot, Scalar, Vector};

operations! {
    /// Copy of the bits.
    Move => Componentwise(1);
    /// Absolute value; the integer −2^31 stays, unsigned numbers stay.
    Absolute => Componentwise(1);
    /// Sum; integers wrap.
    Add => Componentwise(2);
    /// Difference; integers wrap.
    Subtract => Componentwise(2);
    /// Product; the low bits of an integer's.
    Multiply => Componentwise(2);
    /// High 32 bits of a 64-bit integer product.
    MultiplyHigh => Componentwise(2);
    /// Product of the low 24 bits of both operands, signed in S32 and unsigned in U32 (MUL.S24, MUL.U24).
    Multiply24 => Componentwise(2);
    /// Product, rounded, and sum.
    MultiplyAdd => Componentwise(3);
    /// Quotient of a vector and a scalar.
    Divide => Componentwise(2);
    /// Remainder of an integer vector and a scalar.
    Modulo => Componentwise(2);
    /// `|a − b| + c` of integers.
    SumOfAbsoluteDifference => Componentwise(3);
    /// `a·b + (1 − a)·c`.
    Interpolate => Componentwise(3);
    /// `b` where `a < 0`, else `c`.
    Compare => Componentwise(3);
    /// `c > 0.5 ? a : b` (ATI_text_fragment_shader).
    SelectAboveHalf => Componentwise(3);
    /// `c >= 0 ? a : b` (ATI_text_fragment_shader).
    SelectNotNegative => Componentwise(3);
    /// −1, 0 or 1 by the sign; NaN gives NaN.
    Sign => Componentwise(1);
    /// Largest integer not above; then to the result's type.
    Floor => Componentwise(1);
    /// Smallest integer not below; then to the result's type.
    Ceiling => Componentwise(1);
    /// Integer towards zero; then to the result's type.
    Truncate => Componentwise(1);
    /// Nearest integer, ties to even; then to the result's type.
    Round => Componentwise(1);
    /// `a − floor(a)`, always below 1.
    Fraction => Componentwise(1);
    /// `a > b ? a : b`: NaN as first operand gives the second, as second itself (ARB, NV_gpu_program4).
    Maximum => Componentwise(2);
    /// `a > b ? b : a`: NaN as first operand gives itself, as second the first (ARB, NV_gpu_program4).
    Minimum => Componentwise(2);
    /// Maximum that commutes: NaN if either is NaN, +0 of two zeros (VP2.0, FP1.0).
    MaximumOrNan => Componentwise(2);
    /// Minimum that commutes: NaN if either is NaN, −0 of two zeros (VP2.0, FP1.0).
    MinimumOrNan => Componentwise(2);
    /// `a >= b ? a : b`, NaN if either is NaN (VP1.x).
    MaximumVp1 => Componentwise(2);
    /// `a < b ? a : b`, NaN if either is NaN (VP1.x).
    MinimumVp1 => Componentwise(2);
    /// Comparison: 1.0 in floats, all bits set in integers, or 0.
    Set(comparison: Comparison) => Componentwise(2);
    /// Comparison of floats that gives NaN where an operand is NaN (VP2.0).
    SetOrNan(comparison: Comparison) => Componentwise(2);
    /// Comparison of floats in the total order (VP1.x).
    SetTotal(comparison: Comparison) => Componentwise(2);

    /// `1 / a`.
    Reciprocal => Scalar(1);
    /// `1 / a` with its magnitude clamped to 2^-64 … 2^64.
    ReciprocalClamped => Scalar(1);
    /// `1 / √a`; numbers that are not above zero are undefined and give what the next one gives.
    ReciprocalSquareRoot => Scalar(1);
    /// `1 / √a`; ±0 gives ±Inf, negative numbers give NaN (VP2.0, FP1.0).
    ReciprocalSquareRootOrNan => Scalar(1);
    /// `1 / √|a|` (VP1.x, ARB).
    ReciprocalSquareRootOfMagnitude => Scalar(1);
    /// 2^a.
    Exp2 => Scalar(1);
    /// Base-2 logarithm; numbers that are not above zero are undefined and give what the next one gives.
    Log2 => Scalar(1);
    /// Base-2 logarithm; ±0 gives −Inf, negative numbers give NaN (VP2.0, FP1.0).
    Log2OrNan => Scalar(1);
    /// a^b as 2^(b·log2 a), with a^0 = 1 for every a that is a number not below zero (ARB, NV_gpu_program4).
    Power => Scalar(2);
    /// a^b as 2^(b·log2 a) with the special values of those steps, so that 0^0 is NaN (FP1.0).
    PowerStrict => Scalar(2);
    /// Sine of an angle in radians.
    Sine => Scalar(1);
    /// Cosine of an angle in radians.
    Cosine => Scalar(1);

    /// Dot product of two components.
    Dot2 => Dot(2);
    /// Dot product of two components, and sum with the third operand's x.
    Dot2Add => Dot(3);
    /// Dot product of two components, and sum with the third operand's z (ATI_text_fragment_shader).
    Dot2AddBlue => Dot(3);
    /// Dot product of three components.
    Dot3 => Dot(2);
    /// Dot product of four components.
    Dot4 => Dot(2);
    /// Dot product of three components, and sum with the second operand's w.
    DotHomogeneous => Dot(2);

    /// `(1, a.y·b.y, a.z, b.w)`.
    Distance => Vector(2);
    /// `(1, max(x, 0), x > 0 ? max(y, 0)^clamp(w) : 0, 1)`, w within ±(128 − 1/256), 0^0 = 1.
    LightCoefficients => Vector(1);
    /// The same without the clamp of w, and with the special values of POW (FP1.0).
    LightCoefficientsUnclamped => Vector(1);
    /// Cross product of the first three components; w is undefined and reads 0.
    Cross => Vector(2);
    /// `(cos a, sin a)`; z and w are undefined and read 0.
    SineCosine => Vector(1);
    /// `(2^floor a, a − floor a, 2^a, 1)`.
    Exponential => Vector(1);
    /// The same, with y = 0 where 2^a overflows, underflows or a is infinite (VP1.x).
    ExponentialVp1 => Vector(1);
    /// `(exponent, mantissa, log2, 1)` of the magnitude.
    Logarithm => Vector(1);
    /// `2(a·b)/(a·a)·a − b` in three components; w is undefined and reads 0.
    Reflect => Vector(2);
    /// Vector `a.xy` plus the 2×2 matrix `c` times `b.xy`, in xy and again in zw.
    Transform2d => Vector(3);
    /// `a.xyz / √(a.xyz · a.xyz)`; w is undefined and reads 0.
    Normalize => Vector(1);

    /// Bitwise and.
    And => Componentwise(2);
    /// Bitwise or.
    Or => Componentwise(2);
    /// Bitwise exclusive or.
    Xor => Componentwise(2);
    /// Bitwise complement.
    Not => Componentwise(1);
    /// Shift to the left by a scalar; an amount outside the width is undefined and gives 0.
    ShiftLeft => Componentwise(2);
    /// Shift to the right by a scalar, arithmetic for signed numbers; an amount outside the width is undefined.
    ShiftRight => Componentwise(2);
    /// Bits of the second operand: count in `a.x`, offset in `a.y`.
    BitFieldExtract => Vector(2);
    /// Low bits of the second operand put into the third: count in `a.x`, offset in `a.y`.
    BitFieldInsert => Vector(3);
    /// Order of the bits reversed.
    BitReverse => Componentwise(1);
    /// Number of bits that are set.
    BitCount => Componentwise(1);
    /// Number of the lowest set bit, −1 if none.
    LeastBit => Componentwise(1);
    /// Number of the highest set bit, for negative numbers of the highest clear one; −1 if none.
    MostBit => Componentwise(1);

    /// Integer to float.
    IntegerToFloat => Class::Conversion;
    /// Between storage types, through the rounding and saturation that the instruction names.
    Convert => Class::Conversion;
    /// Two floats to binary16, x in the low half.
    PackHalf2 => Class::Conversion;
    /// Two floats in [0, 1] to 16-bit fractions.
    PackUnsigned2 => Class::Conversion;
    /// Four floats to signed bytes about 128.
    PackSigned4 => Class::Conversion;
    /// Four floats in [0, 1] to bytes.
    PackUnsigned4 => Class::Conversion;
    /// Two pairs of 32-bit words to 64-bit values.
    Pack64 => Class::Conversion;
    /// Inverse of [`Operation::PackHalf2`].
    UnpackHalf2 => Class::Conversion;
    /// Inverse of [`Operation::PackUnsigned2`].
    UnpackUnsigned2 => Class::Conversion;
    /// Inverse of [`Operation::PackSigned4`].
    UnpackSigned4 => Class::Conversion;
    /// Inverse of [`Operation::PackUnsigned4`].
    UnpackUnsigned4 => Class::Conversion;
    /// Inverse of [`Operation::Pack64`].
    Unpack64 => Class::Conversion;

    /// Sample of a texture; the parameter says where the level of detail comes from.
    Sample(lod: Lod) => Class::Texture;
    /// Sample after division of x, y and z by w; the level of detail as [`Lod::Implicit`].
    SampleProjected => Class::Texture;
    /// The same, but coordinates of cube maps are not divided (FP1.0).
    SampleProjectedButCube => Class::Texture;
    /// One texel by integer coordinates, level in w.
    Fetch => Class::Texture;
    /// One sample of a multisample texel, sample in w.
    FetchMultisample => Class::Texture;
    /// One component of the four texels of a bilinear footprint.
    Gather => Class::Texture;
    /// One component of four texels, each with its own offset.
    GatherOffsets => Class::Texture;
    /// The level of detail that a sample would use.
    QueryLod => Class::Texture;
    /// Size of a level.
    QuerySize => Class::Texture;
    /// Number of samples of a texture.
    QuerySamples => Class::Texture;

    /// Difference to the horizontal neighbour.
    DerivativeX => Class::Derivative;
    /// Difference to the vertical neighbour.
    DerivativeY => Class::Derivative;
    /// Attribute at the centroid.
    InterpolateAtCentroid => Class::Interpolation;
    /// Attribute at an offset from the pixel's centre.
    InterpolateAtOffset => Class::Interpolation;
    /// Attribute at a sample.
    InterpolateAtSample => Class::Interpolation;

    /// Ends the fragment if any component is below zero, or by a condition test.
    Kill => Class::Kill;

    /// Floor of a float to an address.
    AddressFloor => Class::Address;
    /// Floor of a float to an address in [−512, 511] (VP2.0).
    AddressFloorClamped => Class::Address;
    /// Nearest integer, ties to even, to an address.
    AddressRound => Class::Address;
    /// Nearest integer, ties to even, to an address in [−512, 511] (VP2.0).
    AddressRoundClamped => Class::Address;
    /// `(x + z, y + w, x + z, y + w)` of an address.
    AddressAdd => Class::Address;
    /// The same, in [−512, 511] (VP2.0).
    AddressAddClamped => Class::Address;
    /// Address register onto the call stack.
    AddressPush => Class::Address;
    /// Address register from the call stack.
    AddressPop => Class::Address;

    /// Goes to a label if the condition holds.
    Branch => Class::Flow;
    /// Calls a subroutine if the condition holds.
    Call => Class::Flow;
    /// Calls the subroutine that a subroutine variable names.
    CallIndirect => Class::Flow;
    /// Returns from a subroutine, or ends the program, if the condition holds.
    Return => Class::Flow;
    /// Opens a block that runs if the condition holds.
    If => Class::Flow;
    /// Opens the block that runs if it does not.
    Else => Class::Flow;
    /// Closes IF.
    EndIf => Class::Flow;
    /// Opens a loop with a count, or without end.
    Repeat => Class::Flow;
    /// Closes REP.
    EndRepeat => Class::Flow;
    /// Opens a loop with count, first index and increment.
    Loop => Class::Flow;
    /// Closes LOOP.
    EndLoop => Class::Flow;
    /// Leaves the loop if the condition holds.
    Break => Class::Flow;
    /// Starts the next round of the loop if the condition holds.
    Continue => Class::Flow;

    /// Reads memory.
    Load(space: Space) => Class::Memory;
    /// Writes memory.
    Store(space: Space) => Class::Memory;
    /// Reads and writes memory in one step; the old value is the result.
    Atomic(space: Space) => Class::Memory;
    /// Size of an image.
    QueryImageSize => Class::Memory;
    /// Number of samples of an image.
    QueryImageSamples => Class::Memory;
    /// Orders memory accesses.
    MemoryBarrier => Class::Memory;

    /// A vote among the active threads, per component.
    Vote(vote: Vote) => Class::Group;
    /// Mask of the active threads whose component is not zero.
    Ballot => Class::Group;
    /// First operand of the quad's fragment of this number plus the own second operand.
    QuadAdd(fragment: u8) => Class::Group;
    /// First operand of the horizontal neighbour plus the own second operand.
    QuadAddHorizontal => Class::Group;
    /// First operand of the vertical neighbour plus the own second operand.
    QuadAddVertical => Class::Group;
    /// Value of another thread.
    Shuffle(shuffle: Shuffle) => Class::Group;

    /// Finishes a vertex on stream 0.
    EmitVertex => Class::Stage;
    /// Finishes a vertex on a stream.
    EmitVertexOnStream => Class::Stage;
    /// Finishes a strip.
    EndPrimitive => Class::Stage;
    /// Waits for the work group.
    Barrier => Class::Stage;
    /// Opens the ordered section.
    InterlockBegin => Class::Stage;
    /// Closes the ordered section.
    InterlockEnd => Class::Stage;
}
