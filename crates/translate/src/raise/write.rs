//! Writing: a value under a write mask, a condition and an update of a condition code.
//!
//! A condition-code register holds the last result itself, so that a test is a comparison with zero: flags of
//! a float are nothing else.

use quadrille_isa::gl::{Condition, Test};
use quadrille_program::{Destination, File, Instruction, Register};

use super::raiser::{Raiser, Reading, Writing};
use crate::form::{Binary, Components, Expression, Place, Root, Scalar, StatementKind, Type};

/// Where a value goes.
struct Goal {
    place: Place,
    /// The type of the whole place.
    ty: Type,
    /// The components of the instruction's result that are kept.
    kept: Vec<u8>,
}

impl Raiser<'_> {
    /// Writes what `make` gives for the components that it is asked for.
    pub(crate) fn write(
        &mut self,
        instruction: &Instruction,
        make: impl FnOnce(&mut Self, &[u8]) -> Expression,
    ) {
        let Some(destination) = instruction.destination else {
            return;
        };
        let precise = instruction.precise;
        let mask: Vec<u8> = (0..4).filter(|at| destination.mask >> at & 1 != 0).collect();
        if let Some(register) = destination
            .register
            .filter(|register| register.relative.is_some())
        {
            return self.write_element(instruction, &register, &mask, make);
        }
        let goal = self.goal(&destination, &mask);
        let update = instruction
            .update
            .and_then(|number| self.conditions[usize::from(number & 1)]);
        let wanted = match (&goal, update) {
            (_, Some(_)) | (None, None) => mask,
            (Some(goal), None) => goal.kept.clone(),
        };
        if wanted.is_empty() || goal.is_none() && update.is_none() {
            return;
        }
        let value = make(self, &wanted);
        let condition = destination
            .condition
            .filter(|condition| condition.test != Test::Tr);
        let Some(code) = update else {
            if let Some(goal) = goal {
                let value = fit(value, &goal);
                self.conditional(&goal, &wanted, value, condition.as_ref(), precise);
            }
            return;
        };
        let code = Goal {
            place: Root::Variable(code).into(),
            ty: Type::VEC4,
            kept: wanted.clone(),
        };
        // The result goes to both under the condition as it was before, so the condition code comes second
        // and, where the condition reads it, both wait for the answer.
        match (goal, &condition) {
            (None, _) => {
                let value = of_code(value);
                self.conditional(&code, &wanted, fit(value, &code), condition.as_ref(), precise);
            }
            (Some(goal), None) if goal.kept == wanted && !goal.ty.is_scalar() => {
                self.conditional(&goal, &wanted, fit(value, &goal), None, precise);
                let again = of_code(Expression::read(goal.place.clone(), goal.ty).components(&wanted));
                self.conditional(&code, &wanted, again, None, false);
            }
            (Some(goal), Some(one))
                if goal.kept == wanted
                    && !goal.ty.is_scalar()
                    && self.answers(one, &wanted).narrow().ty.is_scalar() =>
            {
                let condition = self.answers(one, &wanted).narrow();
                let outer = std::mem::take(&mut self.block);
                self.assign(&goal, fit(value, &goal), precise);
                let again = of_code(Expression::read(goal.place.clone(), goal.ty).components(&wanted));
                self.assign(&code, again, false);
                let then = std::mem::replace(&mut self.block, outer);
                self.push(StatementKind::If {
                    condition,
                    then,
                    otherwise: Vec::new(),
                });
            }
            (goal, _) => {
                let ty = Type::new(value.ty.scalar, wanted.len() as u8);
                let held = self.scratch("result_value", ty);
                let whole = Goal {
                    place: Root::Variable(held).into(),
                    ty,
                    kept: (0..ty.width).collect(),
                };
                self.assign(&whole, fit(value, &whole), precise);
                let held = |at: &[u8]| Expression::read(Root::Variable(held), ty).components(at);
                let test = condition
                    .as_ref()
                    .map(|condition| self.held_test(condition, &wanted));
                for goal in goal.iter().chain(Some(&code)) {
                    let places: Vec<u8> = goal
                        .kept
                        .iter()
                        .filter_map(|at| wanted.iter().position(|other| other == at))
                        .map(|at| at as u8)
                        .collect();
                    let value = held(&places);
                    let value = if goal.ty.scalar == Scalar::Float {
                        of_code(value)
                    } else {
                        value
                    };
                    match &test {
                        None => self.assign(goal, value, false),
                        Some(test) => {
                            let old = self.old(goal);
                            let test = test.clone().components(&places);
                            self.assign(goal, Expression::select(test, value, old), false);
                        }
                    }
                }
            }
        }
    }

    /// Writes an element of an array that a register chooses; outside the array nothing.
    fn write_element(
        &mut self,
        instruction: &Instruction,
        register: &Register,
        mask: &[u8],
        make: impl FnOnce(&mut Self, &[u8]) -> Expression,
    ) {
        let (Some(array), File::Temporary) = (register.relative, register.file) else {
            return self.unsaid("no translation has results that are chosen at run time");
        };
        if instruction.update.is_some() || instruction.destination.is_some_and(|to| to.condition.is_some()) {
            return self.unsaid("no translation has conditions on elements that are chosen at run time");
        }
        let Some((mut place, ty, _)) = self.root(register) else {
            return;
        };
        let number = self.scratch("element", Type::INT);
        let own = Goal {
            place: Root::Variable(number).into(),
            ty: Type::INT,
            kept: vec![0],
        };
        let value = make(self, mask);
        let index = self.index(register, &array);
        self.assign(&own, index, false);
        let read = || Expression::read(Root::Variable(number), Type::INT);
        place.index = Some(Box::new(read()));
        let goal = Goal {
            place,
            ty,
            kept: mask.to_vec(),
        };
        let outer = std::mem::take(&mut self.block);
        self.assign(&goal, fit(value, &goal), instruction.precise);
        let then = std::mem::replace(&mut self.block, outer);
        let last = Expression::int(array.length as i32);
        let condition = Expression::binary(
            Binary::And,
            Expression::binary(Binary::GreaterOrEqual, read(), Expression::int(0)),
            Expression::binary(Binary::Less, read(), last),
        );
        self.push(StatementKind::If {
            condition,
            then,
            otherwise: Vec::new(),
        });
    }

    /// The answers of a condition, kept in a variable.
    fn held_test(&mut self, condition: &Condition, wanted: &[u8]) -> Expression {
        let answers = self.answers(condition, wanted).splat(wanted.len() as u8);
        let ty = answers.ty;
        let name = self.scratch("condition", ty);
        let goal = Goal {
            place: Root::Variable(name).into(),
            ty,
            kept: (0..ty.width).collect(),
        };
        self.assign(&goal, answers, false);
        Expression::read(Root::Variable(name), ty)
    }

    /// Writes a value where a condition holds.
    fn conditional(
        &mut self,
        goal: &Goal,
        wanted: &[u8],
        value: Expression,
        condition: Option<&Condition>,
        precise: bool,
    ) {
        let Some(condition) = condition else {
            return self.assign(goal, value, precise);
        };
        if condition.test == Test::Fl {
            return;
        }
        let kept: Vec<u8> = goal
            .kept
            .iter()
            .copied()
            .filter(|at| wanted.contains(at))
            .collect();
        let answers = self.answers(condition, &kept).narrow();
        if answers.ty.is_scalar() {
            let outer = std::mem::take(&mut self.block);
            self.assign(goal, value, precise);
            let then = std::mem::replace(&mut self.block, outer);
            self.push(StatementKind::If {
                condition: answers,
                then,
                otherwise: Vec::new(),
            });
        } else {
            let old = self.old(goal);
            self.assign(goal, Expression::select(answers, value, old), precise);
        }
    }

    /// What the kept components of a place hold now.
    fn old(&self, goal: &Goal) -> Expression {
        let whole = Expression::read(goal.place.clone(), goal.ty);
        if goal.ty.is_scalar() {
            whole
        } else {
            whole.components(&goal.kept)
        }
    }

    /// Writes the kept components of a place.
    fn assign(&mut self, goal: &Goal, value: Expression, precise: bool) {
        let components = (!goal.ty.is_scalar()).then(|| Components::new(&goal.kept));
        let components = components.filter(|components| !components.is_all(goal.ty.width));
        self.push(StatementKind::Assign {
            place: goal.place.clone(),
            components,
            value,
            precise,
        });
    }

    /// The answers of a test for the wanted components.
    pub(crate) fn answers(&mut self, condition: &Condition, wanted: &[u8]) -> Expression {
        let Some(code) = self.conditions[usize::from(condition.register & 1)] else {
            return Expression::truth(false);
        };
        let swizzled: Vec<u8> = wanted
            .iter()
            .map(|at| condition.swizzle[usize::from(*at)] & 3)
            .collect();
        let value = Expression::read(Root::Variable(code), Type::VEC4)
            .components(&swizzled)
            .narrow();
        let zero = Expression::float(0.0, value.ty.width);
        let compare = |operation| Expression::binary(operation, value.clone(), zero.clone());
        match condition.test {
            Test::Eq => compare(Binary::Equal),
            Test::Ge => compare(Binary::GreaterOrEqual),
            Test::Gt => compare(Binary::Greater),
            Test::Le => compare(Binary::LessOrEqual),
            Test::Lt => compare(Binary::Less),
            Test::Ne => compare(Binary::NotEqual),
            Test::Tr => Expression::truth(true),
            Test::Fl => Expression::truth(false),
            _ => {
                self.unsaid("no translation has this test of a condition code");
                Expression::truth(false)
            }
        }
    }

    fn goal(&self, destination: &Destination, mask: &[u8]) -> Option<Goal> {
        let register = destination.register.as_ref()?;
        let (place, ty, only) = self.root(register)?;
        let kept = match only {
            Some(component) => mask.iter().copied().filter(|at| *at == component).collect(),
            None => mask.to_vec(),
        };
        Some(Goal { place, ty, kept })
    }

    /// Where a register lies, and the one component that it keeps, if it keeps only one.
    fn root(&self, register: &Register) -> Option<(Place, Type, Option<u8>)> {
        let slot = match &register.relative {
            None => register.slot as usize,
            Some(array) => array.first as usize,
        };
        match register.file {
            File::Temporary => {
                let (variable, element) = self.temporaries[slot];
                let index = element.map(|element| Box::new(Expression::int(element as i32)));
                let ty = self.shader.variables[variable as usize].ty;
                let root = Root::Variable(variable);
                Some((Place { root, index }, ty, None))
            }
            File::Result => match self.results[slot] {
                Writing::Vector(root @ Root::Output(at)) => {
                    Some((root.into(), self.shader.outputs[at as usize].ty, None))
                }
                Writing::Scalar(root @ Root::Output(at), component) => {
                    Some((root.into(), self.shader.outputs[at as usize].ty, Some(component)))
                }
                Writing::Vector(_) | Writing::Scalar(..) | Writing::Nowhere => None,
            },
            File::Address => {
                let at = self.addresses[slot];
                let ty = self.shader.variables[at as usize].ty;
                Some((Root::Variable(at).into(), ty, ty.is_scalar().then_some(0)))
            }
            File::Attribute | File::Parameter => None,
        }
    }

    /// An address register as a whole.
    pub(crate) fn address_vector(&mut self, slot: usize) -> Expression {
        match self.fixed(File::Address, slot) {
            Reading::Whole(whole) => whole.splat(4),
            Reading::Pieces(pieces) => Expression::construct(pieces.to_vec()),
        }
    }
}

/// A value as a condition code holds it: integers by their number, whose sign and zero are the same.
fn of_code(value: Expression) -> Expression {
    // The sign of an unsigned number is its highest bit.
    let value = if value.ty.scalar == Scalar::Uint {
        value.reinterpret(Scalar::Int)
    } else {
        value
    };
    value.convert(Scalar::Float)
}

/// A value as wide as a place's kept components, and of its kind.
fn fit(value: Expression, goal: &Goal) -> Expression {
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
