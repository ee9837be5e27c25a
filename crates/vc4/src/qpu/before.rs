//! The work before an instruction's operands are there: waiting, and reads of peripherals.

use quadrille_isa::qpu::{Read, SemaphoreAction, Signal, Write};
use quadrille_numerics::qpu::lanes::Lanes;
use quadrille_numerics::qpu::unpack;

use super::micro::{COMPLAINTS, MicroOp, Shape, mark, place};
use super::run::Pause;
use super::state::{Qpu, Scoreboard};
use crate::machine::chip::{Chip, Wait};
use crate::machine::finding::FindingKind;
use crate::machine::memory::Memory;
use crate::machine::statistics::Stall;

impl Qpu {
    /// Does what has to be done before the operands are read. If the instruction has to wait, nothing has
    /// happened yet and it is begun again later.
    #[inline(always)]
    pub(crate) fn before(
        &mut self,
        op: &MicroOp,
        chip: &mut Chip,
        memory: &Memory<'_>,
        horizon: (u64, u8),
    ) -> Result<(), Pause> {
        if op.marks & mark::BEFORE == mark::UNIFORM {
            self.take_uniform(op, chip, memory);
            return Ok(());
        }
        if op.marks & mark::SHARED != 0 && (self.clock, self.number) > horizon {
            return Err(Pause::Later);
        }
        if op.marks & (mark::SHARED | mark::PORT | mark::COMPLAINT) != 0 {
            self.before_peripherals(op, chip)?;
        }
        if op.marks & mark::UNIFORM != 0 {
            self.take_uniform(op, chip, memory);
        }
        if op.marks & mark::KEPT_READ != 0 {
            self.keep_reads(op);
        }
        if op.marks & mark::UNPACK != 0 {
            let from = &self.bank[usize::from(op.unpack_from())];
            self.bank[usize::from(place::UNPACKED)] = if op.unpack_float {
                from.map(|x| unpack::float(op.unpack, x))
            } else {
                from.map(|x| unpack::integer(op.unpack, x))
            };
        }
        Ok(())
    }

    /// Remembers what the ports read, used or not; a small immediate is a read through the port of file B.
    fn keep_reads(&mut self, op: &MicroOp) {
        for (side, read, port) in [(0, op.read_a, op.port_a), (1, op.read_b, op.port_b)] {
            if read != Read::Nop || port >= place::SMALL {
                let value = &self.bank[usize::from(port)];
                self.last_read[side] = std::array::from_fn(|i| value[12 + i]);
            }
        }
    }

    #[inline(always)]
    fn take_uniform(&mut self, op: &MicroOp, chip: &mut Chip, memory: &Memory<'_>) {
        let uniform = self.uniform(chip, memory);
        if op.read_a == Read::Uniform {
            self.bank[usize::from(place::PORT_A)] = [uniform; 16];
        }
        if op.read_b == Read::Uniform {
            self.bank[usize::from(place::PORT_B)] = [uniform; 16];
        }
    }

    #[inline(never)]
    fn before_peripherals(&mut self, op: &MicroOp, chip: &mut Chip) -> Result<(), Pause> {
        self.wait(op, chip)?;
        for (bit, &kind) in COMPLAINTS.iter().enumerate() {
            if op.complaints & 1 << bit != 0 {
                self.note(chip, kind, 0);
            }
        }
        if op.reads_touched & 1 << 5 != 0 {
            // The C of the last varying is used while the next one is read.
            self.coefficient = false;
        }
        if op.marks & mark::PORT != 0 {
            let value_a = self.port_value(op.read_a, 0, chip);
            // One read of a queue serves both ports.
            let value_b = if op.read_b == op.read_a && op.read_a != Read::Nop {
                value_a
            } else {
                self.port_value(op.read_b, 1, chip)
            };
            if let Some(value) = value_a {
                self.bank[usize::from(place::PORT_A)] = value;
            }
            if let Some(value) = value_b {
                self.bank[usize::from(place::PORT_B)] = value;
            }
        }
        Ok(())
    }

