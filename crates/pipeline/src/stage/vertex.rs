//! The vertex stage: fetches attributes and runs the vertex program over blocks of vertices.

use std::ops::Range;

use quadrille_engine::Batch;
use quadrille_isa::gl::LanguageSet;
use quadrille_numerics::level::Level;

use crate::binding::{VertexInput, vertex_input};
use crate::executable::{Executable, Worker};
use crate::inter_stage::vertices::BLOCK;
use crate::mesh::spread::spread;
use crate::mesh::{Array, Arrays, Numbers, attribute};
use crate::stage::prefetch::Prefetches;
use crate::state::{Context, CurrentValue};
use crate::thread;
use crate::watch::Invocation;

/// The vertex stage of a draw: its program, and the state that it reads.
pub(crate) struct VertexStage<'a> {
    pub(crate) executable: Executable<'a>,
    pub(crate) arrays: &'a Arrays<'a>,
    pub(crate) context: &'a Context,
    /// Number of the instance that is drawn, from 0.
    pub(crate) instance: u32,
    /// What is added to the numbers of vectors that instances take.
    pub(crate) base_instance: u32,
    /// What was added to numbers of vertices.
    pub(crate) base_vertex: i32,
    /// Number of the draw in its call.
    pub(crate) number: u32,
    pub(crate) level: Level,
}

