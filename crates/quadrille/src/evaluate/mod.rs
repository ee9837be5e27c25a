//! One run of a program by hand: a vertex, a quad of fragments, a primitive, a patch or a whole thread group.

mod batch;
mod evaluation;
mod inputs;
mod memory;
mod outputs;
mod own_name;
mod quad;

use quadrille_base::{Meter, Room};
use quadrille_engine::batch::GROUP;
use quadrille_engine::{Batch, Environment, Finding, Planes, Trap};
use quadrille_isa::gl::{DataType, Family, Stage};
use quadrille_program::types::Types;
use quadrille_program::{File, Layout, ParameterSource};
use quadrille_reference::{Observer, ReferenceKernel, Sanitizer};

use crate::program::Loaded;

pub use batch::{BatchInputs, BatchOutputs, Numbers};
pub use evaluation::Evaluation;
pub use inputs::{Inputs, Vector};
pub use memory::TestMemory;
pub use outputs::{Access, EvaluationError, Outputs, TraceStep};

pub(crate) use inputs::canonical;
use inputs::vertex_of;
use outputs::Tracer;
use quad::Quad;

/// The most invocations that run together: what a work group may have.
const LANES: usize = 1024;

impl Loaded {
    /// Runs the program once. Attributes that are not set are (0, 0, 0, 1), parameters 0; every texture is
    /// a test texture whose texel at (s, t, r) is (s, t, r, 1) with whole parts taken off. A fragment
    /// program runs as a quad of four equal fragments, a tessellation control program as all the vertices of
    /// its patch, a compute program as a work group, any other once, unless the inputs say how many run together.
    ///
    /// # Errors
    ///
    /// The inputs name what the program or the run does not have, the engine refuses the program, or the run was
    /// stopped.
    pub fn evaluate(&self, inputs: &Inputs) -> Result<Outputs, EvaluationError> {
        self.finish(&self.evaluation(inputs)?)
    }

    /// Runs what [`Loaded::evaluation`] prepared, whose memory is then as the program left it.
    ///
    /// # Errors
    ///
    /// The run was stopped.
    pub fn finish(&self, evaluation: &Evaluation) -> Result<Outputs, EvaluationError> {
        let kernel = self.kernel();
        self.run(evaluation, |batch, environment| {
            kernel.run(batch, environment, &mut kernel.scratch())
        })
    }

    /// The same, and `each` gets what is executed, in order; where lanes part, the steps of each part.
    ///
    /// # Errors
    ///
    /// As [`Loaded::evaluate`], and where the engine does not give the bits of the reference engine, which is the one
    /// that can be watched.
    pub fn trace(&self, inputs: &Inputs, each: impl FnMut(TraceStep)) -> Result<Outputs, EvaluationError> {
        let mut tracer = Tracer {
            program: self,
            each,
            accesses: Vec::new(),
        };
        self.watch(inputs, &mut tracer)
    }

    /// The same, and what the specifications call undefined in it, to its end or to where it was stopped. Where
    /// not all invocations reach a barrier, [`Loaded::evaluate`] stops; here the barrier is a finding, and the
    /// run goes on.
    pub fn sanitize(&self, inputs: &Inputs) -> (Result<Outputs, EvaluationError>, Vec<Finding>) {
        let inputs = &*self.in_own_names(inputs);
        let mut sanitizer = Sanitizer::new(self.program());
        for (slot, name) in self.parameter_slots() {
            if let Some(data_type) = inputs.get(&name).and_then(|vector| vector.data_type) {
                sanitizer.parameter_type(slot, data_type);
            }
        }
        let run = self.watch(inputs, &mut sanitizer);
        (run, sanitizer.findings().to_vec())
    }

    /// Runs the program under the eyes of an observer, on the reference engine.
    fn watch<O: Observer>(&self, inputs: &Inputs, observer: &mut O) -> Result<Outputs, EvaluationError> {
        if !self.prepared.engine.is_exact {
            return Err(EvaluationError::Unwatched(self.engine()));
        }
        let kernel = ReferenceKernel::new(self.program().clone());
        self.run(&self.evaluation(inputs)?, |batch, environment| {
            kernel.observe(batch, environment, observer)
        })
    }

