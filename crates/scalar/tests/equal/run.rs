//! One program with one batch of inputs, on the reference and as a form.

use std::sync::Arc;

use quadrille::Budget;
use quadrille_base::Meter;
use quadrille_engine::{Batch, Environment, Kernel, Planes, TrapKind};
use quadrille_isa::gl::Stage;
use quadrille_program::{ParameterSource, Program};
use quadrille_reference::ReferenceKernel;
use quadrille_scalar::{Form, Nan, evaluate};
use quadrille_testkit::choices::Choices;

use crate::textures::Hashes;

/// Invocations that run together.
const LANES: usize = 8;

/// Instructions of each.
const BUDGET: u64 = 2000;

fn fill(planes: &mut Planes, choices: &mut Choices<'_>) {
    for slot in 0..planes.slots() {
        for lane in 0..planes.lanes() {
            planes.set(slot, lane, [0; 4].map(|_| choices.word()));
        }
    }
}

/// Whether both ran to their end with the same bits; false where both were stopped.
pub(crate) fn compare(
    program: &Arc<Program>,
    form: &Form,
    choices: &mut Choices<'_>,
) -> Result<bool, String> {
    let mut batch = Batch::new(program, LANES);
    fill(&mut batch.attributes, choices);
    fill(&mut batch.results, choices);
    if matches!(
        program.profile().stage,
        Stage::Geometry | Stage::TessellationControl | Stage::TessellationEvaluation
    ) {
        for _ in 0..3 {
            let mut planes = batch.attributes.clone();
            fill(&mut planes, choices);
            batch.vertices.push(planes);
        }
    }
    let parameters: Vec<[u32; 4]> = program
        .parameters()
        .iter()
        .map(|parameter| match parameter.source {
            ParameterSource::Constant(bits) => bits,
            ParameterSource::Binding(_) | ParameterSource::Buffer(_) => [0; 4].map(|_| choices.word()),
        })
        .collect();
    let textures = Hashes(program);
    let meters = [0; 2].map(|_| Meter::new(Budget::of_instructions(BUDGET)));
    let environment = |at: usize| {
        let mut environment = Environment::new(&parameters, &textures, &meters[at]);
        environment.interpolator = Some(&textures);
        environment
    };
    let mut other = batch.clone();
    let kernel = ReferenceKernel::new(program.clone());
    let wanted = kernel.run(&mut batch, &environment(0), &mut kernel.scratch());
    let found = evaluate(form, program, &mut other, &environment(1), Nan::Odd);
    match (wanted, found) {
        (Ok(()), Ok(())) => {}
        (Err(a), Err(b)) if a.kind == TrapKind::Budget && b.kind == a.kind => return Ok(false),
        (a, b) => return Err(format!("the reference ends {a:?}, the form {b:?}")),
    }
    for (slot, result) in program.results().iter().enumerate() {
        let components = if result.long { 8 } else { 4 };
        for component in 0..components {
            let words = |batch: &Batch| batch.results.component(slot, component).to_vec();
            if words(&batch) != words(&other) {
                return Err(format!(
                    "{} component {component}: {:x?} is {:x?}",
                    result.binding,
                    words(&batch),
                    words(&other)
                ));
            }
        }
    }
    if batch.killed != other.killed {
        return Err(format!("killed {:?} is {:?}", batch.killed, other.killed));
    }
    let sorted = |batch: &Batch| {
        let mut emitted = batch.emitted.clone();
        emitted.sort_by_key(quadrille_engine::Emission::lane);
        emitted
    };
    if sorted(&batch) != sorted(&other) {
        return Err(format!("emitted {:?} is {:?}", batch.emitted, other.emitted));
    }
    let ends = |batch: &Batch| {
        let mut ended = batch.ended.clone();
        ended.sort_by_key(|(_, lane, _)| *lane);
        ended
    };
    if ends(&batch) != ends(&other) {
        return Err(format!("ended {:?} is {:?}", batch.ended, other.ended));
    }
    Ok(true)
}
