//! By how much the results of two engines differ, measured while a scene is drawn.
//!
//! A session that compares ([`Session::compared_with`](crate::Session::compared_with)) runs each batch of invocations
//! on both engines, goes on with what the first gives, and keeps the largest difference of each result. Programs
//! that read or write memory run on the first only: a second run would see what the first has written.

use std::sync::{Arc, Mutex, PoisonError};

use quadrille_engine::{Batch, Engine, Environment, Kernel, Refusal, Scratch, Trap};
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::operation::Class;
use quadrille_program::Program;
use quadrille_reference::ReferenceKernel;

use crate::engines::{EngineRow, REFERENCE};
use crate::ulps::ulps;

/// The difference of a program's result between two engines.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The stage of the program.
    pub stage: Stage,
    /// The result as a program writes it: `result.position`.
    pub result: String,
    /// Invocations that were compared.
    pub invocations: u64,
    /// Those of them whose results differ in some bit.
    pub differing: u64,
    /// The largest difference of a component in units in the last place: numbers between the two, and one; the
    /// largest `u32` between a number and what is none.
    pub ulps: u32,
    /// The largest difference of a component as a number; of the finite ones.
    pub amount: f32,
}

/// A program that an engine does not take; the reference engine runs it in its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the engine {engine} does not take this {stage}: {reason}")]
pub struct Refused {
    /// The engine.
    pub engine: &'static str,
    /// The stage of the program.
    pub stage: Stage,
    /// Why.
    pub reason: Refusal,
}

/// The differences and refusals that a comparing session has found so far.
#[derive(Debug, Default)]
pub struct Differences {
    found: Mutex<Found>,
}

#[derive(Debug, Default)]
struct Found {
    differences: Vec<Difference>,
    refused: Vec<Refused>,
}

impl Differences {
    /// Takes what was found, by program and result in the order of loading, and begins anew.
    pub fn take(&self) -> (Vec<Difference>, Vec<Refused>) {
        let found = self.with(std::mem::take);
        (found.differences, found.refused)
    }

    fn with<T>(&self, run: impl FnOnce(&mut Found) -> T) -> T {
        run(&mut self.found.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes the results of a batch: those of the first engine, and of the second.
    fn note(&self, program: &Program, first: &Batch, second: &Batch) {
        self.with(|found| {
            for (slot, variable) in program.results().iter().enumerate() {
                let name = variable.binding.to_string();
                let stage = program.profile().stage;
                let is_known = |row: &Difference| row.stage == stage && row.result == name;
                let at = found.differences.iter().position(is_known).unwrap_or_else(|| {
                    found.differences.push(Difference {
                        stage,
                        result: name.clone(),
                        invocations: 0,
                        differing: 0,
                        ulps: 0,
                        amount: 0.0,
                    });
                    found.differences.len() - 1
                });
                let row = &mut found.differences[at];
                for lane in first.live.iter() {
                    let pair = [first.results.get(slot, lane), second.results.get(slot, lane)];
                    row.invocations += 1;
                    row.differing += u64::from(pair[0] != pair[1]);
                    for (a, b) in pair[0].into_iter().zip(pair[1]) {
                        let [a, b] = [a, b].map(f32::from_bits);
                        row.ulps = row.ulps.max(ulps(a, b));
                        let amount = (a - b).abs();
                        row.amount = row.amount.max(if amount.is_finite() { amount } else { 0.0 });
                    }
                }
            }
        });
    }
}

/// A second engine beside that of a session.
#[derive(Clone)]
pub(crate) struct Comparing {
    pub(crate) row: &'static EngineRow,
    pub(crate) second: Arc<dyn Engine>,
    pub(crate) differences: Arc<Differences>,
}

impl Comparing {
    /// A program on both engines; on the first alone, if it touches memory.
    pub(crate) fn beside(&self, first: Prepared) -> Prepared {
        let program = first.kernel.program().clone();
        self.note_refusal(first.refused.as_ref());
        let memory = |class: Class| class == Class::Memory;
        if program
            .instructions()
            .iter()
            .any(|instruction| memory(instruction.operation.class()))
        {
            return first;
        }
        let second = Prepared::new(self.row, &*self.second, &program);
        self.note_refusal(second.refused.as_ref());
        let pair = Pair {
            first: first.kernel,
            second: second.kernel,
            differences: self.differences.clone(),
        };
        Prepared {
            kernel: Arc::new(pair),
            ..first
        }
    }

    fn note_refusal(&self, refused: Option<&Refused>) {
        self.differences
            .with(|found| found.refused.extend(refused.cloned()));
    }
}

/// A program as an engine runs it, or the reference engine in its place.
#[derive(Clone)]
pub(crate) struct Prepared {
    pub(crate) kernel: Arc<dyn Kernel>,
    /// The engine that runs it.
    pub(crate) engine: &'static EngineRow,
    /// Why the one that was asked for does not.
    pub(crate) refused: Option<Refused>,
}

impl Prepared {
    pub(crate) fn new(row: &'static EngineRow, engine: &dyn Engine, program: &Arc<Program>) -> Prepared {
        match engine.prepare(program) {
            Ok(kernel) => Prepared {
                kernel,
                engine: row,
                refused: None,
            },
            Err(reason) => Prepared {
                kernel: Arc::new(ReferenceKernel::new(program.clone())),
                engine: &REFERENCE,
                refused: Some(Refused {
                    engine: row.name,
                    stage: program.profile().stage,
                    reason,
                }),
            },
        }
    }
}

/// A program on two engines.
struct Pair {
    first: Arc<dyn Kernel>,
    second: Arc<dyn Kernel>,
    differences: Arc<Differences>,
}

impl Kernel for Pair {
    fn program(&self) -> &Arc<Program> {
        self.first.program()
    }

    fn scratch(&self) -> Scratch {
        Box::new([self.first.scratch(), self.second.scratch()])
    }

    fn is_watched(&self) -> bool {
        true
    }

    fn run(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap> {
        let mut own;
        let [first, second] = match scratch.downcast_mut::<[Scratch; 2]>() {
            Some(kept) => kept,
            None => {
                own = [self.first.scratch(), self.second.scratch()];
                &mut own
            }
        };
        let mut copy = batch.clone();
        let done = self.first.run(batch, environment, first);
        // A program that is stopped has no results to compare.
        if done.is_ok() && self.second.run(&mut copy, environment, second).is_ok() {
            self.differences.note(self.program(), batch, &copy);
        }
        done
    }
}
