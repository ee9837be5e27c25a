//! What a word of a QPU writes: by its targets and conditions, and by what has changed.

use quadrille_isa::qpu::{Condition, Instruction, RegisterFile, Results, Write, decode};
use quadrille_numerics::qpu::lanes::Lanes;
use quadrille_vc4::machine::PausedMachine;
use quadrille_vc4::vpm::{COLUMNS, ROWS};

use super::VPM;
use super::registers::{ACCUMULATORS, B, FLAGS};
use crate::machine::Effect;

/// The write address that starts transfers, of file A to load and of file B to store.
const TRANSFER: u8 = 50;
/// The write address of the VPM.
const VPM_WRITE: u8 = 48;

/// The machine before a step, as far as its word needs it.
pub(super) struct Writes {
    /// The flags of each QPU.
    flags: Vec<[u16; 3]>,
    /// r4 and r5 of each QPU, which more than instructions write.
    loaded: Vec<[Lanes; 2]>,
    vpm: Option<Vec<Lanes>>,
    stores: bool,
}

/// The targets of a word.
fn results(word: u64) -> Option<Results> {
    match decode(word).ok()? {
        Instruction::Alu(alu) => Some(alu.results),
        Instruction::LoadImmediate(load) => Some(load.results),
        Instruction::Semaphore(semaphore) => Some(semaphore.results),
        Instruction::Branch(_) => None,
    }
}

impl Writes {
    /// The machine before a word is executed, which is the next as far as is known.
    pub(super) fn before(machine: &PausedMachine, word: Option<u64>) -> Writes {
        let views = || (0..machine.qpus()).filter_map(|number| machine.qpu(number));
        let addresses = |wanted: u8| match word.map(results) {
            Some(Some(results)) => [results.add_write, results.mul_write]
                .iter()
                .any(|address| address.number() == wanted),
            // A branch writes its return address; a word that is not known may be anything.
            Some(None) => false,
            None => true,
        };
        Writes {
            flags: views().map(|qpu| qpu.flags()).collect(),
            loaded: views()
                .map(|qpu| [*qpu.accumulator(4), *qpu.accumulator(5)])
                .collect(),
            vpm: (addresses(VPM_WRITE) || addresses(TRANSFER))
                .then(|| (0..ROWS).map(|row| machine.vpm(row)).collect()),
            stores: addresses(TRANSFER),
        }
    }

    /// Whether the word may store to memory.
    pub(super) fn stores(&self) -> bool {
        self.stores
    }

    /// What a QPU wrote with a word.
    pub(super) fn after(&mut self, machine: &PausedMachine, qpu: usize, word: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut wrote = |register: usize, components: u16| {
            if components != 0 {
                effects.push(Effect::Register {
                    thread: qpu,
                    register,
                    components: u32::from(components),
                });
            }
        };
        let flags = self.flags.get(qpu).copied().unwrap_or_default();
        if let Some(results) = results(word) {
            let add = (results.add_file(), results.add_write, results.add_condition);
            let mul = (results.mul_file(), results.mul_write, results.mul_condition);
            for (file, address, condition) in [add, mul] {
                let register = match address.write(file) {
                    Write::Register(number) if file == RegisterFile::A => usize::from(number),
                    Write::Register(number) => B + usize::from(number),
                    Write::Accumulator(number) => ACCUMULATORS + usize::from(number),
                    _ => continue,
                };
                wrote(register, elements(condition, flags));
            }
        }
        if let (Some(view), Some(before)) = (machine.qpu(qpu), self.loaded.get(qpu)) {
            for (number, before) in [4u8, 5].into_iter().zip(before) {
                let after = view.accumulator(number);
                let changed = (0..16).filter(|element| before[*element] != after[*element]);
                let changed = changed.fold(0, |bits, element| bits | 1 << element);
                wrote(ACCUMULATORS + usize::from(number), changed);
            }
            for (number, (before, after)) in flags.into_iter().zip(view.flags()).enumerate() {
                wrote(FLAGS + number, before ^ after);
            }
        }
        let rows = self.vpm.take().into_iter().flatten().enumerate();
        let changed = rows.filter(|(row, before)| machine.vpm(*row) != *before);
        effects.extend(changed.map(|(row, _)| Effect::Memory {
            thread: qpu,
            region: VPM,
            offset: (row * COLUMNS * 4) as u64,
            bytes: (COLUMNS * 4) as u64,
            written: true,
        }));
        effects
    }
}

/// The elements in which a condition holds, a bit each.
fn elements(condition: Condition, [zero, negative, carry]: [u16; 3]) -> u16 {
    match condition {
        Condition::Never => 0,
        Condition::Always => u16::MAX,
        Condition::ZeroSet => zero,
        Condition::ZeroClear => !zero,
        Condition::NegativeSet => negative,
        Condition::NegativeClear => !negative,
        Condition::CarrySet => carry,
        Condition::CarryClear => !carry,
    }
}
