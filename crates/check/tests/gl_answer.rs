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
    let answer = gl_answer(&Source::new("program", text), &check(text, &options).diagnostics);
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

/// source: NV_vertex_program 2.14.1.7: the position is "where the first error in the program" is: the first byte of
/// the first token that no derivation of the grammar has there (marked `^`, which is not part of the text), or the
/// length of the text "because of a semantic restriction that cannot be determined until the program is fully
/// scanned" (no mark).
#[test]
fn positions_of_register_programs() {
    let mut wrong = Vec::new();
    for text in [
        "!!VP1.0 ^END",
        "!!VP1.0 # nothing here\n^END",
        "!!VP1.0 MOV R0, v[0]; END",
        "!!VP1.0 ^FOO R0, v[0]; END",
        "!!VP1.0 MOV o[HPOS], v[^16]; END",
        "!!VP1.0 MOV o[HPOS], c[^96]; END",
        "!!VP1.0 MOV ^R12, v[0]; END",
        "!!VP1.0 MOV o[^FOO], v[0]; END",
        "!!VP1.0 MOV o[HPOS], v[^FOO]; END",
        "!!VP1.0 MOV o[HPOS], ^+v[0]; END",
        "!!VP1.0 MOV o[HPOS], ^|v[0]|; END",
        "!!VP1.0 MOV o[HPOS], ^o[HPOS]; END",
        "!!VP1.0 MOV ^v[0], v[0]; END",
        "!!VP1.0 RCP o[HPOS], v[0]^; END",
        "!!VP1.0 ARL A0.^y, v[0].x; END",
        "!!VP1.0 ARL ^A1.x, v[0].x; END",
        "!!VP1.0 MOV o[HPOS], c[A0.x + ^64]; END",
        "!!VP1.0 MOV o[HPOS], c[A0.x - ^65]; END",
        "!!VP1.0 MOV o[HPOS], c[A0.^y]; END",
        "!!VP1.0 MOV o[HPOS], v[0] ^MOV R0, v[0]; END",
        "!!VP1.0 MOV o[HPOS] ^v[0]; END",
        "!!VP1.0 MOV o[HPOS]^; END",
        "!!VP1.0 MOV o[HPOS], v[0]^, v[0]; END",
        "!!VP1.0 ADD o[HPOS], v[0]^; END",
        "!!VP1.0 ^OPTION NV_position_invariant; MOV o[COL0], v[0]; END",
        "!!VP1.0 ^ABS o[HPOS], v[0]; END",
        "!!VP1.0 ^MOVC o[HPOS], v[0]; END",
        "!!VP1.0 MOV o[HPOS] ^(EQ), v[0]; END",
        "!!VSP1.0 ^END",
        "!!VSP1.0 MOV R0, v[0]; END",
        "!!VSP1.0 MOV c[0], v[^1]; END",
        "!!VSP1.0 MOV ^o[HPOS], v[0]; END",
        "!!VP1.1 OPTION ^FOO; MOV o[HPOS], v[0]; END",
        "!!VP1.1 OPTION NV_position_invariant; MOV o[^HPOS], v[0]; END",
        "!!VP2.0 MOV o[HPOS], c[^256]; END",
        "!!VP2.0 MOV ^R16, v[0]; END",
        "!!VP2.0 MOV o[HPOS], v[0]; BRA there; END",
        "!!FP1.0 ^END",
        "!!FP1.0 MOV R0, f[COL0]; END",
        "!!FP1.0 MOV o[COLR], f[^COL2]; END",
        "!!FP1.0 MOV ^R32, f[COL0]; END",
    ] {
        let program = text.replace('^', "");
        let wanted = text.find('^').unwrap_or(program.len());
        let given = position(&program, None);
        if given != (wanted as i64, "INVALID_OPERATION") {
            wrong.push(format!("{text}: {given:?}, not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
