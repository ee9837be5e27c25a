//! The encodings of texts that are changed and written again.

/// The encoding of a file's characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// A character a byte, so that whatever stands in comments comes out as it went in.
    Latin1,
}

/// The characters of bytes, and how these are made again.
pub fn decode(bytes: Vec<u8>) -> (String, Encoding) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, Encoding::Utf8),
        Err(error) => {
            let characters = error.as_bytes().iter().map(|byte| char::from(*byte));
            (characters.collect(), Encoding::Latin1)
        }
    }
}

impl Encoding {
    /// The bytes of a text.
    pub fn encode(self, text: String) -> Vec<u8> {
        match self {
            Encoding::Utf8 => text.into_bytes(),
            Encoding::Latin1 => text.chars().map(|character| character as u8).collect(),
        }
    }
}
