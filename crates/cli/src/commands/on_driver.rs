//! `--driver`: programs judged as a driver loads them, by its profile, or by the machine's own driver.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quadrille::driver::{DRIVERS, Driver, DriverVerdict, FailureCause};
use quadrille::programs::{Judged, Programs};
use quadrille::report::Outcome;
use quadrille_base::{Diagnostic, Span};
use quadrille_check::{Checked, Unlisted};
use quadrille_drivers::{Assembler, DRIVER_REFUSES, DriverError, Launch, SystemVerdict};
use quadrille_isa::gl::profile::{PROFILES, Profile};
use serde_json::{Value, json};

use crate::commands::DRIVER_PROCESS;

/// The name of the machine's own driver.
pub(crate) const SYSTEM: &str = "system";

/// There is no such driver.
#[derive(Debug, thiserror::Error)]
#[error("there is no driver `{0}`; there are: {names}", names = names())]
pub(crate) struct UnknownDriver(String);

fn names() -> String {
    let names: Vec<&str> = DRIVERS.iter().map(|row| row.name).chain([SYSTEM]).collect();
    names.join(", ")
}

/// The help text of `--driver`.
pub(crate) fn help() -> String {
    let rows = DRIVERS.iter().map(|row| (row.name, row.title));
    let rows = rows.chain([(
        SYSTEM,
        "The OpenGL of this machine, which is asked in a process of its own",
    )]);
    let rows: String = rows.map(|(name, title)| format!("\n- {name}: {title}")).collect();
    format!("The driver that the programs are to load on:{rows}")
}

/// What `--driver` names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DriverName {
    Profile(Driver),
    System,
}

impl DriverName {
    pub(crate) fn of(name: &str) -> Result<DriverName, UnknownDriver> {
        match Driver::of_name(name) {
            Some(driver) => Ok(DriverName::Profile(driver)),
            None if name == SYSTEM => Ok(DriverName::System),
            None => Err(UnknownDriver(name.to_owned())),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            DriverName::Profile(driver) => driver.row().name,
            DriverName::System => SYSTEM,
        }
    }
}

/// What programs are judged by.
pub(crate) enum Judge {
    /// The specifications, a dialect and limits; with advice, or without.
    Language { advises: bool },
    /// The profile of a driver.
    Profile(Driver),
    /// The machine's driver.
    System(Assemblers),
}

/// Processes of the machine's driver, as many as are asked at the same time.
pub(crate) struct Assemblers {
    limit: Duration,
    /// What the driver calls itself.
    description: String,
    idle: Mutex<Vec<Assembler>>,
}

impl Assemblers {
    fn open(limit: Duration) -> Result<Assemblers, DriverError> {
        let first = Assembler::open(Launch::again(DRIVER_PROCESS)?, limit)?;
        Ok(Assemblers {
            limit,
            description: first.describe().to_owned(),
            idle: Mutex::new(vec![first]),
        })
    }

    fn judge(&self, profile: &Profile, text: &str) -> Result<SystemVerdict, DriverError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let one = idle().pop();
        let mut one = match one {
            Some(one) => one,
            None => Assembler::open(Launch::again(DRIVER_PROCESS)?, self.limit)?,
        };
        let verdict = one.judge(profile, text);
        idle().push(one);
        verdict
    }
}

/// What became of a program.
pub(crate) struct Verdict {
    pub(crate) judged: Judged,
    pub(crate) outcome: Outcome,
    /// The word by which failures are counted.
    pub(crate) reason: Option<String>,
    /// The member `driver` of its JSON object.
    pub(crate) driver: Option<Value>,
}

impl Judge {
    /// Opens the machine's driver, if that is asked for, which takes at most `limit` for a program.
    pub(crate) fn new(
        driver: Option<DriverName>,
        limit: Duration,
        advises: bool,
    ) -> Result<Judge, DriverError> {
        Ok(match driver {
            None => Judge::Language { advises },
            Some(DriverName::Profile(driver)) => Judge::Profile(driver),
            Some(DriverName::System) => Judge::System(Assemblers::open(limit)?),
        })
    }

