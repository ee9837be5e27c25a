//! The opcode matrix through translations: what a driver makes of the shaders that programs become, beside what
//! Quadrille makes of the programs.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use quadrille::scene::{NoFiles, Report, SceneOptions, Skip, Verdict};
use quadrille::translate::{Feature, Options, Support};
use quadrille::{ColorFormat, Session};
use quadrille_base::Diagnostic;
use quadrille_drivers::{Driver, DriverError};
use quadrille_isa::gl::opcode::{OPCODES, Opcode};
use quadrille_isa::gl::operation::{Class, Operation};
use quadrille_isa::gl::profile::PROFILES;
use quadrille_isa::gl::{NumericEnvironment, Profile, Stage};

use super::allowance::{Answer, allowed};
use super::matrix::{Group, Way, groups};
use super::{evaluate, operands, words};
use crate::TranslatingError;
use crate::session;

/// Pixels of a row.
const WIDTH: usize = 32;

/// What became of the matrix.
#[derive(Default)]
struct Tally {
    instructions: usize,
    rows: usize,
    differ: usize,
    undefined: usize,
    /// Rows by the name of what allows them to differ.
    allowed: BTreeMap<&'static str, usize>,
    /// Instructions by why they were not drawn.
    refused: BTreeMap<String, BTreeSet<String>>,
    compared: BTreeSet<Opcode>,
}

/// What an instruction of the matrix is, so that none is drawn twice: languages share most of them.
type Meaning = (Opcode, Operation, NumericEnvironment, String);

/// Compares every arithmetic instruction; whether none differs. `wanted` is the one mnemonic to look at.
pub(super) fn run(name: &str, wanted: Option<&str>, show: usize) -> Result<bool, TranslatingError> {
    let (driver, options) = crate::translating(name)?;
    let session = session::usual();
    let mut tally = Tally::default();
    let mut seen: HashSet<Meaning> = HashSet::new();
    for profile in PROFILES {
        if !matches!(profile.stage, Stage::Vertex | Stage::Fragment) {
            continue;
        }
        for mut group in groups(&session, profile.header) {
            let is_wanted = wanted.is_none_or(|mnemonic| group.row.mnemonic == mnemonic);
            if is_wanted && seen.insert(meaning(&group, profile)) {
                if group.is_interpolated() {
                    let is_kept = |word: &u32| *word != 1 << 31 && !f32::from_bits(*word).is_subnormal();
                    group.rows.retain(|row| row.iter().flatten().all(is_kept));
                }
                one(&session, &driver, &options, &group, show, &mut tally);
            }
        }
    }
    println!(
        "{name}: {} instructions, {} rows, {} differ, {} undefined",
        tally.instructions, tally.rows, tally.differ, tally.undefined
    );
    for (name, count) in &tally.allowed {
        println!("{count} rows but for {name}");
    }
    for (why, lines) in &tally.refused {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        println!("not drawn: {why}: {}", lines.join("; "));
    }
    let missing = OPCODES.iter().filter(|row| {
        let is_wanted = wanted.is_none_or(|mnemonic| row.mnemonic == mnemonic);
        is_wanted && is_computed(row.operation.class()) && !tally.compared.contains(&row.opcode)
    });
    let missing: Vec<&str> = missing.map(|row| row.mnemonic).collect();
    if !missing.is_empty() {
        println!("not compared: {}", missing.join(", "));
    }
    Ok(tally.differ == 0 && missing.is_empty())
}

/// Whether what instructions of a class give depends on their operands alone, which is what the matrix holds.
fn is_computed(class: Class) -> bool {
    match class {
        Class::Componentwise(_) | Class::Scalar(_) | Class::Dot(_) | Class::Vector(_) | Class::Conversion => {
            true
        }
        // Scenes, pages and random programs are about these.
        Class::Texture | Class::Memory | Class::Derivative | Class::Interpolation | Class::Group => false,
        Class::Kill | Class::Address | Class::Flow | Class::Stage => false,
    }
}

fn meaning(group: &Group, profile: &Profile) -> Meaning {
    let kind = group.line.split(' ').next().unwrap_or_default().to_owned();
    let operation = group.row.operation_in(profile.language);
    (group.row.opcode, operation, profile.numeric, kind)
}

