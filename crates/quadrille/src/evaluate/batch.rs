//! Many invocations at once: arrays of attributes in, arrays of results out.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use quadrille_base::Meter;
use quadrille_engine::{AbnormalEnd, Batch, Environment, Mask, Planes};
use quadrille_isa::gl::{DataType, Stage};
use quadrille_program::{InstId, Program};

use super::inputs::{Inputs, canonical};
use super::memory::TestMemory;
use super::outputs::EvaluationError;
use super::quad::Quad;
use crate::program::{Loaded, Named};
use crate::test_texture::TestTexture;

/// Invocations that an engine is given at a time: whole quads and whole thread groups.
const CHUNK: usize = 4096;

/// The numbers of an array.
#[derive(Clone, Copy, Debug)]
pub enum Numbers<'a> {
    /// Floats of 32 bits; an attribute of 64 bits gets them widened.
    F32(&'a [f32]),
    /// Floats of 64 bits, for attributes of 64 bits alone.
    F64(&'a [f64]),
    /// Integers of 32 bits, or other bits.
    Bits(&'a [u32]),
    /// Integers of 64 bits, or other bits, for attributes of 64 bits alone.
    LongBits(&'a [u64]),
    /// Bits of floats of 32 bits in memory that others may write meanwhile; each is read once, at some time of the run.
    SharedF32(&'a [AtomicU32]),
    /// The same with integers of 32 bits, or other bits.
    SharedBits(&'a [AtomicU32]),
}

impl Numbers<'_> {
    fn len(&self) -> usize {
        match self {
            Numbers::F32(numbers) => numbers.len(),
            Numbers::F64(numbers) => numbers.len(),
            Numbers::Bits(numbers) => numbers.len(),
            Numbers::LongBits(numbers) => numbers.len(),
            Numbers::SharedF32(numbers) | Numbers::SharedBits(numbers) => numbers.len(),
        }
    }

    /// What stands for a component that is left out.
    fn missing(&self, one: bool, long: bool) -> u64 {
        match self {
            Numbers::F32(_) | Numbers::SharedF32(_) if !long => u64::from(f32::from(u8::from(one)).to_bits()),
            Numbers::F32(_) | Numbers::SharedF32(_) | Numbers::F64(_) => f64::from(u8::from(one)).to_bits(),
            Numbers::Bits(_) | Numbers::LongBits(_) | Numbers::SharedBits(_) => u64::from(one),
        }
    }

    const fn is_long(&self) -> bool {
        match self {
            Numbers::F32(_) | Numbers::Bits(_) | Numbers::SharedF32(_) | Numbers::SharedBits(_) => false,
            Numbers::F64(_) | Numbers::LongBits(_) => true,
        }
    }
}

/// The attributes of many invocations, each an array with the same number of components for every invocation.
///
/// ```
/// use quadrille::{BatchInputs, Inputs, Numbers, Session};
///
/// let text = "!!ARBvp1.0\nMUL result.position, vertex.position, program.local[0];\nEND";
/// let program = Session::new().load("scale.vp", text)?;
/// let positions = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let mut arrays = BatchInputs::new(2);
/// arrays.set("vertex.position", 3, Numbers::F32(&positions))?;
/// // What is the same in every invocation.
/// let mut inputs = Inputs::default();
/// inputs.set("program.local[0]", [2.0, 2.0, 2.0, 1.0]);
/// let outputs = program.run_batch(&inputs, &arrays)?;
/// let expected = vec![[2.0, 4.0, 6.0, 1.0], [8.0, 10.0, 12.0, 1.0]];
/// assert_eq!(outputs.vectors("result.position"), Some(expected));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchInputs<'a> {
    count: usize,
    arrays: BTreeMap<String, Array<'a>>,
}

#[derive(Clone, Copy, Debug)]
struct Array<'a> {
    components: usize,
    numbers: Numbers<'a>,
}

impl<'a> BatchInputs<'a> {
    /// No arrays yet, for this many invocations.
    pub fn new(count: usize) -> BatchInputs<'a> {
        BatchInputs {
            count,
            arrays: BTreeMap::new(),
        }
    }

    /// Gives an attribute an array: `components` numbers for the first invocation, then those of the second. What is
    /// left out of a vector is 0, and 1 at its fourth component.
    ///
    /// # Errors
    ///
    /// [`EvaluationError::Array`]: the components are not 1 to 4, or the length is not theirs for every invocation.
    pub fn set(
        &mut self,
        name: impl Into<String>,
        components: usize,
        numbers: Numbers<'a>,
    ) -> Result<(), EvaluationError> {
        let name = name.into();
        if !(1..=4).contains(&components) || Some(numbers.len()) != self.count.checked_mul(components) {
            return Err(EvaluationError::Array {
                name,
                components,
                length: numbers.len(),
                count: self.count,
            });
        }
        self.arrays
            .insert(canonical(&name), Array { components, numbers });
        Ok(())
    }
}

/// The results of many invocations. [`BatchInputs`] has an example.
#[derive(Clone, PartialEq, Debug)]
pub struct BatchOutputs {
    /// The results in the order of the program, with the components that it writes.
    pub named: Vec<Named>,
    /// The types that the program writes them in.
    pub types: Vec<DataType>,
    /// Their bits: a slot for each, in the same order, and a lane for each invocation.
    pub results: Planes,
    /// The fragments that KIL discarded.
    pub killed: Mask,
    /// Invocations that ended as no program should, where and why.
    pub ended: Vec<(InstId, usize, AbnormalEnd)>,
}

impl BatchOutputs {
    /// One component, 0 to 3, of a result by the name of its binding, in every invocation; of results of 64 bits
    /// components 4 to 7 are the high words.
    pub fn component(&self, name: &str, component: usize) -> Option<&[u32]> {
        Some(self.results.component(self.slot(name)?, component))
    }

    /// The vectors of a result of 32 bits, as floats, by the name of its binding.
    pub fn vectors(&self, name: &str) -> Option<Vec<[f32; 4]>> {
        let slot = self.slot(name)?;
        let lanes = 0..self.results.lanes();
        Some(
            lanes
                .map(|lane| self.results.get(slot, lane).map(f32::from_bits))
                .collect(),
        )
    }
}

impl Loaded {
    /// Runs a vertex or fragment program over arrays, on its engine. `inputs` has what is the same in every invocation,
    /// with the defaults of [`Loaded::evaluate`]: parameters, attributes that have no array, and the budget. Four
    /// consecutive fragments are a quad.
    ///
    /// # Errors
    ///
    /// The inputs or arrays name what the program does not have, the program is one of another stage, the engine refuses
    /// it, or the run was stopped.
    pub fn run_batch(
        &self,
        inputs: &Inputs,
        arrays: &BatchInputs<'_>,
    ) -> Result<BatchOutputs, EvaluationError> {
        let inputs = &*self.in_own_names(inputs);
        let arrays = &BatchInputs {
            count: arrays.count,
            arrays: arrays
                .arrays
                .iter()
                .map(|(name, array)| {
                    let own = self.own_name(name);
                    (own.map_or_else(|| name.clone(), |own| canonical(&own)), *array)
                })
                .collect(),
        };
        let program = self.program();
        let stage = program.profile().stage;
        if let Some(refused) = self.refused() {
            return Err(EvaluationError::Refused(refused.clone()));
        }
        let quads = match stage {
            Stage::Vertex => false,
            Stage::Fragment => true,
            Stage::VertexState
            | Stage::TessellationControl
            | Stage::TessellationEvaluation
            | Stage::Geometry
            | Stage::Compute => return Err(EvaluationError::Alone(stage)),
        };
        let sources = self.sources(inputs, arrays)?;
        let meter = Meter::new(inputs.budget.clone());
        let count = arrays.count;
        let lanes = |first: usize| CHUNK.min(count - first);
        let padded = |lanes: usize| if quads { lanes.next_multiple_of(4) } else { lanes };
        let all = Batch::bytes(program, count).saturating_add(Batch::bytes(program, CHUNK));
        let _room = meter.room(all)?;
        let memory = TestMemory::new(program);
        let parameters = self.parameter_values(inputs);
        let subroutines = self.subroutines(inputs)?;
        let kernel = self.kernel();
        let mut scratch = kernel.scratch();
        let mut batch = Batch::new(program, padded(lanes(0)));
        let mut outputs = BatchOutputs {
            named: self.results(),
            types: self.result_types(),
            results: Planes::new(count, program.results().iter().map(|variable| variable.long)),
            killed: Mask::new(count, false),
            ended: Vec::new(),
        };
        for first in (0..count).step_by(CHUNK) {
            let lanes = lanes(first);
            if batch.lanes() != padded(lanes) {
                batch = Batch::new(program, padded(lanes));
            }
            batch.clear_results(program);
            batch.live = Mask::new(batch.lanes(), true);
            batch.killed = Mask::new(batch.lanes(), false);
            (lanes..batch.lanes()).for_each(|lane| batch.helper.set(lane, true));
            for (slot, source) in sources.iter().enumerate() {
                let planes = &mut batch.attributes;
                let long = program.attributes()[slot].long;
                source.copy_to(&mut Slot { planes, slot, long }, first, lanes);
            }
            let quad = quads.then(|| Quad::new(&batch.attributes));
            let mut environment = Environment::new(&parameters, &TestTexture, &meter);
            environment.subroutines = &subroutines;
            if let Some(quad) = &quad {
                environment.interpolator = Some(quad);
            }
            environment.memory = memory.view();
            kernel
                .run(&mut batch, &environment, &mut scratch)
                .map_err(|trap| {
                    let span = program.span(trap.instruction);
                    EvaluationError::Trap(trap, span)
                })?;
            outputs.append(program, &batch, first, lanes);
        }
        Ok(outputs)
    }

    /// Where each attribute slot comes from.
    fn sources<'a>(
        &self,
        inputs: &Inputs,
        arrays: &BatchInputs<'a>,
    ) -> Result<Vec<Source<'a>>, EvaluationError> {
        self.know_all(inputs)?;
        if let Some((name, lane)) = inputs.lanes_set().next() {
            let name = name.to_owned();
            return Err(EvaluationError::Varies { name, lane });
        }
        let attributes = self.attributes();
        let known = |name: &&String| attributes.iter().any(|known| canonical(&known.name) == **name);
        if let Some(name) = arrays.arrays.keys().find(|name| !known(name)) {
            let mut parameters = self.parameters().into_iter();
            let parameter = parameters.find(|known| canonical(&known.name) == **name);
            return Err(match parameter {
                Some(parameter) => EvaluationError::ArrayOfParameter(parameter.name),
                None => EvaluationError::UnknownInput(name.clone()),
            });
        }
        attributes
            .into_iter()
            .enumerate()
            .map(|(slot, named)| {
                let Some(array) = arrays.arrays.get(&canonical(&named.name)) else {
                    let value = inputs
                        .in_lane(&named.name, 0)
                        .unwrap_or_else(|| self.usual(0, slot, 0));
                    return Ok(Source::Uniform(value.low(), value.long()));
                };
                if array.numbers.is_long() && !self.program().attributes()[slot].long {
                    return Err(EvaluationError::Long(named.name));
                }
                Ok(Source::Array(*array))
            })
            .collect()
    }
}

