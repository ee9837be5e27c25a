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

/// Programs whose shaders have a member of each kind.
#[test]
fn reflections_keep_to_their_schema() {
    if !is_here() {
        return;
    }
    let files: [(&str, &[u8]); 4] = [
        (
            "plain.vp",
            b"!!ARBvp1.0\nPARAM m[4] = { state.matrix.mvp };\nPARAM tint = program.local[1];\n\
              DP4 result.position.x, m[0], vertex.position;\nMOV result.color, tint;\n\
              MUL result.texcoord[1].xy, vertex.texcoord[1], program.env[3];\nEND\n",
        ),
        (
            "textured.fp",
            b"!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[2], CUBE;\n\
              MUL result.color, t, program.local[3];\nEND\n",
        ),
        (
            "stores.fp",
            b"!!NVfp5.0\nOPTION NV_shader_storage_buffer;\n\
              OPTION NV_shader_atomic_counters;\nIMAGE picture = image[1];\nSTORAGE data[] = { program.storage[2] };\n\
              COUNTER n = program.counter[1][0];\nBUFFER4 rows[] = { program.buffer[3] };\nTEMP a, b, at;\n\
              MOV.S at, fragment.position;\nLOADIM.U32X4 a, at, picture, 2D;\nLDB.F32X4 b, data[16];\n\
              ATOMCTR.INCR.U a.x, n;\nADD result.color, b, rows[2];\nEND\n",
        ),
        (
            "sum.cp",
            b"!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 8 4 1;\nSTORAGE data[] = { program.storage[0] };\n\
              TEMP a;\nLDB.U32 a.x, data[0];\nSTB.U32 a, data[4];\nEND\n",
        ),
    ];
    let line = "for target in glsl450 spirv-vulkan spirv-opengl; do for file in *.vp *.fp *.cp; do \
                for packing in plain block; do \
                quadrille translate --to $target --parameters $packing --reflect $target-$packing-$file.json -o out $file 2>> told; \
                done; done; done; cat told >&2; cat *.json";
    let (_, out, err) = run("schema-reflection", &files, line);
    let files: Vec<serde_json::Value> = serde_json::Deserializer::from_str(&out)
        .into_iter()
        .collect::<Result<_, _>>()
        .expect("JSON");
    // Where the output is a folder, it is a list.
    let told: Vec<serde_json::Value> = files
        .into_iter()
        .flat_map(|file| match file {
            serde_json::Value::Array(shaders) => shaders,
            shader => vec![shader],
        })
        .collect();
    let members = [
        "inputs",
        "textures",
        "images",
        "storage",
        "counters",
        "buffers",
        "group_size",
        "block",
    ];
    for member in members {
        let some = |told: &serde_json::Value| {
            told.get(member)
                .is_some_and(|value| *value != serde_json::json!([]))
        };
        assert!(told.iter().any(some), "no {member} in {out}{err}");
    }
    let lines: Vec<String> = told.iter().map(ToString::to_string).collect();
    keeps("reflection.json", &lines.join("\n"));
}
