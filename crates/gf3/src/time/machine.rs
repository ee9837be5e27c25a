//! All units together, clocked until every vertex has left.

use super::copy::Copy;
use super::drain::Drain;
use super::execute::{Difference, Execute};
use super::fetch::Fetch;
use super::front::Event;
use super::issue::Issue;
use super::parameter::{ParameterError, Parameters};
use super::scoreboard::Needs;
use super::trace::{Row, Stall};
use super::wire::{Ready, Wires};
use super::workload::{Computed, Workload};
use crate::function::{Constants, Options, Program, Quad};
use quadrille_base::Stop;
use thiserror::Error;

/// A unit, to say in which order they are clocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Command and data fetch.
    Fetch,
    /// Attribute buffer and its copies.
    Copy,
    /// Threads and issue.
    Issue,
    /// Swizzle to write-back.
    Execute,
    /// Output buffers.
    Drain,
}

impl Unit {
    /// All, in the order of the flow.
    pub const ALL: [Unit; 5] = [Unit::Fetch, Unit::Copy, Unit::Issue, Unit::Execute, Unit::Drain];
}

/// Why a run ends early.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// A parameter out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// More cycles than allowed.
    #[error("the run was not over after {0} cycles")]
    Budget(u64),
    /// [`Machine::stop`] said so, after this many cycles.
    #[error("the run was stopped after {0} cycles")]
    Stopped(u64),
}

/// A run to be made.
#[derive(Clone, Debug)]
pub struct Machine<'a> {
    /// The program.
    pub program: &'a Program,
    /// Constants before the first vertex.
    pub constants: &'a Constants,
    /// Choices of the functional model.
    pub options: Options,
    /// The numbers.
    pub parameters: Parameters,
    /// In which order units are clocked within a cycle. It makes no difference.
    pub order: [Unit; 5],
    /// Whether each result is compared with the functional model.
    pub compare: bool,
    /// The number of instructions that are traced.
    pub traced: usize,
    /// The most cycles that the run may take.
    pub budget: u64,
    /// Ends the run early; it is asked every 65536 cycles.
    pub stop: Option<Stop>,
}

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Cycles until the last vertex had left, which it does in the cycle of its last write-back unless the output
    /// buffers are emptied more slowly: leaving has no cycle of its own.
    pub cycles: u64,
    /// Instructions that were issued.
    pub issued: u64,
    /// Those of them that used the special function unit.
    pub ilu_issued: u64,
    /// Cycles without an issue, by reason, as in [`Stall::ALL`].
    pub stalls: [u64; Stall::ALL.len()],
    /// For each instruction the cycles that it lost, by reason; the others have no instruction for their cause.
    pub lost: Vec<[u64; Stall::ALL.len()]>,
    /// Cycles in which attributes arrived, and in which they were copied.
    pub front: [u64; 2],
    /// Cycles in which the host loaded programs and constants, or waited until it could.
    pub setup: u64,
    /// The work of the front end, in the order in which it began; none where vertices lie in input buffers at the start.
    pub front_events: Vec<Event>,
    /// Cycles in which a vertex waited for an input buffer.
    pub copy_blocked: u64,
    /// Vertices that came, those that the post-transform cache held included.
    pub vertices: usize,
    /// Outputs of the vertices that were computed, in order.
    pub outputs: Vec<[Quad; 16]>,
    /// The first instructions.
    pub rows: Vec<Row>,
    /// The first difference from the functional model.
    pub difference: Option<Difference>,
}

