//! What a program in C may do, right and wrong, done from Rust.

use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use super::border::answer;
use super::check_options::*;
use super::evaluation::*;
use super::inputs::*;
use super::program::*;
use super::split::*;
use super::stage::QuadrilleStage;
use super::status::{QuadrilleStatus, quadrille_status_text};
use super::translate_options::*;
use super::translation::*;
use super::version::quadrille_version;

const VERTEX: &str = "!!ARBvp1.0\nPARAM p[2] = { program.local[0..1] };\nADD result.position, vertex.position, p[1];\n\
                      MOV result.texcoord[0], vertex.texcoord[0];\nEND\n";
const FRAGMENT: &str = "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[3], 2D;\n\
                        MUL result.color, t, program.env[2];\nEND\n";

/// A string of the library.
fn string<'a>(pointer: *const c_char) -> &'a str {
    assert!(!pointer.is_null());
    // SAFETY: strings of the library end with 0, and outlive the tests' use of them.
    unsafe { CStr::from_ptr(pointer) }.to_str().expect("it is UTF-8")
}

/// A list of the library.
fn list<'a, T>(pointer: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the library gives as many as it says, and they outlive the tests' use of them.
    unsafe { std::slice::from_raw_parts(pointer, count) }
}

/// An object, given back at the end.
struct Owned<T>(*mut T, unsafe extern "C" fn(*mut T));

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: the object came from the library and is given back once.
        unsafe { (self.1)(self.0) }
    }
}

fn check(text: &[u8], part: Option<QuadrilleSpan>) -> (QuadrilleStatus, Owned<QuadrilleProgram>) {
    let mut program = null_mut();
    let part = part.as_ref().map_or(null(), |part| &raw const *part);
    // SAFETY: all pointers are good.
    let status = unsafe {
        quadrille_check(
            null(),
            c"a".as_ptr(),
            text.as_ptr().cast(),
            text.len(),
            part,
            &raw mut program,
        )
    };
    (status, Owned(program, quadrille_program_free))
}

fn verdict(program: &Owned<QuadrilleProgram>) -> QuadrilleVerdict {
    // SAFETY: the program is there.
    unsafe { *quadrille_program_verdict(program.0) }
}

fn target(name: &CStr) -> Owned<QuadrilleTranslateOptions> {
    let mut options = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_translate_options_new(name.as_ptr(), &raw mut options) };
    assert_eq!(status, QuadrilleStatus::Ok);
    Owned(options, quadrille_translate_options_free)
}

fn translate(
    program: &Owned<QuadrilleProgram>,
    options: &Owned<QuadrilleTranslateOptions>,
) -> (QuadrilleStatus, Owned<QuadrilleTranslation>) {
    let mut translation = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_translate(program.0, options.0, &raw mut translation) };
    (status, Owned(translation, quadrille_translation_free))
}

#[test]
fn a_verdict_has_every_place() {
    let text = "!!ARBvp1.0\nTEMP R0;\nRSQ R0, vertex.position;\nMOV result.position, R0;\nEND\n";
    let (status, program) = check(text.as_bytes(), None);
    assert_eq!(status, QuadrilleStatus::Rejected);
    let verdict = verdict(&program);
    assert!(!verdict.accepted);
    assert_eq!(
        (verdict.stage, string(verdict.header)),
        (QuadrilleStage::Vertex, "!!ARBvp1.0")
    );
    let [found] = list(verdict.diagnostics, verdict.diagnostic_count) else {
        panic!("one problem");
    };
    // source: the operand is bytes 28 to 42 of the text, on its third line behind `RSQ R0, `.
    let place = found.place;
    assert_eq!((place.start, place.end, place.line, place.column), (28, 43, 3, 9));
    assert_eq!(string(found.rule), "scalar-needs-selector");
    // SAFETY: a fix is there.
    let fix = unsafe { *found.fix };
    assert_eq!(
        (fix.place.start, fix.place.end, string(fix.replacement)),
        (43, 43, ".x")
    );
    // source: ARB_vertex_program 2.14.1: the byte offset at which the error lies, that of the operand.
    assert_eq!(verdict.error_position, 28);
    assert!(string(verdict.error_string).starts_with("line 3, column 9: error: "));
    // SAFETY: the program is there.
    let report = string(unsafe { quadrille_program_report(program.0) });
    assert!(report.contains("RSQ R0, vertex.position;"), "{report}");
}

