//! One vertex at a time, at speed: the same bits as [`super::execute`], for whoever has no more than one at once, as an
//! emulator of the machine does.
//!
//! Operands are looked up once, when a program is made ready; a vertex then goes over plain steps, four components an
//! operation. Constants are read where they lie. Functions are always inlined into the dispatcher to the widest vector
//! instructions, as those of [`super::batch`] are.

use super::execute::BothWriteR1;
use super::{ORIGIN, Options, Program, Quad, ilu};
use crate::word::{Instruction, OutputTarget, Register, SourceOperand, Unit};
use quadrille_isa::nv20::{IluOp, MacOp, limit};
use quadrille_numerics::nv20::lanes::{self, map2};
use quadrille_numerics::nv20::{ONE, SIGN, compare, exponential, multiply::multiply};

/// All constants, as the caller keeps them.
pub type ConstantFile = [Quad; limit::CONSTANTS];

/// A program made ready for single vertices.
#[derive(Clone, Debug)]
pub struct Single {
    steps: Vec<Step>,
    options: Options,
    arch: pulp::Arch,
}

/// An instruction with its operands found.
#[derive(Clone, Copy, Debug)]
struct Step {
    mac: MacOp,
    ilu: IluOp,
    operands: [Operand; 3],
    mac_write: Option<Write>,
    ilu_write: Option<Write>,
    output: Option<(Unit, OutputTarget, Quad)>,
}

/// A temporary, and the components of it that are written, all bits set in each.
#[derive(Clone, Copy, Debug)]
struct Write {
    register: usize,
    mask: Quad,
}

/// A source operand.
#[derive(Clone, Copy, Debug)]
struct Operand {
    place: Place,
    swizzle: Swizzle,
    /// The sign bit, if it is negated.
    sign: u32,
}

/// Where an operand is read.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// R0 to R11.
    Temporary(u8),
    /// R12: the position output.
    Position,
    Input(u8),
    Constant(u8),
    /// A constant at a number from the address register on.
    Indexed(u8),
    /// Zeros.
    Absent,
}

/// Which component of a register each component of an operand is.
#[derive(Clone, Copy, Debug)]
enum Swizzle {
    Same,
    /// All the one.
    One(u8),
    Each([u8; 4]),
}

impl Single {
    /// Makes a program ready.
    pub fn new(program: &Program, options: Options) -> Single {
        let step = |instruction| Step::new(instruction, &options);
        Single {
            steps: program.instructions().iter().map(step).collect(),
            options,
            arch: pulp::Arch::new(),
        }
    }

    /// Runs one vertex. A program that writes constants changes `constants`; outputs that it does not write are
    /// `(0, 0, 0, 1)`.
    #[inline]
    pub fn run(
        &self,
        constants: &mut ConstantFile,
        inputs: &[Quad; limit::INPUTS],
        outputs: &mut [Quad; limit::OUTPUTS],
    ) {
        *outputs = [ORIGIN; limit::OUTPUTS];
        self.arch.dispatch(Job {
            single: self,
            constants,
            inputs,
            outputs,
        });
    }
}

/// A vertex as the dispatcher takes it.
struct Job<'a> {
    single: &'a Single,
    constants: &'a mut ConstantFile,
    inputs: &'a [Quad; limit::INPUTS],
    outputs: &'a mut [Quad; limit::OUTPUTS],
}

impl pulp::NullaryFnOnce for Job<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut vertex = Registers {
            temporaries: [[0; 4]; 16],
            address: 0,
            outputs: self.outputs,
            inputs: self.inputs,
            constants: self.constants,
            options: &self.single.options,
        };
        for step in &self.single.steps {
            vertex.step(step);
        }
    }
}

/// What a vertex reads and writes.
struct Registers<'a> {
    /// R0 to R11; sixteen, so that a number of four bits is within them.
    temporaries: [Quad; 16],
    address: i32,
    outputs: &'a mut [Quad; limit::OUTPUTS],
    inputs: &'a [Quad; limit::INPUTS],
    constants: &'a mut ConstantFile,
    options: &'a Options,
}

impl Step {
    fn new(instruction: &Instruction, options: &Options) -> Step {
        let dropped = options.both_write_r1 == BothWriteR1::IluWins
            && instruction
                .mac_write
                .zip(instruction.ilu_write)
                .is_some_and(|(mac, ilu)| mac.register == ilu.register);
        let write = |write: crate::word::TemporaryWrite| Write {
            register: usize::from(write.register) & 15,
            mask: spread(write.mask),
        };
        Step {
            mac: instruction.mac,
            ilu: instruction.ilu,
            operands: instruction
                .operands
                .map(|source| Operand::new(source, instruction.relative)),
            mac_write: instruction.mac_write.filter(|_| !dropped).map(write),
            ilu_write: instruction.ilu_write.map(write),
            output: instruction
                .output
                .map(|output| (output.from, output.target, spread(output.mask))),
        }
    }
}

/// The components of a mask, x in bit 3, all bits set in each.
fn spread(mask: u8) -> Quad {
    std::array::from_fn(|component| if mask & (8 >> component) != 0 { u32::MAX } else { 0 })
}

