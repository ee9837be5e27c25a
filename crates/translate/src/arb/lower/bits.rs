//! AND, OR, XOR and shifts, as far as sums and products do the same.

use quadrille_isa::gl::DataType;
use quadrille_isa::gl::operation::ArithmeticOp;
use quadrille_program::Instruction;

use super::Lowering;
use super::integer::{Integer, integer_constant};
use super::value::Value;
use super::variable::{Kind, Range};
use crate::arb::code::{Op, Source};
use crate::arb::refusal::{Reason, Refusal};

impl Lowering<'_> {
    /// AND, OR, XOR and shifts by constants, or of what comparisons gave; none if it is no such operation.
    pub(super) fn bitwise(
        &mut self,
        instruction: &Instruction,
        operation: ArithmeticOp,
        mask: u8,
        values: &[Value],
    ) -> Result<Option<Value>, Refusal> {
        use ArithmeticOp as A;
        if !matches!(operation, A::And | A::Or | A::Xor | A::ShiftLeft | A::ShiftRight) {
            return Ok(None);
        }
        let name = instruction.opcode.row().mnemonic;
        let (first, second) = match operation {
            // The constant stands second.
            A::And | A::Or | A::Xor if values[0].known(mask) != 0 => (values[1], values[0]),
            _ => (values[0], values[1]),
        };
        let Some(Kind::Integer(range)) = first.kind(mask) else {
            return self.refuse(Reason::Bits(name));
        };
        let Some(Kind::Integer(other)) = second.kind(mask) else {
            return self.refuse(Reason::Bits(name));
        };
        let a = Integer {
            source: self.physical(&first, mask, true)?,
            range,
        };
        let uniform = second.constants(mask).filter(|bits| {
            let mut used = (0..4).filter(|at| mask >> at & 1 != 0).map(|at| bits[at]);
            let one = used.next();
            used.all(|bits| Some(bits) == one)
        });
        let constant = uniform.map(|bits| bits[mask.trailing_zeros().min(3) as usize]);
        let result = match (operation, constant) {
            (A::And, Some(bits)) => self.and_constant(a, bits, mask, name)?,
            (A::Or | A::Xor, Some(bits)) if range.low >= 0.0 && fits_below(range, bits.trailing_zeros()) => {
                let constant = self.constant(integer_constant(bits, true).number(true))?;
                let sum = self.compute(Op::Add, mask, &[a.source, Source::number(constant)])?;
                let bits = f64::from(bits);
                Integer {
                    source: sum,
                    range: Range::of(range.low + bits, range.high + bits),
                }
            }
            (A::ShiftLeft, Some(amount @ 0..=24)) => {
                let factor = f64::from(1u32 << amount);
                let zeros = range.zeros + amount;
                Integer {
                    source: self.compute(Op::Mul, mask, &[a.source, Source::number(factor as f32)])?,
                    range: Range::of(range.low * factor, range.high * factor).with_zeros(zeros),
                }
            }
            (A::ShiftRight, Some(amount @ 0..=24)) => {
                if instruction.data_type == DataType::U32 && range.low < 0.0 {
                    return self.refuse(Reason::Range);
                }
                self.shifted_right(a, amount, mask)?
            }
            (A::ShiftLeft | A::ShiftRight, Some(_)) => return self.refuse(Reason::Bits(name)),
            (A::ShiftLeft | A::ShiftRight, None) => return Ok(None),
            (A::And | A::Or | A::Xor, _) => {
                let b = Integer {
                    source: self.physical(&second, mask, true)?,
                    range: other,
                };
                self.combine(operation, a, b, mask, name)?
            }
            _ => return Ok(None),
        };
        if result.range.leaves() {
            return self.refuse(Reason::Range);
        }
        Ok(Some(Value::computed(result.source, Kind::Integer(result.range))))
    }

    /// The bits of a mask of which those that are set stand in a row.
    fn and_constant(
        &mut self,
        a: Integer,
        bits: u32,
        mask: u8,
        name: &'static str,
    ) -> Result<Integer, Refusal> {
        if bits == 0 {
            return Ok(Integer {
                source: Source::number(0.0),
                range: Range::of(0.0, 0.0),
            });
        }
        let (low, count) = (bits.trailing_zeros(), bits.count_ones());
        if bits == u32::MAX || a.range.low >= 0.0 && low == 0 && fits_below(a.range, bits.trailing_ones()) {
            return Ok(a);
        }
        if bits.leading_zeros() + low + count != 32 {
            return self.refuse(Reason::Bits(name));
        }
        let shifted = self.shifted_right(a, low, mask)?;
        let kept = if low + count == 32 {
            shifted
        } else if count > 24 {
            return self.refuse(Reason::Bits(name));
        } else {
            let size = f64::from(1u32 << count);
            let turns = self.compute(
                Op::Mul,
                mask,
                &[shifted.source, Source::number((1.0 / size) as f32)],
            )?;
            let turns = self.compute(Op::Frc, mask, &[turns])?;
            Integer {
                source: self.compute(Op::Mul, mask, &[turns, Source::number(size as f32)])?,
                range: Range::of(0.0, size - 1.0),
            }
        };
        if low == 0 {
            return Ok(kept);
        }
        let factor = f64::from(1u32 << low);
        Ok(Integer {
            source: self.compute(Op::Mul, mask, &[kept.source, Source::number(factor as f32)])?,
            range: Range::of(kept.range.low * factor, kept.range.high * factor).with_zeros(low),
        })
    }

    fn shifted_right(&mut self, a: Integer, amount: u32, mask: u8) -> Result<Integer, Refusal> {
        if amount == 0 {
            return Ok(a);
        }
        let factor = 1.0 / f64::from(1u32 << amount.min(31));
        let product = self.compute(Op::Mul, mask, &[a.source, Source::number(factor as f32)])?;
        Ok(Integer {
            source: self.compute(Op::Flr, mask, &[product])?,
            range: Range::of((a.range.low * factor).floor(), (a.range.high * factor).floor()),
        })
    }

    /// AND, OR and XOR of what comparisons gave, and of fields that do not overlap.
    fn combine(
        &mut self,
        operation: ArithmeticOp,
        a: Integer,
        b: Integer,
        mask: u8,
        name: &'static str,
    ) -> Result<Integer, Refusal> {
        let truths = a.range.is_truth() && b.range.is_truth();
        let (a, b) = if b.range.is_truth() { (b, a) } else { (a, b) };
        let apart =
            |low: Range, high: Range| low.low >= 0.0 && high.low >= 0.0 && fits_below(low, high.zeros);
        let (source, range) = match operation {
            ArithmeticOp::And if truths => {
                (self.compute(Op::Max, mask, &[a.source, b.source])?, Range::TRUTH)
            }
            ArithmeticOp::Or if truths => (self.compute(Op::Min, mask, &[a.source, b.source])?, Range::TRUTH),
            ArithmeticOp::Xor if truths => {
                let difference = self.compute(Op::Sub, mask, &[a.source, b.source])?;
                (-self.compute(Op::Abs, mask, &[difference])?, Range::TRUTH)
            }
            ArithmeticOp::And if a.range.is_truth() => (
                self.compute(Op::Mul, mask, &[-a.source, b.source])?,
                b.range.union(Range::of(0.0, 0.0)),
            ),
            ArithmeticOp::Or | ArithmeticOp::Xor if apart(a.range, b.range) || apart(b.range, a.range) => (
                self.compute(Op::Add, mask, &[a.source, b.source])?,
                a.range.corners(b.range, |x, y| x + y),
            ),
            _ => return self.refuse(Reason::Bits(name)),
        };
        Ok(Integer { source, range })
    }
}

/// Whether integers that are not below zero have no more than so many bits.
fn fits_below(range: Range, bits: u32) -> bool {
    range.high < f64::from(bits.min(31)).exp2()
}
