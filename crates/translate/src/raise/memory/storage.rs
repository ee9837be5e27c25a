//! Storage buffers: LDB, STB and ATOMB on words of `buffer` blocks (NV_shader_storage_buffer_object).
//!
//! A buffer is an array of words of 32 bits whose length the shader asks for: what lies outside reads 0, and is not
//! written. Numbers of 8 and 16 bits are parts of words; a store of one changes its word by two atomic operations, so
//! that it leaves the rest to whoever writes there.

use std::collections::BTreeSet;

use quadrille_isa::gl::operation::Space;
use quadrille_isa::gl::{AtomicOperation, Operation, Storage};
use quadrille_numerics::convert::Format;
use quadrille_program::{Access, Instruction, MemoryAccess};

use crate::form::{
    Binary, Block, Expression, Function, FunctionId, Kind, Place, Root, Scalar, Statement, StatementKind,
    StorageBuffer, Type, Unary, storage_name,
};
use crate::raise::memory::buffers::{count, sum};
use crate::raise::raiser::Raiser;
use crate::target::Feature;

/// Buffers that an index may choose from; each takes a branch.
pub(crate) const MOST_BUFFERS: u32 = 64;

/// Where an access goes: the number of its buffer among those that it may choose from, where they are several, and
/// its first byte, a signed integer.
pub(crate) struct Target {
    pub(crate) number: Option<Expression>,
    pub(crate) byte: Expression,
    /// Whether the access lies in its variable; `None` where it always does.
    pub(crate) inside: Option<Expression>,
}

