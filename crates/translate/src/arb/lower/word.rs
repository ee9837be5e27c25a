//! Packed words as floats that have their bits, where the user asks for it: what PK gives to a result, what UP takes from
//! an attribute or a texture.
//!
//! No float operation reads bits, so they are computed: a word is two halves of 16 bits, x the low and y the high one, each
//! an integer that floats hold. Words whose float is denormal are 0, and those of infinities and NaN are not kept; nor is
//! the sign of a half float that is 0.

use quadrille_isa::gl::operation::Packing;
use quadrille_numerics::convert::Rounding;

use super::Lowering;
use super::predicate::Predicate;
use crate::arb::code::{Op, Place, Source, Target};
use crate::arb::refusal::Refusal;

/// x and y.
const PAIR: u8 = 0b0011;

/// The smallest normal float.
const SMALLEST: f32 = f32::MIN_POSITIVE;

impl Lowering<'_> {
    /// The float with the bits of a word: the fields are integers, but those of PK2H.
    pub(super) fn float_of_word(&mut self, packing: Packing, fields: Source) -> Result<Source, Refusal> {
        let halves = match packing {
            Packing::Half2 => self.binary16(fields)?,
            Packing::Unsigned2 => fields,
            Packing::Unsigned4 | Packing::Signed4 => {
                let [low, high] = [[0, 2, 0, 2], [1, 3, 1, 3]].map(|bytes| fields.select(bytes));
                self.compute(Op::Mad, PAIR, &[high, Source::number(256.0), low])?
            }
        };
        let [low, high] = [0, 1].map(|half| halves.component(half));
        let [sign, rest] = self.sign_and_rest(high, 1)?;
        let exponent = self.quotient(rest, 128.0, 1)?;
        let top = self.compute(Op::Mad, 1, &[exponent, Source::number(-128.0), rest])?;
        let fraction = self.compute(Op::Mad, 1, &[top, Source::number(65_536.0), low])?;
        let one = Source::number(1.0);
        let step = Source::number(1.0 / 8_388_608.0);
        let fraction = self.compute(Op::Mad, 1, &[fraction, step, one])?;
        let power = self.compute(Op::Add, 1, &[exponent, Source::number(-127.0)])?;
        let power = self.scalar(Op::Ex2, &[power.component(0)])?;
        let magnitude = self.compute(Op::Mul, 1, &[fraction, power])?;
        let denormal = self.compute(Op::Sub, 1, &[exponent, one])?;
        let number = self.choose(Predicate::less(denormal), 1, [Source::number(0.0), magnitude])?;
        let sign = self.compute(Op::Mad, 1, &[sign, Source::number(-2.0), one])?;
        let number = self.compute(Op::Mul, 1, &[number, sign])?;
        Ok(number.component(0))
    }

    /// What unpacking gives of the word whose bits a float has.
    pub(super) fn fields_of_float(&mut self, packing: Packing, float: Source) -> Result<Source, Refusal> {
        let halves = self.halves(float)?;
        match packing {
            Packing::Half2 => Ok(self.of_binary16(halves)?.select([0, 1, 0, 1])),
            Packing::Unsigned2 => {
                let step = Source::number(1.0 / 65_535.0);
                Ok(self.compute(Op::Mul, PAIR, &[halves, step])?.select([0, 1, 0, 1]))
            }
            Packing::Unsigned4 => {
                let bytes = self.bytes(halves)?;
                self.compute(Op::Mul, 0b1111, &[bytes, Source::number(1.0 / 255.0)])
            }
            Packing::Signed4 => {
                let bytes = self.bytes(halves)?;
                let numbers = self.compute(Op::Sub, 0b1111, &[bytes, Source::number(128.0)])?;
                self.compute(Op::Mul, 0b1111, &[numbers, Source::number(1.0 / 127.0)])
            }
        }
    }

    /// The halves of the bits of a float.
    fn halves(&mut self, float: Source) -> Result<Source, Refusal> {
        let [one, two] = [1.0, 2.0].map(Source::number);
        let magnitude = self.compute(Op::Abs, 1, &[float])?;
        let normal = self.compute(Op::Sge, 1, &[magnitude, Source::number(SMALLEST)])?;
        let magnitude = self.compute(Op::Max, 1, &[magnitude, Source::number(SMALLEST)])?;
        let exponent = self.scalar(Op::Lg2, &[magnitude.component(0)])?;
        let exponent = self.compute(Op::Flr, 1, &[exponent])?;
        let power = self.scalar(Op::Ex2, &[-exponent.component(0)])?;
        let significand = self.compute(Op::Mul, 1, &[magnitude, power])?;
        // Logarithms next to an integer are rounded to it.
        let above = self.compute(Op::Sge, 1, &[significand, two])?;
        let below = self.compute(Op::Slt, 1, &[significand, one])?;
        let exponent = self.compute(Op::Add, 1, &[exponent, above])?;
        let exponent = self.compute(Op::Sub, 1, &[exponent, below])?;
        let factor = self.compute(Op::Mad, 1, &[above, Source::number(-0.5), one])?;
        let factor = self.compute(Op::Add, 1, &[factor, below])?;
        let significand = self.compute(Op::Mul, 1, &[significand, factor])?;
        let fraction = self.compute(Op::Sub, 1, &[significand, one])?;
        let scaled = self.compute(Op::Mul, 1, &[fraction, Source::number(128.0)])?;
        let top = self.compute(Op::Flr, 1, &[scaled])?;
        let rest = self.compute(Op::Sub, 1, &[scaled, top])?;
        let biased = self.compute(Op::Add, 1, &[exponent, Source::number(127.0)])?;
        let high = self.compute(Op::Mad, 1, &[biased, Source::number(128.0), top])?;
        let sign = self.compute(Op::Slt, 1, &[float, Source::number(0.0)])?;
        let high = self.compute(Op::Mad, 1, &[sign, Source::number(32_768.0), high])?;
        let low = self.compute(Op::Mul, 1, &[rest, Source::number(65_536.0)])?;
        let to = self.code.temporary();
        for (mask, half) in [(1, low), (2, high)] {
            let operands = [half, normal].map(|operand| operand.component(0));
            self.step(Op::Mul, Target::Temporary(to), mask, &operands)?;
        }
        Ok(Source::of(Place::Temporary(to)))
    }

    /// The bits of binary16 of x and y, as integers.
    fn binary16(&mut self, numbers: Source) -> Result<Source, Refusal> {
        // 2^-14 is the smallest that is not denormal; from 65520 on numbers are infinite.
        let magnitude = self.compute(Op::Abs, PAIR, &[numbers])?;
        let magnitude = self.compute(Op::Min, PAIR, &[magnitude, Source::number(65_536.0)])?;
        let normal = self.compute(Op::Max, PAIR, &[magnitude, Source::number(1.0 / 16_384.0)])?;
        let exponent = self.each(Op::Lg2, normal)?;
        let exponent = self.compute(Op::Flr, PAIR, &[exponent])?;
        let power = self.compute(Op::Sub, PAIR, &[Source::number(10.0), exponent])?;
        let power = self.each(Op::Ex2, power)?;
        let steps = self.compute(Op::Mul, PAIR, &[magnitude, power])?;
        let steps = self.round(steps, Rounding::Nearest, PAIR)?;
        // What is rounded up to the next power of two carries into the exponent.
        let biased = self.compute(Op::Add, PAIR, &[exponent, Source::number(14.0)])?;
        let bits = self.compute(Op::Mad, PAIR, &[biased, Source::number(1024.0), steps])?;
        let bits = self.compute(Op::Min, PAIR, &[bits, Source::number(31_744.0)])?;
        let sign = self.compute(Op::Slt, PAIR, &[numbers, Source::number(0.0)])?;
        self.compute(Op::Mad, PAIR, &[sign, Source::number(32_768.0), bits])
    }

    /// The numbers that x and y are the bits of in binary16.
    fn of_binary16(&mut self, bits: Source) -> Result<Source, Refusal> {
        let one = Source::number(1.0);
        let [sign, rest] = self.sign_and_rest(bits, PAIR)?;
        let exponent = self.quotient(rest, 1024.0, PAIR)?;
        let fraction = self.compute(Op::Mad, PAIR, &[exponent, Source::number(-1024.0), rest])?;
        // Denormal numbers have the exponent of the smallest that are not, and nothing before the point.
        let normal = self.compute(Op::Min, PAIR, &[exponent, one])?;
        let steps = self.compute(Op::Mad, PAIR, &[normal, Source::number(1024.0), fraction])?;
        let power = self.compute(Op::Max, PAIR, &[exponent, one])?;
        let power = self.compute(Op::Sub, PAIR, &[power, Source::number(25.0)])?;
        let power = self.each(Op::Ex2, power)?;
        let magnitude = self.compute(Op::Mul, PAIR, &[steps, power])?;
        let sign = self.compute(Op::Mad, PAIR, &[sign, Source::number(-2.0), one])?;
        self.compute(Op::Mul, PAIR, &[magnitude, sign])
    }

    /// The highest of 16 bits, and the others.
    fn sign_and_rest(&mut self, bits: Source, mask: u8) -> Result<[Source; 2], Refusal> {
        let sign = self.compute(Op::Sge, mask, &[bits, Source::number(32_768.0)])?;
        let rest = self.compute(Op::Mad, mask, &[sign, Source::number(-32_768.0), bits])?;
        Ok([sign, rest])
    }

    /// The four bytes of two halves, the lowest first.
    fn bytes(&mut self, halves: Source) -> Result<Source, Refusal> {
        let high = self.quotient(halves, 256.0, PAIR)?;
        let low = self.compute(Op::Mad, PAIR, &[high, Source::number(-256.0), halves])?;
        let to = self.code.temporary();
        for (mask, bytes) in [(0b0101, low), (0b1010, high)] {
            let bytes = bytes.select([0, 0, 1, 1]);
            self.step(Op::Mov, Target::Temporary(to), mask, &[bytes])?;
        }
        Ok(Source::of(Place::Temporary(to)))
    }

    /// How often a power of two goes into integers.
    fn quotient(&mut self, of: Source, by: f32, mask: u8) -> Result<Source, Refusal> {
        let quotient = self.compute(Op::Mul, mask, &[of, Source::number(1.0 / by)])?;
        self.compute(Op::Flr, mask, &[quotient])
    }

    /// A scalar operation on x and on y.
    fn each(&mut self, op: Op, of: Source) -> Result<Source, Refusal> {
        let to = self.code.temporary();
        for at in 0..2 {
            self.step(op, Target::Temporary(to), 1 << at, &[of.component(at)])?;
        }
        Ok(Source::of(Place::Temporary(to)))
    }
}
