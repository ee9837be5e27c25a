//! `quadrille stats`: what programs cost, by counting.

use std::path::PathBuf;
use std::process::ExitCode;

use quadrille_base::{Span, render};
use quadrille_isa::gl::{LanguageSet, Limits, Resource, Stage};
use quadrille_program::Program;
use quadrille_program::statistics::{Statistics, statistics};
use serde_json::{Value, json};

use crate::commands::judging::Judging;
use crate::commands::reading::Reading;
use crate::error::Error;
use crate::exit::USAGE;
use crate::files;
use crate::out;
use crate::programs::Programs;

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
                    let mut object = report(name, span, program, &limits);
                    let listed = programs.listed(&judged);
                    let all = listed.iter().map(|one| render::json(&programs.source, one));
                    object["diagnostics"] = all.collect();
                    println!("{object}");
                }
                Some(program) => print!("{}", table(name, span, program, &limits)),
                None => status = ExitCode::from(1),
            }
        }
        if !programs.tell_rest() {
            status = ExitCode::from(1);
        }
    }
    if found.incomplete {
        return Ok(ExitCode::from(USAGE));
    }
    Ok(status)
}

/// The count of each limited resource in a program, and its limit.
fn resources(program: &Program, limits: &Limits) -> Vec<(&'static str, u32, u32)> {
    let counts = program.counts();
    let features = program.features();
    let mut rows = vec![
        (
            "instructions",
            counts.instructions,
            limits.of(Resource::Instructions, features),
        ),
        (
            "temporaries",
            counts.temporaries,
            limits.of(Resource::Temporaries, features),
        ),
        (
            "parameters",
            counts.parameters,
            limits.of(Resource::Parameters, features),
        ),
        (
            "attributes",
            counts.attributes,
            limits.of(Resource::Attributes, features),
        ),
    ];
    if features.languages.meets(LanguageSet::AV) {
        rows.push((
            "address registers",
            counts.address_registers,
            limits.of(Resource::AddressRegisters, features),
        ));
    }
    if features.stage == Stage::Fragment && features.languages.meets(LanguageSet::AF) {
        rows.push((
            "arithmetic instructions",
            counts.alu_instructions,
            limits.fragment_alu_instructions,
        ));
        rows.push((
            "texture instructions",
            counts.texture_instructions,
            limits.fragment_texture_instructions,
        ));
        rows.push((
            "texture indirections",
            counts.texture_indirections,
            limits.fragment_texture_indirections,
        ));
    }
    rows.push((
        "texture units",
        program.textures().len() as u32,
        limits.of(Resource::TextureUnits, features),
    ));
    rows
}

fn report(name: &str, span: Span, program: &Program, limits: &Limits) -> Value {
    let Statistics {
        classes,
        temporaries_used,
        temporaries_live,
        depth,
        texture_depth,
        ..
    } = statistics(program);
    let classes: serde_json::Map<String, Value> = classes
        .named()
        .into_iter()
        .map(|(class, count)| (class.to_owned(), json!(count)))
        .collect();
    let resources: serde_json::Map<String, Value> = resources(program, limits)
        .into_iter()
        .map(|(name, used, limit)| (name.replace(' ', "_"), json!({ "used": used, "limit": limit })))
        .collect();
    json!({
        "file": name,
        "start": span.start,
        "header": program.profile().header,
        "classes": classes,
        "resources": resources,
        "temporaries": { "used": temporaries_used, "live": temporaries_live },
        "depth": depth,
        "texture_depth": texture_depth,
    })
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
