//! The verifier: what holds of every form, looked at after each pass in debug builds and tests.

use quadrille_base::Id;

use crate::expression::{Expression, Type, ValueId};
use crate::form::Form;
use crate::number::Number;
use crate::statement::{RegionId, Statement};

/// What no form has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Invalid {
    /// A value is read where it is not computed yet, or in another region.
    #[error("value {0:?} is read before it is computed")]
    Order(ValueId),
    /// A value is computed twice.
    #[error("value {0:?} is computed twice")]
    Twice(ValueId),
    /// A value has not the type that its place demands.
    #[error("value {0:?} has another type")]
    Type(ValueId),
    /// A number is of another kind than its operation.
    #[error("value {0:?} computes with other numbers")]
    Numbers(ValueId),
    /// A value that stands in the prologue is not uniform.
    #[error("value {0:?} is not uniform")]
    Uniform(ValueId),
    /// A region is entered twice, or not there.
    #[error("region {0:?} is no part of the tree")]
    Region(RegionId),
    /// A statement leaves no block or loop, or others follow it.
    #[error("region {0:?} has a break that leaves nothing, or statements behind one")]
    Break(RegionId),
    /// A variable, array or call is not there.
    #[error("region {0:?} names what is not there")]
    Missing(RegionId),
}

/// Looks whether a form is well made.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn verify(form: &Form) -> Result<(), Invalid> {
    let mut verifier = Verifier {
        form,
        computed: vec![false; form.values.len()],
        available: vec![false; form.values.len()],
        entered: vec![false; form.regions.len()],
        around: Vec::new(),
        levels: Vec::new(),
    };
    for value in &form.prologue {
        verifier.compute(*value, RegionId::new(0))?;
        if !form.values[*value].uniform {
            return Err(Invalid::Uniform(*value));
        }
    }
    form.body.map_or(Ok(()), |body| verifier.region(body))
}

struct Verifier<'f> {
    form: &'f Form,
    computed: Vec<bool>,
    /// Values that may be read here.
    available: Vec<bool>,
    entered: Vec<bool>,
    /// Regions that are open.
    around: Vec<RegionId>,
    /// Blocks and loops around, true of loops.
    levels: Vec<bool>,
}

