//! What the lexer takes in every language, and the grammars of some do not have.

use quadrille_check::{Options, check};

fn errors(text: &str) -> Vec<(&'static str, String)> {
    let checked = check(text, &Options::default());
    let marked = |span: quadrille_base::Span| text[span.start as usize..span.end as usize].to_owned();
    checked
        .errors()
        .map(|error| (error.rule.name, marked(error.span)))
        .collect()
}

#[test]
fn arb_numbers_are_decimal() {
    // source: ARB_vertex_program 2.14.2, the text on <integer> and <floatConstant>
    let wrong = [("syntax-error", "0x10".to_owned())];
    assert_eq!(errors("!!ARBvp1.0\nMOV result.position, 0x10;\nEND"), wrong);
    assert_eq!(errors("!!ARBvp1.0\nPARAM a = program.env[0x10];\nEND"), wrong);
    assert!(errors("!!ARBvp1.0\nMOV result.position, 16;\nEND").is_empty());
}

#[test]
fn hexadecimal_numbers_begin_with_a_small_letter() {
    // source: NV_gpu_program4 2.X.2, the text on <int>: "a sequence in hexadecimal form beginning with "0x" followed by a
    // sequence of one or more hexadecimal digits ("0" through "9", "a" through "f", "A" through "F")"
    let program = |number: &str| errors(&format!("!!NVvp4.0\nMOV.U result.position, {number};\nEND"));
    assert!(program("0x1F").is_empty() && program("{ 0xab, 0xAB }").is_empty());
    assert_eq!(program("0X1F"), [("syntax-error", "0X1F".to_owned())]);
    assert_eq!(program("{ 1, 0Xa }"), [("syntax-error", "0Xa".to_owned())]);
}

#[test]
fn a_name_begins_with_a_letter() {
    // source: ARB_vertex_program 2.14.2, the text on <identifier>
    assert_eq!(
        errors("!!ARBfp1.0\nTEMP 2D;\nEND"),
        [("syntax-error", "2D".to_owned())]
    );
    assert!(errors("!!ARBfp1.0\nTEMP D2, $2, _2;\nEND").is_empty());
}

#[test]
fn a_number_is_selected_from_where_the_grammar_says_so() {
    // source: ARB_vertex_program 2.14.2 <scalarSrcReg>; NV_vertex_program2_option 2.14.2 <paramUseS>, which
    // has a number without selector "instead of" one with it; NV_gpu_program4 2.X.2 <paramUseS>
    let needs = [("scalar-needs-selector", "2.0".to_owned())];
    assert_eq!(errors("!!ARBvp1.0\nRCP result.position, 2.0;\nEND"), needs);
    assert!(errors("!!ARBvp1.0\nRCP result.position, 2.0.x;\nEND").is_empty());
    let option = "!!ARBvp1.0\nOPTION NV_vertex_program2;\n";
    assert!(errors(&format!("{option}RCP result.position, 2.0;\nEND")).is_empty());
    let wrong = errors(&format!("{option}RCP result.position, 2.0.x;\nEND"));
    assert_eq!(wrong, [("syntax-error", "x".to_owned())]);
}
