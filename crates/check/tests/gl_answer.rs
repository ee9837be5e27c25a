//! What GL would answer.
//!
//! source: ARB_vertex_program 2.14.1 and 6.1.12: PROGRAM_ERROR_POSITION_ARB is the byte offset of the first error,
//! the length of the string for one that only the whole string shows, -1 after a load that succeeds.

use quadrille_base::Source;
use quadrille_check::{Options, check, gl_answer};

fn position(text: &str, limit: Option<(&str, u32)>) -> (i64, &'static str) {
    let mut options = Options::default();
    if let Some((name, value)) = limit {
        assert!(options.limits.set(name, value));
    }
    let answer = gl_answer(&Source::new("program", text), &check(text, &options));
    (answer.position, answer.error)
}

#[test]
fn positions() {
    let good = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
    assert_eq!(position(good, None), (-1, "NO_ERROR"));
    // The token that does not fit: `MOV` where a semicolon is missing.
    let missing = "!!ARBvp1.0\nTEMP a\nMOV a, a;\nEND\n";
    assert_eq!(position(missing, None), (18, "INVALID_OPERATION"));
    // An undeclared name, where it stands.
    let undeclared = "!!ARBvp1.0\nMOV a, vertex.position;\nEND\n";
    assert_eq!(position(undeclared, None), (15, "INVALID_OPERATION"));
    // No END: the length of the text.
    let no_end = "!!ARBvp1.0\nTEMP a;\n";
    assert_eq!(position(no_end, None), (no_end.len() as i64, "INVALID_OPERATION"));
    // A limit: only the whole text shows it.
    let many = "!!ARBvp1.0\nTEMP a, b;\nEND\n";
    let length = many.len() as i64;
    assert_eq!(
        position(many, Some(("vertex-temporaries", 1))),
        (length, "INVALID_OPERATION")
    );
    // Nothing is read before a header.
    assert_eq!(position(" !!ARBvp1.0\nEND\n", None), (0, "INVALID_OPERATION"));
}
