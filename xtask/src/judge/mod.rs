//! Programs loaded into the machine's own OpenGL driver, its verdicts beside those of `check`.
//!
//! The driver is a cross-check, not the oracle: where the two differ, the specification says who is right. Of its
//! profile it is the oracle.

mod mutants;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use clap::builder::TypedValueParser;
use quadrille_base::{Source, Span};
use quadrille_check::driver::check_for;
use quadrille_check::{Checked, Options, check, gl_answer};
use quadrille_drivers::{Assembler, DriverError};
use quadrille_isa::gl::Driver;
use quadrille_isa::gl::driver::DRIVERS;
use quadrille_opengl::{Answer, ProgramTarget, TARGETS};

use self::mutants::{Mutants, reduced};

/// Judges programs with the driver and with Quadrille.
#[derive(Parser)]
#[command(name = "judge")]
struct Arguments {
    /// Programs, and folders of them.
    #[arg(required_unless_present = "mutants")]
    paths: Vec<PathBuf>,
    /// Judges by the profile of this driver, in place of the specifications.
    #[arg(long, value_name = "DRIVER", value_parser = profiles())]
    profile: Option<Driver>,
    /// Judges so many programs too that are made by breaking those of the repository in one place.
    #[arg(long, value_name = "N", default_value_t = 0)]
    mutants: u64,
    /// The number of the first of them.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// The names of profiles.
fn profiles() -> impl TypedValueParser<Value = Driver> {
    let names = DRIVERS.iter().map(|row| row.name);
    clap::builder::PossibleValuesParser::new(names).map(|name| {
        let named = DRIVERS.iter().find(|row| row.name == name);
        named.expect("it is one of them").driver
    })
}

/// Extensions of the files that folders are searched for.
const EXTENSIONS: &[&str] = &["vp", "fp", "vfp", "arb"];

/// Runs the task. Without a driver it says so and succeeds.
pub(crate) fn run(root: &Path, arguments: impl Iterator<Item = String>) -> ExitCode {
    let arguments = Arguments::parse_from(arguments);
    let gl = match crate::assembler() {
        Ok(gl) => gl,
        Err(error) if error.is_absent() => {
            println!("judge: skipped, {error}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("judge: {error}");
            return ExitCode::from(2);
        }
    };
    println!("judge: {}", gl.describe());
    match judge(gl, root, &arguments) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("judge: {error}");
            ExitCode::from(2)
        }
    }
}

/// The files below a folder with one of the extensions, in order of name; a file is itself.
fn walk(path: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(path) else {
        found.push(path.to_path_buf());
        return;
    };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        let extension = entry.extension().and_then(|extension| extension.to_str());
        if entry.is_dir() || extension.is_some_and(|extension| extensions.contains(&extension)) {
            walk(&entry, extensions, found);
        }
    }
}

/// Judges every program of the files, and mutants; those in other languages are left out.
fn judge(mut gl: Assembler, root: &Path, arguments: &Arguments) -> Result<ExitCode, DriverError> {
    let mut targets = Vec::new();
    for target in TARGETS {
        if gl.has(target.extension)? {
            targets.push(target);
        }
    }
    let mut paths = Vec::new();
    for path in &arguments.paths {
        walk(path, EXTENSIONS, &mut paths);
    }
    let mut bench = Bench {
        gl,
        profile: arguments.profile,
        tally: Tally::default(),
    };
    let mut unreadable = false;
    for path in paths {
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("judge: {}: {error}", path.display());
                unreadable = true;
                continue;
            }
        };
        for (target, span) in programs(&targets, &text) {
            let name = format!("{}: program at byte {}", path.display(), span.start);
            bench.program(&name, target, &text[span.range()]);
        }
    }
    if arguments.mutants > 0 {
        let mutants = Mutants::new(root, |target| targets.contains(&target));
        for number in arguments.seed..arguments.seed.saturating_add(arguments.mutants) {
            if let Some((target, text)) = mutants.program(number)
                && bench.program(&format!("mutant {number}"), target.number, &text)
            {
                let least = reduced(&text, |text| {
                    let is_same = ProgramTarget::of(text) == Some(target);
                    is_same && bench.verdicts_differ(target.number, text)
                });
                println!("{}", least.trim_end());
            }
        }
    }
    let Tally {
        programs,
        verdicts,
        positions,
        failures,
    } = bench.tally;
    println!(
        "{programs} programs: {verdicts} verdicts differ, {positions} positions of errors differ; \
         {failures} have none from the driver"
    );
    Ok(match (unreadable, verdicts + failures) {
        (true, _) => ExitCode::from(2),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::from(1),
    })
}

/// The driver, and by what we judge.
struct Bench {
    gl: Assembler,
    profile: Option<Driver>,
    tally: Tally,
}

/// How many programs were judged, and how.
#[derive(Default)]
struct Tally {
    programs: usize,
    verdicts: usize,
    positions: usize,
    failures: usize,
}

impl Bench {
    fn ours(&self, text: &str) -> Checked {
        match self.profile {
            Some(driver) => check_for(text, driver, &Options::of_driver(driver)).checked,
            None => check(text, &Options::default()),
        }
    }

    /// Whether the driver has another verdict; not where it has none.
    fn verdicts_differ(&mut self, target: u32, text: &str) -> bool {
        let theirs = self.gl.program(target, text);
        theirs.is_ok_and(|theirs| theirs.accepted != self.ours(text).accepted())
    }

    /// Judges a program, and tells where the answers differ; whether the verdicts do.
    fn program(&mut self, name: &str, target: u32, text: &str) -> bool {
        let checked = self.ours(text);
        let ours = gl_answer(&Source::new(name, text), &checked.diagnostics);
        let theirs = match self.gl.program(target, text) {
            Ok(answer) => answer,
            Err(error) => {
                self.tally.failures += 1;
                println!("{name}: {error}");
                return false;
            }
        };
        self.tally.programs += 1;
        let Answer {
            accepted, position, ..
        } = theirs;
        let differs = checked.accepted() != accepted;
        // A profile is about verdicts.
        if !differs && (self.profile.is_some() || ours.position == i64::from(position)) {
            return false;
        }
        self.tally.verdicts += usize::from(differs);
        self.tally.positions += usize::from(!differs);
        let word = |accepted: bool| if accepted { "accepts" } else { "rejects" };
        let (our, their) = (word(checked.accepted()), word(accepted));
        println!("{name}");
        println!("  quadrille {our} at {}: {}", ours.position, ours.string.trim());
        println!("  the driver {their} at {position}: {}", theirs.string.trim());
        differs
    }
}

/// The programs of a file that the driver has a language for, with their targets. A file of one program is all
/// that program's, as GL would see it.
fn programs(targets: &[&ProgramTarget], text: &str) -> Vec<(u32, Span)> {
    let headers: Vec<&str> = TARGETS.iter().map(|target| target.header).collect();
    let target = |span: Span| {
        let target = ProgramTarget::of(&text[span.range()]).filter(|target| targets.contains(target));
        target.map(|target| (target.number, span))
    };
    let mut found: Vec<(u32, Span)> = quadrille_syntax::split(text, &headers)
        .into_iter()
        .filter_map(target)
        .collect();
    if let [(_, only)] = &mut found[..] {
        *only = Span::new(0, text.len() as u32);
    }
    found
}
