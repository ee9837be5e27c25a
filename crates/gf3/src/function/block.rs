//! The registers of a block of vertices, a component an array, and the operations on them.
//!
//! Each loop runs one operation over all lanes of one component, so the compiler makes vector code of it.
//! Functions are always inlined into the dispatcher of [`super::batch`]; see there.

use super::execute::BothWriteR1;
use super::{Constants, ORIGIN, Options, OutputArrays, Stream};
use crate::word::{Instruction, OutputTarget, Register, SourceOperand, Unit};
use quadrille_isa::nv20::{IluOp, MacOp, limit};
use quadrille_numerics::nv20::lanes::{self, map1, map2, map3};
use quadrille_numerics::nv20::{
    ONE, SIGN, compare, exponential, light, logarithm, multiply::multiply, reciprocal,
    square_root::reciprocal_square_root,
};

/// Vertices in a block: enough to spread the cost of choosing an operation, few enough for the first-level
/// cache to hold all registers of a usual program.
pub(super) const LANES: usize = 64;

/// One component of one register, or of a result.
type Lanes = [u32; LANES];

/// The first index of each register file in the array of components.
const INPUT: usize = 4 * limit::TEMPORARIES;
const OUTPUT: usize = INPUT + 4 * limit::INPUTS;
const CELLS: usize = OUTPUT + 4 * limit::OUTPUTS;

/// All registers of a block.
pub(super) struct Block {
    cells: Vec<Lanes>,
    address: Box<[i32; LANES]>,
    /// Operands A, B and C, where they are constants or negated.
    operands: [[Box<Lanes>; 4]; 3],
    results: [[Box<Lanes>; 4]; 2],
    products: [Box<Lanes>; 4],
}

/// Which components of a result hold the value: itself, or all the first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spread {
    Each,
    First,
}

impl Block {
    #[inline(always)]
    pub(super) fn new() -> Block {
        let lanes = || Box::new([0; LANES]);
        let quad = || [lanes(), lanes(), lanes(), lanes()];
        Block {
            cells: vec![[0; LANES]; CELLS],
            address: Box::new([0; LANES]),
            operands: [quad(), quad(), quad()],
            results: [quad(), quad()],
            products: quad(),
        }
    }

    /// Registers as they are before the first instruction; only those that the program writes can differ.
    #[inline(always)]
    pub(super) fn reset(&mut self, temporaries: u16, outputs: u16) {
        for index in (0..limit::TEMPORARIES).filter(|index| temporaries & (1 << index) != 0) {
            self.cells[4 * index..4 * index + 4]
                .iter_mut()
                .for_each(|cell| cell.fill(0));
        }
        // R12 reads output 0 whether or not it is written.
        for index in (0..limit::OUTPUTS).filter(|index| (outputs | 1) & (1 << index) != 0) {
            for (component, value) in ORIGIN.iter().enumerate() {
                self.cells[OUTPUT + 4 * index + component].fill(*value);
            }
        }
        self.address.fill(0);
    }

