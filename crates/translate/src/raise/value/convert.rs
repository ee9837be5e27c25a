//! CVT: a number in one format becomes a number in another (NV_gpu_program5 2.X.8 CVT).
//!
//! Registers hold what is smaller as integers or floats of their base type, binary16 as a pattern in their lowest
//! bits. What a format has no room for loses its high bits, or under SAT stops at the format's end. Where both
//! registers have 32 bits, formats of 64 do without numbers of 64 bits, which few targets have.

use quadrille_isa::gl::Clamp;
use quadrille_numerics::convert::{Format, Rounding};
use quadrille_program::{Access, Conversion, Instruction};

use crate::form::{Binary, BuiltIn, Expression, Scalar};
use crate::raise::library::Helper;
use crate::raise::lowering::Lowering;
use crate::raise::types::{operand_kind, result_kind};
use crate::raise::value::computed::Computed;
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// The written components of what CVT gives.
    pub(crate) fn conversion_value(&mut self, instruction: &Instruction, written: &[u8]) -> Computed {
        let Access::Conversion(conversion) = instruction.access else {
            return Expression::float(0.0, 1).into();
        };
        let mut code = None;
        self.need(Feature::Integers);
        let kind = operand_kind(self.program(), instruction, 0);
        let register = self.operand_as(&instruction.operands[0], written, kind);
        let result = result_kind(self.program(), instruction);
        let long = kind.is_long() || result.is_long();
        let is_long = |format: Format| long && format.bits() == 64;
        let sized = |value: Expression, format: Format| {
            let scalar = value.ty.scalar.sized(is_long(format));
            value.resize(scalar)
        };
        let value = match conversion.from {
            Format::F16 => self.halves_of_words(&register.resize(Scalar::Uint)),
            from => low_bits(sized(register, from), from),
        };
        let saturates = instruction.clamp != Clamp::None;
        let is_float = value.ty.scalar.is_float();
        let value = match conversion.to {
            Format::F16 => {
                let rounded = self.rounded_halves(value, conversion.rounding);
                let rounded = self.clamped(rounded, instruction.clamp);
                // A condition code that is updated takes the numbers.
                let rounded = match instruction.update {
                    Some(_) => self.hold("rounded", rounded, false),
                    None => rounded,
                };
                code = instruction.update.map(|_| rounded.clone());
                packed_halves(&rounded)
            }
            to @ (Format::F32 | Format::F64) => {
                let scalar = Scalar::Float.sized(is_long(to));
                // A register of 32 bits rounds what it keeps of 64 to the nearest.
                let rounding = match to == Format::F64 && !long {
                    true => Rounding::Nearest,
                    false => conversion.rounding,
                };
                let float = self.float_of(value, scalar, rounding);
                self.clamped(float, instruction.clamp)
            }
            to if is_float => self.whole_of(value, conversion, is_long(to), saturates),
            to if is_long(to) => {
                // What is made longer keeps its sign, before the other format takes it as it is.
                let scalar = value.ty.scalar.sized(true);
                fitted(value.resize(scalar), conversion.from, to, saturates)
            }
            to => fitted(value, conversion.from, to, saturates),
        };
        Computed {
            value: value.resize(result),
            code,
            sum: None,
        }
    }

    /// The numbers whose binary16 patterns are in the low halves of words.
    fn halves_of_words(&mut self, words: &Expression) -> Expression {
        self.need(Feature::HalfPacking);
        let each = (0..words.ty.width).map(|at| {
            let word = words.clone().component(at).reinterpret(Scalar::Uint);
            self.unpacked_half(word).component(0)
        });
        Expression::construct(each.collect())
    }

    /// Numbers rounded to binary16.
    fn rounded_halves(&mut self, value: Expression, rounding: Rounding) -> Expression {
        self.need(Feature::HalfPacking);
        let value = match value.ty.scalar {
            Scalar::Double if self.is_exact() => self.helper(Helper::FloatOdd, vec![value]),
            Scalar::Double
            | Scalar::Float
            | Scalar::Bool
            | Scalar::Int
            | Scalar::Uint
            | Scalar::Long
            | Scalar::Ulong => value.convert(Scalar::Float),
        };
        match rounding {
            _ if !self.is_exact() => value,
            Rounding::Nearest => self.helper(Helper::Half, vec![value]),
            Rounding::Down => self.helper(Helper::HalfDown, vec![value]),
            Rounding::Up => self.helper(Helper::HalfUp, vec![value]),
            Rounding::TowardZero => self.helper(Helper::HalfTowardZero, vec![value]),
        }
    }

    /// A number as a float of a kind. The target rounds to the nearest; the other ways go by the magnitude.
    fn float_of(&mut self, value: Expression, to: Scalar, rounding: Rounding) -> Expression {
        let from = value.ty.scalar;
        let is_exact = from == to || to == Scalar::Double && !from.is_long();
        if is_exact || rounding == Rounding::Nearest || !self.is_exact() {
            return value.convert(to);
        }
        let mut way = |inward: bool, magnitude: Expression| {
            let helper = match (inward, to) {
                (true, Scalar::Double) => Helper::DoubleInward,
                (false, Scalar::Double) => Helper::DoubleOutward,
                (true, _) => Helper::FloatInward,
                (false, _) => Helper::FloatOutward,
            };
            let magnitude = match from.is_float() {
                true => magnitude,
                false => magnitude.reinterpret(from.unsigned()),
            };
            self.helper(helper, vec![magnitude])
        };
        if from.is_unsigned() {
            return way(rounding != Rounding::Up, value);
        }
        let zero = Expression::zero(from, value.ty.width);
        let negative = Expression::less(value.clone(), zero);
        let below = way(rounding != Rounding::Down, value.clone().negate()).negate();
        let above = way(rounding != Rounding::Up, value);
        Expression::select(negative, below, above)
    }

    /// A float as an integer of a format, of 64 bits or of 32: rounded to a whole number first.
    fn whole_of(
        &mut self,
        value: Expression,
        conversion: Conversion,
        long: bool,
        saturates: bool,
    ) -> Expression {
        let rounding = match conversion.rounding {
            Rounding::Nearest => BuiltIn::RoundEven,
            Rounding::Up => BuiltIn::Ceiling,
            Rounding::Down => BuiltIn::Floor,
            Rounding::TowardZero => BuiltIn::Truncate,
        };
        let to = conversion.to;
        let whole = Expression::built_in(rounding, vec![value]);
        let scalar = match to.is_signed() {
            true => Scalar::Int.sized(long),
            false => Scalar::Uint.sized(long),
        };
        if !self.is_exact() {
            return fitted(whole.convert(scalar), wide(scalar), to, saturates);
        }
        if saturates && to.bits() <= scalar.bits() {
            let value = self.helper(Helper::nearest(scalar), vec![whole]);
            return fitted(value, wide(scalar), to, true);
        }
        let whole = match (saturates, scalar) {
            // The register keeps the low half of what 64 bits stop at.
            (true, scalar) if scalar.is_unsigned() => {
                let width = whole.ty.width;
                Expression::built_in(BuiltIn::Maximum, vec![whole, Expression::float(0.0, width)])
            }
            _ => whole,
        };
        let width = whole.ty.width;
        let modulo = match long {
            true => Helper::WholeModuloLong,
            false => Helper::WholeModulo,
        };
        let words = self.helper(modulo, vec![whole.clone()]);
        if !saturates {
            return fitted(words, wide(scalar.unsigned()), to, false);
        }
        // 2 to the power of 63 or 64.
        let end = if to.is_signed() { 0x5f00_0000 } else { 0x5f80_0000 };
        let end = Expression::bits(Scalar::Float, end, width);
        let above = Expression::binary(Binary::GreaterOrEqual, whole, end);
        Expression::select(above, Expression::bits(Scalar::Uint, u32::MAX, width), words)
    }
}

