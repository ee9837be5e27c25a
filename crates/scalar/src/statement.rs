//! Statements and regions: what is computed in which order, for which lanes.

use quadrille_engine::AbnormalEnd;
use quadrille_program::InstId;

use crate::expression::ValueId;
use crate::form::{ArrayId, VariableId};

quadrille_base::define_id!(
    /// A region.
    RegionId
);

/// Statements that run one after another. A value that one of them computes may be read by those behind it and by the
/// regions in those.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Region {
    /// The statements.
    pub statements: Vec<Statement>,
}

/// A step of a run. Each is done for the lanes that are active; values of other lanes are any, but for what
/// [`Expression::Active`](crate::Expression::Active) tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Computes a value; a call among them may have an effect.
    Compute(ValueId),
    /// Sets a variable.
    Write {
        /// The variable.
        variable: VariableId,
        /// Its new value.
        value: ValueId,
    },
    /// Sets a component of an element of an array; nothing where the index lies outside.
    Store {
        /// The array.
        array: ArrayId,
        /// The component, 0 to 3.
        component: u8,
        /// The element, a signed word.
        index: ValueId,
        /// Its new value, a word or long.
        value: ValueId,
    },
    /// Writes a word of a result slot of the batch; components 4 to 7 are the high words of a long one.
    Export {
        /// The slot.
        slot: u32,
        /// The component, 0 to 7.
        component: u8,
        /// The word.
        value: ValueId,
    },
    /// Marks lanes as killed; they go on as helpers.
    Kill {
        /// Which.
        mask: ValueId,
    },
    /// Instructions of the source are executed by the statements that follow: they count for the budgets.
    Count {
        /// The first.
        first: InstId,
        /// How many, in their order in the program.
        count: u32,
        /// Units of work of each active lane besides those of the instructions.
        more_work: u32,
    },
    /// One region for the lanes where the truth holds, then the other for the rest; the lanes that come to the end of
    /// either go on together.
    If {
        /// The truth.
        condition: ValueId,
        /// Where it holds.
        then: RegionId,
        /// Where it does not.
        otherwise: RegionId,
    },
    /// A region that [`Statement::Break`] leaves.
    Block {
        /// The region.
        body: RegionId,
    },
    /// A region that runs again for the lanes that come to its end, until none is left. Lanes that left it go on
    /// together.
    Loop {
        /// The region.
        body: RegionId,
    },
    /// The active lanes leave a block or loop.
    Break {
        /// How many blocks and loops around it are inside the one that is left: 0 for the innermost.
        depth: u32,
    },
    /// The active lanes go to the end of a loop's body.
    Continue {
        /// The same for the loop.
        depth: u32,
    },
    /// The active lanes have ended as no program should; a [`Statement::Break`] out of the whole program follows.
    End {
        /// Where.
        instruction: InstId,
        /// Why.
        why: AbnormalEnd,
    },
}
