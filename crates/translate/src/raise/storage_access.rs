//! Accesses of storage buffers: loads, stores and atomic operations.

use quadrille_isa::gl::AtomicOperation;
use quadrille_numerics::convert::Format;
use quadrille_program::Instruction;

use super::buffers::count;
use super::constant_load::aligned;
use super::raiser::Raiser;
use super::storage::{MOST_BUFFERS, is, word_of};
use crate::form::{
    Atomic, Binary, BuiltIn, Expression, Kind, Place, Root, Scalar, StatementKind, Type, Unary,
};
use crate::target::Feature;

impl Raiser<'_> {
    /// The written components of what LDB reads.
    pub(crate) fn storage_load(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let Some((access, storage)) = self.storage_access(instruction) else {
            return Expression::float(0.0, 1);
        };
        let place = self.storage_place(access, storage);
        let words: Vec<Expression> = (0..storage.size().div_ceil(4) as i32)
            .map(|at| {
                let word = word_of(&place.byte, at);
                let read = |raiser: &mut Self, number: u32| {
                    let function = raiser.storage_word(access.binding + number);
                    let ty = raiser.shader.function(function).result.unwrap_or(Type::INT);
                    Expression::call(function, ty, vec![word.clone()]).reinterpret(Scalar::Uint)
                };
                let Some(number) = &place.number else {
                    return read(self, 0);
                };
                let zero = Expression::bits(Scalar::Uint, 0, 1);
                (0..count(access).min(MOST_BUFFERS)).rev().fold(zero, |rest, at| {
                    Expression::select(is(number, at), read(self, at), rest)
                })
            })
            .map(|word| match &place.inside {
                None => word,
                Some(inside) => {
                    Expression::select(inside.clone(), word, Expression::bits(Scalar::Uint, 0, 1))
                }
            })
            .collect();
        self.loaded(instruction, access, &words, &place.byte, written)
    }

    /// STB.
    pub(crate) fn storage_store(&mut self, instruction: &Instruction) {
        let Some((access, storage)) = self.storage_access(instruction) else {
            return;
        };
        let place = self.storage_place(access, storage);
        let components: Vec<u8> = (0..storage.count).collect();
        let kind = self.operand_kind(instruction, 0);
        let value = self.operand_as(&instruction.operands[0], &components, kind);
        let value = self.hold("stored", value, false);
        let bits = storage.format.bits().min(32);
        let parts: Vec<Expression> = components
            .iter()
            .flat_map(|at| self.stored(value.clone().component(*at), storage.format))
            .collect();
        let words: Vec<Expression> = parts
            .chunks((32 / bits) as usize)
            .map(|parts| {
                let shifted = parts.iter().enumerate().map(|(at, part)| match at {
                    0 => part.clone(),
                    _ => shift(part.clone(), Expression::bits(Scalar::Uint, at as u32 * bits, 1)),
                });
                let all = shifted.reduce(|one, other| Expression::binary(Binary::BitOr, one, other));
                all.unwrap_or_else(|| Expression::bits(Scalar::Uint, 0, 1))
            })
            .collect();
        let size = storage.size();
        self.in_buffers(access, &place, |raiser, buffer| {
            for (at, word) in words.iter().enumerate() {
                let index = word_of(&place.byte, at as i32);
                raiser.where_there_is(buffer, &index, |raiser, target, scalar| match size {
                    1 | 2 => raiser.change_part(&target, &place.byte, word, size),
                    _ => raiser.push(StatementKind::Assign {
                        place: target,
                        components: None,
                        value: word.clone().reinterpret(scalar),
                        precise: false,
                    }),
                });
            }
        });
    }

    /// The four components that ATOMB gives: what memory held, 0 where there is none, before three zeros.
    pub(crate) fn storage_atomic(&mut self, instruction: &Instruction) -> Expression {
        let Some((access, storage)) = self.storage_access(instruction) else {
            return Expression::float(0.0, 4);
        };
        let exchanges = access.atomic == Some(AtomicOperation::Exchange);
        if storage.format.bits() != 32 || !exchanges && storage.format == Format::F32 {
            self.unsaid("no translation has atomic operations on other words than 32-bit integers");
            return Expression::float(0.0, 4);
        }
        let operation = match access.atomic {
            Some(AtomicOperation::Add) => Atomic::Add,
            Some(AtomicOperation::Minimum) => Atomic::Minimum,
            Some(AtomicOperation::Maximum) => Atomic::Maximum,
            Some(AtomicOperation::And) => Atomic::And,
            Some(AtomicOperation::Or) => Atomic::Or,
            Some(AtomicOperation::Xor) => Atomic::Xor,
            Some(AtomicOperation::Exchange) => Atomic::Exchange,
            Some(AtomicOperation::CompareSwap) => Atomic::CompareExchange,
            Some(AtomicOperation::IncrementWrap | AtomicOperation::DecrementWrap) | None => {
                self.unsaid("no target counts up or down to a bound in one step");
                return Expression::float(0.0, 4);
            }
        };
        let place = self.storage_place(access, storage);
        let kind = self.operand_kind(instruction, 0);
        let compares = operation == Atomic::CompareExchange;
        let wanted: &[u8] = if compares { &[0, 1] } else { &[0] };
        let operand = self.operand_as(&instruction.operands[0], wanted, kind);
        let operand = self.hold("operand", operand, false);
        let word = self
            .storages
            .get(&access.binding)
            .map_or(Scalar::Uint, |(at, _)| self.shader.storages[*at as usize].word);
        let old = self.hold("old", Expression::bits(word, 0, 1), false);
        let Kind::Read(result) = old.kind.clone() else {
            return old;
        };
        self.in_buffers(access, &place, |raiser, buffer| {
            raiser.where_there_is(buffer, &word_of(&place.byte, 0), |raiser, target, scalar| {
                let operand = operand.clone().reinterpret(scalar);
                let last = operand.ty.width - 1;
                raiser.push(StatementKind::Atomic {
                    result: result.clone(),
                    word: target,
                    operation,
                    value: operand.clone().component(last),
                    compare: compares.then(|| operand.component(0)),
                });
            });
        });
        let kind = self.result_kind(instruction);
        let zeros = Expression::bits(kind, 0, 3);
        let value = Expression::construct(vec![old.reinterpret(kind), zeros]);
        self.finished(value, instruction)
    }

    /// A number as it lies in memory: one word, of which the low bits count, or two.
    fn stored(&mut self, value: Expression, format: Format) -> Vec<Expression> {
        match (format, format.bits()) {
            (Format::F16, _) => {
                self.need(Feature::HalfPacking, self.span());
                let pair = Expression::construct(vec![value, Expression::float(0.0, 1)]);
                vec![Expression::built_in(BuiltIn::PackHalf, vec![pair])]
            }
            (_, 64) => {
                let pair = Expression::built_in(BuiltIn::UnpackLong, vec![value.reinterpret(Scalar::Ulong)]);
                vec![pair.clone().component(0), pair.component(1)]
            }
            (_, 32) => vec![value.reinterpret(Scalar::Uint)],
            _ => {
                let mask = Expression::bits(Scalar::Uint, format.mask() as u32, 1);
                let word = value.reinterpret(Scalar::Uint);
                vec![Expression::binary(Binary::BitAnd, word, mask)]
            }
        }
    }

    /// Changes one or two bytes of a word and leaves the others as whoever else writes them.
    fn change_part(&mut self, word: &Place, byte: &Expression, value: &Expression, size: u64) {
        let Root::Storage(at) = word.root else { return };
        let scalar = self.shader.storages[at as usize].word;
        let within = Expression::binary(Binary::BitAnd, byte.clone(), Expression::int(aligned(3, size)));
        let bits = Expression::binary(Binary::ShiftLeft, within, Expression::int(3));
        let by = self.hold("shift", bits.reinterpret(Scalar::Uint), false);
        let mask = Expression::bits(Scalar::Uint, (1 << (8 * size)) - 1, 1);
        let kept = shift(mask, by.clone()).unary(Unary::Complement);
        let result = Place::from(Root::Variable(self.scratch("old", Type::new(scalar, 1))));
        for (operation, value) in [(Atomic::And, kept), (Atomic::Or, shift(value.clone(), by))] {
            self.push(StatementKind::Atomic {
                result: result.clone(),
                word: word.clone(),
                operation,
                value: value.reinterpret(scalar),
                compare: None,
            });
        }
    }
}

fn shift(value: Expression, by: Expression) -> Expression {
    Expression::binary(Binary::ShiftLeft, value, by)
}
