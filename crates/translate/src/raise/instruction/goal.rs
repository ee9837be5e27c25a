//! The destinations of values: l-values of the shader, and the components that they keep.

use quadrille_program::{Destination, File, Register};

use crate::form::{Components, Expression, Lvalue, Root, StatementKind, Type};
use crate::raise::interface::reading::Writing;
use crate::raise::lowering::Lowering;

/// The destination of a value.
pub(crate) struct Goal {
    pub(crate) place: Lvalue,
    /// The type of the whole place.
    pub(crate) ty: Type,
    /// The components of the instruction's result that are kept.
    pub(crate) kept: Vec<u8>,
}

impl Lowering<'_, '_> {
    pub(crate) fn goal(&self, destination: &Destination, mask: &[u8]) -> Option<Goal> {
        let register = destination.register.as_ref()?;
        let (place, ty, only) = self.root(register)?;
        let kept = match only {
            Some(component) => mask.iter().copied().filter(|at| *at == component).collect(),
            None => mask.to_vec(),
        };
        Some(Goal { place, ty, kept })
    }

    /// The l-value of a register, its type, and the one component that it keeps, if it keeps only one.
    pub(crate) fn root(&self, register: &Register) -> Option<(Lvalue, Type, Option<u8>)> {
        let slot = match &register.relative {
            None => register.slot as usize,
            Some(array) => array.first as usize,
        };
        match register.file {
            File::Temporary => {
                let (variable, element) = self.interface.registers.temporaries[slot];
                let index = element.map(|element| Box::new(Expression::int(element as i32)));
                let ty = self.draft.type_of(variable);
                let root = Root::Variable(variable);
                Some((Lvalue { root, index }, ty, None))
            }
            File::Result => {
                let (root, only) = match self.interface.results.slots[slot] {
                    Writing::Vector(root) => (root, None),
                    Writing::Scalar(root, component) => (root, Some(component)),
                    Writing::Nowhere => return None,
                };
                let ty = match root {
                    Root::Output(at) => self.draft.shader.outputs[at as usize].ty,
                    Root::Variable(at) => self.draft.type_of(at),
                    Root::Input(_)
                    | Root::Parameter(_)
                    | Root::Buffer(_)
                    | Root::Storage(_)
                    | Root::Shared
                    | Root::Address(_)
                    | Root::Constant(_)
                    | Root::Argument(_)
                    | Root::Local(_) => return None,
                };
                let mut place = Lvalue::from(root);
                if let Root::Output(at) = root
                    && self.draft.shader.outputs[at as usize].vertices.is_some()
                {
                    place.index = self.interface.results.invocation.clone().map(Box::new);
                }
                Some((place, ty, only))
            }
            File::Address => {
                let at = self.interface.registers.addresses[slot];
                let ty = self.draft.type_of(at);
                Some((Root::Variable(at).into(), ty, ty.is_scalar().then_some(0)))
            }
            File::Attribute | File::Parameter => None,
        }
    }

    /// The present value of the kept components of a place.
    pub(crate) fn old(&self, goal: &Goal) -> Expression {
        let whole = Expression::read(goal.place.clone(), goal.ty);
        if goal.ty.is_scalar() {
            whole
        } else {
            whole.components(&goal.kept)
        }
    }

    /// Writes the kept components of a place.
    pub(crate) fn assign(&mut self, goal: &Goal, value: Expression, precise: bool) {
        let components = (!goal.ty.is_scalar()).then(|| Components::new(&goal.kept));
        let components = components.filter(|components| !components.is_all(goal.ty.width));
        self.push(StatementKind::Assign {
            place: goal.place.clone(),
            components,
            value,
            precise,
        });
    }

    /// Writes a value in the components whose answers are true.
    pub(crate) fn chosen(&mut self, goal: &Goal, value: Expression, test: Option<&Expression>) {
        let value = match test {
            None => value,
            Some(test) => Expression::select(test.clone(), value, self.old(goal)),
        };
        self.assign(goal, value, false);
    }
}

/// A value as wide as a place's kept components, and of its kind.
pub(crate) fn fit(value: Expression, goal: &Goal) -> Expression {
    let width = if goal.ty.is_scalar() {
        1
    } else {
        goal.kept.len() as u8
    };
    let value = value.splat(width);
    if value.ty.scalar == goal.ty.scalar {
        value
    } else {
        value.reinterpret(goal.ty.scalar)
    }
}