impl<'a> VertexStage<'a> {
    /// Shades the vertices with the given numbers, at most [`BLOCK`]; the block is number `block` of the draw. Gives
    /// the prefetches for the next block that are still to be issued.
    pub(crate) fn run(&self, worker: &mut Worker, block: usize, ids: &[u32]) -> Prefetches<'a> {
        let batch = &mut worker.batch;
        let vertices = Numbered {
            ids,
            run: run_of(ids),
        };
        let mut prefetches = self.prefetches(&vertices);
        prefetches.issue();
        for (slot, variable) in self.executable.program().attributes().iter().enumerate() {
            match vertex_input(variable.binding) {
                Some(VertexInput::Attribute(number)) => self.fetch(batch, slot, number, &vertices),
                Some(VertexInput::VertexNumber) => {
                    batch.attributes.fill(slot, [0; 4]);
                    batch.attributes.component_mut(slot, 0)[..ids.len()].copy_from_slice(ids);
                }
                Some(VertexInput::InstanceNumber) => batch.attributes.fill(slot, [self.instance, 0, 0, 0]),
                Some(VertexInput::BaseVertex) => {
                    let base = self.base_vertex.cast_unsigned();
                    batch.attributes.fill(slot, [base, 0, 0, 0]);
                }
                Some(VertexInput::BaseInstance) => {
                    batch.attributes.fill(slot, [self.base_instance, 0, 0, 0]);
                }
                Some(VertexInput::DrawNumber) => batch.attributes.fill(slot, [self.number, 0, 0, 0]),
                Some(VertexInput::Nothing) => batch.attributes.fill(slot, [0; 4]),
                None => thread::fill(&mut batch.attributes, slot, variable.binding.family),
            }
        }
        prefetches.issue();
        worker.set_live(ids.len());
        self.executable.tell(ids.iter().map(|id| Invocation {
            number: *id,
            part: self.instance,
        }));
        worker.run(&self.executable, &self.executable.environment(), block);
        prefetches.issue();
        prefetches
    }

    /// Prefetches of as many vertices as a whole block has, behind it.
    fn prefetches(&self, vertices: &Numbered<'_>) -> Prefetches<'a> {
        let mut prefetches = Prefetches::default();
        let Some(run) = vertices.run.clone().filter(|run| run.len() == BLOCK) else {
            return prefetches;
        };
        for variable in self.executable.program().attributes() {
            if let Some(VertexInput::Attribute(number)) = vertex_input(variable.binding)
                && let Some(array) = self.arrays.0.get(number).copied().flatten()
                && array.of_instance(self.instance, self.base_instance).is_none()
            {
                prefetches.push(&array, run.end..run.end.saturating_add(run.len()));
            }
        }
        prefetches
    }

    fn fetch(&self, batch: &mut Batch, slot: usize, number: usize, vertices: &Numbered<'_>) {
        let ids = vertices.ids;
        if self.executable.program().attributes()[slot].long {
            return self.fetch_long(batch, slot, number, ids);
        }
        // A language without integers reads them as VertexAttribPointer converts them.
        let language = self.executable.program().profile().language;
        let integers = language.meets(LanguageSet::GPU);
        let Some(array) = self.arrays.0.get(number).copied().flatten() else {
            let value = self.current(number).array().words(0, integers);
            return batch.attributes.fill(slot, value);
        };
        if let Some(vector) = array.of_instance(self.instance, self.base_instance) {
            return batch
                .attributes
                .fill(slot, array.words(vector as usize, integers));
        }
        if let Numbers::Stored(stored) = array.values
            && let Some(planes) = batch
                .attributes
                .slot_mut(slot)
                .as_chunks_mut::<BLOCK>()
                .0
                .first_chunk_mut()
        {
            return stored.fetch(self.level, ids, integers, planes);
        }
        let Some(values) = array.floats() else {
            for (lane, id) in ids.iter().enumerate() {
                batch
                    .attributes
                    .set(slot, lane, array.words(*id as usize, integers));
            }
            return;
        };
        let run = vertices.run.clone();
        let run = run.map(|run| &values[run.start * array.size..run.end * array.size]);
        let planes = batch.attributes.slot_mut(slot).as_chunks_mut::<BLOCK>().0;
        match (run, array.size) {
            (Some(run), 1..=4) => spread(self.level, array.size, bytemuck::cast_slice(run), planes),
            (Some(_), _) | (None, _) => {
                for (component, plane) in planes.iter_mut().enumerate().take(array.size) {
                    for (to, id) in plane.iter_mut().zip(ids) {
                        *to = values[*id as usize * array.size + component].to_bits();
                    }
                }
            }
        }
        for (component, plane) in planes.iter_mut().enumerate().skip(array.size) {
            plane[..ids.len()].fill(if component == 3 { 1f32.to_bits() } else { 0 });
        }
    }

    /// LONG attributes have numbers of 64 bits, into which those of 32 bits are converted.
    fn fetch_long(&self, batch: &mut Batch, slot: usize, number: usize, ids: &[u32]) {
        for (lane, id) in ids.iter().enumerate() {
            let words = match self.arrays.0.get(number).copied().flatten() {
                Some(array) => array.long_words(self.vector_of(&array, *id)),
                None => self.current(number).array().long_words(0),
            };
            for (component, bits) in words.into_iter().enumerate() {
                batch.attributes.component_mut(slot, component)[lane] = bits as u32;
                batch.attributes.component_mut(slot, component + 4)[lane] = (bits >> 32) as u32;
            }
        }
    }

    /// The position in object space of the vertex with a number.
    pub(crate) fn position(&self, id: u32) -> [f32; 4] {
        self.value(attribute::POSITION, id)
    }

    /// The number of the vector that a vertex takes of an array.
    fn vector_of(&self, array: &Array<'_>, id: u32) -> usize {
        let shared = array.of_instance(self.instance, self.base_instance);
        shared.map_or(id as usize, |vector| vector as usize)
    }

    /// An attribute of the vertex with a number.
    fn value(&self, number: usize, id: u32) -> [f32; 4] {
        match self.arrays.0.get(number).copied().flatten() {
            Some(array) => array.get(self.vector_of(&array, id)),
            None => self.current(number).array().get(0),
        }
    }

    /// The current value of an attribute.
    fn current(&self, number: usize) -> CurrentValue {
        self.context.current.get(number).copied().unwrap_or_default()
    }
}

/// The vertices of a block by their numbers.
struct Numbered<'i> {
    ids: &'i [u32],
    /// The same as a range, if they follow each other.
    run: Option<Range<usize>>,
}

/// The vertices of some numbers as a range, where each number is one more than that before.
fn run_of(ids: &[u32]) -> Option<Range<usize>> {
    let first = *ids.first()?;
    // Without an end before the last, which would keep it from becoming vector code.
    let differs = ids
        .iter()
        .zip(first..)
        .fold(0, |all, (id, expected)| all | (id ^ expected));
    (differs == 0).then(|| first as usize..first as usize + ids.len())
}
