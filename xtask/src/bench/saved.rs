//! What was measured in a file, and what is measured later beside it.

use std::path::Path;

use super::{BenchError, Measured};

/// What `--against` reads: a line for each row, its name, the seconds of a sample and the bytes of memory.
pub(super) fn text(all: &[Measured]) -> String {
    let line = |measured: &Measured| {
        let seconds = measured.ours.processor.as_secs_f64();
        format!(
            "{}\t{seconds}\t{}\n",
            measured.name,
            measured.peak.unwrap_or_default()
        )
    };
    all.iter().map(line).collect()
}

/// The seconds and bytes of a row in what was saved.
fn row_of(text: &str, name: &str) -> Option<[f64; 2]> {
    let mut rows = text.lines().map(|line| line.split('\t'));
    rows.find_map(|mut row| {
        (row.next() == Some(name)).then(|| Some([row.next()?.parse().ok()?, row.next()?.parse().ok()?]))
    })?
}

/// More than this many times what it took before is a loss.
const LOSS: f64 = 1.1;

/// Bytes of memory that come and go with the allocator.
const NOISE: f64 = 2e6;

/// Compares with what was saved before.
pub(super) fn against(path: &Path, now: &[Measured]) -> Result<(), BenchError> {
    let text = std::fs::read_to_string(path).map_err(|error| BenchError::File {
        path: path.to_owned(),
        error,
    })?;
    let mut lost = 0;
    for measured in now {
        let Some([time, memory]) = row_of(&text, measured.name) else {
            println!("{}: new", measured.name);
            continue;
        };
        let of_time = measured.ours.processor.as_secs_f64() / time;
        let peak = measured.peak.unwrap_or_default() as f64;
        println!(
            "{}: {of_time:.2} of the time, {:+.1} MB of memory",
            measured.name,
            (peak - memory) / 1e6
        );
        lost += usize::from(of_time > LOSS || peak > memory * LOSS + NOISE);
    }
    match lost {
        0 => Ok(()),
        rows => Err(BenchError::Lost(rows)),
    }
}
