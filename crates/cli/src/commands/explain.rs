//! `quadrille explain`: what a rule, an opcode, a binding, an option or a limit is.

use std::process::ExitCode;

use quadrille::manual;

use crate::error::Error;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A rule (duplicate-name), an opcode (MAD), a binding (state.light), an option or a limit.
    name: String,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    print!("{}", manual::page(&args.name)?);
    Ok(ExitCode::SUCCESS)
}
