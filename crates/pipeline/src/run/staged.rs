//! A draw with stages between the vertex stage and the rasterizer: patches, their vertices, new primitives. What
//! comes of a few primitives is passed on before the next few are begun, so that memory does not grow with what
//! programs make of them.

use quadrille_base::Meter;
use quadrille_engine::Trap;
use quadrille_isa::gl::Stage;

use crate::counts::Counts;
use crate::executable::{Executable, Worker, first_trap};
use crate::inter_stage::assembly::Assembler;
use crate::inter_stage::interface::PreviousStage;
use crate::inter_stage::primitive_batch::PrimitiveBatch;
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::primitive::{Primitive, ProvokingVertex};
use crate::run::front::Front;
use crate::run::segment::parts;
use crate::stage::control::ControlStage;
use crate::stage::evaluation::EvaluationStage;
use crate::stage::geometry::{Emitted, GeometryStage};
use crate::threads::Threads;

/// Primitives that go through together.
const SEGMENT: usize = 1024;

/// The stages that a draw has besides the first and the last.
pub(crate) struct OptionalStages<'a> {
    pub(crate) assembler: Assembler,
    /// The clip planes whose distances the vertex stage gives besides its results.
    pub(crate) planes: Vec<(u32, [f32; 4])>,
    pub(crate) control: Option<ControlStage<'a>>,
    pub(crate) evaluation: Option<EvaluationStage<'a>>,
    pub(crate) geometry: Option<GeometryStage<'a>>,
}

/// A stage with the storage of its threads.
struct StageWorkers<S> {
    stage: S,
    workers: Vec<Worker>,
    /// Batches that it ran.
    done: usize,
}

impl<S> StageWorkers<S> {
    fn new(stage: S, threads: usize, worker: impl Fn(&S) -> Worker) -> StageWorkers<S> {
        StageWorkers {
            workers: (0..threads).map(|_| worker(&stage)).collect(),
            stage,
            done: 0,
        }
    }
}

/// A sink for the primitives that come out of the last stage.
pub(crate) trait PrimitiveSink {
    /// Takes vertices as the last program gave them, and what they form.
    fn take(&mut self, outputs: &StageOutputs, primitive: Primitive, items: &[PrimitiveRef]);

    /// Takes the vertices of a stream above 0, which are points that are not drawn.
    fn take_points(&mut self, _stream: usize, _outputs: &StageOutputs) {}
}

/// What came of the stages.
pub(crate) struct Staged {
    /// The first trap of each stage, in the order of the stages.
    pub(crate) traps: Vec<(Stage, Trap)>,
    pub(crate) counts: Counts,
}

/// Draws all instances.
pub(crate) fn draw(
    front: &mut Front<'_>,
    optional: OptionalStages<'_>,
    sink: &mut dyn PrimitiveSink,
) -> Staged {
    let threads = front.threads.count();
    let mut running = RunningStages {
        meter: front.draw.meter,
        provoking: front.vertex.context.provoking_vertex,
        counts: Counts::default(),
        control: optional
            .control
            .map(|stage| StageWorkers::new(stage, threads, ControlStage::worker)),
        evaluation: optional
            .evaluation
            .map(|stage| StageWorkers::new(stage, threads, EvaluationStage::worker)),
        geometry: optional
            .geometry
            .map(|stage| StageWorkers::new(stage, threads, GeometryStage::worker)),
    };
    let assembler = optional.assembler;
    for (instance, part) in parts(front.draw.instances, assembler.count(), SEGMENT) {
        front.vertex.instance = instance;
        let assembly = assembler.assemble(front.draw, part);
        let primitives = PrimitiveBatch {
            vertices: front.shade_for(&assembly.vertices, &optional.planes),
            size: assembler.size,
            corners: assembly.corners,
            numbers: assembly.numbers,
        };
        if front.is_over() || running.is_over() {
            break;
        }
        running.control(front.threads, sink, primitives);
    }
    Staged {
        counts: running.counts,
        traps: running.traps(),
    }
}

struct RunningStages<'a> {
    meter: &'a Meter,
    provoking: ProvokingVertex,
    counts: Counts,
    control: Option<StageWorkers<ControlStage<'a>>>,
    evaluation: Option<StageWorkers<EvaluationStage<'a>>>,
    geometry: Option<StageWorkers<GeometryStage<'a>>>,
}

