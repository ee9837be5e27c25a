//! Programs made at random from the tables, run until so many instructions have been: none panics, watching one
//! changes nothing, its scalar form gives what the reference gives, and draws, with what transform feedback records of them,
//! and dispatches give the same bits on one thread, on two and on five.

mod progress;
mod run;
mod values;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser;
use quadrille::Session;
use quadrille_scalar::lower;
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::engines::{Engines, EnginesError};
use quadrille_testkit::form::{FormError, equal};
use quadrille_testkit::program::accepted;
use quadrille_testkit::promise::RunError;
use serde_json::{Value, json};

use self::progress::Progress;
use self::run::ThreadsError;
pub(crate) use self::values::is_approximated;
use crate::session;

/// What a program and its inputs are made of.
const BYTES: usize = 8192;

/// Runs random programs.
#[derive(Parser)]
#[command(name = "storm")]
struct Arguments {
    /// How many instructions the programs have together.
    #[arg(long, default_value_t = 1_000_000)]
    instructions: u64,
    /// Where the numbers begin; the number of a program that fails runs it again alone, with --instructions 1.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The seed before which the storm ends, however many instructions there were: for many machines, each with its own
    /// seeds.
    #[arg(long)]
    until: Option<u64>,
    /// Prints what the storm came to as a line of JSON: its counts, and the seed that `failed` with its `message`.
    #[arg(long, conflicts_with = "against")]
    json: bool,
    /// Of how many programs one is also drawn or dispatched on one thread and on several.
    #[arg(long, default_value_t = 20)]
    threads_each: u64,
    /// Compares the engine `wide`, at every level of vector instructions of the machine, with the reference engine.
    #[arg(long)]
    engines: bool,
    /// Compares what programs give with what their translations give on a driver: `vulkan`, or `gl:TARGET`; or with what
    /// they give as plain ARB programs: `arb`.
    #[arg(long)]
    against: Option<String>,
    /// How many programs of each language are compared.
    #[arg(long, default_value_t = 300)]
    programs: u64,
    /// The one language that is compared, by its header.
    #[arg(long)]
    language: Option<String>,
    /// The one subject of programs that are compared.
    #[arg(long)]
    subject: Option<values::Subject>,
    /// Prints the scenes of programs that differ as they are, in place of the programs reduced.
    #[arg(long)]
    whole: bool,
}

/// What a storm came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    programs: u64,
    instructions: u64,
    /// Lines that the checker refused.
    refused: usize,
    /// Programs of which nothing was left that loads.
    given_up: u64,
    /// Programs whose scalar form is equal to the reference.
    forms: u64,
    /// Programs that have no scalar form.
    unlowered: u64,
    /// Scenes that ran through on any number of threads.
    scenes: u64,
    /// Scenes that ended with the same error on both.
    stopped: u64,
    /// Programs that `wide` and the reference engine gave the same bits for, and those that it does not take.
    compared: u64,
    not_taken: u64,
}

/// A program that fails.
#[derive(Debug, thiserror::Error)]
#[error("seed {seed}: {failure}")]
struct StormError {
    seed: u64,
    #[source]
    failure: Failure,
}

/// How a program fails.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("a panic")]
    Panic,
    #[error("{error}\n{text}")]
    Run {
        #[source]
        error: RunError,
        text: String,
    },
    #[error("the scalar form: {error}\n{text}")]
    Form {
        #[source]
        error: Box<FormError>,
        text: String,
    },
    #[error("{error}\n{text}")]
    Engines {
        #[source]
        error: Box<EnginesError>,
        text: String,
    },
    #[error("{error}\n{text}")]
    Threads {
        #[source]
        error: Box<ThreadsError>,
        text: String,
    },
}

