//! The kernel: a batch through the code of its program.

mod bits;
mod executed;
mod flow;
mod lanes;
mod lookup;
mod memory;
mod native;
mod piece;
mod places;
mod tier;

use quadrille_numerics::level::Level;
use std::sync::Arc;

use quadrille_base::{Id, Meter};
use quadrille_engine::{Batch, Environment, Kernel, Scratch, Trap, TrapKind, work_of};
use quadrille_program::{InstId, Program};

use crate::code::{Code, Node};
use crate::plane::LANES;
use flow::Together;
use piece::{Piece, Shared};
use tier::NativeCode;

/// A program as the engine runs it.
pub(crate) struct WideKernel {
    program: Arc<Program>,
    code: Code,
    level: Level,
    native: NativeCode,
}

/// Working storage, kept from batch to batch.
#[derive(Default)]
struct Storage {
    pieces: Vec<Piece>,
    /// Whether the pieces are those of the native code.
    is_native: bool,
    /// The work of the last run of code without flow, and its live lanes.
    work: Option<(usize, u64)>,
}

impl Kernel for WideKernel {
    fn program(&self) -> &Arc<Program> {
        &self.program
    }

    fn scratch(&self) -> Scratch {
        Box::new(Storage::default())
    }

    fn overwrites(&self, meter: &Meter, slot: usize, component: usize) -> bool {
        let is_it = |result: &(u32, u8)| *result == (slot as u32, component as u8);
        self.is_straight(meter) && self.code.overwritten.iter().any(is_it)
    }

    fn uniform_work(&self, meter: &Meter, lanes: usize) -> Option<u64> {
        (self.code.uniform && self.is_straight(meter)).then(|| self.code.work(lanes))
    }

    fn run(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap> {
        let mut own = Storage::default();
        let storage = scratch.downcast_mut::<Storage>().unwrap_or(&mut own);
        batch.emitted.clear();
        batch.ended.clear();
        let native = self.native.code(&self.program, self.level, batch.lanes());
        if storage.is_native != native.is_some() {
            storage.pieces.clear();
            storage.work = None;
            storage.is_native = native.is_some();
        }
        let shared = Shared {
            code: native.unwrap_or(&self.code),
            program: &self.program,
            level: self.level,
            environment,
        };
        if self.is_straight(environment.meter) {
            self.straight(shared, storage, batch)
        } else {
            self.together(shared, storage, batch)
        }
    }
}

impl Code {
    /// The work of a run of code without flow in so many live lanes.
    fn work(&self, live: usize) -> u64 {
        if live == 0 {
            return 0;
        }
        let work = |node: &Node| match node {
            Node::Count(count) => {
                work_of(u64::from(count.count), live) + u64::from(count.more_work) * live as u64
            }
            Node::Steps(_)
            | Node::Call(_)
            | Node::If { .. }
            | Node::Block(_)
            | Node::Loop(_)
            | Node::Break { .. }
            | Node::Continue { .. }
            | Node::End { .. } => 0,
        };
        self.body.iter().flatten().map(work).sum()
    }
}

impl WideKernel {
    /// The kernel of a program's code, which gets native code after so many lanes.
    pub(crate) fn new(
        program: &Arc<Program>,
        code: Code,
        level: Level,
        native_after: Option<u64>,
    ) -> WideKernel {
        WideKernel {
            program: program.clone(),
            code,
            level,
            native: NativeCode::new(native_after),
        }
    }

    /// Whether all lanes make all steps.
    fn is_straight(&self, meter: &Meter) -> bool {
        let allowed = meter.budget().instructions;
        !self.code.together && self.code.most.is_some_and(|most| most <= allowed)
    }

    /// Runs code without flow, a piece after the other.
    fn straight(&self, shared: Shared<'_>, storage: &mut Storage, batch: &mut Batch) -> Result<(), Trap> {
        if storage.pieces.is_empty() {
            storage.pieces.push(Piece::new(shared.code));
        }
        let piece = &mut storage.pieces[0];
        piece.prepare(shared, batch);
        let nodes = shared.code.body.as_ref().map_or(&[][..], |body| body);
        let lanes = batch.lanes();
        let mut first = 0;
        if let ([span], true) = (
            &shared.code.native[..],
            shared.code.is_one_span && batch.live.all(),
        ) {
            piece.native_whole(span, shared.environment.meanwhile, batch);
            first = lanes;
        }
        while first < batch.live.end() {
            let count = LANES.min(lanes - first);
            piece.begin(shared.code, batch, first, count);
            for node in nodes {
                if let Node::Steps(steps) = node {
                    piece.steps(shared, steps, batch);
                }
            }
            first += count;
        }
        let live = batch.live.count();
        let work = match storage.work {
            Some((of, work)) if of == live => work,
            _ => shared.code.work(live),
        };
        storage.work = Some((live, work));
        if work == 0 {
            return Ok(());
        }
        let instructions = self.program.instructions().len();
        shared.environment.meter.work(work).map_err(|spent| Trap {
            instruction: InstId::new(instructions.saturating_sub(1)),
            lane: 0,
            kind: TrapKind::Spent(spent),
        })
    }

    /// Runs all pieces of a batch together.
    fn together(&self, shared: Shared<'_>, storage: &mut Storage, batch: &mut Batch) -> Result<(), Trap> {
        let Some(body) = &shared.code.body else {
            return Ok(());
        };
        // Whole groups, and whole quads of them.
        let group = batch.group.clamp(1, 32);
        let whole = if group.is_multiple_of(4) { group } else { group * 4 };
        let each = LANES - LANES % whole;
        let lanes = batch.lanes();
        let count = batch.live.end().div_ceil(each).max(1);
        while storage.pieces.len() < count {
            storage.pieces.push(Piece::new(shared.code));
        }
        let pieces = &mut storage.pieces[..count];
        for (at, piece) in pieces.iter_mut().enumerate() {
            let first = at * each;
            piece.prepare(shared, batch);
            piece.begin(shared.code, batch, first, each.min(lanes - first));
        }
        Together::new(shared, pieces, each, batch).run(body)
    }
}
