//! `quadrille gf3 schedule`: the same bits in fewer cycles.

use std::path::PathBuf;

use quadrille::geforce3::shape;
use quadrille_gf3::function::Program;
use quadrille_gf3::schedule::{proof, schedule};
use quadrille_gf3::word::{form::Form, print};
use serde_json::json;

use super::asm::identifier;
use super::load::Gf3Program;
use super::pipeline::{MOST, Numbers};
use super::{FormName, Gf3Error};
use crate::error::Error;
use crate::files;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Gf3Program,
    #[command(flatten)]
    numbers: Numbers,
    /// How many vertices the cycles are counted for.
    #[arg(long, default_value_t = 100)]
    vertices: usize,
    /// How many random vertices both programs run for, bit against bit.
    #[arg(long, value_name = "VERTICES", default_value_t = 10_000)]
    random: usize,
    /// Write words in this form in the place of text.
    #[arg(long, value_enum)]
    to: Option<FormName>,
    /// The name of the C array.
    #[arg(long, default_value = "program", value_parser = identifier, requires = "to")]
    name: String,
    /// Where text or words go; standard output if it is absent or -.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// One JSON object in the place of text and report.
    #[arg(long, conflicts_with = "to")]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Error> {
    if args.vertices > MOST || args.random > MOST {
        return Err(Gf3Error::Vertices.into());
    }
    if args.vertices == 0 {
        return Err(Gf3Error::NoVertices.into());
    }
    let loaded = args.source.load()?;
    let parameters = args.numbers.parameters()?;
    let program = loaded.program()?;
    let found = schedule(&loaded.words, &parameters, args.vertices).map_err(Gf3Error::Run)?;
    let (other, _) = Program::from_any_words(&found.words).map_err(Gf3Error::from)?;
    if let Some(difference) = proof::difference(&program, &other, args.random, loaded.access()) {
        return Err(Gf3Error::Unequal(difference.vertex).into());
    }
    let [before, after] = found.cycles;
    let per = |cycles: u64| cycles as f64 / args.vertices as f64;
    let words = [program.instructions().len(), found.words.len()];
    if args.json {
        let mut rows = shape::program(&found.words, loaded.numbering);
        for (row, from) in rows.iter_mut().zip(&found.origins) {
            row["from"] = json!(from);
        }
        let size = |at: usize| json!({ "length": words[at], "cycles": found.cycles[at] });
        let report = json!({
            "before": size(0), "after": size(1), "vertices": args.vertices, "profile": args.numbers.profile(),
            "random_vertices": args.random, "program": rows,
        });
        return Ok(files::deliver(
            args.output.as_deref(),
            format!("{report}\n").as_bytes(),
        )?);
    }
    let gain = 100.0 * (before.saturating_sub(after)) as f64 / before.max(1) as f64;
    eprintln!(
        "words {} -> {}, cycles a vertex {:.2} -> {:.2} ({gain:.1} % fewer, profile {}); the same bits for {} random vertices",
        words[0],
        words[1],
        per(before),
        per(after),
        args.numbers.profile(),
        args.random
    );
    let bytes = match args.to {
        Some(form) => Form::from(form).write(&found.words, &args.name),
        None => {
            let lines = print::program(&found.words, loaded.numbering);
            let origins = found.origins.iter().map(|from| {
                let from: Vec<String> = from.iter().map(usize::to_string).collect();
                from.join(" and ")
            });
            let noted = lines
                .lines()
                .zip(origins)
                .map(|(line, from)| format!("{line:<58} // word {from}\n"));
            noted.collect::<String>().into_bytes()
        }
    };
    Ok(files::deliver(args.output.as_deref(), &bytes)?)
}
