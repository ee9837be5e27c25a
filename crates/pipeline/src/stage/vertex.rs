//! The vertex stage: fetches attributes and runs the vertex program over blocks of vertices.

use std::cell::RefCell;

use quadrille_engine::{Batch, Environment};
use quadrille_isa::gl::{Family, LanguageSet};
use quadrille_numerics::level::Level;
use quadrille_program::Program;

use crate::binding::{VertexInput, vertex_input};
use crate::executable::{Executable, Worker};
use crate::inter_stage::vertices::BLOCK;
use crate::mesh::spread::spread;
use crate::mesh::{Array, Arrays, Numbers, attribute};
use crate::stage::prefetch::Prefetches;
use crate::stage::vertex_numbers::VertexNumbers;
use crate::state::{Context, CurrentValue};
use crate::thread;
use crate::watch::Invocation;

/// The vertex stage of a draw: its program, and the state that it reads.
pub(crate) struct VertexStage<'a> {
    pub(crate) executable: Executable<'a>,
    pub(crate) inputs: Vec<Input>,
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

/// What a slot of the program's attributes is.
#[derive(Clone, Copy)]
pub(crate) struct Input {
    /// `None`: something of the thread that runs the invocation.
    of: Option<VertexInput>,
    family: Family,
    /// Whether it has numbers of 64 bits.
    is_long: bool,
}

/// The attributes of a vertex program, slot by slot.
pub(crate) fn inputs(program: &Program) -> Vec<Input> {
    let attributes = program.attributes().iter();
    attributes
        .map(|variable| Input {
            of: vertex_input(variable.binding),
            family: variable.binding.family,
            is_long: variable.long,
        })
        .collect()
}

impl<'a> VertexStage<'a> {
    /// Shades the vertices with the given numbers, at most [`BLOCK`], in the [`VertexStage::environment`]; the block is
    /// number `block` of the draw. The prefetches are then those for the next block, and some are issued.
    pub(crate) fn run(
        &self,
        worker: &mut Worker,
        block: usize,
        vertices: &VertexNumbers<'_>,
        (environment, prefetches): (&Environment<'_>, &RefCell<Prefetches<'a>>),
    ) {
        let issue = || prefetches.borrow_mut().issue();
        // As many vertices as a whole block has, behind it.
        let next = vertices.run().filter(|run| run.len() == BLOCK);
        let next = next.map_or(0..0, |run| run.end..run.end.saturating_add(run.len()));
        prefetches.borrow_mut().begin(next);
        issue();
        // What all vertices of an instance have alike stays in the batch from block to block.
        let is_first = worker.instance.replace(self.instance) != Some(self.instance);
        let batch = &mut worker.batch;
        for (slot, input) in self.inputs.iter().enumerate() {
            let alike = match input.of {
                Some(VertexInput::Attribute(number)) => {
                    self.fetch(batch, (slot, input.is_long), number, vertices, is_first);
                    issue();
                    continue;
                }
                Some(VertexInput::VertexNumber) => {
                    if is_first {
                        batch.attributes.fill(slot, [0; 4]);
                    }
                    vertices.copy_to(batch.attributes.component_mut(slot, 0));
                    continue;
                }
                Some(VertexInput::InstanceNumber) => self.instance,
                Some(VertexInput::BaseVertex) => self.base_vertex.cast_unsigned(),
                Some(VertexInput::BaseInstance) => self.base_instance,
                Some(VertexInput::DrawNumber) => self.number,
                Some(VertexInput::Nothing) => 0,
                None => {
                    if is_first {
                        thread::fill(&mut batch.attributes, slot, input.family);
                    }
                    continue;
                }
            };
            if is_first {
                batch.attributes.fill(slot, [alike, 0, 0, 0]);
            }
        }
        worker.set_live(vertices.len());
        self.executable.tell(vertices.iter().map(|number| Invocation {
            number,
            part: self.instance,
        }));
        worker.run(&self.executable, environment, block);
    }

