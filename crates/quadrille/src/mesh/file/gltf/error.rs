//! Errors in glTF files.

/// Why a glTF file gives no triangles. Things are counted from 0, as in the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GltfError {
    /// The container of a binary file is cut short, or has no text.
    #[error("the binary file is cut short or has no JSON part")]
    Container,
    /// It is not of version 2.
    #[error("only glTF 2 is read")]
    Version,
    /// The text is no JSON, or says something else than glTF does there.
    #[error("{message} (line {line}, column {column} of the JSON text)")]
    Json {
        /// The message of the JSON reader.
        message: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// It cannot be read without an extension.
    #[error("the extension `{0}` is required, and is not known here")]
    Extension(String),
    /// The address of a buffer is neither that of a file nor data in base64.
    #[error("buffer {0}: a `data:` address has `;base64`, a comma and the characters of base64")]
    Data(usize),
    /// A buffer has no address, and there is no binary part for it.
    #[error("buffer {0} has no address, and the file no binary part for it")]
    NoData(usize),
    /// A buffer has fewer bytes than is said.
    #[error("buffer {0} is shorter than the file says")]
    Short(usize),
    /// Something is named that is not there.
    #[error("there is no {what} {number}")]
    Missing {
        /// The kind of thing that is missing.
        what: &'static str,
        /// Its number.
        number: u32,
    },
    /// A part of a buffer goes beyond its end.
    #[error("buffer view {0} goes beyond its buffer")]
    View(u32),
    /// The elements of an accessor go beyond their part of a buffer, or lie closer than they are long.
    #[error("accessor {0} goes beyond its buffer view")]
    Range(u32),
    /// The elements of an accessor are of another type than what they are used for.
    #[error("accessor {accessor} does not have the type of {wanted}")]
    Type {
        /// The accessor.
        accessor: u32,
        /// The use that the triangles make of it.
        wanted: &'static str,
    },
    /// Elements are replaced that are not there.
    #[error("accessor {0} replaces an element that it does not have")]
    Sparse(u32),
    /// Only lists of triangles are read.
    #[error("only triangles are read, not primitives of mode {0}")]
    Mode(u32),
    /// A primitive without positions.
    #[error("a primitive has no positions")]
    NoPositions,
    /// A primitive whose attributes are not equally many.
    #[error("a primitive has {positions} positions and {others} {what}")]
    Lengths {
        /// Its positions.
        positions: usize,
        /// The others.
        others: usize,
        /// The kind of thing that they are.
        what: &'static str,
    },
}

impl From<serde_json::Error> for GltfError {
    fn from(error: serde_json::Error) -> GltfError {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        // It ends in the place, which is told in our own words.
        let end = format!(" at line {line} column {column}");
        GltfError::Json {
            message: message.strip_suffix(&end).unwrap_or(&message).to_owned(),
            line,
            column,
        }
    }
}
