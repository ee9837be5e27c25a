//! `c[n]`: where parameters, state and constants lie.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_isa::gl::{Binding, Family};

use crate::arb::code::{Code, Instruction, Op, Place, Source, Target};
use crate::arb::refusal::{Numbered, Reason, Refusal};
use crate::form::{Parameter, Type};

/// Registers of a program (NV_vertex_program 2.14.1.2).
const MOST: u32 = 96;

/// The registers of a program: what each holds.
#[derive(Default)]
pub(super) struct Registers {
    /// By number.
    contents: BTreeMap<u32, RegisterContent>,
    /// The first register of each array.
    arrays: Vec<u32>,
    /// Of each vector of constants.
    constants: Vec<u32>,
    numbers: BTreeMap<Binding, u32>,
}

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum RegisterContent {
    Binding(Binding),
    Numbers([f32; 4]),
}

impl Registers {
    /// Registers for arrays, whose elements lie in a row, and for environment parameters, which have their places; the
    /// code's numbers of elements become those of registers.
    pub(super) fn of_arrays(code: &mut Code) -> Result<Registers, Refusal> {
        let mut registers = Registers::default();
        let operands = code.instructions.iter().flat_map(|one| &one.operands);
        let places = operands
            .map(|source| source.place)
            .chain(code.arrays.iter().flatten().copied());
        for place in places {
            if let Place::Parameter(binding) = place
                && binding.family == Family::ProgramEnv
            {
                let number = binding.index[0];
                if number >= MOST {
                    let what = Numbered::Binding(binding);
                    return Err(Reason::Number { what, limit: MOST }.whole());
                }
                registers.hold(number, RegisterContent::Binding(binding));
            }
        }
        for array in &code.arrays {
            let first = registers.place_array(array)?;
            registers.arrays.push(first);
        }
        for instruction in &mut code.instructions {
            for source in &mut instruction.operands {
                if let Place::Element { array, number, .. } = &mut source.place {
                    *number += registers.arrays[*array as usize] as i32;
                }
            }
        }
        Ok(registers)
    }

    fn place_array(&mut self, array: &[Place]) -> Result<u32, Refusal> {
        let held: Vec<RegisterContent> = array.iter().filter_map(held).collect();
        // One of environment parameters in a row lies there already.
        if let Some(RegisterContent::Binding(first)) = held.first()
            && first.family == Family::ProgramEnv
            && (0..).zip(&held).all(|(at, one)| {
                *one == RegisterContent::Binding(Binding::new(
                    Family::ProgramEnv,
                    [first.index[0] + at, 0, 0, 0],
                ))
            })
        {
            return Ok(first.index[0]);
        }
        let first = self.free(held.len() as u32, 1)?;
        for (at, one) in (first..).zip(held) {
            self.hold(at, one);
        }
        Ok(first)
    }

    /// Registers for everything else; the rows of a matrix lie in four from a multiple of 4 on, where the application can
    /// have them tracked.
    pub(super) fn take_rest(&mut self, code: &mut Code) -> Result<(), Refusal> {
        let operands = code.instructions.iter().flat_map(|one| &one.operands);
        let bindings: BTreeSet<Binding> = operands
            .filter_map(|source| match source.place {
                Place::Parameter(binding) => Some(binding),
                Place::Temporary(_)
                | Place::Attribute(_)
                | Place::Literal(_)
                | Place::Element { .. }
                | Place::Addressed { .. }
                | Place::Constant(_) => None,
            })
            .collect();
        for binding in bindings {
            if self.numbers.contains_key(&binding) {
                continue;
            }
            let Some((matrix, row)) = row_of(binding) else {
                let number = self.free(1, 1)?;
                self.hold(number, RegisterContent::Binding(binding));
                continue;
            };
            let other = (0..4).find_map(|row| {
                let number = self.numbers.get(&matrix(row))?;
                number.checked_sub(row).filter(|first| first % 4 == 0)
            });
            let first = match other {
                Some(first) => first,
                None => self.free(4, 4)?,
            };
            self.hold(first + row, RegisterContent::Binding(binding));
            for row in 0..4 {
                // All four are tracked, read or not.
                self.contents
                    .entry(first + row)
                    .or_insert(RegisterContent::Binding(matrix(row)));
            }
        }
        for vector in &code.constants {
            let number = self.free(1, 1)?;
            self.hold(number, RegisterContent::Numbers(*vector));
            self.constants.push(number);
        }
        Ok(())
    }

    fn hold(&mut self, number: u32, content: RegisterContent) {
        self.contents.insert(number, content);
        if let RegisterContent::Binding(binding) = content {
            self.numbers.insert(binding, number);
        }
    }

