//! The Debug Adapter Protocol: requests in, answers and events out.
//!
//! source: <https://microsoft.github.io/debug-adapter-protocol/specification>

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use quadrille::Inputs;
use quadrille_debug::Interpreter;
use quadrille_debug::dap::protocol::Request;
use quadrille_debug::dap::{Gone, Launch, Requests, Server, Unopened};
use serde_json::{Value, json};

use super::gl;

/// Requests that have come already; nothing comes while a run goes on.
struct Given(VecDeque<Request>);

impl Requests for Given {
    fn wait(&mut self) -> Option<Request> {
        self.0.pop_front()
    }

    fn poll(&mut self) -> Result<Option<Request>, Gone> {
        Ok(None)
    }
}

/// What goes out, shared with who looks at it when the server has ended.
#[derive(Clone, Default)]
struct Out(Rc<RefCell<Vec<u8>>>);

impl std::io::Write for Out {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// All messages that come back when a client has launched `gl::SUM`, of which line 3 has the first instruction, and stands
/// in front of it.
fn messages(initialize: Value, requests: &[(&str, Value)]) -> Vec<Value> {
    let begin = [
        ("initialize", initialize),
        ("launch", json!({ "program": "test.vp", "stopOnEntry": true })),
        ("configurationDone", json!({})),
    ];
    let all = begin.iter().chain(requests).zip(1..);
    let all = all.map(|((command, arguments), seq)| Request {
        seq,
        command: (*command).to_owned(),
        arguments: arguments.clone(),
    });
    let out = Out::default();
    let mut open =
        |_: &Launch| -> Result<Interpreter<'static>, Unopened> { Ok(gl::open(gl::SUM, &Inputs::default())) };
    let served = Server::new(Given(all.collect()), out.clone(), &mut open).serve();
    served.expect("it is written");
    let text = String::from_utf8(out.0.take()).expect("text");
    let messages = text.split("Content-Length: ").skip(1);
    messages
        .map(|framed| {
            let (_, message) = framed.split_once("\r\n\r\n").expect("a header and a message");
            serde_json::from_str(message).expect("JSON")
        })
        .collect()
}

/// The answers to the requests behind those that begin.
fn answers(initialize: Value, requests: &[(&str, Value)]) -> Vec<Value> {
    let all = messages(initialize, requests).into_iter();
    all.filter(|message| message["type"] == "response")
        .skip(3)
        .collect()
}

/// How often an event is among messages.
fn count(messages: &[Value], event: &str) -> usize {
    messages
        .iter()
        .filter(|message| message["event"] == event)
        .count()
}

#[test]
fn each_breakpoint_that_is_wanted_is_answered() {
    let source = json!({ "path": "/folder/test.vp" });
    let wanted = json!([
        { "line": 3 },
        { "line": -1 },
        { "line": "three" },
        { "line": 4, "hitCondition": "abc" },
        { "line": 4, "hitCondition": " >= 2 " },
        { "line": 4, "condition": "nothing > 1" },
        { "line": 99 },
    ]);
    let data = json!([
        { "dataId": "a.x" },
        { "dataId": "a.x", "hitCondition": "1x" },
        { "dataId": 7 },
    ]);
    let instructions = json!([{ "instructionReference": "1" }, { "instructionReference": "99" }, 5]);
    let answers = answers(
        json!({}),
        &[
            (
                "setBreakpoints",
                json!({ "source": source, "breakpoints": wanted }),
            ),
            ("setDataBreakpoints", json!({ "breakpoints": data })),
            (
                "setInstructionBreakpoints",
                json!({ "breakpoints": instructions }),
            ),
        ],
    );
    let verified = |answer: &Value| -> Vec<bool> {
        let all = answer["body"]["breakpoints"].as_array().expect("a list");
        let is_told = |one: &Value| one["verified"] == true || one["message"].is_string();
        assert!(all.iter().all(is_told), "{all:?}");
        all.iter().map(|one| one["verified"] == true).collect()
    };
    assert_eq!(
        verified(&answers[0]),
        [true, false, false, false, true, false, false]
    );
    assert_eq!(
        answers[0]["body"]["breakpoints"][3]["message"],
        "`abc` is no number"
    );
    assert_eq!(verified(&answers[1]), [true, false, false]);
    assert_eq!(verified(&answers[2]), [true, false, false]);
}

#[test]
fn lines_and_columns_count_from_where_the_client_says() {
    let places = |initialize: Value, line: i64| -> Vec<Value> {
        let source = json!({ "path": "test.vp" });
        let answers = answers(
            initialize,
            &[
                ("stackTrace", json!({ "threadId": 1 })),
                (
                    "setBreakpoints",
                    json!({ "source": source, "breakpoints": [{ "line": line }] }),
                ),
                (
                    "breakpointLocations",
                    json!({ "source": source, "line": line, "endLine": line + 1 }),
                ),
                (
                    "disassemble",
                    json!({ "memoryReference": "0", "instructionCount": 1 }),
                ),
            ],
        );
        let frame = &answers[0]["body"]["stackFrames"][0];
        vec![
            frame["line"].clone(),
            frame["column"].clone(),
            answers[1]["body"]["breakpoints"][0]["line"].clone(),
            answers[2]["body"]["breakpoints"].clone(),
            answers[3]["body"]["instructions"][0]["line"].clone(),
        ]
    };
    // The first instruction is in the third line, the second in the fourth.
    let one = places(json!({}), 3);
    assert_eq!(
        one,
        [
            json!(3),
            json!(1),
            json!(3),
            json!([{ "line": 3 }, { "line": 4 }]),
            json!(3)
        ]
    );
    let zero = places(json!({ "linesStartAt1": false, "columnsStartAt1": false }), 2);
    assert_eq!(
        zero,
        [
            json!(2),
            json!(0),
            json!(2),
            json!([{ "line": 2 }, { "line": 3 }]),
            json!(2)
        ]
    );
}

#[test]
fn a_thread_that_is_not_there_is_refused() {
    let asked = [9, 0, -1, i64::MIN].map(|thread| ("stackTrace", json!({ "threadId": thread })));
    for answer in answers(json!({}), &asked) {
        assert_eq!(answer["success"], false, "{answer}");
    }
    let step = answers(json!({}), &[("next", json!({ "threadId": 9 }))]);
    assert_eq!(step[0]["message"], "there is no thread 9; there are 1");
}

#[test]
fn a_session_ends_once() {
    let go = ("continue", json!({ "threadId": 1 }));
    let quit = ("evaluate", json!({ "expression": "quit", "context": "repl" }));
    // To the end, from where the next ends the session.
    let all = messages(
        json!({}),
        &[go.clone(), go.clone(), go.clone(), go.clone(), quit.clone()],
    );
    assert_eq!((count(&all, "exited"), count(&all, "terminated")), (1, 1));
    let refused = all.iter().filter(|message| message["success"] == false);
    let refused: Vec<&Value> = refused.map(|message| &message["message"]).collect();
    assert_eq!(refused, ["the session has ended"; 3]);
    let all = messages(json!({}), &[quit, go, ("terminate", json!({}))]);
    assert_eq!((count(&all, "exited"), count(&all, "terminated")), (1, 1));
    assert_eq!(
        all.iter().filter(|message| message["success"] == false).count(),
        1
    );
}

#[test]
fn a_client_that_has_disconnected_gets_no_answer() {
    let count = |end: &str| {
        let requests = [(end, json!({})), ("threads", json!({}))];
        answers(json!({}), &requests).len()
    };
    assert_eq!((count("terminate"), count("disconnect")), (2, 1));
    let unknown = answers(json!({}), &[("restart", json!({}))]);
    assert_eq!(unknown[0]["message"], "the request `restart` is not known");
}
