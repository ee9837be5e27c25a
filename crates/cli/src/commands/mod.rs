//! The commands. Each file has the arguments of one command and runs it.

mod check;
mod compare;
mod completions;
mod dap;
mod debug;
mod difference;
mod driver_process;
mod eval;
mod explain;
mod extract;
mod fixing;
mod fmt;
mod gf3;
mod given;
mod history;
mod judging;
mod lsp;
mod measure;
mod on_driver;
#[cfg(unix)]
mod play;
mod profile;
mod progress;
mod qpu;
mod reading;
mod reports;
mod run;
mod scene_case;
mod serve;
mod stats;
mod translate;
mod vc4;

use std::process::ExitCode;

pub(crate) use compare::CompareError;
pub(crate) use debug::DebugError;
pub(crate) use difference::DifferenceError;
pub(crate) use gf3::Gf3Error;
pub(crate) use given::EvalError;
pub(crate) use judging::JudgingError;
pub(crate) use on_driver::UnknownDriver;
#[cfg(unix)]
pub(crate) use play::PlayError;
pub(crate) use profile::ProfileError;
pub(crate) use qpu::QpuError;
pub(crate) use reading::ReadingError;
pub(crate) use run::RunError;
pub(crate) use serve::ServeError;
pub(crate) use translate::TranslateError;
pub(crate) use vc4::Vc4Error;

use crate::error::Error;

/// The command under which an engine starts this executable again, to have a driver in a process of its own.
pub(crate) const DRIVER_PROCESS: &str = "driver-process";

/// What can be asked for.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Judge programs: exit status 0 when all are accepted, 1 when not, 2 for wrong usage.
    Check(check::Args),
    /// Draw scenes with several engines and compare the pictures: exit status 0 when all are within the tolerance.
    Compare(compare::Args),
    /// Answer an editor that debugs programs over the Debug Adapter Protocol, on standard input and output.
    Dap(dap::Args),
    /// Go through a run forwards and back: programs, pixels of scenes, words of the GeForce 3, programs of QPUs.
    Debug(debug::Args),
    /// Compare two pictures: exit status 0 when they are within the tolerance, 1 when not.
    Difference(difference::Args),
    /// Run one program once and show what it gives.
    Eval(eval::Args),
    /// What a header, a statement, an opcode, a binding, an option, an extension, a rule or a limit is.
    Explain(explain::Args),
    /// Find programs in binaries, logs, traces and sources, and write each to a file.
    Extract(extract::Args),
    /// Serve an editor: the language server, on standard input and output.
    Lsp(lsp::Args),
    /// Start a program whose programs in assembly the driver of the machine may not take: they are translated. Its exit
    /// status is the program's.
    #[cfg(unix)]
    Play(play::Args),
    /// Where the time of a scene goes: by stage, by command, by source line.
    Profile(profile::Args),
    /// Draw scenes and probe them: exit status 0 when none failed.
    Run(run::Args),
    /// Programs to shading languages: exit status 0 when all were translated, 1 when not.
    Translate(translate::Args),
    /// Format programs: white space only, comments stay.
    Fmt(fmt::Args),
    /// What programs cost: instructions by class, registers, resources against limits, longest chains.
    Stats(stats::Args),
    /// Give the page to a browser of this machine: http://127.0.0.1:8000/.
    Serve(serve::Args),
    /// The GeForce 3 vertex processor: words, execution, pipeline.
    Gf3(gf3::Args),
    /// Programs of the VideoCore IV: assemble, disassemble, explain, check, run.
    Qpu(qpu::Args),
    /// Frames of the VideoCore IV: control lists, and what they lead to.
    Vc4(vc4::Args),
    /// Print what completes commands in a shell: bash, elvish, fish, powershell, zsh.
    Completions(completions::Completions),
    /// Write the manual pages of all commands into a folder, for `man`.
    ManualPages(completions::ManualPages),
    #[command(name = DRIVER_PROCESS, hide = true)]
    DriverProcess,
}

impl Command {
    pub(crate) fn run(self) -> Result<ExitCode, Error> {
        match self {
            Command::Check(args) => check::run(&args),
            Command::Compare(args) => compare::run(&args),
            Command::Dap(args) => dap::run(&args),
            Command::Debug(args) => debug::run(&args),
            Command::Difference(args) => difference::run(&args),
            Command::Eval(args) => eval::run(&args),
            Command::Explain(args) => explain::run(&args),
            Command::Extract(args) => extract::run(&args),
            Command::Lsp(args) => lsp::run(&args),
            #[cfg(unix)]
            Command::Play(args) => play::run(&args),
            Command::Profile(args) => profile::run(&args),
            Command::Run(args) => run::run(&args),
            Command::Translate(args) => translate::run(&args),
            Command::Fmt(args) => fmt::run(&args),
            Command::Stats(args) => stats::run(&args),
            Command::Serve(args) => serve::run(&args),
            Command::Gf3(args) => gf3::run(&args),
            Command::Qpu(args) => qpu::run(&args),
            Command::Vc4(args) => vc4::run(&args),
            Command::Completions(args) => completions::completions(&args),
            Command::ManualPages(args) => completions::manual_pages(&args),
            Command::DriverProcess => driver_process::run(),
        }
    }
}
