//! The vertex stage of a draw under way.

use std::mem::take;

use quadrille_engine::Trap;
use quadrille_engine::unwritten::UNWRITTEN_VERTEX;
use quadrille_isa::gl::Stage;

use crate::draw::Draw;
use crate::executable::first_trap;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::inter_stage::vertices::BLOCK;
use crate::run::storage::{Storage, VertexWorker};
use crate::stage::vertex::VertexStage;
use crate::state::matrix::dot4;
use crate::threads::Threads;

/// The vertex stage with the storage of its threads.
pub(crate) struct Front<'a> {
    pub(crate) threads: &'a Threads,
    pub(crate) draw: &'a Draw<'a>,
    pub(crate) vertex: VertexStage<'a>,
    pub(crate) workers: Vec<VertexWorker>,
    /// Vertices that were shaded.
    pub(crate) vertices: u64,
}

impl<'a> Front<'a> {
    pub(crate) fn new(
        threads: &'a Threads,
        storage: &mut Storage,
        draw: &'a Draw<'a>,
        vertex: VertexStage<'a>,
    ) -> Front<'a> {
        Front {
            threads,
            draw,
            workers: storage.vertex_workers(&vertex.executable, BLOCK, threads.count()),
            vertex,
            vertices: 0,
        }
    }

    /// The first trap of the vertex program. The working storage goes back.
    pub(crate) fn finish(&mut self, storage: &mut Storage) -> Option<(Stage, Trap)> {
        let trap = first_trap(self.workers.iter_mut().map(|worker| &mut **worker));
        storage.keep_inputs(self.vertex.executable.kernel, take(&mut self.vertex.inputs));
        storage.keep_vertex_workers(self.vertex.executable.kernel, take(&mut self.workers));
        trap.map(|trap| (Stage::Vertex, trap))
    }

    /// Whether no more vertices need be shaded: their program was stopped, or nothing is left of the budget.
    pub(crate) fn is_over(&self) -> bool {
        self.vertex.executable.is_stopped() || self.draw.meter.check().is_err()
    }

    /// Shades vertices for another stage; distances from clip `planes` follow the results of the program.
    pub(crate) fn shade_for(&mut self, ids: &[u32], planes: &[(u32, [f32; 4])]) -> StageOutputs {
        let stage = &self.vertex;
        let slots = stage.executable.program().results().len();
        let before = self.vertices as usize / BLOCK;
        let mut outputs = vec![StageOutputs::new(slots + planes.len()); ids.len().div_ceil(BLOCK)];
        let items = ids.chunks(BLOCK).zip(&mut outputs).enumerate();
        self.threads
            .for_each(&mut self.workers, items, |worker, (number, (ids, output))| {
                stage.run_listed(worker, before + number, ids);
                for (lane, id) in ids.iter().enumerate() {
                    let distance = |(_, plane): &(u32, [f32; 4])| {
                        let [_, y, z, w] = UNWRITTEN_VERTEX;
                        [dot4(*plane, stage.position(*id)).to_bits(), y, z, w]
                    };
                    let results = (0..slots).map(|slot| worker.batch.results.get(slot, lane));
                    output.push(results.chain(planes.iter().map(distance)));
                }
            });
        self.vertices += ids.len() as u64;
        if outputs.is_empty() {
            return StageOutputs::new(slots + planes.len());
        }
        StageOutputs::of(outputs)
    }
}
