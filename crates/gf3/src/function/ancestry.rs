//! What each result is made of: for every operation of a program the operations, attributes and constants whose
//! components it reads.
//!
//! The program has no branches, so the last write before a read is the one that it reads. Indexed constants are one
//! source, with the address register's own.

use crate::word::{Instruction, OutputTarget, Register, Unit};
use quadrille_isa::nv20::{IluOp, MacOp, limit};

/// An operation of one unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// Index of the instruction.
    pub instruction: usize,
    /// Whether the special function unit computes it.
    pub special: bool,
}

/// Where an operand's components come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// The result of an operation.
    Step(Step),
    /// A vertex attribute.
    Input(u8),
    /// A constant by its number in the word, and whether the address register is added.
    Constant(u8, bool),
    /// What a register holds before the program: a temporary, 12 for the position.
    Initial(u8),
    /// The address register before the program, 0.
    InitialAddress,
}

/// Components that an operation reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// The operation that reads them.
    pub reader: Step,
    /// Which operand, 0 for A; none for the address register.
    pub operand: Option<usize>,
    /// The origin.
    pub origin: Origin,
    /// Components of the register, x in bit 3.
    pub components: u8,
}

/// The sources of every operation of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ancestry {
    sources: Vec<Source>,
    /// The last writer of each component of each output.
    outputs: [[Option<Step>; 4]; limit::OUTPUTS],
}

/// The writers of the components of registers so far.
struct Writers {
    /// R0 to R11 and, at 12, the position.
    temporaries: [[Option<Step>; 4]; limit::TEMPORARIES + 1],
    address: Option<Step>,
    constants: Vec<(u8, [Option<Step>; 4])>,
}

impl Ancestry {
    /// The ancestry of the results of a program.
    pub fn of(instructions: &[Instruction]) -> Ancestry {
        let mut ancestry = Ancestry::default();
        let mut writers = Writers {
            temporaries: Default::default(),
            address: None,
            constants: Vec::new(),
        };
        for (index, instruction) in instructions.iter().enumerate() {
            for step in steps(index, instruction) {
                ancestry.read(step, &instruction.alone(step.unit()), &writers);
            }
            for step in steps(index, instruction) {
                writers.write(step, &instruction.alone(step.unit()), &mut ancestry.outputs);
            }
        }
        ancestry
    }

    /// The sources of an operation, operand A's first.
    pub fn sources(&self, reader: Step) -> impl Iterator<Item = &Source> {
        self.sources.iter().filter(move |source| source.reader == reader)
    }

    /// The operations that wrote components of an output last, x in bit 3.
    pub fn writers(&self, output: u8, components: u8) -> Vec<Step> {
        let row = self.outputs.get(usize::from(output)).copied().unwrap_or_default();
        let named = (0..4).filter(|component| components & (8 >> component) != 0);
        let mut steps: Vec<Step> = named.filter_map(|component| row[component]).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// All sources, in the order of their readers.
    pub fn all(&self) -> &[Source] {
        &self.sources
    }

    /// Every operation that some operations are made of, themselves included, in order.
    pub fn closure(&self, of: &[Step]) -> Vec<Step> {
        let mut all: Vec<Step> = Vec::new();
        let mut open = of.to_vec();
        while let Some(step) = open.pop() {
            if all.contains(&step) {
                continue;
            }
            all.push(step);
            open.extend(self.sources(step).filter_map(|source| match source.origin {
                Origin::Step(before) => Some(before),
                _ => None,
            }));
        }
        all.sort_unstable();
        all
    }

    fn read(&mut self, reader: Step, half: &Instruction, writers: &Writers) {
        for operand in 0..3 {
            let Some(source) = half.operands[operand] else {
                continue;
            };
            let read = half.components_read(operand);
            let mut found: Vec<(Origin, u8)> = Vec::new();
            for component in (0..4).filter(|component| read & (8 >> component) != 0) {
                let origin = match source.register {
                    Register::Temporary(number) => writers.temporaries[usize::from(number)][component]
                        .map_or(Origin::Initial(number), Origin::Step),
                    Register::Input(number) => Origin::Input(number),
                    Register::Constant(number) => writers.constant(number, half.relative, component),
                    Register::Absent => continue,
                };
                match found.iter_mut().find(|row| row.0 == origin) {
                    Some(row) => row.1 |= 8 >> component,
                    None => found.push((origin, 8 >> component)),
                }
            }
            let indexed = half.relative && matches!(source.register, Register::Constant(_)) && read != 0;
            let sources = found.into_iter().map(|(origin, components)| Source {
                reader,
                operand: Some(operand),
                origin,
                components,
            });
            self.sources.extend(sources);
            if indexed {
                self.sources.push(Source {
                    reader,
                    operand: None,
                    origin: writers.address.map_or(Origin::InitialAddress, Origin::Step),
                    components: 8,
                });
            }
        }
    }
}

impl Writers {
    fn constant(&self, number: u8, relative: bool, component: usize) -> Origin {
        let written = self.constants.iter().find(|row| row.0 == number && !relative);
        let step = written.and_then(|row| row.1[component]);
        step.map_or(Origin::Constant(number, relative), Origin::Step)
    }

    fn write(&mut self, step: Step, half: &Instruction, outputs: &mut [[Option<Step>; 4]; limit::OUTPUTS]) {
        let set = |row: &mut [Option<Step>; 4], mask: u8| {
            for component in (0..4).filter(|component| mask & (8 >> component) != 0) {
                row[component] = Some(step);
            }
        };
        for write in [half.mac_write, half.ilu_write].into_iter().flatten() {
            set(&mut self.temporaries[usize::from(write.register)], write.mask);
        }
        if half.mac == MacOp::Arl && !step.special {
            self.address = Some(step);
        }
        let Some(write) = half.output else { return };
        match write.target {
            OutputTarget::Output(number) => {
                set(&mut outputs[usize::from(number)], write.mask);
                if number == 0 {
                    set(&mut self.temporaries[limit::TEMPORARIES], write.mask);
                }
            }
            OutputTarget::Constant(number) => {
                if !self.constants.iter().any(|row| row.0 == number) {
                    self.constants.push((number, [None; 4]));
                }
                if let Some(row) = self.constants.iter_mut().find(|row| row.0 == number) {
                    set(&mut row.1, write.mask);
                }
            }
        }
    }
}

impl Step {
    /// The unit that computes it.
    pub fn unit(self) -> Unit {
        if self.special { Unit::Ilu } else { Unit::Mac }
    }
}

/// The operations of an instruction.
pub fn steps(index: usize, instruction: &Instruction) -> impl Iterator<Item = Step> + use<> {
    let present = [instruction.mac != MacOp::Nop, instruction.ilu != IluOp::Nop];
    [false, true]
        .into_iter()
        .zip(present)
        .filter(|row| row.1)
        .map(move |(special, _)| Step {
            instruction: index,
            special,
        })
}
