//! Uniform values: functions of constants and parameters alone are computed once for a draw, before its batches.

use quadrille_base::Id;
use rustc_hash::FxHashMap;

use super::replace;
use crate::expression::{Expression, ValueId};
use crate::form::Form;
use crate::statement::{RegionId, Statement};

/// Marks uniform values and moves them to the prologue.
pub fn uniform(form: &mut Form) {
    let mut hoisting = Hoisting {
        known: FxHashMap::default(),
        by: (0..form.values.len()).map(ValueId::new).collect(),
    };
    for at in 0..form.values.len() {
        let id = ValueId::new(at);
        form.values[id].uniform = matches!(form.values[id].expression, Expression::Constant { .. });
    }
    if let Some(body) = form.body {
        hoisting.region(form, body);
    }
    replace(form, &hoisting.by);
}

struct Hoisting {
    /// Uniform expressions of the prologue.
    known: FxHashMap<Expression, ValueId>,
    /// What stands for each value.
    by: Vec<ValueId>,
}

impl Hoisting {
    /// In the order of execution, so that what a value reads has been seen.
    fn region(&mut self, form: &mut Form, region: RegionId) {
        let statements = std::mem::take(&mut form.regions[region].statements);
        let mut kept = Vec::with_capacity(statements.len());
        for statement in statements {
            match statement {
                Statement::Compute(value) if self.hoist(form, value) => {}
                Statement::If { then, otherwise, .. } => {
                    self.region(form, then);
                    self.region(form, otherwise);
                    kept.push(statement);
                }
                Statement::Block { body } | Statement::Loop { body } => {
                    self.region(form, body);
                    kept.push(statement);
                }
                Statement::Compute(_)
                | Statement::Write { .. }
                | Statement::Store { .. }
                | Statement::Export { .. }
                | Statement::Kill { .. }
                | Statement::Count { .. }
                | Statement::Break { .. }
                | Statement::Continue { .. }
                | Statement::End { .. } => kept.push(statement),
            }
        }
        form.regions[region].statements = kept;
    }

    /// Moves a value to the prologue if it is uniform.
    fn hoist(&mut self, form: &mut Form, value: ValueId) -> bool {
        let mut expression = form.values[value].expression;
        if expression.varies() {
            return false;
        }
        let mut uniform = true;
        expression.map(|operand| {
            let operand = self.by[operand.index()];
            uniform = uniform && form.values[operand].uniform;
            operand
        });
        if !uniform {
            return false;
        }
        form.values[value].uniform = true;
        match self.known.get(&expression) {
            Some(known) => self.by[value.index()] = *known,
            None => {
                self.known.insert(expression, value);
                form.prologue.push(value);
            }
        }
        true
    }
}
