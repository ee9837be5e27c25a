//! The process that feeds a reader, and how it tells what came of it: a line of its output each.

use std::io::Write;
use std::panic::{catch_unwind, set_hook};
use std::process::exit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use quadrille_testkit::hostile::Reader;
use quadrille_testkit::hostile::mutate::Mutator;

use super::Arguments;
use crate::memory;

/// What a worker may take.
pub(super) struct Limits {
    first: u64,
    count: u64,
    seconds: u64,
    memory: u64,
}

impl Limits {
    /// Those of the command line.
    pub(super) fn of(arguments: &Arguments) -> Limits {
        Limits {
            first: arguments.seed,
            count: arguments.inputs,
            seconds: arguments.seconds,
            memory: arguments.memory << 20,
        }
    }
}

/// A line of a worker.
pub(super) enum Report {
    /// The number of an input that the reader gets next.
    Begun(u64),
    /// The number of an input, and what it did to the reader.
    Failed(u64, String),
    /// All are done: milliseconds of the slowest, and bytes that were in use at most.
    Finished(u64, u64),
}

impl Report {
    fn write(&self) {
        let mut output = std::io::stdout().lock();
        let written = match self {
            Report::Begun(number) => writeln!(output, "begun {number}"),
            Report::Failed(number, why) => writeln!(output, "failed {number} {}", why.replace('\n', " | ")),
            Report::Finished(slowest, memory) => writeln!(output, "finished {slowest} {memory}"),
        };
        // Nobody listens any more.
        if written.and_then(|()| output.flush()).is_err() {
            exit(1);
        }
    }

    /// What a line says, of which this is the first word and the rest.
    pub(super) fn read(word: &str, rest: &str) -> Option<Report> {
        let mut parts = rest.splitn(2, ' ');
        let number = parts.next()?.parse().ok()?;
        Some(match word {
            "begun" => Report::Begun(number),
            "failed" => Report::Failed(number, parts.next()?.to_owned()),
            "finished" => Report::Finished(number, parts.next()?.parse().ok()?),
            _ => return None,
        })
    }
}

/// Feeds a reader. An input that takes too long, or too much memory, ends the process.
pub(super) fn run(reader: &Reader, mutator: &Mutator, limits: &Limits) {
    let panicked = Arc::new(Mutex::new(String::new()));
    let message = panicked.clone();
    set_hook(Box::new(move |panic| {
        *message.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = panic.to_string();
    }));
    let current = Arc::new(AtomicU64::new(limits.first));
    watch(current.clone(), Duration::from_secs(limits.seconds));
    memory::limit(limits.memory).expect("a process may take less than it could");
    let mut slowest = Duration::ZERO;
    for number in limits.first..limits.first + limits.count {
        current.store(number, Ordering::Relaxed);
        Report::Begun(number).write();
        let input = mutator.input(number);
        let began = Instant::now();
        if catch_unwind(|| (reader.feed)(&input)).is_err() {
            let why = panicked.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            Report::Failed(number, why.clone()).write();
        }
        slowest = slowest.max(began.elapsed());
    }
    Report::Finished(slowest.as_millis() as u64, memory::peak().unwrap_or_default()).write();
}

/// Ends the process when one input takes too long.
fn watch(current: Arc<AtomicU64>, most: Duration) {
    thread::spawn(move || {
        let mut last = (u64::MAX, Instant::now());
        loop {
            thread::sleep(Duration::from_millis(100));
            let number = current.load(Ordering::Relaxed);
            if number != last.0 {
                last = (number, Instant::now());
            } else if last.1.elapsed() > most {
                Report::Failed(number, format!("takes more than {} s", most.as_secs())).write();
                exit(1);
            }
        }
    });
}
