//! Requests and their answers, as JavaScript sends and gets them.
//!
//! source: positions are counted in the texts themselves; colours, sums and products are worked out by hand; the SAXPY
//! is that of `examples/qpu/saxpy.shader_test`.

use quadrille_web::message::{Answer, parts};
use quadrille_web::request::answer;
use serde_json::{Value, json};

/// What is answered: the JSON and the bytes behind it.
fn ask(request: Value, bytes: &[u8]) -> (Value, Vec<u8>) {
    let message = Answer {
        json: request,
        bytes: bytes.to_vec(),
    };
    let answer = answer(&message.message());
    let (text, bytes) = parts(&answer).expect("an answer is a message");
    let json = serde_json::from_slice(text).expect("its text is JSON");
    (json, bytes.to_vec())
}

/// The answer to a request that brings no bytes.
fn ok(request: Value) -> (Value, Vec<u8>) {
    let (mut json, bytes) = ask(request, &[]);
    assert!(json["error"].is_null(), "{json}");
    (json["ok"].take(), bytes)
}

fn piece<'b>(bytes: &'b [u8], place: &Value) -> &'b [u8] {
    let number = |name: &str| place[name].as_u64().expect("a number") as usize;
    &bytes[number("offset")..][..number("length")]
}

fn units(text: &str, what: &str) -> u64 {
    let at = text.find(what).expect("it is there");
    text[..at].encode_utf16().count() as u64
}

const SCENE: &str = "[require]\nGL_ARB_fragment_program\nSIZE 4 2\n\n[fragment program]\n!!ARBfp1.0\nPARAM tint = { 0.25, -0.5, 1, 1 };\nADD result.color, tint, program.local[0];\nEND\n\n[test]\nparameter local_fp 0 (0.75, 0.5, 0, 0)\nclear color 0 1 0 1\nclear\ndraw rect -1 -1 1 2\n";

#[test]
fn a_mistake_has_its_place_and_its_remedy() {
    // Two bytes and three of UTF-8 stand before it, a unit each.
    let text =
        "!!ARBvp1.0\n# \u{e9} \u{20ac}\nTEMP R0;\nRSQ R0, vertex.position;\nMOV result.position, R0;\nEND\n";
    let (checked, _) = ok(json!({ "do": "check", "name": "light.vp", "text": text }));
    let found = &checked["diagnostics"][0];
    assert_eq!(found["rule"], "scalar-needs-selector");
    assert_eq!(found["severity"], "error");
    assert_eq!(found["from"], units(text, "vertex.position"));
    assert_eq!(found["to"], units(text, ";\nMOV"));
    assert_eq!(found["fix"]["replacement"], ".x");
    assert_eq!(found["fix"]["from"], units(text, ";\nMOV"));
    assert_eq!(checked["programs"][0]["accepted"], false);
}

#[test]
fn a_scene_is_drawn() {
    let (run, bytes) = ok(json!({ "do": "run", "name": "a.shader_test", "text": SCENE }));
    assert_eq!(run["verdict"], "pass");
    let picture = &run["picture"];
    assert_eq!([&picture["width"], &picture["height"]], [4, 2]);
    // The left half is 0.25 + 0.75, -0.5 + 0.5, 1 + 0; the right half is cleared.
    let row = [
        [255u8, 0, 255, 255],
        [255, 0, 255, 255],
        [0, 255, 0, 255],
        [0, 255, 0, 255],
    ]
    .concat();
    assert_eq!(piece(&bytes, picture), [row.clone(), row].concat());
}

#[test]
fn a_pixel_has_its_history() {
    let (run, _) = ok(json!({
        "do": "run", "name": "a.shader_test", "text": SCENE, "pixel": { "x": 1, "y": 0 },
    }));
    let commands = run["history"]["commands"].as_array().expect("commands");
    let names: Vec<&str> = commands
        .iter()
        .filter_map(|one| one["command"].as_str())
        .collect();
    assert_eq!(names, ["clear", "draw rect -1 -1 1 2"]);
    let step = &commands[1]["fragments"][0]["trace"][0];
    assert_eq!(step["line"], 8);
    assert_eq!(step["gives"], json!(["1", "0", "1", "1"]));
}

