//! LDC: numbers of one of the formats of memory, found by their byte in a parameter buffer.

use quadrille_program::{Access, Instruction, MemoryAccess, Operand};

use crate::form::{Binary, Expression, ExpressionKind as Form, Scalar};
use crate::raise::interface::buffers::{MOST_BUFFERS, count};
use crate::raise::lowering::Lowering;
use crate::raise::memory::loaded::{WORD, aligned};

impl Lowering<'_, '_> {
    /// The written components of what LDC reads.
    pub(crate) fn constant_load(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let Access::Memory(access) = &instruction.access else {
            return Expression::float(0.0, 1);
        };
        let storage = access.storage.unwrap_or(WORD);
        let (vector, at) = self.constant_bytes(access, storage.size());
        let mut words = self.words_at(vector, &at, storage.size());
        if storage.size() > 16 {
            // The second half lies in the vector behind the first.
            let offset = access.offset.saturating_add(16);
            let behind = MemoryAccess {
                offset,
                ..(**access).clone()
            };
            let (vector, at) = self.constant_bytes(&behind, 16);
            words.extend(self.words_at(vector, &at, 16));
        }
        self.loaded(instruction, access, &words, &at, written, None)
    }

    /// The vector that the first byte of an access lies in, and the number of that byte.
    fn constant_bytes(&mut self, access: &MemoryAccess, size: u64) -> (Expression, Expression) {
        let offset = i32::try_from(access.offset).unwrap_or(i32::MAX);
        if access.address.is_none() && access.index.is_none() {
            let inside = access.offset >= 0
                && (access.offset as u64).is_multiple_of(size)
                && access.offset as u64 >= access.first
                && access
                    .limit
                    .is_none_or(|limit| access.offset as u64 + size <= limit);
            let vector = match inside {
                true => self
                    .interface
                    .buffers
                    .vector(access.binding, Expression::int(offset / 16)),
                false => Expression::float(0.0, 4),
            };
            return (vector, Expression::int(aligned(offset, size)));
        }
        let number = |lowering: &mut Self, operand: &Operand| lowering.operand_as(operand, &[0], Scalar::Int);
        let byte = match &access.address {
            None => Expression::int(aligned(offset, size)),
            Some(operand) => number(self, operand).plus(offset),
        };
        let buffer = match &access.index {
            None => Expression::int(0),
            Some(index) => number(self, &index.operand).plus(index.offset),
        };
        let buffers = count(access).min(MOST_BUFFERS);
        let longest = (0..buffers).filter_map(|number| self.interface.buffers.bytes(access.binding + number));
        let end = access.limit.unwrap_or(u64::MAX).min(longest.max().unwrap_or(0));
        let buffers = (access.binding, buffers);
        let vector = self.vector_at(buffers, (access.first, end), buffer, byte.clone());
        (vector, byte)
    }

    /// The words of an access in the vector that its first byte lies in.
    fn words_at(&mut self, vector: Expression, at: &Expression, size: u64) -> Vec<Expression> {
        let part = |mask: i32| Expression::binary(Binary::BitAnd, at.clone(), Expression::int(mask));
        match (size, &at.kind) {
            (16.., _) => (0..4).map(|at| vector.clone().component(at)).collect(),
            (size, Form::Literal(bits)) => {
                let first = ((bits[0] / 4) & 3) as u8;
                let last = if size == 8 { first | 1 } else { first };
                (first..=last).map(|at| vector.clone().component(at)).collect()
            }
            (8, _) => {
                let second = Expression::binary(Binary::NotEqual, part(8), Expression::int(0));
                let pair = Expression::select(
                    second,
                    vector.clone().components(&[2, 3]),
                    vector.components(&[0, 1]),
                );
                (0..2).map(|at| pair.clone().component(at)).collect()
            }
            _ => {
                let number = Expression::binary(Binary::ShiftRight, part(12), Expression::int(2));
                vec![self.component_at(vector, number)]
            }
        }
    }
}
