//! `--preprocess` and `--define`: programs that an engine keeps with conditions in them.

use super::input::run;
use super::page::{blocks, root};

/// The program of the page.
fn program() -> String {
    let page = std::fs::read_to_string(root().join("docs/preprocess.md")).expect("the page");
    let all = blocks(&page);
    let text = all.iter().find(|(info, _)| *info == "text").expect("a block");
    text.1.clone()
}

/// source: docs/preprocess.md
#[test]
fn one_arm_is_judged_and_run() {
    let text = program();
    let files: [(&str, &[u8]); 1] = [("a.vp", text.as_bytes())];
    for (line, said) in [
        ("check a.vp", (1, "")),
        (
            "check --preprocess a.vp",
            (0, "a.vp: accepted, !!ARBvp1.0 1 instruction\n"),
        ),
        (
            "check -D SKINNED a.vp",
            (0, "a.vp: accepted, !!ARBvp1.0 1 instruction\n"),
        ),
        (
            "check -D SKINNED --define BONES=2 a.vp",
            (0, "a.vp: accepted, !!ARBvp1.0 2 instructions\n"),
        ),
        (
            "fmt --canonical --preprocess a.vp && cat a.vp",
            (0, "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n"),
        ),
        ("fmt --preprocess a.vp", (2, "")),
        ("check -D 2A a.vp", (2, "")),
    ] {
        let (status, out, told) = run("conditions", &files, &format!("quadrille {line}"));
        assert_eq!(status, said.0, "{line}: {out}{told}");
        assert!(said.1.is_empty() || out == said.1, "{line}: {out}{told}");
    }
    // Line 5 multiplies, and line 9 moves.
    let line = "quadrille eval a.vp -D SKINNED -D BONES=4 --trace --attrib position=2,4,6,1 --attrib weight=0.5,0.5,0.5,1";
    let (status, out, _) = run("conditions", &files, line);
    assert_eq!(status, 0);
    assert!(out.contains("   5  MUL") && out.contains("   9  MOV"), "{out}");
    assert!(out.contains("result.position = 1, 2, 3, 1 "), "{out}");
    // What is rejected with all arms says how to read one.
    let (_, out, _) = run("conditions", &files, "quadrille check a.vp");
    assert!(out.contains("`--preprocess` and `--define NAME=VALUE`"), "{out}");
}

/// source: docs/preprocess.md: conditions may stand around whole programs, and so around their ends.
#[test]
fn a_condition_may_close_behind_the_end() {
    let text = b"!!ARBvp1.0\n#ifdef FOG\nMOV result.position, vertex.position;\nEND\n#else\n\
                 MOV result.position, vertex.color;\nEND\n#endif\n";
    let fog = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
    let line = "quadrille fmt --canonical -D FOG a.vp && cat a.vp";
    let (status, out, told) = run("around", &[("a.vp", text)], line);
    assert_eq!((status, &*out), (0, fog), "{told}");
    let line = "quadrille fmt --canonical -D FOG a.vp";
    let broken: &[u8] = b"!!ARBvp1.0\n#ifdef FOG\nEND\n";
    let (status, _, told) = run("around", &[("a.vp", broken)], line);
    assert_eq!(status, 1);
    assert!(
        told.contains("error[preprocessor]") && told.contains("--> a.vp:2:1"),
        "{told}"
    );
}

/// source: docs/preprocess.md: places are those of the text as it was written.
#[test]
fn problems_stand_where_they_were_written() {
    let text = "#ifdef É\n#endif\n#ifndef OLD\n!!ARBfp1.0\n# ünï\n#define COLOR fragment.colour\nMOV result.color, COLOR;\n\
                MUV result.color, 1;\nEND\n#endif\n";
    let text = text.replace("#ifdef É", "#ifdef E // É");
    let line = "quadrille check --preprocess a.fp";
    let (status, out, _) = run("places", &[("a.fp", text.as_bytes())], line);
    assert_eq!(status, 1);
    assert!(
        out.contains("--> a.fp:7:19") && out.contains("--> a.fp:8:1"),
        "{out}"
    );
    // What stands in the place of a macro is not the user's to change; what is written is.
    assert!(!out.contains("+ MOV") && out.contains("8 + "), "{out}");
    let (status, out, _) = run("places", &[("a.fp", b"!!ARBfp1.0\n#if 1 +\n#endif\nEND\n")], line);
    assert_eq!(status, 1);
    assert!(
        out.contains("error[preprocessor]") && out.contains("--> a.fp:2:1"),
        "{out}"
    );
}

/// source: docs/preprocess.md
#[test]
fn scenes_are_preprocessed_too() {
    let scene = "[require]\nGL >= 1.3\n[vertex program]\n!!ARBvp1.0\n#define SOURCE vertex.position\nMOV result.position, SOURCE;\nEND\n\
                 [fragment program]\n!!ARBfp1.0\n#ifdef SOURCE\nbroken\n#elif RED\nMOV result.color, {1, 0, 0, 1};\n#else\n\
                 MOV result.color, {0, 1, 0, 1};\n#endif\nEND\n[test]\n# if this were a condition\n\
                 draw rect -1 -1 2 2\nprobe all rgba 1 0 0 1\n";
    let files: [(&str, &[u8]); 1] = [("a.shader_test", scene.as_bytes())];
    for (line, wanted) in [
        ("run a.shader_test -D RED", 0),
        ("run a.shader_test --preprocess", 1),
        ("check a.shader_test -D RED", 0),
        (
            "compare a.shader_test -D RED --engines reference,reference-nv20",
            0,
        ),
        ("translate a.shader_test -D RED --to glsl330 -o out/", 0),
        ("check a.shader_test", 1),
    ] {
        let (status, out, told) = run("scene-conditions", &files, &format!("quadrille {line}"));
        assert_eq!(status, wanted, "{line}: {out}{told}");
    }
}
