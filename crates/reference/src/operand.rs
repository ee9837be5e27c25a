//! Reading operands, for all lanes at once.

use quadrille_engine::{Batch, Environment, Planes};
use quadrille_isa::gl::DataType;
use quadrille_program::{File, Index, InstId, Operand, Register};

use crate::observer::{Observer, OutputEvent};
use crate::prepared::Prepared;
use crate::state::{State, Vectors};
use crate::word::{magnitude, negate, resize};
use quadrille_program::types::{NumberKind, is_long};

/// The sources of an instruction's operands.
pub(crate) struct Sources<'a> {
    pub(crate) prepared: &'a Prepared,
    pub(crate) batch: &'a Batch,
    pub(crate) environment: &'a Environment<'a>,
    pub(crate) state: &'a State,
}

/// The location of a register in a lane.
#[derive(Clone, Copy)]
enum OperandLocation {
    /// A slot of its file.
    Slot(usize),
    /// A slot of a vertex that comes in.
    Vertex(usize, usize),
    /// A result slot in another lane: of a vertex that comes out, or of the patch.
    Output(usize, usize),
    /// Nowhere: an index lies outside its array.
    Outside,
}

/// An index that lies outside its array, and the length of the array.
pub(crate) type OutOfRange = Option<(i64, u32)>;

