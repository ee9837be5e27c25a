//! Writing: a value under a write mask, a condition and an update of a condition code.

use quadrille_isa::gl::{Condition, Test};
use quadrille_program::types::Types;
use quadrille_program::{File, Instruction, Register};

use crate::form::walk::inside_out;
use crate::form::{Binary, BuiltIn, Expression, ExpressionKind, Lookup, LookupKind, LookupLod, Root, Type};
use crate::raise::instruction::goal::{Goal, fit};
use crate::raise::lowering::Lowering;
use crate::raise::types::kind;
use crate::raise::value::computed::Computed;
use crate::refusal::Reason;

/// Results that an index may choose from; each takes a branch.
const MOST_RESULTS: u32 = 64;

impl Lowering<'_, '_> {
    /// Writes what `make` gives for the components that it is asked for.
    pub(crate) fn write<C: Into<Computed>>(
        &mut self,
        instruction: &Instruction,
        make: impl FnOnce(&mut Self, &[u8]) -> C,
    ) {
        let Some(destination) = instruction.destination else {
            return;
        };
        let precise = self.is_precise(instruction);
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
        let codes = &self.interface.registers.codes;
        let code_of = |number: u8| Some((number, codes.of(number).value?));
        let update = instruction.update.and_then(code_of);
        let wanted = match (&goal, update) {
            (_, Some(_)) | (None, None) => mask,
            (Some(goal), None) => goal.kept.clone(),
        };
        if wanted.is_empty() || goal.is_none() && update.is_none() {
            return;
        }
        let computed = make(self, &wanted).into();
        let value = self.sized(computed.value, instruction);
        let (own_code, scalar) = (computed.code, value.ty.scalar);
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
        let flags = codes.of(register).keeps_flags();
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
                self.only_if(condition, |lowering| {
                    lowering.assign(&goal, fit(value, &goal), precise);
                    let again = Expression::read(goal.place.clone(), goal.ty).components(&wanted);
                    let again = lowering.of_code(own_code.unwrap_or(again.reinterpret(scalar)));
                    lowering.assign(&code, again, false);
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
                let mut goals = self.flags(register, &wanted, &held, computed.sum.as_ref());
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

    /// Writes an element of an array that a register chooses; outside the array nothing.
    fn write_element<C: Into<Computed>>(
        &mut self,
        instruction: &Instruction,
        register: &Register,
        mask: &[u8],
        make: impl FnOnce(&mut Self, &[u8]) -> C,
    ) {
        let Some(array) = register.relative else { return };
        if register.file == File::Result && array.length > MOST_RESULTS {
            return self.unsupported(Reason::Choices("results"));
        }
        let computed = make(self, mask).into();
        let value = self.sized(computed.value, instruction);
        let ty = value.ty.with_width(mask.len() as u8);
        let precise = self.is_precise(instruction);
        let held = self.hold("result_value", value.splat(ty.width), precise);
        let index = self.index(register, &array);
        let number = self.hold("element", index, false);
        let condition = instruction
            .destination
            .and_then(|to| to.condition)
            .filter(|condition| condition.test != Test::Tr);
        let test = condition.map(|condition| self.held_test(&condition, mask));
        if let Some(register) = instruction.update
            && let Some(code) = self.interface.registers.codes.of(register).value
        {
            let code = Goal {
                place: Root::Variable(code).into(),
                ty: Type::VEC4,
                kept: mask.to_vec(),
            };
            let mut goals = self.flags(register, mask, &held, computed.sum.as_ref());
            goals.push((code, self.of_code(computed.code.unwrap_or_else(|| held.clone()))));
            for (goal, value) in goals {
                self.chosen(&goal, value, test.as_ref());
            }
        }
        // Where one place holds the array, an index finds the element; results have places of their own.
        let fixed = |slot: u32| Register::fixed(register.file, slot);
        let mut places = vec![(None, *register)];
        if register.file == File::Result {
            let slots = array.first..array.first + array.length;
            places = slots
                .enumerate()
                .map(|(at, slot)| (Some(at as i32), fixed(slot)))
                .collect();
        }
        for (only, register) in places {
            let Some((mut place, ty, component)) = self.root(&register) else {
                continue;
            };
            let condition = match only {
                Some(only) => Expression::binary(Binary::Equal, number.clone(), Expression::int(only)),
                None => {
                    place.index = Some(Box::new(number.clone()));
                    let last = Expression::int(array.length as i32);
                    Expression::binary(
                        Binary::And,
                        Expression::binary(Binary::GreaterOrEqual, number.clone(), Expression::int(0)),
                        Expression::binary(Binary::Less, number.clone(), last),
                    )
                }
            };
            let keeps = |at: &u8| component.is_none_or(|component| component == *at);
            let kept: Vec<u8> = mask.iter().copied().filter(keeps).collect();
            if kept.is_empty() {
                continue;
            }
            let places: Vec<u8> = (0..mask.len() as u8)
                .filter(|at| keeps(&mask[usize::from(*at)]))
                .collect();
            let goal = Goal { place, ty, kept };
            let value = held.clone().components(&places);
            let value = fit(value, &goal);
            let test = test.as_ref().map(|test| test.clone().components(&places));
            self.only_if(condition, |lowering| {
                lowering.chosen(&goal, value, test.as_ref());
            });
        }
    }

    /// A result in the size of its register's numbers.
    pub(crate) fn sized(&self, value: Expression, instruction: &Instruction) -> Expression {
        let size = value.ty.scalar.is_long();
        let long = match instruction.destination.and_then(|to| to.register) {
            Some(register) => self.interface.kinds.is_long(self.program(), &register),
            None => size,
        };
        if long == size {
            return value;
        }
        // Packed words too are numbers of the instruction's type here.
        let own = kind(Types::of(self.program(), instruction).result);
        value.reinterpret(own.sized(size)).convert(own.sized(long))
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
            self.only_if(answers, |lowering| lowering.assign(goal, value, precise));
        } else {
            let old = self.old(goal);
            self.assign(goal, Expression::select(answers, value, old), precise);
        }
    }

    /// A value that asks neighbours is found before some of them go another way (GLSL 4.50, 8.9: implicit derivatives are
    /// undefined in flow that is not uniform).
    fn before_parting(&mut self, mut value: Expression, precise: bool) -> Expression {
        match self.is_fragment() && asks_neighbours(&mut value) {
            true => self.hold("result_value", value, precise),
            false => value,
        }
    }
}

/// Whether a value depends on what neighbours compute.
fn asks_neighbours(value: &mut Expression) -> bool {
    let mut asks = false;
    inside_out(value, &mut |part| {
        asks |= match &part.kind {
            ExpressionKind::BuiltIn(BuiltIn::Derivative(_, _), _) => true,
            ExpressionKind::Lookup(lookup) => finds_level(lookup),
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
        LookupKind::Fetch
        | LookupKind::Gather(_)
        | LookupKind::Size
        | LookupKind::Levels
        | LookupKind::Samples => false,
    }
}
