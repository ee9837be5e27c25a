//! Any bytes through the C interface: every call is answered, no answer is a defect, every string can be read.
#![no_main]

#[path = "../../crates/capi/src/lib.rs"]
mod capi;

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use capi::evaluation::{quadrille_evaluate, quadrille_evaluation_free, quadrille_evaluation_outputs};
use capi::inputs::{quadrille_inputs_free, quadrille_inputs_new, quadrille_inputs_set_budget};
use capi::program::{
    quadrille_check, quadrille_program_free, quadrille_program_report, quadrille_program_verdict,
};
use capi::split::{QuadrilleSpan, quadrille_split};
use capi::status::QuadrilleStatus;
use capi::translate_options::{
    quadrille_target_name, quadrille_translate_options_free, quadrille_translate_options_new,
};
use capi::translation::{
    quadrille_translate, quadrille_translation_free, quadrille_translation_report, quadrille_translation_text,
};
use libfuzzer_sys::fuzz_target;

/// A string of the library, or NULL.
fn read(text: *const c_char) {
    // SAFETY: strings of the library end with 0.
    assert!(text.is_null() || unsafe { CStr::from_ptr(text) }.to_str().is_ok());
}

fuzz_target!(|bytes: &[u8]| {
    let text: *const c_char = bytes.as_ptr().cast();
    let mut spans = [QuadrilleSpan { start: 0, end: 0 }; 4];
    let mut count = 0;
    // SAFETY: all pointers are good, and every object is given back once.
    unsafe {
        let split = quadrille_split(text, bytes.len(), spans.as_mut_ptr(), spans.len(), &mut count);
        assert_eq!(split, QuadrilleStatus::Ok);
        for part in spans.iter().take(count).map(std::ptr::from_ref).chain([null()]) {
            let (mut program, mut options, mut made, mut run) =
                (null_mut(), null_mut(), null_mut(), null_mut());
            let status = quadrille_check(null(), c"fuzz".as_ptr(), text, bytes.len(), part, &mut program);
            assert!(matches!(status, QuadrilleStatus::Ok | QuadrilleStatus::Rejected));
            read(quadrille_program_report(program));
            let accepted = (*quadrille_program_verdict(program)).accepted;
            assert_eq!(accepted, status == QuadrilleStatus::Ok);
            let target = quadrille_target_name(bytes.len() % quadrille::translate::TARGETS.len());
            assert_eq!(
                quadrille_translate_options_new(target, &mut options),
                QuadrilleStatus::Ok
            );
            let status = quadrille_translate(program, options, &mut made);
            assert!(matches!(status, QuadrilleStatus::Ok | QuadrilleStatus::Rejected));
            read(quadrille_translation_text(made));
            read(quadrille_translation_report(made));
            let inputs = quadrille_inputs_new();
            quadrille_inputs_set_budget(inputs, 200);
            let status = quadrille_evaluate(program, inputs, &mut run);
            assert_ne!(status, QuadrilleStatus::Internal);
            if let Some(outputs) = quadrille_evaluation_outputs(run).as_ref() {
                read(outputs.problem);
            }
            quadrille_inputs_free(inputs);
            quadrille_evaluation_free(run);
            quadrille_translation_free(made);
            quadrille_translate_options_free(options);
            quadrille_program_free(program);
        }
    }
});