    fn run(
        &self,
        evaluation: &Evaluation,
        execute: impl FnOnce(&mut Batch, &Environment<'_>) -> Result<(), Trap>,
    ) -> Result<Outputs, EvaluationError> {
        let mut batch = evaluation.batch().clone();
        execute(&mut batch, &evaluation.environment()).map_err(|trap| {
            let span = self.program().span(trap.instruction);
            EvaluationError::Trap(trap, span)
        })?;
        Ok(self.outputs(batch))
    }

    /// What [`Loaded::evaluate`] runs, before it does: for who runs it otherwise.
    ///
    /// # Errors
    ///
    /// The inputs name what the program or the run does not have, or the engine refuses the program.
    pub fn evaluation(&self, inputs: &Inputs) -> Result<Evaluation, EvaluationError> {
        let inputs = &*self.in_own_names(inputs);
        let program = self.program();
        if let Some(refused) = self.refused() {
            return Err(EvaluationError::Refused(refused.clone()));
        }
        self.know_all(inputs)?;
        let meter = Meter::new(inputs.budget.clone());
        let (batch, room) = self.batch(inputs, &meter)?;
        Ok(Evaluation {
            memory: TestMemory::new(program),
            parameters: self.parameter_values(inputs),
            quad: Quad::new(&batch.attributes),
            subroutines: self.subroutines(inputs)?,
            batch,
            meter,
            _room: room,
        })
    }

    /// The values of the parameters, slot by slot.
    fn parameter_values(&self, inputs: &Inputs) -> Vec<[u32; 4]> {
        let parameters = self.program().parameters().iter();
        parameters
            .map(|parameter| match parameter.source {
                ParameterSource::Constant(bits) => bits,
                ParameterSource::Binding(binding) => parameter_value(inputs, &binding.to_string()),
                ParameterSource::Buffer(element) => parameter_value(inputs, &element.binding().to_string()),
            })
            .collect()
    }

    /// The functions of the subroutine parameters, by their numbers.
    fn subroutines(&self, inputs: &Inputs) -> Result<Vec<u32>, EvaluationError> {
        let known = &self.program().subroutines().parameters;
        let mut functions = Vec::new();
        for (parameter, function) in &inputs.subroutines {
            if known.iter().all(|known| known.number as usize != *parameter) {
                return Err(EvaluationError::Subroutine(*parameter));
            }
            functions.resize(functions.len().max(*parameter + 1), 0);
            functions[*parameter] = *function;
        }
        Ok(functions)
    }

    /// The lanes with what they are given.
    fn batch(&self, inputs: &Inputs, meter: &Meter) -> Result<(Batch, Room), EvaluationError> {
        let program = self.program();
        let usual = match (program.profile().stage, program.layout()) {
            (Stage::Fragment, _) => 4,
            (_, Layout::TessellationControl { vertices }) => *vertices as usize,
            (_, Layout::Compute { group_size, .. }) => {
                let sizes = group_size.unwrap_or([1; 3]).map(|size| size as usize);
                sizes
                    .iter()
                    .fold(1, |lanes: usize, size| lanes.saturating_mul(*size))
            }
            _ => 1,
        };
        let lanes = inputs.lanes.unwrap_or(usual);
        if !(1..=LANES).contains(&lanes) {
            return Err(EvaluationError::Lanes(lanes));
        }
        if let Some((name, lane)) = inputs.lanes_set().find(|(_, lane)| *lane >= lanes) {
            let name = name.to_owned();
            return Err(EvaluationError::Lane { name, lane, lanes });
        }
        let vertices = vertices(inputs)?;
        // The attributes of each vertex, and twice those of the lanes besides the results that are copied out.
        let copies = vertices as u64 + 3;
        let room = meter.room(Batch::bytes(program, lanes).saturating_mul(copies))?;
        let mut batch = Batch::new(program, lanes);
        if let Some(group) = inputs.group {
            if !(1..=GROUP).contains(&group) {
                return Err(EvaluationError::Group(group));
            }
            batch.group = group;
        }
        let names: Vec<String> = self.attributes().into_iter().map(|named| named.name).collect();
        for (slot, name) in names.iter().enumerate() {
            let long = program.attributes()[slot].long;
            fill(&mut batch.attributes, slot, long, |lane| {
                inputs
                    .in_lane(name, lane)
                    .unwrap_or_else(|| self.usual(vertices, slot, lane))
            });
        }
        for vertex in 0..vertices {
            let mut planes = batch.attributes.clone();
            for (slot, name) in names.iter().enumerate() {
                let Some(suffix) = name.strip_prefix("vertex") else {
                    continue;
                };
                let suffix = match suffix.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                    Some((_, suffix)) => suffix,
                    None => suffix,
                };
                let of_vertex = format!("vertex[{vertex}]{suffix}");
                let long = program.attributes()[slot].long;
                fill(&mut planes, slot, long, |lane| {
                    inputs
                        .in_lane(&of_vertex, lane)
                        .unwrap_or_else(|| self.usual(vertices, slot, lane))
                });
            }
            batch.vertices.push(planes);
        }
        Ok((batch, room))
    }

    /// The value of an attribute that is not set: (0, 0, 0, 1), but for those that say which invocation this
    /// is and how many vertices there are.
    fn usual(&self, vertices: usize, slot: usize, lane: usize) -> Vector {
        let program = self.program();
        let binding = program.attributes()[slot].binding;
        let invocation = match (binding.family, program.layout()) {
            (Family::PrimitiveInvocation, Layout::TessellationControl { .. }) => [lane as u32, 0, 0, 1],
            (Family::PrimitiveVertexcount, _) => [vertices as u32, 0, 0, 1],
            (Family::InvocationLocalid, Layout::Compute { group_size, .. }) => {
                let [width, height, _] = group_size.unwrap_or([LANES as u32, 1, 1]).map(|size| size.max(1));
                let lane = lane as u32;
                [lane % width, lane / width % height, lane / width / height, 1]
            }
            (Family::InvocationLocalindex, _) => [lane as u32, 0, 0, 1],
            _ => return Vector::floats([0.0, 0.0, 0.0, 1.0]),
        };
        Vector::bits(invocation)
    }

