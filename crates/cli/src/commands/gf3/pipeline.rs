//! `quadrille gf3 pipeline`: the vertex processor by the cycle.

use std::path::PathBuf;

use quadrille::geforce3::{figures, shape};
use quadrille_gf3::function::Constants;
use quadrille_gf3::time::{
    Machine, Parameters, Profile, Workload, diagram, front, kanata, lost, perfetto, svg, sweep,
};
use serde_json::json;

use super::load::Gf3Program;
use super::{Gf3Error, workload};
use crate::error::Error;
use crate::files;
use crate::setting::{SettingError, split};

/// The most vertices that a run takes.
pub(super) const MOST: usize = 1_000_000;

/// The numbers of the machine.
#[derive(clap::Args)]
pub(super) struct Numbers {
    /// lecture, lecture-single, reverse-engineered or nv2a.
    #[arg(long, default_value = "lecture")]
    profile: String,
    /// A parameter, such as threads=3; `gf3 pipeline --parameters` lists them.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Numbers {
    /// The profile's name.
    pub(super) fn profile(&self) -> &str {
        &self.profile
    }

    /// The parameters of the profile with what is set.
    pub(super) fn parameters(&self) -> Result<Parameters, Error> {
        let profile =
            Profile::from_name(&self.profile).ok_or_else(|| Gf3Error::Profile(self.profile.clone()))?;
        let mut parameters = Parameters::of(profile);
        for setting in &self.set {
            let (name, value) = split(setting, "NAME=VALUE")?;
            parameters.set(name, value).map_err(Gf3Error::from)?;
        }
        Ok(parameters)
    }

    /// Whether a parameter is set.
    fn sets(&self, name: &str) -> bool {
        self.set.iter().any(|setting| {
            setting
                .split('=')
                .next()
                .is_some_and(|set| set.replace('-', "_") == name)
        })
    }
}

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Gf3Program,
    #[command(flatten)]
    numbers: Numbers,
    /// How many vertices arrive; one a thread if absent.
    #[arg(long)]
    vertices: Option<usize>,
    /// How many instructions the diagram has; 0 leaves it out.
    #[arg(long, default_value_t = 40)]
    rows: usize,
    /// Draw the diagram, or with --sweep the chart, to a file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a log that the Konata viewer opens.
    #[arg(long, value_name = "FILE")]
    kanata: Option<PathBuf>,
    /// Run with each value of a parameter, such as threads=1..8; what a single run prints and draws is left out.
    #[arg(long, value_name = "NAME=FROM..TO", conflicts_with_all = [
        "kanata", "notes", "by_instruction", "lost_svg", "front", "front_svg", "perfetto",
    ])]
    sweep: Option<String>,
    /// What the host sends, as a JSON file: set-up, vertices, when which attribute changes, indices. The vertices come
    /// through the front end, whatever the profile.
    #[arg(long, value_name = "FILE", conflicts_with = "vertices")]
    workload: Option<PathBuf>,
    /// Note behind each row which input buffer and which set of temporaries it uses.
    #[arg(long)]
    notes: bool,
    /// List for each instruction the cycles that it lost, by reason.
    #[arg(long)]
    by_instruction: bool,
    /// Draw them to a file.
    #[arg(long, value_name = "FILE")]
    lost_svg: Option<PathBuf>,
    /// List what the front end did, with --json in the object's list `front`: attributes that arrive, set-up, copies
    /// into input buffers.
    #[arg(long)]
    front: bool,
    /// Draw it to a file.
    #[arg(long, value_name = "FILE")]
    front_svg: Option<PathBuf>,
    /// Write a trace that Perfetto opens, a cycle a microsecond.
    #[arg(long, value_name = "FILE")]
    perfetto: Option<PathBuf>,
    /// One JSON object in the place of text.
    #[arg(long)]
    json: bool,
    /// List every parameter with its value, meaning and source, as `gf3 parameters` does without a program.
    #[arg(long)]
    parameters: bool,
}

