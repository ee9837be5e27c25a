//! Threads, and which of them issues an instruction.

use super::parameter::{Forwarding, Parameters, Policy};
use super::scoreboard::{Needs, Scoreboard};
use super::trace::{Row, Stall, Token};
use super::wire::{Ready, Wires};
use std::collections::VecDeque;

/// The thread that issues, the cycle of its swizzle stage and what held it.
type Chosen = (usize, u64, Option<Stall>);

/// A thread at work on a vertex.
#[derive(Clone, Debug)]
struct Thread {
    vertex: Ready,
    instruction: usize,
    board: Scoreboard,
    waited: u64,
    reason: Option<Stall>,
}

/// The unit.
#[derive(Debug)]
pub(super) struct Issue {
    needs: Vec<Needs>,
    threads: Vec<Option<Thread>>,
    ready: VecDeque<Ready>,
    /// Vertices that have no thread yet.
    left: usize,
    outputs_free: u32,
    turn: usize,
    read_free: u64,
    ilu_free: u64,
    /// Vertices in flight, counted where the program writes constants.
    serial: Option<u32>,
    /// Whether the host sets up.
    setting_up: bool,
    /// The instruction that is held in the read stage.
    held: usize,
    /// For each instruction the cycles that it lost, by reason.
    pub(super) lost: Vec<[u64; Stall::ALL.len()]>,
    pub(super) stalls: [u64; Stall::ALL.len()],
    pub(super) issued: u64,
    pub(super) ilu_issued: u64,
}

impl Issue {
    pub(super) fn new(needs: Vec<Needs>, vertices: usize, serial: bool, parameters: &Parameters) -> Issue {
        Issue {
            lost: vec![[0; Stall::ALL.len()]; needs.len()],
            held: 0,
            setting_up: false,
            needs,
            threads: vec![None; parameters.threads as usize],
            ready: VecDeque::new(),
            left: vertices,
            outputs_free: if parameters.preloaded == 1 {
                u32::MAX
            } else {
                parameters.output_buffers
            },
            turn: 0,
            read_free: 0,
            ilu_free: 0,
            serial: serial.then_some(0),
            stalls: [0; Stall::ALL.len()],
            issued: 0,
            ilu_issued: 0,
        }
    }

    /// One cycle; the row of the instruction that reads its registers in it.
    pub(super) fn clock(&mut self, now: u64, wires: &mut Wires, parameters: &Parameters) -> Option<Row> {
        while let Some(ready) = wires.ready.receive(now) {
            self.ready.push_back(ready);
        }
        while let Some(setting_up) = wires.setup.receive(now) {
            self.setting_up = setting_up;
        }
        while wires.outputs_free.receive(now).is_some() {
            self.outputs_free = self.outputs_free.saturating_add(1);
            self.serial = self.serial.map(|flying| flying.saturating_sub(1));
        }
        let starving = match self.start() {
            Stall::Input if self.setting_up => Stall::Setup,
            other => other,
        };
        if now < self.read_free {
            // The instruction in the read stage is held; its row tells why.
            self.stalls[Stall::Operand.index()] += 1;
            self.lost[self.held][Stall::Operand.index()] += 1;
            return None;
        }
        match self.choose(now, parameters) {
            Ok((thread, swizzle, reason)) => self.issue(now, thread, swizzle, reason, wires, parameters),
            Err(reason) => {
                if let Some((reason, instruction)) = reason {
                    self.lost[instruction][reason.index()] += 1;
                }
                self.stalls[reason.map_or(starving, |found| found.0).index()] += 1;
                None
            }
        }
    }

    /// Gives waiting vertices to idle threads, in turn; says why a thread is idle.
    fn start(&mut self) -> Stall {
        let count = self.threads.len();
        for offset in 0..count {
            let place = (self.turn + offset) % count;
            if self.threads[place].is_some() {
                continue;
            }
            if self.left == 0 {
                return Stall::Emptying;
            }
            if self.ready.is_empty() {
                return Stall::Input;
            }
            if self.serial.is_some_and(|flying| flying > 0) {
                return Stall::Serial;
            }
            if self.outputs_free == 0 {
                return Stall::Output;
            }
            let Some(vertex) = self.ready.pop_front() else {
                return Stall::Input;
            };
            self.serial = self.serial.map(|flying| flying + 1);
            if self.outputs_free != u32::MAX {
                self.outputs_free -= 1;
            }
            self.left -= 1;
            let board = Scoreboard::new();
            self.threads[place] = Some(Thread {
                vertex,
                instruction: 0,
                board,
                waited: 0,
                reason: None,
            });
        }
        Stall::Input
    }

    /// The thread that issues, the cycle of its swizzle stage and what held it; or why none does, and which instruction is
    /// the cause.
    fn choose(&mut self, now: u64, parameters: &Parameters) -> Result<Chosen, Option<(Stall, usize)>> {
        let count = self.threads.len();
        let mut first = None;
        for offset in 0..count {
            let place = (self.turn + offset) % count;
            let Some(thread) = &mut self.threads[place] else {
                continue;
            };
            let needs = &self.needs[thread.instruction];
            let (mut earliest, mut reason) = match parameters.interlock {
                1 => thread.board.earliest(needs, parameters),
                _ => (0, Stall::Operand),
            };
            if needs.ilu && self.ilu_free > earliest {
                (earliest, reason) = (self.ilu_free, Stall::IluBusy);
            }
            if earliest <= now + 1 {
                return Ok((place, now + 1, None));
            }
            let held = parameters.forwarding == Forwarding::Full && reason == Stall::Operand;
            if parameters.policy == Policy::Strict && held {
                return Ok((place, earliest, Some(reason)));
            }
            if first.is_none() {
                first = Some((reason, thread.instruction));
                thread.waited += 1;
                thread.reason = Some(reason);
            }
            if parameters.policy == Policy::Strict {
                break;
            }
        }
        Err(first)
    }

    fn issue(
        &mut self,
        now: u64,
        place: usize,
        swizzle: u64,
        reason: Option<Stall>,
        wires: &mut Wires,
        parameters: &Parameters,
    ) -> Option<Row> {
        let thread = self.threads[place].as_mut()?;
        let needs = &self.needs[thread.instruction];
        self.held = thread.instruction;
        thread.board.issue(needs, swizzle, parameters);
        if needs.ilu {
            self.ilu_free = swizzle + u64::from(parameters.ilu_interval);
            self.ilu_issued += 1;
        }
        let Ready { vertex, buffer } = thread.vertex;
        let token = Token {
            vertex,
            thread: place,
            instruction: thread.instruction,
            buffer,
        };
        let row = Row {
            token,
            waited: std::mem::take(&mut thread.waited),
            read: now,
            swizzle,
            write: swizzle + parameters.to_write_back(needs.ilu),
            reason: thread.reason.take().or(reason),
        };
        wires.tokens.send(now, swizzle - now, token);
        thread.instruction += 1;
        if thread.instruction == self.needs.len() {
            self.threads[place] = None;
            // The swizzle stage is the last that looks at the input buffer.
            wires.inputs_free.send(now, swizzle - now + 1, buffer);
        }
        self.issued += 1;
        self.turn = (place + 1) % self.threads.len();
        self.read_free = swizzle;
        Some(row)
    }
}
