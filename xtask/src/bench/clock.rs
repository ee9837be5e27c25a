//! What this process takes: time of its processors and on the wall, and memory.

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

/// Memory of this process in bytes, by a line of `/proc/self/status`; `None` on machines without it.
fn memory(line: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|all| all.strip_prefix(line))?;
    let kibibytes: u64 = kibibytes.trim().trim_end_matches(" kB").trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// The most memory that the process has beyond what it had at the beginning.
pub(super) struct Peak(Option<u64>);

impl Peak {
    /// Begins; what was the most before is forgotten.
    pub(super) fn begin() -> Peak {
        // Linux: 5 sets the peak to what is resident now.
        let is_reset = std::fs::write("/proc/self/clear_refs", "5").is_ok();
        Peak(memory("VmRSS:").filter(|_| is_reset))
    }

    /// The bytes; `None` on machines that do not tell.
    pub(super) fn bytes(&self) -> Option<u64> {
        Some(memory("VmHWM:")?.saturating_sub(self.0?))
    }
}
