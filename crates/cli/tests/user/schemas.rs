//! The schemas of docs/schema, to which the JSON of the command line keeps. A validator of JSON Schema judges it, Python's
//! jsonschema.

use std::io::Write;
use std::process::{Command, Stdio};

use quadrille_tools_testkit::{Group, skip};

use super::input::run;
use super::page::root;

/// The interpreter of the system, for which distributions install modules.
const PYTHON: &str = "/usr/bin/python3";

/// Judges each line of standard input by the schema that is named, and then the same without each of its members that the
/// schema requires.
const JUDGE: &str = "
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
judge = jsonschema.Draft202012Validator(schema)
judge.check_schema(schema)
for line in sys.stdin:
    told = json.loads(line)
    for error in judge.iter_errors(told):
        sys.exit(f'{list(error.path)}: {error.message}')
    for member in schema['required']:
        rest = {name: value for name, value in told.items() if name != member}
        if judge.is_valid(rest):
            sys.exit(f'{member} may be missing')
";

/// Holds lines of JSON to a schema.
fn keeps(schema: &str, lines: &str) {
    let mut judge = Command::new(PYTHON)
        .args(["-c", JUDGE])
        .arg(root().join("docs/schema").join(schema))
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("Python runs");
    let mut input = judge.stdin.take().expect("it is piped");
    input.write_all(lines.as_bytes()).expect("Python reads");
    drop(input);
    let done = judge.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{schema}: {said}\n{lines}");
}

fn is_here() -> bool {
    let module = Command::new(PYTHON).args(["-c", "import jsonschema"]).output();
    let is_here = module.is_ok_and(|output| output.status.success());
    if !is_here {
        skip(
            Group::Python,
            "Python's jsonschema is not installed; it is in Debian's python3-jsonschema",
        );
    }
    is_here
}

#[test]
fn checks_keep_to_their_schema() {
    if !is_here() {
        return;
    }
    let files: [(&str, &[u8]); 4] = [
        (
            "good.vp",
            b"!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n",
        ),
        (
            "wrong.vp",
            b"!!ARBvp1.0\nTEMP t;\nRSQ t, vertex.position;\nMOV result.position, u;\nEND\n",
        ),
        ("unknown.vp", b"!!XYZ1.0\nEND\n"),
        ("none.vp", b"nothing\n"),
    ];
    let line = "quadrille check --format json good.vp wrong.vp unknown.vp none.vp; \
                quadrille check --format json --driver mesa good.vp | head -n 1";
    let (_, out, err) = run("schema-check", &files, line);
    assert!(out.lines().count() >= 4, "{out}{err}");
    keeps("check.json", &out);
}

#[test]
fn runs_keep_to_their_schema() {
    if !is_here() {
        return;
    }
    let passes = "[require]\nSIZE 8 8\n[fragment program]\n!!ARBfp1.0\nTEMP t;\nMOV t, fragment.color;\nKIL t;\n\
                  MOV result.color, t;\nEND\n[test]\nclear\ncolor 1 0 0 1\ndraw rect -1 -1 2 2\n";
    let fails = format!("{passes}probe rgb 1 1 0.0 1.0 0.0\n");
    let files: [(&str, &[u8]); 5] = [
        ("passes.shader_test", passes.as_bytes()),
        ("fails.shader_test", fails.as_bytes()),
        ("skips.shader_test", b"[require]\nGL_XYZ_unknown\n[test]\nclear\n"),
        ("wrong.shader_test", b"[test]\nfly\n"),
        (
            "bytes.shader_test",
            b"[test]\nbuffer b size 16\nprobe buffer b 4 u32 7\n",
        ),
    ];
    let line = "quadrille run --format json --pixel 1,1 passes.shader_test; \
                quadrille run --format json passes.shader_test fails.shader_test skips.shader_test wrong.shader_test bytes.shader_test";
    let (_, out, err) = run("schema-run", &files, line);
    assert_eq!(out.lines().count(), 6, "{out}{err}");
    assert!(
        out.contains("\"history\"") && out.contains("\"failures\""),
        "{out}"
    );
    keeps("run.json", &out);
}
