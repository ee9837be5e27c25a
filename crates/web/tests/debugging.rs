//! Runs forwards and back over requests: nothing is kept between them.
//!
//! source: what each instruction gives is worked out by hand; docs/debugger.md says what commands do.

use quadrille_web::message::{Answer, parts};
use quadrille_web::request::answer;
use serde_json::{Value, json};

/// The answer to a request that brings no bytes.
fn ok(request: Value) -> Value {
    let message = Answer::from(request);
    let answer = answer(&message.message());
    let (text, _) = parts(&answer).expect("an answer is a message");
    let mut json: Value = serde_json::from_slice(text).expect("its text is JSON");
    assert!(json["error"].is_null(), "{json}");
    json["ok"].take()
}

fn register<'a>(at: &'a Value, name: &str) -> &'a Value {
    let registers = at["registers"].as_array().expect("registers");
    let found = registers.iter().find(|register| register["name"] == name);
    found.unwrap_or_else(|| panic!("{name} of {at}"))
}

const PROGRAM: &str = "!!ARBvp1.0\nTEMP a;\nADD a, vertex.position, vertex.position;\nMUL a, a, 3;\nMOV result.position, a;\nEND\n";

#[test]
fn a_program_is_stepped_and_stepped_back() {
    let at = |step: u64, commands: Value| {
        ok(json!({
            "do": "debug", "name": "a.vp", "text": PROGRAM, "step": step, "commands": commands,
            "inputs": { "vertex.position": [1, 2, 3, 1] },
        }))
    };
    let begin = at(0, json!([]));
    assert_eq!((&begin["step"], &begin["line"]), (&json!(0), &json!(3)));
    assert_eq!(begin["instruction"], "ADD a, vertex.position, vertex.position");
    assert_eq!(begin["lines"], json!([3, 4, 5]));
    let one = at(0, json!(["step"]));
    assert_eq!((&one["step"], &one["line"]), (&json!(1), &json!(4)));
    let a = register(&one, "a");
    assert_eq!(
        (&a["value"], &a["written"]),
        (&json!("(2, 4, 6, 2)"), &json!(true))
    );
    assert_eq!(register(&one, "vertex.position")["written"], false);
    let two = at(1, json!(["step"]));
    assert_eq!(register(&two, "a")["value"], "(6, 12, 18, 6)");
    let back = at(2, json!(["back"]));
    assert_eq!(back["step"], 1);
    assert_eq!(register(&back, "a")["value"], "(2, 4, 6, 2)");
    let end = at(2, json!(["continue", "last a.y"]));
    assert_eq!(
        end["step"], 1,
        "the write of the last value is the next step: {end}"
    );
    assert!(
        end["replies"][1]["text"]
            .as_str()
            .expect("a text")
            .contains("line 4")
            || end["line"] == 4
    );
}

#[test]
fn breakpoints_have_lines_and_conditions() {
    let stop = |breakpoint: &str| {
        ok(json!({
            "do": "debug", "name": "a.vp", "text": PROGRAM, "breakpoints": [breakpoint], "commands": ["continue"],
            "inputs": { "vertex.position": [1, 2, 3, 1] },
        }))
    };
    assert_eq!(stop("5")["line"], 5);
    assert_eq!(stop("5 if a.x == 6")["line"], 5);
    assert_eq!(stop("5 if a.x == 7")["line"], Value::Null);
    let wrong = stop("5 if nothing == 7");
    assert_eq!(wrong["replies"][0]["failed"], true, "{wrong}");
}

/// A scene whose pixel (1, 0) is covered twice: 0.25 is written, then 0.5 + 0.25.
const SCENE: &str = "[require]\nGL_ARB_fragment_program\nSIZE 4 2\n\n[fragment program]\n!!ARBfp1.0\nTEMP a;\nMOV a, program.local[0];\nADD result.color, a, 0.25;\nEND\n\n[test]\ndraw rect -1 -1 1 2\nparameter local_fp 0 (0.5, 0.5, 0.5, 0.5)\ndraw rect -1 -1 2 2\n";

#[test]
fn the_fragments_at_a_pixel_one_after_another() {
    let at = |invocation: u64, step: u64, commands: Value| {
        ok(json!({
            "do": "debug", "name": "a.shader_test", "text": SCENE, "pixel": { "x": 1, "y": 0 },
            "invocation": invocation, "step": step, "commands": commands,
        }))
    };
    let first = at(0, 0, json!(["step", "step"]));
    assert_eq!(
        register(&first, "result.color")["value"],
        "(0.25, 0.25, 0.25, 0.25)"
    );
    // The pixel is the lower right one of its quad, whose four fragments run together.
    assert_eq!(
        (&first["thread"], first["threads"].as_array().map(Vec::len)),
        (&json!(1), Some(4))
    );
    let second = at(1, 1, json!(["step"]));
    assert_eq!(
        register(&second, "result.color")["value"],
        "(0.75, 0.75, 0.75, 0.75)"
    );
    assert_eq!(at(1, 2, json!(["back"]))["line"], 9);
    assert_eq!(
        at(2, 0, json!([]))["refused"],
        "there is no further fragment at the pixel"
    );
}

#[test]
fn what_is_not_gone_through_is_told() {
    let refused = |name: &str, text: &str, pixel: Value| {
        let asked = ok(json!({ "do": "debug", "name": name, "text": text, "pixel": pixel }));
        asked["refused"].as_str().expect("it is refused").to_owned()
    };
    assert_eq!(
        refused("a.vp", "!!ARBvp1.0\nNO;\nEND\n", Value::Null),
        "the program is not accepted"
    );
    assert_eq!(
        refused("a.qasm", "nop\n", Value::Null),
        "only programs of the OpenGL languages are gone through here"
    );
    assert_eq!(
        refused("a.shader_test", "[test]\nclear\n", json!({ "x": 0, "y": 0 })),
        "no fragment program runs for the pixel"
    );
    assert_eq!(
        refused("a.shader_test", "[test]\nnothing\n", json!({ "x": 0, "y": 0 })),
        "the scene is wrong"
    );
}

/// source: docs/page.md: what never ends is paused, and a step that is too far away is no request.
#[test]
fn a_run_without_end_is_paused() {
    let text = "!!NVfp4.0\nTEMP t;\nMOV t, fragment.position;\nREP;\nADD.CC t.x, t.x, 1;\nBRK (LT.x);\nENDREP;\nMOV result.color, t;\nEND\n";
    let at = ok(json!({ "do": "debug", "name": "a.fp", "text": text, "commands": ["continue"] }));
    let said = at["replies"][0]["text"].as_str().unwrap_or_default().to_owned();
    assert!(at["end"].is_string() || said.contains("steps"), "{at}");
    let message = Answer::from(json!({ "do": "debug", "name": "a.fp", "text": text, "step": 3_000_000 }));
    let answer = answer(&message.message());
    let (text, _) = parts(&answer).expect("an answer is a message");
    let json: Value = serde_json::from_slice(text).expect("its text is JSON");
    assert_eq!(json["error"], "steps are at most 2000000");
}
