//! A machine that goes on an instruction at a time: what a debugger holds in its hands.
//!
//! QPUs take turns as they do in [`Machine::run`], so that every bit and every clock is the same. What differs is the
//! count towards [`Limits::instructions`]: items that transfers move are not in it here, because where a run is paused
//! would show in it.

use quadrille_numerics::qpu::lanes::Lanes;

use super::finding::Finding;
use super::schedule::{State, is_fused};
use super::{End, Totals};
use super::{Limits, Machine, Memory};
use crate::qpu::micro::place;
use crate::qpu::state::Qpu;
use crate::trace::Observer;

/// A machine between two instructions. A clone of it goes on from there by itself; only memory is outside.
#[derive(Clone)]
pub struct PausedMachine {
    machine: Machine,
    limits: Limits,
    /// Instructions that may still be executed.
    left: u64,
    /// The QPU that is in the middle of its turn, and up to when that goes.
    turn: Option<(usize, (u64, u8))>,
    end: Option<End>,
}

/// What a QPU is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    /// No program is on it.
    Idle,
    /// It goes on when its turn comes.
    Ready,
    /// It waits for another.
    Waiting,
}

impl PausedMachine {
    /// The machine in front of the first instruction of its queue.
    pub fn new(mut machine: Machine, memory: &Memory<'_>, limits: Limits) -> PausedMachine {
        machine.restart(limits);
        machine.assign(memory, &limits, 0);
        let mut paused = PausedMachine {
            machine,
            left: limits.instructions,
            limits,
            turn: None,
            end: None,
        };
        paused.choose(memory);
        paused
    }

    /// Executes `steps` instructions, or as many as there are until the run ends; how many it executed.
    pub fn advance<O: Observer>(&mut self, memory: &mut Memory<'_>, steps: u64, observer: &mut O) -> u64 {
        let arch = pulp::Arch::new();
        if is_fused(arch) {
            arch.dispatch(Advance::<'_, '_, O, true> {
                paused: self,
                memory,
                observer,
                steps,
            })
        } else {
            arch.dispatch(Advance::<'_, '_, O, false> {
                paused: self,
                memory,
                observer,
                steps,
            })
        }
    }

    #[inline(always)]
    fn advance_on<const FUSED: bool, O: Observer>(
        &mut self,
        memory: &mut Memory<'_>,
        steps: u64,
        observer: &mut O,
    ) -> u64 {
        let mut executed = 0;
        while executed < steps && self.end.is_none() {
            let Some((index, horizon)) = self.turn else {
                break;
            };
            if self.left == 0 {
                self.end = Some(End::Budget);
                break;
            }
            let chip = &mut self.machine.chip;
            chip.budget = (steps - executed).min(self.left);
            let before = chip.budget + chip.transferred;
            let pause = self.machine.qpus[index].run::<FUSED, O>(chip, memory, observer, horizon);
            let done = before - (chip.budget + chip.transferred);
            executed += done;
            self.left -= done;
            if !self.machine.settle(index, pause, memory, &self.limits) {
                self.choose(memory);
            }
        }
        executed
    }

    /// Chooses the QPU whose turn is next. One that has to wait as it begins has no instruction, so the next is asked.
    fn choose(&mut self, memory: &Memory<'_>) {
        match self.machine.choose(memory, &self.limits) {
            Ok(turn) => self.turn = Some(turn),
            Err(end) => {
                self.turn = None;
                self.end = Some(end);
            }
        }
    }

    /// Why the run is over, if it is.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The QPU that runs next, unless it has to wait for another as it begins.
    pub fn next(&self) -> Option<u8> {
        let (index, _) = self.turn?;
        Some(self.machine.qpus[index].number)
    }

    /// The findings so far.
    pub fn findings(&self) -> Vec<Finding> {
        self.machine.chip.findings.clone().into_sorted()
    }

    /// The number of QPUs.
    pub fn qpus(&self) -> usize {
        self.machine.qpus.len()
    }

    /// A QPU, to look at.
    pub fn qpu(&self, number: usize) -> Option<QpuView<'_>> {
        Some(QpuView {
            qpu: self.machine.qpus.get(number)?,
            state: *self.machine.states.get(number)?,
        })
    }

    /// A row of the VPM: the sixteen words at Y, 0 to 63.
    pub fn vpm(&self, row: usize) -> Lanes {
        *self.machine.chip.vpm.row(row)
    }

    /// The sixteen semaphores.
    pub fn semaphores(&self) -> [u8; 16] {
        self.machine.chip.semaphores
    }

    /// About how many bytes a clone takes.
    pub fn bytes(&self) -> u64 {
        // Registers of a QPU with those of its second thread, the VPM, and the caches' tags.
        let qpus = self.machine.qpus.len() as u64;
        qpus * 24_000 + 64_000
    }
}

/// A QPU as it stands.
#[derive(Clone, Copy)]
pub struct QpuView<'a> {
    qpu: &'a Qpu,
    state: State,
}

impl QpuView<'_> {
    /// What it is doing.
    pub fn activity(&self) -> Activity {
        match self.state {
            State::Idle => Activity::Idle,
            State::Ready => Activity::Ready,
            State::Blocked(..) => Activity::Waiting,
        }
    }

    /// Which of its two threads runs, 0 or 1.
    pub fn thread(&self) -> u8 {
        self.qpu.thread
    }

    /// Its clock.
    pub fn clock(&self) -> u64 {
        self.qpu.clock
    }

    /// The bus address of its next instruction.
    pub fn address(&self) -> u32 {
        self.qpu.address()
    }

    /// The bus address of its next uniform.
    pub fn uniforms(&self) -> u32 {
        self.qpu.context.uniforms
    }

    /// A register of file A, 0 to 31.
    pub fn a(&self, number: u8) -> &Lanes {
        &self.qpu.bank[usize::from(place::A + (number & 31))]
    }

    /// A register of file B, 0 to 31.
    pub fn b(&self, number: u8) -> &Lanes {
        &self.qpu.bank[usize::from(place::B + (number & 31))]
    }

    /// An accumulator, 0 to 5.
    pub fn accumulator(&self, number: u8) -> &Lanes {
        &self.qpu.bank[usize::from(place::R0 + number.min(5))]
    }

    /// The flags Z, N and C, a bit an element.
    pub fn flags(&self) -> [u16; 3] {
        let bits = |holds: &dyn Fn(usize) -> bool| (0..16).fold(0, |bits, i| bits | u16::from(holds(i)) << i);
        let flags = &self.qpu.flags;
        [
            bits(&|i| flags.value[i] == 0),
            bits(&|i| flags.value[i] >> 31 != 0),
            bits(&|i| flags.carry[i] != 0),
        ]
    }

    /// What it did so far, and what it waited for.
    pub fn totals(&self) -> Totals {
        Totals {
            clock: self.qpu.clock,
            ..self.qpu.totals.clone()
        }
    }
}

/// Going on, as a function that is compiled for several instruction sets of the host.
struct Advance<'r, 'm, O, const FUSED: bool> {
    paused: &'r mut PausedMachine,
    memory: &'r mut Memory<'m>,
    observer: &'r mut O,
    steps: u64,
}

impl<O: Observer, const FUSED: bool> pulp::NullaryFnOnce for Advance<'_, '_, O, FUSED> {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
        self.paused
            .advance_on::<FUSED, O>(self.memory, self.steps, self.observer)
    }
}
