//! Writing: a value under a write mask, a condition and an update of a condition code.

use quadrille_isa::gl::{Condition, Stage, Test};
use quadrille_program::types::Types;
use quadrille_program::{Destination, File, Instruction, Register};

use crate::form::walk::inside_out;
use crate::form::{
    BuiltIn, Components, Expression, Kind, Lookup, LookupKind, LookupLod, Place, Root, StatementKind, Type,
};
use crate::raise::raiser::{Raiser, Reading, Writing};
use crate::raise::types::kind;

/// Where a value goes.
pub(crate) struct Goal {
    pub(crate) place: Place,
    /// The type of the whole place.
    pub(crate) ty: Type,
    /// The components of the instruction's result that are kept.
    pub(crate) kept: Vec<u8>,
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
        // A mask may leave nothing of a result, as `.x` of a depth that is read from z.
        let goal = self
            .goal(&destination, &mask)
            .filter(|goal| !goal.kept.is_empty());
        let code_of = |number: u8| Some((number, self.codes[usize::from(number & 1)].value?));
        let update = instruction.update.and_then(code_of);
        let wanted = match (&goal, update) {
            (_, Some(_)) | (None, None) => mask,
            (Some(goal), None) => goal.kept.clone(),
        };
        if wanted.is_empty() || goal.is_none() && update.is_none() {
            return;
        }
        let value = make(self, &wanted);
        let value = self.sized(value, instruction);
        let (own_code, scalar) = (self.code_value.take(), value.ty.scalar);
        let condition = destination
            .condition
            .filter(|condition| condition.test != Test::Tr);
        let Some((register, code)) = update else {
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
        let flags = self.keeps_flags(register);
        match (goal, &condition) {
            (None, _) if !flags => {
                let value = self.of_code(own_code.unwrap_or(value));
                self.conditional(&code, &wanted, fit(value, &code), condition.as_ref(), precise);
            }
            (Some(goal), None) if !flags && goal.kept == wanted && !goal.ty.is_scalar() => {
                self.conditional(&goal, &wanted, fit(value, &goal), None, precise);
                let again = Expression::read(goal.place.clone(), goal.ty).components(&wanted);
                let again = self.of_code(own_code.unwrap_or(again.reinterpret(scalar)));
                self.conditional(&code, &wanted, again, None, false);
            }
            (Some(goal), Some(one))
                if !flags
                    && goal.kept == wanted
                    && !goal.ty.is_scalar()
                    && self.answers(one, &wanted).narrow().ty.is_scalar() =>
            {
                let condition = self.answers(one, &wanted).narrow();
                let value = self.before_parting(value, precise);
                let outer = std::mem::take(&mut self.block);
                self.assign(&goal, fit(value, &goal), precise);
                let again = Expression::read(goal.place.clone(), goal.ty).components(&wanted);
                let again = self.of_code(own_code.unwrap_or(again.reinterpret(scalar)));
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
                let held = Expression::read(Root::Variable(held), ty);
                let test = condition
                    .as_ref()
                    .map(|condition| self.held_test(condition, &wanted));
                // The register comes last: the flags may read what it held.
                let mut goals = self.flags(register, &wanted, &held);
                goals.push((code, self.of_code(own_code.unwrap_or_else(|| held.clone()))));
                goals.extend(goal.map(|goal| (goal, held)));
                for (goal, value) in goals {
                    let places: Vec<u8> = goal
                        .kept
                        .iter()
                        .filter_map(|at| wanted.iter().position(|other| other == at))
                        .map(|at| at as u8)
                        .collect();
                    let value = fit(value.components(&places), &goal);
                    let test = test.as_ref().map(|test| test.clone().components(&places));
                    self.chosen(&goal, value, test.as_ref());
                }
            }
        }
    }

    /// A result in the size of its register's numbers.
    pub(crate) fn sized(&self, value: Expression, instruction: &Instruction) -> Expression {
        let size = value.ty.scalar.is_long();
        let long = match instruction.destination.and_then(|to| to.register) {
            Some(register) => self.kinds.is_long(self.program, &register),
            None => size,
        };
        if long == size {
            return value;
        }
        // Packed words too are numbers of the instruction's type here.
        let own = kind(Types::of(self.program, instruction).result);
        value.reinterpret(own.sized(size)).convert(own.sized(long))
    }

    /// Writes a value in the components whose answers are true.
    pub(crate) fn chosen(&mut self, goal: &Goal, value: Expression, test: Option<&Expression>) {
        let value = match test {
            None => value,
            Some(test) => Expression::select(test.clone(), value, self.old(goal)),
        };
        self.assign(goal, value, false);
    }

    /// A value kept in a variable.
    pub(crate) fn hold(&mut self, name: &'static str, value: Expression, precise: bool) -> Expression {
        let ty = value.ty;
        let root = Root::Variable(self.scratch(name, ty));
        let goal = Goal {
            place: root.into(),
            ty,
            kept: (0..ty.width).collect(),
        };
        self.assign(&goal, value, precise);
        Expression::read(root, ty)
    }

    /// A value kept in a variable, unless it is in one, or a constant.
    pub(crate) fn at_hand(&mut self, name: &'static str, value: Expression) -> Expression {
        match value.is_at_hand() {
            true => value,
            false => self.hold(name, value, false),
        }
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
            let value = self.before_parting(value, precise);
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

    /// A value that asks neighbours is found before some of them go another way (GLSL 4.50, 8.9: implicit derivatives are
    /// undefined in flow that is not uniform).
    fn before_parting(&mut self, mut value: Expression, precise: bool) -> Expression {
        match self.shader.stage == Stage::Fragment && asks_neighbours(&mut value) {
            true => self.hold("result_value", value, precise),
            false => value,
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
    pub(crate) fn root(&self, register: &Register) -> Option<(Place, Type, Option<u8>)> {
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
            File::Result => {
                let (root, only) = match self.results[slot] {
                    Writing::Vector(root) => (root, None),
                    Writing::Scalar(root, component) => (root, Some(component)),
                    Writing::Nowhere => return None,
                };
                let ty = match root {
                    Root::Output(at) => self.shader.outputs[at as usize].ty,
                    Root::Variable(at) => self.shader.variables[at as usize].ty,
                    _ => return None,
                };
                Some((root.into(), ty, only))
            }
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

/// Whether a value depends on what neighbours compute.
fn asks_neighbours(value: &mut Expression) -> bool {
    let mut asks = false;
    inside_out(value, &mut |part| {
        asks |= match &part.kind {
            Kind::BuiltIn(BuiltIn::DerivativeX | BuiltIn::DerivativeY, _) => true,
            Kind::Lookup(lookup) => finds_level(lookup),
            _ => false,
        }
    });
    asks
}

/// Whether a lookup finds its level of detail by the coordinates of its neighbours.
const fn finds_level(lookup: &Lookup) -> bool {
    match lookup.kind {
        LookupKind::Sample => matches!(lookup.lod, LookupLod::Implicit | LookupLod::Bias(_)),
        LookupKind::Level => true,
        _ => false,
    }
}
