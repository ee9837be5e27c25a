//! A case: a random program about one subject, with what it computes from.

use clap::ValueEnum;
use quadrille::Session;
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow};
use quadrille_isa::gl::operation::{
    ArithmeticOp, Class, ConversionOp, MemoryOp, Operation, Packing, Space, TextureOp,
};
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::profile::PROFILES;
use quadrille_isa::gl::{DataType, LanguageSet, NumericEnvironment, Profile, ProgramOption, Stage};
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::program::{Made, Writer, ati_program, repaired, without_lines};

use super::POSITIONS;
use super::driver::Driver;
use super::handed::Handed;
use super::scene::Inputs;
use super::stage;
use super::textures;
use crate::storm::BYTES;

/// What programs call the position of a vertex.
const POSITION: [&str; 4] = ["vertex.position", "vertex.attrib[0]", "v[OPOS]", "v[0]"];

/// How often the lines that a translation refuses are struck.
const REPAIRS: usize = 60;

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
    /// Colours of several draw buffers.
    Buffers,
    /// Stores, loads and atomic operations of buffers, counters and the memory of a work group, by one invocation.
    Memory,
    /// Two programs, of which the second may read what the first does not write.
    Pair,
}

/// A program with what it computes from.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) profile: &'static Profile,
    pub(super) subject: Subject,
    pub(super) text: String,
    /// The lines by which it hands on what is compared.
    pub(super) results: Vec<String>,
    /// What shows the results of a vertex program: an attribute of fragments.
    pub(super) shown: String,
    /// The vertex program of a fragment program, where another than the plain one hands on its attributes.
    pub(super) partner: Option<String>,
    /// What the names of its variables are replaced by, as a seed.
    pub(super) disguise: Option<u64>,
    /// How many colours it gives.
    pub(super) draw_buffers: usize,
    pub(super) inputs: Inputs,
    /// The commands that make its textures.
    pub(super) textures: String,
    /// Whether it chooses the samples that are written.
    pub(super) masks_samples: bool,
    /// The operations of its instructions.
    pub(super) operations: Vec<Operation>,
    /// The opcode that is approximated, if the program has one instruction of it.
    pub(super) approximated: Option<&'static OpcodeRow>,
    /// Whether it computes in binary16 or 12-bit fixed point, of which ARB programs have neither.
    pub(super) rounds: bool,
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
        let is_vertex = profile.stage == Stage::Vertex;
        let is_first_or_last = is_fragment || is_vertex;
        let mut rows = OPTIONS.iter();
        let mut has_option = |name: &str| {
            rows.any(|row| row.name().starts_with(name) && row.accepts(features.languages, features.stage))
        };
        let has_fog = has_option("ARB_fog");
        let has_buffers = has_option("ARB_draw_buffers");
        [
            (Subject::Exact, true),
            (Subject::Approximated, true),
            (Subject::Textures, has(Class::Texture)),
            (Subject::Derivatives, is_fragment && has(Class::Derivative)),
            (Subject::Fog, has_fog),
            (Subject::Depth, is_fragment),
            (Subject::Sides, is_vertex),
            (Subject::Buffers, has_buffers),
            (
                Subject::Memory,
                features.languages.meets(LanguageSet::NV5)
                    && (is_first_or_last || profile.stage == Stage::Compute),
            ),
            (Subject::Pair, is_fragment),
        ]
        .into_iter()
        .filter_map(|(subject, is_had)| is_had.then_some(subject))
        .collect()
    }

    /// Whether programs about it are made of an opcode.
    fn takes(self, row: &OpcodeRow, profile: &Profile) -> bool {
        let operation = row.operation_in(profile.language);
        let class = operation.class();
        match self {
            Subject::Approximated => is_arithmetic(class) && is_approximated(operation),
            Subject::Derivatives => class == Class::Derivative,
            Subject::Textures if class == Class::Texture => !matches!(
                operation,
                Operation::Texture(TextureOp::QueryLod | TextureOp::QuerySamples)
            ),
            Subject::Textures => matches!(
                operation,
                Operation::Arithmetic(ArithmeticOp::Move | ArithmeticOp::Add | ArithmeticOp::Multiply)
            ),
            Subject::Memory => {
                let is_kept = |space: Space| match space {
                    Space::Storage | Space::Constant | Space::Counter | Space::Shared => true,
                    Space::Global | Space::Image => false,
                };
                match operation {
                    Operation::Memory(
                        MemoryOp::Load(space) | MemoryOp::Store(space) | MemoryOp::Atomic(space),
                    ) => is_kept(space),
                    _ => matches!(
                        operation,
                        Operation::Arithmetic(
                            ArithmeticOp::Move | ArithmeticOp::Add | ArithmeticOp::Multiply
                        )
                    ),
                }
            }
            _ => is_arithmetic(class) && !is_approximated(operation),
        }
    }
}

/// Whether an operation's results depend on nothing but what a scene says.
fn is_arithmetic(class: Class) -> bool {
    class.is_arithmetic() || matches!(class, Class::Flow | Class::Kill | Class::Address)
}

