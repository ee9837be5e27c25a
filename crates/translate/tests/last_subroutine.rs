//! A subroutine that comes to the end of the program.

use quadrille_translate::{Options, SourceProgram, Target, translate};

/// source: NV_vertex_program2 2.14.2.3: "A vertex program will also terminate after executing the last instruction in
/// the program", in a subroutine too, so that what its caller would do next is not done
#[test]
fn a_subroutine_without_ret_ends_the_program() {
    let text = "!!VP2.0\nMOV o[HPOS], v[OPOS];\nCAL last;\nMOV o[COL0], v[COL0];\nRET;\n\
                last: MOVC R0, v[NRML];\nRET (LT.x);\nMOV o[TEX0], R0;\nEND";
    let program = quadrille_check::check(text, &Default::default())
        .program
        .expect("accepted");
    let mut options = Options::new(Target::Glsl330);
    options.clamp_colors = false;
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    let shader = translate(source, &options).expect("it is supported").text;
    let in_last = shader
        .split("void last() {")
        .nth(1)
        .and_then(|rest| rest.split("\n}").next());
    assert!(
        in_last.is_some_and(|body| body.ends_with("ended = true;\n    return;")),
        "{shader}"
    );
    let after_call = shader.split("    last();\n").nth(1).map(str::trim_start);
    assert!(
        after_call.is_some_and(|rest| rest.starts_with("if (ended) return;")),
        "{shader}"
    );
}
