//! The programs of a file: one, several with remarks between them, or those of a scene.

mod file_kind;

use std::cell::Cell;
use std::path::Path;

use quadrille_base::{Diagnostic, Source, Span};
use quadrille_check::driver::{OnDriver, check_for};
use quadrille_check::rules::preprocessor;
use quadrille_check::{Checked, Dialect, Options, advice, check};
use quadrille_isa::gl::profile::PROFILES;
use quadrille_isa::gl::{Driver, Stage};
use quadrille_scene::{ProgramKind, Scene, vpfp};
use quadrille_syntax::{Preprocessed, preprocess, split};

pub use file_kind::{FileKind, has_ending};

/// The programs of a file, and how they are judged.
pub struct Programs {
    /// The file.
    pub source: Source,
    /// The options by which each is checked: with the dialect that a scene names.
    pub options: Options,
    /// Their spans in the text that is judged: the file's, or what a preprocessor leaves of it.
    pub places: Vec<Span>,
    /// The first thing that is wrong with the scene around them.
    pub scene: Option<Diagnostic>,
    /// The targets that programs of these spans are loaded for: those of the sections of a scene.
    targets: Vec<(Span, Stage)>,
    judged: Preprocessed,
    /// The number of problems that may still be listed.
    left: Cell<usize>,
    /// The number of errors of programs of which none is listed.
    unlisted: Cell<usize>,
}

/// A file whose programs cannot be found: the directives of its preprocessor are wrong.
pub struct Unfound {
    /// The file.
    pub source: Source,
    /// What is wrong with the directives, with places in the file.
    pub problems: Vec<Diagnostic>,
}

/// A program that was judged.
pub struct Judged {
    /// Places are those in the program's own text.
    pub checked: Checked,
    place: Span,
    is_listed: bool,
}

impl Programs {
    /// The programs of a text.
    ///
    /// # Errors
    ///
    /// Directives of the preprocessor are wrong.
    pub fn of(path: &Path, text: String, options: &Options) -> Result<Programs, Box<Unfound>> {
        let name = match path.to_str() {
            Some("-") => "<standard input>".to_owned(),
            _ => path.display().to_string(),
        };
        let source = Source::new(name, text);
        let found = if is_scene(path, source.text()) {
            let (scene, error) = quadrille_scene::recover(source.text());
            Ok(Programs::of_scene(
                source,
                &scene,
                error.map(Diagnostic::from),
                options,
            ))
        } else if FileKind::of_name(path) == Some(FileKind::OldScene) {
            let text = vpfp::without_comments(source.text());
            Programs::between_remarks(source, &text, options)
        } else {
            let text = source.text().to_owned();
            Programs::between_remarks(source, &text, options)
        };
        found.map_err(Box::new)
    }

    /// One program that the tool itself wrote.
    pub fn generated(path: &Path, text: String, options: &Options) -> Programs {
        let source = Source::new(path.display().to_string(), text);
        let place = Span::new(0, source.text().len() as u32);
        let judged = Preprocessed::unchanged(source.text());
        let options = Options {
            preprocess: None,
            ..options.clone()
        };
        Programs::new(source, options, vec![place], judged)
    }

    /// The sections of a scene; each is preprocessed by itself, as when the scene is run.
    fn of_scene(source: Source, scene: &Scene, problem: Option<Diagnostic>, options: &Options) -> Programs {
        let programs = scene.programs.iter();
        let programs =
            programs.filter(|program| !matches!(program.kind, ProgramKind::Qpu | ProgramKind::ControlList));
        let programs: Vec<_> = programs.collect();
        let places = programs.iter().map(|program| program.span).collect();
        let targets = programs.iter();
        let targets = targets.filter_map(|program| Some((program.span, program.kind.stage()?)));
        let options = Options {
            dialect: scene.dialect.unwrap_or(options.dialect),
            ..options.clone()
        };
        let judged = Preprocessed::unchanged(source.text());
        Programs {
            scene: problem,
            targets: targets.collect(),
            ..Programs::new(source, options, places, judged)
        }
    }

    /// From each header to its END. The text is preprocessed as a whole: conditions choose between programs too.
    fn between_remarks(source: Source, text: &str, options: &Options) -> Result<Programs, Unfound> {
        let mut options = options.clone();
        let judged = match options.preprocess.take() {
            None => Ok(Preprocessed::unchanged(text)),
            Some(macros) => preprocess(text, &macros),
        };
        let judged = match judged {
            Ok(judged) => judged,
            Err(problems) => {
                let problems = problems.iter().map(preprocessor::at).collect();
                return Err(Unfound { source, problems });
            }
        };
        let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
        let mut places = split(&judged.text, &headers);
        // With one program or none, all of the text is judged: what stands around it is wrong there. Tests follow
        // the programs of an older scene.
        let is_alone =
            places.len() < 2 && FileKind::of_name(Path::new(source.name())) != Some(FileKind::OldScene);
        if is_alone || places.is_empty() {
            places = vec![Span::new(0, judged.text.len() as u32)];
        }
        Ok(Programs::new(source, options, places, judged))
    }

