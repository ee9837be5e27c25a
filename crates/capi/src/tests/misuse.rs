//! What is wrong is answered: NULL, numbers out of their enum, rejected programs, panics; and what threads may do.

use super::*;
use crate::ffi::guard;
use crate::gf3::*;

#[test]
fn null_and_wrong_numbers_are_answered() {
    let wrong = QuadrilleStatus::InvalidArgument;
    let options = target(c"glsl330");
    let checking = Owned(quadrille_check_options_new(), quadrille_check_options_free);
    let (_, program) = check(VERTEX.as_bytes(), None);
    let inputs = Owned(quadrille_inputs_new(), quadrille_inputs_free);
    let name = CString::new("x").expect("no 0 in it").into_raw();
    // SAFETY: every pointer is good or NULL; `name` is taken back at the end.
    unsafe {
        quadrille_program_free(null_mut());
        quadrille_translation_free(null_mut());
        quadrille_evaluation_free(null_mut());
        quadrille_inputs_free(null_mut());
        quadrille_check_options_free(null_mut());
        quadrille_translate_options_free(null_mut());
        assert!(quadrille_program_verdict(null()).is_null() && quadrille_program_report(null()).is_null());
        assert!(
            quadrille_translation_text(null()).is_null() && quadrille_translation_report(null()).is_null()
        );
        assert!(quadrille_translation_reflection(null()).is_null());
        assert!(quadrille_translation_words(null(), null_mut()).is_null());
        assert!(quadrille_translation_diagnostics(null(), null_mut()).is_null());
        assert!(quadrille_evaluation_outputs(null()).is_null());
        assert_eq!(
            quadrille_check(null(), null(), null(), 5, null(), &mut null_mut()),
            wrong
        );
        assert_eq!(
            quadrille_check(null(), null(), name, usize::MAX, null(), &mut null_mut()),
            wrong
        );
        assert_eq!(
            quadrille_check(null(), null(), name, 1, null(), null_mut()),
            wrong
        );
        assert_eq!(quadrille_split(name, 1, null_mut(), 3, &mut 0), wrong);
        assert_eq!(quadrille_split(name, 1, null_mut(), 0, null_mut()), wrong);
        assert_eq!(quadrille_translate(null(), options.0, &mut null_mut()), wrong);
        assert_eq!(quadrille_translate(program.0, null(), &mut null_mut()), wrong);
        assert_eq!(quadrille_translate(program.0, options.0, null_mut()), wrong);
        let (first, second) = (&mut null_mut(), &mut null_mut());
        assert_eq!(
            quadrille_translate_pair(program.0, null(), options.0, first, second),
            wrong
        );
        assert_eq!(quadrille_evaluate(null(), null(), &mut null_mut()), wrong);
        assert_eq!(quadrille_evaluate(program.0, null(), null_mut()), wrong);
        assert_eq!(quadrille_inputs_set(inputs.0, name, null()), wrong);
        assert_eq!(quadrille_inputs_set(inputs.0, null(), [0.0; 4].as_ptr()), wrong);
        assert_eq!(
            quadrille_inputs_set_bits(null_mut(), name, [0; 4].as_ptr()),
            wrong
        );
        assert_eq!(quadrille_inputs_set_budget(null_mut(), 1), wrong);
        assert_eq!(quadrille_inputs_set_work(null_mut(), 1), wrong);
        assert_eq!(quadrille_inputs_set_memory(null_mut(), 1), wrong);
        assert_eq!(quadrille_inputs_set_stop(null_mut(), None, null_mut()), wrong);
        assert_eq!(quadrille_check_options_set_dialect(checking.0, 4), wrong);
        assert_eq!(quadrille_check_options_set_stage(checking.0, 8), wrong);
        assert_eq!(quadrille_check_options_set_limits(null_mut(), name), wrong);
        assert_eq!(quadrille_check_options_set_limit(checking.0, null(), 1), wrong);
        let not_text = c"\xff".as_ptr();
        assert_eq!(quadrille_check_options_set_limit(checking.0, not_text, 1), wrong);
        assert_eq!(quadrille_translate_options_new(null(), &mut null_mut()), wrong);
        assert_eq!(
            quadrille_translate_options_new(name, &mut null_mut()),
            QuadrilleStatus::UnknownName
        );
        assert_eq!(quadrille_translate_options_set_packing(options.0, 3), wrong);
        assert_eq!(quadrille_translate_options_set_attributes(options.0, 3), wrong);
        assert_eq!(
            quadrille_replace(null(), 1, c"glsl120".as_ptr(), &mut null_mut()),
            wrong
        );
        assert_eq!(quadrille_translate_options_set_semantics(options.0, 2), wrong);
        assert_eq!(
            quadrille_translate_options_set_depth_mode(options.0, u32::MAX),
            wrong
        );
        assert_eq!(quadrille_translate_options_set_two_sided(null_mut(), true), wrong);
        drop(CString::from_raw(name));
    }
    assert!(quadrille_target_name(usize::MAX).is_null() && quadrille_emulation_name(1000).is_null());
    assert_eq!(
        (
            string(quadrille_target_name(0)),
            string(quadrille_emulation_name(0))
        ),
        ("glsl120", "rect-as-2d")
    );
    assert_eq!(string(quadrille_status_text(u32::MAX)), "no status");
    assert_eq!(string(quadrille_version()), env!("CARGO_PKG_VERSION"));
}

