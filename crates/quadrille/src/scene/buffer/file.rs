//! Buffers from files and into files: bytes, texts of numbers, `.npy` arrays.

use quadrille_scene::NumberType;

use crate::npy;

fn is_npy(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".npy")
}

/// The bytes that a file puts into a buffer.
pub(super) fn bytes_of(file: &[u8], number_type: Option<NumberType>, path: &str) -> Result<Vec<u8>, String> {
    match number_type {
        _ if is_npy(path) => npy::read(file).map_err(|error| format!("{path}: {error}")),
        Some(number_type) => {
            let text = String::from_utf8_lossy(file);
            let values = number_type.of_text(&text);
            let values = values.ok_or_else(|| {
                format!(
                    "{path}: not every word is a number of the type {}",
                    number_type.name()
                )
            })?;
            Ok(values.bytes())
        }
        None => Ok(file.to_vec()),
    }
}

/// The file that a buffer becomes.
pub(super) fn file_of(bytes: &[u8], number_type: Option<NumberType>, path: &str) -> Vec<u8> {
    match number_type {
        number_type if is_npy(path) => npy::write(&number_type.unwrap_or(NumberType::U8).values(bytes)),
        Some(number_type) => {
            let text = number_type.values(bytes).to_string().replace(' ', "\n");
            format!("{text}\n").into_bytes()
        }
        None => bytes.to_vec(),
    }
}
