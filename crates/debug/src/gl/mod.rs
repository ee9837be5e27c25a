//! Programs of the OpenGL languages, on the reference engine: all invocations that are at an instruction execute it
//! together, as in every run.

mod memory;
mod registers;
mod textures;
mod watch;

use std::sync::Arc;

use quadrille::{Evaluation, Source, Span, Trap, TrapKind};
use quadrille_base::Id;
use quadrille_engine::{Batch, Environment};
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_program::{File, Program};
use quadrille_reference::{PausedRun, Quiet, ReferenceKernel};

use crate::machine::{
    Activity, Area, Effect, End, Executed, Line, Listing, Machine, Place, Region, Register, Snapshot, Texture,
};
use crate::value::Value;
use memory::{Copies, Map};
use registers::Registers;
use watch::Watch;

/// What the invocations run in, which outlives them.
pub trait Surroundings {
    /// Parameters, textures, memory.
    fn environment(&self) -> Environment<'_>;
}

impl Surroundings for Evaluation {
    fn environment(&self) -> Environment<'_> {
        Evaluation::environment(self)
    }
}

/// A batch of invocations of a program.
pub struct GlMachine<S> {
    kernel: ReferenceKernel,
    program: Arc<Program>,
    surroundings: S,
    run: PausedRun,
    listing: Listing,
    registers: Registers,
    map: Map,
    /// The memory as it was copied last; nothing where the program writes none.
    copies: Copies,
    end: Option<End>,
}

/// The state of a run.
struct Saved {
    run: PausedRun,
    memory: Copies,
    end: Option<End>,
}

/// The instructions of a program, which stand in a text at the places that `at` gives for its own.
pub fn listing(program: &Program, source: &Source, at: &dyn Fn(Span) -> Span) -> Listing {
    let lines = program.instructions().iter_enumerated().map(|(id, _)| {
        let span = at(program.span(id));
        let (from, to) = (source.position(span.start), source.position(span.end));
        let words: Vec<&str> = source.slice(span).split_whitespace().collect();
        Line {
            text: words.join(" "),
            place: Some(Place {
                line: from.line,
                column: from.column,
                end: to.line,
            }),
            address: None,
        }
    });
    let labels = program.labels().iter();
    Listing {
        name: source.name().to_owned(),
        source: Some(source.text().to_owned()),
        lines: lines.collect(),
        labels: labels.map(|(name, id)| (name.clone(), id.index())).collect(),
    }
}

impl GlMachine<Evaluation> {
    /// An evaluation of a program.
    pub fn of_evaluation(
        program: &Arc<Program>,
        listing: Listing,
        evaluation: Evaluation,
    ) -> GlMachine<Evaluation> {
        let batch = evaluation.batch().clone();
        GlMachine::new(program, listing, batch, evaluation)
    }
}

impl<S: Surroundings> GlMachine<S> {
    /// A batch in front of its first instruction.
    pub fn new(program: &Arc<Program>, listing: Listing, batch: Batch, surroundings: S) -> GlMachine<S> {
        let kernel = ReferenceKernel::new(program.clone());
        let environment = surroundings.environment();
        let run = kernel.pause(batch, &environment);
        let map = Map::of(&environment.memory);
        let copies = Copies::of(program, &environment.memory);
        GlMachine {
            registers: Registers::of(program, &run),
            program: program.clone(),
            kernel,
            run,
            listing,
            map,
            copies,
            end: None,
            surroundings,
        }
    }

    /// The batch as it stands, with its results.
    pub fn into_batch(self) -> Batch {
        self.run.into_batch()
    }

    /// Notes why the run stops here; whether the step that it stops at was executed.
    fn stop(&mut self, trap: &Trap) -> bool {
        let line = self.listing.line_of(trap.instruction.index()).unwrap_or(0);
        self.end = Some(End::Stopped(format!(
            "{} (line {line}, lane {})",
            trap.kind, trap.lane
        )));
        trap.kind == TrapKind::Barrier
    }

    /// The index register of loops, which instructions of flow set without writing a result.
    fn index(&self, lanes: &[usize]) -> Vec<Option<[u64; 4]>> {
        let value = |lane: &usize| self.run.value(&self.program, File::Address, 0, *lane);
        lanes.iter().map(value).collect()
    }
}

impl<S: Surroundings> Machine for GlMachine<S> {
    fn listing(&self) -> &Listing {
        &self.listing
    }

    fn registers(&self) -> &[Register] {
        &self.registers.all
    }

    fn threads(&self) -> usize {
        self.run.batch().lanes()
    }

    fn thread_name(&self, thread: usize) -> String {
        if thread >= self.threads() {
            return format!("lane {thread}");
        }
        let helper = if self.run.batch().helper.get(thread) {
            " (helper)"
        } else {
            ""
        };
        format!("lane {thread}{helper}")
    }

