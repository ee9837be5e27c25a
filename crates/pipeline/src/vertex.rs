//! The vertex stage: fetches attributes, runs the vertex program over blocks of vertices, keeps what is used.

use quadrille_engine::{Batch, Environment, Kernel, Memory, Scratch, Textures, Trap};

use crate::binding::{VertexInput, vertex_input};
use crate::link::{Carried, Link};
use crate::mesh::{Arrays, attribute};
use crate::state::Context;
use crate::vertices::Vertices;

/// Vertices that are shaded together.
pub(crate) const BLOCK: usize = 256;

/// What the vertex stage of a draw reads.
pub(crate) struct VertexStage<'a> {
    pub(crate) kernel: &'a dyn Kernel,
    pub(crate) parameters: Vec<[u32; 4]>,
    pub(crate) textures: &'a dyn Textures,
    pub(crate) memory: Memory<'a>,
    pub(crate) budget: u64,
    pub(crate) arrays: &'a Arrays<'a>,
    pub(crate) context: &'a Context,
    pub(crate) link: &'a Link,
    pub(crate) distances: Vec<Distance>,
    /// The w that a result has before it is written, as bits.
    pub(crate) unwritten_w: u32,
    /// Whether the program's point size counts.
    pub(crate) sizes: bool,
}

/// Where the distance from an enabled user clip plane comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Distance {
    /// A result of the vertex program.
    Result(usize),
    /// The dot product of a plane, brought to object space, with the vertex position.
    Plane([f32; 4]),
}

/// Working storage of one thread.
pub(crate) struct VertexWorker {
    batch: Batch,
    scratch: Scratch,
    /// The trap of the lowest block.
    pub(crate) trap: Option<(usize, Trap)>,
}

impl VertexWorker {
    pub(crate) fn new(kernel: &dyn Kernel) -> VertexWorker {
        VertexWorker {
            batch: Batch::new(kernel.program(), BLOCK),
            scratch: kernel.scratch(),
            trap: None,
        }
    }
}

impl VertexStage<'_> {
    /// Shades the vertices with the given numbers, at most [`BLOCK`]; the block is number `block` of the draw.
    pub(crate) fn run(&self, worker: &mut VertexWorker, block: usize, ids: &[u32], out: &mut Vertices) {
        out.resize(ids.len());
        let batch = &mut worker.batch;
        for (slot, variable) in self.kernel.program().attributes().iter().enumerate() {
            match vertex_input(variable.binding) {
                Some(VertexInput::Attribute(number)) => self.fetch(batch, slot, number, ids),
                Some(VertexInput::VertexNumber) => {
                    batch.attributes.fill(slot, [0; 4]);
                    batch.attributes.component_mut(slot, 0)[..ids.len()].copy_from_slice(ids);
                }
                Some(VertexInput::InstanceNumber | VertexInput::Nothing) | None => {
                    batch.attributes.fill(slot, [0; 4]);
                }
            }
        }
        for word in 0..BLOCK / 64 {
            let used = ids.len().saturating_sub(word * 64).min(64);
            batch
                .live
                .set_word(word, if used == 64 { u64::MAX } else { (1 << used) - 1 });
        }
        // What a program leaves unwritten must not be what was there before.
        for slot in 0..batch.results.slots() {
            batch.results.fill(slot, [0, 0, 0, self.unwritten_w]);
        }
        let environment = Environment {
            memory: self.memory,
            ..Environment::new(&self.parameters, self.textures, self.budget)
        };
        if let Err(trap) = self.kernel.run(batch, &environment, &mut worker.scratch)
            && worker.trap.as_ref().is_none_or(|(earlier, _)| block < *earlier)
        {
            worker.trap = Some((block, trap));
        }
        self.keep(&worker.batch, ids, out);
    }

    fn fetch(&self, batch: &mut Batch, slot: usize, number: usize, ids: &[u32]) {
        let Some(array) = self.arrays.0.get(number).copied().flatten() else {
            let current = self.context.current.get(number).copied().unwrap_or_default();
            let value = current.map(f32::to_bits);
            return batch.attributes.fill(slot, value);
        };
        for component in 0..4 {
            let plane = batch.attributes.component_mut(slot, component);
            if component < array.size {
                for (to, id) in plane.iter_mut().zip(ids) {
                    *to = array.values[*id as usize * array.size + component].to_bits();
                }
            } else {
                plane.fill(if component == 3 { 1f32.to_bits() } else { 0 });
            }
        }
    }

    fn keep(&self, batch: &Batch, ids: &[u32], out: &mut Vertices) {
        if let Some(slot) = self.link.position {
            for (component, plane) in out.position.iter_mut().enumerate() {
                copy(batch.results.component(slot, component), plane);
            }
        }
        for (carried, planes) in self.link.carried.iter().zip(&mut out.carried) {
            keep_carried(batch, carried, planes);
        }
        let size = self.link.point_size.filter(|_| self.sizes);
        match size {
            Some(slot) => copy(batch.results.component(slot, 0), &mut out.point_size),
            None => out.point_size.fill(self.context.point.size),
        }
        for (distance, plane) in self.distances.iter().zip(&mut out.distances) {
            match distance {
                Distance::Result(slot) => copy(batch.results.component(*slot, 0), plane),
                Distance::Plane(coefficients) => {
                    for (to, id) in plane.iter_mut().zip(ids) {
                        let position = self.position(*id as usize);
                        *to = crate::state::matrix::dot4(*coefficients, position);
                    }
                }
            }
        }
    }

    /// The vertex position that the program gets.
    fn position(&self, id: usize) -> [f32; 4] {
        match &self.arrays.0[attribute::POSITION] {
            Some(array) => array.get(id),
            None => self.context.current[attribute::POSITION],
        }
    }
}

fn keep_carried(batch: &Batch, carried: &Carried, planes: &mut [Vec<f32>; 4]) {
    for (component, plane) in planes.iter_mut().enumerate() {
        let unwritten = if component == 3 { 1.0 } else { 0.0 };
        match carried.result {
            Some(slot) if component == 0 || !carried.scalar => {
                copy(batch.results.component(slot, component), plane);
                if carried.clamp {
                    for value in plane {
                        *value = clamp(*value);
                    }
                }
            }
            _ => plane.fill(unwritten),
        }
    }
}

/// Clamps to [0, 1]; NaN gives 0.
pub(crate) fn clamp(value: f32) -> f32 {
    if value.is_nan() {
        0.0
    } else {
        value.clamp(0.0, 1.0)
    }
}

fn copy(from: &[u32], to: &mut [f32]) {
    for (to, bits) in to.iter_mut().zip(from) {
        *to = f32::from_bits(*bits);
    }
}
