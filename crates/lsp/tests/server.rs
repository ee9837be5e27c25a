//! The protocol over a connection in memory: what an editor sends, and what must come back (LSP 3.17).

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use quadrille_lsp::NoIncludes;
use quadrille_lsp::server::{ServerError, serve};
use serde_json::{Value, json};

/// The longest that an answer may take, on a machine that does other things too.
const PATIENCE: Duration = Duration::from_secs(120);

const URI: &str = "file:///folder/light%20one.vp";

struct Client {
    connection: Connection,
    server: JoinHandle<Result<(), ServerError>>,
    next: i32,
    /// Notifications that came while something else was waited for.
    told: Vec<Notification>,
}

impl Client {
    fn start(options: Value) -> Client {
        let (own, other) = Connection::memory();
        let server = thread::spawn(move || serve(&other, "0", Arc::new(NoIncludes)));
        let mut client = Client {
            connection: own,
            server,
            next: 0,
            told: Vec::new(),
        };
        let answer = client.ask(
            "initialize",
            json!({ "capabilities": {}, "initializationOptions": options }),
        );
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
        client.notify("initialized", json!({}));
        client
    }

    fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection
            .sender
            .send(request.into())
            .expect("the server listens");
        id
    }

    fn notify(&self, method: &str, params: Value) {
        let message = Notification::new(method.to_owned(), params);
        self.connection
            .sender
            .send(message.into())
            .expect("the server listens");
    }

    fn receive(&self) -> Message {
        self.connection
            .receiver
            .recv_timeout(PATIENCE)
            .expect("an answer")
    }

    fn response(&mut self, id: &RequestId) -> Response {
        loop {
            match self.receive() {
                Message::Response(response) if response.id == *id => return response,
                Message::Notification(notification) => self.told.push(notification),
                other => panic!("{other:?}"),
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let response = self.response(&id);
        response
            .response_result
            .unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    fn refused(&mut self, method: &str, params: Value) -> (i32, String) {
        let id = self.send(method, params);
        let error = self.response(&id).response_result.expect_err("a refusal");
        (error.code, error.message)
    }

    /// The next notification of a method.
    fn notification(&mut self, method: &str) -> Value {
        if let Some(at) = self.told.iter().position(|one| one.method == method) {
            return self.told.remove(at).params;
        }
        loop {
            match self.receive() {
                Message::Notification(one) if one.method == method => return one.params,
                Message::Notification(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The problems of a version of the document.
    fn problems(&mut self, version: i32) -> Vec<Value> {
        loop {
            let told = self.notification("textDocument/publishDiagnostics");
            if told["version"] == version {
                return told["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    fn open(&self, text: &str) {
        self.notify(
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": URI, "languageId": "", "version": 1, "text": text } }),
        );
    }

    fn change(&self, version: i32, changes: Value) {
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": URI, "version": version }, "contentChanges": changes }),
        );
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", json!(null)), json!(null));
        self.notify("exit", json!(null));
        let ended = self.server.join().expect("no panic");
        assert!(ended.is_ok(), "{ended:?}");
    }
}

fn at(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
}

fn edit(from: (u32, u32), to: (u32, u32), text: &str) -> Value {
    json!({
        "range": {
            "start": { "line": from.0, "character": from.1 },
            "end": { "line": to.0, "character": to.1 },
        },
        "text": text,
    })
}

const LIGHT: &str = "!!ARBvp1.0\r\n# é𐐀 a light\r\nPARAM mvp[4] = { state.matrix.mvp };\r\nTEMP n;\r\n\
                     DP4 n.x, mvp[0], vertex.position;\r\nMOV result.position, n.x;\r\nEND\r\n";

#[test]
fn a_document_is_edited_and_asked_about() {
    let mut client = Client::start(json!(null));
    client.open(LIGHT);
    assert_eq!(client.problems(1), Vec::<Value>::new());
    let hover = client.ask("textDocument/hover", at(4, 1));
    let page = hover["contents"]["value"].as_str().expect("a page");
    assert!(page.contains("# DP4") && page.contains("!!ARBvp1.0\n"), "{page}");
    assert_eq!(hover["range"]["end"], json!({ "line": 4, "character": 3 }));
    let definition = client.ask("textDocument/definition", at(5, 21));
    assert_eq!(definition["range"]["start"], json!({ "line": 3, "character": 5 }));
    // The comment has a character of two units: the edit behind it goes where the editor shows it.
    client.change(2, json!([edit((1, 5), (1, 5), "n")]));
    assert_eq!(client.problems(2), Vec::<Value>::new());
    // Two edits in one message, the second in what the first leaves; `n` is gone then.
    client.change(
        3,
        json!([edit((3, 5), (3, 6), "normal"), edit((3, 5), (3, 8), "NOR")]),
    );
    let problems = client.problems(3);
    assert_eq!(problems[0]["code"], "undeclared-name");
    assert_eq!(
        problems[0]["range"]["start"],
        json!({ "line": 4, "character": 4 })
    );
    assert_eq!(problems[0]["source"], "quadrille");
    client.change(4, json!([edit((3, 5), (3, 11), "n")]));
    assert_eq!(client.problems(4), Vec::<Value>::new());
    // All at once.
    client.change(
        5,
        json!([{ "text": "!!ARBvp1.0\nMOV result.position, vertex.attrib(0);\nEND\n" }]),
    );
    let problems = client.problems(5);
    assert_eq!(problems[0]["code"], "index-in-brackets");
    let range = problems[0]["range"].clone();
    let actions = client.ask(
        "textDocument/codeAction",
        json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } }),
    );
    let edit = &actions[0]["edit"]["changes"][URI][0];
    assert_eq!(actions[0]["isPreferred"], true);
    assert!(
        edit["newText"].as_str().expect("a text").contains("[0]"),
        "{edit}"
    );
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    let gone = client.notification("textDocument/publishDiagnostics");
    assert_eq!(gone["diagnostics"], json!([]));
    client.end();
}

#[test]
fn names_change_everywhere_or_not_at_all() {
    let mut client = Client::start(json!(null));
    client.open(LIGHT);
    let rename = |name: &str| {
        let mut params = at(3, 5);
        params["newName"] = json!(name);
        params
    };
    let edits = client.ask("textDocument/rename", rename("normal"));
    let edits = edits["changes"][URI].as_array().expect("edits").clone();
    let places: Vec<(u64, u64)> = edits
        .iter()
        .map(|edit| {
            let start = &edit["range"]["start"];
            (
                start["line"].as_u64().expect("a line"),
                start["character"].as_u64().expect("a column"),
            )
        })
        .collect();
    assert_eq!(places, [(3, 5), (4, 4), (5, 21)]);
    // ARB_vertex_program 2.14.2: `vertex` and opcodes are reserved; mvp is declared.
    for name in ["vertex", "MAD", "mvp", "2n", "a b", "a.b", ""] {
        let (code, message) = client.refused("textDocument/rename", rename(name));
        assert_eq!(code, -32602, "{name}: {message}");
    }
    assert_eq!(client.ask("textDocument/prepareRename", at(4, 0)), json!(null));
    client.end();
}

#[test]
fn requests_that_are_cancelled_or_wrong_are_answered() {
    let mut client = Client::start(json!(null));
    // Long enough that the answer is not there when the request is cancelled.
    let body = "MAD result.color, vertex.color, vertex.color, vertex.color;\n".repeat(20_000);
    client.open(&format!("!!ARBvp1.0\n{body}END\n"));
    let ids: Vec<RequestId> = (0..8)
        .map(|_| {
            client.send(
                "textDocument/semanticTokens/full",
                json!({ "textDocument": { "uri": URI } }),
            )
        })
        .collect();
    let last = ids.last().expect("some").clone();
    client.notify("$/cancelRequest", json!({ "id": 9 }));
    let mut cancelled = false;
    for _ in &ids {
        loop {
            match client.receive() {
                Message::Response(response) => {
                    if response.id == last {
                        // RequestCancelled
                        cancelled = matches!(response.response_result, Err(error) if error.code == -32800);
                    }
                    break;
                }
                Message::Notification(one) => client.told.push(one),
                Message::Request(request) => panic!("{request:?}"),
            }
        }
    }
    assert!(
        cancelled,
        "the last of eight was answered before it was cancelled"
    );
    // MethodNotFound, InvalidParams; a document that is not open.
    assert_eq!(client.refused("textDocument/nothing", json!({})).0, -32601);
    assert_eq!(
        client
            .refused("textDocument/hover", json!({ "textDocument": 1 }))
            .0,
        -32602
    );
    let other =
        json!({ "textDocument": { "uri": "file:///other.vp" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(client.refused("textDocument/hover", other).0, -32602);
    client.notify("textDocument/didChange", json!({ "nonsense": true }));
    assert!(client.notification("window/showMessage")["message"].is_string());
    client.notify("quadrille/unknown", json!([]));
    client.end();
}

/// source: LSP 3.17, "Shutdown Request": a request behind it is an InvalidRequest, -32600
#[test]
fn requests_behind_shutdown_are_refused_until_exit() {
    let mut client = Client::start(json!(null));
    client.open(LIGHT);
    assert_eq!(client.ask("shutdown", json!(null)), json!(null));
    assert_eq!(client.refused("textDocument/hover", at(4, 1)).0, -32600);
    client.notify("$/cancelRequest", json!({ "id": 1 }));
    assert_eq!(client.refused("shutdown", json!(null)).0, -32600);
    client.notify("exit", json!(null));
    let ended = client.server.join().expect("no panic");
    assert!(ended.is_ok(), "{ended:?}");
}

#[test]
fn settings_are_the_options_of_the_command_line() {
    let mut client = Client::start(json!({ "limits": "minimum" }));
    let temporaries: Vec<String> = (0..20).map(|number| format!("t{number}")).collect();
    let text = format!(
        "!!ARBvp1.0\nTEMP {};\nMOV result.position, vertex.position;\nEND\n",
        temporaries.join(", ")
    );
    client.open(&text);
    let codes = |problems: &[Value]| problems.iter().map(|one| one["code"].clone()).collect::<Vec<_>>();
    // ARB_vertex_program Table X.5: MAX_PROGRAM_TEMPORARIES_ARB is at least 12.
    assert!(codes(&client.problems(1)).contains(&json!("too-many-temporaries")));
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "quadrille": { "limits": "desktop", "noAdvice": true } } }),
    );
    assert_eq!(client.problems(1), Vec::<Value>::new());
    // Other people's settings change nothing: the next problems are those of the next text.
    client.notify("workspace/didChangeConfiguration", json!({ "settings": {} }));
    client.change(
        2,
        json!([{ "text": text.replace("vertex.position", "vertex.positon") }]),
    );
    let told = client.notification("textDocument/publishDiagnostics");
    assert_eq!(told["version"], 2);
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "quadrille": { "limits": "huge" } } }),
    );
    let told = client.notification("window/showMessage");
    assert!(
        told["message"].as_str().expect("a message").contains("huge"),
        "{told}"
    );
    client.end();
}

