//! Values: what random programs give here and what their translations give on a driver, beside each other.
//!
//! Half of the programs are made of operations that every machine computes to the bit; of the others each has one
//! instruction, of an operation that machines approximate. What differs by more than an [allowance](allowance) says
//! is reduced: lines are struck while it still differs.

mod allowance;
mod driver;
mod scene;

use std::collections::BTreeMap;
use std::fmt;

use quadrille::Session;
use quadrille_isa::gl::opcode::OpcodeRow;
use quadrille_isa::gl::operation::{Class, Operation};
use quadrille_isa::gl::profile::PROFILES;
use quadrille_isa::gl::{LanguageSet, Profile, Stage};
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::program::{Writer, repaired, without_lines};

use self::allowance::Found;
use self::driver::{Driver, Run};
use self::scene::Inputs;
use super::{Arguments, BYTES};

/// How often the lines that a translation refuses are struck.
const REPAIRS: usize = 6;

/// The lines by which programs hand on the result that is compared.
const RESULTS: [&str; 4] = [
    "MOV result.texcoord[0], t0;",
    "MOV result.color, t0;",
    "MOV o[TEX0], R0;",
    "MOV o[COLR], R0;",
];

/// What became of the programs of a language.
#[derive(Default)]
struct Tally {
    programs: u64,
    equal: u64,
    /// By the names of allowances.
    allowed: BTreeMap<&'static str, u64>,
    differ: u64,
    /// Programs of which a specification leaves something undefined, by the finding.
    undefined: BTreeMap<String, u64>,
    /// Why programs were not compared.
    skipped: BTreeMap<String, u64>,
    /// The largest error of each approximated opcode, in units of the last place.
    errors: BTreeMap<&'static str, f64>,
}

/// A program with what it computes from.
struct Case {
    profile: &'static Profile,
    text: String,
    inputs: Inputs,
    /// The opcode that is approximated, if the program has one instruction of it.
    approximated: Option<&'static OpcodeRow>,
}

/// Compares programs of every language that translations have; whether none differs.
pub(super) fn run(name: &str, arguments: &Arguments) -> Result<bool, String> {
    let driver = Driver::of_name(name)?;
    let session = Session::new();
    let mut differ = 0;
    for profile in PROFILES {
        let is_wanted = arguments
            .language
            .as_deref()
            .is_none_or(|header| header == profile.header);
        let has_stage = matches!(profile.stage, Stage::Vertex | Stage::Fragment);
        if !is_wanted || !has_stage || profile.language == LanguageSet::ATI {
            continue;
        }
        let mut tally = Tally::default();
        for seed in arguments.seed..arguments.seed + arguments.programs {
            if let Some(case) = case(&session, &driver, profile, seed) {
                one(&session, &driver, case, seed, &mut tally);
            }
        }
        println!("{}: {tally}", profile.header);
        differ += tally.differ;
    }
    Ok(differ == 0)
}

/// A program of a seed that loads and can be translated.
fn case(session: &Session, driver: &Driver, profile: &'static Profile, seed: u64) -> Option<Case> {
    let bytes = bytes(seed, BYTES);
    let mut choices = Choices::new(&bytes);
    let inputs = Inputs::new(&mut choices);
    let is_exact = choices.once_in(2);
    let mut writer = Writer::new(profile, &mut choices);
    let mut approximated = None;
    if is_exact {
        writer
            .keep(|row| is_comparable(row, profile) && !is_approximated(row.operation_in(profile.language)));
    } else {
        writer.keep(|row| is_comparable(row, profile) && is_approximated(row.operation_in(profile.language)));
        approximated = writer.single();
    }
    // What fog is mixed into is clamped or not by the framebuffer, which a shader does not know.
    let lines = writer.program();
    let lines = lines
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("OPTION ARB_fog_"));
    let mut text: String = lines.collect();
    for _ in 0..REPAIRS {
        let made = repaired(session, text)?;
        let refused = driver.refused(&made);
        if refused.is_empty() {
            // A result that is not written is undefined.
            let is_written = made.text.lines().any(|line| RESULTS.contains(&line));
            return is_written.then_some(Case {
                profile,
                text: made.text,
                inputs,
                approximated,
            });
        }
        let (kept, struck) = without_lines(&made.text, &refused);
        if struck == 0 {
            return None;
        }
        text = kept;
    }
    None
}

