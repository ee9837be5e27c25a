//! A program as the invocations of a draw run it, and the working storage of one thread. What a stage puts in and
//! takes out is its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use quadrille_base::{Budget, Meter};
use quadrille_engine::unwritten::unwritten;
use quadrille_engine::{Batch, Environment, Kernel, Memory, Scratch, Textures, Trap, TrapKind};
use quadrille_isa::gl::Limits;
use quadrille_program::Program;

use crate::draw::Draw;
use crate::program::BoundProgram;
use crate::state::{Context, parameter};
use crate::watch::{DrawWatch, Invocation};

/// A bound program with what all of its invocations in a draw read.
pub(crate) struct Executable<'a> {
    pub(crate) kernel: &'a Arc<dyn Kernel>,
    parameters: Vec<[u32; 4]>,
    textures: &'a dyn Textures,
    memory: Memory<'a>,
    pub(crate) meter: &'a Meter,
    subroutines: &'a [u32],
    watch: Option<&'a dyn DrawWatch>,
    /// The value of a result before it is written, as bits.
    unwritten: [u32; 4],
    /// The lowest number of a batch that was stopped.
    stopped: AtomicUsize,
}

impl<'a> Executable<'a> {
    pub(crate) fn new(bound: &'a BoundProgram, context: &Context, draw: &Draw<'a>) -> Executable<'a> {
        let program = bound.kernel.program();
        Executable {
            kernel: &bound.kernel,
            parameters: parameter::parameters(program, context, &bound.locals, draw.bindings),
            textures: draw.textures,
            memory: draw.bindings.memory(program.profile().stage, None),
            meter: draw.meter,
            subroutines: &bound.subroutines,
            watch: draw.watch,
            unwritten: unwritten(program.profile().stage),
            stopped: AtomicUsize::new(usize::MAX),
        }
    }

    /// Whether a batch was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped_before(usize::MAX)
    }

    /// Whether a batch with a lower number was stopped.
    pub(crate) fn is_stopped_before(&self, number: usize) -> bool {
        self.stopped.load(Ordering::Relaxed) < number
    }

    pub(crate) fn program(&self) -> &Program {
        self.kernel.program()
    }

    pub(crate) fn limits(&self) -> &Limits {
        self.memory.limits
    }

    /// Tells who watches of the invocations in the lanes of the next batch.
    pub(crate) fn tell(&self, lanes: impl Iterator<Item = Invocation>) {
        if let Some(watch) = self.watch {
            let lanes: Vec<Invocation> = lanes.collect();
            watch.invocations(self.program().profile().stage, &lanes);
        }
    }

    pub(crate) fn environment(&self) -> Environment<'_> {
        Environment {
            memory: self.memory,
            subroutines: self.subroutines,
            ..Environment::new(&self.parameters, self.textures, self.meter)
        }
    }
}

/// Working storage of one thread.
pub(crate) struct Worker {
    pub(crate) batch: Batch,
    scratch: Scratch,
    /// The components of results that some runs do not write.
    unwritten: Vec<(usize, usize)>,
    /// The instructions that the budget allows, which that depends on.
    allowed: u64,
    /// The instance whose vertices the batch had last, if it had some of this draw.
    pub(crate) instance: Option<u32>,
    /// Whether the batch has the results of a uniform program in all lanes.
    is_uniform: bool,
    /// The trap of the batch with the lowest number.
    pub(crate) trap: Option<(usize, Trap)>,
}

impl Worker {
    pub(crate) fn new(executable: &Executable<'_>, lanes: usize) -> Worker {
        let kernel = executable.kernel;
        let mut worker = Worker {
            batch: Batch::new(kernel.program(), lanes),
            unwritten: Vec::new(),
            allowed: 0,
            instance: None,
            is_uniform: false,
            scratch: kernel.scratch(),
            trap: None,
        };
        worker.find_unwritten(executable);
        worker
    }

    /// Makes it as a new one for another draw with the same kernel.
    pub(crate) fn restart(&mut self, executable: &Executable<'_>) {
        self.trap = None;
        self.is_uniform = false;
        self.instance = None;
        if self.allowed != executable.meter.budget().instructions {
            self.find_unwritten(executable);
        }
    }

