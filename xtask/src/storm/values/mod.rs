//! Values: what random programs give here and what their translations give on a driver, beside each other.
//!
//! Each program has one [subject](Subject). What differs by more than an [`allowance`] says is reduced:
//! lines are struck while it still differs.

mod allowance;
mod case;
mod driver;
mod handed;
mod scene;
mod stage;
mod textures;

use std::collections::BTreeMap;
use std::fmt;

use quadrille::{ColorFormat, Session};
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::profile::PROFILES;

use self::allowance::Found;
pub(super) use self::case::Subject;
pub(crate) use self::case::is_approximated;
use self::case::{Case, case};
use self::driver::{Driver, DriverRun, Look};
use super::Arguments;
use super::progress::Progress;
use crate::TranslatingError;
use crate::session;

/// What became of the programs of a language.
#[derive(Default)]
struct Tally {
    programs: u64,
    equal: u64,
    /// By the names of allowances.
    allowed: BTreeMap<&'static str, u64>,
    differ: u64,
    /// Programs of which a specification leaves something undefined, by the finding.
    undefined: BTreeMap<&'static str, u64>,
    /// Why programs were not compared.
    skipped: BTreeMap<String, u64>,
    /// The largest error of each approximated opcode, in units of the last place.
    errors: BTreeMap<&'static str, f64>,
}

/// Compares programs of every language that translations have; whether none differs.
pub(super) fn run(name: &str, arguments: &Arguments) -> Result<bool, TranslatingError> {
    let driver = Driver::of_name(name)?;
    Ok(compare(&driver, arguments))
}

/// Compares programs on a driver; whether none differs.
fn compare(driver: &Driver, arguments: &Arguments) -> bool {
    let session = session::usual();
    let mut progress = Progress::new();
    let mut differ = 0;
    for profile in PROFILES {
        let is_wanted = arguments
            .language
            .as_deref()
            .is_none_or(|header| header == profile.header);
        let has_stage = match profile.stage {
            Stage::Vertex | Stage::Fragment => true,
            Stage::VertexState => false,
            Stage::TessellationControl | Stage::TessellationEvaluation | Stage::Geometry | Stage::Compute => {
                !driver.target().is_assembly()
            }
        };
        if !is_wanted || !has_stage {
            continue;
        }
        let mut tally = Tally::default();
        for seed in arguments.seed..arguments.seed + arguments.programs {
            if let Some(case) = case(&session, driver, profile, arguments.subject, seed) {
                one(&session, driver, case, seed, arguments.whole, &mut tally);
            }
            progress.at(|| {
                let (done, differ) = (seed + 1 - arguments.seed, tally.differ);
                format!(
                    "{}: {done} of {}, {differ} differ",
                    profile.header, arguments.programs
                )
            });
        }
        println!("{}: {tally}", profile.header);
        differ += tally.differ;
    }
    differ == 0
}

fn one(session: &Session, driver: &Driver, mut case: Case, seed: u64, whole: bool, tally: &mut Tally) {
    tally.programs += 1;
    let found = match outcome(session, driver, &case) {
        DriverRun::Undefined(finding) => {
            *tally.undefined.entry(finding.name).or_default() += 1;
            return;
        }
        DriverRun::Skipped(why) => {
            *tally.skipped.entry(why).or_default() += 1;
            return;
        }
        DriverRun::Refused(why) => {
            tally.differ += 1;
            println!("{}: seed {seed}: {why}\n{}", case.profile.header, case.text);
            return;
        }
        DriverRun::Done(found) => found,
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
    if whole {
        println!(
            "{}: seed {seed}:\n{}",
            case.profile.header,
            scene::text(session, &case)
        );
    } else {
        case.text = reduced(session, driver, &case);
    }
    if let DriverRun::Done(Found {
        worst: Some(worst), ..
    }) = outcome(session, driver, &case)
    {
        let partner = case.partner.as_deref().unwrap_or_default();
        println!(
            "{}: seed {seed}: {worst}\n{partner}{}{}",
            case.profile.header, case.text, case.textures
        );
    }
}

/// What a case gives on both.
fn outcome(session: &Session, driver: &Driver, case: &Case) -> DriverRun<Found> {
    let look = Look {
        // What fog is mixed into is clamped, as in a framebuffer of fixed point.
        color: match case.subject {
            Subject::Fog => ColorFormat::Rgba8,
            _ => ColorFormat::Rgba32F,
        },
        draw_buffers: case.draw_buffers,
        has_depth: case.subject == Subject::Depth,
    };
    match driver.run(session, case, &look) {
        DriverRun::Done([ours, theirs]) => DriverRun::Done(Found::new(case, driver.target(), &ours, &theirs)),
        DriverRun::Undefined(finding) => DriverRun::Undefined(finding),
        DriverRun::Skipped(why) => DriverRun::Skipped(why),
        DriverRun::Refused(why) => DriverRun::Refused(why),
    }
}

/// The lines by which a program says where its vertices are, without which nothing else is defined.
pub(super) const POSITIONS: [&str; 3] = [
    "MOV result.position, vertex.position;",
    "MOV o[HPOS], v[0];",
    "OPTION ARB_position_invariant;",
];

/// The program without the lines that it differs without; a block's beginning goes with its end, and what hands
/// on a result stays.
fn reduced(session: &Session, driver: &Driver, case: &Case) -> String {
    let mut lines: Vec<String> = case.text.lines().map(str::to_owned).collect();
    let mut at = lines.len();
    while at > 1 {
        at -= 1;
        let is_position = POSITIONS.contains(&lines[at].as_str());
        if is_position || case.results.contains(&lines[at]) {
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
            ..case.clone()
        };
        let loads = session.load("reduced", &shorter.text).is_ok();
        if loads
            && matches!(outcome(session, driver, &shorter), DriverRun::Done(found) if found.worst.is_some())
        {
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

#[cfg(test)]
mod tests {
    use quadrille::translate::{Target, arb};

    use super::*;

    fn holds(driver: &Driver, programs: u64) {
        let arguments = Arguments {
            instructions: 0,
            seed: 0,
            until: None,
            json: false,
            threads_each: 1,
            engines: false,
            against: None,
            programs,
            language: None,
            subject: None,
            whole: false,
        };
        assert!(compare(driver, &arguments), "programs differ");
    }

    /// source: a plain ARB program gives what the program gives that it stands for, by the reference engine
    #[test]
    fn arb_programs_give_what_random_programs_give() {
        holds(&Driver::assembly(Target::ArbVp1, None), 200);
    }

    /// source: the same of programs with an option of a vendor, which have branches, loops and condition codes
    #[test]
    fn programs_with_options_give_what_random_programs_give() {
        for option in arb::VENDOR_OPTIONS {
            holds(&Driver::assembly(Target::ArbVp1, Some(*option)), 60);
        }
    }

    /// source: the same of programs of VP1.x
    #[test]
    fn programs_of_vp1_give_what_random_programs_give() {
        for target in [Target::Vp10, Target::Vp11] {
            holds(&Driver::assembly(target, None), 60);
        }
    }
}
