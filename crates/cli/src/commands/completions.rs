//! `quadrille completions` and `quadrille manual-pages`: what a shell and `man` know of the command line, made from its
//! own description.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::Cli;
use crate::error::Error;
use crate::files;
use crate::out;

/// The name that completions and pages are for.
const NAME: &str = "quadrille";

#[derive(clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

#[derive(clap::Args)]
pub(crate) struct ManualPages {
    /// The folder that the pages are written to.
    folder: PathBuf,
}

pub(crate) fn completions(args: &Completions) -> Result<ExitCode, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), NAME, &mut script);
    out::bytes(&script);
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn manual_pages(args: &ManualPages) -> Result<ExitCode, Error> {
    let mut command = Cli::command();
    // With the names of all commands below it.
    command.build();
    pages(&command, &args.folder)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command, and those of the commands below it.
fn pages(command: &Command, folder: &Path) -> Result<(), Error> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page).map_err(Error::ManualPage)?;
    files::write(&folder.join(man.get_filename()), &page)?;
    for below in command.get_subcommands() {
        if !below.is_hide_set() && below.get_name() != "help" {
            pages(below, folder)?;
        }
    }
    Ok(())
}
