//! Reading operands and writing results, for all lanes at once.

use quadrille_engine::{Batch, Environment, Planes};
use quadrille_isa::gl::DataType;
use quadrille_program::{Destination, File, InstId, Operand, Register, Relative, Selector};

use crate::observer::Observer;
use crate::state::{State, Vectors};

/// What an instruction can read.
pub(crate) struct Sources<'a> {
    pub(crate) batch: &'a Batch,
    pub(crate) environment: &'a Environment<'a>,
    pub(crate) state: &'a State,
}

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

    /// The slot that a relative register means in a lane, and the raw index; no slot outside its array.
    fn slot(&self, register: &Register, relative: &Relative, lane: usize) -> (Option<usize>, i64) {
        let component = usize::from(relative.component);
        let word = match self.planes(relative.file) {
            Some(planes) => planes.component(relative.slot as usize, component)[lane],
            None => self.environment.parameters[relative.slot as usize][component],
        };
        let slot = i64::from(register.slot) + i64::from(word as i32);
        let first = i64::from(relative.first);
        let inside = (first..first + i64::from(relative.length)).contains(&slot);
        (inside.then_some(slot as usize), slot - first)
    }

    /// One component of a register in every lane; what lies outside an array reads 0.
    fn component(&self, register: &Register, component: usize, out: &mut [u32]) {
        match (&register.relative, self.planes(register.file)) {
            (None, Some(planes)) => out.copy_from_slice(planes.component(register.slot as usize, component)),
            (None, None) => out.fill(self.environment.parameters[register.slot as usize][component]),
            (Some(relative), planes) => {
                for (lane, word) in out.iter_mut().enumerate() {
                    *word = match (self.slot(register, relative, lane).0, planes) {
                        (Some(slot), Some(planes)) => planes.component(slot, component)[lane],
                        (Some(slot), None) => self.environment.parameters[slot][component],
                        (None, _) => 0,
                    };
                }
            }
        }
    }

    /// An operand in every lane: select, magnitude, sign.
    pub(crate) fn load(&self, operand: &Operand, data_type: DataType, out: &mut Vectors) {
        for at in 0..4 {
            // A replicated component is read once.
            if let Some(before) = (0..at).find(|before| operand.swizzle.0[*before] == operand.swizzle.0[at])
                && (operand.negate >> before & 1) == (operand.negate >> at & 1)
            {
                let (done, rest) = out.split_at_mut(at);
                rest[0].copy_from_slice(&done[before]);
                continue;
            }
            let words = &mut out[at];
            match operand.swizzle.0[at] {
                Selector::X => self.component(&operand.register, 0, words),
                Selector::Y => self.component(&operand.register, 1, words),
                Selector::Z => self.component(&operand.register, 2, words),
                Selector::W => self.component(&operand.register, 3, words),
                Selector::Zero => words.fill(0),
                Selector::One => words.fill(one(data_type)),
            }
            if operand.absolute {
                words
                    .iter_mut()
                    .for_each(|word| *word = magnitude(data_type, *word));
            }
            if operand.negate >> at & 1 != 0 {
                words.iter_mut().for_each(|word| *word = negate(data_type, *word));
            }
        }
    }

    /// Tells an observer of what an operand should not have read.
    pub(crate) fn watch<O: Observer>(&self, instruction: InstId, operand: &Operand, observer: &mut O) {
        let register = &operand.register;
        let needed = operand
            .swizzle
            .0
            .iter()
            .fold(0u8, |needed, selector| match selector {
                Selector::X => needed | 1,
                Selector::Y => needed | 2,
                Selector::Z => needed | 4,
                Selector::W => needed | 8,
                Selector::Zero | Selector::One => needed,
            });
        for lane in self.batch.live.iter() {
            let slot = match &register.relative {
                None => Some(register.slot as usize),
                Some(relative) => {
                    let (slot, index) = self.slot(register, relative, lane);
                    if slot.is_none() {
                        observer.out_of_range(instruction, lane, register, index);
                    }
                    slot
                }
            };
            let written = match (register.file, slot) {
                (File::Temporary | File::Address, _) if self.state.zeroed => continue,
                (File::Temporary, Some(slot)) => self.state.written[slot][lane],
                (File::Address, Some(slot)) => self.state.addresses_written[slot][lane],
                _ => continue,
            };
            if needed & !written != 0 {
                observer.uninitialised(instruction, lane, operand, needed & !written);
            }
        }
    }
}

fn one(data_type: DataType) -> u32 {
    if data_type.is_float() { 1f32.to_bits() } else { 1 }
}

fn magnitude(data_type: DataType, word: u32) -> u32 {
    match data_type {
        DataType::S32 => (word as i32).wrapping_abs() as u32,
        DataType::U32 | DataType::U64 | DataType::S64 => word,
        DataType::F32 | DataType::F16 | DataType::Fx12 | DataType::F64 => word & 0x7fff_ffff,
    }
}

fn negate(data_type: DataType, word: u32) -> u32 {
    match data_type {
        DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => word.wrapping_neg(),
        DataType::F32 | DataType::F16 | DataType::Fx12 | DataType::F64 => word ^ 0x8000_0000,
    }
}

/// Writes the result of an instruction to the enabled components of the live lanes.
pub(crate) fn store<O: Observer>(batch: &mut Batch, state: &mut State, to: &Destination) {
    let Some(register) = to.register else { return };
    let slot = register.slot as usize;
    let all = batch.live.all();
    let State {
        temporaries,
        addresses,
        result,
        written,
        addresses_written,
        ..
    } = state;
    let (planes, marks) = match register.file {
        File::Temporary => (temporaries, Some(written)),
        File::Address => (addresses, Some(addresses_written)),
        File::Result => (&mut batch.results, None),
        File::Attribute | File::Parameter => return,
    };
    for component in (0..4).filter(|component| to.mask >> component & 1 != 0) {
        let words = planes.component_mut(slot, component);
        if all {
            words.copy_from_slice(&result[component]);
        } else {
            for lane in batch.live.iter() {
                words[lane] = result[component][lane];
            }
        }
    }
    if O::WATCHES
        && let Some(marks) = marks
    {
        for lane in batch.live.iter() {
            marks[slot][lane] |= to.mask;
        }
    }
}
