//! `quadrille check`: judges programs.

use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::ValueEnum;
use quadrille::programs::{Programs, Unfound};
use quadrille::report::{Case, Outcome, Problem, Report, Subject, Summary};
use quadrille_base::{Diagnostic, Severity, Source, Span, render};
use quadrille_check::{Options, gl_answer};
use quadrille_isa::gl::Stage;
use rayon::prelude::*;
use serde_json::json;

use crate::budget::seconds;
use crate::commands::fixing;
use crate::commands::judging::{Judging, JudgingError};
use crate::commands::on_driver::{self, DriverName, Judge, Verdict};
use crate::commands::progress::Progress;
use crate::commands::reading::Reading;
use crate::commands::reports::Reports;
use crate::error::Error;
use crate::exit::USAGE;
use crate::files::{self, Input};
use crate::out::{self, count};
use crate::programs::unlisted;

/// Files that are judged before the first of them is told of: what there is to say of them is kept until then.
const AT_ONCE: usize = 256;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files with one or more programs, folders and archives of such files, or - for standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The target that the programs are loaded for; a header of another target is an error.
    #[arg(long)]
    target: Option<StageTarget>,
    #[arg(long, value_name = "NAME", conflicts_with_all = ["dialect", "limits"], help = on_driver::help())]
    driver: Option<String>,
    /// The most time that `--driver system` takes for a program.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    driver_time_limit: Duration,
    /// How problems are written.
    #[arg(long, default_value = "text")]
    format: Format,
    /// First applies the fixes that leave nothing open, in the files themselves.
    #[arg(long)]
    fix: bool,
    /// Says nothing of what is legal and nearly always not meant.
    #[arg(long)]
    no_advice: bool,
    #[command(flatten)]
    reports: Reports,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    judging: Judging,
}

#[derive(Clone, Copy, ValueEnum)]
enum StageTarget {
    Vp,
    Fp,
    Gp,
    Tcp,
    Tep,
    Cp,
    Vsp,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Source lines with the problem marked.
    Text,
    /// One JSON object a program.
    Json,
    /// What GL would answer: error, byte position, error string.
    Gl,
    /// One log of all programs, for code scanning: SARIF 2.1.0.
    Sarif,
    /// One document on all programs, for continuous integration: the XML of JUnit.
    Junit,
}

impl Args {
    /// The options that the arguments ask for.
    fn options(&self, driver: Option<DriverName>) -> Result<Options, JudgingError> {
        let options = match driver {
            Some(DriverName::Profile(driver)) => self.judging.options_on(driver)?,
            Some(DriverName::System) | None => self.judging.options()?,
        };
        let target = self.target.map(|target| match target {
            StageTarget::Vp => Stage::Vertex,
            StageTarget::Fp => Stage::Fragment,
            StageTarget::Gp => Stage::Geometry,
            StageTarget::Tcp => Stage::TessellationControl,
            StageTarget::Tep => Stage::TessellationEvaluation,
            StageTarget::Cp => Stage::Compute,
            StageTarget::Vsp => Stage::VertexState,
        });
        Ok(Options { target, ..options })
    }
}

/// How files are judged.
struct Check {
    options: Options,
    format: Format,
    /// Programs without problems are not told of.
    quiet: bool,
    /// Whether problems are reported beside what is printed.
    is_reported: bool,
    judge: Judge,
    subject: Subject,
}

