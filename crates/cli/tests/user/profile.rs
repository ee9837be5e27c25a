//! `quadrille profile`, and traces that Perfetto opens. What is counted and timed is tested in `quadrille/tests/profile.rs`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::input::run;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// source: the Trace Event Format: complete events of one thread nest, names of threads and processes are metadata
fn check_trace(text: &str) -> Vec<Value> {
    let trace: Value = serde_json::from_str(text).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("a list").clone();
    let mut ends: BTreeMap<(u64, u64), f64> = BTreeMap::new();
    let mut spans = Vec::new();
    for event in events {
        let row = (
            event["pid"].as_u64().expect("a process"),
            event["tid"].as_u64().expect("a thread"),
        );
        if event["ph"] == "M" {
            continue;
        }
        assert_eq!(event["ph"], "X", "{event}");
        let number = |key: &str| event[key].as_f64().unwrap_or_else(|| panic!("{key}: {event}"));
        let end = ends.entry(row).or_default();
        assert!(number("ts") >= *end - 1e-6, "{event} overlaps what is before it");
        *end = number("ts") + number("dur");
        spans.push(event);
    }
    spans
}

/// source: docs/profile.md; the lines are those of examples/toon.shader_test
#[test]
fn a_scene_is_profiled() {
    let scene = format!("{ROOT}/examples/toon.shader_test");
    let line = format!(
        "quadrille profile {scene} --runs 1 --top 3 --flame flame.svg --perfetto trace.json && cat trace.json >&2"
    );
    let (status, out, trace) = run("profile", &[], &line);
    assert_eq!(status, 0, "{out}{trace}");
    for part in [
        "ms on one thread, the fastest of 1 run",
        "vertex program, ",
        "fragment program, ",
        "pipeline",
        "draw mesh torus.obj",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let spans = check_trace(&trace);
    let named = |name: &str| spans.iter().filter(|span| span["name"] == name).count();
    assert_eq!(named("draw mesh torus.obj"), 1);
    assert!(named("batch") > 1, "{trace}");
    let (_, svg, _) = run(
        "profile-svg",
        &[],
        &format!("quadrille profile {scene} --runs 1 --flame - | sed -n '/^<svg/,$p'"),
    );
    assert!(
        svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert_eq!(svg.matches("<g>").count(), svg.matches("</g>").count());
    assert!(svg.contains(": draw mesh torus.obj: "), "{svg}");
    let (status, out, _) = run(
        "profile-json",
        &[],
        &format!("quadrille profile {scene} --runs 1 --json"),
    );
    assert_eq!(status, 0);
    let object: Value = serde_json::from_str(&out).expect("an object");
    let sum: u64 = object["stages"]
        .as_array()
        .expect("stages")
        .iter()
        .map(|stage| stage["time"].as_u64().expect("a time"))
        .sum();
    assert_eq!(Some(sum), object["time"].as_u64(), "stages are all of the time");
}

/// source: docs/profile.md
#[test]
fn what_is_not_profiled_is_told() {
    let scene = format!("{ROOT}/examples/toon.shader_test");
    let wrong: &[(&str, &[u8])] = &[("wrong.shader_test", b"[test]\ndraw nothing\n")];
    for (line, status, said) in [
        (
            format!("quadrille profile {scene} --engine gf3"),
            2,
            "the engine `gf3` cannot be watched",
        ),
        (format!("quadrille profile {scene} --runs 0"), 2, "0 is not in"),
        (
            "quadrille profile wrong.shader_test".to_owned(),
            1,
            " --> wrong.shader_test:",
        ),
        (
            "quadrille profile missing.shader_test".to_owned(),
            2,
            "missing.shader_test",
        ),
    ] {
        let (found, out, err) = run("profile-wrong", wrong, &line);
        assert_eq!(found, status, "{line}: {out}{err}");
        assert!(err.contains(said), "{line}: {err}");
    }
}

/// source: docs/profile.md: two instructions of one vertex, a microsecond each
#[test]
fn a_program_has_a_timeline() {
    let program = b"!!ARBvp1.0\nTEMP a;\nADD a, vertex.position, 1;\nMOV result.position, a;\nEND\n";
    let line = "quadrille eval a.vp --perfetto trace.json > report && cat trace.json";
    let (status, out, err) = run("eval-perfetto", &[("a.vp", program)], line);
    assert_eq!((status, &*err), (0, ""), "{out}");
    let spans = check_trace(&out);
    let told: Vec<(&str, f64)> = spans
        .iter()
        .map(|span| {
            (
                span["name"].as_str().unwrap_or(""),
                span["ts"].as_f64().unwrap_or(-1.0),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("ADD a, vertex.position, 1", 0.0),
            ("MOV result.position, a", 1.0)
        ]
    );
    assert_eq!(spans[1]["args"]["line"], 4);
}
