//! Running a program once.

use std::ffi::c_void;

use super::*;

#[test]
fn a_program_is_run_once() {
    let (_, program) = check(VERTEX.as_bytes(), None);
    let inputs = Owned(quadrille_inputs_new(), quadrille_inputs_free);
    let run = |inputs: *const QuadrilleInputs| {
        let mut evaluation = null_mut();
        // SAFETY: all pointers are good.
        let status = unsafe { quadrille_evaluate(program.0, inputs, &raw mut evaluation) };
        (status, Owned(evaluation, quadrille_evaluation_free))
    };
    // SAFETY: all pointers are good, and each vector has four components.
    unsafe {
        quadrille_inputs_set(
            inputs.0,
            c"vertex.position".as_ptr(),
            [1.0, 2.0, 3.0, 4.0].as_ptr(),
        );
        let bits = [0.5, 0.25, -1.0, 8.0].map(f32::to_bits);
        quadrille_inputs_set_bits(inputs.0, c"program.local[1]".as_ptr(), bits.as_ptr());
    }
    let (status, evaluation) = run(inputs.0);
    assert_eq!(status, QuadrilleStatus::Ok);
    // SAFETY: the evaluation is there.
    let outputs = unsafe { *quadrille_evaluation_outputs(evaluation.0) };
    let position = &list(outputs.results, outputs.result_count)[0];
    // source: the sums of the inputs, which are exact.
    assert_eq!(
        (string(position.name), position.values),
        ("result.position", [1.5, 2.25, 2.0, 12.0])
    );
    assert_eq!((position.bits[0], position.written), (1.5f32.to_bits(), 0b1111));
    assert!(!outputs.killed && string(outputs.problem).is_empty());
    assert_eq!(run(null()).0, QuadrilleStatus::Ok);
    // SAFETY: all pointers are good.
    unsafe { quadrille_inputs_set(inputs.0, c"vertex.colour".as_ptr(), [0.0; 4].as_ptr()) };
    let (status, evaluation) = run(inputs.0);
    assert_eq!(status, QuadrilleStatus::UnknownName);
    // SAFETY: the evaluation is there.
    let problem = string(unsafe { *quadrille_evaluation_outputs(evaluation.0) }.problem);
    assert!(problem.contains("vertex.colour"), "{problem}");
}

/// Endless in every invocation, in lines 4 to 6.
const ENDLESS: &CStr =
    c"!!NVvp4.0\nTEMP t;\nMOV.CC t, 0;\nREP;\nBRK (GT.x);\nENDREP;\nMOV result.position, t;\nEND\n";

/// The line at which a run of the endless program with inputs was stopped, 0 where it did not begin, and why.
fn stopped(set: impl FnOnce(*mut QuadrilleInputs)) -> (u32, String) {
    let (status, program) = check(ENDLESS.to_bytes(), None);
    assert_eq!(status, QuadrilleStatus::Ok);
    let inputs = Owned(quadrille_inputs_new(), quadrille_inputs_free);
    set(inputs.0);
    let mut evaluation = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_evaluate(program.0, inputs.0, &raw mut evaluation) };
    let evaluation = Owned(evaluation, quadrille_evaluation_free);
    assert_eq!(status, QuadrilleStatus::Stopped);
    // SAFETY: the evaluation is there.
    let outputs = unsafe { *quadrille_evaluation_outputs(evaluation.0) };
    (outputs.place.line, string(outputs.problem).to_owned())
}

#[test]
fn an_endless_program_is_stopped_at_its_place() {
    // SAFETY: the inputs are there.
    let (line, problem) = stopped(|inputs| unsafe {
        quadrille_inputs_set_budget(inputs, 1000);
    });
    assert!((4..=6).contains(&line) && !problem.is_empty());
}

#[test]
fn work_memory_and_the_caller_end_a_run() {
    // SAFETY: the inputs are there.
    let (line, problem) = stopped(|inputs| unsafe {
        quadrille_inputs_set_memory(inputs, 1 << 20);
        quadrille_inputs_set_budget(inputs, u64::MAX);
        quadrille_inputs_set_work(inputs, 32_000);
    });
    assert!(
        (4..=6).contains(&line) && problem.contains("the 32000 units"),
        "{problem}"
    );
    // SAFETY: the inputs are there.
    let (line, problem) = stopped(|inputs| unsafe {
        quadrille_inputs_set_memory(inputs, 1);
        quadrille_inputs_set_budget(inputs, u64::MAX);
    });
    assert!(line == 0 && problem.contains("of memory"), "{problem}");
    unsafe extern "C" fn third(asked: *mut c_void) -> bool {
        // SAFETY: the context is a number.
        let asked = unsafe { &mut *asked.cast::<u32>() };
        *asked += 1;
        *asked == 3
    }
    let mut asked = 0u32;
    // SAFETY: the inputs are there, and the number stays until the run has ended.
    let (line, problem) = stopped(|inputs| unsafe {
        quadrille_inputs_set_budget(inputs, u64::MAX);
        quadrille_inputs_set_stop(inputs, Some(third), (&raw mut asked).cast());
    });
    assert!(
        (4..=6).contains(&line) && problem.contains("time is up"),
        "{problem}"
    );
    assert_eq!(asked, 3);
}
