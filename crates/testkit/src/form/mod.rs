//! The scalar form of a program beside the reference: the same batch of inputs, the same bits.

mod textures;

use std::sync::Arc;

use quadrille::{Budget, TestMemory};
use quadrille_base::Meter;
use quadrille_engine::{AbnormalEnd, Batch, Emission, Environment, Kernel, Planes, Trap, TrapKind};
use quadrille_isa::gl::Stage;
use quadrille_program::{InstId, ParameterSource, Program};
use quadrille_reference::ReferenceKernel;
use quadrille_scalar::{Form, Nan, evaluate};

use crate::choices::Choices;
use textures::Hashes;

/// Invocations that run together.
const LANES: usize = 8;

/// Instructions of each.
const BUDGET: u64 = 2000;

/// Vertices that come in where a stage has them.
const VERTICES: usize = 3;

/// What a form does otherwise than the reference; texts of its bits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FormError {
    /// It ends in another way.
    #[error("the reference ends with {reference:?}, the form with {form:?}")]
    End {
        /// How the reference ends.
        reference: Result<(), Trap>,
        /// How the form does.
        form: Result<(), Trap>,
    },
    /// It gives another result, of all lanes.
    #[error("{result}, component {component}: {reference:x?} is {form:x?}")]
    Result {
        /// The binding of the result.
        result: String,
        /// Its component.
        component: usize,
        /// Of the reference.
        reference: Vec<u32>,
        /// Of the form.
        form: Vec<u32>,
    },
    /// It discards other fragments.
    #[error("other lanes are killed")]
    Killed,
    /// It emits other vertices.
    #[error("other vertices are emitted")]
    Emitted,
    /// Other lanes end abnormally, or elsewhere.
    #[error("other lanes end abnormally")]
    Ended,
    /// It leaves other bytes in memory.
    #[error("memory differs")]
    Memory,
}

fn fill(planes: &mut Planes, choices: &mut Choices<'_>) {
    for slot in 0..planes.slots() {
        for lane in 0..planes.lanes() {
            planes.set(slot, lane, [0; 4].map(|_| choices.word()));
        }
    }
}

/// Runs a program by the reference and its form by evaluation, whose float operations give NaN of other bits. Whether
/// both came to their end; false where both were stopped.
///
/// # Errors
///
/// The form does something otherwise.
pub fn equal(program: &Arc<Program>, form: &Form, choices: &mut Choices<'_>) -> Result<bool, FormError> {
    let mut batch = Batch::new(program, LANES);
    fill(&mut batch.attributes, choices);
    fill(&mut batch.results, choices);
    if matches!(
        program.profile().stage,
        Stage::Geometry | Stage::TessellationControl | Stage::TessellationEvaluation
    ) {
        for _ in 0..VERTICES {
            let mut planes = batch.attributes.clone();
            fill(&mut planes, choices);
            batch.vertices.push(planes);
        }
    }
    let parameters = program
        .parameters()
        .iter()
        .map(|parameter| match parameter.source {
            ParameterSource::Constant(bits) => bits,
            ParameterSource::Binding(_) | ParameterSource::Buffer(_) => [0; 4].map(|_| choices.word()),
        });
    let parameters: Vec<[u32; 4]> = parameters.collect();
    let textures = Hashes(program);
    let meters = [0; 2].map(|_| Meter::new(Budget::of_instructions(BUDGET)));
    let memories = [0; 2].map(|_| TestMemory::new(program));
    let environment = |at: usize| {
        let mut environment = Environment::new(&parameters, &textures, &meters[at]);
        environment.interpolator = Some(&textures);
        environment.memory = memories[at].view();
        environment
    };
    let mut other = batch.clone();
    let kernel = ReferenceKernel::new(program.clone());
    let reference = kernel.run(&mut batch, &environment(0), &mut kernel.scratch());
    let found = evaluate(form, program, &mut other, &environment(1), Nan::Odd);
    match (&reference, &found) {
        (Ok(()), Ok(())) => {}
        (Err(a), Err(b)) if a.kind == TrapKind::Budget && b.kind == a.kind => return Ok(false),
        _ => {
            return Err(FormError::End {
                reference,
                form: found,
            });
        }
    }
    same_results(program, &batch, &other)?;
    if batch.killed != other.killed {
        return Err(FormError::Killed);
    }
    if emitted(&batch) != emitted(&other) {
        return Err(FormError::Emitted);
    }
    if ended(&batch) != ended(&other) {
        return Err(FormError::Ended);
    }
    let [first, second] = memories;
    if first.bytes() != second.bytes() {
        return Err(FormError::Memory);
    }
    Ok(true)
}

fn same_results(program: &Program, batch: &Batch, other: &Batch) -> Result<(), FormError> {
    for (slot, result) in program.results().iter().enumerate() {
        for component in 0..if result.long { 8 } else { 4 } {
            let [reference, form] = [batch, other].map(|batch| batch.results.component(slot, component));
            if reference != form {
                return Err(FormError::Result {
                    result: result.binding.to_string(),
                    component,
                    reference: reference.to_vec(),
                    form: form.to_vec(),
                });
            }
        }
    }
    Ok(())
}

/// What each lane emits, in its order; the order of lanes among each other is nobody's.
fn emitted(batch: &Batch) -> Vec<Emission> {
    let mut emitted = batch.emitted.clone();
    emitted.sort_by_key(Emission::lane);
    emitted
}

fn ended(batch: &Batch) -> Vec<(InstId, usize, AbnormalEnd)> {
    let mut ended = batch.ended.clone();
    ended.sort_by_key(|(_, lane, _)| *lane);
    ended
}
