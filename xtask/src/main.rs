//! Development tasks, run as `cargo xtask TASK`. Not part of the product.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

mod abi;
mod batch;
mod bench;
mod command;
mod cost;
mod dist;
mod editors;
mod engines;
mod entry_points;
mod eval_only;
mod gallery;
mod generated;
mod header;
mod hostile;
mod install;
mod judge;
mod licences;
mod load_rules;
mod memory;
mod nightly;
mod oracle;
mod reference;
mod scene_forms;
mod session;
mod storm;
mod tidy;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use quadrille::translate::{EMULATIONS, Emulation, Options, Target};
use quadrille_drivers::{Assembler, Driver, DriverError, Engine, Launch, UnknownEngine};

const TASKS: &str = "tasks:
  tidy    layers, file sizes, module docs, unsafe list, words that do not belong, sources of numbers
  gen     the manual, docs/reference, from the tables, the C header, the driver's entry points, the gallery, the forms of scene commands, and the grammars of editors (--check: whether they are fresh)
  install libquadrille, its header and its pkg-config file (--prefix FOLDER), or the vendor library for libglvnd (--driver FOLDER)
  abi     the binary interface of libquadrille beside that of the last release, by abidiff
  storm   programs made at random from the tables: none panics, and bits do not depend on threads
  hostile broken inputs for every reader: none panics, takes long, or takes much memory
  oracle  the opcode matrix through the driver of the machine: its answers, and where ours differ
  batch   how fast many scenes are run, and taken up again where a run was killed
  bench   how fast draws are, beside a driver that draws the same (--peer llvmpipe)
  dist    builds and tries what a release would publish: archive, packages of Debian, wheel, crates
  cost    what calls and draws cost through the vendor library for libglvnd
  nightly what takes too long for each change: fuzzing, storms, sanitizers, speed against last time, packages
  web     builds the page and the JavaScript package into target/web
  judge   programs judged by the OpenGL driver of the machine and by us";

/// The task under which others have a driver in a process of its own.
const DRIVER_PROCESS: &str = "driver-process";

/// The longest that a driver may take for a program.
const PROGRAM_TIME: Duration = Duration::from_secs(60);

/// The assembler of the machine's OpenGL driver.
fn assembler() -> Result<Assembler, DriverError> {
    Assembler::open(Launch::again(DRIVER_PROCESS)?, PROGRAM_TIME)
}

/// Why there is no driver that is given translations.
#[derive(Debug, thiserror::Error)]
enum TranslatingError {
    #[error(transparent)]
    Engine(#[from] UnknownEngine),
    #[error("`gl` is given no translations; `gl:TARGET` is")]
    Assembly,
    #[error(transparent)]
    Driver(#[from] DriverError),
}

/// A driver that is given translations, and how they are made for it: `vulkan`, or `gl:TARGET`.
fn translating(name: &str) -> Result<(Driver, Options), TranslatingError> {
    // The threads of a subgroup are the machine's own.
    let same = |emulation: &Emulation| *emulation != Emulation::GroupsAsSubgroups;
    let allow: Vec<Emulation> = EMULATIONS.iter().map(|row| row.0).filter(same).collect();
    let engine = Engine::of_name(name, &allow)?;
    let target = match engine {
        Engine::OpenGl => return Err(TranslatingError::Assembly),
        Engine::Translated { target, .. } => target,
        Engine::Vulkan => Target::SpirvVulkan,
    };
    let launch = Launch::again(DRIVER_PROCESS).map_err(DriverError::from)?;
    let driver = Driver::open(engine, launch, Driver::TIME_LIMIT)?;
    let mut options = Options::new(target);
    options.allow = allow;
    Ok((driver, options))
}

fn main() -> ExitCode {
    let task = std::env::args().nth(1);
    match task.as_deref() {
        Some("tidy") => tidy::run(&root()),
        Some("gen") => generate(&root(), std::env::args().any(|word| word == "--check")),
        Some("install") => install::run(&root(), std::env::args().skip(1)),
        Some("oracle") => oracle::run(&root(), std::env::args().skip(1)),
        Some("abi") => abi::run(&root(), std::env::args().skip(1)),
        Some("storm") => storm::run(std::env::args().skip(1)),
        Some("hostile") => hostile::run(&root(), std::env::args().skip(1)),
        Some("batch") => batch::run(&root(), std::env::args().skip(1)),
        Some("bench") => bench::run(&root(), std::env::args().skip(1)),
        Some("dist") => dist::run(&root(), std::env::args().skip(1)),
        Some("cost") => cost::run(&root(), std::env::args().skip(1)),
        Some("nightly") => nightly::run(&root(), std::env::args().skip(1)),
        Some("web") => web::run(&root(), std::env::args().skip(1)),
        Some("judge") => judge::run(&root(), std::env::args().skip(1)),
        Some(DRIVER_PROCESS) => match quadrille_drivers::serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("xtask: {error}");
                ExitCode::from(2)
            }
        },
        _ => {
            eprintln!("{TASKS}");
            ExitCode::from(2)
        }
    }
}

/// Writes what is generated, or checks that it is fresh.
fn generate(root: &Path, check: bool) -> ExitCode {
    let manual = reference::run(root, check);
    let header = header::run(root, check);
    let entry_points = entry_points::run(root, check);
    let editors = editors::run(root, check);
    let gallery = gallery::run(root, check);
    let forms = scene_forms::run(root, check);
    let all = [manual, header, entry_points, editors, gallery, forms];
    let failed = all.into_iter().find(|code| *code != ExitCode::SUCCESS);
    failed.unwrap_or(ExitCode::SUCCESS)
}

/// The root of the repository: the folder above this crate.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map(Path::to_path_buf)
        .unwrap_or_default()
}
