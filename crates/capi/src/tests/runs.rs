//! Running a program once.

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

#[test]
fn an_endless_program_is_stopped_at_its_place() {
    let text = "!!NVvp4.0\nTEMP t;\nMOV.CC t, 0;\nREP;\nBRK (GT.x);\nENDREP;\nMOV result.position, t;\nEND\n";
    let (status, program) = check(text.as_bytes(), None);
    assert_eq!(status, QuadrilleStatus::Ok);
    let inputs = Owned(quadrille_inputs_new(), quadrille_inputs_free);
    let mut evaluation = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe {
        quadrille_inputs_set_budget(inputs.0, 1000);
        quadrille_evaluate(program.0, inputs.0, &raw mut evaluation)
    };
    let evaluation = Owned(evaluation, quadrille_evaluation_free);
    assert_eq!(status, QuadrilleStatus::Stopped);
    // SAFETY: the evaluation is there.
    let outputs = unsafe { *quadrille_evaluation_outputs(evaluation.0) };
    assert!((4..=6).contains(&outputs.place.line) && !string(outputs.problem).is_empty());
}