    /// Waits for whatever the instruction needs from others.
    fn wait(&mut self, op: &MicroOp, chip: &mut Chip) -> Result<(), Pause> {
        let reads = [op.read_a, op.read_b];
        if op.shape == Shape::Semaphore {
            let (number, action) = op.semaphore();
            let count = &mut chip.semaphores[number];
            match action {
                SemaphoreAction::Acquire if *count == 0 => {
                    return Err(Pause::Blocked(Wait::Count(number as u8)));
                }
                SemaphoreAction::Acquire => *count -= 1,
                SemaphoreAction::Release if *count >= chip.profile.semaphore_limit => {
                    return Err(Pause::Blocked(Wait::Room(number as u8)));
                }
                SemaphoreAction::Release => *count += 1,
            }
            chip.woken = Some(match action {
                SemaphoreAction::Acquire => Wait::Room(number as u8),
                SemaphoreAction::Release => Wait::Count(number as u8),
            });
        }
        if self.uses_tile_buffer(op, true) && op.marks & mark::SHARED != 0 {
            self.wait_for_scoreboard(op, chip)?;
        }
        if reads.contains(&Read::Vpm) && self.port.outstanding() == 0 {
            self.note(chip, FindingKind::VpmEmpty, 0);
            return Err(Pause::Blocked(Wait::Vpm));
        }
        if reads.contains(&Read::MutexAcquire) {
            if chip.mutex.is_some() {
                return Err(Pause::Blocked(Wait::Mutex));
            }
            chip.mutex = Some(self.number);
        }
        Ok(())
    }

    /// Whether the instruction waits for the scoreboard, by signal or by using the tile buffer. Stencil set-up does not
    /// wait, but `with_stencil` counts it as a use.
    fn uses_tile_buffer(&self, op: &MicroOp, with_stencil: bool) -> bool {
        let loads = op.signal.loads_r4() && !matches!(op.signal, Signal::LoadTmu0 | Signal::LoadTmu1);
        let writes = [op.add_target, op.mul_target].iter().any(|&target| {
            super::write::tile_register(target).is_some() && (with_stencil || target != Write::TlbStencil)
        });
        loads || writes || op.signal == Signal::ScoreboardWait
    }

    fn wait_for_scoreboard(&mut self, op: &MicroOp, chip: &mut Chip) -> Result<(), Pause> {
        match self.context.scoreboard {
            // A user program has no pixels to wait for.
            _ if self.context.fragment.is_none() => return Ok(()),
            Scoreboard::Held => return Ok(()),
            Scoreboard::Unlocked => {
                self.note(chip, FindingKind::TileAfterUnlock, 0);
                return Ok(());
            }
            Scoreboard::Before if !self.uses_tile_buffer(op, false) => return Ok(()),
            Scoreboard::Before => {}
        }
        if !chip.scoreboard.may_pass(self.context.ticket) {
            return Err(Pause::Blocked(Wait::Scoreboard(self.context.ticket)));
        }
        match self.context.executed {
            0 => self.note(chip, FindingKind::ScoreboardFirst, 0),
            1 => self.note(chip, FindingKind::ScoreboardEarly, 0),
            _ => {}
        }
        if op.signal.ends_thread() {
            self.note(chip, FindingKind::EndScoreboard, 0);
        }
        self.context.scoreboard = Scoreboard::Held;
        Ok(())
    }

    /// The value that a peripheral delivers to a read port; `None` where the port's place is not used.
    fn port_value(&mut self, read: Read, side: usize, chip: &mut Chip) -> Option<Lanes> {
        let fragment = self.context.fragment.as_deref();
        Some(match read {
            Read::Register(_) | Read::Uniform | Read::ElementNumber | Read::QpuNumber => return None,
            Read::Nop => {
                // The last quad of what the port read last.
                let last = self.last_read[side];
                std::array::from_fn(|i| last[i % 4])
            }
            Read::Varying => self.varying(chip),
            Read::PixelX => fragment.map_or([0; 16], |fragment| fragment.x),
            Read::PixelY => fragment.map_or([0; 16], |fragment| fragment.y),
            Read::MultisampleMask => {
                if self.context.pending.depth > 0 {
                    self.note(chip, FindingKind::MaskAfterDepth, 0);
                }
                self.context
                    .fragment
                    .as_deref()
                    .map_or([0; 16], |fragment| fragment.multisample_mask)
            }
            Read::ReverseFlag => fragment.map_or([0; 16], |fragment| fragment.reverse),
            Read::Vpm => self.vpm_value(chip),
            Read::VdrBusy => [u32::from(self.clock < self.port.loading.end); 16],
            Read::VdwBusy => [u32::from(self.clock < self.port.storing.end); 16],
            Read::VdrWait => {
                self.stall_until(self.port.loading.end, Stall::DmaLoad);
                [0; 16]
            }
            Read::VdwWait => {
                self.stall_until(self.port.storing.end, Stall::DmaStore);
                [0; 16]
            }
            Read::MutexAcquire => [0; 16],
            Read::Reserved(number) => {
                self.note(chip, FindingKind::ReservedRead, u32::from(number));
                [0; 16]
            }
        })
    }

