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
