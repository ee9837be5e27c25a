//! Buffers from files and into files: bytes, texts of numbers, `.npy` arrays.

use quadrille_base::{Meter, Room, Spent};
use quadrille_memory::Buffer;
use quadrille_scene::NumberType;

use super::error::BufferFileError;
use crate::npy;

impl super::Buffers {
    /// The bytes of all buffers, by name.
    pub(in crate::scene) fn contents(&self) -> Vec<(String, Vec<u8>)> {
        let named = self.named.iter();
        named
            .map(|(name, named)| (name.clone(), named.buffer.to_bytes()))
            .collect()
    }
}

/// Bytes of numbers that are written at once; numbers of every type fill them.
const PART: usize = 1 << 16;

fn is_npy(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".npy")
}

/// The bytes that a file puts into a buffer.
pub(super) fn bytes_of(
    file: &[u8],
    number_type: Option<NumberType>,
    path: &str,
) -> Result<Vec<u8>, BufferFileError> {
    match number_type {
        _ if is_npy(path) => Ok(npy::read(file)?),
        Some(number_type) => {
            let values = number_type.of_text(&String::from_utf8_lossy(file));
            let values = values.ok_or(BufferFileError::Numbers(number_type))?;
            Ok(values.bytes())
        }
        None => Ok(file.to_vec()),
    }
}

/// The file that a buffer becomes, and its room.
pub(super) fn file_of(
    buffer: &Buffer,
    number_type: Option<NumberType>,
    path: &str,
    meter: &Meter,
) -> Result<(Vec<u8>, Vec<Room>), Spent> {
    meter.work(buffer.size())?;
    // The bytes; and for an array the same as numbers.
    let _copies = meter.room(buffer.size().saturating_mul(2))?;
    let bytes = buffer.to_bytes();
    match number_type {
        Some(number_type) if !is_npy(path) => lines(&bytes, number_type, meter),
        number_type => {
            let room = meter.room(buffer.size().saturating_add(npy::MOST_HEADER))?;
            let file = match is_npy(path) {
                true => npy::write(&number_type.unwrap_or(NumberType::U8).values(&bytes)),
                false => bytes,
            };
            Ok((file, vec![room]))
        }
    }
}

/// Numbers as text, one a line. How long that gets, only the numbers say.
fn lines(bytes: &[u8], number_type: NumberType, meter: &Meter) -> Result<(Vec<u8>, Vec<Room>), Spent> {
    let (mut text, mut rooms) = (String::new(), Vec::new());
    for part in bytes.chunks(PART) {
        let lines = number_type.values(part).to_string().replace(' ', "\n");
        let length = lines.len() as u64 + 1;
        // A text that grows has room for twice as much at most.
        rooms.push(meter.room(2 * length)?);
        meter.work(length)?;
        text.push_str(&lines);
        text.push('\n');
    }
    if text.is_empty() {
        text.push('\n');
    }
    Ok((text.into_bytes(), rooms))
}
