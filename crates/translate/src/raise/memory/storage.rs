//! Storage buffers: LDB, STB and ATOMB on words of `buffer` blocks (NV_shader_storage_buffer_object); and the memory of a
//! work group: LDS, STS and ATOMS (NV_compute_program5); and memory by GPU addresses: LOAD, STORE and ATOM.
//!
//! Either is an array of words of 32 bits; the length of a buffer the shader asks for: what lies outside reads 0, and is
//! not written. Numbers of 8 and 16 bits are parts of words; a store of one changes its word by two atomic operations, so
//! that it leaves the rest to whoever writes there.

use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{Operation, Storage};
use quadrille_program::{Access, Instruction, MemoryAccess};

use crate::form::{
    Binary, Expression, ExpressionKind, Function, Lvalue, Root, Scalar, Statement, Type, Unary,
};
use crate::raise::interface::buffers::{MOST_BUFFERS, count};
use crate::raise::interface::storages::{Region, Words};
use crate::raise::lowering::{Lowering, Shared};
use crate::raise::memory::chosen::is;

/// The address of an access: the number of its buffer among those that it may choose from, where they are several, and
/// its first byte, a signed integer.
pub(crate) struct StorageElement {
    pub(crate) number: Option<Expression>,
    pub(crate) byte: Expression,
    /// The GPU address, an unsigned number of 64 bits, of which `byte` is the low half.
    address: Option<Expression>,
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
    pub(crate) fn storage_place(
        &mut self,
        space: Space,
        instruction: &Instruction,
        access: &MemoryAccess,
        storage: Storage,
    ) -> StorageElement {
        // What is stored stands before a GPU address.
        let loads = matches!(instruction.operation, Operation::Memory(MemoryOp::Load(_)));
        let address = instruction.operands.get(usize::from(!loads));
        if let (Space::Global, Some(operand)) = (space, address) {
            let address = self.operand_as(operand, &[0], Scalar::Ulong);
            let offset = Expression::integer(Scalar::Ulong, access.offset, 1);
            let address = match access.offset {
                0 => address,
                _ => Expression::binary(Binary::Add, address, offset),
            };
            let address = self.held("address", address);
            return StorageElement {
                number: None,
                byte: address.clone().convert(Scalar::Uint).reinterpret(Scalar::Int),
                address: Some(address),
                inside: None,
            };
        }
        let offset = i32::try_from(access.offset).unwrap_or(i32::MAX);
        let byte = match &access.address {
            None => Expression::int(offset),
            Some(operand) => {
                let address = self.operand_as(operand, &[0], Scalar::Int);
                self.hold("byte", address.plus(offset), false)
            }
        };
        let size = storage.size() as i32;
        let first = i32::try_from(access.first).unwrap_or(i32::MAX);
        // Every byte of a buffer lies before an end that is no signed number.
        let limit = access.limit.and_then(|limit| i32::try_from(limit).ok());
        let last = limit.map(|limit| limit.saturating_sub(size));
        StorageElement {
            number: self.buffer_number(access),
            inside: inside(&byte, offset, first, last),
            byte,
            address: None,
        }
    }

    /// The number of a buffer among those that an access may choose from, where they are several.
    pub(crate) fn buffer_number(&mut self, access: &MemoryAccess) -> Option<Expression> {
        let index = access.index.as_ref()?;
        let number = self.operand_as(&index.operand, &[0], Scalar::Int);
        Some(self.hold("buffer", number.plus(index.offset), false))
    }

    /// A word of a region, 0 outside; none where nothing of it is declared.
    pub(crate) fn word(&mut self, region: Region, index: Expression) -> Option<Expression> {
        let words = *self.interface.storages.get(&region)?;
        if within(&words, index.clone()).is_none() {
            return Some(words.read(index));
        }
        let function = self.shared(Shared::Word(region), |lowering| {
            lowering.word_function(region, &words)
        });
        Some(Expression::call(function, Type::new(words.word, 1), vec![index]))
    }