/// source: the header: with QUADRILLE_STATUS_REJECTED a translation is there, with the problems of the program
#[test]
fn a_rejected_program_goes_nowhere() {
    let (_, program) = check(b"!!ARBvp1.0\nMOV;\nEND\n", None);
    // SAFETY: the program is there.
    let expected = string(unsafe { quadrille_program_report(program.0) });
    assert!(!expected.is_empty());
    let report = |made: &Owned<QuadrilleTranslation>| {
        // SAFETY: the translation is there.
        unsafe {
            assert!(quadrille_translation_text(made.0).is_null());
            string(quadrille_translation_report(made.0)).to_owned()
        }
    };
    let options = target(c"glsl330");
    let (status, made) = translate(&program, &options);
    assert_eq!(
        (status, report(&made).as_str()),
        (QuadrilleStatus::Rejected, expected)
    );
    // The partner has no problem, and no shader either.
    let (_, partner) = check(FRAGMENT.as_bytes(), None);
    let mut pair = [null_mut(), null_mut()];
    let [first, second] = &mut pair;
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_translate_pair(program.0, partner.0, options.0, first, second) };
    let pair = pair.map(|made| Owned(made, quadrille_translation_free));
    assert_eq!(status, QuadrilleStatus::Rejected);
    assert_eq!(pair.each_ref().map(report), [expected, ""]);
    let mut words = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_gf3_lower(program.0, &raw mut words) };
    let words = Owned(words, quadrille_gf3_program_free);
    assert_eq!(status, QuadrilleStatus::Rejected);
    // SAFETY: the program is there.
    assert_eq!(string(unsafe { quadrille_gf3_program_report(words.0) }), expected);
    let mut evaluation = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_evaluate(program.0, null(), &raw mut evaluation) };
    assert_eq!((status, evaluation), (QuadrilleStatus::Rejected, null_mut()));
}

#[test]
fn a_panic_stays_on_this_side() {
    assert_eq!(
        guard(|| panic!("a defect, for the test")),
        QuadrilleStatus::Internal
    );
}

#[test]
fn threads_share_programs_and_options() {
    struct Shared(*mut QuadrilleProgram, *mut QuadrilleTranslateOptions);
    // SAFETY: neither is changed while threads use it, which the header allows.
    unsafe impl Sync for Shared {}
    let (_, program) = check(FRAGMENT.as_bytes(), None);
    let options = target(c"glsl450");
    let shared = &Shared(program.0, options.0);
    let texts: Vec<String> = std::thread::scope(|scope| {
        let work = || {
            let Shared(program, options) = shared;
            let mut texts = String::new();
            for _ in 0..50 {
                let mut made = null_mut();
                let mut evaluation = null_mut();
                // SAFETY: all pointers are good.
                unsafe {
                    assert_eq!(
                        quadrille_translate(*program, *options, &raw mut made),
                        QuadrilleStatus::Ok
                    );
                    assert_eq!(
                        quadrille_evaluate(*program, null(), &raw mut evaluation),
                        QuadrilleStatus::Ok
                    );
                    assert!(string(quadrille_program_report(*program)).is_empty());
                    texts = string(quadrille_translation_text(made)).to_owned();
                    quadrille_translation_free(made);
                    quadrille_evaluation_free(evaluation);
                }
            }
            texts
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    assert!(texts.windows(2).all(|two| two[0] == two[1]) && !texts[0].is_empty());
}
