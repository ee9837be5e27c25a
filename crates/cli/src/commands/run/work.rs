//! One scene, from its file to what is told of it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quadrille::report::{Case, CasePicture, Outcome, Problem, Shown};
use quadrille::scene::{Report, SceneOptions, Verdict};
use quadrille::{Picture, Severity};

use super::golden::{Found, Judged};
use super::heat::Heat;
use super::record::{Line, Noted, Record, short};
use super::told::{Words, death};
use super::{Args, Format, Order};
use crate::commands::measure::{Compared, Comparison};
use crate::commands::scene_case::case;
use crate::engine::Engine;
use crate::error::Error;
use crate::files::{self, SceneFiles};

/// A scene that is to be run.
pub(super) struct Planned {
    pub(super) path: PathBuf,
    /// Where its picture goes.
    pub(super) picture: Option<PathBuf>,
    /// Where its golden picture lies.
    pub(super) golden: Option<PathBuf>,
}

/// How scenes are run.
pub(super) struct Work<'a> {
    pub(super) args: &'a Args,
    pub(super) record: Option<&'a Record>,
    /// Threads that a draw may use.
    pub(super) threads: usize,
    /// Whether it is the only scene: then it writes what it names.
    pub(super) only: bool,
}

/// What is told of a scene, and what it comes to.
pub(super) struct Told {
    pub(super) out: String,
    pub(super) err: String,
    pub(super) case: Case,
    /// Something could not be read or written.
    pub(super) incomplete: bool,
    /// A driver did not draw it for the comparison.
    pub(super) not_compared: bool,
    /// It was not run: it is taken from the record.
    pub(super) is_recorded: bool,
}

impl Told {
    fn new(case: Case) -> Told {
        Told {
            out: String::new(),
            err: String::new(),
            case,
            incomplete: false,
            not_compared: false,
            is_recorded: false,
        }
    }

    /// Something that goes wrong with the scene's files.
    fn fail(&mut self, error: &Error) {
        // Writing to a string does not fail.
        let _ = writeln!(self.err, "quadrille: {error}");
        self.incomplete = true;
    }
}

