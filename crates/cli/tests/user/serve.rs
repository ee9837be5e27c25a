//! `quadrille serve`, asked as a browser asks. What is expected is what docs/page.md says, and HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use super::page::folder;

/// The server, ended with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_quadrille"))
}

/// What a server answers to the text of a request.
fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers and closes");
    answer
}

#[test]
fn a_folder_is_served_to_this_machine() {
    let pages = folder("serve");
    std::fs::write(pages.join("index.html"), "<!doctype html>\n<title>page</title>\n").expect("a page");
    std::fs::write(pages.join(".secret"), "secret").expect("a file");
    let mut serve = program();
    serve.arg("serve").arg(&pages).args(["--port", "0"]);
    let mut child = serve
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let stdout = child.stdout.take().expect("its output");
    let _server = Server(child);
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).expect("its address");
    let address = line
        .trim()
        .strip_prefix("http://")
        .and_then(|rest| rest.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("{line}"));
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let get = |path: &str| {
        ask(
            address,
            &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n"),
        )
    };
    let page = get("/");
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    assert!(page.ends_with("<title>page</title>\n"), "{page}");
    assert!(
        page.contains("\r\nCross-Origin-Embedder-Policy: require-corp\r\n"),
        "{page}"
    );
    assert!(page.contains("\r\nContent-Length: 36\r\n"), "{page}");
    assert!(get("/examples/toon.shader_test").starts_with("HTTP/1.1 200 "));
    for path in ["/.secret", "/../Cargo.toml", "//etc/passwd", "/nothing"] {
        assert!(get(path).starts_with("HTTP/1.1 404 "), "{path}");
    }
    // A connection that says nothing keeps no other waiting.
    let _silent = TcpStream::connect(address).expect("it listens");
    assert!(get("/").starts_with("HTTP/1.1 200 "));
}

#[test]
fn a_folder_without_a_page_is_refused() {
    let empty = folder("serve-nothing");
    let output = program().arg("serve").arg(&empty).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("has no index.html; `cargo xtask web` builds the page"),
        "{said}"
    );
}
