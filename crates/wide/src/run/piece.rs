//! A piece of a batch, its registers, and the steps that are made on it.

use quadrille_engine::{Batch, Environment};
use quadrille_numerics::level::{Level, Pass};
use quadrille_program::Program;
use quadrille_scalar::SlotRange;

use super::bits::uniform;
use super::executed::Executed;
use super::lanes::{Lanes, truths_of};
use super::memory::Components;
use crate::code::{Code, Input, Register, Step};
use crate::plane::{Element, LANES, Registers, Spares};

/// The registers of a piece, and which lanes of the batch it is.
pub(super) struct Piece {
    pub(super) registers: Registers,
    pub(super) spares: Spares,
    /// Arrays: for each element and component a plane, of long ones of the low words and behind them of the high ones.
    pub(super) arrays: Vec<Vec<[u32; LANES]>>,
    /// The first lane.
    pub(super) first: usize,
    /// How many.
    pub(super) count: usize,
    /// The lanes that the step is made for.
    pub(super) active: Lanes,
    /// The instructions that lanes have executed, where they are counted.
    pub(super) executed: Executed,
    /// The parameters that the registers of uniform values were computed of, if they were.
    prepared: Option<Vec<u32>>,
    /// Vectors that lanes found by an index, or have in memory.
    pub(super) vectors: Box<[[u32; 4]; LANES]>,
    /// What the results of the next lookups are written to.
    pub(super) looked_up: Vec<super::lookup::Results>,
    /// What native code works in.
    pub(super) native: super::native::Storage,
    /// The places in a buffer that lanes access.
    pub(super) places: Box<[u64; LANES]>,
}

/// What the steps of a run share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) code: &'a Code,
    pub(super) program: &'a Program,
    pub(super) level: Level,
    pub(super) environment: &'a Environment<'a>,
}

impl Piece {
    /// Registers for a code, its constants in them.
    pub(super) fn new(code: &Code) -> Piece {
        let mut registers = Registers::new(usize::from(code.words), usize::from(code.longs));
        for (register, bits) in &code.constants {
            match *register {
                Register::Word(number) => registers.get_mut::<u32>(number).fill(*bits as u32),
                Register::Long(number) => registers.get_mut::<u64>(number).fill(*bits),
            }
        }
        let arrays = code.arrays.iter();
        let planes = |(long, length): &(bool, u32)| *length as usize * if *long { 8 } else { 4 };
        Piece {
            registers,
            spares: Spares::default(),
            arrays: arrays.map(|array| vec![[0; LANES]; planes(array)]).collect(),
            first: 0,
            count: 0,
            active: Lanes::NONE,
            executed: Executed::default(),
            prepared: None,
            vectors: Box::new([[0; 4]; LANES]),
            looked_up: vec![super::lookup::Results::default()],
            native: super::native::Storage::default(),
            places: Box::new([0; LANES]),
        }
    }

    /// Computes uniform values, which are functions of the parameters, unless they are those of the run before.
    pub(super) fn prepare(&mut self, shared: Shared<'_>, batch: &mut Batch) {
        let parameters = shared.environment.parameters.as_flattened();
        if shared.code.prologue.is_empty() || self.prepared.as_deref() == Some(parameters) {
            return;
        }
        self.steps(shared, &shared.code.prologue, batch);
        self.prepared = Some(parameters.to_vec());
    }

    /// Takes lanes of a batch: variables and arrays are 0, and the live lanes are active.
    pub(super) fn begin(&mut self, code: &Code, batch: &Batch, first: usize, count: usize) {
        (self.first, self.count) = (first, count);
        self.active = Lanes::of_words(batch.live.words(), first, count);
        self.executed.begin(self.active);
        for variable in &code.variables {
            match *variable {
                Register::Word(number) => self.registers.get_mut::<u32>(number).fill(0),
                Register::Long(number) => self.registers.get_mut::<u64>(number).fill(0),
            }
        }
        self.arrays.iter_mut().flatten().for_each(|plane| plane.fill(0));
    }

    /// Its lanes up to the end of a window: loops over these are of whole vectors, and whatever is in those beside the piece's
    /// own does not matter.
    pub(super) fn whole(&self) -> usize {
        self.count.next_multiple_of(64).min(LANES)
    }

    /// Makes steps.
    pub(super) fn steps(&mut self, shared: Shared<'_>, steps: &[Step], batch: &mut Batch) {
        for step in steps {
            if let Step::Kernel { run, at } = step {
                run(shared.level, &mut self.registers, &mut self.spares, at);
            } else {
                self.step(shared, step, batch);
            }
        }
    }