/// What an attribute slot is filled from.
enum Source<'a> {
    /// The same in all invocations: as a vector of 32-bit numbers, and as one of 64-bit numbers.
    Uniform([u32; 4], [u64; 4]),
    Array(Array<'a>),
}

impl Source<'_> {
    /// Fills a slot in lanes 0 to `lanes`, from invocation `first` on; lanes behind them repeat the last.
    fn copy_to(&self, to: &mut Slot<'_>, first: usize, lanes: usize) {
        let long = to.long;
        for component in 0..4 {
            let array = match self {
                Source::Uniform(_, words) if long => {
                    to.fill(component, |_| words[component]);
                    continue;
                }
                Source::Uniform(words, _) => {
                    to.fill(component, |_| u64::from(words[component]));
                    continue;
                }
                Source::Array(array) => array,
            };
            if component >= array.components {
                let missing = array.numbers.missing(component == 3, long);
                to.fill(component, |_| missing);
                continue;
            }
            let at = |lane: usize| (first + lane.min(lanes - 1)) * array.components + component;
            match array.numbers {
                Numbers::F32(from) if long => to.fill(component, |lane| f64::from(from[at(lane)]).to_bits()),
                Numbers::F32(from) => to.fill(component, |lane| u64::from(from[at(lane)].to_bits())),
                Numbers::F64(from) => to.fill(component, |lane| from[at(lane)].to_bits()),
                Numbers::Bits(from) => to.fill(component, |lane| u64::from(from[at(lane)])),
                Numbers::LongBits(from) => to.fill(component, |lane| from[at(lane)]),
                Numbers::SharedF32(from) if long => to.fill(component, |lane| {
                    f64::from(f32::from_bits(from[at(lane)].load(Ordering::Relaxed))).to_bits()
                }),
                Numbers::SharedF32(from) | Numbers::SharedBits(from) => to.fill(component, |lane| {
                    u64::from(from[at(lane)].load(Ordering::Relaxed))
                }),
            }
        }
    }
}

