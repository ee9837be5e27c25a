//! A case: a random program about one subject, with what it computes from.

use clap::ValueEnum;
use quadrille::Session;
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow};
use quadrille_isa::gl::operation::{Class, Operation};
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::{LanguageSet, Profile, Stage};
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::program::{Writer, ati_program, repaired, without_lines};

use super::driver::Driver;
use super::scene::Inputs;
use super::textures;
use crate::storm::BYTES;

/// How often the lines that a translation refuses are struck.
const REPAIRS: usize = 6;

/// What the programs of a case are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::storm) enum Subject {
    /// Operations that every machine computes to the bit.
    Exact,
    /// One instruction of an operation that machines approximate.
    Approximated,
    /// Lookups of textures whose texels say where they are.
    Textures,
    /// One difference between neighbours, in a picture over which attributes are linear.
    Derivatives,
    /// A fog option.
    Fog,
    /// A depth.
    Depth,
    /// Colours of front and back.
    Sides,
}

/// A program with what it computes from.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) profile: &'static Profile,
    pub(super) subject: Subject,
    pub(super) text: String,
    /// The lines by which it hands on what is compared.
    pub(super) results: Vec<&'static str>,
    /// What shows the results of a vertex program: an attribute of fragments.
    pub(super) shown: &'static str,
    pub(super) inputs: Inputs,
    /// The commands that make its textures.
    pub(super) textures: String,
    /// Whether it chooses the samples that are written.
    pub(super) masks_samples: bool,
    /// The operations of its instructions.
    pub(super) operations: Vec<Operation>,
    /// The opcode that is approximated, if the program has one instruction of it.
    pub(super) approximated: Option<&'static OpcodeRow>,
}

impl Subject {
    /// The subjects that a language has programs about.
    fn of(profile: &Profile) -> Vec<Subject> {
        if profile.language == LanguageSet::ATI {
            return vec![Subject::Textures];
        }
        let features = profile.features();
        let has = |class| {
            let mut rows = OPCODES.iter();
            rows.any(|row| row.operation.class() == class && row.availability.check(&features).is_ok())
        };
        let is_fragment = profile.stage == Stage::Fragment;
        let mut rows = OPTIONS.iter();
        let has_fog = rows
            .any(|row| row.name().starts_with("ARB_fog") && row.accepts(features.languages, features.stage));
        [
            (Subject::Exact, true),
            (Subject::Approximated, true),
            (Subject::Textures, has(Class::Texture)),
            (Subject::Derivatives, is_fragment && has(Class::Derivative)),
            (Subject::Fog, has_fog),
            (Subject::Depth, is_fragment),
            (Subject::Sides, !is_fragment),
        ]
        .into_iter()
        .filter_map(|(subject, is_had)| is_had.then_some(subject))
        .collect()
    }

    /// Whether programs about it are made of an opcode.
    fn takes(self, row: &OpcodeRow, profile: &Profile) -> bool {
        use Operation as Op;
        let operation = row.operation_in(profile.language);
        let class = operation.class();
        match self {
            Subject::Approximated => is_arithmetic(class) && is_approximated(operation),
            Subject::Derivatives => class == Class::Derivative,
            Subject::Textures if class == Class::Texture => {
                !matches!(operation, Op::QueryLod | Op::QuerySamples | Op::FetchMultisample)
            }
            Subject::Textures => matches!(operation, Op::Move | Op::Add | Op::Multiply),
            _ => is_arithmetic(class) && !is_approximated(operation),
        }
    }
}

/// Whether an operation's results depend on nothing but what a scene says.
fn is_arithmetic(class: Class) -> bool {
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

/// A program of a seed that loads and can be translated.
pub(super) fn case(
    session: &Session,
    driver: &Driver,
    profile: &'static Profile,
    wanted: Option<Subject>,
    seed: u64,
) -> Option<Case> {
    let bytes = bytes(seed, BYTES);
    let mut choices = Choices::new(&bytes);
    let subjects = Subject::of(profile);
    let subject = match wanted {
        Some(wanted) => *subjects.iter().find(|subject| **subject == wanted)?,
        None => choices.one_of(&subjects),
    };
    let (lines, approximated) = lines(profile, subject, &mut choices);
    let has_letters = !lines.contains("TEMP t0");
    let (result, shown) = match (profile.stage, subject, choices.below(2)) {
        (Stage::Fragment, ..) => (["MOV result.color, t0;", "MOV o[COLR], R0;"], ""),
        (_, Subject::Sides, _) => (["MOV result.color, t2;", "MOV o[COL0], R2;"], "color"),
        (_, _, 0) => (["MOV result.texcoord[0], t0;", "MOV o[TEX0], R0;"], "texcoord[0]"),
        _ => (["MOV result.texcoord[1], t1;", "MOV o[TEX1], R1;"], "texcoord[1]"),
    };
    let mut results = match profile.language == LanguageSet::ATI {
        true => Vec::new(),
        false => vec![result[usize::from(has_letters)]],
    };
    let more = match subject {
        Subject::Depth => Some(["MOV result.depth.z, t1.x;", "MOV o[DEPR].z, R1.x;"]),
        Subject::Sides => Some(["MOV result.color.back, t1;", "MOV o[BFC0], R1;"]),
        _ => None,
    };
    let mut text = lines;
    if let Some(more) = more {
        let more = more[usize::from(has_letters)];
        text = text.replace(results[0], &format!("{}\n{more}", results[0]));
        results.push(more);
    }
    for _ in 0..REPAIRS {
        let made = repaired(session, text)?;
        let refused = driver.refused(&made);
        if refused.is_empty() {
            // A result that is not written is undefined.
            let mut wanted = results.iter();
            let is_written = wanted.all(|result| made.text.lines().any(|line| line == *result));
            let program = made.loaded.program();
            let operations = program
                .instructions()
                .iter()
                .map(|instruction| instruction.operation);
            let uses = program.textures();
            return is_written.then(|| Case {
                profile,
                subject,
                masks_samples: made.text.contains("result.samplemask"),
                operations: operations.collect(),
                textures: textures::text(uses, &mut choices),
                inputs: Inputs::new(&mut choices, subject, approximated),
                text: made.text,
                results,
                shown,
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

/// The text of a program before it is repaired, and the opcode that it has one instruction of.
fn lines(
    profile: &'static Profile,
    subject: Subject,
    choices: &mut Choices<'_>,
) -> (String, Option<&'static OpcodeRow>) {
    if profile.language == LanguageSet::ATI {
        return (ati_program(choices), None);
    }
    let fog = match subject == Subject::Fog {
        true => choices.one_of(&[
            "OPTION ARB_fog_linear;\n",
            "OPTION ARB_fog_exp;\n",
            "OPTION ARB_fog_exp2;\n",
        ]),
        false => "",
    };
    let mut writer = Writer::new(profile, choices);
    writer.keep(|row| subject.takes(row, profile));
    let single = match subject {
        Subject::Approximated | Subject::Derivatives => writer.single(),
        _ => None,
    };
    let lines = writer.program();
    // What fog is mixed into is clamped or not by the framebuffer, which a shader does not know.
    let lines = lines
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("OPTION ARB_fog_"));
    let text: String = lines.collect();
    let text = text.replacen('\n', &format!("\n{fog}"), 1);
    (text, single.filter(|_| subject == Subject::Approximated))
}
