//! Arithmetic on integers, by the floats of the same values.
//!
//! Floats hold the integers from −2^24 to 2^24. Of every integer a [range](super::variable::Range) is known; an
//! operation whose result has bounds beyond those is refused. What came from a float has none, and is taken to stay
//! within. Comparisons give −1, all bits, or 0.

use quadrille_isa::gl::DataType;
use quadrille_isa::gl::operation::{ArithmeticOp, evaluate_integer};
use quadrille_program::Instruction;

use super::Lowering;
use super::float::first;
use super::predicate::Predicate;
use super::value::Value;
use super::variable::{Content, Kind, Range};
use crate::arb::code::{Op, Source};
use crate::arb::refusal::{Reason, Refusal};

/// An operand: where it is, and what it may be.
#[derive(Clone, Copy)]
pub(super) struct Integer {
    pub(super) source: Source,
    pub(super) range: Range,
}

/// The dividends up to which a product with a reciprocal and a floor give the quotient.
const EXACT_DIVIDEND: f64 = 2_097_152.0;

impl Lowering<'_> {
    /// The result of an operation on integers.
    pub(super) fn integer(
        &mut self,
        instruction: &Instruction,
        operation: ArithmeticOp,
        mask: u8,
    ) -> Result<Value, Refusal> {
        if let ArithmeticOp::Round(rounding) = operation {
            return self.round_to_integer(instruction, rounding, mask);
        }
        let types = self.types(instruction);
        let needs = |at| operation.needs(at, mask);
        let mut values = Vec::new();
        for at in 0..operation.operands() {
            values.push(self.operand(instruction, types, at, needs(at))?);
        }
        if operation == ArithmeticOp::Move {
            return Ok(values[0]);
        }
        let unsigned = instruction.data_type == DataType::U32;
        let constants: Option<Vec<[u32; 4]>> = values
            .iter()
            .enumerate()
            .map(|(at, value)| value.constants(needs(at)))
            .collect();
        if let Some(constants) = constants {
            let operands: [[u32; 4]; 3] =
                std::array::from_fn(|at| constants.get(at).copied().unwrap_or_default());
            if let Some(result) = folded(operation, operands, unsigned) {
                return Ok(Value {
                    source: Source::number(0.0),
                    contents: result.map(|bits| integer_constant(bits, unsigned)),
                    held: 0,
                });
            }
        }
        // What has bits for an operand is taken by those.
        if let Some(value) = self.bitwise(instruction, operation, mask, &values)? {
            return Ok(value);
        }
        let mut operands = Vec::new();
        for (at, value) in values.iter().enumerate() {
            let source = self.physical(value, needs(at), true)?;
            let range = range_of(value, needs(at));
            operands.push(Integer { source, range });
        }
        let result = self.integer_operation(instruction, operation, mask, &operands)?;
        if result.range.leaves() {
            return self.refuse(Reason::Range);
        }
        Ok(Value::computed(result.source, Kind::Integer(result.range)))
    }

    /// The sum of two integers.
    pub(super) fn integer_sum(&mut self, a: &Value, b: &Value, mask: u8) -> Result<Value, Refusal> {
        if let (Some(first), Some(second)) = (a.constants(mask), b.constants(mask)) {
            let sum: [u32; 4] = std::array::from_fn(|at| first[at].wrapping_add(second[at]));
            return Ok(Value {
                source: Source::number(0.0),
                contents: sum.map(|bits| integer_constant(bits, false)),
                held: 0,
            });
        }
        let [first, second] = [self.physical(a, mask, true)?, self.physical(b, mask, true)?];
        let source = self.compute(Op::Add, mask, &[first, second])?;
        let range = range_of(a, mask).corners(range_of(b, mask), |x, y| x + y);
        if range.leaves() {
            return self.refuse(Reason::Range);
        }
        Ok(Value::computed(source, Kind::Integer(range)))
    }

    fn integer_operation(
        &mut self,
        instruction: &Instruction,
        operation: ArithmeticOp,
        mask: u8,
        operands: &[Integer],
    ) -> Result<Integer, Refusal> {
        use ArithmeticOp as A;
        let nothing = Integer {
            source: Source::number(0.0),
            range: Range::of(0.0, 0.0),
        };
        let operand = |at: usize| operands.get(at).copied().unwrap_or(nothing);
        let (a, b, c) = (operand(0), operand(1), operand(2));
        let unsigned = instruction.data_type == DataType::U32;
        let add = |x: f64, y: f64| x + y;
        let times = |x: f64, y: f64| x * y;
        let ordered = |range: Range| !unsigned || range.low >= 0.0;
        if matches!(
            operation,
            A::Divide | A::Modulo | A::Maximum | A::Minimum | A::Set(_)
        ) && !(ordered(a.range) && ordered(b.range))
            && !is_equality(operation)
        {
            return self.refuse(Reason::Range);
        }
        let (source, range) = match operation {
            A::Absolute => {
                let high = a.range.low.abs().max(a.range.high.abs());
                (self.compute(Op::Abs, mask, &[a.source])?, Range::of(0.0, high))
            }
            A::Add => (
                self.compute(Op::Add, mask, &[a.source, b.source])?,
                a.range.corners(b.range, add),
            ),
            A::Subtract => (
                self.compute(Op::Sub, mask, &[a.source, b.source])?,
                a.range.corners(b.range, |x, y| x - y),
            ),
            A::Multiply | A::Multiply24 => (
                self.compute(Op::Mul, mask, &[a.source, b.source])?,
                a.range.corners(b.range, times),
            ),
            A::MultiplyAdd => (
                self.compute(Op::Mad, mask, &[a.source, b.source, c.source])?,
                a.range.corners(b.range, times).corners(c.range, add),
            ),
            A::SumOfAbsoluteDifference => {
                let difference = self.compute(Op::Sub, mask, &[a.source, b.source])?;
                let difference = self.compute(Op::Abs, mask, &[difference])?;
                let range = a.range.corners(b.range, |x, y| x - y);
                let high = range.low.abs().max(range.high.abs());
                let sum = self.compute(Op::Add, mask, &[difference, c.source])?;
                (sum, Range::of(0.0, high).corners(c.range, add))
            }
            A::Maximum => (
                self.compute(Op::Max, mask, &[a.source, b.source])?,
                a.range.corners(b.range, f64::max),
            ),
            A::Minimum => (
                self.compute(Op::Min, mask, &[a.source, b.source])?,
                a.range.corners(b.range, f64::min),
            ),
            A::Compare => (
                self.choose(Predicate::less(a.source), mask, [b.source, c.source])?,
                b.range.union(c.range),
            ),
            A::Set(comparison) => (-self.compare(comparison, a.source, b.source, mask)?, Range::TRUTH),
            A::Divide => return self.divide(a, b, mask),
            A::Modulo => {
                let quotient = self.divide(a, b, mask)?;
                let rest = self.compute(Op::Mad, mask, &[-quotient.source, b.source, a.source])?;
                let most = b.range.low.abs().max(b.range.high.abs()) - 1.0;
                let low = if a.range.low < 0.0 { -most } else { 0.0 };
                (rest, Range::of(low, most.max(0.0)))
            }
            // −1 − a
            A::Not => (
                self.compute(Op::Sub, mask, &[Source::number(-1.0), a.source])?,
                Range::of(-1.0 - a.range.high, -1.0 - a.range.low),
            ),
            A::ShiftLeft => {
                let power = self.scalar(Op::Ex2, &[b.source.component(first(mask))])?;
                let range = match b.range.low >= 0.0 && b.range.high < 32.0 {
                    true => a.range.corners(b.range, |x, count| x * count.exp2()),
                    false => Range::ANY,
                };
                (self.compute(Op::Mul, mask, &[a.source, power])?, range)
            }
            A::ShiftRight if ordered(a.range) => {
                let power = self.scalar(Op::Ex2, &[-b.source.component(first(mask))])?;
                let product = self.compute(Op::Mul, mask, &[a.source, power])?;
                (
                    self.compute(Op::Flr, mask, &[product])?,
                    a.range.union(Range::of(0.0, 0.0)),
                )
            }
            _ => return self.refuse(Reason::Bits(instruction.opcode.row().mnemonic)),
        };
        Ok(Integer { source, range })
    }

    /// The quotient towards zero: the floor of a little more than that of the magnitudes, with the sign of their
    /// product. It is exact while the dividend is no larger than [`EXACT_DIVIDEND`].
    fn divide(&mut self, a: Integer, b: Integer, mask: u8) -> Result<Integer, Refusal> {
        let signed = a.range.low < 0.0 || b.range.low < 0.0;
        let high = a.range.low.abs().max(a.range.high.abs());
        if high.is_finite() && high > EXACT_DIVIDEND {
            return self.refuse(Reason::Quotient);
        }
        let (mut dividend, mut divisor) = (a.source, b.source.component(first(mask)));
        if signed {
            dividend = self.compute(Op::Abs, mask, &[dividend])?;
            divisor = self.compute(Op::Abs, 1, &[divisor])?.component(0);
        }
        let reciprocal = self.scalar(Op::Rcp, &[divisor])?;
        let more = self.compute(Op::Add, mask, &[dividend, Source::number(0.5)])?;
        let quotient = self.compute(Op::Mul, mask, &[more, reciprocal])?;
        let quotient = self.compute(Op::Flr, mask, &[quotient])?;
        if !signed {
            return Ok(Integer {
                source: quotient,
                range: Range::of(0.0, high),
            });
        }
        let product = self.compute(Op::Mul, mask, &[a.source, b.source.component(first(mask))])?;
        let source = self.choose(Predicate::less(product), mask, [-quotient, quotient])?;
        Ok(Integer {
            source,
            range: Range::of(-high, high),
        })
    }
}

/// What is known of components of an integer.
fn range_of(value: &Value, components: u8) -> Range {
    match value.kind(components) {
        Some(Kind::Integer(range)) => range,
        _ => Range::ANY,
    }
}

/// Whether an operation does not ask for the order of its operands.
fn is_equality(operation: ArithmeticOp) -> bool {
    use quadrille_isa::gl::operation::Comparison;
    matches!(
        operation,
        ArithmeticOp::Set(Comparison::Equal | Comparison::NotEqual | Comparison::True | Comparison::False)
    )
}

pub(super) fn integer_constant(bits: u32, unsigned: bool) -> Content {
    let value = if unsigned {
        f64::from(bits)
    } else {
        f64::from(bits as i32)
    };
    Content::constant(bits, Kind::Integer(Range::of(value, value)))
}

/// An operation on constants.
fn folded(operation: ArithmeticOp, operands: [[u32; 4]; 3], unsigned: bool) -> Option<[u32; 4]> {
    if unsigned {
        return evaluate_integer(operation, operands);
    }
    let operands = operands.map(|operand| operand.map(|bits| bits as i32));
    evaluate_integer(operation, operands).map(|result| result.map(|number| number as u32))
}
