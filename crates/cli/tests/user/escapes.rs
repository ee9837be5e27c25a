//! Control characters of names and texts, which reach no terminal and no log as such.

use super::input::run;

/// source: SECURITY.md: nothing that others wrote becomes an escape sequence; ECMA-48, 5.3: one begins with ESC (0x1b), or
/// is a character of 0x80 to 0x9f
#[test]
fn nothing_that_others_wrote_is_an_escape_sequence() {
    let odd = "\u{1b}[35m\u{9b}2J\u{7}";
    let program = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
    let scene = format!(
        "[require]\nGL >= 2.0\n[test]\nclear color 0 0 0 0 # {odd}\nclear\nprobe rgba 1 1 1 0 0 0 # {odd}\n"
    );
    let wrong = format!("[require]\nGL >= 2.0\n[test]\nclear {odd}\n");
    let broken = program.replace("vertex.position", &format!("vertex.{odd}"));
    let commented = program.replace("MOV", &format!("# {odd}\nMOV"));
    let c = format!("puts(\"{}\");\n", program.replace('\n', "\\n"));
    let files: &[(&str, &[u8])] = &[
        ("good", program.as_bytes()),
        ("commented.vp", commented.as_bytes()),
        ("broken", broken.as_bytes()),
        ("scene", scene.as_bytes()),
        ("wrong", wrong.as_bytes()),
        ("source", c.as_bytes()),
    ];
    let named = "o=$(printf 'x\\033[35m\\302\\2332J\\a'); mkdir \"$o\"; \
        for f in good broken; do cp $f \"$o/$f.vp\"; done; cp source \"$o/source.c\"; \
        for f in scene wrong; do cp $f \"$o/$f.shader_test\"; done;";
    for (at, line) in [
        "quadrille check \"$o\"",
        "quadrille check \"$o\" --format gl",
        "quadrille check \"$o/missing.vp\"",
        "quadrille stats \"$o\"",
        "quadrille fmt --check \"$o\"",
        "quadrille fmt --canonical \"$o/broken.vp\"",
        "quadrille eval \"$o/good.vp\"; quadrille eval \"$o/broken.vp\"; quadrille eval \"$o/good.vp\" --attrib \"$o=1\"",
        "quadrille translate \"$o\" --to glsl330 -o out; quadrille translate \"$o\" --to glsl330 -o \"out$o\"",
        "quadrille run \"$o\" -o \"out$o\"",
        "quadrille profile --runs 1 \"$o/scene.shader_test\"; quadrille profile --runs 1 \"$o/wrong.shader_test\"",
        "quadrille extract --list \"$o/source.c\"; quadrille extract \"$o/source.c\" -o \"out$o\"",
        "quadrille debug commented.vp --commands 'list; where; step'; quadrille debug \"$o/good.vp\" --commands list",
    ]
    .into_iter()
    .enumerate()
    {
        let (_, out, err) = run(&format!("escapes-{at}"), files, &format!("{named} {line}"));
        assert!(!out.is_empty() || !err.is_empty(), "{line}");
        for (c, text) in [&out, &err].into_iter().flat_map(|text| text.chars().zip(std::iter::repeat(text))) {
            assert!(!c.is_control() || matches!(c, '\n' | '\t'), "{line}: {text:?}");
        }
        let shown = format!("{out}{err}");
        assert!(shown.contains("\\u001b[35m\\u009b2J\\u0007") || shown.contains('␛'), "{line}: {shown}");
    }
}

/// source: SECURITY.md: texts are shown where people read them; a program that goes to a file or a pipe is data
#[test]
fn data_stay_as_they_are() {
    let program = "!!ARBvp1.0\n# \u{1b}[35m\nMOV result.position, vertex.position;\nEND\n";
    let (status, out, err) = run(
        "escapes-data",
        &[("a.vp", program.as_bytes())],
        "quadrille fmt - <a.vp",
    );
    assert_eq!((status, out.as_str(), err.as_str()), (0, program, ""));
}
