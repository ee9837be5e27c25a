//! `quadrille qpu run`: runs a program on the emulated QPUs.

use std::path::Path;
use std::process::ExitCode;

use quadrille_base::Severity;
use quadrille_vc4::machine::job::Job;
use quadrille_vc4::machine::{End, Finding, Outcome, Profile, Stall};

use super::job::{JobArgs, named};
use super::{QpuError, fragment, watch};
use crate::error::Error;
use crate::files;
use crate::setting::{SettingError, word};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    job: JobArgs,
    /// Write a buffer to a file after the run.
    #[arg(short, long, value_name = "NAME=FILE")]
    output: Vec<String>,
    /// Write a buffer as a grey picture, a word a pixel: NAME=WIDTH,FILE.
    #[arg(long, value_name = "NAME=WIDTH,FILE")]
    pgm: Vec<String>,
    #[command(flatten)]
    watch: watch::WatchArgs,
    #[command(flatten)]
    fragment: fragment::FragmentArgs,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let Some(program) = args.job.program()?.map(|program| program.words) else {
        return Ok(ExitCode::from(1));
    };
    let limits = args.job.limits();
    let mut watch = args.watch.observer()?;
    let profile = Profile::raspberry_pi();
    if args.fragment.is_asked() {
        let outcome = args
            .fragment
            .run(program, &args.job.uniforms, limits, &mut watch)?;
        args.watch.save(watch)?;
        return Ok(report(&outcome));
    }
    let mut job = args.job.job(program)?;
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
