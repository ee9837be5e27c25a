//! Messages on standard input and output, each behind its length (LSP 3.17, "Base Protocol"). What is no message is
//! answered (JSON-RPC 2.0, 5.1), and the next is read.

use std::io::{self, BufRead, Read, Write};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::{Connection, ErrorCode, Message};
use lsp_types::notification::{Exit, Notification as _};
use serde_json::{Value, json};

/// The threads that read and write.
pub(super) struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until both have ended: the reader behind `exit` or the end of standard input, the writer when nobody sends.
    ///
    /// # Errors
    ///
    /// A stream failed.
    pub(super) fn join(self) -> io::Result<()> {
        let panicked = |_| io::Error::other("a thread of the connection panicked");
        self.reader.join().map_err(panicked)??;
        self.writer.join().map_err(panicked)?
    }
}

/// The connection over standard input and output.
pub(super) fn connection() -> (Connection, Threads) {
    let (sender, outgoing) = bounded(0);
    let (incoming, receiver) = bounded(0);
    let threads = Threads {
        reader: thread::spawn(move || read(&mut io::stdin().lock(), &incoming, &mut io::stdout())),
        writer: thread::spawn(move || write(&outgoing)),
    };
    (Connection { sender, receiver }, threads)
}

fn write(outgoing: &Receiver<Message>) -> io::Result<()> {
    outgoing
        .iter()
        .try_for_each(|message| message.write(&mut io::stdout().lock()))
}

/// Hands messages on up to `exit`; what is none is answered at once.
fn read(input: &mut dyn BufRead, incoming: &Sender<Message>, answers: &mut dyn Write) -> io::Result<()> {
    while let Some(text) = text(input)? {
        let message = match message(&text) {
            Ok(message) => message,
            Err(answer) => {
                let answer = answer.to_string();
                let framed = format!("Content-Length: {}\r\n\r\n{answer}", answer.len());
                answers.write_all(framed.as_bytes())?;
                answers.flush()?;
                continue;
            }
        };
        let is_exit = matches!(&message, Message::Notification(one) if one.method == Exit::METHOD);
        if incoming.send(message).is_err() || is_exit {
            break;
        }
    }
    Ok(())
}

/// The message of a text, or the answer to what is none: nothing says which request that was.
fn message(text: &[u8]) -> Result<Message, Value> {
    let refused = |code: ErrorCode, error: serde_json::Error| {
        json!({
            "jsonrpc": "2.0",
            "id": null,
            "error": { "code": code as i32, "message": error.to_string() },
        })
    };
    let value: Value = serde_json::from_slice(text).map_err(|error| refused(ErrorCode::ParseError, error))?;
    serde_json::from_value(value).map_err(|error| refused(ErrorCode::InvalidRequest, error))
}

/// The next text; `None` at the end of the input.
fn text(input: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let malformed = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let mut length: Option<u64> = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let header = line.trim_end_matches(['\r', '\n']);
        if header.is_empty() {
            break;
        }
        let (name, value) = header
            .split_once(':')
            .ok_or_else(|| malformed("a header of a message is not NAME: VALUE"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            let number = value.trim().parse();
            length = Some(number.map_err(|_| malformed("the length of a message is no number"))?);
        }
    }
    let length = length.ok_or_else(|| malformed("a message has no length"))?;
    let mut text = Vec::new();
    input.take(length).read_to_end(&mut text)?;
    match text.len() as u64 == length {
        true => Ok(Some(text)),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: JSON-RPC 2.0, 5 and 5.1: -32700 where a text is no JSON, -32600 where it is no request, the id null
    #[test]
    fn what_is_no_message_is_answered_and_the_next_is_read() {
        let shutdown = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
        let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let sent: String = ["{not json", "[1, 2]", shutdown, exit, shutdown]
            .iter()
            .map(|text| format!("Content-Length: {}\r\n\r\n{text}", text.len()))
            .collect();
        let (incoming, receiver) = crossbeam_channel::unbounded();
        let mut answers = Vec::new();
        read(&mut sent.as_bytes(), &incoming, &mut answers).expect("it is read");
        drop(incoming);
        let answers = String::from_utf8(answers).expect("text");
        let codes: Vec<(Value, Value)> = answers
            .split("Content-Length: ")
            .skip(1)
            .map(|framed| {
                let (length, text) = framed.split_once("\r\n\r\n").expect("a header and a text");
                assert_eq!(length.parse(), Ok(text.len()));
                let answer: Value = serde_json::from_str(text).expect("JSON");
                (answer["id"].clone(), answer["error"]["code"].clone())
            })
            .collect();
        assert_eq!(
            codes,
            [(Value::Null, json!(-32700)), (Value::Null, json!(-32600))]
        );
        let methods: Vec<String> = receiver
            .into_iter()
            .map(|message| match message {
                Message::Request(request) => request.method,
                Message::Notification(notification) => notification.method,
                Message::Response(_) => "a response".to_owned(),
            })
            .collect();
        assert_eq!(methods, ["shutdown", "exit"], "nothing behind exit is read");
    }
}
