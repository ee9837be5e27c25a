//! The trace for timelines, read back as JSON. What events must hold says the "Trace Event Format" of Chromium.

use quadrille_timeline::{Argument, Timeline, Track};
use serde_json::{Value, json};

fn events(trace: Timeline) -> Vec<Value> {
    let value: Value = serde_json::from_str(&trace.into_text()).unwrap();
    value["traceEvents"].as_array().unwrap().clone()
}

#[test]
fn every_kind_of_event_is_json() {
    let track = Track {
        process: 1,
        thread: 2,
    };
    let mut trace = Timeline::new(100, 250.0);
    trace.name_process(1, "renderer \"1\"\\");
    trace.name_track(track, "QPU\u{1}2");
    trace.span(
        track,
        "shader",
        500,
        750,
        &[("address", Argument::Text("é")), ("quads", Argument::Number(7))],
    );
    trace.instant(track, "semaphore", 1000, &[]);
    trace.counter(1, "stalled", 0, &[("tmu", u64::MAX), ("tlb", 0)]);
    assert_eq!(
        events(trace),
        [
            json!({"name": "process_name", "ph": "M", "pid": 1, "tid": 0, "args": {"name": "renderer \"1\"\\"}}),
            json!({"name": "thread_name", "ph": "M", "pid": 1, "tid": 2, "args": {"name": "QPU\u{1}2"}}),
            json!({"name": "shader", "ph": "X", "pid": 1, "tid": 2, "ts": 2, "dur": 1, "args": {"address": "é", "quads": 7}}),
            json!({"name": "semaphore", "ph": "i", "pid": 1, "tid": 2, "ts": 4, "s": "t"}),
            json!({"name": "stalled", "ph": "C", "pid": 1, "tid": 0, "ts": 0, "args": {"tmu": u64::MAX, "tlb": 0}}),
        ]
    );
}

#[test]
fn events_are_limited() {
    let track = Track {
        process: 0,
        thread: 0,
    };
    let mut trace = Timeline::new(2, 0.0);
    for at in 0..5 {
        trace.span(track, "x", at, 0, &[]);
    }
    assert_eq!(trace.dropped(), 3);
    let events = events(trace);
    assert_eq!(events.len(), 2);
    assert_eq!((&events[1]["ts"], &events[1]["dur"]), (&json!(1), &json!(0)));
    assert!(events_of_nothing().is_empty());
}

fn events_of_nothing() -> Vec<Value> {
    events(Timeline::new(0, f64::NAN))
}