    fn find_unwritten(&mut self, executable: &Executable<'_>) {
        let kernel = executable.kernel;
        let slots = 0..kernel.program().results().len();
        let components = slots.flat_map(|slot| [0, 1, 2, 3].map(|of| (slot, of)));
        self.allowed = executable.meter.budget().instructions;
        self.unwritten = components
            .filter(|(slot, component)| !kernel.overwrites(executable.meter, *slot, *component))
            .collect();
    }

    /// Lets the first `count` lanes run.
    pub(crate) fn set_live(&mut self, count: usize) {
        self.batch.live.set_first(count);
    }

    /// Runs batch number `number` of the draw, unless one before it was stopped or nothing is left of the budget;
    /// whether it ran.
    pub(crate) fn run(
        &mut self,
        executable: &Executable<'_>,
        environment: &Environment<'_>,
        number: usize,
    ) -> bool {
        self.fill_unwritten(executable);
        // Batches before the one that was stopped still run: the first of all that are stopped is the same for any
        // number of threads.
        if number >= executable.stopped.load(Ordering::Relaxed)
            || environment.meter.work(self.batch_work()).is_err()
        {
            self.batch.emitted.clear();
            return false;
        }
        let ran = executable
            .kernel
            .run(&mut self.batch, environment, &mut self.scratch);
        self.note(executable, number, ran);
        true
    }

    /// The work of a batch besides that of its program.
    pub(crate) fn batch_work(&self) -> u64 {
        (self.batch.lanes() * (1 + self.batch.vertices.len())) as u64
    }

    /// What a program leaves unwritten must not be what was there before.
    fn fill_unwritten(&mut self, executable: &Executable<'_>) {
        for (slot, component) in &self.unwritten {
            let plane = self.batch.results.component_mut(*slot, *component);
            plane.fill(executable.unwritten[*component]);
        }
    }

    /// Counts a batch of a uniform program, whose results are there once they were found for the draw; false if nothing is left
    /// of the budget. `work` is that of the program.
    pub(crate) fn count_uniform(&self, executable: &Executable<'_>, number: usize, work: u64) -> bool {
        if number >= executable.stopped.load(Ordering::Relaxed)
            || executable.meter.work(self.batch_work()).is_err()
        {
            return false;
        }
        // Where this ends the budget, the meter knows: as behind a run, the results are there.
        let _ = executable.meter.work(work);
        true
    }

    /// Has all lanes of the batch have the results of a uniform program. The work is not counted: this is no batch of the
    /// draw.
    pub(crate) fn fill_uniform(&mut self, executable: &Executable<'_>, number: usize) {
        if std::mem::replace(&mut self.is_uniform, true) {
            return;
        }
        let meter = Meter::new(Budget {
            instructions: executable.meter.budget().instructions,
            ..Budget::UNLIMITED
        });
        let environment = Environment {
            meter: &meter,
            ..executable.environment()
        };
        self.fill_unwritten(executable);
        self.set_live(self.batch.lanes());
        let ran = executable
            .kernel
            .run(&mut self.batch, &environment, &mut self.scratch);
        self.note(executable, number, ran);
    }

    /// Notes how a run of batch number `number` ended.
    fn note(&mut self, executable: &Executable<'_>, number: usize, ran: Result<(), Trap>) {
        match ran {
            // The meter knows.
            Err(Trap {
                kind: TrapKind::Spent(_),
                ..
            }) => {}
            Err(trap) => {
                executable.stopped.fetch_min(number, Ordering::Relaxed);
                if self.trap.as_ref().is_none_or(|(earlier, _)| number < *earlier) {
                    self.trap = Some((number, trap));
                }
            }
            Ok(()) => {}
        }
    }
}

/// The trap of the batch with the lowest number, over all threads.
pub(crate) fn first_trap<'a>(workers: impl IntoIterator<Item = &'a mut Worker>) -> Option<Trap> {
    let trapped = workers.into_iter().filter_map(|worker| worker.trap.take());
    trapped.min_by_key(|(at, _)| *at).map(|(_, trap)| trap)
}
