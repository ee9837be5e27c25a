//! What the vendor library costs: calls and draws of one program of C on the driver alone, through the library, and with
//! every program translated, in turns.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use clap::Parser;

use crate::install;

#[derive(Parser)]
#[command(
    name = "cost",
    about = "What calls and draws cost through the vendor library for libglvnd"
)]
struct Args {
    /// How often each way runs; the least counts.
    #[arg(long, default_value_t = 3)]
    turns: u32,
    /// The build without optimisations, for tests.
    #[arg(long)]
    debug: bool,
}

/// Programs that the driver takes too, with a parameter of each kind.
const PROGRAMS: [(&str, &str); 4] = [
    ("a.vp", include_str!("a.vp")),
    ("a.fp", include_str!("a.fp")),
    ("b.vp", include_str!("b.vp")),
    ("b.fp", include_str!("b.fp")),
];

/// The ways, with what each adds to the environment.
const WAYS: [(&str, &[(&str, &str)]); 3] = [
    ("driver alone", &[]),
    ("through the library", &[("QUADRILLE_FORCE", "0")]),
    ("translated", &[("QUADRILLE_FORCE", "1")]),
];

/// Nothing was measured.
#[derive(Debug, thiserror::Error)]
enum CostError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("cc does not compile the program; it wants the headers of EGL and OpenGL")]
    Compile,
    #[error("the program has no context")]
    Context,
}

pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> ExitCode {
    let args = Args::parse_from(words);
    match measured(root, &args) {
        Ok(table) => {
            print!("{table}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("cost: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measured(root: &Path, args: &Args) -> Result<String, CostError> {
    let folder = root.join("target/cost");
    fs::create_dir_all(&folder)?;
    let library = folder.join("library");
    install::driver(root, &library, args.debug)?;
    for (name, text) in PROGRAMS {
        fs::write(folder.join(name), text)?;
    }
    let program = folder.join("calls");
    let mut cc = Command::new("cc");
    cc.arg(root.join("xtask/src/cost/calls.c"))
        .args(["-O1", "-o"])
        .arg(&program);
    if !cc.args(["-lEGL", "-lOpenGL"]).status()?.success() {
        return Err(CostError::Compile);
    }
    // The order of rows is the first run's.
    let mut order = Vec::new();
    let mut least: BTreeMap<(String, usize), f64> = BTreeMap::new();
    for _ in 0..args.turns.max(1) {
        for (way, (_, environment)) in WAYS.iter().enumerate() {
            let mut command = Command::new(&program);
            command.current_dir(&folder).args(PROGRAMS.map(|(name, _)| name));
            // One thread draws, so that its time is all of the time.
            command.env("LP_NUM_THREADS", "0").env("mesa_glthread", "false");
            if way > 0 {
                command.env("__EGL_VENDOR_LIBRARY_FILENAMES", library.join("quadrille.json"));
            }
            let done = command.envs(environment.iter().copied()).output()?;
            if !done.status.success() {
                return Err(CostError::Context);
            }
            let text = String::from_utf8_lossy(&done.stdout).into_owned();
            let rows = text.lines().filter_map(|line| line.split_once('\t'));
            for (name, number) in rows {
                let Ok(number) = number.parse::<f64>() else {
                    continue;
                };
                if !order.iter().any(|one| one == name) {
                    order.push(name.to_owned());
                }
                let best = least.entry((name.to_owned(), way)).or_insert(number);
                *best = best.min(number);
            }
        }
    }
    Ok(table(&order, &least))
}

/// Nanoseconds as a table of Markdown.
fn table(order: &[String], least: &BTreeMap<(String, usize), f64>) -> String {
    let mut text = format!(
        "| ns | {} |\n|---|{}\n",
        WAYS.map(|way| way.0).join(" | "),
        "--:|".repeat(WAYS.len())
    );
    for name in order {
        let numbers: Vec<String> = (0..WAYS.len())
            .map(|way| {
                least
                    .get(&(name.clone(), way))
                    .map_or_else(String::new, |ns| format!("{ns:.0}"))
            })
            .collect();
        text.push_str(&format!("| {name} | {} |\n", numbers.join(" | ")));
    }
    text
}
