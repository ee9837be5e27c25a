//! What a long run says of itself while it goes on: a line to the error output now and then.

use std::time::{Duration, Instant};

/// How long it is silent.
const SILENCE: Duration = Duration::from_secs(10);

/// When a run began and when it last said something.
pub(super) struct Progress {
    began: Instant,
    said: Instant,
}

impl Progress {
    /// A run that begins.
    pub(super) fn new() -> Progress {
        let now = Instant::now();
        Progress {
            began: now,
            said: now,
        }
    }

    /// Says how far the run is, if it has been silent for long enough.
    pub(super) fn at(&mut self, how_far: impl FnOnce() -> String) {
        if self.said.elapsed() >= SILENCE {
            self.said = Instant::now();
            eprintln!("{:4} s: {}", self.began.elapsed().as_secs(), how_far());
        }
    }
}
