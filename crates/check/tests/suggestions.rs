//! What a problem offers in the place of what is wrong: nothing that would be wrong there too, and what is offered
//! makes the program right.

use quadrille_base::Diagnostic;
use quadrille_check::{Options, check};

fn problems(text: &str) -> Vec<Diagnostic> {
    check(text, &Options::default()).diagnostics
}

/// The only problem of a program.
fn problem(text: &str) -> Diagnostic {
    let mut found = problems(text);
    assert_eq!(found.len(), 1, "{text}\n{found:#?}");
    found.remove(0)
}

/// The program with the remedy of its only problem.
fn mended(text: &str) -> String {
    let fix = problem(text).fix.expect("a remedy");
    let mut mended = text.to_owned();
    mended.replace_range(fix.span.range(), &fix.replacement);
    mended
}

/// source: ARB_vertex_program 2.14.2: `TEMP` declares what instructions write, `ADDRESS` what ARL does; a name with
/// another number is another name.
#[test]
fn a_destination_that_is_not_declared_is_declared() {
    for (text, declaration) in [
        (
            "!!ARBvp1.0\nTEMP R0;\nMOV R0, vertex.position;\nMOV R1, R0;\nMOV result.position, R1;\nEND\n",
            "TEMP R1;\nTEMP R0;\n",
        ),
        (
            "!!ARBfp1.0\nPARAM c1 = { 1, 2, 3, 4 };\nMUL c.xy, fragment.color, c1;\nMOV result.color, c1;\nEND\n",
            "TEMP c;\nPARAM c1",
        ),
        (
            "!!ARBvp1.0\nPARAM p[2] = { program.env[0..1] };\nARL A0.x, vertex.color.x;\nMOV result.position, p[A0.x];\nEND\n",
            "ADDRESS A0;\nPARAM p",
        ),
        (
            "!!NVfp4.0\nTEMP R0;\nMOV R0, fragment.color;\nADD result.color, R0, R1;\nEND\n",
            "TEMP R1;\nTEMP R0;\n",
        ),
    ] {
        let mended = mended(text);
        assert!(mended.contains(declaration), "{mended}");
        assert_eq!(problems(&mended), [], "{mended}");
    }
}

/// source: the names of the programs; only what may stand in the place of the word is offered.
#[test]
fn what_fits_is_offered() {
    let text = "!!ARBvp1.0\nTEMP kolors;\nPARAM color = { 1, 1, 1, 1 };\nMOV colors, vertex.color;\nMOV result.position, vertex.position;\nEND\n";
    assert_eq!(problem(text).fix.expect("a remedy").replacement, "kolors");
    let text = "!!ARBvp1.0\nADDRESS indx;\nPARAM index = { 1, 1, 1, 1 };\nMOV result.position, indez;\nEND\n";
    assert_eq!(problem(text).fix.expect("a remedy").replacement, "index");
    // Nothing says what it was to be.
    let text = "!!ARBvp1.0\nMOV result.position, offset;\nEND\n";
    assert_eq!(problem(text).fix, None);
}

/// source: ARB_fragment_program 3.11.2, <texTarget>
#[test]
fn targets_have_capital_letters() {
    for (wrong, right) in [("2d", "2D"), ("3d", "3D"), ("rect", "RECT"), ("cube", "CUBE")] {
        let text = |target: &str| {
            format!("!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], {target};\nEND\n")
        };
        let found = problems(&text(wrong));
        let fix = found[0].fix.as_ref().expect("a remedy");
        let mut mended = text(wrong);
        mended.replace_range(fix.span.range(), &fix.replacement);
        assert_eq!(mended, text(right), "{found:?}");
        assert_eq!(problems(&mended), [], "{mended}");
    }
}

/// source: ARB_fragment_program 3.11.5: SLT and SGE compare, RCP and MUL divide; NV_fragment_program_option brings SGT.
#[test]
fn an_option_of_one_vendor_is_not_offered_for_what_all_can_say() {
    for (opcode, way) in [
        ("SGT", "SLT"),
        ("SLE", "SGE"),
        ("STR", "MOV"),
        ("MULR", "without its precision"),
    ] {
        let text = format!("!!ARBfp1.0\n{opcode} result.color, fragment.color, 0.5;\nEND\n");
        let found = problem(&text);
        assert_eq!(found.rule.name, "missing-option");
        assert!(found.fix.is_none() && found.hint.contains(way), "{found:?}");
    }
    // No plain program derives.
    let found = problem("!!ARBfp1.0\nDDX result.color, fragment.color;\nEND\n");
    assert!(found.fix.is_some(), "{found:?}");
}

/// source: the places of the texts that are no program yet.
#[test]
fn a_template_is_told_once() {
    for (line, hole) in [
        ("MUL result.color, fragment.color, %s;", "%s"),
        ("PARAM p = { %f, %.2f, %g, 1 };", "%f"),
        (
            "MUL result.color, {{ source }}, {{ factor|float }};",
            "{{ source }}",
        ),
        (
            "{% if fog %}\nMOV result.color, state.fog.color;\n{% endif %}",
            "{% if fog %}",
        ),
        (
            "@(if fog)\nMOV result.color, state.fog.color;\n@(end)",
            "@(if fog)",
        ),
        ("MOV result.color, ${color};", "${color}"),
        ("MOV result.color, @COLOR@;", "@COLOR@"),
        ("MOV result.color, <%= color %>;", "<%= color %>"),
    ] {
        let text = format!("!!ARBfp1.0\n{line}\nMOV result.color, fragment.color;\nEND\n");
        let found = problem(&text);
        assert_eq!(found.rule.name, "template-text", "{line}");
        assert_eq!(&text[found.span.range()], hole, "{line}");
    }
    // What is wrong elsewhere is told too, and braces in braces are an array.
    let text = "!!ARBfp1.0\nMOV result.color, %s;\nMOV result.colour, fragment.color;\nEND\n";
    let rules: Vec<_> = problems(text).iter().map(|found| found.rule.name).collect();
    assert_eq!(rules, ["template-text", "unknown-binding"]);
    let text = "!!ARBfp1.0\nPARAM p[2] = {{1,2,3,4},{5,6,7,8}};\nMOV result.color, p[0];\nEND\n";
    assert_eq!(problems(text), []);
}

#[test]
fn both_arms_of_a_condition_are_read_which_a_note_says_where_it_matters() {
    let arms =
        "!!ARBfp1.0\n#ifdef FOG\nTEMP t;\n#else\nTEMP t;\n#endif\nMOV result.color, fragment.color;\nEND\n";
    let rules: Vec<_> = problems(arms).iter().map(|found| found.rule.name).collect();
    assert_eq!(rules, ["template-text", "duplicate-name"]);
    let right = "!!ARBfp1.0\n#ifdef FOG\nTEMP t;\n#endif\nMOV result.color, fragment.color;\nEND\n";
    assert_eq!(problems(right), []);
}