impl Raiser<'_> {
    /// Declares the storage buffers that the program accesses.
    pub(crate) fn storages(&mut self) {
        let (mut numbers, mut coherent) = (BTreeSet::new(), BTreeSet::new());
        let (mut signed, mut unsigned) = (BTreeSet::new(), BTreeSet::new());
        for (id, instruction) in self.program.instructions().iter_enumerated() {
            let (
                Operation::Load(Space::Storage)
                | Operation::Store(Space::Storage)
                | Operation::Atomic(Space::Storage),
                Access::Memory(access),
            ) = (instruction.operation, &instruction.access)
            else {
                continue;
            };
            self.origin = Some(id);
            if count(access) > MOST_BUFFERS {
                self.unsaid("no translation has so many buffers to choose from");
            }
            let own = access.binding..access.binding + count(access).min(MOST_BUFFERS);
            numbers.extend(own.clone());
            if access.coherent || access.volatile {
                coherent.extend(own.clone());
            }
            if let Some(AtomicOperation::Minimum | AtomicOperation::Maximum) = access.atomic {
                match access
                    .storage
                    .is_some_and(|storage| storage.format == Format::S32)
                {
                    true => signed.extend(own),
                    false => unsigned.extend(own),
                }
            }
        }
        self.origin = None;
        if !numbers.is_empty() {
            let span = self.program.span(self.program.entry());
            self.need(Feature::StorageBuffers, span);
        }
        for number in numbers {
            let stage = self.stage_word();
            self.names
                .reserve(&format!("{}{number}", storage_name(self.shader.stage)));
            let name = self.names.reserve(&format!("u_{stage}_storage{number}"));
            self.storages
                .insert(number, (self.shader.storages.len() as u32, None));
            self.shader.storages.push(StorageBuffer {
                name,
                number,
                // Words of both kinds are compared by turns.
                word: match signed.contains(&number) && !unsigned.contains(&number) {
                    true => Scalar::Int,
                    false => Scalar::Uint,
                },
                binding: self.options.storage_binding(number),
                coherent: coherent.contains(&number),
            });
        }
    }

    pub(crate) fn storage_access<'b>(
        &mut self,
        instruction: &'b Instruction,
    ) -> Option<(&'b MemoryAccess, Storage)> {
        let Access::Memory(access) = &instruction.access else {
            return None;
        };
        Some((access, access.storage?))
    }

    pub(crate) fn storage_place(&mut self, access: &MemoryAccess, storage: Storage) -> Target {
        let offset = i32::try_from(access.offset).unwrap_or(i32::MAX);
        let byte = match &access.address {
            None => Expression::int(offset),
            Some(operand) => {
                let address = self.operand_as(operand, &[0], Scalar::Int);
                self.hold("byte", sum(address, offset), false)
            }
        };
        let number = access.index.as_ref().map(|index| {
            let number = self.operand_as(&index.operand, &[0], Scalar::Int);
            self.hold("buffer", sum(number, index.offset), false)
        });
        let size = storage.size() as i32;
        let first = i32::try_from(access.first).unwrap_or(i32::MAX);
        // Every byte of a buffer lies before an end that is no signed number.
        let limit = access.limit.and_then(|limit| i32::try_from(limit).ok());
        let last = limit.map(|limit| limit.saturating_sub(size));
        let inside = match byte.kind {
            Kind::Literal(_) if offset < first || last.is_some_and(|last| offset > last) => {
                Some(Expression::truth(false))
            }
            Kind::Literal(_) => None,
            _ => {
                let bound =
                    |operation, bound| Expression::binary(operation, byte.clone(), Expression::int(bound));
                let low = (first > 0).then(|| bound(Binary::GreaterOrEqual, first));
                let high = last.map(|last| bound(Binary::LessOrEqual, last));
                match (low, high) {
                    (Some(low), Some(high)) => Some(Expression::binary(Binary::And, low, high)),
                    (low, high) => low.or(high),
                }
            }
        };
        Target { number, byte, inside }
    }

    /// The function that gives a word of a buffer, 0 outside.
    pub(crate) fn storage_word(&mut self, buffer: u32) -> FunctionId {
        let (at, known) = self.storages.get(&buffer).copied().unwrap_or_default();
        if let Some(known) = known {
            return known;
        }
        let ty = Type::new(self.shader.storages[at as usize].word, 1);
        let index = || Expression::argument(0, Type::INT);
        let read = Expression::read(element(at, index()), ty);
        let outside = within(at, index()).unary(Unary::Not);
        let then = vec![Statement::give(Expression::bits(ty.scalar, 0, 1))];
        let guard = StatementKind::If {
            condition: outside,
            then,
            otherwise: Vec::new(),
        };
        let name = self
            .names
            .fresh(&format!("{}_storage{buffer}_word", self.stage_word()));
        let function = Function {
            name,
            doc: "Word of a storage buffer, zero outside.".to_owned(),
            arguments: vec![(self.names.beside("word"), Type::INT)],
            locals: Vec::new(),
            result: Some(ty),
            body: vec![Statement::new(guard, None), Statement::give(read)],
        };
        let function = self.define(function);
        self.storages.insert(buffer, (at, Some(function)));
        function
    }

    /// Does something in the buffer that an access chooses, where the access lies in its variable.
    pub(crate) fn in_buffers(
        &mut self,
        access: &MemoryAccess,
        place: &Target,
        mut make: impl FnMut(&mut Self, u32),
    ) {
        let buffers = place
            .number
            .as_ref()
            .map_or(1, |_| count(access).min(MOST_BUFFERS));
        for at in 0..buffers {
            let Some((buffer, _)) = self.storages.get(&(access.binding + at)).copied() else {
                continue;
            };
            let chosen = place.number.as_ref().map(|number| is(number, at));
            let condition = match (chosen, place.inside.clone()) {
                (Some(chosen), Some(inside)) => Some(Expression::binary(Binary::And, chosen, inside)),
                (chosen, inside) => chosen.or(inside),
            };
            match condition {
                None => make(self, buffer),
                Some(condition) => self.only_if(condition, |raiser| make(raiser, buffer)),
            }
        }
    }

    /// Does something with a word of a buffer, if the buffer has it.
    pub(crate) fn where_there_is(
        &mut self,
        buffer: u32,
        index: &Expression,
        make: impl FnOnce(&mut Self, Place, Scalar),
    ) {
        let scalar = self.shader.storages[buffer as usize].word;
        let target = element(buffer, index.clone());
        self.only_if(within(buffer, index.clone()), |raiser| {
            make(raiser, target, scalar)
        });
    }

    /// Does something where a condition holds.
    pub(crate) fn only_if(&mut self, condition: Expression, make: impl FnOnce(&mut Self)) {
        let outer: Block = std::mem::take(&mut self.block);
        make(self);
        let then = std::mem::replace(&mut self.block, outer);
        self.push(StatementKind::If {
            condition,
            then,
            otherwise: Vec::new(),
        });
    }
}

/// The word that a byte lies in, or one behind it.
pub(crate) fn word_of(byte: &Expression, at: i32) -> Expression {
    match byte.kind {
        Kind::Literal(bits) => Expression::int((bits[0] as i32 >> 2) + at),
        _ => sum(
            Expression::binary(Binary::ShiftRight, byte.clone(), Expression::int(2)),
            at,
        ),
    }
}

/// A word of a buffer.
fn element(buffer: u32, index: Expression) -> Place {
    Place {
        root: Root::Storage(buffer),
        index: Some(Box::new(index)),
    }
}

/// Whether a buffer has a word: as a number without a sign, an index below 0 is beyond all.
fn within(buffer: u32, index: Expression) -> Expression {
    let length = Expression::new(Type::INT, Kind::Length(buffer));
    let [index, length] = [index, length].map(|value| value.reinterpret(Scalar::Uint));
    Expression::binary(Binary::Less, index, length)
}

/// Whether the number of a buffer is this one.
pub(crate) fn is(number: &Expression, this: u32) -> Expression {
    Expression::binary(Binary::Equal, number.clone(), Expression::int(this as i32))
}
