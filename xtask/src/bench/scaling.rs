//! How speed changes with the number of threads and with the size of a draw, and how near fills come to the machine's
//! memory.

use std::hint::black_box;
use std::time::Duration;

use quadrille::Session;

use super::clock::{median, taken};
use super::ours::Ours;
use super::row::{Row, Shape, full, vertices};
use super::rows::rows;
use super::{BenchError, bind, programs};

/// Rows that are drawn by one thread and by two.
const THREADED: [&str; 9] = [
    "vertex program of 35 instructions",
    "interpolated colour 1024²",
    "20 instructions 1024²",
    "100 instructions 1024²",
    "bilinear",
    "trilinear",
    "blur of 8",
    "triangles of 8 pixels",
    "triangles of 200 pixels",
];

/// Numbers of vertices of a draw: whole triangles.
const VERTICES: [u32; 4] = [9_999, 99_999, 999_999, 9_999_999];

/// Widths and heights of a framebuffer.
const SIZES: [u32; 6] = [256, 512, 1024, 2048, 4096, 8192];

/// Width and height of a framebuffer that no cache holds.
const FILLED: u32 = 2048;

/// Items of a sample of small draws at least, so that clocks can tell how long it takes.
const ENOUGH: u64 = 1 << 20;

/// A row with one thread and with two: items in a second of the wall.
pub(super) struct Threaded {
    pub(super) name: &'static str,
    pub(super) unit: &'static str,
    pub(super) one: f64,
    pub(super) two: f64,
}

/// A draw of one size: items in a second of processor time.
pub(super) struct Sized {
    pub(super) name: &'static str,
    pub(super) size: String,
    pub(super) speed: f64,
    /// The part of the fastest size of the row.
    pub(super) of: f64,
}

/// What fills memory: bytes in a second of processor time.
pub(super) struct Filled {
    pub(super) name: &'static str,
    pub(super) speed: f64,
    /// The part of what a loop that does nothing else writes into as much memory.
    pub(super) of: f64,
}

/// All that was measured.
pub(super) struct Scaling {
    /// Empty on a machine with one processor.
    pub(super) threaded: Vec<Threaded>,
    pub(super) sized: Vec<Sized>,
    pub(super) filled: Vec<Filled>,
}

/// Measures the rows whose names contain `name`; fills have none. The process is bound to one processor, to two, and to one
/// again.
pub(super) fn measure(
    session: &Session,
    name: &str,
    rounds: usize,
    processors: usize,
) -> Result<Scaling, BenchError> {
    Ok(Scaling {
        threaded: match processors {
            0 | 1 => Vec::new(),
            _ => threaded(session, name, rounds)?,
        },
        sized: sized(session, name, rounds)?,
        filled: match name {
            "" => filled(session, rounds)?,
            _ => Vec::new(),
        },
    })
}

fn threaded(session: &Session, name: &str, rounds: usize) -> Result<Vec<Threaded>, BenchError> {
    let mut all = Vec::new();
    let is_timed = |row: &&Row| THREADED.contains(&row.name) && row.name.contains(name);
    for row in rows().iter().filter(is_timed) {
        let of_row = |error| BenchError::Ours { row: row.name, error };
        let [mut one, mut two] = [Vec::new(), Vec::new()];
        // In turns, as other work of the machine comes and goes.
        let mut alone = Ours::new(session, row, 1).map_err(of_row)?;
        // Threads keep to the processors that are there when they are started.
        bind(2)?;
        let mut shared = Ours::new(session, row, 2).map_err(of_row)?;
        for _ in 0..rounds {
            bind(1)?;
            one.push(alone.timed(1).map_err(of_row)?.wall);
            bind(2)?;
            two.push(shared.timed(1).map_err(of_row)?.wall);
        }
        bind(1)?;
        let [one, two] = [one, two].map(|walls| row.per_second(median(walls)));
        all.push(Threaded {
            name: row.name,
            unit: row.unit.name(),
            one,
            two,
        });
    }
    Ok(all)
}

