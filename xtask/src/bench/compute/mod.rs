//! Compute programs: items in a second, beside what this machine can do at most.

mod peak;
mod rows;

use std::sync::Arc;

use quadrille::memory::Buffer;
use quadrille::{Budget, BufferBinding, CanvasError, CanvasOptions, Rejected, Session};
use quadrille_numerics::level::Level;

use self::peak::Bound;
use self::rows::{Row, rows};
use super::clock::{median, taken};

/// Why a dispatch is not timed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ComputeError {
    #[error(transparent)]
    Canvas(#[from] CanvasError),
    #[error(transparent)]
    Rejected(#[from] Rejected),
    #[error("a clock: {0}")]
    Clock(#[from] nix::Error),
    #[error("{row}: what it stores is not what it should be")]
    Result { row: &'static str },
}

/// What was measured of a dispatch.
pub(super) struct Dispatched {
    pub(super) name: &'static str,
    pub(super) unit: &'static str,
    /// Items in a second of processor time.
    pub(super) speed: f64,
    pub(super) bound: &'static str,
    /// The operations of its items in a second, of those that the machine does at most.
    pub(super) fraction: f64,
}

/// Times the dispatches whose names contain a text.
pub(super) fn measure(
    session: &Session,
    name: &str,
    threads: usize,
    rounds: usize,
) -> Result<Vec<Dispatched>, ComputeError> {
    let rows: Vec<Row> = rows().into_iter().filter(|row| row.name.contains(name)).collect();
    let mut peaks = Vec::new();
    for bound in Bound::ALL {
        if rows.iter().any(|row| row.bound == bound) {
            peaks.push((bound, bound.measure(Level::best())?));
        }
    }
    let mut all = Vec::new();
    for row in &rows {
        let speed = row.items as f64 / dispatched(session, row, threads, rounds)?;
        let peak = peaks.iter().find(|(bound, _)| *bound == row.bound);
        let peak = peak.map_or(f64::INFINITY, |(_, peak)| *peak);
        all.push(Dispatched {
            name: row.name,
            unit: row.unit,
            speed,
            bound: row.bound.name(),
            fraction: speed * row.operations / peak,
        });
    }
    Ok(all)
}

/// Seconds of processor time of a dispatch. What the first stores is compared.
fn dispatched(session: &Session, row: &Row, threads: usize, rounds: usize) -> Result<f64, ComputeError> {
    let mut canvas = session.canvas_with(&CanvasOptions {
        threads,
        budget: Budget::UNLIMITED,
        ..CanvasOptions::new(1, 1)
    })?;
    canvas.bind(&session.load("compute", &row.program)?)?;
    let buffers: Vec<Arc<Buffer>> = row
        .buffers
        .iter()
        .map(|bytes| Arc::new(Buffer::from_bytes(bytes)))
        .collect();
    for (number, buffer) in buffers.iter().enumerate() {
        canvas.bind_storage(number, Some(BufferBinding::whole(buffer.clone())))?;
    }
    let groups = [row.groups, 1, 1];
    canvas.dispatch(groups, None)?;
    let (buffer, start, words) = &row.expected;
    let found = buffers[*buffer].to_bytes();
    let expected: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    if !found[*start..].starts_with(&expected) {
        return Err(ComputeError::Result { row: row.name });
    }
    let mut samples = Vec::new();
    for _ in 0..rounds {
        let (done, time) = taken(|| canvas.dispatch(groups, None))?;
        done?;
        samples.push(time.processor);
    }
    Ok(median(samples).as_secs_f64().max(1e-9))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: each row's own: arithmetic, FIPS 180-4
    #[test]
    fn rows_store_what_they_should() {
        for row in rows() {
            dispatched(&crate::session::usual(), &row, 2, 0)
                .unwrap_or_else(|error| panic!("{}: {error}", row.name));
        }
    }
}
