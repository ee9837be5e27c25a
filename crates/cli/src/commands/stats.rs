//! `quadrille stats`: what programs cost, by counting.

use std::path::PathBuf;
use std::process::ExitCode;

use quadrille::counts::{self, resources};
use quadrille::programs::Programs;
use quadrille_base::{Span, render};
use quadrille_isa::gl::Limits;
use quadrille_program::Program;
use quadrille_program::statistics::statistics;

use crate::commands::judging::Judging;
use crate::commands::reading::Reading;
use crate::error::Error;
use crate::exit::USAGE;
use crate::files;
use crate::out;
use crate::programs::tell_rest;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files with one or more programs, folders and archives of such files, or - for standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// One JSON object a program, for tools.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    judging: Judging,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let options = args.judging.options()?;
    let limits = options.limits;
    let found = files::programs(&args.paths, &args.reading.search()?);
    let mut status = ExitCode::SUCCESS;
    for input in &found.inputs {
        let programs = match Programs::of(input.path(), input.text()?, &options) {
            Ok(programs) => programs,
            Err(unfound) => {
                out::diagnostics(&unfound.source, &unfound.problems);
                status = ExitCode::from(1);
                continue;
            }
        };
        let name = programs.source.name();
        for place in &programs.places {
            let judged = programs.check(*place);
            out::diagnostics(&programs.source, &programs.listed(&judged));
            let span = programs.whole(*place);
            match &judged.checked.program {
                Some(program) if args.json => {
                    let mut object = counts::json(name, span, program, &limits);
                    let listed = programs.listed(&judged);
                    let all = listed.iter().map(|one| render::json(&programs.source, one));
                    object["diagnostics"] = all.collect();
                    println!("{object}");
                }
                Some(program) => print!("{}", table(name, span, program, &limits)),
                None => status = ExitCode::from(1),
            }
        }
        if !tell_rest(&programs) {
            status = ExitCode::from(1);
        }
    }
    if found.incomplete {
        return Ok(ExitCode::from(USAGE));
    }
    Ok(status)
}

fn table(name: &str, span: Span, program: &Program, limits: &Limits) -> String {
    let statistics = statistics(program);
    let mut out = format!("{name}: {} at byte {}\n", program.profile().header, span.start);
    for (class, count) in statistics.classes.named() {
        if count > 0 {
            out.push_str(&format!("  {class:<26}{count:>8}\n"));
        }
    }
    for (resource, used, limit) in resources(program, limits) {
        out.push_str(&format!("  {resource:<26}{used:>8} of {limit}\n"));
    }
    let rows = [
        ("temporaries used", statistics.temporaries_used),
        ("temporaries at once", statistics.temporaries_live),
        ("longest chain", statistics.depth),
        ("lookups in a chain", statistics.texture_depth),
    ];
    for (what, count) in rows {
        out.push_str(&format!("  {what:<26}{count:>8}\n"));
    }
    out
}
