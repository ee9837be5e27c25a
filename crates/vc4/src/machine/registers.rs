//! Ways to start user programs as an ARM program does: by the scheduler's registers, or by the list that the
//! firmware's mailbox call takes.
//!
//! Source: guide section 10 (V3D_SRQPC, V3D_SRQUA, V3D_SRQUL, V3D_SRQCS), names and offsets as in
//! PeterLemon/RaspberryPi's V3D.INC; the mailbox call is tag 0x30011 of the Raspberry Pi firmware.

use super::{Launch, Machine, Memory};

/// Offsets of the registers from the base of the 3D unit.
pub mod offset {
    /// Address of the program; writing it queues the program.
    pub const SRQPC: u32 = 0x430;
    /// Address of the uniforms of the next program.
    pub const SRQUA: u32 = 0x434;
    /// Number of uniforms of the next program, kept and otherwise unused: programs read what they read.
    pub const SRQUL: u32 = 0x438;
    /// Queue length in bits 5:0, programs made in 15:8, programs completed in 23:16.
    pub const SRQCS: u32 = 0x43c;
}

/// Programs that the hardware's queue holds.
const QUEUE: u32 = 16;

/// The user program request registers in front of a machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registers {
    uniforms: u32,
    length: u32,
    queued: u32,
    made: u8,
    completed: u8,
    error: bool,
}

impl Registers {
    /// Writes a register; those that this model does not have are ignored. Writing SRQPC queues a program; if
    /// the queue is full the error bit is set and nothing is queued.
    pub fn write(&mut self, machine: &mut Machine, register: u32, value: u32) {
        match register {
            offset::SRQUA => self.uniforms = value,
            offset::SRQUL => self.length = value & 0xfff,
            offset::SRQPC if self.queued < QUEUE => {
                machine.queue(Launch::new(value, self.uniforms));
                self.queued += 1;
                self.made = self.made.wrapping_add(1);
            }
            offset::SRQPC => self.error = true,
            // Bits 0, 7, 8 and 16 clear the queue's length, its error and both counts.
            offset::SRQCS => {
                if value & 1 << 7 != 0 {
                    self.error = false;
                }
                if value & 1 << 8 != 0 {
                    self.made = 0;
                }
                if value & 1 << 16 != 0 {
                    self.completed = 0;
                }
            }
            _ => {}
        }
    }

    /// Reads a register; 0 for those that this model does not have.
    pub fn read(&self, register: u32) -> u32 {
        match register {
            offset::SRQUA => self.uniforms,
            offset::SRQUL => self.length,
            offset::SRQCS => {
                self.queued
                    | u32::from(self.error) << 7
                    | u32::from(self.made) << 8
                    | u32::from(self.completed) << 16
            }
            _ => 0,
        }
    }

    /// Tells the registers that the machine has run the queue empty.
    pub fn completed(&mut self) {
        self.completed = self.completed.wrapping_add(self.queued as u8);
        self.queued = 0;
    }
}

/// Queues what the mailbox call "execute QPU" does: `count` pairs of words at `control`, the address of the
/// uniforms and the address of the program. How many were queued before a word was missing.
pub fn mailbox(machine: &mut Machine, memory: &Memory<'_>, count: u32, control: u32) -> u32 {
    for n in 0..count {
        let at = control.wrapping_add(8 * n);
        let (Some(uniforms), Some(code)) = (memory.word(at), memory.word(at.wrapping_add(4))) else {
            return n;
        };
        machine.queue(Launch::new(code, uniforms));
    }
    count
}
