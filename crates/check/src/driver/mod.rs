//! What becomes of a program on a driver: it loads, it loads and means something else, or it fails, and why.

mod form;
mod native;

use quadrille_base::{Diagnostic, Rule, Severity, Span};
use quadrille_isa::gl::driver::{Difference, Driver, DriverRow, RefusedForm};
use quadrille_isa::gl::option::ProgramOption;
use quadrille_isa::gl::profile::{PROFILES, Profile};
use quadrille_syntax::preprocess;

pub use self::native::{NativeExcess, excess};
use crate::check::check;
use crate::checked::Checked;
use crate::options::{Dialect, Options};
use crate::rules;

/// A program as a driver takes it.
#[derive(Clone, Debug)]
pub struct OnDriver {
    /// The result of the check, with what the driver refuses among the errors and what it takes otherwise among the
    /// warnings.
    pub checked: Checked,
    /// The header's row; none if the text begins with none.
    pub profile: Option<&'static Profile>,
    /// The verdict.
    pub verdict: DriverVerdict,
}

/// What becomes of a program on a driver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DriverVerdict {
    /// It loads.
    Loads(Loaded),
    /// It does not load. This is the first in the text of all that is wrong; of two at one place, what the driver lacks.
    Fails(FailureCause),
}

/// What there is to say of a program that a driver loads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loaded {
    /// What it may mean there that it does not mean elsewhere.
    pub differences: Vec<Difference>,
    /// The native limits that it exceeds.
    pub native: Vec<NativeExcess>,
}

/// Why a driver does not load a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureCause {
    /// It does not take the header.
    Header(&'static Profile),
    /// It does not take the option.
    Option(ProgramOption),
    /// It does not take a form that the specifications have.
    Form(RefusedForm),
    /// The program breaks a rule.
    Rule(&'static Rule),
}

impl FailureCause {
    /// The word by which failures are counted: an extension, an option or a rule.
    pub fn name(self) -> &'static str {
        match self {
            FailureCause::Header(profile) => profile.extension(),
            FailureCause::Option(option) => option.row().name(),
            FailureCause::Form(_) => rules::form_not_in_driver::FORM_NOT_IN_DRIVER.name,
            FailureCause::Rule(rule) => rule.name,
        }
    }
}

impl DriverVerdict {
    /// Whether the driver loads the program.
    pub const fn loads(&self) -> bool {
        matches!(self, DriverVerdict::Loads(_))
    }

    /// The verdict as a word: `loads`, `differs` or `fails`.
    pub const fn name(&self) -> &'static str {
        match self {
            DriverVerdict::Loads(loaded) if loaded.differences.is_empty() => "loads",
            DriverVerdict::Loads(_) => "differs",
            DriverVerdict::Fails(_) => "fails",
        }
    }
}

impl Options {
    /// The options by which a driver's limits and habits hold.
    pub fn of_driver(driver: Driver) -> Options {
        Options {
            limits: driver.row().limits.fact,
            dialect: Dialect::of_driver(driver),
            ..Options::default()
        }
    }
}

impl Dialect {
    /// The habits of a driver.
    pub const fn of_driver(driver: Driver) -> Dialect {
        match driver {
            Driver::Mesa | Driver::MesaR300 | Driver::MesaI915 => Dialect::Mesa,
            Driver::AmdWindows | Driver::IntelWindows => Dialect::Strict,
            Driver::Nvidia => Dialect::Nvidia,
            Driver::Apple | Driver::AppleNvidia => Dialect::Apple,
        }
    }
}

/// Checks one program, header to END, as a driver loads it. [`Options::of_driver`] has the limits and the dialect.
pub fn check_for(text: &str, driver: Driver, options: &Options) -> OnDriver {
    let Some(macros) = &options.preprocess else {
        return judge(text, driver.row(), options);
    };
    let options = Options {
        preprocess: None,
        ..options.clone()
    };
    match preprocess(text, macros) {
        Ok(pass) => {
            let judged = judge(&pass.text, driver.row(), &options);
            OnDriver {
                checked: judged.checked.before(&pass),
                ..judged
            }
        }
        Err(_) => {
            let options = Options {
                preprocess: Some(macros.clone()),
                ..options
            };
            rejected(check(text, &options), None)
        }
    }
}

