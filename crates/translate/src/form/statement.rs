//! Statements: what is done, in order.

use quadrille_program::InstId;

use super::expression::{Components, Expression, Lookup, Lvalue, Texel};
use super::id::SubroutineId;

/// Statements in order.
pub type Block = Vec<Statement>;

/// One statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// The operation of the statement, with its operands.
    pub kind: StatementKind,
    /// The instruction that it comes from.
    pub origin: Option<InstId>,
    /// Comments on lines of their own before it, without marks.
    pub before: Vec<String>,
    /// A comment behind it, without marks.
    pub after: Option<String>,
}

/// The operation of a statement, with its operands.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    /// Puts a value into components of a place.
    Assign {
        /// The l-value that is assigned to.
        place: Lvalue,
        /// Which components; `None` for the whole place.
        components: Option<Components>,
        /// The value, as wide as the components are many.
        value: Expression,
        /// Whether its operations may not be fused or re-associated.
        precise: bool,
    },
    /// One block or the other.
    If {
        /// One truth value.
        condition: Expression,
        /// If it is true.
        then: Block,
        /// If it is false; may be empty.
        otherwise: Block,
    },
    /// A block again and again, until `Break` or `Return`.
    Loop {
        /// The block.
        body: Block,
        /// The most rounds, for targets that want to know; more do not occur in a program that ends as its
        /// language demands.
        rounds: u32,
    },
    /// Leaves the innermost loop.
    Break,
    /// Starts the next round of the innermost loop.
    Continue,
    /// Leaves the function, with its result if it has one.
    Return(Option<Expression>),
    /// Drops the fragment; the invocation goes on, as a helper of its neighbours where the target can say so.
    Discard,
    /// Calls a subroutine.
    Call(SubroutineId),
    /// A lookup or a load that tells whether all texels that it reads are there, as they are not in parts of a sparse
    /// texture.
    Sparse {
        /// What is read.
        read: SparseRead,
        /// The l-value for the texel.
        texel: Lvalue,
        /// The l-value for the truth value.
        resident: Lvalue,
    },
    /// Writes a texel of an image.
    Store {
        /// The texel that is written.
        texel: Texel,
        /// Four components.
        value: Expression,
    },
    /// Changes a word of memory in one step.
    Atomic {
        /// The l-value for the old value of the word.
        result: Lvalue,
        /// The word.
        word: Word,
        /// The atomic operation.
        operation: Atomic,
        /// The operand.
        value: Expression,
        /// The value that the word is compared with; of [`Atomic::CompareExchange`] alone.
        compare: Option<Expression>,
    },
    /// Accesses of memory before it are seen before those behind it.
    Barrier,
    /// Waits for all invocations of the work group or patch, and sees what they wrote before.
    GroupBarrier,
    /// Gives the outputs as a vertex of this stream.
    EmitVertex(u32),
    /// Ends the strip of the vertices before.
    EndPrimitive,
    /// Waits for the invocations of fragments before at the same place, until they end their interlock.
    BeginInterlock,
    /// Lets the invocations of fragments behind at the same place begin their interlock.
    EndInterlock,
}

/// What tells whether its texels are there.
#[derive(Clone, PartialEq, Debug)]
pub enum SparseRead {
    /// A lookup in a texture.
    Lookup(Box<Lookup>),
    /// A texel of an image.
    Texel(Box<Texel>),
}

impl SparseRead {
    /// Every expression in it.
    pub fn parts(&self) -> Vec<&Expression> {
        match self {
            SparseRead::Lookup(lookup) => lookup.parts(),
            SparseRead::Texel(texel) => texel.parts().collect(),
        }
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expression> {
        match self {
            SparseRead::Lookup(lookup) => lookup.parts_mut(),
            SparseRead::Texel(texel) => texel.parts_mut().collect(),
        }
    }
}

/// A word of memory.
#[derive(Clone, PartialEq, Debug)]
pub enum Word {
    /// An element of a storage buffer or of shared memory.
    Buffer(Lvalue),
    /// A texel of an image that has one component of 32 bits.
    Texel(Texel),
}

impl Word {
    /// The expressions that say which word it is.
    pub fn parts(&self) -> Vec<&Expression> {
        match self {
            Word::Buffer(place) => place.index.iter().map(|index| &**index).collect(),
            Word::Texel(texel) => texel.parts().collect(),
        }
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expression> {
        match self {
            Word::Buffer(place) => place.index.iter_mut().map(|index| &mut **index).collect(),
            Word::Texel(texel) => texel.parts_mut().collect(),
        }
    }
}

/// An atomic operation, by the new value of the word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Atomic {
    /// The sum.
    Add,
    /// The smaller.
    Minimum,
    /// The larger.
    Maximum,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The operand.
    Exchange,
    /// The operand where the word is what it is compared with.
    CompareExchange,
}

impl Statement {
    /// A statement that comes from an instruction.
    pub fn new(kind: StatementKind, origin: Option<InstId>) -> Statement {
        Statement {
            kind,
            origin,
            before: Vec::new(),
            after: None,
        }
    }

    /// A statement of the translation's own, which comes from no instruction.
    pub(crate) fn own(kind: StatementKind) -> Statement {
        Statement::new(kind, None)
    }

    /// Puts a value into components of a place, or into all of it.
    pub(crate) fn assign(
        place: impl Into<Lvalue>,
        components: Option<Components>,
        value: Expression,
    ) -> Statement {
        Statement::own(StatementKind::assign(place, components, value))
    }

    /// Ends a function with its result.
    pub(crate) fn give(value: Expression) -> Statement {
        Statement::own(StatementKind::Return(Some(value)))
    }

    /// Drops the fragment where a condition holds.
    pub(crate) fn drop_where(condition: Expression) -> Statement {
        Statement::branch(condition, vec![Statement::own(StatementKind::Discard)])
    }

    /// A block where a condition holds.
    pub(crate) fn branch(condition: Expression, then: Block) -> Statement {
        Statement::own(StatementKind::branch(condition, then))
    }
}

impl StatementKind {
    /// Puts a value into components of a place, or into all of it.
    pub(crate) fn assign(
        place: impl Into<Lvalue>,
        components: Option<Components>,
        value: Expression,
    ) -> StatementKind {
        StatementKind::Assign {
            place: place.into(),
            components,
            value,
            precise: false,
        }
    }

    /// A block where a condition holds.
    pub(crate) fn branch(condition: Expression, then: Block) -> StatementKind {
        StatementKind::If {
            condition,
            then,
            otherwise: Block::new(),
        }
    }
}
