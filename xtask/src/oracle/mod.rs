//! What the machine's own driver makes of the opcode matrix, beside what Quadrille makes of it.
//!
//! `cargo xtask oracle` runs each arithmetic opcode of each language that the driver has on special values, says where
//! the two differ, and writes the driver's answers down. On an NVIDIA card those are the answers of the hardware that
//! the languages were made for.

mod allowance;
mod matrix;
mod translated;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use quadrille::{Inputs, Session, Vector};
use quadrille_drivers::Assembler;
use quadrille_opengl::ProgramTarget;

use self::matrix::{Group, OperandKind, Way, groups};
use crate::session;

/// Runs the opcode matrix through the driver.
#[derive(Parser)]
#[command(name = "oracle")]
struct Arguments {
    /// Where to write the answers; `oracle/nvidia` for NVIDIA's driver and `target/oracle` otherwise.
    #[arg(long)]
    to: Option<PathBuf>,
    /// Show so many differing rows of each instruction.
    #[arg(long, default_value_t = 3)]
    show: usize,
    /// Gives the driver what the programs are translated to: `vulkan`, or `gl:TARGET`. Writes nothing down.
    #[arg(long)]
    translated: Option<String>,
    /// The one opcode of which translations are looked at.
    #[arg(long, requires = "translated")]
    opcode: Option<String>,
}

/// The languages of the matrix.
const HEADERS: [&str; 6] = [
    "!!ARBvp1.0",
    "!!ARBfp1.0",
    "!!NVvp4.0",
    "!!NVfp4.0",
    "!!NVvp5.0",
    "!!NVfp5.0",
];

pub(crate) fn run(root: &Path, arguments: impl Iterator<Item = String>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    if let Some(name) = &arguments.translated {
        return match translated::run(name, arguments.opcode.as_deref(), arguments.show) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(why) => {
                eprintln!("oracle: {why}");
                ExitCode::from(2)
            }
        };
    }
    let mut gl = match crate::assembler() {
        Ok(gl) => gl,
        Err(error) => {
            eprintln!("oracle: {error}");
            return ExitCode::from(2);
        }
    };
    let driver = gl.describe().to_owned();
    let folder = if driver.contains("NVIDIA") {
        "oracle/nvidia"
    } else {
        "target/oracle"
    };
    let folder = arguments.to.unwrap_or_else(|| root.join(folder));
    let mut page = format!(
        "# Answers of a driver to the opcode matrix\n# source: {driver}, recorded by `cargo xtask oracle`\n\
         # operands -> result, four words each\n"
    );
    let mut total = Tally::default();
    for header in HEADERS {
        let tally = language(&mut gl, header, arguments.show, &mut page);
        println!("{header}: {tally}");
        total.add(tally);
    }
    println!("{driver}: {total}");
    let file = folder.join(format!("{}.txt", slug(&driver)));
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, page));
    match written {
        Ok(()) => {
            println!("written to {}", file.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("oracle: {}: {error}", file.display());
            ExitCode::FAILURE
        }
    }
}

/// A name of a file for a driver and card.
fn slug(driver: &str) -> String {
    let words = driver.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}

/// How many rows there were, and of how many the answers differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    instructions: usize,
    rows: usize,
    differ: usize,
    /// Rows that the specification leaves undefined, which are written down and not compared.
    undefined: usize,
    /// Instructions whose program the driver refuses.
    refused: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.instructions += other.instructions;
        self.rows += other.rows;
        self.differ += other.differ;
        self.undefined += other.undefined;
        self.refused += other.refused;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} instructions, {} rows, {} differ, {} undefined, {} programs refused",
            self.instructions, self.rows, self.differ, self.undefined, self.refused
        )
    }
}

/// One language; nothing if the driver has not got it.
fn language(gl: &mut Assembler, header: &'static str, show: usize, page: &mut String) -> Tally {
    let mut tally = Tally::default();
    let target = ProgramTarget::of(header);
    match target.map(|target| gl.has(target.extension)) {
        Some(Ok(true)) => {}
        Some(Ok(false)) | None => return tally,
        Some(Err(why)) => {
            println!("{header}: {why}");
            return tally;
        }
    }
    let session = session::usual();
    for group in groups(&session, header) {
        tally.instructions += 1;
        let text = group.text(Way::Driver);
        let theirs = match gl.map(group.is_vertex(), &text, &group.rows) {
            Ok(theirs) => theirs,
            Err(why) => {
                println!("{header} {}: {why}", group.line);
                tally.refused += 1;
                continue;
            }
        };
        let Some((ours, undefined)) = evaluate(&session, &group) else {
            continue;
        };
        *page += &format!("\nprogram {header} {}: {}\n", group.gives.size(), group.line);
        let mut shown = 0;
        for (lane, (theirs, ours)) in theirs.iter().zip(&ours).enumerate() {
            *page += &format!("{} -> {}\n", operands(&group, lane), words(theirs));
            tally.rows += 1;
            if undefined.contains(&lane) {
                tally.undefined += 1;
            } else if differs(&group, *theirs, *ours) {
                tally.differ += 1;
                shown += 1;
                if shown <= show {
                    let (from, theirs, ours) = (operands(&group, lane), words(theirs), words(ours));
                    println!("{header} {}: {from} -> {theirs}, and here {ours}", group.line);
                }
            }
        }
    }
    tally
}

