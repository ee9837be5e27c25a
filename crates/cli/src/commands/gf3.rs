//! `quadrille gf3`: the GeForce 3 vertex processor: words, execution, pipeline.

mod capture;
mod error;
mod given;
mod load;
mod measure;
mod pipeline;
mod run;
mod schedule;
mod shape;
mod show;
mod workload;

use std::path::PathBuf;
use std::process::ExitCode;

use quadrille_gf3::raise::{Language, Raised, Viewport, raise};
use quadrille_gf3::target::Target;
use quadrille_gf3::word::{Numbering, Word, explain, form::Form, print};

use quadrille_isa::nv20::{FIELDS, field};
use serde_json::{Map, Value, json};

use crate::error::Error;
use crate::files;
use crate::setting::SettingError;
pub(crate) use error::Gf3Error;
use load::{Gf3Program, Loaded};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Assemble a program (machine text or an OpenGL vertex program) to words.
    Asm(Asm),
    /// Disassemble words; the text assembles to the same words.
    Dis(Dis),
    /// Run one vertex, or a vertex state program, and show every output.
    Run(run::Args),
    /// Show what each field of a word holds.
    ExplainWord(ExplainWord),
    /// Draw when each instruction is in which stage, and say where cycles are lost.
    Pipeline(pipeline::Args),
    /// Pair and move operations and rename temporaries: the same bits in fewer cycles, or the program as it is.
    Schedule(schedule::Args),
    /// Count the operations of a program, in the groups of the lecture.
    Stats(measure::Stats),
    /// Measure RCP and RSQ over every significand.
    Accuracy(measure::Accuracy),
    /// List every parameter of the pipeline with its value, meaning and source.
    Parameters(pipeline::ListParameters),
}

#[derive(clap::Args)]
struct Asm {
    #[command(flatten)]
    source: Gf3Program,
    /// How words are written.
    #[arg(long, value_enum, default_value = "hex")]
    to: FormName,
    /// The name of the C array.
    #[arg(long, default_value = "program", value_parser = identifier)]
    name: String,
    /// End with a word that does nothing, as nv2a_vsh_asm does when asked, not with the last instruction.
    #[arg(long)]
    explicit_final: bool,
    /// Where they go; standard output if it is absent or -.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// One JSON object in the place of words: the program, its own constants, and what fills the others.
    #[arg(long, conflicts_with_all = ["to", "name"])]
    json: bool,
}

#[derive(clap::Args)]
struct Dis {
    #[command(flatten)]
    source: Gf3Program,
    /// The language of the text: machine text, or a program that OpenGL loads.
    #[arg(long, value_enum, default_value = "machine")]
    to: LanguageName,
    /// With --to arb, take the position, which the NV2A has in pixels of a screen of this size, to clip space at the end
    /// of the program, so that OpenGL draws it. The depth is 16777215 if absent.
    #[arg(long, value_name = "WIDTHxHEIGHT[xDEPTH]", value_parser = viewport)]
    viewport: Option<Viewport>,
    /// One JSON object in the place of text.
    #[arg(long)]
    json: bool,
    /// Leave out notes on fields that nothing uses.
    #[arg(long)]
    plain: bool,
}

#[derive(clap::Args)]
struct ExplainWord {
    /// Four 32-bit hexadecimal numbers, or the last three of them.
    #[arg(required = true)]
    words: Vec<String>,
    /// Whose register names and constant numbers.
    #[arg(long, value_enum, default_value = "nv2a")]
    numbering: NumberingName,
    /// One JSON object a word in the place of text.
    #[arg(long)]
    json: bool,
}

/// Names of the ways to write words.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FormName {
    /// Four hexadecimal numbers a line.
    Hex,
    /// 16 bytes a word, little endian.
    Binary,
    /// A C array.
    C,
    /// The inside of a C array with the text of each word in a comment, to be included between braces: .inl, .vshinc.
    Inl,
}

