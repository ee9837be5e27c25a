//! CVT: a number in one format becomes a number in another (NV_gpu_program5 2.X.8 CVT).
//!
//! Registers of 32 bits hold what is smaller as integers or floats of their base type, binary16 as a pattern in
//! their low half. What a format has no room for loses its high bits, or under SAT stops at the format's end.

use quadrille_isa::gl::Clamp;
use quadrille_numerics::convert::{Format, Rounding};
use quadrille_program::{Access, Conversion, Instruction};

use super::library::{Helper, less};
use super::raiser::Raiser;
use crate::form::{Binary, BuiltIn, Expression, Scalar};
use crate::target::Feature;

impl Raiser<'_> {
    /// The written components of what CVT gives.
    pub(crate) fn conversion_value(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let Access::Conversion(conversion) = instruction.access else {
            return Expression::float(0.0, 1);
        };
        let span = self.span();
        self.need(Feature::Integers, span);
        let kind = self.operand_kind(instruction, 0);
        let register = self.operand_as(&instruction.operands[0], written, kind);
        let value = match conversion.from {
            Format::F16 => self.unpacked_halves(&register),
            from => low_bits(register, from),
        };
        let saturates = instruction.clamp != Clamp::None;
        let float = value.ty.scalar == Scalar::Float;
        let value = match conversion.to {
            Format::F16 => self.packed_halves(value, conversion.rounding, instruction.update.is_some()),
            // A float that is a number of 32 bits already stays one.
            Format::F32 | Format::F64 if float => value,
            Format::F32 => self.float_of(value, conversion.rounding),
            Format::F64 => value.convert(Scalar::Float),
            _ if float => self.whole_of(value, conversion, saturates),
            to => fitted(value, conversion.from, to, saturates),
        };
        value.reinterpret(self.result_kind(instruction))
    }

    /// The numbers whose binary16 patterns are in the low halves of words.
    fn unpacked_halves(&mut self, words: &Expression) -> Expression {
        let span = self.span();
        self.need(Feature::HalfPacking, span);
        let each = (0..words.ty.width).map(|at| {
            let word = words.clone().component(at);
            Expression::built_in(BuiltIn::UnpackHalf, vec![word]).component(0)
        });
        Expression::construct(each.collect())
    }

    /// Words with the binary16 patterns of numbers in their low halves. A condition code that is updated takes the
    /// numbers.
    fn packed_halves(&mut self, value: Expression, rounding: Rounding, updates: bool) -> Expression {
        let span = self.span();
        self.need(Feature::HalfPacking, span);
        let value = value.convert(Scalar::Float);
        let rounded = match rounding {
            _ if !self.options.exact() => value,
            Rounding::Nearest => self.helper(Helper::Half, vec![value]),
            Rounding::Down => self.helper(Helper::HalfDown, vec![value]),
            Rounding::Up => self.helper(Helper::HalfUp, vec![value]),
            Rounding::TowardZero => self.helper(Helper::HalfTowardZero, vec![value]),
        };
        let rounded = match updates {
            true => self.hold("rounded", rounded, false),
            false => rounded,
        };
        self.code_value = updates.then(|| rounded.clone());
        let each = (0..rounded.ty.width).map(|at| {
            let pair = vec![rounded.clone().component(at), Expression::float(0.0, 1)];
            Expression::built_in(BuiltIn::PackHalf, vec![Expression::construct(pair)])
        });
        Expression::construct(each.collect())
    }

    /// An integer as a float of 32 bits. The target rounds to the nearest; the other ways go by the magnitude.
    fn float_of(&mut self, value: Expression, rounding: Rounding) -> Expression {
        if rounding == Rounding::Nearest || !self.options.exact() {
            return value.convert(Scalar::Float);
        }
        let unsigned = |value: Expression| value.reinterpret(Scalar::Uint);
        let mut way = |inward: bool, magnitude: Expression| {
            let helper = match inward {
                true => Helper::FloatInward,
                false => Helper::FloatOutward,
            };
            self.helper(helper, vec![unsigned(magnitude)])
        };
        if value.ty.scalar == Scalar::Uint {
            return way(rounding != Rounding::Up, value);
        }
        let zero = Expression::bits(Scalar::Int, 0, value.ty.width);
        let negative = less(value.clone(), zero);
        let below = way(rounding != Rounding::Down, value.clone().negate()).negate();
        let above = way(rounding != Rounding::Up, value);
        Expression::select(negative, below, above)
    }

    /// A float as an integer of a format: rounded to a whole number first.
    fn whole_of(&mut self, value: Expression, conversion: Conversion, saturates: bool) -> Expression {
        let rounding = match conversion.rounding {
            Rounding::Nearest => BuiltIn::RoundEven,
            Rounding::Up => BuiltIn::Ceiling,
            Rounding::Down => BuiltIn::Floor,
            Rounding::TowardZero => BuiltIn::Truncate,
        };
        let to = conversion.to;
        let whole = Expression::built_in(rounding, vec![value]);
        let scalar = match to.is_signed() {
            true => Scalar::Int,
            false => Scalar::Uint,
        };
        if !self.options.exact() {
            return fitted(whole.convert(scalar), wide(scalar), to, saturates);
        }
        let near = match scalar {
            Scalar::Int => Helper::ToInt,
            _ => Helper::ToUint,
        };
        if saturates && to.bits() <= 32 {
            let value = self.helper(near, vec![whole]);
            return fitted(value, wide(scalar), to, true);
        }
        let whole = match (saturates, scalar) {
            // The register keeps the low half of what 64 bits stop at.
            (true, Scalar::Uint) => {
                let width = whole.ty.width;
                Expression::built_in(BuiltIn::Maximum, vec![whole, Expression::float(0.0, width)])
            }
            _ => whole,
        };
        let width = whole.ty.width;
        let words = self.helper(Helper::WholeModulo, vec![whole.clone()]);
        if !saturates {
            return fitted(words, Format::U32, to, false);
        }
        // 2 to the power of 63 or 64.
        let end = if to.is_signed() { 0x5f00_0000 } else { 0x5f80_0000 };
        let end = Expression::bits(Scalar::Float, end, width);
        let above = Expression::binary(Binary::GreaterOrEqual, whole, end);
        Expression::select(above, Expression::bits(Scalar::Uint, u32::MAX, width), words)
    }
}

