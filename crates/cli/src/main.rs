//! The binary `quadrille`: one file a command in [`commands`]. Files, terminal and exit status are dealt
//! with here; the libraries below see none of them.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

#[macro_use]
mod out;
mod programs;

mod budget;
mod commands;
mod engine;
mod error;
mod exit;
mod files;
mod setting;

use std::process::ExitCode;

use clap::Parser;

/// A software GPU for shader assembly: checks, runs, draws, explains and translates GPU programs.
#[derive(Parser)]
#[command(name = "quadrille", version)]
struct Cli {
    /// The most of a file that is read; without it, 64 MiB, and of what `extract` searches 1 GiB.
    #[arg(long, global = true, value_name = "MIB")]
    file_limit: Option<u64>,
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    let Cli { file_limit, command } = Cli::parse();
    if let Some(most) = file_limit {
        files::limit(most);
    }
    command.run().unwrap_or_else(|error| error.tell())
}