impl Operand {
    fn new(source: Option<SourceOperand>, relative: bool) -> Operand {
        let Some(source) = source else {
            return Operand {
                place: Place::Absent,
                swizzle: Swizzle::Same,
                sign: 0,
            };
        };
        let [x, y, z, w] = source.swizzle;
        Operand {
            place: match source.register {
                Register::Temporary(limit::POSITION_TEMPORARY) => Place::Position,
                Register::Temporary(index) => Place::Temporary(index),
                Register::Input(index) => Place::Input(index),
                Register::Constant(index) if relative => Place::Indexed(index),
                Register::Constant(index) => Place::Constant(index),
                Register::Absent => Place::Absent,
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

/// Keeps the components outside the mask.
#[inline(always)]
fn merge(place: &mut Quad, value: &Quad, mask: &Quad) {
    for i in 0..4 {
        place[i] = (value[i] & mask[i]) | (place[i] & !mask[i]);
    }
}

impl Registers<'_> {
    #[inline(always)]
    fn step(&mut self, step: &Step) {
        let c = self.operand(&step.operands[2]);
        let mac = self.mac(step, &c);
        let special = match step.ilu {
            IluOp::Nop => [0; 4],
            IluOp::Mov => c,
            op => ilu(op, c),
        };
        if let Some(write) = &step.mac_write {
            merge(&mut self.temporaries[write.register & 15], &mac, &write.mask);
        }
        if let Some(write) = &step.ilu_write {
            merge(&mut self.temporaries[write.register & 15], &special, &write.mask);
        }
        if let Some((from, target, mask)) = &step.output {
            let value = match from {
                Unit::Mac => &mac,
                Unit::Ilu => &special,
            };
            match *target {
                OutputTarget::Output(index) => merge(&mut self.outputs[usize::from(index & 15)], value, mask),
                OutputTarget::Constant(index) => {
                    if let Some(place) = self.constants.get_mut(usize::from(index)) {
                        merge(place, value, mask);
                    }
                }
            }
        }
    }

    /// An operand after swizzle and negation.
    #[inline(always)]
    fn operand(&self, operand: &Operand) -> Quad {
        let quad = match operand.place {
            Place::Temporary(index) => self.temporaries[usize::from(index & 15)],
            Place::Position => self.outputs[0],
            Place::Input(index) => self.inputs[usize::from(index & 15)],
            Place::Constant(index) => self
                .constants
                .get(usize::from(index))
                .copied()
                .unwrap_or_default(),
            Place::Indexed(index) => self.indexed(index),
            Place::Absent => [0; 4],
        };
        let quad = match operand.swizzle {
            Swizzle::Same => quad,
            Swizzle::One(component) => [quad[usize::from(component & 3)]; 4],
            Swizzle::Each(each) => each.map(|component| quad[usize::from(component & 3)]),
        };
        quad.map(|word| word ^ operand.sign)
    }

    /// The constant at a number from the address register on.
    #[inline(never)]
    fn indexed(&self, index: u8) -> Quad {
        let number = i32::from(index).saturating_add(self.address);
        let place = self.options.access.index(self.options.beyond, number);
        place
            .and_then(|index| self.constants.get(index))
            .copied()
            .unwrap_or_default()
    }

    /// The vector unit; C is the caller's, who gives it to the other unit too.
    #[inline(always)]
    fn mac(&mut self, step: &Step, c: &Quad) -> Quad {
        let mut result = [0; 4];
        let a = match step.mac {
            MacOp::Nop => return result,
            _ => self.operand(&step.operands[0]),
        };
        let b = || self.operand(&step.operands[1]);
        match step.mac {
            MacOp::Nop => {}
            MacOp::Arl => self.address = exponential::floor(a[0]),
            MacOp::Mov => result = a,
            MacOp::Mul => lanes::multiply(&mut result, [&a, &b()]),
            MacOp::Add => lanes::sum(&mut result, [&a, c]),
            MacOp::Mad => {
                let mut product = [0; 4];
                lanes::multiply(&mut product, [&a, &b()]);
                lanes::sum(&mut result, [&product, c]);
            }
            MacOp::Dp3 | MacOp::Dph | MacOp::Dp4 => {
                let (mut terms, b) = ([0; 4], b());
                lanes::multiply(&mut terms, [&a, &b]);
                match step.mac {
                    // A term of +0 changes no sum.
                    MacOp::Dp3 => terms[3] = 0,
                    MacOp::Dph => terms[3] = multiply(ONE, b[3]),
                    _ => {}
                }
                let mut sum = [0];
                lanes::sum(&mut sum, [&[terms[0]], &[terms[1]], &[terms[2]], &[terms[3]]]);
                result = [sum[0]; 4];
            }
            MacOp::Dst => {
                let b = b();
                result = [ONE, multiply(a[1], b[1]), a[2], b[3]];
            }
            MacOp::Min => map2(&mut result, [&a, &b()], compare::minimum),
            MacOp::Max => map2(&mut result, [&a, &b()], compare::maximum),
            MacOp::Slt => map2(&mut result, [&a, &b()], compare::set_less_than),
            MacOp::Sge => map2(&mut result, [&a, &b()], compare::set_greater_equal),
        }
        result
    }
}
