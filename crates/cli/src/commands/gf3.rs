//! `quadrille gf3`: the GeForce 3 vertex processor: words, execution, pipeline.

mod asm;
mod begun;
mod capture;
mod dis;
mod error;
mod explain_word;
mod given;
mod load;
mod measure;
mod pipeline;
mod run;
mod schedule;

mod show;
mod workload;

use std::process::ExitCode;

use quadrille_gf3::target::Target;
use quadrille_gf3::word::{Numbering, form::Form};

use crate::error::Error;
pub(crate) use begun::Runs;
pub(crate) use error::Gf3Error;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Assemble a program (machine text or an OpenGL vertex program) to words.
    Asm(asm::Args),
    /// Disassemble words; the text assembles to the same words.
    Dis(dis::Args),
    /// Run one vertex, or a vertex state program, and show every output.
    Run(run::Args),
    /// Show what each field of a word holds.
    ExplainWord(explain_word::Args),
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
        Action::Asm(args) => asm::run(args)?,
        Action::Dis(args) => dis::run(args)?,
        Action::Run(args) => run::run(args)?,
        Action::ExplainWord(args) => explain_word::run(args)?,
        Action::Pipeline(args) => pipeline::run(args)?,
        Action::Schedule(args) => schedule::run(args)?,
        Action::Stats(args) => measure::stats(args)?,
        Action::Accuracy(args) => measure::accuracy(args),
        Action::Parameters(args) => pipeline::list(args)?,
    }
    Ok(ExitCode::SUCCESS)
}
