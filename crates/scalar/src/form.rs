//! The form of a whole program.

use quadrille_base::IndexVec;

use crate::call::{Call, CallId};
use crate::expression::{Type, Value, ValueId};
use crate::statement::{Region, RegionId, Statement};

quadrille_base::define_id!(
    /// A variable: what regions hand to each other, a value of each lane that statements write.
    VariableId
);

quadrille_base::define_id!(
    /// An array: registers that are found by an index at run time.
    ArrayId
);

/// Registers that are found by an index at run time. All are 0 at the start of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array {
    /// The type of each component, a word or a long.
    pub kind: Type,
    /// Elements of four components.
    pub length: u32,
}

/// A program in scalar form.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Form {
    /// The values. Those that no statement computes are of no account.
    pub values: IndexVec<ValueId, Value>,
    /// The types of the variables. All are 0 or false at the start of a run.
    pub variables: IndexVec<VariableId, Type>,
    /// The arrays.
    pub arrays: IndexVec<ArrayId, Array>,
    /// The calls.
    pub calls: IndexVec<CallId, Call>,
    /// The regions.
    pub regions: IndexVec<RegionId, Region>,
    /// Uniform values that are computed once for all batches of a draw, in this order: the
    /// pass `uniform` fills it. They see parameters and each other.
    pub prologue: Vec<ValueId>,
    /// The region that runs, with all live lanes.
    pub body: Option<RegionId>,
}

impl Form {
    /// Whether a run writes what depends on parameters alone, the same in all lanes, and does nothing else.
    pub fn is_uniform(&self) -> bool {
        let body = self.body.iter().flat_map(|body| &self.regions[*body].statements);
        let is_uniform = |statement: &Statement| match statement {
            Statement::Compute(value) | Statement::Export { value, .. } => self.values[*value].uniform,
            Statement::Count { .. } => true,
            Statement::Write { .. }
            | Statement::Store { .. }
            | Statement::Kill { .. }
            | Statement::If { .. }
            | Statement::Block { .. }
            | Statement::Loop { .. }
            | Statement::Break { .. }
            | Statement::Continue { .. }
            | Statement::End { .. } => false,
        };
        body.into_iter().all(is_uniform)
    }
}
