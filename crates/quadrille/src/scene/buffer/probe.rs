//! What buffers hold against what is expected.

use quadrille_base::Span;
use quadrille_memory::Buffer;
use quadrille_scene::{Comparison, Values};

use super::super::{Failure, ProbeLocation};
use super::BufferError;

/// Compares the numbers at `offset`; the first that differs. Floats may differ by `tolerance`, integers not.
pub(in crate::scene) fn probe(
    buffer: &Buffer,
    offset: u64,
    expected: &Values,
    span: Span,
    tolerance: f32,
) -> Result<Option<Failure>, BufferError> {
    let number_type = expected.number_type();
    let wanted = (expected.len() * number_type.bytes()) as u64;
    if !buffer.holds(offset, wanted) {
        return Err(BufferError::Probe);
    }
    let bytes: Vec<u8> = (offset..offset + wanted)
        .map(|at| buffer.load(at, 1) as u8)
        .collect();
    let found = number_type.values(&bytes);
    let Some(at) = expected.difference(&found, f64::from(tolerance)) else {
        return Ok(None);
    };
    let (Some(expected), Some(found)) = (expected.one(at), found.one(at)) else {
        return Ok(None);
    };
    Ok(Some(Failure {
        span,
        place: ProbeLocation::Byte(offset + (at * number_type.bytes()) as u64),
        expected,
        found,
    }))
}

/// Compares the number of 32 bits at `offset`, as it stands on the left of a comparison, with a value.
pub(super) fn compare(
    buffer: &Buffer,
    offset: u64,
    (comparison, value): (Comparison, u32),
    span: Span,
) -> Result<Option<Failure>, BufferError> {
    if !buffer.holds(offset, 4) {
        return Err(BufferError::Probe);
    }
    let found = buffer.load(offset, 4) as u32;
    Ok((!comparison.holds(found, value)).then(|| Failure {
        span,
        place: ProbeLocation::Byte(offset),
        expected: Values::U32(vec![value]),
        found: Values::U32(vec![found]),
    }))
}
