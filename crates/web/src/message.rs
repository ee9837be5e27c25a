//! Requests and answers as bytes: the length of a JSON text, the text, and behind it bytes that the text speaks of by
//! offset and length.

use serde_json::Value;

use crate::error::RequestError;

/// Bytes of the length, little end first.
const LENGTH: usize = 4;

/// The parts of a message: its JSON text and the bytes behind it.
///
/// # Errors
///
/// It is shorter than it says.
pub fn parts(message: &[u8]) -> Result<(&[u8], &[u8]), RequestError> {
    let (length, rest) = message
        .split_first_chunk::<LENGTH>()
        .ok_or(RequestError::Length)?;
    let length = u32::from_le_bytes(*length) as usize;
    rest.split_at_checked(length).ok_or(RequestError::Length)
}

/// What is answered: JSON, and bytes beside it.
#[derive(Debug, Default)]
pub struct Answer {
    /// The JSON.
    pub json: Value,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl From<Value> for Answer {
    fn from(json: Value) -> Answer {
        Answer {
            json,
            bytes: Vec::new(),
        }
    }
}

impl Answer {
    /// As bytes.
    pub fn message(&self) -> Vec<u8> {
        let text = self.json.to_string();
        let mut message = (text.len() as u32).to_le_bytes().to_vec();
        message.extend_from_slice(text.as_bytes());
        message.extend_from_slice(&self.bytes);
        message
    }
}

/// Bytes of an answer, and where in them each piece went.
#[derive(Debug, Default)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Bytes {
    /// Adds a piece; the JSON that finds it again.
    pub(crate) fn add(&mut self, piece: &[u8]) -> Value {
        let offset = self.0.len();
        self.0.extend_from_slice(piece);
        serde_json::json!({ "offset": offset, "length": piece.len() })
    }
}
