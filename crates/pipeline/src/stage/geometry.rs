//! The geometry stage: makes new primitives of each that comes in (NV_geometry_program4 2.14.6, NV_gpu_program5,
//! NV_geometry_shader_passthrough).

use quadrille_engine::Emission;
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::layout::{Geometry, OutputPrimitive};
use quadrille_program::{Layout, Program};

use super::{ENOUGH, LANES};
use crate::executable::{Executable, Worker};
use crate::inter_stage::interface::{Interface, PreviousStage};
use crate::inter_stage::primitive_batch::PrimitiveBatch;
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::primitive::{Primitive, ProvokingVertex, QuadCut, Topology};
use crate::threads::Threads;

/// The geometry stage of a draw: its program, and its interface.
pub(crate) struct GeometryStage<'a> {
    pub(crate) executable: Executable<'a>,
    interface: Interface,
    layout: Geometry,
    convention: ProvokingVertex,
    /// The slot of `result.primid`.
    number: Option<usize>,
    /// For each result, if vertices are passed through, where it comes from: the slot of the stage before and the
    /// components that are copied.
    passed: Vec<Option<(usize, u8)>>,
}

/// The results of the vertices that come out: those of the program, and those that it passes through.
pub(crate) fn results(program: &Program) -> Vec<Binding> {
    let mut results: Vec<Binding> = program.results().iter().map(|result| result.binding).collect();
    if let Layout::Geometry(layout) = program.layout() {
        for copied in &layout.passthrough {
            if !results.contains(&copied.binding) {
                results.push(copied.binding);
            }
        }
    }
    results
}

/// How the vertices that a program emits form primitives.
pub(crate) fn output(layout: &Geometry) -> Topology {
    match layout.output {
        OutputPrimitive::Points => Topology::Points,
        OutputPrimitive::LineStrip => Topology::LineStrip,
        OutputPrimitive::TriangleStrip => Topology::TriangleStrip,
    }
}

/// The output of the stage: vertices, and primitives whose corners are numbers of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Emitted {
    pub(crate) vertices: StageOutputs,
    pub(crate) items: Vec<PrimitiveRef>,
    /// The points of streams above 0, of those that have any.
    pub(crate) others: Vec<(usize, StageOutputs)>,
}

impl Emitted {
    /// Nothing yet, of vertices with so many results.
    fn new(slots: usize) -> Emitted {
        Emitted {
            vertices: StageOutputs::new(slots),
            ..Emitted::default()
        }
    }

    /// The points of a stream above 0.
    fn stream(&mut self, stream: usize, slots: usize) -> &mut StageOutputs {
        let at = self.others.iter().position(|(own, _)| *own == stream);
        let at = at.unwrap_or_else(|| {
            self.others.push((stream, StageOutputs::new(slots)));
            self.others.len() - 1
        });
        &mut self.others[at].1
    }
}

