//! `quadrille qpu run`: runs a program on the emulated QPUs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille_base::{Severity, render};
use quadrille_vc4::asm::{Options, assemble};
use quadrille_vc4::machine::job::{Job, NamedBuffer};
use quadrille_vc4::machine::{End, Finding, Limits, Outcome, Profile, Stall};

use super::program::Includes;
use super::{QpuError, fragment, read_words, watch};
use crate::error::Error;
use crate::setting::{SettingError, split, word};
use crate::{files, out};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program: assembler text (.qasm, .asm, .s), or words.
    path: PathBuf,
    /// A buffer filled from a file: NAME=FILE, or NAME@ADDRESS=FILE.
    #[arg(short, long, value_name = "NAME=FILE")]
    input: Vec<String>,
    /// A buffer of zeros: NAME=BYTES, or NAME@ADDRESS=BYTES.
    #[arg(short, long, value_name = "NAME=BYTES")]
    zero: Vec<String>,
    /// Write a buffer to a file after the run.
    #[arg(short, long, value_name = "NAME=FILE")]
    output: Vec<String>,
    /// Write a buffer as a grey picture, a word a pixel: NAME=WIDTH,FILE.
    #[arg(long, value_name = "NAME=WIDTH,FILE")]
    pgm: Vec<String>,
    /// Uniforms of a launch: integers, floats (with a point), @buffer, qpu, qpus, with + and *. Once for all
    /// launches, or once for each.
    #[arg(short, long, value_name = "LIST", allow_hyphen_values = true)]
    uniforms: Vec<String>,
    /// How many QPUs the program is launched on.
    #[arg(short, long)]
    qpus: Option<u8>,
    /// Instructions after which the run is ended.
    #[arg(long, default_value_t = Limits::default().instructions)]
    budget: u64,
    /// Bus address of the program.
    #[arg(long, value_name = "ADDRESS", value_parser = word)]
    origin: Option<u32>,
    #[command(flatten)]
    watch: watch::WatchArgs,
    #[command(flatten)]
    fragment: fragment::FragmentArgs,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let Some(program) = program(args)? else {
        return Ok(ExitCode::from(1));
    };
    let limits = Limits {
        instructions: args.budget,
        ..Limits::default()
    };
    let mut watch = args.watch.observer()?;
    let profile = Profile::raspberry_pi();
    if args.fragment.is_asked() {
        let outcome = args.fragment.run(program, &args.uniforms, limits, &mut watch)?;
        args.watch.save(watch)?;
        return Ok(report(&outcome));
    }
    let mut job = job(args, program)?;
    let outcome = if watch.is_watching() {
        job.run(profile, limits, &mut watch)
    } else {
        job.run(profile, limits, &mut ())
    };
    let outcome = outcome.map_err(QpuError::from)?;
    args.watch.save(watch)?;
    save(args, &job)?;
    Ok(report(&outcome))
}

/// The words of the program; `None` if its text has errors, which are then printed.
fn program(args: &Args) -> Result<Option<Vec<u64>>, Error> {
    let is_text = args
        .path
        .extension()
        .and_then(|e| e.to_str())
        .is_some_and(|e| ["qasm", "asm", "s"].contains(&e));
    if !is_text {
        return read_words(&args.path).map(Some);
    }
    let text = files::read(&args.path)?;
    let options = Options {
        origin: args.origin.unwrap_or(0),
        ..Options::default()
    };
    let mut includes = Includes::new(&args.path, &[])?;
    let assembly = assemble(&args.path.display().to_string(), &text, &options, &mut includes);
    for diagnostic in &assembly.diagnostics {
        let (source, _) = assembly.locate(diagnostic.span.start);
        eprintln!("{}\n", render::text(source, diagnostic, out::error_style()));
    }
    Ok(assembly.is_complete().then_some(assembly.words))
}

