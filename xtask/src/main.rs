//! Development tasks, run as `cargo xtask TASK`. Not part of the product.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

mod load_rules;
mod mesa;
mod reference;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const TASKS: &str = "tasks:
  tidy    layers, file sizes, module docs, unsafe list, words that do not belong, sources of numbers
  gen     the manual, docs/reference, from the tables (--check: whether it is fresh)
  mesa    scenes drawn, and programs judged (--judge), by Mesa and by us";

fn main() -> ExitCode {
    let task = std::env::args().nth(1);
    match task.as_deref() {
        Some("tidy") => tidy::run(&root()),
        Some("gen") => reference::run(&root(), std::env::args().any(|word| word == "--check")),
        Some("mesa") => mesa::run(std::env::args().skip(1)),
        _ => {
            eprintln!("{TASKS}");
            ExitCode::from(2)
        }
    }
}

/// The root of the repository: the folder above this crate.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map(Path::to_path_buf)
        .unwrap_or_default()
}
