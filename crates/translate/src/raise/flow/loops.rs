//! Loops: counted ones, those with an index, and the loop over numbered blocks that stands for any other flow.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_program::{InstId, Instruction};

use crate::form::{Binary, Block, BuiltIn, Components, Expression, Root, Scalar, StatementKind, Type};
use crate::raise::flow::call::Around;
use crate::raise::lowering::Lowering;
use crate::raise::types::kind;

/// Rounds of a loop, where the program's language sets no bound of its own.
const ROUNDS: u32 = 65_536;

impl Lowering<'_, '_> {
    /// A loop whose statements `nodes` adds.
    pub(crate) fn loop_of(
        &mut self,
        at: Option<InstId>,
        around: &mut Around,
        nodes: impl FnOnce(&mut Self, &mut Around),
    ) {
        let Some(id) = at else {
            let body = self.apart(|lowering| nodes(lowering, around));
            return self.push(StatementKind::Loop { body, rounds: ROUNDS });
        };
        self.locate(id);
        let program = self.program();
        let instruction = &program.instructions()[id];
        let rounds = program.execution().loop_count.unwrap_or(ROUNDS);
        let counted = !instruction.operands.is_empty();
        // What is before the loop, and what begins each round.
        let (mut before, mut first) = (Block::new(), Block::new());
        if counted {
            let left = Root::Variable(self.variable("rounds_left", Type::INT));
            before = self.apart(|lowering| {
                let count = lowering.whole(instruction, 0);
                lowering.put(left, count);
            });
            first = self.apart(|lowering| lowering.count_down(left));
        }
        let index = (instruction.operation == Operation::Flow(FlowOp::Loop)).then(|| {
            // The index is stepped at the start of each round, so it begins one step before.
            let index = self.variable("loop_index", Type::INT);
            let step = Root::Variable(self.variable("loop_step", Type::INT));
            let read = |root| Expression::read(root, Type::INT);
            let at = Root::Variable(index);
            before.extend(self.apart(|lowering| {
                let (start, increment) = (lowering.whole(instruction, 1), lowering.whole(instruction, 2));
                lowering.put(step, increment);
                lowering.put(at, Expression::binary(Binary::Subtract, start, read(step)));
            }));
            first.extend(self.apart(|lowering| {
                lowering.put(at, Expression::binary(Binary::Add, read(at), read(step)));
                lowering.put_index(index);
            }));
            index
        });
        around.indices.extend(index);
        first.extend(self.apart(|lowering| nodes(lowering, around)));
        if index.is_some() {
            around.indices.pop();
        }
        self.append(before);
        self.locate(id);
        self.push(StatementKind::Loop { body: first, rounds });
        // The index of the loop around comes back.
        if let (Some(_), Some(outer)) = (index, around.indices.last().copied()) {
            self.put_index(outer);
        }
    }

    /// Leaves a loop after its rounds, which a variable counts down.
    fn count_down(&mut self, left: Root) {
        let read = || Expression::read(left, Type::INT);
        let over = Expression::binary(Binary::LessOrEqual, read(), Expression::int(0));
        self.only_if(over, |lowering| lowering.push(StatementKind::Break));
        self.put(
            left,
            Expression::binary(Binary::Subtract, read(), Expression::int(1)),
        );
    }

    /// A component of a loop's operand as a signed integer.
    fn whole(&mut self, instruction: &Instruction, at: u8) -> Expression {
        let own = kind(instruction.data_type);
        let value = self.operand_as(&instruction.operands[0], &[at], own);
        if own.is_float() {
            Expression::built_in(BuiltIn::Floor, vec![value]).convert(Scalar::Int)
        } else if own.is_long() {
            // No count that a loop comes to the end of is larger.
            let most = Expression::integer(own, i64::from(i32::MAX), 1);
            Expression::built_in(BuiltIn::Minimum, vec![value, most]).resize(Scalar::Int)
        } else {
            value.reinterpret(Scalar::Int)
        }
    }

    /// Puts the index of a LOOP into A0.x, never below 0 (NV_fragment_program2 3.11.3.Y).
    fn put_index(&mut self, index: u32) {
        let Some(address) = self.interface.registers.first_address() else {
            return;
        };
        let value = Expression::read(Root::Variable(index), Type::INT);
        let value = Expression::select(
            Expression::binary(Binary::Less, value.clone(), Expression::int(0)),
            Expression::int(0),
            value,
        );
        let width = self.draft.type_of(address).width;
        let components = (width > 1).then(|| Components::new(&[0]));
        self.push(StatementKind::assign(Root::Variable(address), components, value));
    }

    /// A loop over numbered blocks, whose statements `nodes` adds. They stand one behind the other, so that going forward takes no new round.
    pub(crate) fn dispatch<B>(
        &mut self,
        blocks: &[B],
        around: &mut Around,
        mut nodes: impl FnMut(&mut Self, &B, &mut Around),
    ) {
        let block = self.variable("block", Type::INT);
        let outer = around.block.replace(block);
        self.put(Root::Variable(block), Expression::int(0));
        let body = self.apart(|lowering| {
            for (number, own) in blocks.iter().enumerate() {
                let then = lowering.apart(|lowering| nodes(lowering, own, around));
                let number = Expression::int(number as i32);
                let read = Expression::read(Root::Variable(block), Type::INT);
                let is_next = Expression::binary(Binary::Equal, read, number);
                lowering.push(StatementKind::branch(is_next, then));
            }
        });
        self.push(StatementKind::Loop { body, rounds: ROUNDS });
        around.block = outer;
    }
}