/// Draws a group and compares its rows.
fn one(session: &Session, driver: &Driver, options: &Options, group: &Group, show: usize, tally: &mut Tally) {
    let name = format!("{} {}", group.header, group.line);
    tally.instructions += 1;
    let theirs = match drawn(session, driver, options, group) {
        Ok(theirs) => theirs,
        Err(why) => {
            tally.refused.entry(why.to_string()).or_default().insert(name);
            return;
        }
    };
    let Some((ours, undefined)) = evaluate(session, group) else {
        tally
            .refused
            .entry("it stops here".to_owned())
            .or_default()
            .insert(name);
        return;
    };
    tally.compared.insert(group.row.opcode);
    if group.is_long() {
        // By them numbers of 64 bits come and go.
        tally.compared.extend([Opcode::Pk64, Opcode::Up64]);
    }
    let mut shown = 0;
    for (lane, (theirs, own)) in theirs.iter().zip(&ours).enumerate() {
        tally.rows += 1;
        if undefined.contains(&lane) {
            tally.undefined += 1;
            continue;
        }
        let answer = Answer {
            group,
            lane,
            theirs: *theirs,
            ours: &ours,
        };
        match allowed(&answer) {
            Ok(names) => {
                for name in names {
                    *tally.allowed.entry(name).or_default() += 1;
                }
            }
            Err(()) => {
                tally.differ += 1;
                shown += 1;
                if shown <= show {
                    let from = operands(group, lane);
                    println!("{name}: {from} -> {}, and here {}", words(theirs), words(own));
                }
            }
        }
    }
}

/// Why the driver does not draw a group.
#[derive(Debug, thiserror::Error)]
enum DrawnError {
    #[error(transparent)]
    Driver(#[from] DriverError),
    #[error(transparent)]
    Skipped(Skip),
    #[error("{}", messages(.0))]
    Problems(Vec<Diagnostic>),
    #[error("a probe fails where there is none")]
    Probe,
    #[error("there is no picture")]
    NoPicture,
}

fn messages(problems: &[Diagnostic]) -> String {
    let messages: Vec<&str> = problems.iter().map(|problem| &*problem.message).collect();
    messages.join("; ")
}

/// What the driver draws: a pixel for each row of operands.
fn drawn(
    session: &Session,
    driver: &Driver,
    options: &Options,
    group: &Group,
) -> Result<Vec<[u32; 4]>, DrawnError> {
    let has_flat = options.target.support(Feature::FlatVaryings) != Support::Missing;
    let scene_options = SceneOptions {
        color: ColorFormat::Rgba32F,
        ..SceneOptions::new(session, &NoFiles)
    };
    let text = scene(group, has_flat);
    let report: Report = driver.run("matrix.shader_test", &text, &scene_options)?;
    match report.verdict {
        Verdict::Pass => {}
        Verdict::Skip(reason) => return Err(DrawnError::Skipped(reason)),
        Verdict::Error(problems) => return Err(DrawnError::Problems(problems)),
        Verdict::Fail(_) => return Err(DrawnError::Probe),
    }
    let colors = report
        .framebuffer
        .as_ref()
        .filter(|buffer| buffer.color_formats().len() > 0)
        .map(|buffer| buffer.color_values(0));
    let colors = colors.ok_or(DrawnError::NoPicture)?;
    let pixels = (0..colors.len()).take(group.rows.len());
    Ok(pixels.map(|at| colors.get(at).map(f32::to_bits)).collect())
}

/// The scene of a group: a point a pixel, whose attributes are its operands.
fn scene(group: &Group, has_flat: bool) -> String {
    let own = group.text(Way::Attributes);
    let (vertex, fragment) = match (group.is_vertex(), has_flat) {
        (true, true) => {
            let shows = "!!NVfp4.0\nFLAT ATTRIB x = fragment.texcoord[1];\nMOV.U result.color, x;\nEND\n";
            (own, shows.to_owned())
        }
        (true, false) => (
            own,
            "!!ARBfp1.0\nMOV result.color, fragment.texcoord[1];\nEND\n".to_owned(),
        ),
        (false, true) => (passing("!!NVvp4.0", ".U"), own),
        (false, false) => (passing("!!ARBvp1.0", ""), own),
    };
    let height = group.rows.len().div_ceil(WIDTH);
    let mut text = format!(
        "[require]\nSIZE {WIDTH} {height}\n[vertex program]\n{vertex}[fragment program]\n{fragment}[vertex data]\n\
         0/float/4"
    );
    let first = if group.is_vertex() {
        group.first_attribute()
    } else {
        1
    };
    for attribute in first..first + 3 {
        text += &format!(" {attribute}/float/4");
    }
    text.push('\n');
    let center = |at: usize, of: usize| (2 * at + 1) as f32 / of as f32 - 1.0;
    for (at, row) in group.rows.iter().enumerate() {
        let place = [center(at % WIDTH, WIDTH), center(at / WIDTH, height), 0.0, 1.0];
        let numbers = place
            .map(f32::to_bits)
            .into_iter()
            .chain(row.iter().flatten().copied());
        let words: Vec<String> = numbers.map(|word| format!("{word:#010x}")).collect();
        text += &words.join(" ");
        text.push('\n');
    }
    let count = group.rows.len();
    text + &format!("[test]\nclear color 0 0 0 0\nclear\ndraw arrays GL_POINTS 0 {count}\n")
}

/// A vertex program that hands on its attributes.
fn passing(header: &str, bits: &str) -> String {
    let moves = (1..=3).map(|at| format!("MOV{bits} result.texcoord[{at}], vertex.attrib[{at}];\n"));
    let moves: String = moves.collect();
    format!("{header}\nMOV result.position, vertex.position;\n{moves}END\n")
}
