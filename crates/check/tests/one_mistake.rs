//! One mistake is one error: what follows from it is not told again.

use quadrille_check::{Options, check};

/// The rules that a program breaks, each with the line.
fn broken(text: &str) -> Vec<(&'static str, usize)> {
    let checked = check(text, &Options::default());
    let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
    let errors = checked.errors();
    errors
        .map(|error| (error.rule.name, line(error.span.start)))
        .collect()
}

/// source: ARB_vertex_program 2.14.2: the name that no statement declares is used in lines 2 to 4.
#[test]
fn a_name_is_unknown_once() {
    let text = "!!ARBvp1.0\nMOV b, vertex.position;\nADD b, b, b;\nMOV result.position, b;\nEND";
    assert_eq!(broken(text), [("undeclared-name", 2)]);
    let text = "!!VP1.0\nMOV R99, v[0];\nADD R99, R99, R98;\nMOV o[HPOS], R99;\nEND";
    assert_eq!(broken(text), [("unknown-register", 2), ("unknown-register", 3)]);
}

/// source: NV_gpu_program4 2.X.5: blocks are nested; ENDIF in line 5 closes across REP of line 4.
#[test]
fn blocks_cross_once() {
    let text = "!!NVfp4.0\nTEMP R;\nIF GT.x;\nREP 3;\nENDIF;\nENDREP;\nMOV result.color, R;\nEND";
    assert_eq!(broken(text), [("mismatched-block", 5)]);
    let text = "!!NVfp4.0\nTEMP R;\nIF GT.x;\nREP 3;\nENDIF;\nMOV result.color, R;\nEND";
    assert_eq!(broken(text), [("mismatched-block", 5)]);
    let text = "!!NVfp4.0\nTEMP R;\nIF GT.x;\nENDIF;\nENDREP;\nMOV result.color, R;\nEND";
    assert_eq!(broken(text), [("mismatched-block", 5)]);
}

/// source: NV_shader_atomic_float: the option, whose name has two letters changed round, brings the addition of
/// floats.
#[test]
fn an_option_is_misspelled_once() {
    let text = "!!NVfp5.0\nOPTION NV_shader_atomic_flaot;\nTEMP R;\nATOM.ADD.F32 R.x, R, R.x;\n\
                MOV result.color, R;\nEND";
    assert_eq!(broken(text), [("unknown-option", 2)]);
}