/// The integer format of 32 bits of a kind.
fn wide(scalar: Scalar) -> Format {
    match scalar {
        Scalar::Int => Format::S32,
        _ => Format::U32,
    }
}

/// What a register holds in a format: integers of fewer bits are its low bits.
pub(super) fn low_bits(value: Expression, format: Format) -> Expression {
    if format.bits() >= 32 || format.binary().is_some() {
        return value;
    }
    let width = value.ty.width;
    let constant = |scalar, bits| Expression::bits(scalar, bits, width);
    if !format.is_signed() {
        let mask = constant(Scalar::Uint, format.mask() as u32);
        return Expression::binary(Binary::BitAnd, value.reinterpret(Scalar::Uint), mask);
    }
    let shift = || constant(Scalar::Int, 32 - format.bits());
    let up = Expression::binary(Binary::ShiftLeft, value.reinterpret(Scalar::Int), shift());
    Expression::binary(Binary::ShiftRight, up, shift())
}

/// An integer of one format in another.
fn fitted(value: Expression, from: Format, to: Format, saturates: bool) -> Expression {
    let width = value.ty.width;
    let value = match saturates {
        false => value,
        true => {
            let bounded = |value: Expression, function, bound: u32| {
                let bound = Expression::bits(value.ty.scalar, bound, width);
                Expression::built_in(function, vec![value, bound])
            };
            // Of a negative number nothing is left without a sign; the largest of a format is one below a power
            // of two, so that it is that of any format with fewer bits for the magnitude.
            let magnitude = |format: Format| format.bits().min(32) - u32::from(format.is_signed());
            let value = match (from.is_signed(), to.is_signed()) {
                (true, true) if to.bits() < from.bits().min(32) => {
                    let low = (-1_i32) << (to.bits() - 1);
                    bounded(value, BuiltIn::Maximum, low as u32)
                }
                (true, false) => bounded(value, BuiltIn::Maximum, 0),
                _ => value,
            };
            if to.bits() <= 32 && magnitude(to) < magnitude(from) {
                bounded(value, BuiltIn::Minimum, u32::MAX >> (32 - magnitude(to)))
            } else {
                value
            }
        }
    };
    let own = match to.is_signed() {
        true => Scalar::Int,
        false => Scalar::Uint,
    };
    let value = value.reinterpret(own);
    if saturates { value } else { low_bits(value, to) }
}
