//! A program as a vertex goes over it: instructions with the places of their operands, and matrices.

use super::super::execute::BothWriteR1;
use super::super::{Options, Quad};
use crate::word::{Instruction, OutputTarget, Register, SourceOperand, TemporaryWrite, Unit};
use quadrille_isa::nv20::{IluOp, MacOp, limit};
use quadrille_numerics::nv20::{ONE, SIGN};

/// Quads of a block.
pub(super) const BLOCK: usize = 16;
/// The block of R0 to R11, behind those of the constants.
pub(super) const TEMPORARIES: u8 = (limit::CONSTANTS / BLOCK) as u8;
/// The block of the attributes.
pub(super) const INPUTS: u8 = TEMPORARIES + 1;
/// The block of the outputs, of which the position is R12 as well.
pub(super) const OUTPUTS: u8 = TEMPORARIES + 2;
/// No block: a constant at a number from the address register on.
pub(super) const INDEXED: u8 = TEMPORARIES + 3;

/// A temporary that nothing writes, so that it is zeros.
pub(super) const ZEROS: Place = Place {
    block: TEMPORARIES,
    index: limit::TEMPORARIES as u8 + 1,
};

/// What is done at once.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    One(One),
    Matrix(Matrix),
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct One {
    pub(super) mac: MacOp,
    pub(super) ilu: IluOp,
    pub(super) operands: [Operand; 3],
    /// What a dot product makes of its first operand.
    pub(super) fourth: Fourth,
    /// The only write, or the first of several; one of nothing where there is none.
    pub(super) write: (Unit, Write),
    pub(super) more: Option<[(Unit, Write); 2]>,
    /// Whether an operand is a constant by the address register.
    pub(super) is_indexed: bool,
}

/// Dot products of one vector, each written to the component of its row: instructions that stand one behind the other, of
/// which none reads what another writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix {
    pub(super) fourth: Fourth,
    pub(super) vector: Operand,
    pub(super) rows: [Operand; 4],
    pub(super) write: Write,
    pub(super) is_indexed: bool,
}

/// Where a quad lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) block: u8,
    /// Within the block; with [`INDEXED`] the number to which the address register is added.
    pub(super) index: u8,
}

/// A register, and the components of it that are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Write {
    pub(super) place: Place,
    /// All bits set in each component that is written.
    pub(super) mask: Quad,
}

/// What stands for the fourth component of a dot product's first operand: 0 in DP3, as the term +0 changes no sum, 1 in
/// DPH. Bits of each component that are kept, and then set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fourth {
    pub(super) kept: Quad,
    pub(super) set: Quad,
}

/// A source operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Operand {
    pub(super) place: Place,
    pub(super) swizzle: Swizzle,
    /// The sign bit, if it is negated.
    pub(super) sign: u32,
}

/// Which component of a register each component of an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Swizzle {
    Same,
    /// All the one.
    One(u8),
    Each([u8; 4]),
}

/// The steps of a program.
pub(super) fn steps(instructions: &[Instruction], options: &Options) -> Vec<Step> {
    let mut rest: Vec<One> = instructions
        .iter()
        .map(|instruction| One::new(instruction, options))
        .collect();
    let mut steps = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let (step, count) = match Matrix::at_the_front(&rest) {
            Some((matrix, rows)) => (Step::Matrix(matrix), rows),
            None => (Step::One(rest[0]), 1),
        };
        steps.push(step);
        rest.drain(..count);
    }
    steps
}

impl One {
    fn new(instruction: &Instruction, options: &Options) -> One {
        let dropped = options.both_write_r1 == BothWriteR1::IluWins
            && instruction
                .mac_write
                .zip(instruction.ilu_write)
                .is_some_and(|(mac, ilu)| mac.register == ilu.register);
        let temporary =
            |write: TemporaryWrite| Write::new(Place::in_block(TEMPORARIES, write.register), write.mask);
        let mut writes = Vec::new();
        writes.extend(
            instruction
                .mac_write
                .filter(|_| !dropped)
                .map(|write| (Unit::Mac, temporary(write))),
        );
        writes.extend(instruction.ilu_write.map(|write| (Unit::Ilu, temporary(write))));
        if let Some(output) = instruction.output {
            let place = match output.target {
                OutputTarget::Output(index) => Some(Place::in_block(OUTPUTS, index)),
                OutputTarget::Constant(index) => Place::of_constant(index),
            };
            writes.extend(place.map(|place| (output.from, Write::new(place, output.mask))));
        }
        let nothing = (Unit::Mac, Write::new(ZEROS, 0));
        let write = |number: usize| writes.get(number).copied().unwrap_or(nothing);
        let operands = instruction
            .operands
            .map(|source| Operand::new(source, instruction.relative));
        One {
            mac: instruction.mac,
            ilu: instruction.ilu,
            operands,
            fourth: Fourth::of_op(instruction.mac),
            write: write(0),
            more: (writes.len() > 1).then(|| [write(1), write(2)]),
            is_indexed: operands.iter().any(Operand::is_indexed),
        }
    }

