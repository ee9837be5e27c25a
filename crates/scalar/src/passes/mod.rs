//! Passes over a form, each a file: what becomes of it between lowering and execution.

pub mod canonical;
pub mod dead;
pub mod fold;
pub mod uniform;

use quadrille_base::{Id, IndexVec};

use crate::expression::{Expression, ValueId};
use crate::form::{ArrayId, Form, VariableId};
use crate::statement::Statement;
use crate::verify::verify;

/// Runs all passes. Debug builds verify the form after each.
pub fn run(form: &mut Form) {
    let passes: [fn(&mut Form); 4] = [dead::dead, canonical::canonical, uniform::uniform, dead::dead];
    debug_assert_eq!(verify(form), Ok(()), "lowering");
    for (at, pass) in passes.into_iter().enumerate() {
        pass(form);
        debug_assert_eq!(verify(form), Ok(()), "pass {at}");
    }
}

/// Puts other values in place of values, by a list that has one for each.
fn replace(form: &mut Form, by: &[ValueId]) {
    let of = |value: ValueId| by.get(value.index()).copied().unwrap_or(value);
    for at in 0..form.values.len() {
        let id = ValueId::new(at);
        let mut expression = form.values[id].expression;
        expression.map(of);
        form.values[id].expression = expression;
    }
    for at in form.calls.ids() {
        form.calls[at].map(of);
    }
    for at in form.regions.ids() {
        for statement in &mut form.regions[at].statements {
            match statement {
                Statement::Compute(_)
                | Statement::Count { .. }
                | Statement::Block { .. }
                | Statement::Loop { .. }
                | Statement::Break { .. }
                | Statement::Continue { .. }
                | Statement::End { .. } => {}
                Statement::Write { value, .. } | Statement::Export { value, .. } => *value = of(*value),
                Statement::Store { index, value, .. } => {
                    *index = of(*index);
                    *value = of(*value);
                }
                Statement::Kill { mask } => *mask = of(*mask),
                Statement::If { condition, .. } => *condition = of(*condition),
            }
        }
    }
}

/// What is written to each variable and array.
struct Writes {
    variables: IndexVec<VariableId, Vec<ValueId>>,
    arrays: IndexVec<ArrayId, Vec<[ValueId; 2]>>,
}

impl Writes {
    fn of(form: &Form) -> Writes {
        let mut writes = Writes {
            variables: form.variables.iter().map(|_| Vec::new()).collect(),
            arrays: form.arrays.iter().map(|_| Vec::new()).collect(),
        };
        for statement in form.regions.iter().flat_map(|region| &region.statements) {
            match statement {
                Statement::Write { variable, value } => writes.variables[*variable].push(*value),
                Statement::Store {
                    array, index, value, ..
                } => writes.arrays[*array].push([*index, *value]),
                _ => {}
            }
        }
        writes
    }
}

/// The values, variables and arrays that are reached from those that were noted.
struct Reached {
    values: Vec<bool>,
    variables: Vec<bool>,
    arrays: Vec<bool>,
    open: Vec<ValueId>,
}

impl Reached {
    fn none(form: &Form) -> Reached {
        Reached {
            values: vec![false; form.values.len()],
            variables: vec![false; form.variables.len()],
            arrays: vec![false; form.arrays.len()],
            open: Vec::new(),
        }
    }

    fn note(&mut self, value: ValueId) {
        if !std::mem::replace(&mut self.values[value.index()], true) {
            self.open.push(value);
        }
    }

    /// Notes what is written to a variable.
    fn note_variable(&mut self, variable: VariableId, writes: &Writes) {
        if !std::mem::replace(&mut self.variables[variable.index()], true) {
            writes.variables[variable]
                .iter()
                .for_each(|value| self.note(*value));
        }
    }

    /// Notes what is stored in an array, and where if `indices`.
    fn note_array(&mut self, array: ArrayId, writes: &Writes, indices: bool) {
        if !std::mem::replace(&mut self.arrays[array.index()], true) {
            for [index, value] in &writes.arrays[array] {
                if indices {
                    self.note(*index);
                }
                self.note(*value);
            }
        }
    }
}

/// Whether a value is computed by a call that has an effect.
fn has_effect(form: &Form, value: ValueId) -> bool {
    match form.values[value].expression {
        Expression::Call(call) => form.calls[call].effect,
        _ => false,
    }
}
