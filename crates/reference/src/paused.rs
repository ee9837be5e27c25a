//! A run that goes on an instruction at a time: what a debugger holds in its hands.
//!
//! It executes what a run does that nobody watches, in the same order and with the same bits. What it does not do is
//! count its work: a run that is gone over twice would have to pay twice. The instructions of an invocation are counted,
//! for their number is a part of the run.

use quadrille_base::Id;
use quadrille_engine::{Batch, Environment, Mask, Planes, Trap};
use quadrille_isa::gl::condition::Flags;
use quadrille_program::types::is_long;
use quadrille_program::{File, InstId, Program, Register};

use crate::kernel::ReferenceKernel;
use crate::observer::Observer;
use crate::run::{BatchRun, parted};
use crate::schedule::Entry;
use crate::state::State;

/// A run between two instructions. A clone of it goes on from there by itself; only memory is outside.
#[derive(Clone)]
pub struct PausedRun {
    pub(crate) state: State,
    pub(crate) batch: Batch,
}

impl ReferenceKernel {
    /// A run of a batch, in front of its first instruction.
    pub fn pause(&self, mut batch: Batch, environment: &Environment<'_>) -> PausedRun {
        let mut state = State::new(&self.0.program, batch.lanes(), true);
        let mut run = BatchRun {
            prepared: &self.0,
            batch: &mut batch,
            environment,
            state: &mut state,
            observer: &mut crate::Quiet,
        };
        run.begin();
        PausedRun { state, batch }
    }

    /// Executes the next instruction in the lanes that are at it, or ends those that their language ends in front of it.
    /// False if all lanes have ended.
    ///
    /// # Errors
    ///
    /// Why the run stops here, as a run of the kernel does.
    pub fn step<O: Observer>(
        &self,
        paused: &mut PausedRun,
        environment: &Environment<'_>,
        observer: &mut O,
    ) -> Result<bool, Trap> {
        let PausedRun { state, batch } = paused;
        let mut run = BatchRun {
            prepared: &self.0,
            batch,
            environment,
            state,
            observer,
        };
        let goes_on = run.turn()?;
        run.state.schedule.work = 0;
        if let Some((id, lane)) = run.state.schedule.diverged_barrier() {
            return Err(parted(id, lane));
        }
        run.state.schedule.reconverged_at_barrier();
        if !goes_on {
            run.finish();
        }
        Ok(goes_on)
    }
}

impl PausedRun {
    /// The batch, with the results so far.
    pub fn batch(&self) -> &Batch {
        &self.batch
    }

    /// The batch, with the results so far.
    pub fn into_batch(self) -> Batch {
        self.batch
    }

    /// The lanes that execute the next instruction.
    pub fn active(&self) -> &Mask {
        self.state.schedule.active()
    }

    /// The instruction that a lane executes next; `None` if it has ended.
    pub fn at(&self, lane: usize) -> Option<InstId> {
        self.state.schedule.at(lane)
    }

    /// Whether a lane waits at a barrier.
    pub fn waits(&self, lane: usize) -> bool {
        self.state.schedule.waits(lane)
    }

    /// The instructions behind the calls that a lane is in, the innermost call first.
    pub fn returns(&self, lane: usize) -> impl Iterator<Item = InstId> {
        let stack = self.state.schedule.seen(lane).stack.iter().rev();
        stack.filter_map(|entry| match entry {
            Entry::Return { to, .. } => Some(InstId::new(*to as usize)),
            Entry::Address(_) => None,
        })
    }

    /// The flags of condition code 0 or 1, or of the one of texel residency, 2.
    pub fn flags(&self, register: usize, lane: usize) -> [Flags; 4] {
        self.state.codes.flags(register.min(2), lane)
    }

    /// The components of a temporary, an address register, a result or an attribute in a lane; of 64 bits where the
    /// register has them. A parameter is here only where the program writes some.
    pub fn value(&self, program: &Program, file: File, slot: usize, lane: usize) -> Option<[u64; 4]> {
        let long = is_long(program, &Register::fixed(file, slot as u32));
        let get = |planes: &Planes| {
            if slot >= planes.slots() {
                return None;
            }
            let word = |at: usize| u64::from(planes.component(slot, at)[lane]);
            let high = |component: usize| if long { word(component + 4) << 32 } else { 0 };
            Some(std::array::from_fn(|component| word(component) | high(component)))
        };
        match file {
            File::Temporary => get(&self.state.temporaries),
            File::Address => get(&self.state.addresses),
            File::Result => get(&self.batch.results),
            File::Attribute => get(&self.batch.attributes),
            File::Parameter => self
                .state
                .parameters
                .get(slot)
                .map(|vector| vector.map(u64::from)),
        }
    }

    /// About how many bytes a clone takes.
    pub fn bytes(&self, program: &Program) -> u64 {
        let lanes = self.batch.lanes();
        let registers = Batch::bytes(program, lanes.next_multiple_of(16));
        let vertices = self.batch.vertices.len() as u64 + 1;
        let emitted = self.batch.emitted.len() as u64 * 16 * (program.results().len() as u64 + 2);
        // Marks, condition codes, the values at hand, and what each lane has of its own.
        registers.saturating_mul(vertices + 1) + emitted + 1024 * lanes as u64 + 1024
    }
}
