//! Answers of HTTP: which page a request gets, and the headers of all.

use std::collections::BTreeMap;
use std::fmt::Write;

/// An answer: its lines, and what follows them.
#[derive(Debug)]
pub(super) struct Answer<'a> {
    pub(super) head: String,
    pub(super) body: &'a [u8],
}

/// What every answer has. The first three let a page use memory that threads share; nothing of another origin gets in, and
/// what was built anew is loaded anew.
const HEADERS: [&str; 6] = [
    "Cross-Origin-Opener-Policy: same-origin",
    "Cross-Origin-Embedder-Policy: require-corp",
    "Cross-Origin-Resource-Policy: same-origin",
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-cache",
    "Connection: close",
];

/// The answer to the lines of a request.
pub(super) fn answer<'a>(request: &str, pages: &'a BTreeMap<String, Vec<u8>>) -> Answer<'a> {
    let mut lines = request.lines();
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let host = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("host").then(|| value.trim())
    });
    // A name of a stranger that leads here would let its pages read what is served.
    if !host.is_some_and(is_own) {
        return refusal("403 Forbidden", "this server is for 127.0.0.1 and localhost\n");
    }
    let is_head = method == "HEAD";
    if method != "GET" && !is_head {
        return refusal("405 Method Not Allowed", "only GET and HEAD are answered\n");
    }
    let path = target
        .split(['?', '#'])
        .next()
        .unwrap_or_default()
        .trim_start_matches('/');
    let path = match path.is_empty() || path.ends_with('/') {
        true => format!("{path}index.html"),
        false => path.to_owned(),
    };
    match pages.get(&path) {
        Some(body) => Answer {
            head: head("200 OK", content_type(&path), body.len()),
            body: if is_head { &[] } else { body },
        },
        None => refusal("404 Not Found", "there is no such file\n"),
    }
}

/// Whether a host is this machine, with a port or without.
fn is_own(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost")
}

fn refusal(status: &str, why: &'static str) -> Answer<'static> {
    Answer {
        head: head(status, "text/plain; charset=utf-8", why.len()),
        body: why.as_bytes(),
    }
}

fn head(status: &str, content_type: &str, length: usize) -> String {
    let mut head =
        format!("HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n");
    for header in HEADERS {
        let _ = write!(head, "{header}\r\n");
    }
    head.push_str("\r\n");
    head
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: RFC 9110: 15.3.1, 15.5.4, 15.5.5, 15.5.6 of status codes, 9.3.2 of HEAD, which has the headers of GET.
    #[test]
    fn requests_are_answered() {
        let pages = BTreeMap::from([("index.html".to_owned(), b"page".to_vec())]);
        let status = |request: &str| {
            let Answer { head, body } = answer(request, &pages);
            (head.split(' ').nth(1).unwrap_or_default().to_owned(), body.len())
        };
        let own = "\r\nHost: 127.0.0.1:8000\r\n\r\n";
        assert_eq!(status(&format!("GET / HTTP/1.1{own}")), ("200".into(), 4));
        assert_eq!(
            status(&format!("GET /index.html?a=b HTTP/1.1{own}")),
            ("200".into(), 4)
        );
        assert_eq!(
            status("GET / HTTP/1.1\r\nhost: LocalHost\r\n\r\n"),
            ("200".into(), 4)
        );
        assert_eq!(status(&format!("HEAD / HTTP/1.1{own}")), ("200".into(), 0));
        assert_eq!(status(&format!("GET /../index.html HTTP/1.1{own}")).0, "404");
        assert_eq!(status(&format!("GET /%2e%2e/etc/passwd HTTP/1.1{own}")).0, "404");
        assert_eq!(status(&format!("POST / HTTP/1.1{own}")).0, "405");
        assert_eq!(
            status("GET / HTTP/1.1\r\nHost: stranger.example:8000\r\n\r\n").0,
            "403"
        );
        assert_eq!(
            status("GET / HTTP/1.1\r\nHost: 127.0.0.1.stranger.example\r\n\r\n").0,
            "403"
        );
        assert_eq!(status("GET / HTTP/1.1\r\n\r\n").0, "403");
        assert_eq!(status("").0, "403");
    }

    /// source: HTML, 7.1.3 and 7.1.4: which values of which headers make a page cross-origin isolated.
    #[test]
    fn pages_may_share_memory_with_threads() {
        let pages = BTreeMap::from([("page.js".to_owned(), Vec::new())]);
        let answer = answer("GET /page.js HTTP/1.1\r\nHost: localhost\r\n\r\n", &pages);
        for header in [
            "Cross-Origin-Opener-Policy: same-origin\r\n",
            "Cross-Origin-Embedder-Policy: require-corp\r\n",
            "Content-Type: text/javascript",
        ] {
            assert!(answer.head.contains(header), "{}", answer.head);
        }
    }
}