    fn word_function(&mut self, region: Region, words: &Words) -> Function {
        let ty = Type::new(words.word, 1);
        let index = || Expression::argument(0, Type::INT);
        let inside = within(words, index()).unwrap_or_else(|| Expression::truth(true));
        let zero = Statement::give(Expression::bits(ty.scalar, 0, 1));
        let stage = self.draft.context.stage_word();
        let (name, what) = match region {
            Region::Storage(number) | Region::StorageLong(number) => {
                (format!("{stage}_storage{number}_word"), "a storage buffer")
            }
            Region::Counters(number) => (format!("{stage}_counters{number}_word"), "a buffer of counters"),
            Region::Shared | Region::SharedLong => ("shared_word".to_owned(), "the memory of the work group"),
            Region::Global | Region::GlobalLong => ("word_at".to_owned(), "memory"),
        };
        Function {
            name: self.draft.names.fresh(&name),
            doc: format!("Word of {what}, zero outside."),
            arguments: vec![(self.draft.names.beside("word"), Type::INT)],
            locals: Vec::new(),
            result: Some(ty),
            body: vec![
                Statement::branch(inside.unary(Unary::Not), vec![zero]),
                Statement::give(words.read(index())),
            ],
        }
    }

    /// Does something in the region that an access chooses, as the words that are wanted, where the access lies in its
    /// variable.
    pub(crate) fn in_regions(
        &mut self,
        (space, access): (Space, &MemoryAccess),
        place: (Option<&Expression>, Option<&Expression>),
        words_of: fn(Region) -> Region,
        mut make: impl FnMut(&mut Self, &Words),
    ) {
        let (number, inside) = place;
        let buffers = number.map_or(1, |_| count(access).min(MOST_BUFFERS));
        for at in 0..buffers {
            let region = Region::of(space, access, at).map(words_of);
            let Some(words) = region.and_then(|region| self.interface.storages.get(&region).copied()) else {
                continue;
            };
            let chosen = number.map(|number| is(number, at));
            let condition = match (chosen, inside.cloned()) {
                (Some(chosen), Some(inside)) => Some(Expression::binary(Binary::And, chosen, inside)),
                (chosen, inside) => chosen.or(inside),
            };
            match condition {
                None => make(self, &words),
                Some(condition) => self.only_if(condition, |lowering| make(lowering, &words)),
            }
        }
    }

    /// Does something with a word of a region, or with the one whose half it is, if the region has it.
    pub(crate) fn where_there_is(
        &mut self,
        words: &Words,
        index: &Expression,
        make: impl FnOnce(&mut Self, Lvalue),
    ) {
        let target = words.element(index.clone());
        match within(words, index.clone()) {
            None => make(self, target),
            Some(inside) => self.only_if(inside, |lowering| make(lowering, target)),
        }
    }
}

impl Words {
    /// A word, or the one whose half it is.
    fn element(&self, index: Expression) -> Lvalue {
        let index = match (self.whole, &index.kind) {
            (None, _) => index,
            (Some(_), ExpressionKind::Literal(bits)) => Expression::int(bits[0] as i32 >> 1),
            (Some(_), _) => Expression::binary(Binary::ShiftRight, index, Expression::int(1)),
        };
        Lvalue {
            root: self.root,
            index: Some(Box::new(index)),
        }
    }

    /// The value of a word.
    fn read(&self, index: Expression) -> Expression {
        let Some(whole) = self.whole else {
            return Expression::read(self.element(index), Type::new(self.word, 1));
        };
        let value = Expression::read(self.element(index.clone()), Type::new(whole, 1));
        half_of(value, half_at(index)).reinterpret(self.word)
    }
}

impl StorageElement {
    /// What has to hold for the access: the number of its buffer, and that it lies in its variable.
    pub(crate) fn chosen(&self) -> (Option<&Expression>, Option<&Expression>) {
        (self.number.as_ref(), self.inside.as_ref())
    }

