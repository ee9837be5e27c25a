//! `quadrille eval`: runs programs once and shows what they give.

mod steps_timeline;

use std::path::PathBuf;
use std::process::ExitCode;

use quadrille::steps::{decimal, number, step_text};
use quadrille::{Emission, EvaluationError, Outputs, TraceStep};
use quadrille_base::{Diagnostic, Span};
use quadrille_isa::gl::DataType;

use crate::commands::given::{EvalError, Evaluated, Given};
use crate::error::Error;
use crate::files;
use crate::out;
use steps_timeline::StepsTimeline;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    given: Given,
    /// Print every instruction with its operands and result.
    #[arg(long)]
    trace: bool,
    /// Write a trace that Perfetto opens: each executed instruction, a microsecond long.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trace", "sanitize"])]
    perfetto: Option<PathBuf>,
    /// Report what the specification calls undefined.
    #[arg(long)]
    sanitize: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let Some(Evaluated {
        programs,
        place,
        program,
        inputs,
    }) = args.given.load()?
    else {
        return Ok(ExitCode::from(1));
    };
    let source = &programs.source;
    let at = |span: Span| programs.place(place, span);
    let line = |span: Span| source.position(at(span).start).line;
    let step = |step: TraceStep| print!("{}", step_text(source, at(step.span), &step));
    let name = args.given.path.display().to_string();
    let mut timeline = args.perfetto.as_ref().map(|_| StepsTimeline::new(&name));
    let traced = match &mut timeline {
        Some(timeline) => Some(program.trace(&inputs, |step| timeline.add(source, at(step.span), &step))),
        None => args.trace.then(|| program.trace(&inputs, step)),
    };
    if let (Some(path), Some(timeline)) = (&args.perfetto, timeline) {
        let (text, dropped) = timeline.finish();
        if dropped > 0 {
            eprintln!("quadrille: the timeline has no room for {dropped} instructions");
        }
        files::deliver(Some(path), text.as_bytes())?;
    }
    let (run, findings) = match traced {
        _ if args.sanitize => program.sanitize(&inputs),
        Some(run) => (run, Vec::new()),
        None => (program.evaluate(&inputs), Vec::new()),
    };
    for finding in &findings {
        let span = at(program.program().span(finding.instruction));
        let diagnostic = Diagnostic::new(finding.rule, span, finding.detail.clone());
        println!("{}\n", out::rendered(source, &diagnostic, out::output_style()));
    }
    let outputs = match run {
        Ok(outputs) => outputs,
        Err(EvaluationError::Trap(trap, span)) => {
            let (path, line, lane) = (args.given.path.display(), line(span), trap.lane);
            eprintln!("quadrille: {path}:{line}: {} (lane {lane})", trap.kind);
            return Ok(ExitCode::from(1));
        }
        Err(error) => return Err(EvalError::of(error, &program).into()),
    };
    print_outputs(&outputs);
    for (instruction, lane, why) in &outputs.ended {
        let line = line(program.program().span(*instruction));
        let path = args.given.path.display();
        eprintln!("{path}:{line}: lane {lane} ended abnormally: {why}");
    }
    let is_fine = findings.is_empty() && outputs.ended.is_empty();
    Ok(ExitCode::from(u8::from(!is_fine)))
}

fn print_outputs(outputs: &Outputs) {
    let width = outputs
        .results
        .iter()
        .map(|(name, ..)| name.len())
        .max()
        .unwrap_or(0);
    let print = |values: &[[u32; 4]]| {
        for (slot, (name, _, used)) in outputs.results.iter().enumerate() {
            let (Some(value), data_type) = (values.get(slot), outputs.types[slot]) else {
                continue;
            };
            let each = |shown: &dyn Fn(u32) -> String, absent: &str| -> Vec<String> {
                let used = |at: usize| used >> at & 1 != 0;
                (0..4)
                    .map(|at| {
                        if used(at) {
                            shown(value[at])
                        } else {
                            absent.to_owned()
                        }
                    })
                    .collect()
            };
            let numbers = each(&|bits| number(short(data_type), u64::from(bits)), "-").join(", ");
            let bits = each(&|bits| format!("{bits:08x}"), "--------").join(" ");
            println!("{name:width$} = {numbers:40} {bits}");
        }
    };
    if let Some(first) = outputs.lanes.first() {
        // Lanes that give the same are shown once.
        if outputs.lanes.iter().all(|lane| lane == first) {
            print(first);
        } else {
            for (number, lane) in outputs.lanes.iter().enumerate() {
                println!("lane {number}");
                print(lane);
            }
        }
    }
    for emission in &outputs.emitted {
        match emission {
            Emission::Vertex {
                lane,
                stream,
                results,
            } => {
                println!("lane {lane} emits a vertex on stream {stream}");
                print(results);
            }
            Emission::EndPrimitive { lane } => println!("lane {lane} ends its primitive"),
        }
    }
    for (name, bits) in outputs.parameters.iter().filter(|(_, bits)| *bits != [0; 4]) {
        let numbers: Vec<String> = bits.iter().map(|bits| decimal(f32::from_bits(*bits))).collect();
        println!("{name} = {}", numbers.join(", "));
    }
    if outputs.killed_lanes.len() == outputs.lanes.len() {
        println!("the fragment was discarded");
    } else {
        for lane in &outputs.killed_lanes {
            println!("the fragment of lane {lane} was discarded");
        }
    }
}

/// The type of the same base in 32 bits, which results have.
fn short(data_type: DataType) -> DataType {
    match data_type {
        DataType::S32 | DataType::S64 => DataType::S32,
        DataType::U32 | DataType::U64 => DataType::U32,
        DataType::F32 | DataType::F64 | DataType::F16 | DataType::Fx12 => DataType::F32,
    }
}
