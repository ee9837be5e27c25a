//! Signals: results into r4, the end of threads and their switching.

use quadrille_isa::qpu::Signal;
use quadrille_numerics::qpu::lanes::Lanes;

use super::micro::{FLAG_BIT, MicroOp, place};
use super::run::Pause;
use super::state::{Qpu, Scoreboard, Suspended};
use crate::machine::chip::{Chip, Wait};
use crate::machine::finding::FindingKind;
use crate::machine::statistics::Stall;

impl Qpu {
    /// Acts on the signal of an instruction whose arithmetic is done.
    #[inline(never)]
    pub(crate) fn signal(&mut self, op: &MicroOp, chip: &mut Chip) -> Result<(), Pause> {
        match op.signal {
            Signal::None | Signal::SmallImmediate | Signal::LoadImmediate | Signal::Branch => {}
            Signal::Breakpoint => self.note(chip, FindingKind::Breakpoint, 0),
            // Waiting is done before the arithmetic.
            Signal::ScoreboardWait => {}
            Signal::ScoreboardUnlock => self.unlock_scoreboard(chip),
            Signal::LoadTmu0 => self.load_result(0, chip)?,
            Signal::LoadTmu1 => self.load_result(1, chip)?,
            Signal::LoadCoverage | Signal::LoadColour | Signal::LoadAlpha => self.load_tile(op, chip),
            Signal::LoadColourEnd => {
                self.load_tile(op, chip);
                self.ask_for_end(op, chip);
            }
            Signal::ThreadEnd => self.ask_for_end(op, chip),
            Signal::ThreadSwitch => self.ask_for_switch(chip),
            Signal::LastThreadSwitch => {
                self.ask_for_switch(chip);
                self.context.last_switches = self.context.last_switches.saturating_add(1);
            }
        }
        Ok(())
    }

    fn load_result(&mut self, unit: usize, chip: &mut Chip) -> Result<(), Pause> {
        let Some(answer) = self.tmu.pop(unit) else {
            self.note(chip, FindingKind::TmuEmpty, unit as u32);
            return Err(Pause::Blocked(Wait::Tmu));
        };
        let asked = self.context.requests.pop(unit);
        if self.threaded && asked == Some(self.context.switches) {
            self.note(chip, FindingKind::TmuBeforeSwitch, unit as u32);
        }
        // The instruction itself took its time already; what it waited for the result comes on top.
        let issue = chip.profile.instruction;
        self.stall_until(answer.ready + issue, Stall::Tmu);
        self.set_r4(answer.value, chip);
        Ok(())
    }

    fn load_tile(&mut self, op: &MicroOp, chip: &mut Chip) {
        let own = self.context.tile.as_deref_mut();
        let value = match own.or(chip.tile.as_deref_mut()) {
            Some(tile) if matches!(op.signal, Signal::LoadColour | Signal::LoadColourEnd) => {
                tile.load_colour()
            }
            Some(tile) if op.signal == Signal::LoadCoverage => {
                let fragment = self.context.fragment.as_deref();
                let mask = fragment.map_or([0; 16], |fragment| fragment.multisample_mask);
                tile.load_coverage(&mask)
            }
            Some(tile) => tile.load_mask(),
            None => {
                self.note(chip, FindingKind::TileBuffer, 0);
                [0; 16]
            }
        };
        self.set_r4(value, chip);
    }

    fn set_r4(&mut self, value: Lanes, chip: &mut Chip) {
        if self.sfu_works(chip) {
            self.note(chip, FindingKind::SfuResultOverwritten, 0);
        }
        self.bank[usize::from(place::R4)] = value;
    }

    fn ask_for_end(&mut self, op: &MicroOp, chip: &mut Chip) {
        if op.writes != 0 {
            self.note(chip, FindingKind::EndWritesRegister, 0);
        }
        if self.context.pending.end == 0 {
            self.context.pending.end = 3;
            self.is_pending = true;
        }
    }

    fn ask_for_switch(&mut self, chip: &mut Chip) {
        if self.context.scoreboard == Scoreboard::Held {
            self.note(chip, FindingKind::SwitchWithScoreboard, 0);
        }
        if self.context.last_switches > 0 {
            self.note(chip, FindingKind::SwitchAfterLast, 0);
        }
        if self.context.pending.switch > 0 {
            self.note(chip, FindingKind::SwitchQueued, 0);
        } else {
            self.context.pending.switch = 3;
            self.is_pending = true;
        }
    }

    /// Looks at the instruction after which the threads switch.
    pub(crate) fn suspect_switch(&mut self, chip: &mut Chip) {
        for unit in 0..2 {
            if self.context.requests.is_waiting(unit, self.context.switches) {
                self.note(chip, FindingKind::TmuAcrossSwitch, unit as u32);
            }
        }
    }

    /// Switches to the other thread, if there is one; r0 to r5 and the flags are not saved.
    pub(crate) fn switch(&mut self) {
        self.context.switches += 1;
        let Some(other) = &mut self.other else {
            if self.threaded {
                // The other thread runs before or after this one, so that what it would leave here is not known.
                self.lose();
            }
            return;
        };
        for n in 0..16 {
            std::mem::swap(&mut self.bank[n], &mut other.registers[n]);
            std::mem::swap(&mut self.bank[n + 32], &mut other.registers[n + 16]);
        }
        std::mem::swap(&mut self.context, &mut other.context);
        self.enter_thread();
    }

    /// Forgets the accumulators and flags, which another thread may have changed.
    fn lose(&mut self) {
        self.lost = 0x3f | FLAG_BIT;
        self.watched = self.lost;
    }

    fn enter_thread(&mut self) {
        self.thread ^= 1;
        // What is in the accumulators when a thread begins is nobody's loss.
        if self.context.executed == 0 {
            (self.lost, self.watched) = (0, 0);
        } else {
            self.lose();
        }
        self.coefficient = false;
        self.sfu_is_own = false;
        self.is_pending = true;
        self.written = 0;
        self.fresh = 0;
        self.line = u32::MAX;
        self.uniform_line = u32::MAX;
    }

    /// Ends the running thread; whether another one goes on.
    pub(crate) fn end_thread(&mut self, chip: &mut Chip) -> bool {
        self.unlock_scoreboard(chip);
        if self.tmu.clear(self.thread) > 0 {
            self.note(chip, FindingKind::TmuLeft, 0);
        }
        if self.port.outstanding() > 0 {
            self.note(chip, FindingKind::SetupUnread, self.port.outstanding());
        }
        if self.threaded && self.context.last_switches != 1 {
            self.note(chip, FindingKind::LastSwitchCount, self.context.last_switches);
        }
        match self.other.take() {
            Some(Suspended { context, registers }) => {
                for n in 0..16 {
                    self.bank[n] = registers[n];
                    self.bank[n + 32] = registers[n + 16];
                }
                self.context = context;
                self.enter_thread();
                true
            }
            None => {
                if chip.mutex == Some(self.number) {
                    self.note(chip, FindingKind::MutexKept, 0);
                }
                self.totals.programs += 1;
                false
            }
        }
    }
}
