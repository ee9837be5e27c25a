//! `quadrille explain`: what a rule, an opcode, a binding, an option or a limit is.

use std::process::ExitCode;

use quadrille::manual;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A rule (duplicate-name), an opcode (MAD), a binding (state.light), an option or a limit.
    name: String,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match manual::page(&args.name) {
        Ok(page) => {
            print!("{page}");
            ExitCode::SUCCESS
        }
        Err(near) => {
            match near {
                Some(near) => eprintln!(
                    "quadrille: nothing is called `{}`; did you mean `{near}`?",
                    args.name
                ),
                None => eprintln!("quadrille: nothing is called `{}`", args.name),
            }
            ExitCode::from(1)
        }
    }
}
