//! The budget of a scene on the command line: memory, work, time.

use std::time::{Duration, Instant};

use quadrille::{Budget, Stop};
use serde_json::{Value, json};

#[derive(clap::Args)]
pub(crate) struct BudgetArgs {
    /// The most memory that a scene takes, in bytes, or with K, M or G behind the number.
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = size)]
    memory: u64,
    /// The most work that a scene takes: instructions, each for all invocations that execute it, and vertices, pixels
    /// and texels that are gone over. Without it 200000000, and 4194304 instructions of an invocation.
    #[arg(long, value_name = "UNITS")]
    budget: Option<u64>,
    /// The most time that a scene takes.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
}

impl BudgetArgs {
    /// The budget of a scene that begins now.
    pub(crate) fn of_scene(&self) -> Budget {
        let usual = Budget::default();
        let end = self
            .time_limit
            .and_then(|limit| Instant::now().checked_add(limit));
        Budget {
            memory: self.memory,
            work: self.budget.unwrap_or(usual.work),
            instructions: self.budget.unwrap_or(usual.instructions),
            stop: end.map(|end| Stop::new(move || Instant::now() >= end)),
        }
    }

    /// The settings, as a record keeps them.
    pub(crate) fn json(&self) -> Value {
        json!([
            self.memory,
            self.budget,
            self.time_limit.map(|limit| limit.as_secs_f64())
        ])
    }

    /// The most time that a scene takes, if it is limited.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }
}

/// A number that is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum LimitError {
    #[error("a size is a number of bytes, or one with K, M or G behind it")]
    Size,
    #[error("a time is a number of seconds, not below 0")]
    Time,
}

/// A number of bytes.
fn size(text: &str) -> Result<u64, LimitError> {
    let units = [('K', 10), ('M', 20), ('G', 30)];
    let unit = units.iter().find_map(|(letter, shift)| {
        let digits = text.strip_suffix([*letter, letter.to_ascii_lowercase()])?;
        Some((digits, 1 << shift))
    });
    let (digits, unit): (&str, u64) = unit.unwrap_or((text, 1));
    let bytes = digits
        .parse()
        .ok()
        .and_then(|number: u64| number.checked_mul(unit));
    bytes.ok_or(LimitError::Size)
}

/// A number of seconds, which may have a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, LimitError> {
    let seconds = text
        .parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or(LimitError::Time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times() {
        assert_eq!(
            [size("7"), size("2K"), size("3m"), size("1G")],
            [Ok(7), Ok(2048), Ok(3 << 20), Ok(1 << 30)]
        );
        assert!(
            ["", "-1", "K", "1.5G", "99999999999G"]
                .iter()
                .all(|text| size(text).is_err())
        );
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        assert!(
            ["", "-1", "NaN", "1e300", "inf"]
                .iter()
                .all(|text| seconds(text).is_err())
        );
    }
}
