//! Subroutine parameters: which of its functions an indirect call goes to.
//!
//! No shading language but GLSL 4.00 has subroutines that are chosen from outside, and its numbers are the
//! compiler's. So a parameter is an integer, and the call compares it with the number that SUBROUTINENUM gives each
//! function: the engine sets what it gave `glProgramSubroutineParametersuivNV`. A number that no function has calls
//! nothing.

use quadrille_isa::gl::{Binding, Family};
use quadrille_program::{Access, Flow, Instruction, Subroutine};

use crate::form::{Binary, Block, Expression, Place, Root, Scalar, StatementKind, SubroutineParameter, Type};
use crate::raise::flow::Around;
use crate::raise::raiser::Raiser;

/// Parameters that an index may choose from; each takes a comparison.
const MOST_PARAMETERS: u32 = 256;

impl Raiser<'_> {
    /// Declares the subroutine parameters that indirect calls read.
    pub(crate) fn subroutine_parameters(&mut self) {
        let program = self.program;
        let mut numbers = std::collections::BTreeSet::new();
        for (id, instruction) in program.instructions().iter_enumerated() {
            let Some(called) = called(instruction) else {
                continue;
            };
            let count = called.index.as_ref().map_or(1, |index| index.length);
            if count > MOST_PARAMETERS {
                self.origin = Some(id);
                self.unsaid("no translation has so many subroutine parameters to choose from");
                self.origin = None;
            }
            numbers.extend(called.parameter..called.parameter + count.min(MOST_PARAMETERS));
        }
        let subroutines = program.subroutines();
        for number in numbers {
            let mut declared = subroutines.parameters.iter();
            let Some(of) = declared.find(|parameter| parameter.number == number) else {
                continue;
            };
            let Some(of) = subroutines.types.get(of.of as usize) else {
                continue;
            };
            let functions = subroutines.functions.iter();
            let functions = functions.filter(|function| of.functions.contains(&function.number));
            let name = format!("u_{}_subroutine{number}", self.stage_word());
            let parameter = self.parameter_named(&name, Type::INT, None);
            let binding = Binding::new(Family::ProgramSubroutine, [number, 0, 0, 0]);
            self.shader.parameters[parameter].elements = vec![Some(binding)];
            self.bound.insert(binding, (parameter as u32, None));
            self.shader.subroutines.push(SubroutineParameter {
                parameter: parameter as u32,
                of: of.name.clone(),
                functions: functions
                    .map(|function| (function.name.clone(), function.number))
                    .collect(),
            });
        }
    }

    /// Calls the function that a subroutine parameter holds.
    pub(crate) fn call_indirect(&mut self, flow: &Flow, around: &mut Around) {
        let Some(called) = &flow.subroutine else { return };
        let number = self.chosen_subroutine(called);
        // A function may change what chose it, so that a number found at run time is kept for the comparisons.
        let number = match called.index {
            None => number,
            Some(_) => {
                let variable = Root::Variable(self.variable("subroutine", Type::INT));
                self.push(StatementKind::Assign {
                    place: variable.into(),
                    components: None,
                    value: number,
                    precise: false,
                });
                Expression::read(variable, Type::INT)
            }
        };
        for (own, target) in called.targets.iter() {
            let condition = Expression::binary(
                Binary::Equal,
                number.clone(),
                Expression::bits(Scalar::Int, *own, 1),
            );
            let outer = std::mem::take(&mut self.block);
            self.call(*target, around);
            let then = std::mem::replace(&mut self.block, outer);
            if !then.is_empty() {
                self.push(StatementKind::If {
                    condition,
                    then,
                    otherwise: Block::new(),
                });
            }
        }
    }

    /// The number that a subroutine variable holds; of an array outside its bounds the largest, which is no
    /// function's.
    fn chosen_subroutine(&mut self, called: &Subroutine) -> Expression {
        let parameter = |raiser: &Self, number: u32| {
            let binding = Binding::new(Family::ProgramSubroutine, [number, 0, 0, 0]);
            let place = raiser.bound.get(&binding).map(|(parameter, _)| *parameter);
            place.map_or(Expression::int(0), |parameter| {
                Expression::read(Place::from(Root::Parameter(parameter)), Type::INT)
            })
        };
        let Some(index) = &called.index else {
            return parameter(self, called.parameter);
        };
        let element = self.operand_as(&index.operand, &[0], Scalar::Int);
        let element = match index.offset {
            0 => element,
            offset => Expression::binary(Binary::Add, element, Expression::int(offset)),
        };
        (0..index.length.min(MOST_PARAMETERS))
            .rev()
            .fold(Expression::int(i32::MAX), |rest, at| {
                let this = Expression::binary(Binary::Equal, element.clone(), Expression::int(at as i32));
                Expression::select(this, parameter(self, called.parameter + at), rest)
            })
    }
}

/// What an indirect call calls.
fn called(instruction: &Instruction) -> Option<&Subroutine> {
    match &instruction.access {
        Access::Flow(flow) => flow.subroutine.as_deref(),
        _ => None,
    }
}
