//! Accesses of storage buffers, of the memory of a work group and of memory by GPU addresses: loads, stores and atomic operations.

use quadrille_isa::gl::Storage;
use quadrille_isa::gl::operation::Space;
use quadrille_numerics::convert::Format;
use quadrille_program::{Instruction, MemoryAccess};

use crate::form::{
    Atomic, Binary, BuiltIn, Expression, Lvalue, Root, Scalar, StatementKind, Type, Unary, Word,
};
use crate::raise::interface::buffers::{MOST_BUFFERS, count};
use crate::raise::interface::storages::{Region, Words, is_long};
use crate::raise::lowering::Lowering;
use crate::raise::memory::atomic::Change;
use crate::raise::memory::chosen::is;
use crate::raise::memory::loaded::aligned;
use crate::raise::memory::storage::{StorageElement, half_at, storage_access};
use crate::raise::types::operand_kind;
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// The written components of what LDB or LDS reads.
    pub(crate) fn storage_load(
        &mut self,
        instruction: &Instruction,
        space: Space,
        written: &[u8],
    ) -> Expression {
        let Some((access, storage)) = storage_access(instruction) else {
            return Expression::float(0.0, 1);
        };
        let place = self.storage_place(space, instruction, access, storage);
        let words: Vec<Expression> = (0..storage.size().div_ceil(4) as i32)
            .map(|at| {
                let word = place.word(storage.size(), at);
                let read = |lowering: &mut Self, number: u32| {
                    let region = Region::of(space, access, number);
                    let word = region.and_then(|region| lowering.word(region, word.clone()));
                    let word = word.unwrap_or_else(|| Expression::bits(Scalar::Uint, 0, 1));
                    word.reinterpret(Scalar::Uint)
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
        self.loaded(instruction, access, &words, &place.byte, written, None)
    }

    /// STB and STS.
    pub(crate) fn storage_store(&mut self, instruction: &Instruction, space: Space) {
        let Some((access, storage)) = storage_access(instruction) else {
            return;
        };
        let place = self.storage_place(space, instruction, access, storage);
        let words = self.stored_words(instruction, storage);
        let size = storage.size();
        let has_halves = self.of_halves(space, access);
        if has_halves && size >= 8 {
            let pairs: Vec<Expression> = words.chunks(2).map(packed_pair).collect();
            return self.in_regions(
                (space, access),
                place.chosen(),
                Region::long,
                |lowering, region| {
                    for (at, pair) in pairs.iter().enumerate() {
                        let index = place.long_word().plus(at as i32);
                        lowering.where_there_is(region, &index, |lowering, target| {
                            lowering.push(StatementKind::assign(
                                target,
                                None,
                                pair.clone().reinterpret(region.word),
                            ));
                        });
                    }
                },
            );
        }
        self.in_regions(
            (space, access),
            place.chosen(),
            |region| region,
            |lowering, region| {
                for (at, word) in words.iter().enumerate() {
                    let index = place.word(size, at as i32);
                    lowering.where_there_is(region, &index, |lowering, target| match size {
                        4.. if !has_halves => lowering.push(StatementKind::assign(
                            target,
                            None,
                            word.clone().reinterpret(region.word),
                        )),
                        _ => lowering.change_part(region, &target, &place.byte, word, size),
                    });
                }
            },
        );
    }

    /// Whether the words of 32 bits that an access reaches are halves of those of an array.
    fn of_halves(&self, space: Space, access: &MemoryAccess) -> bool {
        let region = Region::of(space, access, 0);
        let words = region.and_then(|region| self.interface.storages.get(&region));
        words.is_some_and(|words| words.whole.is_some())
    }

    /// The words of what a store writes, unsigned; what is shorter lies in the low bits of one.
    pub(crate) fn stored_words(&mut self, instruction: &Instruction, storage: Storage) -> Vec<Expression> {
        let components: Vec<u8> = (0..storage.count).collect();
        let kind = operand_kind(self.program(), instruction, 0);
        let value = self.operand_as(&instruction.operands[0], &components, kind);
        let value = self.held("stored", value);
        let bits = storage.format.bits().min(32);
        let parts: Vec<Expression> = components
            .iter()
            .flat_map(|at| self.stored(value.clone().component(*at), storage.format))
            .collect();
        parts
            .chunks((32 / bits) as usize)
            .map(|parts| {
                let shifted = parts.iter().enumerate().map(|(at, part)| match at {
                    0 => part.clone(),
                    _ => shift(part.clone(), Expression::bits(Scalar::Uint, at as u32 * bits, 1)),
                });
                let all = shifted.reduce(|one, other| Expression::binary(Binary::BitOr, one, other));
                all.unwrap_or_else(|| Expression::bits(Scalar::Uint, 0, 1))
            })
            .collect()
    }

    /// The four components that ATOMB or ATOMS gives: what memory held, 0 where there is none, before zeros.
    pub(crate) fn storage_atomic(&mut self, instruction: &Instruction, space: Space) -> Expression {
        let Some((access, storage)) = storage_access(instruction) else {
            return Expression::float(0.0, 4);
        };
        let place = self.storage_place(space, instruction, access, storage);
        let change = Change::of(self, instruction, access, storage);
        if is_long(access) {
            return self.long_atomic(instruction, (space, access), &place, &change);
        }
        let words = (0..storage.size() as u8 / 4).map(|number| {
            let declared = Region::of(space, access, 0);
            let declared = declared.and_then(|region| self.interface.storages.get(&region));
            let scalar = declared.map_or(Scalar::Uint, |declared| declared.word);
            let old = self.old_word(scalar, false);
            self.in_regions(
                (space, access),
                place.chosen(),
                |region| region,
                |lowering, region| {
                    let index = place.word(storage.size(), i32::from(number));
                    lowering.where_there_is(region, &index, |lowering, target| match region.whole {
                        None => {
                            lowering.change_word(&old, Word::Buffer(target), region.word, &change, number)
                        }
                        Some(whole) => lowering.change_half(
                            &old,
                            (target, whole),
                            half_at(index.clone()),
                            &change,
                            number,
                        ),
                    });
                },
            );
            self.hold(
                ["first_word", "second_word"][usize::from(number & 1)],
                old.reinterpret(Scalar::Uint),
                false,
            )
        });
        let words: Vec<Expression> = words.collect();
        self.loaded(
            instruction,
            access,
            &words,
            &Expression::int(0),
            &[0, 1, 2, 3],
            None,
        )
    }

    /// The same of a word of 64 bits, which gives both of its halves.
    fn long_atomic(
        &mut self,
        instruction: &Instruction,
        (space, access): (Space, &MemoryAccess),
        place: &StorageElement,
        change: &Change,
    ) -> Expression {
        let declared = Region::of(space, access, 0).map(Region::long);
        let declared = declared.and_then(|region| self.interface.storages.get(&region));
        let scalar = declared.map_or(Scalar::Ulong, |declared| declared.word);
        let old = self.old_word(scalar, false);
        self.in_regions(
            (space, access),
            place.chosen(),
            Region::long,
            |lowering, region| {
                let index = place.long_word();
                lowering.where_there_is(region, &index, |lowering, target| {
                    lowering.change_word(&old, Word::Buffer(target), region.word, change, 0);
                });
            },
        );
        let halves = Expression::built_in(BuiltIn::UnpackLong, vec![old.reinterpret(Scalar::Ulong)]);
        let halves = self.hold("halves", halves, false);
        let words = [0, 1].map(|half| halves.clone().component(half));
        let at = Expression::int(0);
        self.loaded(instruction, access, &words, &at, &[0, 1, 2, 3], None)
    }

    /// A number as it lies in memory: one word, of which the low bits count, or two.
    fn stored(&mut self, value: Expression, format: Format) -> Vec<Expression> {
        match (format, format.bits()) {
            (Format::F16, _) => {
                self.need(Feature::HalfPacking);
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

    /// Changes some bytes of a word, or of the one whose half it is, and leaves the others as whoever else writes them.
    fn change_part(
        &mut self,
        region: &Words,
        word: &Lvalue,
        byte: &Expression,
        value: &Expression,
        size: u64,
    ) {
        let scalar = region.whole.unwrap_or(region.word);
        let last = scalar.bits() as i32 / 8 - 1;
        let within = Expression::binary(Binary::BitAnd, byte.clone(), Expression::int(aligned(last, size)));
        let bits = Expression::binary(Binary::ShiftLeft, within, Expression::int(3));
        let by = self.hold("shift", bits.reinterpret(Scalar::Uint), false);
        let mask = Expression::integer(scalar.unsigned(), (1 << (8 * size)) - 1, 1);
        let value = value.clone().convert(scalar.unsigned());
        let kept = shift(mask, by.clone()).unary(Unary::Complement);
        let result = Lvalue::from(Root::Variable(self.scratch("old", Type::new(scalar, 1))));
        for (operation, value) in [(Atomic::And, kept), (Atomic::Or, shift(value, by))] {
            self.push(StatementKind::Atomic {
                result: result.clone(),
                word: Word::Buffer(word.clone()),
                operation,
                value: value.reinterpret(scalar),
                compare: None,
            });
        }
    }
}

/// Two words as one of 64 bits, the low half first.
fn packed_pair(words: &[Expression]) -> Expression {
    Expression::built_in(BuiltIn::PackLong, vec![Expression::construct(words.to_vec())])
}

fn shift(value: Expression, by: Expression) -> Expression {
    Expression::binary(Binary::ShiftLeft, value, by)
}