fn judge(text: &str, row: &DriverRow, options: &Options) -> OnDriver {
    let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
    let Some(header) = quadrille_syntax::header(text, &headers) else {
        return rejected(check(text, options), None);
    };
    let profile = &PROFILES[header.index];
    if !row.takes_header(profile) {
        // Nothing after the header is read.
        let checked = Checked {
            program: None,
            diagnostics: vec![rules::header_not_in_driver::at(header.span, row, profile)],
            unlisted: Default::default(),
        };
        return OnDriver {
            checked,
            profile: Some(profile),
            verdict: DriverVerdict::Fails(FailureCause::Header(profile)),
        };
    }
    let returned = match row.refuses(RefusedForm::CarriageReturnComment) {
        true => form::returned_comments(text),
        false => Vec::new(),
    };
    let read = form::with_longer_comments(text, &returned);
    let mut checked = check(&read, options);
    let mut forms = form::forms(&read, profile);
    // Where nothing is missed, what the comment takes is another meaning.
    if let Some(comment) = returned.first() {
        match checked.accepted() {
            true => forms.differences.insert(0, (Difference::CommentGoesOn, *comment)),
            false => forms
                .refusable
                .push((RefusedForm::CarriageReturnComment, *comment)),
        }
    }
    // An option may need the language that another brings, if the driver takes that one.
    let taken = forms
        .options
        .iter()
        .filter(|(option, _)| row.takes_option(*option));
    let features = taken.fold(profile.features(), |features, (option, _)| features.with(*option));
    let mut causes = Vec::new();
    let mut told = Vec::new();
    for (option, span) in &forms.options {
        let has_place = option.row().accepts(features.languages, features.stage);
        if !row.takes_option(*option) || !has_place {
            causes.push((span.start, FailureCause::Option(*option)));
            told.push(rules::option_not_in_driver::at(*span, row, *option));
        }
    }
    for (form, span) in &forms.refusable {
        if row.refuses(*form) {
            causes.push((span.start, FailureCause::Form(*form)));
            told.push(rules::form_not_in_driver::at(*span, row, *form));
        }
    }
    // An option that the language does not have is told as that alone.
    told.retain(|one: &Diagnostic| !is_at_error(&checked, one.span));
    let broken = checked
        .errors()
        .map(|error| (error.span.start, FailureCause::Rule(error.rule)));
    causes.extend(broken);
    let Some(program) = checked.program.take().filter(|_| causes.is_empty()) else {
        let first = causes.into_iter().min_by_key(|(at, _)| *at);
        add(&mut checked, told, options);
        return match first {
            Some((_, cause)) => OnDriver {
                checked,
                profile: Some(profile),
                verdict: DriverVerdict::Fails(cause),
            },
            None => rejected(checked, Some(profile)),
        };
    };
    let differs =
        |(difference, _): &&(Difference, Span)| row.differences.iter().any(|one| one.fact == *difference);
    let mut loaded = Loaded::default();
    if let Some((difference, span)) = forms.differences.iter().find(differs) {
        loaded.differences.push(*difference);
        told.push(rules::other_in_driver::at(*span, row, *difference));
    }
    if let Some(native) = &row.native {
        loaded.native = excess(&program, &native.fact);
        let over = loaded.native.iter();
        told.extend(over.map(|over| rules::native_limit::at(header.span, row, *over)));
    }
    checked.program = Some(program);
    add(&mut checked, told, options);
    OnDriver {
        checked,
        profile: Some(profile),
        verdict: DriverVerdict::Loads(loaded),
    }
}

/// The option that is named at a byte of a program, or just before it: readers notice a name at its end.
pub fn option_at(text: &str, at: u32) -> Option<ProgramOption> {
    let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
    let header = quadrille_syntax::header(text, &headers)?;
    let forms = form::forms(text, &PROFILES[header.index]);
    let mut options = forms.options.into_iter();
    options
        .find(|(_, span)| span.start <= at && at <= span.end)
        .map(|(option, _)| option)
}

/// A program that breaks a rule wherever it is loaded.
fn rejected(checked: Checked, profile: Option<&'static Profile>) -> OnDriver {
    let rule = checked.errors().next().map(|error| error.rule);
    let rule = rule.unwrap_or(&rules::unlisted_problems::UNLISTED_PROBLEMS);
    OnDriver {
        checked,
        profile,
        verdict: DriverVerdict::Fails(FailureCause::Rule(rule)),
    }
}

fn is_at_error(checked: &Checked, span: Span) -> bool {
    checked.errors().any(|error| error.span == span)
}

/// Adds what is told of the driver, as far as there is room; the first errors are kept before all else.
fn add(checked: &mut Checked, told: Vec<Diagnostic>, options: &Options) {
    let room = options.max_diagnostics.saturating_sub(checked.diagnostics.len());
    let is_error = |one: &Diagnostic| one.severity == Severity::Error;
    for (at, one) in told.into_iter().enumerate() {
        if at < room.max(1) {
            checked.diagnostics.push(one);
        } else if is_error(&one) {
            checked.unlisted.errors += 1;
        } else {
            checked.unlisted.warnings += 1;
        }
    }
    checked
        .diagnostics
        .sort_by_key(|one| (one.span.start, one.span.end));
}