pub(crate) fn run(arguments: impl Iterator<Item = String>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    if let Some(name) = &arguments.against {
        return match values::run(name, &arguments) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(why) => {
                eprintln!("storm: {why}");
                ExitCode::from(2)
            }
        };
    }
    let (tally, failed) = storm(&arguments);
    if arguments.json {
        println!("{}", tally.json(failed.as_ref()));
    } else if failed.is_none() {
        println!("{tally:?}");
    }
    match failed {
        None => ExitCode::SUCCESS,
        Some(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

impl Tally {
    fn json(&self, failed: Option<&StormError>) -> Value {
        json!({
            "programs": self.programs,
            "instructions": self.instructions,
            "refused": self.refused,
            "given_up": self.given_up,
            "forms": self.forms,
            "unlowered": self.unlowered,
            "scenes": self.scenes,
            "stopped": self.stopped,
            "compared": self.compared,
            "not_taken": self.not_taken,
            "failed": failed.map(|failed| failed.seed),
            "message": failed.map(|failed| failed.failure.to_string()),
        })
    }
}

/// Runs programs, each from a seed of its own, and stops at the first that fails; what it came to until then.
fn storm(arguments: &Arguments) -> (Tally, Option<StormError>) {
    let session = session::usual();
    let engines = arguments.engines.then(Engines::default);
    let mut tally = Tally::default();
    let mut progress = Progress::new();
    let mut seed = arguments.seed;
    while arguments
        .until
        .map_or(tally.instructions < arguments.instructions, |end| seed < end)
    {
        let bytes = bytes(seed, BYTES);
        let mut choices = Choices::new(&bytes);
        let threads = seed.is_multiple_of(arguments.threads_each.max(1));
        let step = catch_unwind(AssertUnwindSafe(|| {
            one(&session, engines.as_ref(), &mut choices, threads, &mut tally)
        }));
        let step = step.unwrap_or(Err(Failure::Panic));
        if let Err(failure) = step {
            return (tally, Some(StormError { seed, failure }));
        }
        seed += 1;
        progress.at(|| {
            format!(
                "{} instructions in {} programs",
                tally.instructions, tally.programs
            )
        });
    }
    (tally, None)
}

fn one(
    session: &Session,
    engines: Option<&Engines>,
    choices: &mut Choices<'_>,
    threads: bool,
    tally: &mut Tally,
) -> Result<(), Failure> {
    let Some(made) = accepted(session, choices) else {
        tally.given_up += 1;
        return Ok(());
    };
    tally.programs += 1;
    tally.instructions += made.loaded.program().instructions().len() as u64;
    tally.refused += made.refused;
    let text = || made.text.clone();
    run::by_hand(&made, choices).map_err(|error| Failure::Run { error, text: text() })?;
    if let Some(engines) = engines {
        let compared = run::on_engines(engines, &made, choices);
        let error = |error| Failure::Engines {
            error: Box::new(error),
            text: text(),
        };
        if compared.map_err(error)? {
            tally.compared += 1;
        } else {
            tally.not_taken += 1;
        }
    }
    match lower(made.loaded.program()) {
        Ok(form) => {
            equal(made.loaded.program(), &form, choices).map_err(|error| Failure::Form {
                error: Box::new(error),
                text: text(),
            })?;
            tally.forms += 1;
        }
        Err(_) => tally.unlowered += 1,
    }
    if threads {
        let drawn = run::on_threads(session, &made).map_err(|error| Failure::Threads {
            error: Box::new(error),
            text: text(),
        })?;
        match drawn {
            Some(true) => tally.scenes += 1,
            Some(false) => tally.stopped += 1,
            None => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the same program, the same bits: watched or not, on one thread or on two
    #[test]
    fn a_small_storm() {
        let arguments = Arguments {
            instructions: 20_000,
            seed: 1,
            until: None,
            json: false,
            threads_each: 4,
            engines: false,
            against: None,
            programs: 0,
            language: None,
            subject: None,
            whole: false,
        };
        let (tally, failed) = storm(&arguments);
        assert!(failed.is_none(), "{}", tally.json(failed.as_ref()));
        assert!(tally.programs > 500, "{tally:?}");
        assert!(tally.unlowered * 5 < tally.forms, "{tally:?}");
        assert!(tally.scenes > 20, "{tally:?}");
        assert!(tally.given_up * 5 < tally.programs, "{tally:?}");
    }
}