impl Sources<'_> {
    fn planes(&self, file: File) -> Option<&Planes> {
        match file {
            File::Temporary => Some(&self.state.temporaries),
            File::Attribute => Some(&self.batch.attributes),
            File::Result => Some(&self.batch.results),
            File::Address => Some(&self.state.addresses),
            File::Parameter => None,
        }
    }

    fn parameter(&self, slot: usize) -> [u32; 4] {
        match self.state.parameters.get(slot) {
            Some(written) => *written,
            None => self.environment.parameters[slot],
        }
    }

    /// One plane of a parameter; of a constant of 64 bits, planes 4 to 7 are the high words.
    fn parameter_plane(&self, slot: usize, plane: usize) -> u32 {
        if plane < 4 {
            return self.parameter(slot)[plane];
        }
        let high = self
            .prepared
            .program
            .parameters()
            .get(slot)
            .and_then(|parameter| parameter.high);
        high.map_or(0, |high| high[plane & 3])
    }

    fn index(&self, index: &Index, lane: usize) -> i64 {
        let component = usize::from(index.component);
        i64::from(self.word(&index.register(), component, lane) as i32)
    }

    /// The location of a register with run-time indices in a lane; the index that is out of range, if one is.
    fn place(&self, register: &Register, lane: usize) -> (OperandLocation, OutOfRange) {
        let mut slot = i64::from(register.slot);
        if let Some(relative) = &register.relative {
            slot += self.index(&relative.index, lane);
            let first = i64::from(relative.first);
            if !(first..first + i64::from(relative.length)).contains(&slot) {
                return (OperandLocation::Outside, Some((slot - first, relative.length)));
            }
        }
        let output = match register.file {
            File::Attribute => self.prepared.patch.result(slot as usize),
            _ => None,
        };
        let Some(outer) = &register.outer else {
            return match output {
                None => (OperandLocation::Slot(slot as usize), None),
                Some(Some(result)) => (OperandLocation::Output(lane, result), None),
                Some(None) => (OperandLocation::Outside, None),
            };
        };
        let at_run_time = outer.index.map_or(0, |index| self.index(&index, lane));
        let number = i64::from(outer.number) + at_run_time;
        if !(0..i64::from(outer.count)).contains(&number) {
            return (OperandLocation::Outside, Some((number, outer.count)));
        }
        if let Some(result) = output {
            let from = self.prepared.patch.first(lane) + number as usize;
            let is_there = from < self.batch.lanes();
            return match result.filter(|_| is_there) {
                Some(result) => (OperandLocation::Output(from, result), None),
                None => (OperandLocation::Outside, None),
            };
        }
        match register.file {
            File::Attribute => (OperandLocation::Vertex(number as usize, slot as usize), None),
            _ => (
                OperandLocation::Slot((slot + number * i64::from(outer.stride)) as usize),
                None,
            ),
        }
    }

    /// The slot of a destination in a lane; none outside its array.
    pub(crate) fn destination(&self, register: &Register, lane: usize) -> (Option<usize>, OutOfRange) {
        match self.place(register, lane) {
            (OperandLocation::Slot(slot), _) => (Some(slot), None),
            (_, outside) => (None, outside),
        }
    }

    /// One plane of a register in every lane; what lies outside an array reads 0. Planes 4 to 7 are the high
    /// words of 64-bit registers.
    fn plane(&self, register: &Register, plane: usize, out: &mut [u32]) {
        let slot = register.slot as usize;
        let reads_output = register.file == File::Attribute && self.prepared.patch.result(slot).is_some();
        if register.relative.is_none() && register.outer.is_none() && !reads_output {
            match self.planes(register.file) {
                Some(planes) => out.copy_from_slice(planes.component(slot, plane)),
                None => out.fill(self.parameter_plane(slot, plane)),
            }
            return;
        }
        for (lane, word) in out.iter_mut().enumerate() {
            *word = self.word(register, plane, lane);
        }
    }

    /// One plane of a register in one lane.
    fn word(&self, register: &Register, plane: usize, lane: usize) -> u32 {
        match (self.place(register, lane).0, self.planes(register.file)) {
            (OperandLocation::Slot(slot), Some(planes)) => planes.component(slot, plane)[lane],
            (OperandLocation::Slot(slot), None) => self.parameter_plane(slot, plane),
            (OperandLocation::Vertex(vertex, slot), _) => match self.batch.vertices.get(vertex) {
                Some(planes) => planes.component(slot, plane)[lane],
                None => 0,
            },
            (OperandLocation::Output(lane, slot), _) => self.batch.results.component(slot, plane)[lane],
            (OperandLocation::Outside, _) => 0,
        }
    }

    /// An operand in every lane as numbers of `data_type`: select, convert to its size, magnitude, sign. `long`
    /// says whether its register holds numbers of 64 bits.
    pub(crate) fn load(
        &self,
        operand: &Operand,
        long: bool,
        data_type: DataType,
        low: &mut Vectors,
        high: &mut Vectors,
    ) {
        if long || data_type.is_long() {
            return self.load_long(operand, long, data_type, low, high);
        }
        for at in 0..4 {
            // A replicated component is read once.
            if let Some(before) = (0..at).find(|before| operand.swizzle.0[*before] == operand.swizzle.0[at])
                && (operand.negate >> before & 1) == (operand.negate >> at & 1)
            {
                let (done, rest) = low.split_at_mut(at);
                rest[0].copy_from_slice(&done[before]);
                continue;
            }
            let words = &mut low[at];
            match operand.swizzle.0[at].component_or_number() {
                Ok(component) => self.plane(&operand.register, component, words),
                Err(number) => words.fill(data_type.zero_or_one(number) as u32),
            }
            if operand.absolute {
                words
                    .iter_mut()
                    .for_each(|word| *word = magnitude(data_type, u64::from(*word)) as u32);
            }
            if operand.negate >> at & 1 != 0 {
                words
                    .iter_mut()
                    .for_each(|word| *word = negate(data_type, u64::from(*word)) as u32);
            }
        }
    }

    fn load_long(
        &self,
        operand: &Operand,
        long: bool,
        data_type: DataType,
        low: &mut Vectors,
        high: &mut Vectors,
    ) {
        for at in 0..4 {
            let (low, high) = (&mut low[at], &mut high[at]);
            match operand.swizzle.0[at].component_or_number() {
                Ok(component) => {
                    self.plane(&operand.register, component, low);
                    if long {
                        self.plane(&operand.register, component + 4, high);
                    }
                    for (low, high) in low.iter_mut().zip(high.iter_mut()) {
                        let read = u64::from(*low) | if long { u64::from(*high) << 32 } else { 0 };
                        let value = resize(read, data_type, long, data_type.is_long());
                        (*low, *high) = (value as u32, (value >> 32) as u32);
                    }
                }
                Err(number) => {
                    let value = data_type.zero_or_one(number);
                    low.fill(value as u32);
                    high.fill((value >> 32) as u32);
                }
            }
            for (low, high) in low.iter_mut().zip(high.iter_mut()) {
                let mut value = u64::from(*low) | u64::from(*high) << 32;
                if operand.absolute {
                    value = magnitude(data_type, value);
                }
                if operand.negate >> at & 1 != 0 {
                    value = negate(data_type, value);
                }
                (*low, *high) = (value as u32, (value >> 32) as u32);
            }
        }
    }

    /// The first component of an operand in one lane, as a number of `data_type` in its low bits.
    pub(crate) fn scalar(&self, operand: &Operand, data_type: DataType, lane: usize) -> u64 {
        let read = match operand.swizzle.0[0].component_or_number() {
            Err(number) => data_type.zero_or_one(number),
            Ok(component) => {
                let word = |plane| u64::from(self.word(&operand.register, plane, lane));
                let long = is_long(&self.prepared.program, &operand.register);
                let high = if long { word(component + 4) << 32 } else { 0 };
                resize(word(component) | high, data_type, long, data_type.is_long())
            }
        };
        let read = if operand.absolute {
            magnitude(data_type, read)
        } else {
            read
        };
        if operand.negate & 1 != 0 {
            negate(data_type, read)
        } else {
            read
        }
    }

    /// The first three components of an operand in every lane, as signed integers.
    pub(crate) fn integers(&self, operand: &Operand) -> [Vec<i32>; 3] {
        let lanes = self.batch.lanes();
        let (mut low, mut high): (Vectors, Vectors) = Default::default();
        for words in low.iter_mut().chain(&mut high) {
            words.resize(lanes, 0);
        }
        let long = is_long(&self.prepared.program, &operand.register);
        self.load(operand, long, DataType::S32, &mut low, &mut high);
        std::array::from_fn(|component| low[component].iter().map(|word| *word as i32).collect())
    }

    /// A component of a float operand whose register holds `words`.
    pub(crate) fn arrange(&self, operand: &Operand, words: [u32; 4], at: usize) -> u32 {
        let read = match operand.swizzle.0[at].component_or_number() {
            Ok(component) => u64::from(words[component]),
            Err(number) => DataType::F32.zero_or_one(number),
        };
        let read = if operand.absolute {
            magnitude(DataType::F32, read)
        } else {
            read
        };
        let read = if operand.negate >> at & 1 != 0 {
            negate(DataType::F32, read)
        } else {
            read
        };
        read as u32
    }

    /// Tells an observer of what an operand, read as `kind` in some lanes, should not have read. `needs` are the components,
    /// after the swizzle, that the instruction looks at.
    pub(crate) fn watch<O: Observer>(
        &self,
        instruction: InstId,
        (operand, needs): (&Operand, u8),
        kind: NumberKind,
        lanes: impl Iterator<Item = usize>,
        observer: &mut O,
    ) {
        let register = &operand.register;
        let selectors = operand.swizzle.0.iter().enumerate();
        let needed = selectors
            .filter(|(at, _)| needs >> at & 1 != 0)
            .filter_map(|(_, selector)| selector.component_or_number().ok())
            .fold(0u8, |needed, component| needed | 1 << component);
        for lane in lanes {
            let (place, outside) = self.place(register, lane);
            if let Some((index, length)) = outside {
                observer.out_of_range(instruction, lane, index, length, false);
            }
            if let OperandLocation::Output(from, slot) = place {
                let home = self.prepared.patch.sees(slot, from).start;
                let event =
                    |at| OutputEvent::read(instruction, lane, self.state.schedule.active(), (home, slot, at));
                (0..4)
                    .filter(|at| needed >> at & 1 != 0)
                    .for_each(|at| observer.output(event(at)));
            }
            let OperandLocation::Slot(slot) = place else {
                continue;
            };
            if register.file == File::Parameter {
                observer.parameter(
                    instruction,
                    lane,
                    slot,
                    kind == NumberKind::Float,
                    kind == NumberKind::Signed,
                );
            }
            let written = match register.file {
                File::Temporary if self.differs(slot, lane, needed, kind) => {
                    observer.mistyped(instruction, lane);
                    self.state.written[slot][lane]
                }
                File::Temporary => self.state.written[slot][lane],
                File::Address => self.state.addresses_written[slot][lane],
                File::Attribute | File::Parameter | File::Result => continue,
            };
            if needed & !written != 0 && !self.state.zeroed {
                observer.uninitialised(instruction, lane, operand, needed & !written);
            }
        }
    }

    /// Whether a component of a temporary was written in another type than it is read.
    fn differs(&self, slot: usize, lane: usize, needed: u8, kind: NumberKind) -> bool {
        let kinds = &self.state.kinds[slot][lane];
        let written = self.state.written[slot][lane];
        let read = (0..4).filter(|component| needed & written & 1 << component != 0);
        read.into_iter().any(|component| kinds[component].differs(kind))
    }
}
