//! The binary `quadrille`: one file a command in [`commands`]. Files, terminal and exit status are dealt
//! with here; the libraries below see none of them.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

#[macro_use]
mod out;

mod commands;
mod engine;
mod exit;
mod files;

use std::process::ExitCode;

use clap::Parser;

/// A software GPU for shader assembly: checks, runs, draws, explains and translates GPU programs.
#[derive(Parser)]
#[command(name = "quadrille", version)]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    Cli::parse().command.run()
}