fn sized(session: &Session, name: &str, rounds: usize) -> Result<Vec<Sized>, BenchError> {
    let transformed = VERTICES.map(|count| {
        let row = Row {
            items: count.into(),
            shape: Shape::Culled(count),
            ..vertices("vertex program of 4 instructions", programs::TRANSFORM)
        };
        (count.to_string(), row)
    });
    let sizes =
        |name, program: fn() -> String| SIZES.map(|size| (format!("{size}²"), full(name, size, program())));
    let mut all = Vec::new();
    for rows in [
        transformed.into(),
        Vec::from(sizes("20 instructions", programs::twenty)),
        Vec::from(sizes("100 instructions", programs::hundred)),
    ] {
        let mut sizes = Vec::new();
        for (size, row) in rows.into_iter().filter(|(_, row)| row.name.contains(name)) {
            let draws = ENOUGH.div_ceil(row.items) as u32;
            let row = Row { draws, ..row };
            let ours =
                Ours::new(session, &row, 1).map_err(|error| BenchError::Ours { row: row.name, error })?;
            sizes.push((size, row, ours, Vec::new()));
        }
        // In turns, as other work of the machine comes and goes. The first draw of each is not timed.
        for round in 0..=rounds {
            for (_, row, ours, samples) in &mut sizes {
                let of_row = |error| BenchError::Ours { row: row.name, error };
                let time = ours.timed_once().map_err(of_row)?.processor;
                samples.extend((round > 0).then_some(time));
            }
        }
        let speeds: Vec<_> = sizes
            .into_iter()
            .map(|(size, row, _, samples)| (row.name, size, row.per_second(median(samples))))
            .collect();
        let most = speeds.iter().map(|(.., speed)| *speed).fold(0.0, f64::max);
        all.extend(speeds.into_iter().map(|(name, size, speed)| Sized {
            name,
            size,
            speed,
            of: speed / most,
        }));
    }
    Ok(all)
}

fn filled(session: &Session, rounds: usize) -> Result<Vec<Filled>, BenchError> {
    let row = full("constant colour", FILLED, programs::CONSTANT.to_owned());
    let of_row = |error| BenchError::Ours { row: row.name, error };
    let mut ours = Ours::new(session, &row, 1).map_err(of_row)?;
    ours.timed_once().map_err(of_row)?;
    // Four bytes of colour for each pixel of each draw; a clear sets as many of depth and one of the stencil as well.
    let pixels = u64::from(FILLED) * u64::from(FILLED);
    let [color, all] = [4 * pixels, 9 * pixels];
    let mut words = [color, all].map(|bytes| vec![1_u32; (bytes / 4) as usize]);
    let [mut drawn, mut cleared] = [Vec::new(), Vec::new()];
    let mut writes = [Vec::new(), Vec::new()];
    // In turns, as other work of the machine comes and goes.
    for value in 0..rounds as u32 {
        for (words, writes) in words.iter_mut().zip(&mut writes) {
            let (_, time) = taken(|| black_box(words).fill(black_box(value)))?;
            writes.push(time.processor);
        }
        cleared.push(taken(|| ours.clear())?.1.processor);
        drawn.push(ours.timed_once().map_err(of_row)?.processor);
    }
    let speed = |bytes: u64, samples: Vec<Duration>| bytes as f64 / median(samples).as_secs_f64().max(1e-9);
    let of = |name, bytes: u64, samples, writes: f64| {
        let speed = speed(bytes, samples);
        Filled {
            name,
            speed,
            of: speed / writes,
        }
    };
    let [writes_of_color, writes_of_all] = writes;
    Ok(vec![
        of(
            "clear of colour, depth and stencil",
            all,
            cleared,
            speed(all, writes_of_all),
        ),
        of(
            "draw of a constant colour",
            color * u64::from(row.draws),
            drawn,
            speed(color, writes_of_color),
        ),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the table of rows
    #[test]
    fn rows_of_threads_are_rows() {
        let all = rows();
        let known = |name| all.iter().any(|row| row.name == name);
        assert!(THREADED.into_iter().all(known));
    }
}
