//! Canonical NaN where bits are seen.
//!
//! A float operation gives any NaN. Its result is made canonical right behind it if its bits may come to where they are
//! seen: a result, memory, another thread, an integer operation, a conversion, the total order. What only moves bits on
//! the way is followed, a NaN that came in as data keeps its bits, and canonicalisation that nobody sees goes.

use quadrille_base::Id;

use super::{Reached, Writes, replace};
use crate::expression::{Expression, Type, Value, ValueId};
use crate::form::Form;
use crate::number::Number;
use crate::op::FloatCompare;
use crate::statement::Statement;

/// Makes NaN canonical where bits are seen, and only there.
pub fn canonical(form: &mut Form) {
    let seen = seen(form);
    let count = form.values.len();
    let mut by: Vec<ValueId> = (0..count).map(ValueId::new).collect();
    for at in form.regions.ids() {
        let statements = std::mem::take(&mut form.regions[at].statements);
        let mut with = Vec::with_capacity(statements.len());
        for statement in statements {
            with.push(statement);
            let Statement::Compute(a) = statement else {
                continue;
            };
            match produces(&form.values[a].expression) {
                Some(number) if seen[a.index()] => {
                    let made = form.values.push(Value {
                        expression: Expression::Canonical { number, a },
                        kind: Type::of(number),
                        uniform: false,
                    });
                    by[a.index()] = made;
                    with.push(Statement::Compute(made));
                }
                _ => {}
            }
        }
        form.regions[at].statements = with;
    }
    for at in 0..count {
        let mut value = ValueId::new(at);
        while let Expression::Canonical { a, .. } = form.values[value].expression
            && value.index() < count
            && !seen[value.index()]
        {
            value = a;
        }
        if value.index() != at {
            by[at] = by[value.index()];
        }
    }
    replace(form, &by);
    // Those that were made keep the operand that was there.
    for (at, by) in by.into_iter().enumerate() {
        if by.index() >= count
            && let Expression::Canonical { number, .. } = form.values[by].expression
            && produces(&form.values[ValueId::new(at)].expression).is_some()
        {
            let a = ValueId::new(at);
            form.values[by].expression = Expression::Canonical { number, a };
        }
    }
}

/// The numbers of an operation that may give a NaN of its own.
fn produces(expression: &Expression) -> Option<Number> {
    let number = match *expression {
        Expression::FloatUnary { number, op, .. } => {
            let moves = op.moves() && !matches!(number, Number::Half | Number::Fixed);
            (!moves).then_some(number)?
        }
        Expression::FloatBinary { number, .. } | Expression::Narrow { number, .. } => number,
        _ => return None,
    };
    number.nan().map(|_| number)
}

/// The values whose bits are seen.
fn seen(form: &Form) -> Vec<bool> {
    let writes = Writes::of(form);
    let mut seen = Reached::none(form);
    for statement in form.regions.iter().flat_map(|region| &region.statements) {
        match *statement {
            Statement::Compute(value) => see(form, value, &mut seen),
            Statement::Export { value, .. } => seen.note(value),
            Statement::Store { index, .. } => seen.note(index),
            Statement::Write { .. }
            | Statement::Kill { .. }
            | Statement::Count { .. }
            | Statement::If { .. }
            | Statement::Block { .. }
            | Statement::Loop { .. }
            | Statement::Break { .. }
            | Statement::Continue { .. }
            | Statement::End { .. } => {}
        }
    }
    while let Some(value) = seen.open.pop() {
        match form.values[value].expression {
            Expression::Variable { variable, .. } => seen.note_variable(variable, &writes),
            Expression::Element { array, .. } => seen.note_array(array, &writes, false),
            Expression::Select {
                mask,
                when,
                otherwise,
            } => {
                if !excludes_nan(form, mask, when) {
                    seen.note(when);
                }
                seen.note(otherwise);
            }
            expression @ (Expression::FloatUnary { .. }
            | Expression::Neighbour { .. }
            | Expression::Join { .. }
            | Expression::Low { .. }
            | Expression::High { .. })
                if produces(&expression).is_none() =>
            {
                expression.visit(|operand| seen.note(operand));
            }
            _ => {}
        }
    }
    seen.values
}

/// Whether a truth holds only where a value, which it compares, is a number.
fn excludes_nan(form: &Form, mask: ValueId, value: ValueId) -> bool {
    match form.values[mask].expression {
        Expression::FloatCompare { op, a, b, .. } => {
            op != FloatCompare::LessInTotalOrder && (a == value || b == value)
        }
        _ => false,
    }
}

/// Notes the operands whose bits an expression sees, whoever reads it.
fn see(form: &Form, value: ValueId, seen: &mut Reached) {
    let expression = form.values[value].expression;
    let sees = match expression {
        Expression::FloatCompare { op, .. } => op == FloatCompare::LessInTotalOrder,
        Expression::ParameterAt { .. }
        | Expression::AttributeAt { .. }
        | Expression::VertexAttributeAt { .. }
        | Expression::Element { .. }
        | Expression::IntUnary { .. }
        | Expression::IntBinary { .. }
        | Expression::IntCompare { .. }
        | Expression::Extract { .. }
        | Expression::Insert { .. }
        | Expression::Convert { .. }
        | Expression::Pack { .. }
        | Expression::Unpack { .. }
        | Expression::Call(_) => true,
        Expression::Constant { .. }
        | Expression::Parameter { .. }
        | Expression::Attribute { .. }
        | Expression::Result { .. }
        | Expression::Variable { .. }
        | Expression::Active { .. }
        | Expression::FloatUnary { .. }
        | Expression::FloatBinary { .. }
        | Expression::IsNan { .. }
        | Expression::ToSigned { .. }
        | Expression::Canonical { .. }
        | Expression::Narrow { .. }
        | Expression::And { .. }
        | Expression::Or { .. }
        | Expression::Not { .. }
        | Expression::Select { .. }
        | Expression::Join { .. }
        | Expression::Low { .. }
        | Expression::High { .. }
        | Expression::Neighbour { .. }
        | Expression::Component { .. } => false,
    };
    if sees {
        form.operands(&expression, |operand| seen.note(operand));
    }
}
