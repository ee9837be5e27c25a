//! Atomic counters: ATOMCTR on words of buffers (NV_shader_atomic_counters). In shaders they are storage buffers, which every
//! target with atomic operations has: counters of GLSL are numbered by its compilers and are no words of Vulkan.

use quadrille_isa::gl::CounterOperation;
use quadrille_isa::gl::operation::Space;
use quadrille_program::{Access, Instruction, MemoryAccess};

use crate::form::{Atomic, Binary, Expression, ExpressionKind, Lvalue, Scalar, StatementKind, Word};
use crate::raise::lowering::Lowering;
use crate::raise::memory::storage::inside;
use crate::raise::types::result_kind;

/// Bytes of a counter.
const BYTES: i64 = 4;

impl Lowering<'_, '_> {
    /// The four components that ATOMCTR gives: the value of the counter, 0 where there is none, before zeros.
    pub(crate) fn counter(&mut self, instruction: &Instruction) -> Expression {
        let kind = result_kind(self.program(), instruction);
        let zero = || Expression::zero(kind, 1);
        let Access::Memory(access) = &instruction.access else {
            return Expression::zero(kind, 4);
        };
        let value = self.old_word(Scalar::Uint, false);
        if let ExpressionKind::Read(result) = value.kind.clone() {
            self.count(access, &value, &result);
        }
        Expression::construct(vec![value.reinterpret(kind), zero(), zero(), zero()])
    }

    /// Counts, and keeps the value that the operation gives in a variable.
    fn count(&mut self, access: &MemoryAccess, value: &Expression, result: &Lvalue) {
        let number_of = |bytes: i64| i32::try_from(bytes / BYTES).unwrap_or(i32::MAX);
        let known = number_of(access.offset);
        let at = match &access.address {
            None => Expression::int(known),
            Some(operand) => {
                let address = self.operand_as(operand, &[0], Scalar::Int);
                self.hold("counter", address.plus(known), false)
            }
        };
        let bytes = |bytes: u64| number_of(i64::try_from(bytes).unwrap_or(i64::MAX));
        let last = access.limit.map(|limit| bytes(limit).saturating_sub(1));
        let within = inside(&at, known, bytes(access.first), last);
        let buffer = self.buffer_number(access);
        let step = match access.counter {
            Some(CounterOperation::Increment) => 1,
            Some(CounterOperation::Decrement) => u32::MAX,
            Some(CounterOperation::Get) | None => 0,
        };
        let chosen = (buffer.as_ref(), within.as_ref());
        self.in_regions(
            (Space::Counter, access),
            chosen,
            |region| region,
            |lowering, region| {
                lowering.where_there_is(region, &at, |lowering, word| {
                    let step = Expression::bits(Scalar::Uint, step, 1);
                    lowering.push(StatementKind::Atomic {
                        result: result.clone(),
                        word: Word::Buffer(word),
                        operation: Atomic::Add,
                        value: step.clone(),
                        compare: None,
                    });
                    // DECR gives the new value, the others the old one (NV_shader_atomic_counters, 2.X.8).
                    if access.counter == Some(CounterOperation::Decrement) {
                        lowering.push(StatementKind::Assign {
                            place: result.clone(),
                            components: None,
                            value: Expression::binary(Binary::Add, value.clone(), step),
                            precise: false,
                        });
                    }
                });
            },
        );
    }
}