/// Whether machines approximate an operation, each in its own way.
pub(crate) fn is_approximated(operation: Operation) -> bool {
    match operation {
        Operation::Arithmetic(
            ArithmeticOp::LightCoefficients
            | ArithmeticOp::LightCoefficientsUnclamped
            | ArithmeticOp::SineCosine,
        ) => true,
        Operation::Arithmetic(
            ArithmeticOp::Exponential
            | ArithmeticOp::ExponentialVp1
            | ArithmeticOp::Logarithm
            | ArithmeticOp::Reflect
            | ArithmeticOp::Normalize,
        ) => true,
        Operation::Arithmetic(ArithmeticOp::Divide)
        | Operation::Conversion(ConversionOp::Unpack(
            Packing::Unsigned2 | Packing::Signed4 | Packing::Unsigned4,
        )) => true,
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
    let (mut text, approximated) = lines(profile, subject, &mut choices);
    let handed = Handed::of(profile, subject, !text.contains("TEMP t0"), &mut choices);
    let mut results = handed.more;
    if !handed.usual.is_empty() {
        results.push(handed.usual.to_owned());
        text = text.replace(handed.usual, &results.join("\n"));
    }
    let partner = match subject == Subject::Pair {
        true => Some(partner(session, driver, &mut choices)?),
        false => None,
    };
    let disguise = choices.once_in(4).then_some(seed);
    let draw_buffers = match subject {
        Subject::Buffers => results.len(),
        _ => 1,
    };
    for _ in 0..REPAIRS {
        let made = repaired(session, text)?;
        let refused = driver.refused(&made);
        if refused.is_empty() {
            // A result that is not written is undefined.
            let mut wanted = results.iter();
            let is_written = wanted.all(|result| made.text.lines().any(|line| line == result));
            let program = made.loaded.program();
            let instructions = program.instructions().iter();
            let operations = instructions.map(|instruction| instruction.operation);
            let of_partner = partner
                .iter()
                .flat_map(|made| made.loaded.program().instructions().iter());
            let operations = operations.chain(of_partner.map(|instruction| instruction.operation));
            let operations = operations.collect();
            let rounds = program.instructions().iter().any(|instruction| {
                let is_short = instruction.destination.is_some_and(|to| to.short);
                is_short || matches!(instruction.data_type, DataType::F16 | DataType::Fx12)
            });
            let uses = program.textures();
            return is_written.then(|| Case {
                profile,
                subject,
                masks_samples: made.text.contains("result.samplemask"),
                operations,
                textures: textures::text(uses, &mut choices),
                inputs: Inputs::new(&mut choices, subject, approximated),
                text: made.text,
                results,
                shown: handed.shown,
                partner: partner.map(|made| made.text),
                disguise,
                draw_buffers,
                approximated,
                rounds,
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

/// A vertex program that stands before a fragment program; half of them give all that it may read.
fn partner(session: &Session, driver: &Driver, choices: &mut Choices<'_>) -> Option<Made> {
    let is_vertex =
        |profile: &&Profile| profile.stage == Stage::Vertex && profile.numeric == NumericEnvironment::Ieee;
    let profiles: Vec<&Profile> = PROFILES.iter().filter(is_vertex).collect();
    let (text, _) = lines(choices.one_of(&profiles), Subject::Exact, choices);
    let position = "MOV result.position, vertex.position;";
    let all = "MOV result.texcoord[2], vertex.attrib[10];\nMOV result.texcoord[3], vertex.attrib[11];\n\
               MOV result.color.secondary, vertex.attrib[9];\nMOV result.fogcoord.x, vertex.attrib[10].x;";
    let text = match choices.once_in(2) {
        true => text.replace(position, &format!("{position}\n{all}")),
        false => text,
    };
    let made = repaired(session, text)?;
    let is_taken = driver.refused(&made).is_empty();
    is_taken.then_some(made)
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
    let options: &[ProgramOption] = match subject {
        Subject::Buffers => &[ProgramOption::ArbDrawBuffers],
        // Not every driver has atomic operations on words of 64 bits.
        Subject::Memory if choices.once_in(2) => &[
            ProgramOption::NvShaderStorageBuffer,
            ProgramOption::NvShaderAtomicCounters,
            ProgramOption::NvShaderAtomicInt64,
        ],
        Subject::Memory => &[
            ProgramOption::NvShaderStorageBuffer,
            ProgramOption::NvShaderAtomicCounters,
            ProgramOption::NvShaderAtomicFp16Vector,
        ],
        _ if profile.stage == Stage::Compute => &[ProgramOption::NvShaderStorageBuffer],
        _ => &[],
    };
    let mut writer = Writer::with(profile, options, choices);
    writer.keep(|row| subject.takes(row, profile));
    let single = match subject {
        Subject::Approximated | Subject::Derivatives => writer.single(),
        _ => None,
    };
    let lines = stage::framed(profile.stage, writer.program());
    // What fog is mixed into is clamped or not by the framebuffer, which a shader does not know.
    let is_taken = |line: &&str| {
        // What is not the same at all corners of a primitive, machines interpolate each in its own way.
        let differs = subject == Subject::Sides && POSITION.iter().any(|name| line.contains(name));
        !line.starts_with("OPTION ARB_fog_") && (!differs || POSITIONS.contains(&line.trim_end()))
    };
    let lines = lines.split_inclusive('\n').filter(is_taken);
    let text: String = lines.collect();
    let text = text.replacen('\n', &format!("\n{fog}"), 1);
    (text, single.filter(|_| subject == Subject::Approximated))
}
