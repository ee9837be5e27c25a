//! What this process takes of time: that of its processors, and on the wall.

use std::time::{Duration, Instant};

use nix::time::{ClockId, clock_gettime};

/// What something took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    /// Time of all threads of this process together.
    pub(super) processor: Duration,
    pub(super) wall: Duration,
}

/// The time that a call takes, with what it gives.
pub(super) fn taken<T>(run: impl FnOnce() -> T) -> Result<(T, Taken), nix::Error> {
    let wall = Instant::now();
    let processor = processor_time()?;
    let result = run();
    Ok((
        result,
        Taken {
            processor: processor_time()?.saturating_sub(processor),
            wall: wall.elapsed(),
        },
    ))
}

fn processor_time() -> Result<Duration, nix::Error> {
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map(Duration::from)
}

/// The median of samples; zero without any.
pub(super) fn median(mut samples: Vec<Duration>) -> Duration {
    samples.sort_unstable();
    samples.get(samples.len() / 2).copied().unwrap_or_default()
}