    /// All that is written.
    pub(super) fn writes(&self) -> impl Iterator<Item = &(Unit, Write)> {
        std::iter::once(&self.write).chain(self.more.iter().flatten())
    }

    /// The dot product of a row of a matrix: its vector, its row and its only write, which is of one component.
    fn as_row(&self) -> Option<([Operand; 2], Write, usize)> {
        let is_dot = matches!(self.mac, MacOp::Dp3 | MacOp::Dph | MacOp::Dp4);
        let (Unit::Mac, write) = self.write else {
            return None;
        };
        let mut written = (0..4).filter(|component| write.mask[*component] != 0);
        let component = written.next().filter(|_| written.next().is_none())?;
        let [vector, row, _] = self.operands;
        (is_dot && self.ilu == IluOp::Nop && self.more.is_none()).then_some(([vector, row], write, component))
    }
}

impl Matrix {
    /// The matrix at the front of a program, and how many instructions it is; none of a single row.
    fn at_the_front(instructions: &[One]) -> Option<(Matrix, usize)> {
        let first = instructions.first()?;
        let ([vector, _], Write { place, .. }, _) = first.as_row()?;
        let zeros = Operand {
            place: ZEROS,
            swizzle: Swizzle::Same,
            sign: 0,
        };
        let (mut rows, mut mask, mut count) = ([zeros; 4], [0; 4], 0);
        for instruction in instructions {
            let Some(([other, row], write, component)) = instruction.as_row() else {
                break;
            };
            // What is read is not written before: with one place of all writes, that is the place alone.
            let is_read = [other.place, row.place].contains(&place);
            let is_same = instruction.mac == first.mac && other == vector && write.place == place;
            if !is_same || mask[component] != 0 || (count > 0 && is_read) {
                break;
            }
            (rows[component], mask[component]) = (row, u32::MAX);
            count += 1;
        }
        let matrix = Matrix {
            fourth: first.fourth,
            vector,
            rows,
            write: Write { place, mask },
            is_indexed: rows.iter().chain([&vector]).any(Operand::is_indexed),
        };
        (count > 1).then_some((matrix, count))
    }
}

impl Fourth {
    fn of_op(op: MacOp) -> Fourth {
        let (kept, set) = match op {
            MacOp::Dp3 => (0, 0),
            MacOp::Dph => (0, ONE),
            MacOp::Nop
            | MacOp::Mov
            | MacOp::Mul
            | MacOp::Add
            | MacOp::Mad
            | MacOp::Dp4
            | MacOp::Dst
            | MacOp::Min
            | MacOp::Max
            | MacOp::Slt
            | MacOp::Sge
            | MacOp::Arl => (u32::MAX, 0),
        };
        Fourth {
            kept: [u32::MAX, u32::MAX, u32::MAX, kept],
            set: [0, 0, 0, set],
        }
    }
}

impl Place {
    fn in_block(block: u8, index: u8) -> Place {
        Place {
            block,
            index: index % BLOCK as u8,
        }
    }

    /// A constant by its number; none beyond the last.
    pub(super) fn of_constant(number: u8) -> Option<Place> {
        let is_there = usize::from(number) < limit::CONSTANTS;
        is_there.then(|| Place::in_block(number / BLOCK as u8, number))
    }
}

impl Write {
    /// By the mask of the instruction, x in bit 3.
    fn new(place: Place, mask: u8) -> Write {
        let lane = |component: usize| {
            if mask & (8_u8 >> component) != 0 {
                u32::MAX
            } else {
                0
            }
        };
        Write {
            place,
            mask: std::array::from_fn(lane),
        }
    }
}

impl Operand {
    fn is_indexed(&self) -> bool {
        self.place.block == INDEXED
    }

    fn new(source: Option<SourceOperand>, relative: bool) -> Operand {
        let Some(source) = source else {
            return Operand {
                place: ZEROS,
                swizzle: Swizzle::Same,
                sign: 0,
            };
        };
        let [x, y, z, w] = source.swizzle;
        Operand {
            place: match source.register {
                Register::Temporary(limit::POSITION_TEMPORARY) => Place::in_block(OUTPUTS, 0),
                Register::Temporary(index) => Place::in_block(TEMPORARIES, index),
                Register::Input(index) => Place::in_block(INPUTS, index),
                Register::Constant(index) if relative => Place {
                    block: INDEXED,
                    index,
                },
                Register::Constant(index) => Place::of_constant(index).unwrap_or(ZEROS),
                Register::Absent => ZEROS,
            },
            swizzle: match source.swizzle {
                [0, 1, 2, 3] => Swizzle::Same,
                _ if x == y && y == z && z == w => Swizzle::One(x),
                each => Swizzle::Each(each),
            },
            sign: if source.negate { SIGN } else { 0 },
        }
    }
}