    /// As many free registers in a row, the first a multiple of a number.
    fn free(&self, count: u32, multiple: usize) -> Result<u32, Refusal> {
        let is_free =
            |first: &u32| (*first..first + count).all(|number| !self.contents.contains_key(&number));
        let mut firsts = (0..(MOST + 1).saturating_sub(count)).step_by(multiple);
        firsts.find(is_free).ok_or_else(|| self.full())
    }

    fn full(&self) -> Refusal {
        let needs = self.contents.len() as u32 + 1;
        let limit = MOST;
        Reason::Limit {
            what: "parameters",
            needs: needs.max(limit + 1),
            limit,
        }
        .whole()
    }

    /// The register of a place.
    pub(super) fn number(&self, place: &Place) -> Option<u32> {
        match place {
            Place::Parameter(binding) => self.numbers.get(binding).copied(),
            Place::Constant(number) => self.constants.get(*number as usize).copied(),
            Place::Temporary(_)
            | Place::Attribute(_)
            | Place::Literal(_)
            | Place::Element { .. }
            | Place::Addressed { .. } => None,
        }
    }

    /// What the application has to put there, by number; not environment parameters in the registers of their own numbers,
    /// which `glProgramParameter4fvNV` sets anyway.
    pub(super) fn to_set(&self) -> impl Iterator<Item = (u32, RegisterContent)> + '_ {
        let is_set = |number: u32, held: &RegisterContent| match held {
            RegisterContent::Binding(binding) => {
                binding.family == Family::ProgramEnv && binding.index[0] == number
            }
            RegisterContent::Numbers(_) => false,
        };
        let held = self
            .contents
            .iter()
            .filter(move |(number, held)| !is_set(**number, held));
        held.map(|(number, held)| (*number, *held))
    }

    /// All registers, as reflection tells of them.
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let parameter = |(number, held): (&u32, &RegisterContent)| Parameter {
            name: format!("c[{number}]"),
            ty: Type::VEC4,
            length: None,
            added: None,
            built_in: None,
            declared: None,
            elements: vec![match held {
                RegisterContent::Binding(binding) => Some(*binding),
                RegisterContent::Numbers(_) => None,
            }],
            initial: match held {
                RegisterContent::Binding(_) => None,
                RegisterContent::Numbers(numbers) => Some(numbers.map(f32::to_bits)),
            },
        };
        self.contents.iter().map(parameter).collect()
    }
}

/// The other rows of the matrix that a binding is a row of, and its number.
fn row_of(binding: Binding) -> Option<(impl Fn(u32) -> Binding, u32)> {
    let at = match binding.family {
        Family::StateMatrixProjection | Family::StateMatrixMvp => 1,
        Family::StateMatrixModelview
        | Family::StateMatrixTexture
        | Family::StateMatrixPalette
        | Family::StateMatrixProgram => 2,
        _ => return None,
    };
    let row = binding.index[at];
    let matrix = move |row: u32| {
        let mut index = binding.index;
        index[at] = row;
        Binding::new(binding.family, index)
    };
    Some((matrix, row))
}

fn held(place: &Place) -> Option<RegisterContent> {
    match place {
        Place::Parameter(binding) => Some(RegisterContent::Binding(*binding)),
        Place::Literal(numbers) => Some(RegisterContent::Numbers(*numbers)),
        Place::Temporary(_)
        | Place::Attribute(_)
        | Place::Element { .. }
        | Place::Addressed { .. }
        | Place::Constant(_) => None,
    }
}

/// Gives instructions that read several parameters or several attributes copies of all but the first: one instruction
/// reads one of each (NV_vertex_program 2.14.1.7).
pub(super) fn part(code: &mut Code) {
    let mut parted = Vec::with_capacity(code.instructions.len());
    for mut instruction in std::mem::take(&mut code.instructions) {
        let (mut attribute, mut parameter) = (None, None);
        for at in 0..instruction.operands.len() {
            let needs = instruction.needs(at);
            let source = instruction.operands[at];
            let first = match source.place {
                Place::Attribute(_) => &mut attribute,
                Place::Parameter(_) | Place::Constant(_) | Place::Addressed { .. } => &mut parameter,
                Place::Temporary(_) | Place::Literal(_) | Place::Element { .. } => continue,
            };
            if *first.get_or_insert(source.place) == source.place {
                continue;
            }
            let to = code.temporary();
            let components = source.reads(needs);
            let copied = Source::of(source.place);
            let target = Target::Temporary(to);
            parted.push(Instruction::new(
                Op::Mov,
                target,
                components,
                &[copied],
                instruction.at,
            ));
            instruction.operands[at].place = Place::Temporary(to);
        }
        parted.push(instruction);
    }
    code.instructions = parted;
}