    fn step(&mut self, shared: Shared<'_>, step: &Step, batch: &mut Batch) {
        match *step {
            Step::Kernel { run, at } => run(shared.level, &mut self.registers, &mut self.spares, &at),
            Step::Load {
                from,
                slot,
                component,
                to,
            } => {
                let planes = match from {
                    Input::Attributes => &batch.attributes,
                    Input::Results => &batch.results,
                };
                let lanes = self.first..self.first + self.count;
                let words = &planes.component(slot as usize, usize::from(component))[lanes];
                let plane = self.registers.get_mut::<u32>(to);
                match <&[u32; LANES]>::try_from(words) {
                    Ok(words) => *plane = *words,
                    Err(_) => plane[..words.len()].copy_from_slice(words),
                }
            }
            Step::Parameter { slot, component, to } => {
                let word = shared.parameter(slot as usize, component);
                self.registers.get_mut::<u32>(to).fill(word);
            }
            Step::ParameterAt { range, index, to } => self.parameter_at(shared, range, index, to),
            Step::ParameterVectorAt {
                first,
                length,
                index,
                to,
            } => self.parameter_vector_at(shared, (first, length), index, to),
            Step::AttributeAt { range, index, to } => {
                let first = self.first;
                self.each(to, |piece, lane| {
                    let slot = range.slot(piece.registers.get::<u32>(index)[lane])?;
                    let words = batch.attributes.component(slot, usize::from(range.component));
                    words.get(first + lane).copied()
                });
            }
            Step::VertexAttributeAt {
                range,
                index,
                vertex,
                to,
            } => {
                let first = self.first;
                self.each(to, |piece, lane| {
                    let slot = range.slot(piece.registers.get::<u32>(index)[lane])?;
                    let vertex = piece.registers.get::<u32>(vertex)[lane] as i32;
                    let planes = batch.vertices.get(usize::try_from(vertex).ok()?)?;
                    if slot >= planes.slots() || first + lane >= planes.lanes() {
                        return None;
                    }
                    Some(planes.component(slot, usize::from(range.component))[first + lane])
                });
            }
            Step::Element {
                array,
                component,
                index,
                to,
            } => self.element(array, component, index, to),
            Step::Active { to } => self.active.truths(self.registers.get_mut::<u32>(to)),
            Step::Convert { conversion, from, to } => self.convert(conversion, from, to),
            Step::Pack { packing, from, to } => {
                self.each(to, |piece, lane| {
                    Some(packing.pack(from.map(|from| piece.registers.get::<u32>(from)[lane])))
                });
            }
            Step::Unpack {
                packing,
                component,
                from,
                to,
            } => {
                self.each(to, |piece, lane| {
                    let fields = packing.unpack(piece.registers.get::<u32>(from)[lane]);
                    fields.get(usize::from(component)).copied()
                });
            }
            Step::Neighbour {
                axis,
                upper,
                from,
                to,
            } => match (from, to) {
                (Register::Word(from), Register::Word(to)) => self.neighbour::<u32>(axis, upper, from, to),
                (Register::Long(from), Register::Long(to)) => self.neighbour::<u64>(axis, upper, from, to),
                (Register::Word(_), Register::Long(_)) | (Register::Long(_), Register::Word(_)) => {}
            },
            Step::Write { from, to } => match (from, to) {
                (Register::Word(from), Register::Word(to)) => self.write::<u32>(shared, from, to),
                (Register::Long(from), Register::Long(to)) => self.write::<u64>(shared, from, to),
                (Register::Word(_), Register::Long(_)) | (Register::Long(_), Register::Word(_)) => {}
            },
            Step::Copy { from, to } => match (from, to) {
                (Register::Word(from), Register::Word(to)) => self.copy::<u32>(from, to),
                (Register::Long(from), Register::Long(to)) => self.copy::<u64>(from, to),
                (Register::Word(_), Register::Long(_)) | (Register::Long(_), Register::Word(_)) => {}
            },
            Step::Store {
                array,
                component,
                index,
                from,
            } => self.store(array, component, index, from),
            Step::Export {
                slot,
                component,
                from,
            } => {
                let lanes = self.first..self.first + self.count;
                let words = &mut batch.results.component_mut(slot as usize, usize::from(component))[lanes];
                let values = self.registers.get::<u32>(from);
                self.active.copy(values, words);
            }
            Step::Kill { mask } => {
                let killed = Lanes::of_truths(shared.level, self.registers.get::<u32>(mask)).and(self.active);
                killed
                    .iter()
                    .for_each(|lane| batch.killed.set(self.first + lane, true));
            }
            Step::Lookups { first, count: 1 } => self.lookup(shared, first, batch),
            Step::Lookups { first, count } => self.lookups(shared, first, count, batch),
            Step::Native(number) => self.native(
                &shared.code.native[number as usize],
                shared.code.together,
                shared.environment.meanwhile,
                batch,
            ),
        }
    }