    #[inline(always)]
    pub(super) fn load(
        &mut self,
        inputs: &[Stream<'_>; limit::INPUTS],
        read: u16,
        start: usize,
        lanes: usize,
    ) {
        for (index, stream) in inputs
            .iter()
            .enumerate()
            .filter(|(index, _)| read & (1 << index) != 0)
        {
            for component in 0..4 {
                let cell = &mut self.cells[INPUT + 4 * index + component];
                match stream {
                    Stream::Uniform(quad) => cell.fill(quad[component]),
                    Stream::PerVertex(quads) => {
                        let quads = &quads[start..start + lanes];
                        cell.iter_mut()
                            .zip(quads)
                            .for_each(|(place, quad)| *place = quad[component]);
                    }
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn store(&self, outputs: &mut OutputArrays, written: u16, start: usize, lanes: usize) {
        for (index, array) in outputs
            .0
            .iter_mut()
            .enumerate()
            .filter(|(i, _)| written & (1 << i) != 0)
        {
            let cells = &self.cells[OUTPUT + 4 * index..OUTPUT + 4 * index + 4];
            let [x, y, z, w] = [&cells[0], &cells[1], &cells[2], &cells[3]];
            for (lane, place) in array[start..start + lanes].iter_mut().enumerate() {
                *place = [x[lane], y[lane], z[lane], w[lane]];
            }
        }
    }

    /// One instruction for all lanes.
    #[inline(always)]
    pub(super) fn step(&mut self, instruction: &Instruction, constants: &Constants, options: &Options) {
        let live = [instruction.live(Unit::Mac), instruction.live(Unit::Ilu)];
        let arl = instruction.mac == MacOp::Arl;
        let needs = |slot: usize| {
            let mac = if instruction.mac.shape().reads()[slot] {
                instruction.mac.needs().mask(slot, if arl { 8 } else { live[0] })
            } else {
                0
            };
            mac | if slot == 2 {
                instruction.ilu.needs().mask(2, live[1])
            } else {
                0
            }
        };
        for slot in 0..3 {
            if let Some(source) = instruction.operands[slot] {
                self.prepare(
                    slot,
                    &source,
                    needs(slot),
                    instruction.relative,
                    constants,
                    options,
                );
            }
        }
        let sources = instruction.operands;
        let mac = self.mac(instruction.mac, live[0], &sources);
        let ilu = self.ilu(instruction.ilu, live[1], &sources[2]);
        self.write(instruction, [mac, ilu], options);
    }

    /// Fills the scratch of an operand that is not simply a register: constants and negated ones.
    #[inline(always)]
    fn prepare(
        &mut self,
        slot: usize,
        source: &SourceOperand,
        needed: u8,
        relative: bool,
        constants: &Constants,
        options: &Options,
    ) {
        let sign = if source.negate { SIGN } else { 0 };
        for component in (0..4).filter(|component| needed & (8 >> component) != 0) {
            let selected = usize::from(source.swizzle[component]);
            let place = &mut self.operands[slot][component];
            match source.register {
                Register::Constant(index) if relative => {
                    for lane in 0..LANES {
                        let number = i32::from(index).saturating_add(self.address[lane]);
                        let found = options.access.index(options.beyond, number);
                        place[lane] = found.map_or(0, |index| constants.0[index][selected]) ^ sign;
                    }
                }
                Register::Constant(index) => place.fill(constants.get(index.into())[selected] ^ sign),
                Register::Absent => place.fill(sign),
                Register::Temporary(_) | Register::Input(_) => {
                    if source.negate {
                        map1(place, &self.cells[cell(source.register) + selected], |x| x ^ SIGN);
                    }
                }
            }
        }
    }

    /// The vector unit.
    #[inline(always)]
    fn mac(&mut self, op: MacOp, live: u8, sources: &[Option<SourceOperand>; 3]) -> Spread {
        let [result, _] = &mut self.results;
        let operand = |slot: usize, component: usize| {
            operand(&self.cells, &self.operands[slot], &sources[slot], component)
        };
        let components = (0..4).filter(|component| live & (8 >> component) != 0);
        // Plain loops: a closure handed to an iterator may be compiled on its own, without the wide vectors.
        macro_rules! compare {
            ($f:expr) => {
                for i in components {
                    map2(&mut result[i], [operand(0, i), operand(1, i)], $f);
                }
            };
        }
        match op {
            MacOp::Nop => {}
            MacOp::Arl => {
                let source = operand(0, 0);
                for (place, x) in self.address.iter_mut().zip(source) {
                    *place = exponential::floor(*x);
                }
            }
            MacOp::Mov => {
                for i in components {
                    *result[i] = *operand(0, i);
                }
            }
            MacOp::Mul => {
                for i in components {
                    lanes::multiply(&mut result[i], [operand(0, i), operand(1, i)]);
                }
            }
            MacOp::Add => {
                for i in components {
                    lanes::sum(&mut result[i], [operand(0, i), operand(2, i)]);
                }
            }
            MacOp::Min => compare!(compare::minimum),
            MacOp::Max => compare!(compare::maximum),
            MacOp::Slt => compare!(compare::set_less_than),
            MacOp::Sge => compare!(compare::set_greater_equal),
            MacOp::Mad => {
                for i in components {
                    let product = &mut self.products[0];
                    lanes::multiply(product, [operand(0, i), operand(1, i)]);
                    lanes::sum(&mut result[i], [product, operand(2, i)]);
                }
            }
            MacOp::Dp3 | MacOp::Dph | MacOp::Dp4 => {
                if live == 0 {
                    return Spread::First;
                }
                let count = if op == MacOp::Dp4 { 4 } else { 3 };
                for i in 0..count {
                    lanes::multiply(&mut self.products[i], [operand(0, i), operand(1, i)]);
                }
                let [x, y, z, w] = &mut self.products;
                if op == MacOp::Dph {
                    map1(w, operand(1, 3), |b| multiply(ONE, b));
                }
                if op == MacOp::Dp3 {
                    lanes::sum(&mut result[0], [x, y, z]);
                } else {
                    lanes::sum(&mut result[0], [x, y, z, w]);
                }
                return Spread::First;
            }
            MacOp::Dst => {
                for i in components {
                    match i {
                        0 => result[0].fill(ONE),
                        1 => lanes::multiply(&mut result[1], [operand(0, 1), operand(1, 1)]),
                        2 => *result[2] = *operand(0, 2),
                        _ => *result[3] = *operand(1, 3),
                    }
                }
            }
        }
        Spread::Each
    }

    /// The special function unit.
    #[inline(always)]
    fn ilu(&mut self, op: IluOp, live: u8, source: &Option<SourceOperand>) -> Spread {
        let [_, result] = &mut self.results;
        let operand = |component: usize| operand(&self.cells, &self.operands[2], source, component);
        if live == 0 {
            return Spread::Each;
        }
        match op {
            IluOp::Nop => {}
            IluOp::Mov => {
                for component in (0..4).filter(|component| live & (8 >> component) != 0) {
                    *result[component] = *operand(component);
                }
            }
            IluOp::Rcp => map1(&mut result[0], operand(0), reciprocal::reciprocal),
            IluOp::Rcc => map1(&mut result[0], operand(0), reciprocal::reciprocal_clamped),
            IluOp::Rsq => map1(&mut result[0], operand(0), reciprocal_square_root),
            IluOp::Exp | IluOp::Log => {
                let [x, y, z, w] = result;
                let log = op == IluOp::Log;
                if live & 8 != 0 {
                    if log {
                        map1(x, operand(0), logarithm::whole)
                    } else {
                        map1(x, operand(0), exponential::whole_power)
                    }
                }
                if live & 4 != 0 {
                    if log {
                        map1(y, operand(0), logarithm::significand)
                    } else {
                        map1(y, operand(0), exponential::part_above_floor)
                    }
                }
                if live & 2 != 0 {
                    if log {
                        map1(z, operand(0), logarithm::whole_and_part)
                    } else {
                        map1(z, operand(0), exponential::whole_and_part)
                    }
                }
                w.fill(ONE);
            }
            IluOp::Lit => {
                let [x, y, z, w] = result;
                x.fill(ONE);
                w.fill(ONE);
                if live & 4 != 0 {
                    map1(y, operand(0), light::diffuse);
                }
                if live & 2 != 0 {
                    map3(z, [operand(0), operand(1), operand(3)], light::specular);
                }
            }
        }
        match op {
            IluOp::Rcp | IluOp::Rcc | IluOp::Rsq => Spread::First,
            _ => Spread::Each,
        }
    }

    /// Writes results under their masks. All reads are done, so the order matters only where both units
    /// write R1: there the special function unit comes last.
    #[inline(always)]
    fn write(&mut self, instruction: &Instruction, spread: [Spread; 2], options: &Options) {
        let dropped = options.both_write_r1 == BothWriteR1::IluWins && instruction.writes_r1_twice();
        let mac = instruction.mac_write.filter(|_| !dropped);
        let temporaries = [(0, mac), (1, instruction.ilu_write)];
        for (unit, write) in temporaries
            .into_iter()
            .filter_map(|(unit, write)| Some((unit, write?)))
        {
            self.copy(unit, spread[unit], 4 * usize::from(write.register), write.mask);
        }
        if let Some(write) = instruction.output
            && let OutputTarget::Output(index) = write.target
        {
            let unit = usize::from(write.from == Unit::Ilu);
            self.copy(unit, spread[unit], OUTPUT + 4 * usize::from(index), write.mask);
        }
    }

    #[inline(always)]
    fn copy(&mut self, unit: usize, spread: Spread, first: usize, mask: u8) {
        for component in (0..4).filter(|component| mask & (8 >> component) != 0) {
            let from = if spread == Spread::First { 0 } else { component };
            self.cells[first + component] = *self.results[unit][from];
        }
    }
}

/// The first cell of a temporary or an input.
#[inline(always)]
fn cell(register: Register) -> usize {
    match register {
        Register::Temporary(limit::POSITION_TEMPORARY) => OUTPUT,
        Register::Temporary(index) => 4 * usize::from(index),
        Register::Input(index) => INPUT + 4 * usize::from(index),
        Register::Constant(_) | Register::Absent => 0,
    }
}

/// A component of an operand: in its scratch if it had to be prepared, else in the register itself.
#[inline(always)]
fn operand<'a>(
    cells: &'a [Lanes],
    scratch: &'a [Box<Lanes>; 4],
    source: &Option<SourceOperand>,
    component: usize,
) -> &'a Lanes {
    match source {
        Some(source)
            if !source.negate && !matches!(source.register, Register::Constant(_) | Register::Absent) =>
        {
            &cells[cell(source.register) + usize::from(source.swizzle[component])]
        }
        _ => &scratch[component],
    }
}
