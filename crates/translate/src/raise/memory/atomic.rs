//! Atomic operations on a word of memory: in one step where the targets have one for it, else by comparing
//! and exchanging until nobody came between.

use quadrille_isa::gl::{AtomicOperation, Storage};
use quadrille_numerics::convert::Format;
use quadrille_program::{Instruction, MemoryAccess};

use crate::form::{
    Atomic, Binary, BuiltIn, Expression, ExpressionKind, Lvalue, Root, Scalar, StatementKind, Type, Unary,
    Word,
};
use crate::raise::lowering::Lowering;
use crate::raise::memory::storage::half_of;
use crate::raise::types::operand_kind;
use crate::target::Feature;

/// Rounds of a loop that ends when no other invocation changes the word between its two looks.
const ROUNDS: u32 = 65_536;

/// A change of a word.
pub(crate) struct Change {
    operation: AtomicOperation,
    format: Format,
    /// The operand: numbers of the format, as many as it has and for CSWAP one more.
    operand: Expression,
}

impl Change {
    /// The change of an atomic instruction; its first operand is held.
    pub(crate) fn of(
        lowering: &mut Lowering<'_, '_>,
        instruction: &Instruction,
        access: &MemoryAccess,
        storage: Storage,
    ) -> Change {
        let operation = access.atomic.unwrap_or(AtomicOperation::Exchange);
        let compares = operation == AtomicOperation::CompareSwap;
        let wanted: Vec<u8> = (0..storage.count + u8::from(compares)).collect();
        let kind = operand_kind(lowering.program(), instruction, 0);
        let operand = lowering.operand_as(&instruction.operands[0], &wanted, kind);
        if storage.format == Format::F16 {
            lowering.need(Feature::HalfPacking);
        }
        Change {
            operation,
            format: storage.format,
            operand: lowering.held("operand", operand),
        }
    }

    /// The operation of the targets that it is on words of a kind.
    fn in_one_step(&self, word: Scalar) -> Option<Atomic> {
        let compared = match self.format {
            Format::S32 => word == Scalar::Int,
            Format::U32 => word == Scalar::Uint,
            Format::S64 => word == Scalar::Long,
            Format::U64 => word == Scalar::Ulong,
            Format::F16 | Format::F32 | Format::F64 | Format::S8 | Format::S16 | Format::U8 | Format::U16 => {
                false
            }
        };
        match self.operation {
            AtomicOperation::Add if self.format.binary().is_none() => Some(Atomic::Add),
            AtomicOperation::Minimum if compared => Some(Atomic::Minimum),
            AtomicOperation::Maximum if compared => Some(Atomic::Maximum),
            AtomicOperation::And => Some(Atomic::And),
            AtomicOperation::Or => Some(Atomic::Or),
            AtomicOperation::Xor => Some(Atomic::Xor),
            AtomicOperation::Exchange => Some(Atomic::Exchange),
            AtomicOperation::CompareSwap => Some(Atomic::CompareExchange),
            AtomicOperation::Add
            | AtomicOperation::Minimum
            | AtomicOperation::Maximum
            | AtomicOperation::IncrementWrap
            | AtomicOperation::DecrementWrap => None,
        }
    }

    /// The operand of the word of this number, as an unsigned word.
    fn word(&self, number: u8) -> Expression {
        if self.format != Format::F16 {
            let unsigned = Scalar::Uint.sized(self.format.bits() == 64);
            return self.operand.clone().component(number).reinterpret(unsigned);
        }
        Expression::built_in(BuiltIn::PackHalf, vec![self.halves(number)])
    }

    /// The two numbers of the word of this number.
    fn halves(&self, number: u8) -> Expression {
        self.operand.clone().components(&[2 * number, 2 * number + 1])
    }

    /// The new value of a word, both as unsigned words.
    fn changed(&self, lowering: &mut Lowering<'_, '_>, old: &Expression, number: u8) -> Expression {
        let bits = match self.operation {
            AtomicOperation::And => Some(Binary::BitAnd),
            AtomicOperation::Or => Some(Binary::BitOr),
            AtomicOperation::Xor => Some(Binary::BitXor),
            AtomicOperation::Exchange => return self.word(number),
            AtomicOperation::CompareSwap => {
                let same = Expression::binary(Binary::Equal, old.clone(), self.word(number));
                return Expression::select(same, self.word(number + 1), old.clone());
            }
            AtomicOperation::Add
            | AtomicOperation::Minimum
            | AtomicOperation::Maximum
            | AtomicOperation::IncrementWrap
            | AtomicOperation::DecrementWrap => None,
        };
        if let Some(operation) = bits {
            return Expression::binary(operation, old.clone(), self.word(number));
        }
        if self.format == Format::F16 {
            let old = lowering.unpacked_half(old.clone());
            let own = self.halves(number);
            let changed = (0..2).map(|at| self.number(old.clone().component(at), own.clone().component(at)));
            let changed = Expression::construct(changed.collect());
            return Expression::built_in(BuiltIn::PackHalf, vec![changed]);
        }
        let kind = match self.format {
            Format::F32 => Scalar::Float,
            Format::S32 => Scalar::Int,
            Format::F64 => Scalar::Double,
            Format::S64 => Scalar::Long,
            Format::U64 => Scalar::Ulong,
            Format::F16 | Format::S8 | Format::S16 | Format::U8 | Format::U16 | Format::U32 => Scalar::Uint,
        };
        let own = self.operand.clone().component(number).reinterpret(kind);
        self.number(old.clone().reinterpret(kind), own)
            .reinterpret(old.ty.scalar)
    }