#[test]
fn parts_of_a_text_have_places_in_the_text() {
    let text = format!("{VERTEX}\n# between\n!!ARBfp1.0\nMOV result.color, nothing;\nEND\n");
    let mut spans = [QuadrilleSpan { start: 0, end: 0 }; 2];
    let mut count = 9;
    // SAFETY: all pointers are good, and there are two spans.
    let status = unsafe {
        quadrille_split(
            text.as_ptr().cast(),
            text.len(),
            spans.as_mut_ptr(),
            2,
            &raw mut count,
        )
    };
    assert_eq!((status, count), (QuadrilleStatus::Ok, 2));
    assert_eq!(check(text.as_bytes(), Some(spans[0])).0, QuadrilleStatus::Ok);
    let (status, program) = check(text.as_bytes(), Some(spans[1]));
    assert_eq!(status, QuadrilleStatus::Rejected);
    let verdict = verdict(&program);
    let place = list(verdict.diagnostics, verdict.diagnostic_count)[0].place;
    assert_eq!(place.start, text.find("nothing").expect("it is there"));
    assert_eq!(place.line as usize, text[..place.start].lines().count());
    assert_eq!(verdict.error_position as usize, place.start - spans[1].start);
    let beyond = QuadrilleSpan {
        start: 5,
        end: text.len() + 1,
    };
    assert_eq!(
        check(text.as_bytes(), Some(beyond)).0,
        QuadrilleStatus::InvalidArgument
    );
    let turned = QuadrilleSpan { start: 9, end: 5 };
    assert_eq!(
        check(text.as_bytes(), Some(turned)).0,
        QuadrilleStatus::InvalidArgument
    );
}

#[test]
fn any_bytes_are_a_text() {
    // A comment in Latin-1, as old files have them.
    let mut text = b"!!ARBfp1.0\n# gl\xe4nzend\nMOV result.color, fragment.color;\nEND\n".to_vec();
    assert_eq!(check(&text, None).0, QuadrilleStatus::Ok);
    let at = text
        .windows(3)
        .position(|three| three == b"MOV")
        .expect("it is there");
    text[at] = 0xff;
    text[at + 1] = 0;
    let (status, program) = check(&text, None);
    assert_eq!(status, QuadrilleStatus::Rejected);
    let verdict = verdict(&program);
    assert_eq!(
        list(verdict.diagnostics, verdict.diagnostic_count)[0].place.start,
        at
    );
    assert_eq!(check(b"", None).0, QuadrilleStatus::Rejected);
    assert_eq!(check(&[0; 100], None).0, QuadrilleStatus::Rejected);
}

#[test]
fn a_pair_is_translated_with_what_to_bind() {
    let (vertex, fragment) = (
        check(VERTEX.as_bytes(), None).1,
        check(FRAGMENT.as_bytes(), None).1,
    );
    let options = target(c"glsl-es300");
    let mut made = [null_mut(), null_mut()];
    let [first, second] = &mut made;
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_translate_pair(vertex.0, fragment.0, options.0, first, second) };
    assert_eq!(status, QuadrilleStatus::Ok);
    let made = made.map(|one| Owned(one, quadrille_translation_free));
    // SAFETY: the translations are there.
    let [first, second] = unsafe { [0, 1].map(|at| *quadrille_translation_reflection(made[at].0)) };
    // source: docs/translate.md, "Names and numbers".
    let inputs = list(first.inputs, first.input_count);
    let named: Vec<(&str, &str, i32)> = inputs
        .iter()
        .map(|input| (string(input.name), string(input.binding), input.location))
        .collect();
    assert!(named.contains(&("a_position", "vertex.position", 0)), "{named:?}");
    assert!(
        named
            .iter()
            .any(|(name, _, location)| (*name, *location) == ("a_texcoord0", 8)),
        "{named:?}"
    );
    let [local] = list(first.parameters, first.parameter_count) else {
        panic!("one array of parameters");
    };
    assert_eq!((string(local.name), local.length), ("u_vertex_local", 2));
    let elements = list(local.elements, local.element_count);
    assert_eq!(string(elements[1]), "program.local[1]");
    let [texture] = list(second.textures, second.texture_count) else {
        panic!("one texture");
    };
    assert_eq!(
        (string(texture.name), string(texture.target), texture.unit),
        ("texture3", "2D", 3)
    );
    assert!(string(second.json).contains("\"u_fragment_env\""));
    // SAFETY: the translation is there.
    let text = string(unsafe { quadrille_translation_text(made[1].0) });
    assert!(text.starts_with("#version 300 es\n"), "{text}");
    // The wrong way round.
    let (mut a, mut b) = (null_mut(), null_mut());
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_translate_pair(fragment.0, vertex.0, options.0, &raw mut a, &raw mut b) };
    assert_eq!(
        (status, a, b),
        (QuadrilleStatus::InvalidArgument, null_mut(), null_mut())
    );
}

