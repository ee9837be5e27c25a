//! Votes among threads.
//!
//! source: NV_gpu_program5, 2.X.8, TGALL, TGANY and TGEQ: the true value is 1.0 of floats, -1 of signed integers and all
//! ones of unsigned ones; the method used to arrange threads into groups is undefined, so that a group may be one thread.

use quadrille_translate::{Options, SourceProgram, Target, translate};

/// The lines of `main` that an instruction becomes.
#[track_caller]
fn gives(instruction: &str, expected: &str) {
    let text = format!(
        "!!NVfp5.0\nTEMP f;\nINT TEMP i;\nUINT TEMP u;\nMOV f, fragment.texcoord[0];\nMOV.S i, 3;\nMOV.U u, 3;\n\
         {instruction}\nMOV result.color, f;\nEND\n"
    );
    let checked = quadrille_check::check(&text, &Default::default());
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let source = SourceProgram {
        program: &program,
        text: &text,
        partner: None,
    };
    let shader = translate(source, &Options::new(Target::Glsl330)).expect("it is supported");
    assert!(
        shader.text.lines().any(|line| line.trim() == expected),
        "no `{expected}` in {}",
        shader.text
    );
}

#[test]
fn a_group_of_one_thread_asks_itself() {
    gives("TGALL f.x, f.y;", "f.x = f.y != 0.0 ? 1.0 : 0.0;");
    gives("TGANY.S i.x, i.y;", "i.x = i.y != 0 ? -1 : 0;");
    gives("TGALL.U u.x, u.y;", "u.x = u.y != 0u ? 4294967295u : 0u;");
    gives("TGEQ.S i.x, i.y;", "i.x = -1;");
    gives("TGEQ f.x, f.y;", "f.x = 1.0;");
}