/// What Quadrille gives, and the lanes of which the specification does not say.
fn evaluate(session: &Session, group: &Group) -> Option<(Vec<[u32; 4]>, Vec<usize>)> {
    let loaded = session.load("matrix", &group.text(Way::Attributes)).ok()?;
    let mut inputs = Inputs::default();
    inputs.set_lanes(group.rows.len());
    let read: Vec<String> = loaded.attributes().into_iter().map(|named| named.name).collect();
    for (lane, row) in group.rows.iter().enumerate() {
        for (operand, words) in row.iter().enumerate() {
            let name = group.attribute(operand);
            if read.contains(&name) {
                inputs.set_vector(name, Some(lane), Vector::bits(*words));
            }
        }
    }
    let (run, findings) = loaded.sanitize(&inputs);
    let outputs = run.ok()?;
    let undefined = findings.iter().map(|finding| finding.lane).collect();
    let results = 0..group.rows.len();
    let results = results.map(|lane| outputs.bits(group.result(), lane).unwrap_or_default());
    Some((results.collect(), undefined))
}

/// Whether two answers differ in a component that is defined; NaN is NaN in every encoding.
fn differs(group: &Group, theirs: [u32; 4], ours: [u32; 4]) -> bool {
    let undefined = group.row.operation.unspecified();
    let is_nan = |word: u32| f32::from_bits(word).is_nan();
    (0..4).any(|at| {
        let defined = group.gives.size() == 64 || undefined >> at & 1 == 0;
        let both_nan = group.gives == OperandKind::Float && is_nan(theirs[at]) && is_nan(ours[at]);
        defined && theirs[at] != ours[at] && !both_nan
    })
}

fn words(words: &[u32; 4]) -> String {
    words.map(|word| format!("{word:x}")).join(" ")
}

fn operands(group: &Group, lane: usize) -> String {
    let row = group.rows[lane].iter().enumerate();
    let numbers = row.filter_map(|(operand, vector)| {
        Some(match group.takes(operand)?.size() {
            64 => format!("{:x}", u64::from(vector[0]) | u64::from(vector[1]) << 32),
            _ => format!("{:x}", vector[0]),
        })
    });
    numbers.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use quadrille_opengl::Gl;

    use super::*;

    /// Every arithmetic opcode of the ARB languages is in the matrix, in each type of those that have types.
    #[test]
    fn the_matrix_is_whole() {
        let session = session::usual();
        let count = |header| groups(&session, header).len();
        assert!(count("!!ARBvp1.0") >= 20 && count("!!ARBfp1.0") >= 25);
        let typed = groups(&session, "!!NVfp5.0");
        for line in [
            "ADD.F64 lr, la, lb",
            "ADD.U32 r, a, b",
            "SHL.S64 lr, la, lb.x",
            "BFI.S32 r, a, b, c",
        ] {
            assert!(typed.iter().any(|group| group.line == line), "{line}");
        }
    }

    /// On a machine with a driver, operations that are exact agree on numbers that no driver flushes or rounds.
    ///
    /// source: IEEE 754; ARB_fragment_program 3.11.5, ARB_vertex_program 2.14.5
    #[test]
    fn exact_operations_agree_with_the_driver() {
        let Ok(gl) = Gl::open(64, 64) else { return };
        let session = session::usual();
        let mut rows = 0;
        for header in ["!!ARBvp1.0", "!!ARBfp1.0"] {
            for mut group in groups(&session, header) {
                let exact = [
                    "ADD", "SUB", "MUL", "MAD", "MOV", "ABS", "CMP", "DP3", "DP4", "FLR", "SLT", "SGE",
                ];
                if !exact.contains(&group.row.mnemonic) {
                    continue;
                }
                let plain = |word: u32| matches!(word >> 23 & 0xff, 0x70..=0x90) || word == 0;
                group
                    .rows
                    .retain(|row| row.iter().flatten().all(|word| plain(*word)));
                let text = group.text(Way::Driver);
                let theirs = if group.is_vertex() {
                    gl.map_vertices(&text, &group.rows)
                } else {
                    gl.map_fragments(&text, &group.rows)
                };
                let theirs = theirs.expect(&group.line);
                let (ours, _) = evaluate(&session, &group).expect("a run");
                for (lane, (theirs, ours)) in theirs.iter().zip(&ours).enumerate() {
                    rows += 1;
                    let zeros = |words: [u32; 4]| words.map(|word| if word == 1 << 31 { 0 } else { word });
                    let same = zeros(*theirs) == zeros(*ours);
                    let (from, theirs, ours) = (operands(&group, lane), words(theirs), words(ours));
                    assert!(
                        same,
                        "{header} {} of {from}: {theirs}, and here {ours}",
                        group.line
                    );
                }
            }
        }
        assert!(rows > 300, "{rows}");
    }
}
