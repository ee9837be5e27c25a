//! `quadrille explain`: what a header, statement, opcode, modifier, binding, option, extension, rule or limit is.

use std::process::ExitCode;

use quadrille::manual::{self, ManualLocation};

use crate::error::Error;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A header (!!ARBvp1.0), a statement (TEMP), an opcode (MAD), a modifier or suffix (_SAT), a binding (state.light),
    /// an option or extension (NV_gpu_program5), a rule (duplicate-name) or a limit.
    name: String,
    /// The language whose forms and example are shown, by its header, with !! or without: ARBvp1.0.
    #[arg(short, long, value_name = "HEADER")]
    language: Option<String>,
    /// An option that programs of that language name; may be given several times.
    #[arg(short, long, value_name = "NAME", requires = "language")]
    option: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let options = args.option.iter().map(String::as_str);
    let reader = args.language.as_deref();
    let reader = reader
        .map(|header| ManualLocation::of(header, options))
        .transpose()?;
    print!("{}", manual::page_for(&args.name, reader.as_ref())?);
    Ok(ExitCode::SUCCESS)
}
