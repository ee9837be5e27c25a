//! The fixed function as shaders.

use super::*;
use crate::fixed_function::*;

/// source: docs/translate.md, "The fixed-function half": what the members of a file are, and names of uniforms.
#[test]
fn the_fixed_function_is_the_other_half() {
    let read = |json: &str| {
        let mut state = null_mut();
        // SAFETY: all pointers are good.
        let status =
            unsafe { quadrille_fixed_function_read(json.as_ptr().cast(), json.len(), &raw mut state) };
        (status, Owned(state, quadrille_fixed_function_free))
    };
    let translate = |state: *const QuadrilleFixedFunction, program: *const QuadrilleProgram, name: &CStr| {
        let options = target(name);
        let mut made = [null_mut(), null_mut()];
        let [first, second] = &mut made;
        // SAFETY: all pointers are good.
        let status = unsafe { quadrille_translate_fixed_function(state, program, options.0, first, second) };
        let made = made.map(|one| Owned(one, quadrille_translation_free));
        // SAFETY: as above.
        let reports = made
            .each_ref()
            .map(|one| unsafe { quadrille_translation_report(one.0) });
        let reports = reports.map(|report| (!report.is_null()).then(|| string(report).to_owned()));
        // SAFETY: the translations are there or NULL.
        let texts = made
            .each_ref()
            .map(|one| unsafe { quadrille_translation_text(one.0) });
        let texts = texts.map(|text| {
            if text.is_null() {
                String::new()
            } else {
                string(text).to_owned()
            }
        });
        (status, texts, reports.map(Option::unwrap_or_default))
    };
    let json = "{ \"lighting\": { \"lights\": [{}] }, \"fog\": { \"mode\": \"exp2\" }, \"alpha_test\": \"greater\" }";
    let (status, state) = read(json);
    assert_eq!(status, QuadrilleStatus::Ok);
    // Both halves, with OpenGL's own names and with uniforms.
    let (status, [vertex, fragment], _) = translate(state.0, null(), c"glsl120-compat");
    assert_eq!(status, QuadrilleStatus::Ok);
    assert!(
        vertex.contains("gl_LightSource[0]") || vertex.contains("gl_FrontLightProduct[0]"),
        "{vertex}"
    );
    assert!(!fragment.contains("u_alpha_reference"), "{fragment}");
    let (_, [_, fragment], _) = translate(state.0, null(), c"glsl330");
    assert!(fragment.contains("u_alpha_reference"), "{fragment}");
    // The half that a program lacks.
    for (text, own) in [(VERTEX, 0), (FRAGMENT, 1)] {
        let (_, program) = check(text.as_bytes(), None);
        let (status, texts, _) = translate(state.0, program.0, c"glsl330");
        assert_eq!(status, QuadrilleStatus::Ok);
        assert!(texts.iter().all(|text| text.contains("void main()")), "{texts:?}");
        let is_own = |text: &String| text.contains("u_vertex_local") || text.contains("u_fragment_env");
        assert!(is_own(&texts[own]) && !is_own(&texts[1 - own]), "{texts:?}");
    }
    // What is no state says where.
    let (status, broken) = read("{\n \"fog\": { \"mode\": \"thick\" } }");
    assert_eq!(status, QuadrilleStatus::Rejected);
    // SAFETY: the object is there.
    let problem = string(unsafe { quadrille_fixed_function_problem(broken.0) });
    assert!(
        problem.contains("thick") && problem.contains("line 2"),
        "{problem}"
    );
    let (status, texts, reports) = translate(broken.0, null(), c"glsl330");
    assert_eq!(
        (status, texts.concat()),
        (QuadrilleStatus::Rejected, String::new())
    );
    assert_eq!(reports, [problem, problem]);
    // source: the header: of a program that is itself rejected, the translation has the problems.
    for (text, has_problem) in [
        (&b"!!ARBvp1.0\nMOV;\nEND\n"[..], [true, false]),
        (b"!!ARBfp1.0\nMOV;\nEND\n", [false, true]),
        (b"!!ZAP\nEND\n", [true, true]),
    ] {
        let (_, program) = check(text, None);
        let (status, texts, reports) = translate(state.0, program.0, c"glsl330");
        assert_eq!(
            (status, texts.concat()),
            (QuadrilleStatus::Rejected, String::new())
        );
        assert_eq!(reports.each_ref().map(|report| !report.is_empty()), has_problem);
    }
    assert_eq!(
        translate(null(), null(), c"glsl330").0,
        QuadrilleStatus::InvalidArgument
    );
}