    /// Shades listed vertices, at most [`BLOCK`], as the block of this number, and issues all prefetches for the next one.
    pub(crate) fn run_listed(&self, worker: &mut Worker, block: usize, ids: &[u32]) {
        let prefetches = self.prefetches();
        let meanwhile = || prefetches.borrow_mut().issue();
        let environment = self.environment(&meanwhile);
        self.run(
            worker,
            block,
            &VertexNumbers::new(ids),
            (&environment, &prefetches),
        );
        prefetches.borrow_mut().issue_rest();
    }

    /// What the program runs in, with what is done meanwhile.
    pub(crate) fn environment<'e>(&'e self, meanwhile: &'e dyn Fn()) -> Environment<'e> {
        Environment {
            meanwhile: Some(meanwhile),
            ..self.executable.environment()
        }
    }

    /// Prefetches of what vertices of the instance have for themselves.
    pub(crate) fn prefetches(&self) -> RefCell<Prefetches<'a>> {
        let mut prefetches = Prefetches::new();
        for input in &self.inputs {
            if let Some(VertexInput::Attribute(number)) = input.of
                && let Some(array) = self.arrays.0.get(number).and_then(Option::as_ref)
                && array.of_instance(self.instance, self.base_instance).is_none()
            {
                prefetches.push(array);
            }
        }
        RefCell::new(prefetches)
    }

    /// Fetches an attribute, `is_first` if what all vertices have alike is not there yet.
    fn fetch(
        &self,
        batch: &mut Batch,
        (slot, is_long): (usize, bool),
        number: usize,
        vertices: &VertexNumbers<'_>,
        is_first: bool,
    ) {
        if is_long {
            return self.fetch_long(batch, slot, number, vertices);
        }
        // A language without integers reads them as VertexAttribPointer converts them.
        let integers = || {
            let language = self.executable.program().profile().language;
            language.meets(LanguageSet::GPU)
        };
        let Some(array) = self.arrays.0.get(number).and_then(Option::as_ref) else {
            if is_first {
                let value = self.current(number).array().words(0, integers());
                batch.attributes.fill(slot, value);
            }
            return;
        };
        if let Some(vector) = array.of_instance(self.instance, self.base_instance) {
            if is_first {
                let value = array.words(vector as usize, integers());
                batch.attributes.fill(slot, value);
            }
            return;
        }
        let planes = batch.attributes.slot_mut(slot).as_chunks_mut::<BLOCK>().0;
        if let Numbers::Stored(stored) = array.values
            && let Some(planes) = planes.first_chunk_mut()
        {
            let mut ids = [0; BLOCK];
            return stored.fetch(self.level, vertices.listed(&mut ids), integers(), planes);
        }
        let Some(values) = array.floats() else {
            for (lane, id) in vertices.iter().enumerate() {
                let words = array.words(id as usize, integers());
                batch.attributes.set(slot, lane, words);
            }
            return;
        };
        match (vertices.run(), array.size) {
            (Some(run), 1..=4) => {
                let run = &values[run.start * array.size..run.end * array.size];
                spread(self.level, array.size, bytemuck::cast_slice(run), planes);
            }
            (Some(_), _) | (None, _) => {
                for (component, plane) in planes.iter_mut().enumerate().take(array.size) {
                    for (to, id) in plane.iter_mut().zip(vertices.iter()) {
                        *to = values[id as usize * array.size + component].to_bits();
                    }
                }
            }
        }
        if is_first {
            for (component, plane) in planes.iter_mut().enumerate().skip(array.size) {
                plane.fill(if component == 3 { 1f32.to_bits() } else { 0 });
            }
        }
    }

    /// LONG attributes have numbers of 64 bits, into which those of 32 bits are converted.
    fn fetch_long(&self, batch: &mut Batch, slot: usize, number: usize, vertices: &VertexNumbers<'_>) {
        for (lane, id) in vertices.iter().enumerate() {
            let words = match self.arrays.0.get(number).copied().flatten() {
                Some(array) => array.long_words(self.vector_of(&array, id)),
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