/// Names of the languages that words go back to.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LanguageName {
    /// A line a word.
    Machine,
    /// !!VP1.1, or !!VSP1.0 for a program that writes constants.
    Nv,
    /// !!ARBvp1.0.
    Arb,
}

/// Names of the machines.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TargetName {
    /// The GeForce 3 under OpenGL.
    Gf3,
    /// The Xbox.
    Nv2a,
}

impl From<TargetName> for Target {
    fn from(name: TargetName) -> Target {
        match name {
            TargetName::Gf3 => Target::Gf3,
            TargetName::Nv2a => Target::Nv2a,
        }
    }
}

/// `640x480`, or `640x480x65535`.
fn viewport(text: &str) -> Result<Viewport, SettingError> {
    let wrong = || SettingError::form(text, "a width, a height and perhaps a depth, as 640x480");
    let parts: Vec<u32> = text
        .split('x')
        .map(|part| part.parse().ok().filter(|part| *part > 0).ok_or_else(wrong))
        .collect::<Result<_, _>>()?;
    let (width, height, depth) = match parts[..] {
        [width, height] => (width, height, 0xff_ffff),
        [width, height, depth] => (width, height, depth),
        _ => return Err(wrong()),
    };
    let [width, height] = [width, height].map(|size| u16::try_from(size).map_err(|_| wrong()));
    Ok(Viewport {
        width: width?,
        height: height?,
        depth,
    })
}

/// A name as C has it.
fn identifier(text: &str) -> Result<String, SettingError> {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let bytes = text.as_bytes();
    let first = bytes.first().is_some_and(|byte| letter(*byte));
    if first && bytes.iter().all(|byte| letter(*byte) || byte.is_ascii_digit()) {
        Ok(text.to_owned())
    } else {
        let form = "a name of C: letters, digits and _, no digit first";
        Err(SettingError::form(text, form))
    }
}

impl From<FormName> for Form {
    fn from(name: FormName) -> Form {
        match name {
            FormName::Hex => Form::Hex,
            FormName::Binary => Form::Binary,
            FormName::C => Form::C,
            FormName::Inl => Form::Inl,
        }
    }
}

/// Names of the numberings.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum NumberingName {
    /// v0, oPos, c[0] to c[191] as in the word.
    Nv2a,
    /// v[0], o[HPOS], c[0] is the word's constant 96.
    Gl,
}