    fn varying(&mut self, chip: &mut Chip) -> Lanes {
        if self.coefficient {
            self.note(chip, FindingKind::VaryingLost, 0);
        }
        let number = self.context.varying;
        self.context.varying += 1;
        let varying = self
            .context
            .fragment
            .as_ref()
            .and_then(|fragment| fragment.varyings.get(number))
            .copied();
        let Some((value, coefficient)) = varying else {
            self.note(chip, FindingKind::NoVarying, number as u32);
            return [0; 16];
        };
        // C is in r5 for the next instruction; this one still reads the old r5.
        self.new_coefficient = Some(coefficient);
        self.is_pending = true;
        value
    }

    fn vpm_value(&mut self, chip: &mut Chip) -> Lanes {
        let Some(mut reading) = self.port.reading.take().or_else(|| self.port.next.take()) else {
            return [0; 16];
        };
        self.stall_until(reading.ready, Stall::VpmRead);
        let rows = reading.block.rows();
        if self.port.loading.covers(rows, self.clock) {
            self.note(chip, FindingKind::DmaAreaReused, rows.0 as u32);
        }
        let value = chip.vpm.read(&reading.block);
        reading.block.advance();
        reading.left -= 1;
        self.port.reading = if reading.left > 0 {
            Some(reading)
        } else {
            self.port.next.take()
        };
        value
    }

    /// The next uniform.
    #[inline(always)]
    pub(super) fn uniform(&mut self, chip: &mut Chip, memory: &Memory<'_>) -> u32 {
        let address = self.context.uniforms;
        if address >> 6 != self.uniform_line {
            self.fetch_uniforms(chip, memory);
        }
        if self.context.pending.uniforms > 0 {
            self.note(chip, FindingKind::UniformsMoved, address);
        }
        let index = (address >> 2 & 15) as usize;
        if self.uniform_missing & 1 << index != 0 {
            self.note(chip, FindingKind::UniformRead, address);
        }
        self.context.uniforms = address.wrapping_add(4);
        self.uniform_words[index]
    }

    /// Brings the line of the next uniform, if it is not at hand; whether the uniform is there.
    #[inline(always)]
    pub(super) fn bring_uniforms(&mut self, chip: &mut Chip, memory: &Memory<'_>) -> bool {
        let address = self.context.uniforms;
        if address >> 6 != self.uniform_line {
            self.fetch_uniforms(chip, memory);
        }
        self.uniform_missing >> (address >> 2 & 15) & 1 == 0
    }

    #[inline(never)]
    fn fetch_uniforms(&mut self, chip: &mut Chip, memory: &Memory<'_>) {
        let line = self.context.uniforms & !63;
        let waited = chip.uniform_fetch(self.number, line);
        self.stall_until(self.clock + waited, Stall::Uniform);
        self.uniform_line = line >> 6;
        (self.uniform_words, self.uniform_missing) = memory.line(line, &mut self.uniforms_near);
    }

    /// Moves the clock on to `clock`, if it is not there yet, for `reason`.
    pub(crate) fn stall_until(&mut self, clock: u64, reason: Stall) {
        if clock > self.clock {
            self.totals.stalls[reason as usize] += clock - self.clock;
            self.clock = clock;
        }
    }

    /// Notes a finding at the present instruction.
    #[cold]
    pub(crate) fn note(&self, chip: &mut Chip, kind: FindingKind, value: u32) {
        chip.findings
            .note(kind, self.number, self.clock, self.address(), value);
    }
}
