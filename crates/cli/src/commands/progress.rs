//! How far a command over many files is: a bar on a terminal, and now and then a line where there is none.

use std::fmt::Arguments;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::Mutex;
use std::sync::PoisonError;

use crate::out;

/// Files from which it is worth showing.
const MANY: usize = 20;

/// The time between two lines.
const BETWEEN: Duration = Duration::from_secs(30);

/// How far a command is.
pub(super) struct Progress {
    bar: ProgressBar,
    what: &'static str,
    begun: Instant,
    /// When the last line was written; none where no lines are.
    line: Option<Mutex<Instant>>,
}

impl Progress {
    /// Over so many files, which are called `what`.
    pub(super) fn new(files: usize, what: &'static str, quiet: bool) -> Progress {
        let is_shown = !quiet && files >= MANY;
        let on_terminal = std::io::stderr().is_terminal();
        let bar = match is_shown && on_terminal {
            false => ProgressBar::hidden(),
            true => {
                let template = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{per_sec}}, {{eta}} left");
                let style = ProgressStyle::with_template(&template);
                ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            }
        };
        bar.set_length(files as u64);
        let begun = Instant::now();
        Progress {
            bar,
            what,
            begun,
            line: (is_shown && !on_terminal).then(|| Mutex::new(begun)),
        }
    }

    /// One more is done.
    pub(super) fn advance(&self) {
        self.bar.inc(1);
        let Some(line) = &self.line else { return };
        let mut last = line.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= BETWEEN {
            *last = Instant::now();
            let done = self.bar.position();
            let all = self.bar.length().unwrap_or(done);
            self.tell(format_args!(
                "{}",
                said(done, all, self.begun.elapsed(), self.what)
            ));
        }
    }

    /// Does what writes to the terminal.
    pub(super) fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        self.bar.suspend(write)
    }

    /// Writes a line to standard error.
    pub(super) fn tell(&self, line: Arguments<'_>) {
        self.bar.suspend(|| out::tell(format_args!("quadrille: {line}")));
    }

    /// All are done.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line on so many of all, done in a time.
fn said(done: u64, all: u64, time: Duration, what: &str) -> String {
    let rate = done as f64 / time.as_secs_f64().max(1e-3);
    let left = all.saturating_sub(done) as f64 / rate.max(1e-3);
    format!("{done} of {all} {what}, {rate:.1} a second, {} left", clock(left))
}

/// Seconds as people read them.
fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        ..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: by hand
    #[test]
    fn a_line_has_rate_and_remaining_time() {
        let line = |done, all, seconds| said(done, all, Duration::from_secs(seconds), "scenes");
        assert_eq!(
            line(300, 900, 30),
            "300 of 900 scenes, 10.0 a second, 1 min 0 s left"
        );
        assert_eq!(line(10, 15, 10), "10 of 15 scenes, 1.0 a second, 5 s left");
        assert_eq!(line(1, 7201, 1), "1 of 7201 scenes, 1.0 a second, 2 h 0 min left");
    }
}