    fn new(source: Source, options: Options, places: Vec<Span>, judged: Preprocessed) -> Programs {
        Programs {
            source,
            places,
            scene: None,
            targets: Vec::new(),
            judged,
            left: Cell::new(options.max_diagnostics),
            unlisted: Cell::new(0),
            options,
        }
    }

    /// The text of a program as it is judged.
    pub fn text(&self, place: Span) -> &str {
        &self.judged.text[place.range()]
    }

    /// Judges a program. Of all programs of the file so many problems are listed as the options say.
    pub fn check(&self, place: Span) -> Judged {
        self.judged(place, |text, options| (check(text, options), ())).0
    }

    /// Judges a program as a driver loads it, whatever dialect its scene names.
    pub fn check_for(&self, place: Span, driver: Driver) -> (Judged, OnDriver) {
        self.judged(place, |text, options| {
            let options = Options {
                dialect: Dialect::of_driver(driver),
                ..options.clone()
            };
            let on_driver = check_for(text, driver, &options);
            (on_driver.checked.clone(), on_driver)
        })
    }

    /// A program as something else than the checker has judged it.
    pub fn judged_elsewhere(&self, place: Span, checked: Checked) -> Judged {
        self.judged(place, |_, _| (checked, ())).0
    }

    fn judged<T>(&self, place: Span, judge: impl FnOnce(&str, &Options) -> (Checked, T)) -> (Judged, T) {
        let left = self.left.get();
        let section = self.targets.iter().find(|(of, _)| *of == place);
        let options = Options {
            target: self.options.target.or(section.map(|(_, target)| *target)),
            // GL's answer to a program is its first error, listed or not.
            max_diagnostics: left.max(1),
            ..self.options.clone()
        };
        let (checked, more) = judge(self.text(place), &options);
        self.left.set(left.saturating_sub(checked.diagnostics.len()));
        if left == 0 {
            self.unlisted.set(self.unlisted.get() + checked.error_count());
        }
        let judged = Judged {
            checked,
            place,
            is_listed: left > 0,
        };
        (judged, more)
    }

    /// Judges a program, and says what is legal in it and nearly always not meant.
    pub fn check_and_advise(&self, place: Span) -> Judged {
        let mut judged = self.check(place);
        if let Some(program) = &judged.checked.program {
            let left = self.left.get();
            let advice: Vec<Diagnostic> = advice(self.text(place), program).into_iter().take(left).collect();
            self.left.set(left - advice.len());
            judged.checked.diagnostics.extend(advice);
            let place = |one: &Diagnostic| (one.span.start, one.span.end);
            judged.checked.diagnostics.sort_by_key(place);
        }
        judged
    }

    /// The problems of a program that are listed, with their places in the file.
    pub fn listed(&self, judged: &Judged) -> Vec<Diagnostic> {
        let all = judged.checked.diagnostics.iter().filter(|_| judged.is_listed);
        all.map(|found| self.placed(judged.place, found.clone()))
            .collect()
    }

    /// The number of errors beyond those listed, once all programs are judged.
    pub fn unlisted(&self) -> usize {
        self.unlisted.get()
    }

    /// The span in the file of a span of a program.
    pub fn place(&self, program: Span, span: Span) -> Span {
        self.judged.place(span.moved(program.start))
    }

    /// A problem of a program with its places in the file.
    pub fn placed(&self, program: Span, mut found: Diagnostic) -> Diagnostic {
        let is_written = |span: Span| self.judged.is_written(span.moved(program.start));
        found.fix = found.fix.filter(|fix| is_written(fix.span));
        found.mapped(|span| self.place(program, span))
    }

    /// The span of a program in the file.
    pub fn whole(&self, program: Span) -> Span {
        self.judged.place(program)
    }
}

/// Whether a file is a scene with sections: by its name, and a text from standard input by its first line.
fn is_scene(path: &Path, text: &str) -> bool {
    let begins_with_section = || {
        let mut lines = text.trim_start_matches('\u{feff}').lines();
        let first = lines.find(|line| !line.trim().is_empty() && !line.starts_with('#'));
        first.is_some_and(|line| line.starts_with('['))
    };
    FileKind::of_name(path) == Some(FileKind::Scene) || path.as_os_str() == "-" && begins_with_section()
}
