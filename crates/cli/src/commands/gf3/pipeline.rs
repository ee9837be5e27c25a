//! `quadrille gf3 pipeline`: the vertex processor by the cycle.

use std::path::PathBuf;

use quadrille_gf3::function::Constants;
use quadrille_gf3::time::{Failure, Machine, Parameters, Profile, Workload, diagram, kanata, svg, sweep};

use super::load::Source;
use super::{Error, write};

/// The most vertices that a run takes.
const MOST: usize = 10_000_000;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// lecture, lecture-single, reverse-engineered or nv2a.
    #[arg(long, default_value = "lecture")]
    profile: String,
    /// A parameter, such as threads=3; --parameters lists them.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// How many vertices arrive; one a thread if absent.
    #[arg(long)]
    vertices: Option<usize>,
    /// How many instructions the diagram has.
    #[arg(long, default_value_t = 40)]
    rows: usize,
    /// Draw the diagram, or with --sweep the chart, to a file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a log that the Konata viewer opens.
    #[arg(long, value_name = "FILE")]
    kanata: Option<PathBuf>,
    /// Run with each value of a parameter, such as threads=1..8.
    #[arg(long, value_name = "NAME=FROM..TO")]
    sweep: Option<String>,
    /// List every parameter with its value, meaning and source.
    #[arg(long)]
    parameters: bool,
}

/// A run that came to no end: a finding, unless a parameter was out of range.
fn ended(failure: Failure) -> Error {
    match failure {
        Failure::Budget(_) => Error::Rejected(failure.to_string()),
        Failure::Parameter(_) => Error::Usage(failure.to_string()),
    }
}

pub(super) fn run(args: &Args) -> Result<(), Error> {
    let usage = |message: String| Error::Usage(message);
    let profile = Profile::from_name(&args.profile)
        .ok_or_else(|| usage(format!("there is no profile {}", args.profile)))?;
    let mut parameters = Parameters::of(profile);
    for setting in &args.set {
        let (name, value) = setting
            .split_once('=')
            .ok_or_else(|| usage(format!("`{setting}` is not NAME=VALUE")))?;
        parameters
            .set(name, value)
            .map_err(|error| usage(error.to_string()))?;
    }
    if args.parameters {
        print!("{}", parameters.describe());
        return Ok(());
    }
    let loaded = args.source.load()?;
    let program = loaded.program()?;
    let threads = parameters.threads as usize;
    let count = args.vertices.unwrap_or(threads);
    if count > MOST {
        return Err(usage(format!("{MOST} vertices are the most that a run takes")));
    }
    let workload = Workload::generated(count, program.inputs());
    // Some numbers everywhere, so that a wrong operand shows in the comparison.
    let numbers = Workload::generated(192, 1).vertices;
    let constants = Constants(numbers.iter().map(|vertex| vertex[0].1).collect());
    let mut machine = Machine::new(&program, &constants, parameters.clone());
    machine.compare = true;
    machine.options.access = loaded.access();
    machine.traced = args.rows.min(100_000);
    if let Some(range) = &args.sweep {
        let (name, values) = range_of(range)?;
        let points = sweep::run(&machine, &workload, name, values).map_err(ended)?;
        println!("{name:<20} cycles a vertex  instructions a cycle");
        for point in &points {
            println!(
                "{:<20} {:15.3}  {:20.3}",
                point.value, point.cycles, point.utilisation
            );
        }
        return args.svg.as_deref().map_or(Ok(()), |path| {
            write(Some(path), sweep::chart(&points, name).as_bytes())
        });
    }
    let report = machine.run(&workload).map_err(ended)?;
    let named = threads > 1;
    print!(
        "{}",
        diagram::text(&program, &report.rows, named, loaded.numbering)
    );
    if report.issued as usize > report.rows.len() {
        println!(
            "... {} more instructions",
            report.issued as usize - report.rows.len()
        );
    }
    print!("\n{}", report.summary(&parameters));
    if let Some(path) = &args.svg {
        write(
            Some(path),
            svg::diagram(&program, &report.rows, named, loaded.numbering).as_bytes(),
        )?;
    }
    if let Some(path) = &args.kanata {
        write(
            Some(path),
            kanata::log(&program, &report.rows, loaded.numbering).as_bytes(),
        )?;
    }
    match report.difference {
        None => Ok(()),
        Some(found) => Err(Error::Rejected(format!(
            "cycle {}: thread {}, vertex {}, instruction {} differs from the functional model: {:08x?}, not {:08x?}",
            found.cycle,
            found.token.thread,
            found.token.vertex,
            found.token.instruction,
            found.found,
            found.expected
        ))),
    }
}

/// `threads=1..8`, both ends included.
fn range_of(text: &str) -> Result<(&str, std::ops::RangeInclusive<u32>), Error> {
    let wrong = || Error::Usage(format!("`{text}` is not NAME=FROM..TO"));
    let (name, range) = text.split_once('=').ok_or_else(wrong)?;
    let (from, to) = range.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.trim_start_matches('=').parse().map_err(|_| wrong());
    let (from, to): (u32, u32) = (number(from)?, number(to)?);
    if from > to {
        return Err(Error::Usage(format!(
            "`{text}` holds no value: a sweep goes from the smaller to the larger"
        )));
    }
    if to - from > 1000 {
        return Err(Error::Usage("a sweep has at most 1001 values".into()));
    }
    Ok((name, from..=to))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: docs/eval.md: a run that is stopped is exit status 1, in every command; wrong usage is 2
    #[test]
    fn a_run_without_an_end_is_no_wrong_usage() {
        assert!(matches!(ended(Failure::Budget(5)), Error::Rejected(_)));
    }
}