impl Verifier<'_> {
    fn region(&mut self, region: RegionId) -> Result<(), Invalid> {
        let wrong = Invalid::Region(region);
        let statements = &self.form.regions.get(region).ok_or(wrong)?.statements;
        if std::mem::replace(&mut self.entered[region.index()], true) {
            return Err(wrong);
        }
        self.around.push(region);
        let mut here = Vec::new();
        for (at, statement) in statements.iter().enumerate() {
            self.statement(region, statement, &mut here)?;
            let leaves = matches!(statement, Statement::Break { .. } | Statement::Continue { .. });
            if leaves && at + 1 < statements.len() {
                return Err(Invalid::Break(region));
            }
        }
        for value in here {
            self.available[ValueId::index(value)] = false;
        }
        self.around.pop();
        Ok(())
    }

    fn statement(
        &mut self,
        region: RegionId,
        statement: &Statement,
        here: &mut Vec<ValueId>,
    ) -> Result<(), Invalid> {
        let missing = Invalid::Missing(region);
        match *statement {
            Statement::Compute(value) => {
                self.compute(value, region)?;
                here.push(value);
            }
            Statement::Write { variable, value } => {
                let kind = *self.form.variables.get(variable).ok_or(missing)?;
                self.read(value, kind)?;
            }
            Statement::Store {
                array,
                index,
                value,
                component: _,
            } => {
                let kind = self.form.arrays.get(array).ok_or(missing)?.kind;
                self.read(value, kind)?;
                self.read(index, Type::Word)?;
            }
            Statement::Export { value, .. } => self.read(value, Type::Word)?,
            Statement::Kill { mask } => self.read(mask, Type::Bool)?,
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                self.read(condition, Type::Bool)?;
                self.region(then)?;
                self.region(otherwise)?;
            }
            Statement::Block { body } | Statement::Loop { body } => {
                self.levels.push(matches!(statement, Statement::Loop { .. }));
                self.region(body)?;
                self.levels.pop();
            }
            Statement::Break { depth } | Statement::Continue { depth } => {
                let level = self.levels.iter().rev().nth(depth as usize);
                let continues = matches!(statement, Statement::Continue { .. });
                if level.is_none_or(|is_loop| continues && !is_loop) {
                    return Err(Invalid::Break(region));
                }
            }
            Statement::Count { .. } | Statement::End { .. } => {}
        }
        Ok(())
    }

    fn compute(&mut self, value: ValueId, region: RegionId) -> Result<(), Invalid> {
        let known = *self.form.values.get(value).ok_or(Invalid::Missing(region))?;
        if std::mem::replace(&mut self.computed[value.index()], true) {
            return Err(Invalid::Twice(value));
        }
        let expression = known.expression;
        let mut kinds = Vec::new();
        operand_kinds(&expression, &mut kinds);
        let mut found = Ok(());
        let mut operands = Vec::new();
        self.form.operands(&expression, |operand| operands.push(operand));
        for (at, operand) in operands.into_iter().enumerate() {
            let kind = kinds.get(at).copied().flatten();
            let read = match kind {
                Some(kind) => self.read(operand, kind),
                None => self.there(operand),
            };
            found = found.and(read);
        }
        found?;
        let kind = match expression {
            Expression::Variable { variable, .. } => *self
                .form
                .variables
                .get(variable)
                .ok_or(Invalid::Missing(region))?,
            Expression::Element { array, .. } => {
                self.form.arrays.get(array).ok_or(Invalid::Missing(region))?.kind
            }
            Expression::Component { of, .. } => {
                if self.form.values[of].kind != Type::Vector {
                    return Err(Invalid::Type(of));
                }
                known.kind
            }
            Expression::Select { when, otherwise, .. } => {
                self.read(otherwise, self.form.values[when].kind)?;
                self.form.values[when].kind
            }
            Expression::Active { region: of, .. } => {
                if !self.around.contains(&of) {
                    return Err(Invalid::Region(of));
                }
                Type::Bool
            }
            expression => expression.kind(|operand| self.form.values[operand].kind),
        };
        if kind != known.kind {
            return Err(Invalid::Type(value));
        }
        if numbers(&expression).is_some_and(|(number, float)| number.is_float() != float) {
            return Err(Invalid::Numbers(value));
        }
        self.available[value.index()] = true;
        Ok(())
    }

    fn read(&self, value: ValueId, kind: Type) -> Result<(), Invalid> {
        self.there(value)?;
        if self.form.values[value].kind == kind {
            Ok(())
        } else {
            Err(Invalid::Type(value))
        }
    }

    fn there(&self, value: ValueId) -> Result<(), Invalid> {
        let constant = |value: ValueId| {
            let known = self.form.values.get(value);
            known.is_some_and(|known| matches!(known.expression, Expression::Constant { .. }))
        };
        if constant(value) || self.available.get(value.index()).copied().unwrap_or(false) {
            Ok(())
        } else {
            Err(Invalid::Order(value))
        }
    }
}

/// The numbers of an expression and whether they must be floats.
fn numbers(expression: &Expression) -> Option<(Number, bool)> {
    match *expression {
        Expression::FloatUnary { number, .. }
        | Expression::FloatBinary { number, .. }
        | Expression::IsNan { number, .. }
        | Expression::FloatCompare { number, .. }
        | Expression::ToSigned { number, .. }
        | Expression::Canonical { number, .. }
        | Expression::Narrow { number, .. } => Some((number, true)),
        Expression::IntUnary { number, .. }
        | Expression::IntBinary { number, .. }
        | Expression::IntCompare { number, .. }
        | Expression::Extract { number, .. }
        | Expression::Insert { number, .. } => Some((number, false)),
        _ => None,
    }
}

/// The types of the operands of an expression, where one is demanded.
fn operand_kinds(expression: &Expression, kinds: &mut Vec<Option<Type>>) {
    if let Some((number, _)) = numbers(expression) {
        kinds.resize(4, Some(Type::of(number)));
        return;
    }
    let of = |kind| Some(kind);
    match expression {
        Expression::And { .. } | Expression::Or { .. } | Expression::Not { .. } => {
            kinds.resize(2, of(Type::Bool));
        }
        Expression::Select { .. } => kinds.push(of(Type::Bool)),
        Expression::Low { .. } | Expression::High { .. } => kinds.push(of(Type::Long)),
        Expression::ParameterAt { .. }
        | Expression::AttributeAt { .. }
        | Expression::VertexAttributeAt { .. }
        | Expression::Element { .. }
        | Expression::Join { .. }
        | Expression::Unpack { .. }
        | Expression::Pack { .. } => kinds.resize(4, of(Type::Word)),
        _ => {}
    }
}