impl From<NumberingName> for Numbering {
    fn from(name: NumberingName) -> Numbering {
        match name {
            NumberingName::Nv2a => Numbering::Nv2a,
            NumberingName::Gl => Numbering::NvVertexProgram,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    match &args.action {
        Action::Asm(args) => assemble(args)?,
        Action::Dis(args) => disassemble(args)?,
        Action::Run(args) => run::run(args)?,
        Action::ExplainWord(args) => explain_word(args)?,
        Action::Pipeline(args) => pipeline::run(args)?,
        Action::Schedule(args) => schedule::run(args)?,
        Action::Stats(args) => measure::stats(args)?,
        Action::Accuracy(args) => measure::accuracy(args),
        Action::Parameters(args) => pipeline::list(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn assemble(args: &Asm) -> Result<(), Error> {
    let loaded = args.source.load()?;
    let mut words = loaded.words;
    loaded.elsewhere.iter().for_each(|note| eprintln!("{note}"));
    if args.explicit_final {
        words
            .iter_mut()
            .for_each(|word| *word = word.with(field::LAST, 0));
        words.push(Word::default().with(field::LAST, 1));
    }
    let bytes = if args.json {
        let name = |number: u8| loaded.numbering.constant(number, false);
        let constants = loaded
            .constants
            .iter()
            .map(|(number, quad)| (name(*number), *quad));
        let bindings = loaded.bindings.iter();
        let bindings: Map<_, _> = bindings
            .map(|(number, binding)| (name(*number), json!(binding)))
            .collect();
        let object = json!({
            "program": shape::program(&words, loaded.numbering),
            "constants": shape::registers(constants), "bindings": bindings,
        });
        format!("{object}\n").into_bytes()
    } else {
        Form::from(args.to).write(&words, &args.name)
    };
    Ok(files::deliver(args.output.as_deref(), &bytes)?)
}

fn disassemble(args: &Dis) -> Result<(), Error> {
    let loaded = args.source.load()?;
    let (words, numbering) = (&loaded.words, loaded.numbering);
    let language = match args.to {
        LanguageName::Machine => None,
        LanguageName::Nv => Some(Language::Nv),
        LanguageName::Arb => Some(Language::Arb {
            viewport: args.viewport,
        }),
    };
    if args.viewport.is_some() && args.to != LanguageName::Arb {
        return Err(Gf3Error::Viewport.into());
    }
    let text = match language {
        None if args.json => {
            println!("{}", json!({ "program": shape::program(words, numbering) }));
            return Ok(());
        }
        None if args.plain => print::plain(words, numbering),
        None => print::program(words, numbering),
        Some(language) => {
            let raised = raised(&loaded, language)?;
            if args.json {
                let renumbered = raised.constants.iter();
                let renumbered: Map<_, _> = renumbered
                    .map(|(here, there)| (format!("c[{here}]"), json!(there)))
                    .collect();
                let program = shape::program(words, numbering);
                println!(
                    "{}",
                    json!({ "program": program, "source": raised.text, "renumbered": renumbered, "reach": raised.reach })
                );
                return Ok(());
            }
            told(&raised);
            raised.text
        }
    };
    Ok(files::deliver(None, text.as_bytes())?)
}

/// The program in a language of OpenGL.
fn raised(loaded: &Loaded, language: Language) -> Result<Raised, Gf3Error> {
    let program = loaded.program()?;
    // Console words name the console's attributes.
    let target = loaded.target.unwrap_or(match loaded.numbering {
        Numbering::Nv2a => Target::Nv2a,
        Numbering::NvVertexProgram => Target::Gf3,
    });
    Ok(raise(program.instructions(), language, target)?)
}

/// Says which constants have other numbers in the text, and which of them indexed reads reach.
fn told(raised: &Raised) {
    if let Some(reach) = raised.reach {
        eprintln!(
            "warning: the program indexes constants and reads others, which take places at the end: indexed reads reach \
             {reach} constants, c[0] to c[{}]",
            reach.saturating_sub(1)
        );
    }
    for run in raised.constants.chunk_by(|a, b| a.0 + 1 == b.0 && a.1 + 1 == b.1) {
        let (Some((here, there)), Some((last, end))) = (run.first(), run.last()) else {
            continue;
        };
        if here == last {
            eprintln!("c[{here}] is the word's constant {there}");
        } else {
            eprintln!("c[{here}] to c[{last}] are the words' constants {there} to {end}");
        }
    }
}

fn explain_word(args: &ExplainWord) -> Result<(), Gf3Error> {
    let text = args.words.join(" ");
    let mut numbers = text
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .map(|part| u32::from_str_radix(part.trim_start_matches("0x").trim_start_matches("0X"), 16))
        .collect::<Result<Vec<u32>, _>>()
        .map_err(Gf3Error::Hexadecimal)?;
    if numbers.len() % 4 == 3 {
        numbers.insert(0, 0);
    }
    if !numbers.len().is_multiple_of(4) {
        return Err(Gf3Error::Parts);
    }
    for parts in numbers.chunks_exact(4) {
        let word = Word([parts[0], parts[1], parts[2], parts[3]]);
        if args.json {
            let fields: Map<String, Value> = FIELDS
                .iter()
                .map(|field| (field.name.to_owned(), json!(word.get(*field))))
                .collect();
            let mut object = shape::word(word, args.numbering.into());
            object["fields"] = json!(fields);
            println!("{object}");
            continue;
        }
        print!("{}", explain::explain(word, args.numbering.into()));
    }
    Ok(())
}
