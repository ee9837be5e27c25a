//! Several programs in one text.

use quadrille_syntax::split;

const KNOWN: &[&str] = &["!!ARBvp1.0", "!!ARBfp1.0", "!!VP1.0", "!!VP1.1"];

fn programs(text: &str) -> Vec<&str> {
    split(text, KNOWN)
        .into_iter()
        .map(|span| &text[span.range()])
        .collect()
}

#[test]
fn remarks_around_programs_are_no_program() {
    let text = "an interaction program; don't END here\n# !!VP1.0 is older\n!!ARBvp1.0\nMOV a, b; # END\nEND\n\
                ======\n!!ARBfp1.0 TEMP END1; MOV a.END, b; END!!VP1.1 END";
    assert_eq!(
        programs(text),
        [
            "!!ARBvp1.0\nMOV a, b; # END\nEND",
            "!!ARBfp1.0 TEMP END1; MOV a.END, b; END",
            "!!VP1.1 END",
        ]
    );
}

#[test]
fn a_header_ends_a_program_without_end() {
    assert_eq!(
        programs("!!VP1.0 MOV a, b;\n!!VP1.1 MOV a, b;"),
        ["!!VP1.0 MOV a, b;\n", "!!VP1.1 MOV a, b;"]
    );
    assert_eq!(programs("!!VP9.0 END ! !! !!!VP1.0"), ["!!VP1.0"]);
    assert!(programs("no program").is_empty());
}