/// Whether an opcode's results depend on nothing but what a scene of points says.
fn is_comparable(row: &OpcodeRow, profile: &Profile) -> bool {
    let class = row.operation_in(profile.language).class();
    class.is_arithmetic() || matches!(class, Class::Flow | Class::Kill | Class::Address)
}

/// Whether machines approximate an operation, each in its own way.
fn is_approximated(operation: Operation) -> bool {
    use Operation as Op;
    match operation {
        Op::LightCoefficients | Op::LightCoefficientsUnclamped | Op::SineCosine => true,
        Op::Exponential | Op::ExponentialVp1 | Op::Logarithm | Op::Reflect | Op::Normalize => true,
        Op::Divide | Op::UnpackUnsigned2 | Op::UnpackSigned4 | Op::UnpackUnsigned4 => true,
        _ => matches!(operation.class(), Class::Scalar(_)),
    }
}

fn one(session: &Session, driver: &Driver, mut case: Case, seed: u64, tally: &mut Tally) {
    tally.programs += 1;
    let found = match outcome(session, driver, &case) {
        Run::Undefined(finding) => {
            *tally.undefined.entry(finding).or_default() += 1;
            return;
        }
        Run::Skipped(why) => {
            *tally.skipped.entry(why).or_default() += 1;
            return;
        }
        Run::Refused(why) => {
            tally.differ += 1;
            println!("{}: seed {seed}: {why}\n{}", case.profile.header, case.text);
            return;
        }
        Run::Done(found) => found,
    };
    if let Some(row) = case.approximated {
        let most = tally.errors.entry(row.mnemonic).or_default();
        *most = (*most).max(found.ulps);
    }
    for name in &found.allowed {
        *tally.allowed.entry(name).or_default() += 1;
    }
    if found.worst.is_none() {
        tally.equal += u64::from(found.allowed.is_empty());
        return;
    }
    tally.differ += 1;
    case.text = reduced(session, driver, &case);
    if let Run::Done(Found {
        worst: Some(worst), ..
    }) = outcome(session, driver, &case)
    {
        println!("{}: seed {seed}: {worst}\n{}", case.profile.header, case.text);
    }
}

/// What a case gives on both.
fn outcome(session: &Session, driver: &Driver, case: &Case) -> Run<Found> {
    let scene = scene::text(case.profile, &case.text, &case.inputs);
    match driver.run(session, &scene) {
        Run::Done([ours, theirs]) => Run::Done(Found::new(case, &ours, &theirs)),
        Run::Undefined(finding) => Run::Undefined(finding),
        Run::Skipped(why) => Run::Skipped(why),
        Run::Refused(why) => Run::Refused(why),
    }
}

/// The program without the lines that it differs without; a block's beginning goes with its end, and what hands
/// on a result stays.
fn reduced(session: &Session, driver: &Driver, case: &Case) -> String {
    let mut lines: Vec<String> = case.text.lines().map(str::to_owned).collect();
    let mut at = lines.len();
    while at > 1 {
        at -= 1;
        if RESULTS.contains(&lines[at].as_str()) {
            continue;
        }
        let mut fewer = lines.clone();
        fewer.remove(at);
        let ends = ["ENDIF;", "ENDREP;", "ENDLOOP;"];
        if ["IF ", "REP", "LOOP "]
            .iter()
            .any(|word| lines[at].starts_with(word))
            && let Some(end) = fewer[at..].iter().position(|line| ends.contains(&line.as_str()))
        {
            fewer.remove(at + end);
        }
        let shorter = Case {
            text: fewer.join("\n") + "\n",
            inputs: case.inputs.clone(),
            ..*case
        };
        let loads = session.load("reduced", &shorter.text).is_ok();
        if loads && matches!(outcome(session, driver, &shorter), Run::Done(found) if found.worst.is_some()) {
            lines = fewer;
            at = at.min(lines.len());
        }
    }
    lines.join("\n") + "\n"
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} programs, {} equal", self.programs, self.equal)?;
        for (name, count) in &self.allowed {
            write!(f, ", {count} but for {name}")?;
        }
        write!(f, ", {} differ", self.differ)?;
        for (finding, count) in &self.undefined {
            write!(f, ", {count} undefined: {finding}")?;
        }
        for (why, count) in &self.skipped {
            write!(f, ", {count} skipped: {why}")?;
        }
        let errors: Vec<String> = self
            .errors
            .iter()
            .map(|(name, ulps)| format!("{name} {ulps:.1}"))
            .collect();
        if !errors.is_empty() {
            write!(f, "; largest errors in ulp: {}", errors.join(", "))?;
        }
        Ok(())
    }
}