    fn activity(&self, thread: usize) -> Activity {
        if self.at(thread).is_none() {
            Activity::Idle
        } else if self.run.active().get(thread) {
            Activity::Next
        } else if self.run.waits(thread) {
            Activity::Waiting
        } else {
            Activity::Ready
        }
    }

    fn at(&self, thread: usize) -> Option<usize> {
        let is_there = thread < self.threads();
        is_there.then(|| self.run.at(thread))?.map(|at| at.index())
    }

    fn next(&self) -> Option<usize> {
        let lane = self.run.active().iter().next()?;
        Some(self.run.at(lane)?.index())
    }

    fn calls(&self, thread: usize) -> Vec<usize> {
        if thread >= self.threads() {
            return Vec::new();
        }
        let behind = self.run.returns(thread);
        behind.map(|behind| behind.index().saturating_sub(1)).collect()
    }

    fn value(&self, register: usize, thread: usize) -> Option<Value> {
        if thread >= self.threads() {
            return None;
        }
        let environment = self.surroundings.environment();
        self.registers
            .value(register, thread, &self.program, &self.run, environment.parameters)
    }

    fn what(&self) -> Option<String> {
        let batch = self.run.batch();
        let ended = batch
            .ended
            .iter()
            .map(|(_, lane, why)| format!("lane {lane} ended abnormally: {why}"));
        let ended: Vec<String> = ended.collect();
        (!ended.is_empty()).then(|| ended.join("; "))
    }

    fn regions(&self) -> Vec<Region> {
        self.map.regions.clone()
    }

    fn bytes(&self, region: usize, offset: u64, bytes: u64) -> Vec<u8> {
        let environment = self.surroundings.environment();
        self.map.bytes(&environment.memory, region, offset, bytes)
    }

    fn textures(&self) -> Vec<Texture> {
        textures::all(&self.program, &self.surroundings.environment())
    }

    fn texels(&self, texture: usize, area: Area) -> Vec<[f64; 4]> {
        textures::texels(&self.program, &self.surroundings.environment(), texture, area)
    }

    fn end(&self) -> Option<End> {
        let is_over = !self.run.active().any();
        self.end.clone().or_else(|| is_over.then_some(End::Finished))
    }

    fn step(&mut self) -> Option<Executed> {
        if self.end().is_some() {
            return None;
        }
        let lanes = self.run.active().iter().collect::<Vec<usize>>();
        let instruction = self.next()?;
        let operation = self
            .program
            .instructions()
            .iter()
            .nth(instruction)
            .map(|one| one.operation);
        let sets_index = matches!(operation, Some(Operation::Flow(flow)) if flow != FlowOp::Branch)
            && self.program.addresses() > 0;
        let before = if sets_index {
            self.index(&lanes)
        } else {
            Vec::new()
        };
        let killed = self.run.batch().killed.clone();
        let mut watch = Watch {
            registers: &self.registers,
            map: &self.map,
            program: &self.program,
            effects: Vec::new(),
        };
        let environment = self.surroundings.environment();
        let outcome = self.kernel.step(&mut self.run, &environment, &mut watch);
        let mut effects = watch.effects;
        if let Err(trap) = outcome
            && !self.stop(&trap)
        {
            return None;
        }
        if sets_index && let Some(register) = self.registers.number(File::Address, 0) {
            let after = self.index(&lanes);
            for ((lane, before), after) in lanes.iter().zip(before).zip(after) {
                if before != after {
                    effects.push(Effect::Register {
                        thread: *lane,
                        register,
                        components: 1,
                    });
                }
            }
        }
        if let Some(register) = self.registers.killed {
            let now = &self.run.batch().killed;
            let new = lanes.iter().filter(|lane| now.get(**lane) && !killed.get(**lane));
            effects.extend(new.map(|lane| Effect::Register {
                thread: *lane,
                register,
                components: 1,
            }));
        }
        Some(Executed {
            instruction,
            threads: lanes,
            effects,
            clock: None,
        })
    }

    fn advance(&mut self, steps: u64) -> u64 {
        for done in 0..steps {
            if self.end.is_some() {
                return done;
            }
            let environment = self.surroundings.environment();
            match self.kernel.step(&mut self.run, &environment, &mut Quiet) {
                Ok(true) => {}
                Ok(false) => return done,
                Err(trap) => return done + u64::from(self.stop(&trap)),
            }
        }
        steps
    }

    fn save(&mut self) -> Snapshot {
        let environment = self.surroundings.environment();
        let bytes = self.copies.update(&environment.memory);
        let run = self.run.clone();
        Snapshot {
            bytes: bytes + run.bytes(&self.program),
            state: Box::new(Saved {
                run,
                memory: self.copies.clone(),
                end: self.end.clone(),
            }),
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        let Some(saved) = snapshot.state.downcast_ref::<Saved>() else {
            return;
        };
        self.run = saved.run.clone();
        self.end.clone_from(&saved.end);
        let environment = self.surroundings.environment();
        self.copies = saved.memory.clone();
        self.copies.restore(&environment.memory);
    }
}