#[test]
fn files_come_with_the_request() {
    let triangle = b"v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n";
    let text = "[require]\nGL_ARB_fragment_program\nSIZE 1 1\n\n[fragment program]\n!!ARBfp1.0\nMOV result.color, 1;\nEND\n\n[test]\nclear\ndraw mesh ../square.obj\nprobe rgba 0 0 1 1 1 1\n";
    let request = |path: &str, length: usize| {
        json!({
            "do": "run", "name": "folder/a.shader_test", "text": text,
            "files": { path: { "offset": 0, "length": length } },
        })
    };
    let (drawn, _) = ask(request("square.obj", triangle.len()), triangle);
    assert_eq!(drawn["ok"]["verdict"], "pass", "{drawn}");
    let (missing, _) = ask(request("circle.obj", triangle.len()), triangle);
    assert_eq!(missing["ok"]["verdict"], "error");
    let (short, _) = ask(request("square.obj", triangle.len() + 1), triangle);
    assert_eq!(
        short["error"],
        "the bytes of the file square.obj are not in the message"
    );
}

#[test]
fn a_program_that_never_ends_is_ended() {
    let text = "[require]\nGL_NV_gpu_program4\nSIZE 1 1\n\n[fragment program]\n!!NVfp4.0\nTEMP t;\nMOV t, fragment.position;\nREP;\nADD.CC t.x, t.x, 1;\nBRK (LT.x);\nENDREP;\nMOV result.color, t;\nEND\n\n[test]\ndraw rect -1 -1 2 2\n";
    let (run, _) = ok(json!({
        "do": "run", "name": "a.shader_test", "text": text, "budget": { "work": 100_000 },
    }));
    assert_eq!(run["verdict"], "error");
    assert_eq!(run["problems"][0]["rule"], "budget-spent");
}

#[test]
fn every_target_answers() {
    let (about, _) = ok(json!({ "do": "about" }));
    let targets = about["targets"].as_array().expect("targets");
    assert!(targets.len() > 10);
    for target in targets {
        let (made, bytes) = ok(json!({
            "do": "translate", "name": "a.shader_test", "text": SCENE, "target": target["name"],
        }));
        let shaders = made["shaders"].as_array().expect("shaders");
        let refused = made["problems"].as_array().expect("problems");
        // Either the one program is a shader, or it is said why not.
        assert_eq!(shaders.len(), usize::from(refused.is_empty()), "{target}");
        for shader in shaders {
            assert!(
                !shader["text"].as_str().unwrap_or_default().is_empty(),
                "{target}"
            );
            if target["words"] == true {
                // source: the magic number of SPIR-V, section 2.3 of its specification.
                assert_eq!(piece(&bytes, &shader["words"])[..4], [3, 2, 0x23, 7]);
            }
        }
    }
}

/// source: docs/translate.md, "Names and numbers"
#[test]
fn buffers_of_counters_are_told_and_bound() {
    let text = "!!NVfp5.0\nOPTION NV_shader_atomic_counters;\nCOUNTER n = program.counter[1][0];\n\
                TEMP r;\nATOMCTR.INCR.U r.x, n;\nMOV result.color, 0;\nEND\n";
    let counters = |bindings: Value| {
        let (made, _) = ok(json!({
            "do": "translate", "name": "a.fp", "text": text, "target": "glsl450", "bindings": bindings,
        }));
        made["shaders"][0]["reflection"]["counters"].clone()
    };
    let expected = |binding: u32| json!([{ "name": "u_fragment_counters1", "buffer": 1, "type": "uint", "binding": binding }]);
    assert_eq!(counters(json!({})), expected(9));
    assert_eq!(counters(json!({ "counter[1]": 4 })), expected(4));
}

