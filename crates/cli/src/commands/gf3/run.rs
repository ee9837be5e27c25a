//! `quadrille gf3 run`: one vertex or those of captures and buffers, or one vertex state program.

use std::path::PathBuf;

use quadrille_gf3::function::ancestry::{Ancestry, Step, steps};
use quadrille_gf3::function::{Program, Quad, graph};
use quadrille_isa::nv20::Output;

use super::Gf3Error;
use super::begun::{Begun, Runs};
use super::load::Loaded;
use super::show::{Report, Traced, Vertices};
use crate::error::Error;
use crate::files;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    runs: Runs,
    /// Print every instruction with its operands, where they come from, the address register and its results.
    #[arg(long)]
    trace: bool,
    /// Print the instructions that a result is made of: an output such as oD0.xyz, or the number of a word.
    #[arg(long, value_name = "RESULT")]
    ancestry: Option<String>,
    /// Draw them to a file.
    #[arg(long, value_name = "FILE", requires = "ancestry")]
    svg: Option<PathBuf>,
    /// One JSON object in the place of text.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Error> {
    let Begun {
        loaded,
        program,
        mut registers,
        options,
    } = args.runs.begin()?;
    let ancestry = Ancestry::of(program.instructions());
    let asked = match &args.ancestry {
        Some(result) => Some(results(result, &loaded, &program, &ancestry)?),
        None => None,
    };
    // Runs may write constants.
    let given: Vec<(String, Quad)> = registers
        .given
        .iter()
        .map(|number| {
            let name = loaded.numbering.constant(*number, false);
            (name, registers.constants.get((*number).into()))
        })
        .collect();
    let mut vertices = Vertices::default();
    for (index, inputs) in &registers.vertices {
        let traced = Traced::run(&program, &mut registers.constants, inputs, &options);
        let report = Report {
            index: *index,
            inputs,
            loaded: &loaded,
            program: &program,
            ancestry: &ancestry,
            constants: &registers.constants,
            traced: &traced,
        };
        if args.json {
            vertices.push(report.json(args.trace));
        } else {
            print!("{}", report.text(args.trace));
        }
    }
    if let Some(asked) = &asked {
        if !args.json {
            print!("{}", graph::listing(&program, &ancestry, asked, loaded.numbering));
        }
        if let Some(path) = &args.svg {
            let picture = graph::picture(&program, &ancestry, asked, loaded.numbering);
            files::deliver(Some(path), picture.as_bytes())?;
        }
    }
    if args.json {
        println!(
            "{}",
            vertices.json(&given, &loaded, &program, &ancestry, asked.as_deref())
        );
    }
    Ok(())
}

/// The operations of a word, or those that wrote components of an output last.
fn results(
    text: &str,
    loaded: &Loaded,
    program: &Program,
    ancestry: &Ancestry,
) -> Result<Vec<Step>, Gf3Error> {
    let wrong = || Gf3Error::Result(text.to_owned());
    if let Ok(word) = text.parse::<usize>() {
        let instruction = program.instructions().get(word).ok_or_else(wrong)?;
        return Ok(steps(word, instruction).collect());
    }
    let (name, letters) = text.split_once('.').unwrap_or((text, "xyzw"));
    let named = |output: &&Output| {
        let gl = format!("o[{}]", output.gl);
        [output.nv2a, output.long, &gl]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    };
    let output = quadrille_isa::nv20::register::OUTPUTS
        .iter()
        .find(named)
        .ok_or_else(wrong)?;
    let mut mask = 0u8;
    for letter in letters.chars() {
        mask |= 8 >> "xyzw".find(letter).ok_or_else(wrong)?;
    }
    let found = ancestry.writers(output.index, mask);
    if found.is_empty() {
        return Err(Gf3Error::Unwritten(
            loaded
                .numbering
                .output(quadrille_gf3::word::OutputTarget::Output(output.index)),
        ));
    }
    Ok(found)
}