    /// The index of the word of 64 bits that the access is one to; the address of memory that has no index.
    pub(crate) fn long_word(&self) -> Expression {
        if let Some(address) = &self.address {
            return address.clone();
        }
        match self.byte.kind {
            ExpressionKind::Literal(bits) => Expression::int(bits[0] as i32 >> 3),
            _ => Expression::binary(Binary::ShiftRight, self.byte.clone(), Expression::int(3)),
        }
    }

    /// The index of the word that an access of a size begins in, or of one behind it; the address of memory that has no
    /// index.
    pub(crate) fn word(&self, size: u64, at: i32) -> Expression {
        let Some(address) = &self.address else {
            return word_of(&self.byte, at);
        };
        let number = |value| Expression::integer(Scalar::Ulong, value, 1);
        let first = match size {
            1 | 2 => Expression::binary(Binary::BitAnd, address.clone(), number(!3)),
            _ => address.clone(),
        };
        match at {
            0 => first,
            _ => Expression::binary(Binary::Add, first, number(4 * i64::from(at))),
        }
    }
}

/// The bits before a word of this index in the word of 64 bits whose half it is: 0 or 32.
pub(crate) fn half_at(index: Expression) -> Expression {
    if let ExpressionKind::Literal(bits) = index.kind {
        return Expression::bits(Scalar::Uint, (bits[0] as u32 & 1) << 5, 1);
    }
    let second = Expression::binary(Binary::BitAnd, index, Expression::int(1));
    Expression::binary(Binary::ShiftLeft, second, Expression::int(5)).reinterpret(Scalar::Uint)
}

/// The half of a word of 64 bits behind so many bits, unsigned.
pub(crate) fn half_of(whole: Expression, at: Expression) -> Expression {
    let whole = whole.reinterpret(Scalar::Ulong);
    Expression::binary(Binary::ShiftRight, whole, at).convert(Scalar::Uint)
}

/// Whether a place lies in a range, both in bytes or in words; `None` where it always does. A place that is known is
/// `known`.
pub(crate) fn inside(place: &Expression, known: i32, first: i32, last: Option<i32>) -> Option<Expression> {
    if let ExpressionKind::Literal(_) = place.kind {
        let beyond = known < first || last.is_some_and(|last| known > last);
        return beyond.then(|| Expression::truth(false));
    }
    let bound = |operation, bound| Expression::binary(operation, place.clone(), Expression::int(bound));
    let low = (first > 0).then(|| bound(Binary::GreaterOrEqual, first));
    let high = last.map(|last| bound(Binary::LessOrEqual, last));
    match (low, high) {
        (Some(low), Some(high)) => Some(Expression::binary(Binary::And, low, high)),
        (low, high) => low.or(high),
    }
}

/// The word that a byte lies in, or one behind it.
fn word_of(byte: &Expression, at: i32) -> Expression {
    match byte.kind {
        ExpressionKind::Literal(bits) => Expression::int((bits[0] as i32 >> 2) + at),
        _ => Expression::binary(Binary::ShiftRight, byte.clone(), Expression::int(2)).plus(at),
    }
}

/// Whether a region has a word; `None` where it is known to. As a number without a sign, an index below 0 is beyond all.
fn within(words: &Words, index: Expression) -> Option<Expression> {
    let length = match (words.length, words.root) {
        (Some(length), _) => Expression::bits(Scalar::Uint, length, 1),
        (None, Root::Storage(at)) => {
            Expression::new(Type::INT, ExpressionKind::Length(at)).reinterpret(Scalar::Uint)
        }
        (None, _) => return None,
    };
    match (&index.kind, words.length) {
        (ExpressionKind::Literal(bits), Some(length)) if (bits[0] as u32) < length => None,
        _ => Some(Expression::binary(
            Binary::Less,
            index.reinterpret(Scalar::Uint),
            length,
        )),
    }
}
