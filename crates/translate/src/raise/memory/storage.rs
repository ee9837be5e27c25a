//! Storage buffers: LDB, STB and ATOMB on words of `buffer` blocks (NV_shader_storage_buffer_object).
//!
//! A buffer is an array of words of 32 bits whose length the shader asks for: what lies outside reads 0, and is not
//! written. Numbers of 8 and 16 bits are parts of words; a store of one changes its word by two atomic operations, so
//! that it leaves the rest to whoever writes there.

use quadrille_isa::gl::Storage;
use quadrille_program::{Access, Instruction, MemoryAccess};

use crate::form::{
    Binary, Expression, ExpressionKind, Function, Lvalue, Root, Scalar, Statement, Type, Unary,
};
use crate::raise::interface::buffers::{MOST_BUFFERS, count};
use crate::raise::lowering::{Lowering, Shared};
use crate::raise::memory::chosen::is;

/// The address of an access: the number of its buffer among those that it may choose from, where they are several, and
/// its first byte, a signed integer.
pub(crate) struct StorageElement {
    pub(crate) number: Option<Expression>,
    pub(crate) byte: Expression,
    /// Whether the access lies in its variable; `None` where it always does.
    pub(crate) inside: Option<Expression>,
}

/// The access of an instruction to memory of a known format.
pub(crate) fn storage_access(instruction: &Instruction) -> Option<(&MemoryAccess, Storage)> {
    match &instruction.access {
        Access::Memory(access) => Some((access, access.storage?)),
        _ => None,
    }
}

impl Lowering<'_, '_> {
    pub(crate) fn storage_place(&mut self, access: &MemoryAccess, storage: Storage) -> StorageElement {
        let offset = i32::try_from(access.offset).unwrap_or(i32::MAX);
        let byte = match &access.address {
            None => Expression::int(offset),
            Some(operand) => {
                let address = self.operand_as(operand, &[0], Scalar::Int);
                self.hold("byte", address.plus(offset), false)
            }
        };
        let number = access.index.as_ref().map(|index| {
            let number = self.operand_as(&index.operand, &[0], Scalar::Int);
            self.hold("buffer", number.plus(index.offset), false)
        });
        let size = storage.size() as i32;
        let first = i32::try_from(access.first).unwrap_or(i32::MAX);
        // Every byte of a buffer lies before an end that is no signed number.
        let limit = access.limit.and_then(|limit| i32::try_from(limit).ok());
        let last = limit.map(|limit| limit.saturating_sub(size));
        let inside = match byte.kind {
            ExpressionKind::Literal(_) if offset < first || last.is_some_and(|last| offset > last) => {
                Some(Expression::truth(false))
            }
            ExpressionKind::Literal(_) => None,
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
        StorageElement { number, byte, inside }
    }

    /// A word of a buffer, 0 outside.
    pub(crate) fn storage_word(&mut self, buffer: u32, index: Expression) -> Expression {
        let function = self.shared(Shared::StorageWord(buffer), |lowering| {
            lowering.storage_word_function(buffer)
        });
        let result = self.draft.shader.function(function).result.unwrap_or(Type::INT);
        Expression::call(function, result, vec![index])
    }

    fn storage_word_function(&mut self, buffer: u32) -> Function {
        let declared = self.interface.storages.get(&buffer);
        let (at, word) = declared.map_or((0, Scalar::Uint), |declared| (declared.at, declared.word));
        let ty = Type::new(word, 1);
        let index = || Expression::argument(0, Type::INT);
        let read = Expression::read(element(at, index()), ty);
        let outside = within(at, index()).unary(Unary::Not);
        let zero = Statement::give(Expression::bits(ty.scalar, 0, 1));
        let stage = self.draft.context.stage_word();
        let name = self.draft.names.fresh(&format!("{stage}_storage{buffer}_word"));
        Function {
            name,
            doc: "Word of a storage buffer, zero outside.".to_owned(),
            arguments: vec![(self.draft.names.beside("word"), Type::INT)],
            locals: Vec::new(),
            result: Some(ty),
            body: vec![Statement::branch(outside, vec![zero]), Statement::give(read)],
        }
    }

    /// Does something in the buffer that an access chooses, where the access lies in its variable.
    pub(crate) fn in_buffers(
        &mut self,
        access: &MemoryAccess,
        place: &StorageElement,
        mut make: impl FnMut(&mut Self, u32),
    ) {
        let buffers = place
            .number
            .as_ref()
            .map_or(1, |_| count(access).min(MOST_BUFFERS));
        for at in 0..buffers {
            let Some(buffer) = self.interface.storages.get(&(access.binding + at)) else {
                continue;
            };
            let chosen = place.number.as_ref().map(|number| is(number, at));
            let condition = match (chosen, place.inside.clone()) {
                (Some(chosen), Some(inside)) => Some(Expression::binary(Binary::And, chosen, inside)),
                (chosen, inside) => chosen.or(inside),
            };
            match condition {
                None => make(self, buffer.at),
                Some(condition) => self.only_if(condition, |lowering| make(lowering, buffer.at)),
            }
        }
    }

    /// Does something with a word of a buffer, if the buffer has it.
    pub(crate) fn where_there_is(
        &mut self,
        buffer: u32,
        index: &Expression,
        make: impl FnOnce(&mut Self, Lvalue, Scalar),
    ) {
        let scalar = self.draft.shader.storages[buffer as usize].word;
        let target = element(buffer, index.clone());
        self.only_if(within(buffer, index.clone()), |lowering| {
            make(lowering, target, scalar)
        });
    }
}

/// The word that a byte lies in, or one behind it.
pub(crate) fn word_of(byte: &Expression, at: i32) -> Expression {
    match byte.kind {
        ExpressionKind::Literal(bits) => Expression::int((bits[0] as i32 >> 2) + at),
        _ => Expression::binary(Binary::ShiftRight, byte.clone(), Expression::int(2)).plus(at),
    }
}

/// A word of a buffer.
fn element(buffer: u32, index: Expression) -> Lvalue {
    Lvalue {
        root: Root::Storage(buffer),
        index: Some(Box::new(index)),
    }
}

/// Whether a buffer has a word: as a number without a sign, an index below 0 is beyond all.
fn within(buffer: u32, index: Expression) -> Expression {
    let length = Expression::new(Type::INT, ExpressionKind::Length(buffer));
    let [index, length] = [index, length].map(|value| value.reinterpret(Scalar::Uint));
    Expression::binary(Binary::Less, index, length)
}