#[test]
fn a_module_has_words_and_a_block() {
    let (_, program) = check(FRAGMENT.as_bytes(), None);
    let (status, made) = translate(&program, &target(c"spirv-vulkan"));
    assert_eq!(status, QuadrilleStatus::Ok);
    let mut count = 0;
    // SAFETY: all pointers are good.
    let words = unsafe { quadrille_translation_words(made.0, &raw mut count) };
    // source: SPIR-V 2.3, "Magic Number"
    assert_eq!(list(words, count)[0], 0x0723_0203);
    // SAFETY: the translation is there.
    let reflection = unsafe { *quadrille_translation_reflection(made.0) };
    assert_eq!(
        (string(reflection.block_name), reflection.block_binding),
        ("FragmentParameters", 129)
    );
    let (_, plain) = translate(&program, &target(c"glsl330"));
    // SAFETY: all pointers are good.
    assert!(unsafe { quadrille_translation_words(plain.0, &raw mut count) }.is_null());
    assert_eq!(count, 0);
}

#[test]
fn what_a_target_cannot_say_has_its_place() {
    let text = FRAGMENT.replace("2D", "RECT");
    let (_, program) = check(text.as_bytes(), None);
    let options = target(c"glsl-es300");
    let (status, made) = translate(&program, &options);
    assert_eq!(status, QuadrilleStatus::Rejected);
    let mut count = 0;
    // SAFETY: all pointers are good.
    let found = list(
        unsafe { quadrille_translation_diagnostics(made.0, &raw mut count) },
        count,
    );
    assert_eq!(string(found[0].rule), "untranslatable");
    assert_eq!(found[0].place.line, 3);
    // SAFETY: the translation is there, without a shader.
    unsafe {
        assert!(quadrille_translation_text(made.0).is_null());
        assert!(quadrille_translation_reflection(made.0).is_null());
        assert!(string(quadrille_translation_report(made.0)).contains("rect-as-2d"));
        assert_eq!(
            quadrille_translate_options_allow(options.0, c"rect-as-2d".as_ptr()),
            QuadrilleStatus::Ok
        );
        assert_eq!(
            quadrille_translate_options_allow(options.0, c"magic".as_ptr()),
            QuadrilleStatus::UnknownName
        );
    }
    assert_eq!(translate(&program, &options).0, QuadrilleStatus::Ok);
}

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

#[test]
fn options_hold() {
    let options = Owned(quadrille_check_options_new(), quadrille_check_options_free);
    let text = VERTEX.as_bytes();
    let judge = || {
        let mut program = null_mut();
        // SAFETY: all pointers are good.
        let status = unsafe {
            quadrille_check(
                options.0,
                null(),
                text.as_ptr().cast(),
                text.len(),
                null(),
                &raw mut program,
            )
        };
        (status, Owned(program, quadrille_program_free)).0
    };
    assert_eq!(judge(), QuadrilleStatus::Ok);
    // SAFETY: all pointers are good.
    unsafe {
        let (set_limit, set_stage) = (
            quadrille_check_options_set_limit,
            quadrille_check_options_set_stage,
        );
        assert_eq!(
            set_limit(options.0, c"vertex-instructions".as_ptr(), 1),
            QuadrilleStatus::Ok
        );
        assert_eq!(judge(), QuadrilleStatus::Rejected);
        assert_eq!(
            set_limit(options.0, c"no-such-limit".as_ptr(), 1),
            QuadrilleStatus::UnknownName
        );
        let preset = quadrille_check_options_set_limits;
        assert_eq!(preset(options.0, c"minimum".as_ptr()), QuadrilleStatus::Ok);
        assert_eq!(
            preset(options.0, c"largest".as_ptr()),
            QuadrilleStatus::UnknownName
        );
        assert_eq!(judge(), QuadrilleStatus::Ok);
        assert_eq!(
            set_stage(options.0, QuadrilleStage::Fragment as u32),
            QuadrilleStatus::Ok
        );
        assert_eq!(judge(), QuadrilleStatus::Rejected);
        assert_eq!(
            set_stage(options.0, QuadrilleStage::None as u32),
            QuadrilleStatus::Ok
        );
        let nvidia = QuadrilleDialect::Nvidia as u32;
        assert_eq!(
            quadrille_check_options_set_dialect(options.0, nvidia),
            QuadrilleStatus::Ok
        );
        assert_eq!(judge(), QuadrilleStatus::Ok);
    }
}

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

#[test]
fn a_rejected_program_goes_nowhere() {
    let (_, program) = check(b"!!ARBvp1.0\nMOV;\nEND\n", None);
    let (status, made) = translate(&program, &target(c"glsl330"));
    assert_eq!((status, made.0), (QuadrilleStatus::Rejected, null_mut()));
    let mut evaluation = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_evaluate(program.0, null(), &raw mut evaluation) };
    assert_eq!((status, evaluation), (QuadrilleStatus::Rejected, null_mut()));
}

#[test]
fn a_panic_stays_on_this_side() {
    assert_eq!(
        answer(|| panic!("a defect, for the test")),
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
