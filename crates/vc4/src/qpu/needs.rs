//! What an instruction needs to have been written, and what it writes: so a register that nothing wrote is found.

use quadrille_isa::qpu::{AddOp, Alu, MulOp, Read, Write};

use super::micro::{FLAG_BIT, FlagSource, MicroOp, mark, place};

impl MicroOp {
    /// Finds whose value counts: operands of an operation whose result goes somewhere, unless it takes a value from
    /// itself, as a move of zero does.
    pub(super) fn needs(&mut self, alu: &Alu) {
        let cancels_add = matches!(alu.add_op, AddOp::Xor | AddOp::Sub | AddOp::V8subs);
        let cancels_mul = matches!(alu.mul_op, MulOp::V8subs);
        let sides = [
            (
                self.add_target,
                FlagSource::Add,
                cancels_add,
                [self.add_a, self.add_b],
                alu.add_op.operands(),
            ),
            (
                self.mul_target,
                FlagSource::Mul,
                cancels_mul,
                [self.mul_a, self.mul_b],
                alu.mul_op.operands(),
            ),
        ];
        for (target, source, cancels, operands, count) in sides {
            let sets_flags = self.marks & mark::FLAGS != 0 && self.flag_source == source;
            if target == Write::Nop && !sets_flags || cancels && operands[0] == operands[1] {
                continue;
            }
            for place in &operands[..usize::from(count)] {
                match place {
                    register @ 0..64 => self.needs |= 1 << register,
                    accumulator @ place::R0..=place::R5 => {
                        self.needs_accumulators |= 1 << (accumulator - place::R0);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The same, with the accumulators known that have a value of the program's own afterwards.
    pub(super) fn with_gives(mut self) -> MicroOp {
        self.gives_accumulators = self.touched & !FLAG_BIT;
        if [self.add_target, self.mul_target]
            .iter()
            .any(|target| matches!(target, Write::Sfu(_)))
        {
            self.gives_accumulators |= 1 << 4;
        }
        if [self.read_a, self.read_b].contains(&Read::Varying) {
            self.gives_accumulators |= 1 << 5;
        }
        self
    }
}
