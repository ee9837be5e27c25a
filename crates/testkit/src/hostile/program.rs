//! Texts of programs: found in other files, checked, translated, run.

use quadrille::extract::extract as programs_in;
use quadrille::translate::{
    EMULATIONS, Options as Translation, SourceProgram, TARGETS, translate as shader_of,
};
use quadrille::{Budget, EvaluationError, Inputs, Session};
use quadrille_check::{Options, check};

/// Instructions of each invocation.
const BUDGET: u64 = 500;

/// The programs that are found lie in the file in order, and each begins with a header.
pub(super) fn extract(bytes: &[u8]) {
    let found = programs_in(bytes);
    assert!(found.is_sorted_by_key(|program| program.offset));
    for program in found {
        assert!(bytes[program.offset..].starts_with(b"!!"));
        assert!(program.text.starts_with(program.profile.header));
    }
}

/// The checker answers, at places that lie in the text, and accepts nothing that it complains of.
pub(super) fn checker(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let checked = check(&text, &Options::default());
    assert_eq!(checked.accepted(), checked.errors().next().is_none());
    let diagnostics = &checked.diagnostics;
    assert!(diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span.start));
    for diagnostic in diagnostics {
        assert!(text.get(diagnostic.span.range()).is_some());
        let fix = diagnostic.fix.as_ref();
        assert!(fix.is_none_or(|fix| text.get(fix.span.range()).is_some()));
    }
}

/// For each target in turn there is a shader, or there are reasons at places in the text.
pub(super) fn translate(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(loaded) = Session::new().load("hostile", &text) else {
        return;
    };
    let mut options = Translation::new(TARGETS[bytes.len() % TARGETS.len()].target);
    if bytes.len() / TARGETS.len() % 2 == 1 {
        options.allow = EMULATIONS.iter().map(|row| row.0).collect();
    }
    let source = SourceProgram {
        program: loaded.program(),
        text: &text,
        partner: None,
    };
    match shader_of(source, &options) {
        Ok(shader) => assert!(!shader.text.is_empty() || shader.words.is_some()),
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in problems {
                assert!(text.get(problem.diagnostic.span.range()).is_some());
            }
        }
    }
}

/// A run with any number of lanes ends within its budget.
pub(super) fn evaluate(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(loaded) = Session::new().load("hostile", &text) else {
        return;
    };
    let mut inputs = Inputs::default();
    inputs.set_budget(Budget::of_instructions(BUDGET));
    inputs.set_lanes(1 + bytes.len() % 37);
    match loaded.evaluate(&inputs) {
        Ok(_) => {}
        Err(EvaluationError::Trap(trap, span)) => {
            assert!(text.get(span.range()).is_some(), "{trap:?}");
        }
        Err(_) => {}
    }
}
