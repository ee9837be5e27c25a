//! Address registers: loads, sums, and the stack that they are kept on around calls.

use quadrille_isa::gl::operation::AddressRange;
use quadrille_program::Instruction;

use crate::form::{Binary, BuiltIn, Expression, Lvalue, Root, Scalar, StatementKind, Type};
use crate::raise::lowering::Lowering;
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// ARL and ARR: a float rounded to an address.
    pub(crate) fn address(&mut self, instruction: &Instruction, rounding: BuiltIn, range: AddressRange) {
        self.write(instruction, |lowering, written| {
            let operand = lowering.operand(&instruction.operands[0], written).narrow();
            let value = Expression::built_in(rounding, vec![operand]).convert(Scalar::Int);
            within(range, value)
        });
    }

    /// The stack of address registers and the number of those on it.
    fn address_stack(&mut self) -> (Root, Root) {
        self.need(Feature::Integers);
        let stack = self.scratch("address_stack", Type::new(Scalar::Int, 4));
        let depth = self.program().execution().call_depth.clamp(1, 256);
        self.draft.shader.variables[stack as usize].length = Some(depth);
        let top = self.scratch("address_count", Type::INT);
        (Root::Variable(stack), Root::Variable(top))
    }

    /// PUSHA: puts an address register on the stack, where there is room.
    pub(crate) fn push_address(&mut self, instruction: &Instruction) {
        let (stack, top) = self.address_stack();
        let value = self.address_vector(instruction.operands[0].register.slot as usize);
        let depth = self.program().execution().call_depth.clamp(1, 256) as i32;
        let room = Expression::less(read(top), Expression::int(depth));
        self.only_if(room, |lowering| {
            lowering.push(StatementKind::assign(stack_place(stack, top), None, value));
            let raised = Expression::binary(Binary::Add, read(top), Expression::int(1));
            lowering.put(top, raised);
        });
    }

    /// POPA: takes an address register from the stack, where one is on it.
    pub(crate) fn pop_address(&mut self, instruction: &Instruction) {
        let (stack, top) = self.address_stack();
        let any = Expression::binary(Binary::Greater, read(top), Expression::int(0));
        self.only_if(any, |lowering| {
            let lowered = Expression::binary(Binary::Add, read(top), Expression::int(-1));
            lowering.put(top, lowered);
        });
        let value = Expression::read(stack_place(stack, top), Type::new(Scalar::Int, 4));
        self.write(instruction, |_, written| value.components(written));
    }

    /// `(x + z, y + w, x + z, y + w)`
    pub(crate) fn address_sum(&mut self, instruction: &Instruction, range: AddressRange) {
        let slot = instruction.operands[0].register.slot as usize;
        self.write(instruction, |lowering, written| {
            let whole = lowering.address_vector(slot);
            let first: Vec<u8> = written.iter().map(|at| at & 1).collect();
            let second: Vec<u8> = written.iter().map(|at| (at & 1) + 2).collect();
            let sum = Expression::binary(
                Binary::Add,
                whole.clone().components(&first),
                whole.components(&second),
            );
            within(range, sum)
        });
    }
}

/// The value of an integer variable.
fn read(variable: Root) -> Expression {
    Expression::read(variable, Type::INT)
}

/// The element of the stack that a variable counts up to.
fn stack_place(stack: Root, top: Root) -> Lvalue {
    Lvalue {
        root: stack,
        index: Some(Box::new(read(top))),
    }
}

/// Within the range of VP2.0's address registers.
fn within(range: AddressRange, value: Expression) -> Expression {
    match range {
        AddressRange::Word => value,
        AddressRange::Clamped => {
            let bounds = vec![value, Expression::int(-512), Expression::int(511)];
            Expression::built_in(BuiltIn::Clamp, bounds)
        }
    }
}
