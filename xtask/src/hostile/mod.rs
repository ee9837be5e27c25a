//! Broken inputs by the million for every reader, in processes of their own: none panics, takes long, or takes much
//! memory.

mod worker;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Parser;
use quadrille_testkit::hostile::mutate::Mutator;
use quadrille_testkit::hostile::{READERS, Reader, corpus, reader};

/// Inputs that a worker process is handed at once.
const RUN: u64 = 20_000;

/// Feeds the readers with broken inputs.
#[derive(Parser)]
#[command(name = "hostile")]
struct Arguments {
    /// How many inputs the readers get together.
    #[arg(long, default_value_t = 1_000_000)]
    inputs: u64,
    /// The number of the first input of each reader; the number of one that fails runs it again, with --inputs 1.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The one reader that is fed.
    #[arg(long)]
    reader: Option<String>,
    /// Worker processes that run at once.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Seconds that one input may take.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// MiB of memory that a worker may have in use at once, its corpus and its code among it.
    #[arg(long, default_value_t = 1024)]
    memory: u64,
    /// Works through the inputs in this process, and says what comes of them.
    #[arg(long, hide = true)]
    worker: bool,
}

/// Inputs of one reader, worked through by one worker.
struct Work {
    reader: &'static Reader,
    first: u64,
    count: u64,
}

/// What came of all inputs of a reader.
#[derive(Clone, Default)]
struct Tally {
    inputs: u64,
    slowest: u64,
    memory: u64,
    failures: Vec<String>,
}

pub(crate) fn run(root: &Path, arguments: impl Iterator<Item = String>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    let readers = match &arguments.reader {
        None => READERS.iter().collect(),
        Some(name) => match reader(name) {
            Some(reader) => vec![reader],
            None => {
                let names: Vec<&str> = READERS.iter().map(|reader| reader.name).collect();
                eprintln!(
                    "hostile: no reader is called {name}; there are {}",
                    names.join(", ")
                );
                return ExitCode::from(2);
            }
        },
    };
    if arguments.worker {
        for reader in readers {
            let mutator = Mutator::new(corpus(root, reader));
            worker::run(reader, &mutator, &worker::Limits::of(&arguments));
        }
        return ExitCode::SUCCESS;
    }
    let tallies = campaign(&arguments, &readers);
    let mut failed = false;
    println!("reader       inputs     slowest  memory");
    for (name, tally) in &tallies {
        let (slowest, memory) = (tally.slowest, tally.memory >> 20);
        println!("{name:10} {:8} {slowest:8} ms {memory:4} MiB", tally.inputs);
        for failure in &tally.failures {
            println!("  {failure}");
            failed = true;
        }
    }
    let total: u64 = tallies.values().map(|tally| tally.inputs).sum();
    let failures: usize = tallies.values().map(|tally| tally.failures.len()).sum();
    println!("{total} inputs, {failures} failures");
    ExitCode::from(u8::from(failed))
}

/// Has worker processes feed the readers.
fn campaign(arguments: &Arguments, readers: &[&'static Reader]) -> BTreeMap<&'static str, Tally> {
    let shares: u64 = readers.iter().map(|reader| reader.share).sum();
    let mut works = Vec::new();
    for reader in readers {
        let inputs = (arguments.inputs * reader.share).div_ceil(shares);
        for first in (0..inputs).step_by(RUN as usize) {
            works.push(Work {
                reader,
                first: arguments.seed + first,
                count: RUN.min(inputs - first),
            });
        }
    }
    let next = AtomicUsize::new(0);
    let tallies = Mutex::new(BTreeMap::<_, Tally>::new());
    thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                while let Some(work) = works.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = work_through(arguments, work);
                    let mut tallies = tallies.lock().expect("no worker panics while it counts");
                    let tally = tallies.entry(work.reader.name).or_default();
                    tally.inputs += work.count;
                    tally.slowest = tally.slowest.max(done.slowest);
                    tally.memory = tally.memory.max(done.memory);
                    for failure in done.failures {
                        eprintln!("{}: {failure}", work.reader.name);
                        tally.failures.push(failure);
                    }
                }
            });
        }
    });
    tallies.into_inner().unwrap_or_default()
}

/// Has worker processes work through some inputs: a new one goes on behind an input that ended the last.
fn work_through(arguments: &Arguments, work: &Work) -> Tally {
    let mut tally = Tally::default();
    let end = work.first + work.count;
    let mut first = work.first;
    while first < end {
        let mut begun = first;
        let mut finished = false;
        let program = std::env::current_exe().expect("this program has a path");
        let mut child = Command::new(program)
            .args(["hostile", "--worker", "--reader", work.reader.name])
            .args([
                "--seed",
                &first.to_string(),
                "--inputs",
                &(end - first).to_string(),
            ])
            .args(["--seconds", &arguments.seconds.to_string()])
            .args(["--memory", &arguments.memory.to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("this program can be started");
        let output = child.stdout.take().expect("its output is a pipe");
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            match line
                .split_once(' ')
                .and_then(|(word, rest)| worker::Report::read(word, rest))
            {
                Some(worker::Report::Begun(number)) => begun = number,
                Some(worker::Report::Failed(number, why)) => {
                    tally.failures.push(format!("input {number}: {why}"))
                }
                Some(worker::Report::Finished(slowest, memory)) => {
                    finished = true;
                    tally.slowest = tally.slowest.max(slowest);
                    tally.memory = tally.memory.max(memory);
                }
                None => tally.failures.push(format!("not understood: {line}")),
            }
        }
        let status = child.wait().expect("a child can be waited for");
        if finished {
            break;
        }
        tally
            .failures
            .push(format!("input {begun}: the process ended with {status}"));
        first = begun + 1;
    }
    tally
}