#[test]
fn programs_are_counted() {
    let (counted, _) = ok(json!({ "do": "statistics", "name": "a.shader_test", "text": SCENE }));
    let program = &counted["programs"][0];
    assert_eq!(program["header"], "!!ARBfp1.0");
    assert_eq!(program["resources"]["instructions"]["used"], 1);
}

#[test]
fn numbers_that_sliders_move_are_found() {
    let (found, _) = ok(json!({ "do": "adjustable", "text": SCENE }));
    let rows = found["rows"].as_array().expect("rows");
    let labels: Vec<&str> = rows.iter().filter_map(|row| row["label"].as_str()).collect();
    assert_eq!(labels, ["parameter local_fp 0", "PARAM tint", "clear color"]);
    let values = |row: &Value| -> Vec<f64> {
        let numbers = row["numbers"].as_array().expect("numbers");
        numbers.iter().filter_map(|one| one["value"].as_f64()).collect()
    };
    assert_eq!(values(&rows[0]), [0.75, 0.5, 0.0, 0.0]);
    assert_eq!(values(&rows[1]), [0.25, -0.5, 1.0, 1.0]);
    let second = &rows[1]["numbers"][1];
    assert_eq!(second["from"], units(SCENE, "-0.5"));
    assert_eq!(second["to"], units(SCENE, "-0.5") + 4);
}

#[test]
fn words_of_the_geforce_3_are_timed() {
    let text = "MOV oPos, v0\nMOV oD0, v3\n";
    let (timed, _) = ok(json!({ "do": "geforce3", "text": text, "vertices": 30 }));
    // Each word is issued once a vertex, and at most one a cycle.
    assert_eq!(timed["issued"], 2 * 30);
    assert!(timed["cycles"].as_u64() >= Some(2 * 30), "{timed}");
    assert_eq!(timed["stages"][0][0], json!(["RR", timed["rows"][0]["read"]]));
    let (wrong, _) = ok(json!({ "do": "geforce3", "text": "MOV oPos, v0\nMOW oD0, v3\n" }));
    assert_eq!(wrong["problems"][0]["from"], 13);
    // source: the assembler's rule: a program has an instruction.
    for text in ["", "; nothing\n"] {
        let (empty, _) = ok(json!({ "do": "geforce3", "text": text }));
        assert_eq!(empty["problems"][0]["rule"], "nv20-empty", "{empty}");
    }
    for name in ["a.vsh", "a.nv20", "folder/a.NV2A"] {
        let (checked, _) = ok(json!({ "do": "check", "name": name, "text": "MOW oD0, v3\n" }));
        assert_eq!(checked["kind"], "geforce3");
        assert_eq!(checked["diagnostics"][0]["severity"], "error");
    }
}

#[test]
fn a_qpu_program_is_run_step_by_step() {
    let text = include_str!("../../../examples/qpu/saxpy.qasm");
    let x: Vec<f32> = (0..32).map(|one| one as f32).collect();
    let (run, bytes) = ok(json!({
        "do": "qpu", "name": "saxpy.qasm", "text": text,
        "buffers": [{ "name": "x", "floats": x }, { "name": "y", "floats": vec![1.0; 32] }],
        "launches": ["1, 2.5, @x, @y, 128, 0", "1, 2.5, @x+64, @y+64, 128, 1"],
    }));
    assert_eq!(run["end"], "finished");
    assert_eq!(run["findings"], json!([]));
    let y: Vec<f32> = piece(&bytes, &run["buffers"][1])
        .chunks_exact(4)
        .filter_map(|word| Some(f32::from_le_bytes(word.try_into().ok()?)))
        .collect();
    let expected: Vec<f32> = (0..32).map(|one| 2.5 * one as f32 + 1.0).collect();
    assert_eq!(y, expected);
    let steps = run["steps"].as_array().expect("steps");
    assert_eq!(run["instructions"], steps.len());
    assert_eq!(piece(&bytes, &run["lanes"]).len(), steps.len() * 3 * 16 * 4);
    // The first instruction of the first QPU is the first line that is no comment.
    assert_eq!(steps[0]["place"]["line"], 6);
    assert_eq!(steps[0]["word"], 0);
}