/// A slot of attributes.
struct Slot<'p> {
    planes: &'p mut Planes,
    slot: usize,
    long: bool,
}

impl Slot<'_> {
    fn fill(&mut self, component: usize, word: impl Fn(usize) -> u64) {
        let low = self.planes.component_mut(self.slot, component).iter_mut();
        low.enumerate().for_each(|(lane, to)| *to = word(lane) as u32);
        if self.long {
            let high = self.planes.component_mut(self.slot, component + 4).iter_mut();
            high.enumerate()
                .for_each(|(lane, to)| *to = (word(lane) >> 32) as u32);
        }
    }
}

impl BatchOutputs {
    /// The slot of a result by the name of its binding.
    pub fn slot(&self, name: &str) -> Option<usize> {
        let name = canonical(name);
        self.named.iter().position(|named| canonical(&named.name) == name)
    }

    /// Takes over what lanes 0 to `lanes` gave, as invocations from `first` on.
    fn append(&mut self, program: &Program, batch: &Batch, first: usize, lanes: usize) {
        for (slot, variable) in program.results().iter().enumerate() {
            for component in 0..if variable.long { 8 } else { 4 } {
                let from = &batch.results.component(slot, component)[..lanes];
                self.results.component_mut(slot, component)[first..first + lanes].copy_from_slice(from);
            }
        }
        let killed = batch.killed.iter().filter(|lane| *lane < lanes);
        killed.for_each(|lane| self.killed.set(first + lane, true));
        let ended = batch.ended.iter().filter(|(_, lane, _)| *lane < lanes);
        self.ended
            .extend(ended.map(|(at, lane, end)| (*at, first + lane, *end)));
    }
}