/// Words with the binary16 patterns of numbers in their low halves.
fn packed_halves(rounded: &Expression) -> Expression {
    let each = (0..rounded.ty.width).map(|at| {
        let pair = vec![rounded.clone().component(at), Expression::float(0.0, 1)];
        Expression::built_in(BuiltIn::PackHalf, vec![Expression::construct(pair)])
    });
    Expression::construct(each.collect())
}

/// The format of a kind of integers.
fn wide(scalar: Scalar) -> Format {
    match scalar {
        Scalar::Int => Format::S32,
        Scalar::Long => Format::S64,
        Scalar::Ulong => Format::U64,
        Scalar::Uint | Scalar::Bool | Scalar::Float | Scalar::Double => Format::U32,
    }
}

/// The register's value in a format: integers of fewer bits are its low bits.
pub(crate) fn low_bits(value: Expression, format: Format) -> Expression {
    let (scalar, width) = (value.ty.scalar, value.ty.width);
    if format.bits() >= scalar.bits() || format.binary().is_some() {
        return value;
    }
    if !format.is_signed() {
        let mask = Expression::integer(scalar.unsigned(), format.mask() as i64, width);
        return Expression::binary(Binary::BitAnd, value.reinterpret(scalar.unsigned()), mask);
    }
    // Numbers of 64 bits are moved by an amount of 32.
    let shift = || Expression::integer(Scalar::Int, i64::from(scalar.bits() - format.bits()), width);
    let up = Expression::binary(Binary::ShiftLeft, value.reinterpret(scalar.signed()), shift());
    Expression::binary(Binary::ShiftRight, up, shift())
}

/// An integer of one format in another.
fn fitted(value: Expression, from: Format, to: Format, saturates: bool) -> Expression {
    let (scalar, width) = (value.ty.scalar, value.ty.width);
    let size = scalar.bits();
    let value = match saturates {
        false => value,
        true => {
            let bounded = |value: Expression, function, bound: i64| {
                let bound = Expression::integer(scalar, bound, width);
                Expression::built_in(function, vec![value, bound])
            };
            // Of a negative number nothing is left without a sign; the largest of a format is one below a power
            // of two, so that it is that of any format with fewer bits for the magnitude.
            let magnitude = |format: Format| format.bits().min(size) - u32::from(format.is_signed());
            let value = match (from.is_signed(), to.is_signed()) {
                (true, true) if to.bits() < from.bits().min(size) => {
                    bounded(value, BuiltIn::Maximum, -1 << (to.bits() - 1))
                }
                (true, false) => bounded(value, BuiltIn::Maximum, 0),
                _ => value,
            };
            if to.bits() <= size && magnitude(to) < magnitude(from) {
                bounded(value, BuiltIn::Minimum, (u64::MAX >> (64 - magnitude(to))) as i64)
            } else {
                value
            }
        }
    };
    let own = match to.is_signed() {
        true => scalar.signed(),
        false => scalar.unsigned(),
    };
    let value = value.reinterpret(own);
    if saturates { value } else { low_bits(value, to) }
}
