//! One instruction that is no flow.

use quadrille_isa::gl::operation::{Axis, ConversionOp};
use quadrille_isa::gl::{LanguageSet, Operation};
use quadrille_program::types::NumberKind;
use quadrille_program::{Access, InstId, Instruction};

use super::Lowering;
use super::predicate::Predicate;
use super::value::Value;
use crate::arb::code::{Op, Source, Target};
use crate::arb::refusal::{Reason, Refusal};

impl Lowering<'_> {
    /// Lowers an instruction.
    pub(super) fn instruction(&mut self, at: InstId) -> Result<(), Refusal> {
        self.at = at;
        if self.is_position(at) {
            return Ok(());
        }
        let program = self.program;
        let instruction = &program.instructions()[at];
        let name = instruction.opcode.row().mnemonic;
        let mask = instruction.destination.map_or(0, |to| to.mask);
        let value = match instruction.operation {
            Operation::Kill => return self.kill(instruction),
            Operation::Arithmetic(operation) => {
                if mask == 0 {
                    return Ok(());
                }
                match instruction.data_type.is_float() {
                    true => self.float(instruction, operation, mask)?,
                    false => self.integer(instruction, operation, mask)?,
                }
            }
            Operation::Conversion(operation) => match operation {
                ConversionOp::IntegerToFloat => self.integer_to_float(instruction, mask)?,
                ConversionOp::Pack(packing) => self.pack(instruction, packing, mask)?,
                ConversionOp::Unpack(packing) => self.unpack(instruction, packing, mask)?,
                ConversionOp::Convert => self.convert(instruction, mask)?,
                ConversionOp::Pack64 | ConversionOp::Unpack64 => return self.refuse(Reason::Long),
            },
            Operation::Texture(operation) => self.texture(instruction, operation, mask)?,
            Operation::Address(operation) => self.address(instruction, operation, mask)?,
            Operation::Memory(_) => {
                return self.refuse(Reason::Memory);
            }
            Operation::Derivative(axis) if self.takes(LanguageSet::AF1) => {
                self.derivative(instruction, axis, mask)?
            }
            Operation::Derivative(_)
            | Operation::Interpolation(_)
            | Operation::Flow(_)
            | Operation::Group(_)
            | Operation::Stage(_) => return self.refuse(Reason::Operation(name)),
        };
        self.write(instruction, value)
    }

    /// DDX and DDY, of options that have them.
    fn derivative(&mut self, instruction: &Instruction, axis: Axis, mask: u8) -> Result<Value, Refusal> {
        let types = self.types(instruction);
        let value = self.operand(instruction, types, 0, mask)?;
        let source = self.physical(&value, mask, false)?;
        let op = match axis {
            Axis::X => Op::Ddx,
            Axis::Y => Op::Ddy,
        };
        self.compute(op, mask, &[source]).map(Value::float)
    }

    /// KIL: on the ways that come to it.
    fn kill(&mut self, instruction: &Instruction) -> Result<(), Refusal> {
        let source = if let Access::Condition(condition) = &instruction.access {
            let tested = self.test(condition)?;
            if tested.known.contains(&Some(true)) {
                Source::number(-1.0)
            } else {
                let open = (0..4).filter(|at| tested.known[*at].is_none());
                let open: u8 = open.fold(0, |mask, at| mask | 1 << at);
                if open == 0 {
                    return Ok(());
                }
                let ones = self.ones(tested.predicate, open)?;
                // What is known to fail takes the place of what is not.
                let first = open.trailing_zeros() as u8;
                -ones.select([0, 1, 2, 3].map(|at| if open >> at & 1 != 0 { at } else { first }))
            }
        } else if instruction.operands.is_empty() {
            Source::number(-1.0)
        } else {
            // Numbers without a sign are never below zero.
            if NumberKind::of(instruction.data_type) == NumberKind::Unsigned {
                return Ok(());
            }
            let types = self.types(instruction);
            let value = self.operand(instruction, types, 0, 0b1111)?;
            let integer = !instruction.data_type.is_float();
            let numbers = value.contents.map(|content| match integer {
                true => content.integer(),
                false => content.number(false).map(f64::from),
            });
            if value.known(0b1111) == 0b1111 {
                if !numbers.into_iter().flatten().any(|number| number < 0.0) {
                    return Ok(());
                }
                Source::number(-1.0)
            } else {
                self.physical(&value, 0b1111, integer)?
            }
        };
        let mut source = source;
        for predicate in self.path.clone() {
            source = self.kept_if(predicate, source)?;
        }
        self.step(Op::Kil, Target::Nothing, 0, &[source])
    }

    /// A source where a predicate holds, else 0.
    fn kept_if(&mut self, predicate: Predicate, source: Source) -> Result<Source, Refusal> {
        self.choose(predicate, 0b1111, [source, Source::number(0.0)])
    }
}
