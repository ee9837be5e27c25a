//! Writing to an element that a register chooses: of an array of temporaries, or of results.

use quadrille_isa::gl::Test;
use quadrille_program::{File, Instruction, Register};

use crate::form::{Binary, Expression, Root, StatementKind, Type};
use crate::raise::instruction::write::{Goal, fit};
use crate::raise::raiser::Raiser;

/// Results that an index may choose from; each takes a branch.
const MOST_RESULTS: u32 = 64;

impl Raiser<'_> {
    /// Writes an element of an array that a register chooses; outside the array nothing.
    pub(crate) fn write_element(
        &mut self,
        instruction: &Instruction,
        register: &Register,
        mask: &[u8],
        make: impl FnOnce(&mut Self, &[u8]) -> Expression,
    ) {
        let Some(array) = register.relative else { return };
        if register.file == File::Result && array.length > MOST_RESULTS {
            return self.unsaid("no target has so many results to choose from");
        }
        let value = make(self, mask);
        let value = self.sized(value, instruction);
        let ty = value.ty.with_width(mask.len() as u8);
        let own_code = self.code_value.take();
        let held = self.hold("result_value", value.splat(ty.width), instruction.precise);
        let index = self.index(register, &array);
        let number = self.hold("element", index, false);
        let condition = instruction
            .destination
            .and_then(|to| to.condition)
            .filter(|condition| condition.test != Test::Tr);
        let test = condition.map(|condition| self.held_test(&condition, mask));
        if let Some(register) = instruction.update
            && let Some(code) = self.codes[usize::from(register & 1)].value
        {
            let code = Goal {
                place: Root::Variable(code).into(),
                ty: Type::VEC4,
                kept: mask.to_vec(),
            };
            let mut goals = self.flags(register, mask, &held);
            goals.push((code, self.of_code(own_code.unwrap_or_else(|| held.clone()))));
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
            let outer = std::mem::take(&mut self.block);
            self.chosen(&goal, value, test.as_ref());
            let then = std::mem::replace(&mut self.block, outer);
            self.push(StatementKind::If {
                condition,
                then,
                otherwise: Vec::new(),
            });
        }
    }
}
