//! `--dialect` is an option of every command that reads programs.

use super::input::run;

/// source: docs/dialects.md, alias-of-binding
const VERTEX: &str = "!!ARBvp1.0\nALIAS p = vertex.position;\nMOV result.position, p;\nEND\n";

const SCENE: &str = "[require]\nGL >= 1.3\n[vertex program]\n!!ARBvp1.0\nALIAS p = vertex.position;\nMOV result.position, p;\nEND\n\
                     [test]\nclear\ndraw rect -1 -1 2 2\n";

#[test]
fn what_one_command_admits_all_do() {
    for line in [
        "check a.vp",
        "stats a.vp",
        "translate a.vp --to glsl330",
        "eval a.vp",
        "gf3 asm a.vp -o a.hex",
        "gf3 run a.vp",
        "run a.shader_test",
        "run a.shader_test --compare reference-nv20",
        "compare a.shader_test --engines reference,reference-nv20",
        "fmt --canonical a.vp && quadrille check a.vp",
    ] {
        let files: [(&str, &[u8]); 2] = [("a.vp", VERTEX.as_bytes()), ("a.shader_test", SCENE.as_bytes())];
        let strict = run("strict", &files, &format!("quadrille {line}"));
        assert_eq!(strict.0, 1, "{line}: {strict:?}");
        let admitting = line.replacen(' ', " --dialect nvidia ", 1);
        let admitting = admitting.replacen("gf3 --dialect nvidia asm", "gf3 asm --dialect nvidia", 1);
        let admitting = admitting.replacen("gf3 --dialect nvidia run", "gf3 run --dialect nvidia", 1);
        let found = run("nvidia", &files, &format!("quadrille {admitting}"));
        assert_eq!(found.0, 0, "{admitting}: {found:?}");
        // source: docs/dialects.md: `check` and `run` tell it with all else, the others on standard error.
        let told = match line.split(' ').next() {
            Some("check" | "run") => &found.1,
            _ => &found.2,
        };
        let warning = "the dialect nvidia admits it";
        assert!(
            told.contains(warning) && told.contains("declare it with ATTRIB, PARAM or OUTPUT"),
            "{admitting}: {found:?}"
        );
    }
}

/// source: docs/dialects.md
#[test]
fn objects_have_the_warnings() {
    let files: [(&str, &[u8]); 2] = [("a.vp", VERTEX.as_bytes()), ("a.shader_test", SCENE.as_bytes())];
    for (line, key) in [
        ("check --format json a.vp", "diagnostics"),
        ("stats --json a.vp", "diagnostics"),
        ("run --json a.shader_test", "notes"),
        (
            "compare --json a.shader_test --engines reference,reference-nv20",
            "notes",
        ),
    ] {
        let (status, out, _) = run("objects", &files, &format!("quadrille {line} --dialect nvidia"));
        let object: serde_json::Value = serde_json::from_str(&out).expect(&out);
        let told = &object[key][0];
        assert_eq!((status, &told["severity"]), (0, &"warning".into()), "{out}");
        let line = if line.contains("scene") || line.contains("shader_test") {
            5
        } else {
            2
        };
        assert_eq!(told["span"]["line"], line, "{out}");
    }
}

/// source: docs/check.md
#[test]
fn so_many_problems_are_listed_and_the_rest_is_counted() {
    let wrong = format!("!!ARBvp1.0\n{}END\n", "MOV a, b;\nMUV a, b;\n".repeat(3000));
    let line = "quadrille check --max-problems 5 a.vp; quadrille check --max-problems 5 --format json a.vp";
    let (status, out, _) = run("many", &[("a.vp", wrong.as_bytes())], line);
    assert_eq!(status, 1);
    assert_eq!(out.matches(" --> a.vp:").count(), 6, "{out}");
    let more = "errors are not listed";
    assert_eq!(out.matches(more).count(), 2, "{out}");
    // `a` and `b` once, and each word that is no opcode.
    assert!(out.contains("2997 more errors are not listed"), "{out}");
    assert!(out.contains("a.vp: rejected, 3002 errors"), "{out}");
}

/// source: docs/check.md: so many of a file, and how many more there are.
#[test]
fn the_programs_of_a_file_share_what_is_listed() {
    let one = "!!ARBfp1.0\nMUV a, b;\nMOV c, d;\nEND\n";
    let (file, scene) = (one.repeat(40), format!("[fragment program]\n{one}").repeat(40));
    let files: [(&str, &[u8]); 2] = [("a.fp", file.as_bytes()), ("a.shader_test", scene.as_bytes())];
    // Three errors each: the word that is no opcode, and two names.
    for line in [
        "check --max-problems 7 a.fp",
        "check --max-problems 7 a.shader_test",
    ] {
        let (status, out, _) = run("shared", &files, &format!("quadrille {line}"));
        assert_eq!(status, 1);
        let listed = out.matches("error[").count();
        assert_eq!(out.matches("rejected, 3 errors").count(), 40, "{out}");
        assert!((7..=8).contains(&listed), "{line}: {out}");
        assert!(
            out.contains("2 more errors are not listed") && out.contains("111 more errors are not listed"),
            "{out}"
        );
    }
    for line in [
        "stats --max-problems 7 a.fp",
        "translate --max-problems 7 a.fp --to glsl330 -o out/",
    ] {
        let (status, _, told) = run("shared", &files, &format!("quadrille {line}"));
        assert_eq!((status, told.matches("error[").count()), (1, 8), "{line}: {told}");
        assert!(told.contains("111 more errors are not listed"), "{told}");
    }
    let (status, out, _) = run("shared", &files, "quadrille run --max-problems 7 a.shader_test");
    assert_eq!((status, out.matches("error[").count()), (1, 8), "{out}");
    assert!(out.contains("113 more errors are not listed"), "{out}");
}
