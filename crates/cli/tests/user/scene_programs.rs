//! Commands about programs take those of scenes.

use super::input::run;

const SCENE: &str = "[require]\nGL >= 1.3\nDIALECT nvidia\n\n[vertex program]\n!!ARBvp1.0\n# für é\nALIAS p = vertex.position;\n\
                     MOV result.position, p;\nMOV result.color, vertex.color;\nEND\n\n[fragment program]\n!!ARBfp1.0\n\
                     MUL result.color, fragment.color, program.local[0];\nEND\n\n[test]\nclear\n";

/// source: docs/check.md
#[test]
fn programs_are_judged_where_they_stand() {
    let line =
        "quadrille check a.shader_test && quadrille check - < a.shader_test && quadrille stats a.shader_test";
    let (status, out, _) = run("sections", &[("a.shader_test", SCENE.as_bytes())], line);
    assert_eq!(status, 0, "{out}");
    for said in [
        " --> a.shader_test:8:11",
        "a.shader_test:6: accepted, !!ARBvp1.0 2 instructions",
        "a.shader_test:14: accepted, !!ARBfp1.0 1 instruction",
        "<standard input>:14: accepted",
        "a.shader_test: !!ARBfp1.0 at byte",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }

    let wrong = SCENE
        .replace("fragment.color", "fragment.colour")
        .replace("clear", "clér 1");
    let files: [(&str, &[u8]); 1] = [("a.shader_test", wrong.as_bytes())];
    let (status, out, _) = run("sections", &files, "quadrille check a.shader_test");
    assert_eq!(status, 1);
    assert!(
        out.contains("a.shader_test:14: rejected, 1 error") && out.contains(" --> a.shader_test:15:28"),
        "{out}"
    );
    assert!(
        out.contains("error[scene-syntax]") && out.contains(" --> a.shader_test:19:1"),
        "{out}"
    );
    // What is wrong with its commands does not keep the programs from being translated.
    let line =
        "quadrille translate a.shader_test --to glsl330 -o out/; quadrille eval a.shader_test --program 1";
    let (status, _, told) = run("sections", &files, line);
    assert!(status == 0 && !told.contains("scene-syntax"), "{told}");
}

/// source: docs/eval.md
#[test]
fn one_program_of_a_scene_is_run() {
    let files: [(&str, &[u8]); 1] = [("a.shader_test", SCENE.as_bytes())];
    let eval = |arguments: &str| {
        run(
            "one-of",
            &files,
            &format!("quadrille eval a.shader_test {arguments}"),
        )
    };
    let (status, out, told) = eval("--program 2 --attrib color=0.5,1,1,1 --local 0=2,3,4,5 --trace");
    assert_eq!(status, 0, "{told}");
    assert!(
        out.contains("result.color = 1, 3, 4, 5 ") && out.contains("  15  MUL"),
        "{out}"
    );
    for none in ["", "--program 0", "--program 3"] {
        let (status, _, told) = eval(none);
        assert_eq!(status, 2);
        let said = "a.shader_test has 2 programs (from lines 6, 14): --program N runs one, counted from 1";
        assert!(told.contains(said), "{told}");
    }
    let (status, out, _) = run(
        "one-of",
        &[("a.shader_test", b"[test]\nclear\n")],
        "quadrille check a.shader_test",
    );
    assert_eq!((status, &*out), (0, "a.shader_test: no programs\n"));
    for command in ["eval", "stats", "translate --to wgsl"] {
        let line = format!("quadrille {command} a.shader_test");
        let (status, _, told) = run("one-of", &[("a.shader_test", b"[test]\nclear\n")], &line);
        assert!(
            status == 1 && told.contains("a.shader_test: no programs"),
            "{told}"
        );
    }
}

/// source: docs/scenes.md: lines that begin with `;` are comments there.
#[test]
fn the_older_form() {
    let old = "; \u{fc}\n!!ARBfp1.0\n  ; a comment (\n  MOV result.color, fragment.colour;\nEND\n!!test\nexpected 0 0 0 1\n";
    let files: [(&str, &[u8]); 1] = [("a.vpfp", old.as_bytes())];
    for line in ["quadrille check a.vpfp", "quadrille run a.vpfp"] {
        let (status, out, _) = run("older", &files, line);
        assert_eq!((status, out.matches("error[").count()), (1, 1), "{out}");
        assert!(
            out.contains("error[unknown-binding]") && out.contains(" --> a.vpfp:4:30"),
            "{out}"
        );
    }
}