impl RunningStages<'_> {
    fn control(&mut self, threads: &Threads, sink: &mut dyn PrimitiveSink, patches: PrimitiveBatch) {
        let Some(control) = &mut self.control else {
            return self.evaluation(threads, sink, patches);
        };
        let made = control
            .stage
            .run(threads, &mut control.workers, &patches, control.done);
        control.done += patches.len() * control.stage.vertices;
        self.counts.patches += patches.len() as u64;
        self.evaluation(threads, sink, made);
    }

    fn evaluation(&mut self, threads: &Threads, sink: &mut dyn PrimitiveSink, patches: PrimitiveBatch) {
        if self.evaluation.is_none() {
            return self.geometry(threads, sink, &patches);
        }
        let mut next = 0;
        while next < patches.len() && !self.is_over() {
            let Some(evaluation) = &mut self.evaluation else {
                return;
            };
            let made = evaluation.stage.run(
                threads,
                &mut evaluation.workers,
                &patches,
                &mut next,
                &mut evaluation.done,
            );
            self.counts.evaluated += made.vertices.len() as u64;
            let primitive = evaluation.stage.primitive();
            if self.geometry.is_some() {
                self.geometry(threads, sink, &made);
            } else {
                tessellated(sink, (primitive, self.provoking), &made);
            }
        }
    }

    fn geometry(&mut self, threads: &Threads, sink: &mut dyn PrimitiveSink, primitives: &PrimitiveBatch) {
        let Some(geometry) = &mut self.geometry else {
            return;
        };
        let primitive = geometry.stage.primitive();
        let mut next = 0;
        while geometry.stage.is_left(primitives, next)
            && !geometry.stage.executable.is_stopped()
            && self.meter.check().is_ok()
        {
            let before = next;
            let outputs = geometry.stage.run(
                threads,
                &mut geometry.workers,
                primitives,
                &mut next,
                &mut geometry.done,
            );
            self.counts.geometry_invocations += (next - before) as u64;
            let mut whole = Emitted::default();
            for mut output in outputs {
                for (stream, points) in std::mem::take(&mut output.others) {
                    self.counts.emitted += points.len() as u64;
                    sink.take_points(stream, &points);
                }
                if whole.vertices.len() == 0 {
                    whole = output;
                    continue;
                }
                let first = whole.vertices.append(&mut output.vertices);
                whole
                    .items
                    .extend(output.items.iter().map(|item| item.moved(first)));
            }
            self.counts.emitted += whole.items.len() as u64;
            sink.take(&whole.vertices, primitive, &whole.items);
        }
    }

    /// Whether the program of a stage was stopped, or nothing is left of the budget.
    fn is_over(&self) -> bool {
        let control = self.control.as_ref().map(|control| &control.stage.executable);
        let evaluation = self
            .evaluation
            .as_ref()
            .map(|evaluation| &evaluation.stage.executable);
        let geometry = self.geometry.as_ref().map(|geometry| &geometry.stage.executable);
        let mut stages = [control, evaluation, geometry].into_iter().flatten();
        stages.any(|executable| executable.is_stopped()) || self.meter.check().is_err()
    }

    fn traps(self) -> Vec<(Stage, Trap)> {
        let of = |stage: Stage, workers: Option<Vec<Worker>>| {
            let trap = first_trap(&mut workers?)?;
            Some((stage, trap))
        };
        [
            of(
                Stage::TessellationControl,
                self.control.map(|control| control.workers),
            ),
            of(
                Stage::TessellationEvaluation,
                self.evaluation.map(|evaluation| evaluation.workers),
            ),
            of(Stage::Geometry, self.geometry.map(|geometry| geometry.workers)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// Passes on what the tessellator made.
fn tessellated(
    sink: &mut dyn PrimitiveSink,
    (primitive, convention): (Primitive, ProvokingVertex),
    made: &PrimitiveBatch,
) {
    let corners = primitive.corners();
    let provoking = match convention {
        ProvokingVertex::First => 0,
        ProvokingVertex::Last => corners - 1,
    };
    let item = |number: usize| {
        let own = made.primitive(number);
        PrimitiveRef {
            corners: std::array::from_fn(|corner| own[corner.min(corners - 1)]),
            provoking: own[provoking],
            boundary: 0b111,
            number: made.numbers[number],
            viewport: 0,
            layer: 0,
        }
    };
    let items: Vec<PrimitiveRef> = (0..made.len()).map(item).collect();
    sink.take(&made.vertices, primitive, &items);
}

impl<'a> OptionalStages<'a> {
    /// Stages behind one another, each told what the one before it gives.
    pub(crate) fn new(
        assembler: Assembler,
        vertex: PreviousStage,
        planes: Vec<(u32, [f32; 4])>,
        executables: [Option<Executable<'a>>; 3],
        context: &crate::state::Context,
    ) -> OptionalStages<'a> {
        use quadrille_program::Layout;
        let mut previous = vertex.with_vertices(assembler.size);
        let [control, evaluation, geometry] = executables;
        let control = control.and_then(|executable| {
            let Layout::TessellationControl { vertices } = *executable.program().layout() else {
                return None;
            };
            let after =
                PreviousStage::new(executable.program(), &[], context).with_vertices(vertices as usize);
            let stage = ControlStage::new(executable, &previous, vertices);
            previous = after;
            Some(stage)
        });
        let evaluation = evaluation.and_then(|executable| {
            let Layout::TessellationEvaluation(how) = *executable.program().layout() else {
                return None;
            };
            let after = PreviousStage::new(executable.program(), &[], context);
            let stage = EvaluationStage::new(executable, &previous, how);
            previous = after.with_vertices(stage.primitive().corners());
            Some(stage)
        });
        let geometry = geometry.and_then(|executable| {
            let Layout::Geometry(layout) = executable.program().layout().clone() else {
                return None;
            };
            Some(GeometryStage::new(
                executable,
                &previous,
                &layout,
                context.provoking_vertex,
            ))
        });
        OptionalStages {
            assembler,
            planes,
            control,
            evaluation,
            geometry,
        }
    }
}