#[test]
fn qpu_programs_are_checked() {
    let text = "mov ra1, r0\nmov r1, ra1\nthrend\nnop\nnop\n";
    let (checked, _) = ok(json!({ "do": "check", "name": "a.qasm", "text": text }));
    // A register of the file is not read by the instruction behind its write (VideoCore IV guide, section 3).
    assert_eq!(checked["diagnostics"][0]["from"], 12);
    for name in ["a.qasm", "a.qpu", "a.qinc"] {
        let (wrong, _) = ok(json!({ "do": "check", "name": name, "text": "mow r0, r1\n" }));
        assert_eq!(
            (&wrong["kind"], &wrong["diagnostics"][0]["severity"]),
            (&json!("qpu"), &json!("error"))
        );
    }
}

#[test]
fn the_manual_explains() {
    let (page, _) = ok(json!({ "do": "explain", "name": "RSQ" }));
    assert!(page["markdown"].as_str().is_some_and(|text| text.contains("RSQ")));
    let (words, _) = ok(json!({ "do": "words" }));
    let words = words["words"].as_array().expect("words");
    let found = words
        .iter()
        .find(|word| word["name"] == "RSQ")
        .expect("an opcode");
    assert_eq!(found["chapter"], "opcodes");
    let (unknown, _) = ask(json!({ "do": "explain", "name": "no-such-thing" }), &[]);
    assert!(unknown["error"].is_string());
}

#[test]
fn what_is_no_request_is_said() {
    for request in [
        json!(null),
        json!({}),
        json!({ "do": "dance" }),
        json!({ "do": "check" }),
    ] {
        let (answered, _) = ask(request.clone(), &[]);
        assert!(answered["error"].is_string(), "{request}: {answered}");
    }
    for message in [&[][..], &[1], &[255, 255, 255, 255], &[2, 0, 0, 0, b'{']] {
        let answered = answer(message);
        let (text, _) = parts(&answered).expect("an answer is a message");
        assert!(String::from_utf8_lossy(text).contains("error"));
    }
}

/// Every place that an answer has, wherever it is.
fn ranges(of: &Value, found: &mut Vec<[u64; 2]>) {
    if let (Some(from), Some(to)) = (of["from"].as_u64(), of["to"].as_u64()) {
        found.push([from, to]);
    }
    match of {
        Value::Array(all) => all.iter().for_each(|one| ranges(one, found)),
        Value::Object(all) => all.values().for_each(|one| ranges(one, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Texts that end anywhere are answered, with places within them.
#[test]
fn broken_texts_are_answered() {
    for (name, text) in [
        (
            "a.shader_test",
            include_str!("../../../examples/toon.shader_test"),
        ),
        ("a.shader_test", SCENE),
        ("a.vfp", include_str!("../../../examples/vfp/rim.vfp")),
        ("a.vsh", include_str!("../../../examples/geforce3/water.vsh")),
        ("a.qasm", include_str!("../../../examples/qpu/reduce.qasm")),
    ] {
        let text = format!("{}\u{20ac}\u{1f600}", text.replace("= {", "= { \u{e9}"));
        for cut in (0..text.len()).step_by(23) {
            let text = &text[..text.floor_char_boundary(cut)];
            let units = text.encode_utf16().count() as u64;
            for what in [
                "check",
                "adjustable",
                "statistics",
                "geforce3",
                "translate",
                "run",
                "qpu",
            ] {
                let mut request = json!({ "do": what, "name": name, "text": text, "target": "glsl330" });
                match what {
                    "run" => request["budget"] = json!({ "work": 10_000 }),
                    "qpu" => request["budget"] = json!(1000),
                    _ => {}
                }
                let (answered, _) = ask(request, &[]);
                let mut found = Vec::new();
                ranges(&answered, &mut found);
                for [from, to] in found {
                    assert!(
                        from <= to && to <= units,
                        "{what} {name} {cut}: {from}..{to} of {units}"
                    );
                }
            }
        }
    }
}
