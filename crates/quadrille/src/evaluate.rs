//! One run of a program, by hand: a vertex, or a quad of equal fragments.

use std::collections::BTreeMap;
use std::fmt;

use quadrille_base::Span;
use quadrille_engine::{Batch, Environment, Finding, Trap};
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::condition::Flags;
use quadrille_program::{InstId, ParameterSource};
use quadrille_reference::{Observer, ReferenceKernel, Sanitizer, Step, Typed};

use crate::program::Loaded;
use crate::test_texture::TestTexture;

/// Instructions after which an evaluation is stopped.
const BUDGET: u64 = 1 << 24;

/// What a program is given, by the names of its bindings.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    values: BTreeMap<String, [f32; 4]>,
}

impl Inputs {
    /// Sets an attribute (`vertex.position`, `fragment.color`), a program parameter (`program.local[3]`) or
    /// a state vector (`state.matrix.mvp.row[0]`).
    pub fn set(&mut self, name: impl Into<String>, value: [f32; 4]) {
        self.values.insert(name.into(), value);
    }

    /// What a name was set to.
    pub fn get(&self, name: &str) -> Option<[f32; 4]> {
        self.values.get(name).copied()
    }

    /// The names that were set.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }
}

/// What a program gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Outputs {
    /// Results in the order of the program, by the names of their bindings, with the components that it
    /// writes, bit 0 for x.
    pub results: Vec<(String, [f32; 4], u8)>,
    /// Whether KIL discarded the fragment.
    pub killed: bool,
    /// What a specification calls undefined and the program met; only from [`Loaded::sanitize`].
    pub findings: Vec<Finding>,
}

impl Outputs {
    /// A result by the name of its binding.
    pub fn get(&self, name: &str) -> Option<[f32; 4]> {
        self.results
            .iter()
            .find(|(other, ..)| other == name)
            .map(|(_, value, _)| *value)
    }
}

/// Every executed instruction, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// The steps of the first lane.
    pub steps: Vec<TraceStep>,
}

/// One executed instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceStep {
    /// The instruction.
    pub instruction: InstId,
    /// Where it stands in the source.
    pub span: Span,
    /// The lanes that executed it at this time, in ascending order.
    pub lanes: Vec<usize>,
    /// Operand vectors as the operation got them.
    pub operands: Vec<Typed>,
    /// The result before the write mask.
    pub result: Option<Typed>,
    /// The condition code that it updates, after it.
    pub flags: Option<[Flags; 4]>,
}

/// Why an evaluation did not come to its end.
#[derive(Clone, PartialEq, Debug)]
pub enum EvaluationError {
    /// A name was set that the program has no binding for.
    UnknownInput(String),
    /// The run was stopped.
    Trap(Trap),
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluationError::UnknownInput(name) => write!(f, "the program does not read `{name}`"),
            EvaluationError::Trap(trap) => write!(f, "{}", trap.kind),
        }
    }
}

impl std::error::Error for EvaluationError {}

impl Loaded {
    /// Runs the program once. Attributes that are not set are (0, 0, 0, 1), parameters 0; every texture is
    /// a test texture whose texel at (s, t, r) is (s, t, r, 1) with whole parts taken off. A fragment
    /// program runs as a quad of four equal fragments.
    ///
    /// # Errors
    ///
    /// A name is set that the program does not read, or the run was stopped.
    pub fn evaluate(&self, inputs: &Inputs) -> Result<Outputs, EvaluationError> {
        let mut quiet = quadrille_reference::Quiet;
        self.run(inputs, &mut quiet)
    }

    /// The same, and what was executed.
    ///
    /// # Errors
    ///
    /// As [`Loaded::evaluate`].
    pub fn trace(&self, inputs: &Inputs) -> Result<(Outputs, Trace), EvaluationError> {
        let mut recorder = Recorder {
            program: self,
            trace: Trace::default(),
        };
        let outputs = self.run(inputs, &mut recorder)?;
        Ok((outputs, recorder.trace))
    }

    /// The same, and what the specifications call undefined in it.
    ///
    /// # Errors
    ///
    /// As [`Loaded::evaluate`].
    pub fn sanitize(&self, inputs: &Inputs) -> Result<Outputs, EvaluationError> {
        let mut sanitizer = Sanitizer::default();
        let mut outputs = self.run(inputs, &mut sanitizer)?;
        outputs.findings = sanitizer.findings().to_vec();
        Ok(outputs)
    }

    fn run<O: Observer>(&self, inputs: &Inputs, observer: &mut O) -> Result<Outputs, EvaluationError> {
        let program = self.program();
        self.know_all(inputs)?;
        let lanes = if program.profile().stage == Stage::Fragment {
            4
        } else {
            1
        };
        let mut batch = Batch::new(program, lanes);
        for (slot, attribute) in self.attributes().iter().enumerate() {
            let value = inputs.get(&attribute.name).unwrap_or([0.0, 0.0, 0.0, 1.0]);
            batch.attributes.fill(slot, value.map(f32::to_bits));
        }
        let parameters: Vec<[u32; 4]> = program
            .parameters()
            .iter()
            .map(|parameter| match parameter.source {
                ParameterSource::Constant(bits) => bits,
                ParameterSource::Binding(binding) => inputs
                    .get(&binding.to_string())
                    .unwrap_or_default()
                    .map(f32::to_bits),
                ParameterSource::Buffer(element) => inputs
                    .get(&element.binding().to_string())
                    .unwrap_or_default()
                    .map(f32::to_bits),
            })
            .collect();
        let environment = Environment::new(&parameters, &TestTexture, BUDGET);
        let kernel = ReferenceKernel::new(program.clone());
        kernel
            .observe(&mut batch, &environment, observer)
            .map_err(EvaluationError::Trap)?;
        let results = self.results().into_iter().enumerate().map(|(slot, result)| {
            (
                result.name,
                batch.results.get(slot, 0).map(f32::from_bits),
                result.used,
            )
        });
        Ok(Outputs {
            results: results.collect(),
            killed: batch.killed.get(0),
            findings: Vec::new(),
        })
    }

    /// Refuses names that the program does not read.
    fn know_all(&self, inputs: &Inputs) -> Result<(), EvaluationError> {
        let known: Vec<String> = self
            .attributes()
            .into_iter()
            .chain(self.parameters())
            .map(|named| named.name)
            .collect();
        match inputs
            .names()
            .find(|name| !known.iter().any(|other| other == name))
        {
            Some(name) => Err(EvaluationError::UnknownInput(name.to_owned())),
            None => Ok(()),
        }
    }
}

struct Recorder<'p> {
    program: &'p Loaded,
    trace: Trace,
}

impl Observer for Recorder<'_> {
    fn step(&mut self, step: Step<'_>) {
        if step.lane == 0 {
            self.trace.steps.push(TraceStep {
                instruction: step.instruction,
                span: self.program.program().span(step.instruction),
                lanes: step.active.iter().collect(),
                operands: step.operands.to_vec(),
                result: step.result,
                flags: step.flags,
            });
        }
    }
}
