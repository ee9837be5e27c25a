//! The registers that `quadrille gf3 run` is given, and those that a program keeps for itself.

use super::input::run;
use serde_json::Value;

/// source: docs/geforce3.md: what `run --json` prints is a capture again
#[test]
fn a_run_is_a_capture_again() {
    let lines = "cp examples/geforce3/glow.* . && quadrille gf3 run glow.vsh --inputs glow.json --json > o.json &&
        quadrille gf3 run glow.vsh --inputs glow.json > once && quadrille gf3 run glow.vsh --inputs o.json > again &&
        cmp once again && quadrille gf3 run glow.vsh --inputs o.json --json | cmp - o.json && cat o.json";
    let (status, out, err) = run("gf3-again", &[], lines);
    assert_eq!((status, &*err), (0, ""), "{out}");
    let object: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["constants"]["c[98]"]["bits"][3], "0xbe4ccccd");
    let (status, _, err) = run(
        "gf3-list",
        &[("x.json", b"[]")],
        "quadrille gf3 run examples/geforce3/glow.vsh --inputs x.json",
    );
    assert!(status == 1 && err.contains("but no object"), "{err}");
}

/// source: the sums by hand; docs/geforce3.md: an OpenGL program has the constants 0 to 95, and its own have no other
/// value.
#[test]
fn constants_of_the_program_stay() {
    let program = b"!!ARBvp1.0\nPARAM k = {7, 8, 9, 10};\nPARAM l = program.local[1];\n\
        ADD result.position, k, l;\nEND\n";
    let asm = "quadrille gf3 asm k.vp --json";
    let (_, out, _) = run("gf3-own", &[("k.vp", program)], asm);
    let object: Value = serde_json::from_str(&out).expect("JSON");
    let number = |list: &str| {
        let name = object[list].as_object().and_then(|list| list.keys().next());
        let name = name.unwrap_or_else(|| panic!("{list}: {object}"));
        name.trim_matches(['c', '[', ']']).to_owned()
    };
    let (own, other) = (number("constants"), number("bindings"));
    let line = |number: &str, rest: &str| format!("quadrille gf3 run k.vp --constant {number}={rest}");
    for (line, status, told) in [
        (line(&other, "1,1,1,1"), 0, "(8, 9, 10, 11)"),
        (line(&own, "7,8,9,10"), 0, "(7, 8, 9, 10)"),
        (
            line(&own, "1,2,3,4"),
            2,
            "is the program's own: its words need (7, 8, 9, 10)",
        ),
        (line("-1", "1,2,3,4"), 2, "there is no constant -1"),
        (line("96", "1,2,3,4"), 2, "there is no constant 96"),
        (
            line("9223372036854775807", "1"),
            2,
            "there is no constant 9223372036854775807",
        ),
    ] {
        let (found, out, err) = run("gf3-own", &[("k.vp", program)], &line);
        assert!(
            found == status && format!("{out}{err}").contains(told),
            "{line}: {out}{err}"
        );
    }
}