    /// Sets a word in each lane; where the function gives none, to 0.
    fn each(&mut self, to: u16, word: impl Fn(&Piece, usize) -> Option<u32>) {
        let mut plane = std::mem::take(u32::spare(&mut self.spares));
        for lane in 0..LANES {
            plane.0[lane] = word(self, lane).unwrap_or(0);
        }
        *u32::spare(&mut self.spares) = plane;
        self.registers.put::<u32>(to, &mut self.spares);
    }

    fn parameter_at(&mut self, shared: Shared<'_>, range: SlotRange, index: u16, to: u16) {
        let index = self.registers.get::<u32>(index);
        let plane = &mut u32::spare(&mut self.spares).0;
        for lane in 0..LANES {
            let slot = range.slot(index[lane]);
            plane[lane] = slot.map_or(0, |slot| shared.parameter(slot, range.component));
        }
        self.registers.put::<u32>(to, &mut self.spares);
    }

    fn parameter_vector_at(
        &mut self,
        shared: Shared<'_>,
        (first, length): (u32, u32),
        index: u16,
        to: [Option<u16>; 4],
    ) {
        let parameters = shared.environment.parameters.get(first as usize..);
        let parameters = parameters.unwrap_or_default();
        let parameters = &parameters[..parameters.len().min(length as usize)];
        let index = self.registers.get::<u32>(index);
        if let Some(index) = uniform(&index[..self.count]) {
            let found = parameters.get(index as usize).copied().unwrap_or_default();
            for (word, to) in found.into_iter().zip(to) {
                if let Some(to) = to {
                    self.registers.get_mut::<u32>(to).fill(word);
                }
            }
            return;
        }
        for (vector, index) in self.vectors.iter_mut().zip(index) {
            *vector = parameters.get(*index as usize).copied().unwrap_or_default();
        }
        for (component, to) in to.into_iter().enumerate() {
            if let Some(to) = to {
                shared.level.run(Components {
                    vectors: &self.vectors,
                    component,
                    to: self.registers.get_mut::<u32>(to),
                });
            }
        }
    }

    /// Writes in the active lanes, in place; if these are all, in whatever lies beside them too.
    fn write<E: Element>(&mut self, shared: Shared<'_>, from: u16, to: u16) {
        let lanes = match self.active.are_first(self.count) {
            true => Lanes::windows(self.count),
            false => self.active,
        };
        if let Some((from, to)) = self.registers.pair::<E>(from, to) {
            shared.level.run(Write { lanes, from, to });
        }
    }

    fn copy<E: Element>(&mut self, from: u16, to: u16) {
        if let Some((from, to)) = self.registers.pair::<E>(from, to) {
            *to = *from;
        }
    }
}

/// A register's new value in some lanes; the others keep theirs.
struct Write<'a, E> {
    lanes: Lanes,
    from: &'a [E; LANES],
    to: &'a mut [E; LANES],
}

impl<E: Element> Pass for Write<'_, E> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let windows = self.from.as_chunks::<64>().0.iter();
        let windows = windows.zip(self.to.as_chunks_mut::<64>().0);
        for ((from, to), lanes) in windows.zip(self.lanes.words()) {
            match lanes {
                0 => {}
                u64::MAX => *to = *from,
                _ => {
                    let mut truths = [0; 64];
                    truths_of(lanes, &mut truths);
                    for lane in 0..64 {
                        to[lane] = if truths[lane] != 0 { from[lane] } else { to[lane] };
                    }
                }
            }
        }
    }
}

impl Shared<'_> {
    /// A word of a parameter; of a constant of 64 bits, components 4 to 7 are the high words.
    fn parameter(&self, slot: usize, component: u8) -> u32 {
        let at = usize::from(component);
        if at < 4 {
            return self.environment.parameters.get(slot).map_or(0, |words| words[at]);
        }
        let parameter = self.program.parameters().get(slot);
        let high = parameter.and_then(|parameter| parameter.high);
        high.map_or(0, |high| high[at & 3])
    }
}
