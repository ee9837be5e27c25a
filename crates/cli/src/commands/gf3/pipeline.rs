//! `quadrille gf3 pipeline`: the vertex processor by the cycle.

use std::path::PathBuf;

use quadrille_gf3::function::Constants;
use quadrille_gf3::time::{Machine, Parameters, Profile, Workload, diagram, kanata, svg, sweep};

use super::Gf3Error;
use super::load::Gf3Program;
use crate::error::Error;
use crate::files;
use crate::setting::{SettingError, split};

/// The most vertices that a run takes.
pub(super) const MOST: usize = 10_000_000;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Gf3Program,
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

pub(super) fn run(args: &Args) -> Result<(), Error> {
    let profile = Profile::from_name(&args.profile).ok_or_else(|| Gf3Error::Profile(args.profile.clone()))?;
    let mut parameters = Parameters::of(profile);
    for setting in &args.set {
        let (name, value) = split(setting, "NAME=VALUE")?;
        parameters.set(name, value).map_err(Gf3Error::from)?;
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
        return Err(Gf3Error::Vertices.into());
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
        let points = sweep::run(&machine, &workload, name, values).map_err(Gf3Error::Run)?;
        println!("{name:<20} cycles a vertex  instructions a cycle");
        for point in &points {
            println!(
                "{:<20} {:15.3}  {:20.3}",
                point.value, point.cycles, point.utilisation
            );
        }
        if let Some(path) = &args.svg {
            files::deliver(Some(path), sweep::chart(&points, name).as_bytes())?;
        }
        return Ok(());
    }
    let report = machine.run(&workload).map_err(Gf3Error::Run)?;
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
        let diagram = svg::diagram(&program, &report.rows, named, loaded.numbering);
        files::deliver(Some(path), diagram.as_bytes())?;
    }
    if let Some(path) = &args.kanata {
        let log = kanata::log(&program, &report.rows, loaded.numbering);
        files::deliver(Some(path), log.as_bytes())?;
    }
    match report.difference {
        None => Ok(()),
        Some(found) => Err(Gf3Error::Difference(Box::new(found)).into()),
    }
}

/// `threads=1..8`, both ends included.
fn range_of(text: &str) -> Result<(&str, std::ops::RangeInclusive<u32>), Error> {
    let form = "NAME=FROM..TO";
    let wrong = || SettingError::form(text, form);
    let (name, range) = split(text, form)?;
    let (from, to) = range.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.trim_start_matches('=').parse().map_err(|_| wrong());
    let (from, to): (u32, u32) = (number(from)?, number(to)?);
    if from > to {
        return Err(Gf3Error::EmptySweep(text.to_owned()).into());
    }
    if to - from > 1000 {
        return Err(Gf3Error::LongSweep.into());
    }
    Ok((name, from..=to))
}
