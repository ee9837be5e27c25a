//! LDC: numbers of one of the formats of memory, found by their byte in a parameter buffer.

use quadrille_isa::gl::Storage;
use quadrille_numerics::convert::Format;
use quadrille_program::{Access, Instruction, MemoryAccess, Operand, Selector};

use crate::form::{Binary, BuiltIn, Expression, Kind as Form, Scalar};
use crate::raise::memory::buffer_functions::BufferKey;
use crate::raise::memory::buffers::{MOST_BUFFERS, count, sum};
use crate::raise::raiser::Raiser;
use crate::target::Feature;

/// What an access reads that says nothing.
const WORD: Storage = Storage {
    format: Format::F32,
    count: 1,
};

impl Raiser<'_> {
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

    /// The written components of what a load finds in the words of memory that it reads; `last` is what w is where
    /// memory has no fourth number, else zero.
    pub(crate) fn loaded(
        &mut self,
        instruction: &Instruction,
        access: &MemoryAccess,
        words: &[Expression],
        at: &Expression,
        written: &[u8],
        last: Option<Expression>,
    ) -> Expression {
        let storage = access.storage.unwrap_or(WORD);
        let kind = self.result_kind(instruction);
        let numbers: Vec<Expression> = (0..u32::from(storage.count))
            .map(|number| {
                let bits = storage.format.bits();
                let first = number * bits;
                let word = words[(first / 32) as usize].clone();
                if bits == 64 {
                    let pair = [word, words[(first / 32 + 1) as usize].clone()];
                    let pair = pair.map(|word| word.reinterpret(Scalar::Uint));
                    let pair = Expression::construct(pair.into());
                    return Expression::built_in(BuiltIn::PackLong, vec![pair]).reinterpret(kind);
                }
                if bits == 32 {
                    return word.reinterpret(kind);
                }
                self.part_of_word(word, at, first % 32, storage).reinterpret(kind)
            })
            .collect();
        let zero = || Expression::zero(kind, 1);
        let one = || match kind.is_float() {
            true => Expression::number(kind, 1.0, 1),
            false => Expression::integer(kind, 1, 1),
        };
        let selection = access.selection;
        let parts = written.iter().map(|to| {
            let at = selection.swizzle.component(usize::from(*to));
            let number = numbers.get(usize::from(at)).cloned();
            let number = number
                .or_else(|| last.clone().filter(|_| at == 3))
                .unwrap_or_else(zero);
            match selection.swizzle.0[usize::from(*to)] {
                Selector::Zero => zero(),
                Selector::One => one(),
                _ => number,
            }
        });
        let value = Expression::construct(parts.collect());
        let value = crate::raise::instruction::operand::signed(value, selection.absolute, selection.negate);
        self.finished(value, instruction)
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
                true => self.buffer_vector(access.binding, Expression::int(offset / 16)),
                false => Expression::float(0.0, 4),
            };
            return (vector, Expression::int(aligned(offset, size)));
        }
        let number = |raiser: &mut Self, operand: &Operand| raiser.operand_as(operand, &[0], Scalar::Int);
        let byte = match &access.address {
            None => Expression::int(aligned(offset, size)),
            Some(operand) => sum(number(self, operand), offset),
        };
        let buffer = match &access.index {
            None => Expression::int(0),
            Some(index) => sum(number(self, &index.operand), index.offset),
        };
        let buffers = count(access).min(MOST_BUFFERS);
        let longest = (0..buffers).filter_map(|number| self.buffers.get(&(access.binding + number)));
        let longest = longest.map(|at| 16 * u64::from(self.shader.buffers[*at as usize].length));
        let end = access.limit.unwrap_or(u64::MAX).min(longest.max().unwrap_or(0));
        let key = BufferKey::Bytes(access.binding, buffers, access.first, end);
        let function = self.buffer_function(key);
        (self.called(function, vec![buffer, byte.clone()]), byte)
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
                let function = self.buffer_function(BufferKey::Component(vector.ty.scalar));
                vec![self.called(function, vec![vector, number])]
            }
        }
    }

    /// A number of fewer bits in a word, `first` bits behind where the access begins.
    fn part_of_word(
        &mut self,
        word: Expression,
        at: &Expression,
        first: u32,
        storage: Storage,
    ) -> Expression {
        let format = storage.format;
        let own = match format.is_signed() {
            true => Scalar::Int,
            false => Scalar::Uint,
        };
        let word = word.reinterpret(own);
        // What is not aligned is undefined; it stays within its word.
        let within = aligned(3, storage.size());
        let byte = Expression::binary(Binary::BitAnd, at.clone(), Expression::int(within));
        let bits = Expression::binary(Binary::ShiftLeft, byte, Expression::int(3)).reinterpret(own);
        let shift = match &at.kind {
            Form::Literal(bits) => Expression::bits(own, (bits[0] as u32 & 3) * 8 + first, 1),
            _ if within == 0 => Expression::bits(own, first, 1),
            _ if first == 0 => bits,
            _ => Expression::binary(Binary::Add, bits, Expression::bits(own, first, 1)),
        };
        let shifted = Expression::binary(Binary::ShiftRight, word, shift);
        match format {
            Format::F16 => {
                let span = self.span();
                self.need(Feature::HalfPacking, span);
                Expression::built_in(BuiltIn::UnpackHalf, vec![shifted]).component(0)
            }
            format => crate::raise::value::convert::low_bits(shifted, format),
        }
    }
}

/// A byte, or the last one before it where an access of a size may begin.
pub(crate) fn aligned(byte: i32, size: u64) -> i32 {
    byte & !(size as i32 - 1)
}