#[derive(clap::Args)]
pub(super) struct ListParameters {
    #[command(flatten)]
    numbers: Numbers,
    /// One JSON object in the place of text.
    #[arg(long)]
    json: bool,
}

pub(super) fn list(args: &ListParameters) -> Result<(), Error> {
    print_parameters(&args.numbers.parameters()?, args.json);
    Ok(())
}

fn print_parameters(parameters: &Parameters, json: bool) {
    if !json {
        print!("{}", parameters.describe());
        return;
    }
    let rows = parameters.described().into_iter().map(|row| {
        let sources = json!({ "lecture": row.sources[0], "reverse-engineered": row.sources[1] });
        json!({ "name": row.name, "value": row.value, "meaning": row.meaning, "sources": sources })
    });
    println!("{}", json!({ "parameters": rows.collect::<Vec<_>>() }));
}

pub(super) fn run(args: &Args) -> Result<(), Error> {
    let mut parameters = args.numbers.parameters()?;
    if args.workload.is_some() {
        if args.numbers.sets("preloaded") && parameters.preloaded == 1 {
            return Err(Gf3Error::Preloaded.into());
        }
        parameters.preloaded = 0;
    }
    if args.parameters {
        print_parameters(&parameters, args.json);
        return Ok(());
    }
    let loaded = args.source.load()?;
    let program = loaded.program()?;
    let threads = parameters.threads as usize;
    let count = args.vertices.unwrap_or(threads);
    if count > MOST {
        return Err(Gf3Error::Vertices.into());
    }
    if count == 0 {
        return Err(Gf3Error::NoVertices.into());
    }
    let workload = match &args.workload {
        Some(path) => workload::read(path)?,
        None => Workload::generated(count, program.inputs()),
    };
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
        if args.json {
            let rows = points.iter().map(|point| {
                json!({
                    "value": point.value, "cycles_per_vertex": point.cycles,
                    "instructions_per_cycle": point.utilisation,
                })
            });
            println!(
                "{}",
                json!({ "parameter": name, "points": rows.collect::<Vec<_>>() })
            );
        } else {
            println!("{name:<20} cycles a vertex  instructions a cycle");
            for point in &points {
                println!(
                    "{:<20} {:15.3}  {:20.3}",
                    point.value, point.cycles, point.utilisation
                );
            }
        }
        if let Some(path) = &args.svg {
            files::deliver(Some(path), sweep::chart(&points, name).as_bytes())?;
        }
        return Ok(());
    }
    let report = machine.run(&workload).map_err(Gf3Error::Run)?;
    let named = threads > 1;
    if args.json {
        let mut object = figures(&loaded.words, loaded.numbering, &report, &parameters);
        if args.front {
            object["front"] = json!(shape::front(&report.front_events));
        }
        println!("{object}");
    } else {
        if args.rows > 0 {
            let draw = if args.notes { diagram::noted } else { diagram::text };
            print!("{}", draw(&program, &report.rows, named, loaded.numbering));
            if report.issued as usize > report.rows.len() {
                let more = report.issued as usize - report.rows.len();
                println!("... {more} more instructions");
            }
            println!("");
        }
        print!("{}", report.summary(&parameters));
        if args.by_instruction {
            print!("\n{}", lost::table(&program, &report, loaded.numbering));
        }
        if args.front {
            print!("\n{}", front::table(&report));
        }
    }
    if let Some(path) = &args.lost_svg {
        let chart = lost::chart(&program, &report, loaded.numbering);
        files::deliver(Some(path), chart.as_bytes())?;
    }
    if let Some(path) = &args.front_svg {
        files::deliver(Some(path), front::picture(&report).as_bytes())?;
    }
    if let Some(path) = &args.perfetto {
        let trace = perfetto::trace(&program, &report.rows, loaded.numbering);
        files::deliver(Some(path), trace.as_bytes())?;
    }
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