/// What is told of a file, and the cases of a report that it comes to. Files are judged at the same time, and told of in
/// their order.
#[derive(Default)]
struct Told {
    out: String,
    err: String,
    cases: Vec<Case>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let driver = args.driver.as_deref().map(DriverName::of).transpose()?;
    let check = Check {
        options: args.options(driver)?,
        format: args.format,
        quiet: args.reading.quiet,
        is_reported: args.reports.any(),
        judge: Judge::new(
            driver,
            args.driver_time_limit,
            !args.no_advice && args.format != Format::Gl,
        )?,
        subject: match driver {
            None => Subject::Programs,
            Some(driver) => Subject::ProgramsOn(driver.name().to_owned()),
        },
    };
    let search = args.reading.search()?;
    let found = files::programs(&args.paths, &search);
    if args.fix {
        for input in &found.inputs {
            fixing::fix(input, &check.options, args.reading.quiet)?;
        }
    }
    let mut report = Report::new(check.subject.clone());
    let muted = args.reports.mute();
    let progress = Progress::new(found.inputs.len(), "files", args.reading.quiet);
    for inputs in found.inputs.chunks(AT_ONCE) {
        let judge = |input| {
            let told = check.input(input);
            progress.advance();
            told
        };
        let judged: Vec<Told> = search.pool.install(|| inputs.par_iter().map(judge).collect());
        for told in judged {
            progress.suspend(|| told.tell());
            told.cases.into_iter().for_each(|case| report.add(case));
        }
    }
    progress.finish();
    let summary = report.summary();
    match args.format {
        Format::Text
            if driver.is_some() || !args.reading.quiet && (summary.files > 1 || summary.cases > 1) =>
        {
            println!("{summary}")
        }
        Format::Json if driver.is_some() => println!("{}", json!({ "summary": summary.json() })),
        Format::Text | Format::Json | Format::Gl => {}
        Format::Sarif => println!("{:#}", report.sarif()),
        Format::Junit => print!("{}", report.junit()),
    }
    args.reports.write(&report, muted)?;
    Ok(match summary {
        _ if found.incomplete => ExitCode::from(USAGE),
        Summary { unread: 1.., .. } => ExitCode::from(USAGE),
        Summary { failed: 1.., .. } => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}

impl Check {
    /// Judges the programs of what was found.
    fn input(&self, input: &Input) -> Told {
        let mut told = Told::default();
        match input.text() {
            Ok(text) => self.file(input.path(), text, &mut told),
            Err(error) => {
                told.err = format!("quadrille: {error}");
                told.cases.push(Case {
                    problems: vec![Problem::said(Severity::Error, error.to_string())],
                    ..Case::new(input.path().display().to_string(), Outcome::Unread)
                });
            }
        }
        for case in &mut told.cases {
            case.within = input.within().map(|file| file.display().to_string());
        }
        told
    }

    /// Judges the programs of one file, of which so many problems are listed as the options say.
    fn file(&self, path: &Path, text: String, told: &mut Told) {
        let programs = match Programs::of(path, text, &self.options) {
            Ok(programs) => programs,
            Err(unfound) => {
                let Unfound { source, problems } = *unfound;
                return told.around(&source, &problems, self.format);
            }
        };
        if let Some(problem) = &programs.scene {
            told.around(&programs.source, std::slice::from_ref(problem), self.format);
        }
        for place in &programs.places {
            self.program(&programs, *place, told);
        }
        if self.format != Format::Text {
            return;
        }
        if let Some(unlisted) = unlisted(&programs) {
            told.line(unlisted);
        }
        if programs.places.is_empty() {
            told.line(format_args!("{}: no programs", programs.source.name()));
        }
    }

    fn program(&self, programs: &Programs, place: Span, told: &mut Told) {
        let verdict = self.judge.judge(programs, place);
        let (name, start) = (programs.source.name(), programs.whole(place).start);
        let line = (start > 0).then(|| programs.source.position(start).line);
        let mut case = Case {
            line,
            reason: verdict.reason.clone(),
            ..Case::new(name, verdict.outcome)
        };
        match self.format {
            Format::Text => self.text_report(programs, &case, &verdict, told),
            Format::Json => told.line(json_report(programs, place, &verdict)),
            Format::Gl => {
                let one = Source::new(name, programs.text(place));
                told.gl(&one, &verdict.judged.checked.diagnostics);
            }
            Format::Sarif | Format::Junit => {}
        }
        if self.is_reported || matches!(self.format, Format::Sarif | Format::Junit) {
            let listed = programs.listed(&verdict.judged);
            let listed = listed.iter().map(|found| Problem::of(&programs.source, found));
            case.problems = listed.collect();
        }
        told.cases.push(case);
    }

    fn text_report(&self, programs: &Programs, case: &Case, verdict: &Verdict, told: &mut Told) {
        let (source, style) = (&programs.source, out::output_style());
        let listed = programs.listed(&verdict.judged);
        // A note tells of nothing wrong.
        let is_told = |one: &&Diagnostic| !self.quiet || one.severity != Severity::Note;
        for diagnostic in listed.iter().filter(is_told) {
            told.line(format_args!("{}\n", out::rendered(source, diagnostic, style)));
        }
        let (name, word) = (case.name(), self.subject.word(case.outcome));
        let checked = &verdict.judged.checked;
        match (&checked.program, &case.reason) {
            (Some(_), _) if self.quiet => {}
            (Some(program), _) => told.line(format_args!(
                "{name}: {word}, {} {}",
                program.profile().header,
                count(program.counts().instructions as usize, "instruction")
            )),
            (None, Some(reason)) if verdict.driver.is_some() => {
                told.line(format_args!("{name}: {word}: {reason}"))
            }
            (None, _) => match checked.error_count() {
                0 => told.line(format_args!("{name}: {word}")),
                errors => told.line(format_args!("{name}: {word}, {}", count(errors, "error"))),
            },
        }
    }
}

impl Told {
    fn line(&mut self, line: impl Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.out, "{line}");
    }

    /// The answer of GL to a program with these diagnostics.
    fn gl(&mut self, source: &Source, diagnostics: &[Diagnostic]) {
        let answer = gl_answer(source, diagnostics);
        let name = source.name();
        self.line(format_args!(
            "{name}: {} {} {:?}",
            answer.error, answer.position, answer.string
        ));
    }

    /// Tells what is wrong with a file around its programs.
    fn around(&mut self, source: &Source, problems: &[Diagnostic], format: Format) {
        match format {
            Format::Text => {
                for problem in problems {
                    self.line(format_args!(
                        "{}\n",
                        out::rendered(source, problem, out::output_style())
                    ));
                }
                let errors = count(problems.len(), "error");
                self.line(format_args!("{}: rejected, {errors}", source.name()));
            }
            Format::Json => {
                let problems: Vec<_> = problems.iter().map(|one| render::json(source, one)).collect();
                self.line(json!({ "file": source.name(), "accepted": false, "diagnostics": problems }));
            }
            Format::Gl => self.gl(source, problems),
            Format::Sarif | Format::Junit => {}
        }
        self.cases.push(Case {
            reason: problems.first().map(|problem| problem.rule.name.to_owned()),
            problems: problems
                .iter()
                .map(|problem| Problem::of(source, problem))
                .collect(),
            ..Case::new(source.name(), Outcome::Failed)
        });
    }

    fn tell(&self) {
        if !self.err.is_empty() {
            eprintln!("{}", self.err);
        }
        print!("{}", self.out);
    }
}

fn json_report(programs: &Programs, span: Span, verdict: &Verdict) -> serde_json::Value {
    let (source, checked) = (&programs.source, &verdict.judged.checked);
    let one = Source::new(source.name(), programs.text(span));
    let gl = gl_answer(&one, &checked.diagnostics);
    let diagnostics: Vec<_> = checked
        .diagnostics
        .iter()
        .map(|found| render::json(source, &programs.placed(span, found.clone())))
        .collect();
    let whole = programs.whole(span);
    let counts = checked.program.as_ref().map(|program| {
        let counts = program.counts();
        json!({
            "instructions": counts.instructions,
            "alu_instructions": counts.alu_instructions,
            "texture_instructions": counts.texture_instructions,
            "texture_indirections": counts.texture_indirections,
            "temporaries": counts.temporaries,
            "parameters": counts.parameters,
            "attributes": counts.attributes,
            "address_registers": counts.address_registers,
        })
    });
    let mut object = json!({
        "file": source.name(),
        "start": whole.start,
        "end": whole.end,
        "header": checked.program.as_ref().map(|program| program.profile().header),
        "accepted": matches!(verdict.outcome, Outcome::Passed | Outcome::Differs),
        "gl": { "error": gl.error, "position": gl.position, "string": gl.string },
        "counts": counts,
        "diagnostics": diagnostics,
    });
    if let Some(driver) = &verdict.driver {
        object["driver"] = driver.clone();
    }
    object
}