impl<'a> Machine<'a> {
    /// A run with default options that compares and traces nothing.
    pub fn new(program: &'a Program, constants: &'a Constants, parameters: Parameters) -> Machine<'a> {
        Machine {
            program,
            constants,
            options: Options::default(),
            parameters,
            order: Unit::ALL,
            compare: false,
            traced: 0,
            budget: 1 << 28,
            stop: None,
        }
    }

    /// Runs a workload to its end.
    ///
    /// # Errors
    ///
    /// [`Failure`].
    pub fn run(&self, workload: &Workload) -> Result<Report, Failure> {
        let parameters = &self.parameters;
        parameters.check()?;
        let computed = workload.computed(parameters.cache_entries as usize);
        let count = computed.vertices.len();
        let preloaded = parameters.preloaded == 1;
        let attributes = preloaded.then(|| workload.attributes(&computed.vertices));
        let mut wires = Wires::default();
        if preloaded {
            let buffers = parameters.input_buffers as usize;
            for vertex in 0..count {
                // Sent before the first cycle, so visible in it.
                wires.ready.send(
                    0,
                    0,
                    Ready {
                        vertex,
                        buffer: vertex % buffers,
                    },
                );
            }
            wires.ready.release();
        }
        let serial = self.program.written_constants().next().is_some();
        let instructions = self.program.instructions();
        let needs = instructions
            .iter()
            .map(|instruction| Needs::of(instruction, serial, self.parameters.granularity))
            .collect();
        let mut fetch = Fetch::new(if preloaded { Computed::default() } else { computed }, parameters);
        let mut copy = Copy::new(parameters);
        let mut issue = Issue::new(needs, count, serial, parameters);
        let mut execute = Execute::new(self.program, self.constants, attributes, self.compare, parameters);
        let mut drain = Drain::default();
        let mut rows = Vec::new();
        let mut now = 0;
        while drain.left.len() < count {
            if now >= self.budget {
                return Err(Failure::Budget(self.budget));
            }
            if now.is_multiple_of(1 << 16) && self.stop.as_ref().is_some_and(Stop::is_now) {
                return Err(Failure::Stopped(now));
            }
            for unit in self.order {
                match unit {
                    Unit::Fetch => fetch.clock(now, &mut wires, workload, parameters),
                    Unit::Copy => copy.clock(now, &mut wires, parameters),
                    Unit::Issue => {
                        let row = issue.clock(now, &mut wires, parameters);
                        rows.extend(row.filter(|_| rows.len() < self.traced));
                    }
                    Unit::Execute => execute.clock(now, &mut wires, self.program, &self.options, parameters),
                    Unit::Drain => drain.clock(now, &mut wires, parameters),
                }
            }
            now += 1;
        }
        copy.finish(now);
        let mut front_events = fetch.events;
        front_events.append(&mut copy.events);
        front_events.sort_by_key(|event| event.from);
        Ok(Report {
            setup: fetch.setup,
            front_events,
            cycles: now,
            issued: issue.issued,
            ilu_issued: issue.ilu_issued,
            stalls: issue.stalls,
            lost: issue.lost,
            front: [fetch.busy, copy.busy],
            copy_blocked: copy.blocked,
            vertices: workload
                .indices
                .iter()
                .filter(|index| **index < workload.vertices.len())
                .count(),
            outputs: drain.left,
            rows,
            difference: execute.difference,
        })
    }
}

impl Report {
    /// Vertices a second at the clock of the profile, all engines together.
    pub fn vertices_per_second(&self, parameters: &Parameters) -> f64 {
        let clock = f64::from(parameters.clock_mhz) * 1e6 * f64::from(parameters.engines);
        self.vertices as f64 * clock / self.cycles.max(1) as f64
    }

    /// Instructions a cycle, which is the share of issue slots that are used.
    pub fn utilisation(&self) -> f64 {
        self.issued as f64 / self.cycles.max(1) as f64
    }

    /// The figures, a line each.
    pub fn summary(&self, parameters: &Parameters) -> String {
        let cycles = self.cycles.max(1) as f64;
        let share = |part: u64| 100.0 * part as f64 / cycles;
        let computed = self.outputs.len();
        let mut text = format!(
            "cycles {}, vertices {}, computed {computed}\n",
            self.cycles, self.vertices
        );
        text += &format!("cycles a vertex {:.3}\n", cycles / self.vertices.max(1) as f64);
        text += &format!(
            "{:.3} million vertices a second at {} MHz, {} engine(s)\n",
            self.vertices_per_second(parameters) / 1e6,
            parameters.clock_mhz,
            parameters.engines
        );
        text += &format!("issue {:.1} %, ", share(self.issued));
        text += &format!("special function unit {:.1} %, ", share(self.ilu_issued));
        text += &format!(
            "fetch {:.1} %, copy {:.1} %\n",
            share(self.front[0]),
            share(self.front[1])
        );
        for ((_, name), count) in Stall::ALL.iter().zip(self.stalls).filter(|row| row.1 > 0) {
            text += &format!("lost {count} cycles ({:.1} %): {name}\n", share(count));
        }
        if self.setup > 0 {
            text += &format!(
                "set-up mode {} cycles ({:.1} %), the wait for vertices before it among them\n",
                self.setup,
                share(self.setup)
            );
        }
        if self.copy_blocked > 0 {
            text += &format!("copy waited {} cycles for an input buffer\n", self.copy_blocked);
        }
        text
    }
}