    /// Judges a program of a file.
    pub(crate) fn judge(&self, programs: &Programs, place: Span) -> Verdict {
        match self {
            Judge::Language { advises } => {
                let judged = match advises {
                    true => programs.check_and_advise(place),
                    false => programs.check(place),
                };
                let first = judged.checked.errors().next();
                Verdict {
                    outcome: match judged.checked.accepted() {
                        true => Outcome::Passed,
                        false => Outcome::Failed,
                    },
                    reason: first.map(|error| error.rule.name.to_owned()),
                    driver: None,
                    judged,
                }
            }
            Judge::Profile(driver) => by_profile(*driver, programs, place),
            Judge::System(assemblers) => by_system(assemblers, programs, place),
        }
    }
}

fn by_profile(driver: Driver, programs: &Programs, place: Span) -> Verdict {
    let (judged, on_driver) = programs.check_for(place, driver);
    let verdict = &on_driver.verdict;
    let mut object = json!({ "name": driver.row().name, "verdict": verdict.name() });
    let (outcome, reason) = match verdict {
        DriverVerdict::Loads(loaded) => {
            let native = loaded.native.iter().map(
                |over| json!({ "limit": over.limit.row().name, "needs": over.needs, "native": over.native }),
            );
            object["native"] = native.collect();
            let differences = loaded.differences.iter();
            object["differences"] = differences.map(|difference| json!(difference.doc())).collect();
            match loaded.differences.is_empty() {
                true => (Outcome::Passed, None),
                false => (Outcome::Differs, None),
            }
        }
        DriverVerdict::Fails(cause) => {
            let kind = match cause {
                FailureCause::Header(_) => "header",
                FailureCause::Option(_) => "option",
                FailureCause::Form(_) => "form",
                FailureCause::Rule(_) => "rule",
            };
            object["cause"] = json!({ "kind": kind, "name": cause.name() });
            (Outcome::Failed, Some(cause.name().to_owned()))
        }
    };
    Verdict {
        judged,
        outcome,
        reason,
        driver: Some(object),
    }
}

/// The words of the summary for programs that the machine's driver has not loaded, where no name says why.
const REFUSED: &str = "what the driver says";
const DIED: &str = "the driver's end";

fn by_system(assemblers: &Assemblers, programs: &Programs, place: Span) -> Verdict {
    let text = programs.text(place);
    let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
    let Some(header) = quadrille_syntax::header(text, &headers) else {
        return Judge::Language { advises: false }.judge(programs, place);
    };
    let mut checked = Checked {
        program: None,
        diagnostics: Vec::new(),
        unlisted: Unlisted::default(),
    };
    let mut object = json!({ "name": SYSTEM, "description": assemblers.description });
    let mut said = |span, message| {
        checked
            .diagnostics
            .push(Diagnostic::new(&DRIVER_REFUSES, span, message))
    };
    let (outcome, reason) = match assemblers.judge(&PROFILES[header.index], text) {
        Ok(SystemVerdict::Lacks(extension)) => {
            said(
                header.span,
                format!("the driver does not have {extension}, which brings this header"),
            );
            object["cause"] = json!({ "kind": "header", "name": extension });
            (Outcome::Failed, Some(extension.to_owned()))
        }
        Ok(SystemVerdict::Unasked) => (Outcome::Skipped, None),
        Ok(SystemVerdict::Answers(answer)) if answer.accepted => {
            object["native"] = json!(answer.is_native);
            // What counts it has, our checker says.
            checked.program = programs.check(place).checked.program;
            (Outcome::Passed, None)
        }
        Ok(SystemVerdict::Answers(answer)) => {
            let position = u32::try_from(answer.position).unwrap_or(0).min(text.len() as u32);
            said(
                Span::at(position),
                format!("the driver rejects the program: {}", answer.string.trim()),
            );
            object["position"] = json!(answer.position);
            object["string"] = json!(answer.string);
            let option = quadrille_check::driver::option_at(text, position);
            let name = option.map_or(REFUSED, |option| option.row().name());
            object["cause"] = json!({ "kind": option.map(|_| "option"), "name": name });
            (Outcome::Failed, Some(name.to_owned()))
        }
        Err(error) => {
            said(header.span, error.to_string());
            (Outcome::Failed, Some(DIED.to_owned()))
        }
    };
    object["verdict"] = json!(match outcome {
        Outcome::Passed | Outcome::Differs => "loads",
        Outcome::Failed => "fails",
        Outcome::Skipped | Outcome::Unread => "not asked",
    });
    Verdict {
        judged: programs.judged_elsewhere(place, checked),
        outcome,
        reason,
        driver: Some(object),
    }
}
