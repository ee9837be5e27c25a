//! When each register of a thread can be read.

use super::parameter::{Forwarding, Granularity, Parameters};
use super::trace::Stall;
use crate::word::{Instruction, OutputTarget, Register, Unit};
use quadrille_isa::nv20::{IluOp, MacOp, limit};

/// Register numbers of the board: temporaries, then the position output as R12, then one for the address
/// register and one for all constants that are written.
const ADDRESS: usize = 13;
const CONSTANTS: usize = 14;
const COUNT: usize = 15;

/// The registers that one instruction reads and writes. Where registers are waited for whole, so are the masks.
#[derive(Clone, Debug)]
pub(super) struct Needs {
    /// Registers with the components that are read.
    reads: Vec<(usize, u8)>,
    /// Registers with the components that each unit writes.
    writes: Vec<(usize, u8, Unit)>,
    pub(super) ilu: bool,
}

impl Needs {
    pub(super) fn of(instruction: &Instruction, writes_constants: bool, granularity: Granularity) -> Needs {
        let mut reads = Vec::new();
        for (slot, source) in instruction.operands.iter().enumerate() {
            let Some(source) = source else { continue };
            let mask = instruction.components_read(slot);
            match source.register {
                Register::Temporary(index) => reads.push((usize::from(index), mask)),
                Register::Constant(_) if writes_constants => reads.push((CONSTANTS, 15)),
                Register::Constant(_) | Register::Input(_) | Register::Absent => {}
            }
            if instruction.relative && matches!(source.register, Register::Constant(_)) {
                reads.push((ADDRESS, 8));
            }
        }
        let mut writes = Vec::new();
        if let Some(write) = instruction.mac_write {
            writes.push((usize::from(write.register), write.mask, Unit::Mac));
        }
        if let Some(write) = instruction.ilu_write {
            writes.push((usize::from(write.register), write.mask, Unit::Ilu));
        }
        match instruction.output.map(|write| (write, write.target)) {
            Some((write, OutputTarget::Output(0))) => {
                writes.push((usize::from(limit::POSITION_TEMPORARY), write.mask, write.from));
            }
            Some((write, OutputTarget::Constant(_))) => writes.push((CONSTANTS, 15, write.from)),
            _ => {}
        }
        if instruction.mac == MacOp::Arl {
            writes.push((ADDRESS, 8, Unit::Mac));
        }
        if granularity == Granularity::Register {
            let masks = reads.iter_mut().map(|(_, mask)| mask);
            for mask in masks.chain(writes.iter_mut().map(|(_, mask, _)| mask)) {
                *mask = if *mask == 0 { 0 } else { 15 };
            }
        }
        Needs {
            reads,
            writes,
            ilu: instruction.ilu != IluOp::Nop,
        }
    }
}

/// For each component of each register, the first cycle in which a reader may be in the swizzle stage.
#[derive(Clone, Debug)]
pub(super) struct Scoreboard {
    ready: [[u64; 4]; COUNT],
}

impl Scoreboard {
    pub(super) fn new() -> Scoreboard {
        Scoreboard {
            ready: [[0; 4]; COUNT],
        }
    }

    /// The earliest cycle of the swizzle stage, and what decides it.
    pub(super) fn earliest(&self, needs: &Needs, parameters: &Parameters) -> (u64, Stall) {
        let mut earliest = (0, Stall::Operand);
        let mut consider = |cycle: u64, reason: Stall| {
            if cycle > earliest.0 {
                earliest = (cycle, reason);
            }
        };
        for (register, mask) in &needs.reads {
            // The address is added to a constant's number before registers are read, so forwarding brings
            // it a stage later than an operand.
            let address = *register == ADDRESS && parameters.forwarding == Forwarding::Full;
            consider(self.last(*register, *mask) + u64::from(address), Stall::Operand);
        }
        for (register, mask, unit) in &needs.writes {
            let own = latency(*unit, parameters);
            consider(self.last(*register, *mask).saturating_sub(own), Stall::WriteOrder);
        }
        earliest
    }

    /// Records the writes of an instruction that is in the swizzle stage at `cycle`.
    pub(super) fn issue(&mut self, needs: &Needs, cycle: u64, parameters: &Parameters) {
        for (register, mask, unit) in &needs.writes {
            for component in (0..4).filter(|component| mask & (8 >> component) != 0) {
                let place = &mut self.ready[*register][component];
                *place = (*place).max(cycle + latency(*unit, parameters));
            }
        }
    }

    fn last(&self, register: usize, mask: u8) -> u64 {
        let ready = &self.ready[register];
        (0..4)
            .map(|component| {
                if mask & (8 >> component) == 0 {
                    0
                } else {
                    ready[component]
                }
            })
            .fold(0, u64::max)
    }
}

/// Cycles from the swizzle stage to that of the first reader.
pub(super) fn latency(unit: Unit, parameters: &Parameters) -> u64 {
    let extra = if unit == Unit::Ilu {
        parameters.ilu_extra
    } else {
        0
    };
    parameters.distance() + u64::from(extra)
}