#[test]
fn a_document_that_grows_beyond_all_bounds_is_closed() {
    let mut client = Client::start(json!(null));
    client.open("!!ARBvp1.0\nMOV result.position, vertex.positon;\nEND\n");
    assert_eq!(client.problems(1).len(), 1);
    client.change(2, json!([edit((0, 10), (0, 10), &"#".repeat(65 << 20))]));
    let gone = client.notification("textDocument/publishDiagnostics");
    assert_eq!(gone["diagnostics"], json!([]));
    assert!(client.notification("window/showMessage")["message"].is_string());
    // Later edits are of a text that nobody has.
    client.change(3, json!([edit((0, 10), (0, 11), "")]));
    assert_eq!(client.refused("textDocument/hover", at(0, 0)).0, -32602);
    client.end();
}

/// 10 MB, as the largest programs of arcade machines are not: it is opened, edited at its end and asked about within
/// seconds, and every edit is judged in the end.
#[test]
fn a_file_of_10_megabytes_is_served() {
    let mut client = Client::start(json!({ "limits": "unlimited" }));
    let line = "MAD a, a, a, a;                                # a comment\n";
    let body = line.repeat(10_000_000 / line.len());
    let text = format!("!!NVvp4.0\nTEMP a;\n{body}MOV result.position, a;\nEND\n");
    assert!(text.len() > 9_900_000);
    let last = text.matches('\n').count() as u32 - 2;
    client.open(&text);
    for (number, letter) in "bcdefg".chars().enumerate() {
        client.change(
            2 + number as i32,
            json!([edit((last, 21), (last, 22), &letter.to_string())]),
        );
    }
    let start = Instant::now();
    let items = client.ask("textDocument/completion", at(last, 21));
    let labels: Vec<&str> = items["items"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|item| item["label"].as_str())
        .collect();
    assert!(labels.contains(&"a") && labels.contains(&"vertex"), "{labels:?}");
    let hover = client.ask("textDocument/hover", at(last - 1, 1));
    assert!(
        hover["contents"]["value"]
            .as_str()
            .expect("a page")
            .contains("# MAD")
    );
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    let problems = client.problems(7);
    assert_eq!(problems[0]["code"], "undeclared-name");
    assert_eq!(
        problems[0]["range"]["start"],
        json!({ "line": last, "character": 21 })
    );
    client.end();
}
