//! `quadrille qpu asm`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use quadrille_vc4::asm::{Assembly, HexForm, Host, binary, hex, listing, object};

use super::QpuError;
use super::program::{Program, report};
use crate::error::Error;
use crate::files;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    program: Program,
    /// Where to write; standard output if it is absent or -.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// What to write.
    #[arg(short, long, default_value = "plain")]
    form: Form,
    /// What the array or object symbol is called.
    #[arg(long, default_value = "program")]
    name: String,
    /// The processor that an object file is for.
    #[arg(long, default_value = "arm")]
    host: HostName,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Bytes as memory holds them.
    Bin,
    /// `0xlow, 0xhigh,` lines.
    Plain,
    /// `.word low, high` lines.
    Words,
    /// A C array.
    C,
    /// A Rust array.
    Rust,
    /// A Python list.
    Python,
    /// An ELF object file.
    Elf,
    /// Addresses, clocks, words and source lines.
    Listing,
}

#[derive(Clone, Copy, ValueEnum)]
enum HostName {
    Arm,
    Aarch64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let assembly = args.program.assemble()?;
    report(&assembly);
    if !assembly.is_complete() {
        return Ok(ExitCode::from(1));
    }
    files::deliver(args.output.as_deref(), &encode(args, &assembly)?)?;
    Ok(ExitCode::SUCCESS)
}

fn encode(args: &Args, assembly: &Assembly) -> Result<Vec<u8>, QpuError> {
    let text = |form| hex(&assembly.words, form, &args.name).into_bytes();
    Ok(match args.form {
        Form::Bin => binary(&assembly.words),
        Form::Plain => text(HexForm::Plain),
        Form::Words => text(HexForm::Assembly),
        Form::C => text(HexForm::C),
        Form::Rust => text(HexForm::Rust),
        Form::Python => text(HexForm::Python),
        Form::Listing => listing(assembly).into_bytes(),
        Form::Elf => {
            let host = match args.host {
                HostName::Arm => Host::Arm,
                HostName::Aarch64 => Host::Aarch64,
            };
            object(assembly, &args.name, host)?
        }
    })
}
