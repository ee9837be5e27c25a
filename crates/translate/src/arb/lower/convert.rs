//! Rounding, and floats as integers.

use quadrille_isa::gl::DataType;
use quadrille_isa::gl::operation::convert;
use quadrille_numerics::convert::{Format, Rounding};
use quadrille_program::Instruction;

use super::Lowering;
use super::predicate::Predicate;
use super::value::Value;
use super::variable::{Content, Kind, Range};
use crate::arb::code::{Op, Source};
use crate::arb::refusal::{Reason, Refusal};

impl Lowering<'_> {
    /// The integer next to a float, as a float.
    pub(super) fn round(&mut self, a: Source, rounding: Rounding, mask: u8) -> Result<Source, Refusal> {
        match rounding {
            Rounding::Down => self.compute(Op::Flr, mask, &[a]),
            Rounding::Up => Ok(-self.compute(Op::Flr, mask, &[-a])?),
            Rounding::TowardZero => {
                let magnitude = self.compute(Op::Abs, mask, &[a])?;
                let magnitude = self.compute(Op::Flr, mask, &[magnitude])?;
                if self.is_fragment() {
                    return self.choose(Predicate::less(a), mask, [-magnitude, magnitude]);
                }
                // 1 or −1.
                let below = self.compute(Op::Slt, mask, &[a, Source::number(0.0)])?;
                let sign =
                    self.compute(Op::Mad, mask, &[below, Source::number(-2.0), Source::number(1.0)])?;
                self.compute(Op::Mul, mask, &[magnitude, sign])
            }
            Rounding::Nearest => {
                let half = Source::number(0.5);
                let up = self.compute(Op::Add, mask, &[a, half])?;
                let whole = self.compute(Op::Flr, mask, &[up])?;
                // A tie that went to an odd number goes back by one.
                let over = self.compute(Op::Sub, mask, &[whole, a])?;
                let tie = self.compute(Op::Sge, mask, &[over, half])?;
                let halved = self.compute(Op::Mul, mask, &[whole, half])?;
                let odd = self.compute(Op::Frc, mask, &[halved])?;
                let odd = self.compute(Op::Add, mask, &[odd, odd])?;
                self.compute(Op::Mad, mask, &[-tie, odd, whole])
            }
        }
    }

    /// The integer next to each component of a float, as an integer.
    pub(super) fn whole(&mut self, value: &Value, rounding: Rounding, mask: u8) -> Result<Value, Refusal> {
        let to_integer = |content: Content| {
            let bits = content.known.map(|bits| {
                let number = convert(rounding, u64::from(bits), Format::F32, Format::S32);
                number as u32
            });
            let kind = bits.map_or(Kind::Integer(Range::ANY), |bits| {
                let value = f64::from(bits as i32);
                Kind::Integer(Range::of(value, value))
            });
            Content { known: bits, kind }
        };
        let contents = value.contents.map(to_integer);
        let computed = mask & !value.known(mask);
        if computed == 0 {
            return Ok(Value { contents, ..*value });
        }
        let source = self.round(value.source, rounding, computed)?;
        Ok(Value {
            source,
            contents,
            held: 0,
        })
    }

    /// CEIL, FLR, ROUND and TRUNC whose result is an integer.
    pub(super) fn round_to_integer(
        &mut self,
        instruction: &Instruction,
        rounding: Rounding,
        mask: u8,
    ) -> Result<Value, Refusal> {
        let types = self.types(instruction);
        let value = self.operand(instruction, types, 0, mask)?;
        let value = self.whole(&value, rounding, mask)?;
        if instruction.data_type != DataType::U32 {
            return Ok(value);
        }
        // What is below 0 becomes 0.
        let clamp = |content: Content| Content {
            known: content.known.map(|bits| (bits as i32).max(0) as u32),
            kind: Kind::Integer(Range::of(0.0, content.range().high.max(0.0))),
        };
        let contents = value.contents.map(clamp);
        let computed = mask & !value.known(mask);
        if computed == 0 {
            return Ok(Value { contents, ..value });
        }
        let source = self.compute(Op::Max, computed, &[value.source, Source::number(0.0)])?;
        Ok(Value {
            source,
            contents,
            held: 0,
        })
    }

    /// I2F.
    pub(super) fn integer_to_float(&mut self, instruction: &Instruction, mask: u8) -> Result<Value, Refusal> {
        let types = self.types(instruction);
        let value = self.operand(instruction, types, 0, mask)?;
        // The opposite of a constant without a sign has none either.
        let is_signed = types.operands[0] != DataType::U32;
        let number = |bits: u32| {
            if is_signed {
                bits as i32 as f32
            } else {
                bits as f32
            }
        };
        let contents = value.contents.map(|content| Content {
            known: content.known.map(|bits| number(bits).to_bits()),
            kind: Kind::Float,
        });
        Ok(Value {
            contents,
            held: 0,
            ..value
        })
    }

    /// CVT.
    pub(super) fn convert(&mut self, instruction: &Instruction, _mask: u8) -> Result<Value, Refusal> {
        self.refuse(Reason::Operation(instruction.opcode.row().mnemonic))
    }
}
