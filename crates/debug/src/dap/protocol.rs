//! Messages of the Debug Adapter Protocol as they go over a pipe: a header with a length, and JSON.

use std::io::{self, BufRead, Read, Write};

use serde::Deserialize;
use serde_json::Value;

/// Bytes of a message that is read.
const MOST: usize = 16 << 20;
/// Bytes of a header.
const HEADER: u64 = 4096;

/// A request.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Request {
    /// Its number.
    pub seq: i64,
    /// What is wanted.
    pub command: String,
    /// What goes with it.
    #[serde(default)]
    pub arguments: Value,
}

/// Why no request was read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The pipe cannot be read.
    #[error(transparent)]
    Pipe(#[from] io::Error),
    /// The header has no length, or one that is too large.
    #[error("the header of a message has no length that can be read")]
    Header,
    /// The message is no request.
    #[error("a message is no request: {0}")]
    Request(#[from] serde_json::Error),
}

/// Reads a request; `None` at the end of the pipe.
///
/// # Errors
///
/// [`ReadError`]; after one of a request, another may follow.
pub fn read(from: &mut impl BufRead) -> Result<Option<Request>, ReadError> {
    let mut length = None;
    let mut left = HEADER;
    loop {
        let mut line = String::new();
        let count = from.by_ref().take(left).read_line(&mut line)?;
        if count == 0 && left == HEADER {
            return Ok(None);
        }
        left = left.saturating_sub(count as u64);
        if count == 0 || left == 0 {
            return Err(ReadError::Header);
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok().filter(|length: &usize| *length <= MOST);
        }
    }
    let mut bytes = vec![0; length.ok_or(ReadError::Header)?];
    from.read_exact(&mut bytes)?;
    Ok(Some(serde_json::from_slice(&bytes)?))
}

/// Writes a message.
///
/// # Errors
///
/// The pipe cannot be written.
pub fn write(to: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(to, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    to.flush()
}