    /// The results of a batch that has run.
    pub fn outputs(&self, batch: Batch) -> Outputs {
        let slots = 0..batch.results.slots();
        let results = self.results().into_iter().enumerate().map(|(slot, result)| {
            (
                result.name,
                batch.results.get(slot, 0).map(f32::from_bits),
                result.used,
            )
        });
        let lane = |lane: usize| slots.clone().map(|slot| batch.results.get(slot, lane)).collect();
        let parameters = self.parameter_slots().into_iter();
        Outputs {
            results: results.collect(),
            types: self.result_types(),
            lanes: (0..batch.lanes()).map(lane).collect(),
            killed: batch.killed.get(0),
            killed_lanes: batch.killed.iter().collect(),
            parameters: parameters
                .filter_map(|(slot, name)| Some((name, *batch.parameters.get(slot)?)))
                .collect(),
            emitted: batch.emitted,
            ended: batch.ended,
        }
    }

    /// The type in which each result is written first, in the order of the program.
    fn result_types(&self) -> Vec<DataType> {
        let program = self.program();
        let written_as = |slot: usize| {
            let mut writes = program.instructions().iter().filter(|instruction| {
                let to = instruction.destination.and_then(|to| to.register);
                to.is_some_and(|to| to.file == File::Result && to.slot == slot as i32)
            });
            writes.next().map_or(DataType::F32, |instruction| {
                Types::of(program, instruction).result
            })
        };
        (0..program.results().len()).map(written_as).collect()
    }

    /// The slots of parameters that are not constant, with their names.
    fn parameter_slots(&self) -> Vec<(usize, String)> {
        let slots = self.program().parameters().iter().enumerate();
        slots
            .filter_map(|(slot, parameter)| match parameter.source {
                ParameterSource::Constant(_) => None,
                ParameterSource::Binding(binding) => Some((slot, binding.to_string())),
                ParameterSource::Buffer(element) => Some((slot, element.binding().to_string())),
            })
            .collect()
    }

    /// Refuses names that the program does not read.
    fn know_all(&self, inputs: &Inputs) -> Result<(), EvaluationError> {
        let known: Vec<String> = self
            .attributes()
            .into_iter()
            .chain(self.parameters())
            .map(|named| canonical(&vertex_of(&named.name).map_or(named.name, |(_, name)| name)))
            .collect();
        let is_known = |name: &str| {
            let name = vertex_of(name).map_or_else(|| name.to_owned(), |(_, name)| name);
            known.contains(&canonical(&name))
        };
        if let Some(name) = inputs.names().find(|name| !is_known(name)) {
            return Err(EvaluationError::UnknownInput(name.to_owned()));
        }
        let variables = self.program().attributes().iter().zip(self.attributes());
        let long: Vec<String> = variables
            .filter(|(variable, _)| variable.long)
            .map(|(_, named)| canonical(&vertex_of(&named.name).map_or(named.name, |(_, name)| name)))
            .collect();
        let is_long = |name: &str| {
            let name = vertex_of(name).map_or_else(|| name.to_owned(), |(_, name)| name);
            long.contains(&canonical(&name))
        };
        match inputs.long_names().find(|name| !is_long(name)) {
            Some(name) => Err(EvaluationError::Long(name.to_owned())),
            None => Ok(()),
        }
    }
}

/// The vertices of the primitive or patch that is given.
fn vertices(inputs: &Inputs) -> Result<usize, EvaluationError> {
    let mut most = 0;
    for name in inputs.names() {
        match vertex_of(name) {
            Some((vertex, _)) if vertex >= LANES => return Err(EvaluationError::Vertex(name.to_owned())),
            Some((vertex, _)) => most = most.max(vertex + 1),
            None => {}
        }
    }
    Ok(most)
}

fn parameter_value(inputs: &Inputs, name: &str) -> [u32; 4] {
    inputs.get(name).map_or([0; 4], |vector| vector.low())
}

/// Sets a slot in each lane.
fn fill(planes: &mut Planes, slot: usize, long: bool, value: impl Fn(usize) -> Vector) {
    for lane in 0..planes.lanes() {
        let vector = value(lane);
        if !long {
            planes.set(slot, lane, vector.low());
            continue;
        }
        for (component, word) in vector.long().into_iter().enumerate() {
            planes.component_mut(slot, component)[lane] = word as u32;
            planes.component_mut(slot, component + 4)[lane] = (word >> 32) as u32;
        }
    }
}