fn job(args: &Args, program: Vec<u64>) -> Result<Job, Error> {
    let mut buffers = Vec::new();
    for setting in &args.input {
        let (name, address, file) = named(setting)?;
        let bytes = files::read_data(Path::new(file))?;
        buffers.push(NamedBuffer { name, address, bytes });
    }
    for setting in &args.zero {
        let (name, address, size) = named(setting)?;
        let bytes = word(size)? as usize;
        if bytes > 1 << 30 {
            return Err(QpuError::Buffer { name, bytes }.into());
        }
        buffers.push(NamedBuffer {
            name,
            address,
            bytes: vec![0; bytes],
        });
    }
    let count = usize::from(args.qpus.unwrap_or(1)).max(args.uniforms.len());
    let launches = match args.uniforms.as_slice() {
        [] => vec![String::new(); count],
        [one] => vec![one.clone(); count],
        each if each.len() == count => each.to_vec(),
        each => {
            let (lists, launches) = (each.len(), count);
            return Err(QpuError::Lists { lists, launches }.into());
        }
    };
    Ok(Job {
        program,
        program_address: args.origin,
        buffers,
        launches,
        stop: None,
    })
}

/// `NAME=VALUE` or `NAME@ADDRESS=VALUE`.
fn named(setting: &str) -> Result<(String, Option<u32>, &str), SettingError> {
    let (name, value) = split(setting, "NAME=VALUE")?;
    match name.split_once('@') {
        Some((name, address)) => Ok((name.to_owned(), Some(word(address)?), value)),
        None => Ok((name.to_owned(), None, value)),
    }
}

fn save(args: &Args, job: &Job) -> Result<(), Error> {
    let find = |name: String| {
        let found = job.buffers.iter().find(|buffer| buffer.name == name);
        found.map(|buffer| &buffer.bytes).ok_or(QpuError::NoBuffer(name))
    };
    for setting in &args.output {
        let (name, _, file) = named(setting)?;
        files::write(Path::new(file), find(name)?)?;
    }
    for setting in &args.pgm {
        let (name, _, picture) = named(setting)?;
        let (width, file) = picture
            .split_once(',')
            .ok_or_else(|| SettingError::form(picture, "WIDTH,FILE"))?;
        let width = word(width)?.max(1) as usize;
        let pixels: Vec<u32> = find(name)?
            .chunks_exact(4)
            .map(|word| {
                word.iter()
                    .rev()
                    .fold(0, |value, &byte| value << 8 | u32::from(byte))
            })
            .collect();
        let most = pixels.iter().copied().max().unwrap_or(0).max(1);
        let mut picture = format!("P5\n{width} {}\n255\n", pixels.len() / width).into_bytes();
        let shown = &pixels[..pixels.len() / width * width];
        picture.extend(
            shown
                .iter()
                .map(|&pixel| (u64::from(pixel) * 255 / u64::from(most)) as u8),
        );
        files::write(Path::new(file), &picture)?;
    }
    Ok(())
}

/// Prints findings and totals; the exit status is 1 if a finding is an error or the run was ended early.
fn report(outcome: &Outcome) -> ExitCode {
    for finding in &outcome.findings {
        eprintln!("{finding}");
    }
    if outcome.dropped_findings > 0 {
        eprintln!("{} more findings", outcome.dropped_findings);
    }
    println!("{:>3} {:>12} {:>12}  waited for", "QPU", "instructions", "clocks");
    for (number, totals) in outcome
        .qpus
        .iter()
        .enumerate()
        .filter(|(_, totals)| totals.instructions > 0)
    {
        let stalls: Vec<String> = Stall::ALL
            .iter()
            .filter(|&&reason| totals.stall(reason) > 0)
            .map(|&reason| format!("{} {}", reason.name(), totals.stall(reason)))
            .collect();
        println!(
            "{number:>3} {:>12} {:>12}  {}",
            totals.instructions,
            totals.clock,
            stalls.join(", ")
        );
    }
    println!("    {:>12} {:>12}", outcome.instructions(), outcome.clocks());
    let end = match outcome.end {
        End::Finished => None,
        End::Budget => Some("the run was ended because its budget of instructions is used up"),
        End::Deadlock => Some("the run was ended because every QPU waits"),
        End::Stopped => Some("the run was stopped"),
    };
    if let Some(end) = end {
        eprintln!("{end}");
    }
    let is_error = |finding: &Finding| finding.kind.severity() == Severity::Error;
    if end.is_none() && !outcome.findings.iter().any(is_error) {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}