impl Work<'_> {
    /// Runs a scene.
    ///
    /// # Errors
    ///
    /// No scene can be run like this: a folder that is granted is not there, or the record cannot be written.
    pub(super) fn scene(
        &self,
        planned: &Planned,
        (engine, comparison): &(Engine, Option<Comparison>),
    ) -> Result<Told, Error> {
        let (args, path) = (self.args, &planned.path);
        let name = path.display().to_string();
        let text = match files::read(path) {
            Ok(text) => text,
            Err(error) => {
                let mut told = Told::new(Case {
                    problems: vec![Problem::said(Severity::Error, error.to_string())],
                    ..Case::new(name, Outcome::Unread)
                });
                told.fail(&error.into());
                return Ok(told);
            }
        };
        let scene_files = SceneFiles::new(path, &args.paths, &args.allow_read, &args.allow_write)?;
        let golden = planned.golden.as_deref();
        let recorded = self
            .record
            .and_then(|record| record.case(&name, &text, golden, &scene_files));
        if let Some(case) = recorded {
            let is_recorded = true;
            return Ok(Told {
                is_recorded,
                ..Told::new(case)
            });
        }
        let noted = Noted::new(&scene_files);
        let options = SceneOptions {
            threads: self.threads,
            budget: args.budget.of_scene(),
            unordered: args.order == Order::Unordered,
            sanitize: args.sanitize,
            pixel: args.pixel,
            heat: args.heat.map(Heat::kind),
            strict_engine: args.strict_engine,
            ..SceneOptions::new(engine.session(), &noted)
        };
        let begun = Instant::now();
        let report = match engine.run(&name, &text, &options) {
            Ok(report) => report,
            Err(error) => {
                let mut told = Told::new(Case {
                    reason: Some("driver".to_owned()),
                    problems: vec![Problem::said(Severity::Error, error.to_string())],
                    ..Case::new(&*name, Outcome::Failed)
                });
                told.out = death(&name, &error, args.format());
                return Ok(told);
            }
        };
        let time = begun.elapsed();
        let compared = comparison.as_ref().map(|comparison| {
            let options = SceneOptions {
                budget: args.budget.of_scene(),
                ..options.clone()
            };
            comparison.of(&report, &text, &options)
        });
        let mut told = Told::new(case(path, &report));
        told.case.time = Some(time);
        told.not_compared = compared.as_ref().is_some_and(Compared::is_missing);
        let judged = self.judge(golden, &report, &mut told);
        let words = Words {
            name: &name,
            report: &report,
            compared: compared.as_ref(),
            judged: judged.as_ref(),
            heat_most: args.heat_most,
            quiet: args.quiet,
        };
        told.out += &words.in_format(args.format());
        let mut wrote = Vec::new();
        if let Err(error) = self.write(planned, &report, &scene_files, &mut told.out, &mut wrote) {
            told.fail(&error);
        }
        if let Err(error) = self.illustrate(&report, judged.as_ref(), &mut told.case, &mut wrote) {
            told.fail(&error);
        }
        if let Some(record) = self.record
            && !told.incomplete
            && !told.not_compared
        {
            drop(options);
            record.add(&Line::new(&told.case, &text, noted.read(), golden, &wrote))?;
        }
        Ok(told)
    }

    /// Compares the picture with the golden one, of a scene that was drawn.
    fn judge(&self, golden: Option<&Path>, report: &Report, told: &mut Told) -> Option<Judged> {
        let passed = match report.verdict {
            Verdict::Pass => true,
            Verdict::Fail(_) => false,
            Verdict::Skip(_) | Verdict::Error(_) => return None,
        };
        let judged = match self.args.golden.judge(golden?, report.picture.as_ref(), passed) {
            Ok(judged) => judged?,
            Err(error) => {
                told.fail(&error);
                return None;
            }
        };
        if judged.is_failure() {
            let case = &mut told.case;
            case.outcome = Outcome::Failed;
            case.reason.get_or_insert_with(|| "golden".to_owned());
            let said = judged.sentence().map(|said| Problem::said(Severity::Error, said));
            case.problems.extend(said);
        }
        Some(judged)
    }

    /// Writes the pictures of a scene that failed beside the page that shows them.
    fn illustrate(
        &self,
        report: &Report,
        judged: Option<&Judged>,
        case: &mut Case,
        wrote: &mut Vec<PathBuf>,
    ) -> Result<(), Error> {
        let Some(folder) = self.args.reports.folder() else {
            return Ok(());
        };
        if case.outcome != Outcome::Failed {
            return Ok(());
        }
        let (expected, difference) = match judged.map(|judged| &judged.found) {
            Some(Found::Beyond { golden, difference }) => (Some(golden), Some(&difference.picture)),
            Some(Found::Size { golden, .. }) => (Some(golden), None),
            Some(Found::Within(_) | Found::Blessed | Found::Missing | Found::Undrawn | Found::Unread(_))
            | None => (None, None),
        };
        let shown: [(Shown, Option<&Picture>); 3] = [
            (Shown::Expected, expected),
            (Shown::Found, report.picture.as_ref()),
            (Shown::Difference, difference),
        ];
        for (shows, picture) in shown {
            let Some(picture) = picture else { continue };
            // Nothing of the scene's name is in it.
            let path = format!(
                "pictures/{:016x}-{}.png",
                short(case.file.as_bytes()),
                shows.name()
            );
            let file = folder.join(&path);
            files::write(&file, &picture.to_png(true)?)?;
            case.pictures.push(CasePicture { shows, path });
            wrote.push(file);
        }
        Ok(())
    }

    /// Writes the pictures that the scene and the command line ask for.
    fn write(
        &self,
        planned: &Planned,
        report: &Report,
        scene_files: &SceneFiles,
        out: &mut String,
        wrote: &mut Vec<PathBuf>,
    ) -> Result<(), Error> {
        let is_told = self.args.format() == Format::Text && !self.args.quiet;
        let mut tell = |what: std::fmt::Arguments<'_>| {
            if is_told {
                // Writing to a string does not fail.
                let _ = writeln!(out, "wrote {what}");
            }
        };
        let size = |picture: &Picture| format!("({} × {})", picture.width, picture.height);
        if self.only {
            for (path, picture) in &report.outputs {
                if self.args.output.is_none() {
                    scene_files.write(path, &picture.to_png(true)?)?;
                    tell(format_args!("{path} {}", size(picture)));
                    wrote.push(path.into());
                }
            }
            for (path, bytes) in &report.files {
                scene_files.write(path, bytes)?;
                tell(format_args!("{path} ({} bytes)", bytes.len()));
                wrote.push(path.into());
            }
        }
        let heat = report.heat.as_ref();
        let heat = heat.map(|heat| heat.picture(self.args.heat_most.unwrap_or_else(|| heat.most())));
        let picture = heat.as_ref().or(report.picture.as_ref());
        if let (Some(path), Some(picture)) = (&planned.picture, picture) {
            files::write(path, &picture.to_png(true)?)?;
            tell(format_args!("{} {}", path.display(), size(picture)));
            wrote.push(path.clone());
        }
        Ok(())
    }
}
