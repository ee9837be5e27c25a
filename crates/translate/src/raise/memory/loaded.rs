//! The results of loads: numbers of one of the formats of memory, from the words that hold them.

use quadrille_isa::gl::Storage;
use quadrille_numerics::convert::Format;
use quadrille_program::{Instruction, MemoryAccess, Selector};

use crate::form::{Binary, BuiltIn, Expression, ExpressionKind as Form, Scalar};
use crate::raise::instruction::operand::signed;
use crate::raise::lowering::Lowering;
use crate::raise::types::result_kind;
use crate::raise::value::convert::low_bits;
use crate::target::Feature;

/// The storage modifier of an access without one.
pub(crate) const WORD: Storage = Storage {
    format: Format::F32,
    count: 1,
};

impl Lowering<'_, '_> {
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
        let kind = result_kind(self.program(), instruction);
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
                Selector::X | Selector::Y | Selector::Z | Selector::W => number,
            }
        });
        let value = Expression::construct(parts.collect());
        let value = signed(value, selection.absolute, selection.negate);
        self.finished(value, instruction)
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
                self.need(Feature::HalfPacking);
                self.unpacked_half(shifted).component(0)
            }
            format => low_bits(shifted, format),
        }
    }
}

/// A byte, or the last one before it where an access of a size may begin.
pub(crate) fn aligned(byte: i32, size: u64) -> i32 {
    byte & !(size as i32 - 1)
}
