//! Dead code: values that nothing reads are not computed, and variables and arrays that nothing reads not written.

use quadrille_base::Id;

use super::{Reached, Writes, has_effect};
use crate::expression::Expression;
use crate::form::Form;
use crate::statement::Statement;

/// Removes what is computed for nothing.
pub fn dead(form: &mut Form) {
    let writes = Writes::of(form);
    let mut live = Reached::none(form);
    for statement in form.regions.iter().flat_map(|region| &region.statements) {
        match statement {
            Statement::Compute(value) if has_effect(form, *value) => live.note(*value),
            Statement::Export { value, .. } => live.note(*value),
            Statement::Kill { mask } => live.note(*mask),
            Statement::If { condition, .. } => live.note(*condition),
            Statement::Compute(_)
            | Statement::Write { .. }
            | Statement::Store { .. }
            | Statement::Count { .. }
            | Statement::Block { .. }
            | Statement::Loop { .. }
            | Statement::Break { .. }
            | Statement::Continue { .. }
            | Statement::End { .. } => {}
        }
    }
    while let Some(value) = live.open.pop() {
        let expression = form.values[value].expression;
        form.operands(&expression, |operand| live.note(operand));
        match expression {
            Expression::Variable { variable, .. } => live.note_variable(variable, &writes),
            Expression::Element { array, .. } => live.note_array(array, &writes, true),
            _ => {}
        }
    }
    for at in form.regions.ids() {
        form.regions[at].statements.retain(|statement| match statement {
            Statement::Compute(value) => live.values[value.index()],
            Statement::Write { variable, .. } => live.variables[variable.index()],
            Statement::Store { array, .. } => live.arrays[array.index()],
            Statement::Export { .. }
            | Statement::Kill { .. }
            | Statement::Count { .. }
            | Statement::If { .. }
            | Statement::Block { .. }
            | Statement::Loop { .. }
            | Statement::Break { .. }
            | Statement::Continue { .. }
            | Statement::End { .. } => true,
        });
    }
    form.prologue.retain(|value| live.values[value.index()]);
}
