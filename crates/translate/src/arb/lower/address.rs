//! Arrays: elements by an index that is known, by `A0.x`, or by choosing among a few.

use quadrille_isa::gl::operation::AddressOp;
use quadrille_isa::gl::{DataType, Operation};
use quadrille_numerics::convert::Rounding;
use quadrille_program::types::NumberKind;
use quadrille_program::{File, Index, Instruction, Operand, Register, Relative, Selector, Swizzle};

use super::Lowering;
use super::predicate::Predicate;
use super::value::Value;
use super::variable::Kind;
use crate::arb::code::{Op, Place, Source};
use crate::arb::refusal::{Reason, Refusal};

/// Registers of an array, no parameters of a vertex program, that one is chosen of.
const MOST_CHOSEN: u32 = 16;

impl Lowering<'_> {
    /// The integer that an index is: in the first component.
    pub(super) fn index(&mut self, index: &Index) -> Result<Value, Refusal> {
        if index.vertex.is_some() {
            return self.refuse(Reason::Stage);
        }
        let operand = Operand {
            swizzle: Swizzle::replicate(Selector::component(index.component)),
            ..Operand::of(Register::fixed(index.file, index.slot))
        };
        self.read(&operand, DataType::S32, NumberKind::Signed, 1)
    }

    /// Components of an element of an array.
    pub(super) fn indexed(
        &mut self,
        register: &Register,
        run: &Relative,
        mask: u8,
        integer: bool,
    ) -> Result<Value, Refusal> {
        let index = self.index(&run.index)?;
        if let Some(number) = index.contents[0].integer() {
            let slot = number + f64::from(register.slot);
            let first = f64::from(run.first);
            // An index outside reads 0.
            if slot < first || slot >= first + f64::from(run.length) {
                return Ok(Value::constant([0; 4], Kind::Any));
            }
            return self.fixed(register.file, slot as u32, mask, integer);
        }
        if register.file == File::Parameter && !self.is_fragment() {
            return self.element(register, run, index.source, mask);
        }
        if run.length > MOST_CHOSEN {
            return self.refuse(Reason::Array(run.length));
        }
        let mut chosen = self.fixed(register.file, run.first, mask, integer)?;
        for number in 1..run.length {
            let slot = run.first + number;
            let next = self.fixed(register.file, slot, mask, integer)?;
            // Elements that the index has come to, up to the last of them: index + register.slot >= slot.
            let from = f64::from(slot) - f64::from(register.slot) - 0.5;
            let below = self.compute(Op::Sub, 1, &[index.source, Source::number(from as f32)])?;
            let predicate = Predicate::not_less(below.component(0));
            chosen = self.choose_value(predicate, &next, &chosen, mask)?;
        }
        Ok(chosen)
    }

    /// Components of an element of a parameter array, by `A0.x`.
    fn element(
        &mut self,
        register: &Register,
        run: &Relative,
        index: Source,
        mask: u8,
    ) -> Result<Value, Refusal> {
        let array = match self.arrays.get(&(run.first, run.length)) {
            Some(array) => *array,
            None => {
                let slots = run.first..run.first + run.length;
                let places: Result<Vec<Place>, Refusal> = slots.map(|slot| self.array_place(slot)).collect();
                self.code.arrays.push(places?);
                let array = self.code.arrays.len() as u32 - 1;
                self.arrays.insert((run.first, run.length), array);
                array
            }
        };
        // The index has to be in a temporary, with its sign.
        let index = match (index.place, index.negate) {
            (Place::Temporary(_), false) => index,
            _ => self.compute(Op::Mov, 1, &[index])?,
        };
        let Place::Temporary(temporary) = index.place else {
            return self.refuse(Reason::Array(run.length));
        };
        let place = Place::Element {
            array,
            number: register.slot - run.first as i32,
            index: (temporary, index.swizzle[0]),
        };
        let source = self.compute(Op::Mov, mask, &[Source::of(place)])?;
        Ok(Value::float(source))
    }

    /// What stands in a parameter array for a slot.
    fn array_place(&mut self, slot: u32) -> Result<Place, Refusal> {
        let value = self.fixed(File::Parameter, slot, 0b1111, false)?;
        match value.constants(0b1111) {
            None => Ok(value.source.place),
            Some(bits) => {
                let numbers = bits.map(f32::from_bits);
                for number in numbers {
                    self.constant(Some(number))?;
                }
                Ok(Place::Literal(numbers))
            }
        }
    }

    /// ARL, ARR, ARA, PUSHA and POPA.
    pub(super) fn address(
        &mut self,
        instruction: &Instruction,
        operation: AddressOp,
        mask: u8,
    ) -> Result<Value, Refusal> {
        let types = self.types(instruction);
        // Addresses beyond those that VP2.0 clamps to reach no element of its arrays, clamped or not.
        let rounding = match operation {
            AddressOp::LoadFloor(_) => Rounding::Down,
            AddressOp::LoadRound(_) => Rounding::Nearest,
            AddressOp::Sum(_) => return self.address_sum(instruction, mask),
            AddressOp::Push | AddressOp::Pop => {
                debug_assert_eq!(instruction.operation, Operation::Address(operation));
                return self.refuse(Reason::Operation(instruction.opcode.row().mnemonic));
            }
        };
        let value = self.operand(instruction, types, 0, mask)?;
        self.whole(&value, rounding, mask)
    }

    fn address_sum(&mut self, instruction: &Instruction, mask: u8) -> Result<Value, Refusal> {
        let types = self.types(instruction);
        let value = self.operand(instruction, types, 0, 0b1111)?;
        let halves = [value.select([0, 1, 0, 1]), value.select([2, 3, 2, 3])];
        self.integer_sum(&halves[0], &halves[1], mask)
    }
}