impl<'a> GeometryStage<'a> {
    pub(crate) fn new(
        executable: Executable<'a>,
        previous: &PreviousStage,
        layout: &Geometry,
        convention: ProvokingVertex,
    ) -> GeometryStage<'a> {
        let results = results(executable.program());
        let number = Binding::new(Family::ResultPrimid, [0; 4]);
        let passed = results.iter().map(|result| {
            let mut copied = layout.passthrough.iter();
            let copied = copied.find(|copied| copied.binding == *result)?;
            Some((previous.find(*result)?, copied.mask))
        });
        GeometryStage {
            interface: Interface::new(executable.program(), previous),
            number: results.iter().position(|result| *result == number),
            passed: passed.collect(),
            layout: layout.clone(),
            convention,
            executable,
        }
    }

    /// The kind of primitive that is drawn.
    pub(crate) fn primitive(&self) -> Primitive {
        output(&self.layout).primitive()
    }

    fn invocations(&self) -> usize {
        self.layout.invocations.max(1) as usize
    }

    /// Vertices that a lane emits at most.
    fn most(&self) -> usize {
        if self.layout.passes_through {
            self.interface.vertices
        } else {
            self.layout.vertices as usize
        }
    }

    fn lanes(&self) -> usize {
        (ENOUGH / self.most().max(1)).clamp(1, LANES)
    }

    pub(crate) fn worker(&self) -> Worker {
        let mut worker = Worker::new(&self.executable, self.lanes());
        self.interface.make_room(&mut worker);
        worker
    }

    /// The output for primitives, from invocation `next` on, as much as each thread makes in one batch; `next` is
    /// moved behind it. `done` are the batches of the draw before these, and are counted on.
    pub(crate) fn run(
        &self,
        threads: &Threads,
        workers: &mut [Worker],
        primitives: &PrimitiveBatch,
        next: &mut usize,
        done: &mut usize,
    ) -> Vec<Emitted> {
        let invocations = primitives.len() * self.invocations();
        let first = *next;
        *next = invocations.min(first + self.lanes() * workers.len());
        let starts: Vec<usize> = (first..*next).step_by(self.lanes()).collect();
        let mut outputs = vec![Emitted::default(); starts.len()];
        let (before, end) = (*done, *next);
        let items = starts.into_iter().zip(&mut outputs).enumerate();
        threads.for_each(workers, items, |worker, (number, (start, output))| {
            let part = start..end.min(start + self.lanes());
            let stage = (&self.executable, &self.interface);
            primitives.fill(worker, stage, part.clone(), self.invocations());
            worker.run(&self.executable, &self.executable.environment(), before + number);
            *output = if self.layout.passes_through {
                self.pass(worker, primitives, part)
            } else {
                self.collect(worker)
            };
        });
        *done += outputs.len();
        outputs
    }

    /// Whether there are invocations left.
    pub(crate) fn is_left(&self, primitives: &PrimitiveBatch, next: usize) -> bool {
        next < primitives.len() * self.invocations()
    }

    /// The strips that the lanes emitted, those of a lane after those of the one before.
    fn collect(&self, worker: &Worker) -> Emitted {
        let batch = &worker.batch;
        let slots = batch.results.slots();
        let mut emitted = Emitted::new(slots);
        let mut order: Vec<&Emission> = batch.emitted.iter().collect();
        order.sort_by_key(|emission| emission.lane());
        let mut strip = emitted.vertices.len();
        let mut lane = 0;
        for emission in order {
            if emission.lane() != lane {
                self.end_strip(&mut emitted, &mut strip);
                lane = emission.lane();
            }
            match emission {
                // Only stream 0 is drawn.
                Emission::Vertex {
                    stream: 0, results, ..
                } => emitted.vertices.push(results.iter().copied()),
                Emission::Vertex { stream, results, .. } => emitted
                    .stream(*stream as usize, slots)
                    .push(results.iter().copied()),
                Emission::EndPrimitive { .. } => self.end_strip(&mut emitted, &mut strip),
            }
        }
        self.end_strip(&mut emitted, &mut strip);
        emitted
    }

    /// Takes the strip from vertex `strip` on apart, and begins the next one.
    fn end_strip(&self, emitted: &mut Emitted, strip: &mut usize) {
        let count = emitted.vertices.len() - *strip;
        let topology = output(&self.layout);
        for primitive in 0..topology.primitives(count) {
            let corners = topology.corners(count, primitive, QuadCut::Plain);
            let provoking = *strip + corners.provoking(self.convention);
            let item = PrimitiveRef {
                corners: corners.at.map(|at| (*strip + at) as u32),
                provoking: provoking as u32,
                boundary: corners.boundary,
                // Without `result.primid` the number is undefined.
                number: self
                    .number
                    .map_or(0, |slot| emitted.vertices.get(provoking, slot)[0]),
                viewport: 0,
                layer: 0,
            };
            emitted.items.push(item);
        }
        *strip = emitted.vertices.len();
    }

    /// The primitives that came in, their vertices with the results of their invocation and those passed through.
    fn pass(
        &self,
        worker: &Worker,
        primitives: &PrimitiveBatch,
        invocations: std::ops::Range<usize>,
    ) -> Emitted {
        let results = &worker.batch.results;
        let mut emitted = Emitted::new(self.passed.len());
        for (lane, invocation) in invocations.enumerate() {
            let mut strip = emitted.vertices.len();
            for corner in primitives.primitive(invocation / self.invocations()) {
                emitted
                    .vertices
                    .push(self.passed.iter().enumerate().map(|(slot, passed)| {
                        let is_own = slot < results.slots();
                        let own = if is_own { results.get(slot, lane) } else { [0; 4] };
                        let Some((before, mask)) = *passed else {
                            return own;
                        };
                        let copied = primitives.vertices.get(*corner as usize, before);
                        let is_copied = |component: usize| mask >> component & 1 != 0;
                        std::array::from_fn(|at| if is_copied(at) { copied[at] } else { own[at] })
                    }));
            }
            self.end_strip(&mut emitted, &mut strip);
        }
        emitted
    }
}