    /// The new value of a number.
    fn number(&self, old: Expression, own: Expression) -> Expression {
        let binary = |operation, one: &Expression, other: &Expression| {
            Expression::binary(operation, one.clone(), other.clone())
        };
        let scalar = old.ty.scalar;
        // A NaN is less and more than any number (NV_shader_atomic_fp16_vector: the result is NaN).
        let beyond = |operation| {
            let beyond = binary(operation, &own, &old);
            match scalar.is_float() {
                true => Expression::binary(Binary::Or, beyond, own.is_nan()),
                false => beyond,
            }
        };
        let one = || Expression::integer(scalar, 1, 1);
        let zero = || Expression::zero(scalar, 1);
        match self.operation {
            AtomicOperation::Minimum => Expression::select(beyond(Binary::Less), own.clone(), old.clone()),
            AtomicOperation::Maximum => Expression::select(beyond(Binary::Greater), own.clone(), old.clone()),
            AtomicOperation::IncrementWrap => {
                let over = binary(Binary::GreaterOrEqual, &old, &own);
                Expression::select(over, zero(), binary(Binary::Add, &old, &one()))
            }
            AtomicOperation::DecrementWrap => {
                let none = binary(Binary::Equal, &old, &zero());
                let over = binary(Binary::Greater, &old, &own);
                let wraps = Expression::binary(Binary::Or, none, over);
                Expression::select(wraps, own.clone(), binary(Binary::Subtract, &old, &one()))
            }
            AtomicOperation::Add => binary(Binary::Add, &old, &own),
            // Changes of bits, not of numbers.
            AtomicOperation::And
            | AtomicOperation::Or
            | AtomicOperation::Xor
            | AtomicOperation::Exchange
            | AtomicOperation::CompareSwap => own,
        }
    }
}

impl Lowering<'_, '_> {
    /// Changes a word of a kind by the operand's word of this number, and keeps what it held in a variable of that
    /// kind.
    pub(crate) fn change_word(
        &mut self,
        old: &Expression,
        word: Word,
        kind: Scalar,
        change: &Change,
        number: u8,
    ) {
        let ExpressionKind::Read(result) = old.kind.clone() else {
            return;
        };
        if let Some(operation) = change.in_one_step(kind) {
            let compares = operation == Atomic::CompareExchange;
            return self.push(StatementKind::Atomic {
                result,
                word,
                operation,
                value: change.word(number + u8::from(compares)).reinterpret(kind),
                compare: compares.then(|| change.word(number).reinterpret(kind)),
            });
        }
        // The first guess of what the word holds costs a round where it is wrong.
        let expected = self.hold("expected", Expression::zero(kind, 1), false);
        let ExpressionKind::Read(guess) = expected.kind.clone() else {
            return;
        };
        let body = self.apart(|lowering| {
            let value = change.changed(lowering, &expected.clone().reinterpret(kind.unsigned()), number);
            lowering.push(StatementKind::Atomic {
                result,
                word,
                operation: Atomic::CompareExchange,
                value: value.reinterpret(kind),
                compare: Some(expected.clone()),
            });
            let same = Expression::binary(Binary::Equal, old.clone(), expected);
            lowering.only_if(same, |lowering| lowering.push(StatementKind::Break));
            lowering.push(StatementKind::assign(guess, None, old.clone()));
        });
        self.push(StatementKind::Loop { body, rounds: ROUNDS });
    }

    /// Changes a word of 32 bits that lies behind so many bits of one of 64 bits, by comparing and exchanging that, and keeps
    /// what it held in a variable.
    pub(crate) fn change_half(
        &mut self,
        old: &Expression,
        (word, kind): (Lvalue, Scalar),
        at: Expression,
        change: &Change,
        number: u8,
    ) {
        let ExpressionKind::Read(result) = old.kind.clone() else {
            return;
        };
        let at = self.held("shift", at);
        let ty = Type::new(kind, 1);
        let whole = Expression::read(Root::Variable(self.scratch("old", ty)), ty);
        let expected = self.hold("expected", Expression::zero(kind, 1), false);
        let (ExpressionKind::Read(found), ExpressionKind::Read(guess)) =
            (whole.kind.clone(), expected.kind.clone())
        else {
            return;
        };
        let body = self.apart(|lowering| {
            let half = lowering.hold("half", half_of(expected.clone(), at.clone()), false);
            let changed = change.changed(lowering, &half, number).convert(Scalar::Ulong);
            let low = Expression::integer(Scalar::Ulong, i64::from(u32::MAX), 1);
            let [mask, own] =
                [low, changed].map(|bits| Expression::binary(Binary::ShiftLeft, bits, at.clone()));
            let rest = expected.clone().reinterpret(Scalar::Ulong);
            let rest = Expression::binary(Binary::BitAnd, rest, mask.unary(Unary::Complement));
            lowering.push(StatementKind::Atomic {
                result: found,
                word: Word::Buffer(word),
                operation: Atomic::CompareExchange,
                value: Expression::binary(Binary::BitOr, rest, own).reinterpret(kind),
                compare: Some(expected.clone()),
            });
            let same = Expression::binary(Binary::Equal, whole.clone(), expected);
            lowering.only_if(same, |lowering| lowering.push(StatementKind::Break));
            lowering.push(StatementKind::assign(guess, None, whole.clone()));
        });
        self.push(StatementKind::Loop { body, rounds: ROUNDS });
        self.push(StatementKind::assign(
            result,
            None,
            half_of(whole, at).reinterpret(old.ty.scalar),
        ));
    }

    /// A variable for what a word of a kind held: zero, unless it is `certain` that there is such a word.
    pub(crate) fn old_word(&mut self, kind: Scalar, certain: bool) -> Expression {
        let ty = Type::new(kind, 1);
        match certain {
            true => Expression::read(Root::Variable(self.scratch("old", ty)), ty),
            false => self.hold("old", Expression::zero(kind, 1), false),
        }
    }
}
