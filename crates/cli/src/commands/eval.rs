//! `quadrille eval`: runs a program once and shows what it gives.

use std::path::PathBuf;
use std::process::ExitCode;

use quadrille::{Inputs, Loaded, Outputs, Session, Source, TraceStep, Typed, render};
use quadrille_base::{Diagnostic, Span};
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::condition::Flags;

use crate::commands::USAGE;
use crate::files;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file with one program, or - for standard input.
    path: PathBuf,
    /// An attribute, such as position=1,2,3,1 or texcoord[0]=0.5,0.5.
    #[arg(long, value_name = "NAME=X,Y,Z,W")]
    attrib: Vec<String>,
    /// A program local parameter, such as 0=1,0,0,0.
    #[arg(long, value_name = "N=X,Y,Z,W")]
    local: Vec<String>,
    /// A program environment parameter.
    #[arg(long, value_name = "N=X,Y,Z,W")]
    env: Vec<String>,
    /// A state vector, such as fog.color=1,1,1,1 or matrix.mvp.row[0]=1,0,0,0.
    #[arg(long, value_name = "NAME=X,Y,Z,W")]
    state: Vec<String>,
    /// Print every instruction with its operands and result.
    #[arg(long)]
    trace: bool,
    /// Report what the specification calls undefined.
    #[arg(long)]
    sanitize: bool,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match evaluate(args) {
        Ok(status) => status,
        Err(message) => {
            eprintln!("quadrille: {message}");
            ExitCode::from(USAGE)
        }
    }
}

fn evaluate(args: &Args) -> Result<ExitCode, String> {
    let text = files::read(&args.path).map_err(|error| format!("{}: {error}", args.path.display()))?;
    let program = match Session::new().load(&args.path.display().to_string(), &text) {
        Ok(program) => program,
        Err(rejected) => {
            eprintln!("{rejected}");
            return Ok(ExitCode::from(1));
        }
    };
    let inputs = inputs(args, &program)?;
    let outputs = if args.trace {
        let (outputs, trace) = program.trace(&inputs).map_err(|error| error.to_string())?;
        for step in &trace.steps {
            print_step(program.source(), step);
        }
        outputs
    } else if args.sanitize {
        program.sanitize(&inputs).map_err(|error| error.to_string())?
    } else {
        program.evaluate(&inputs).map_err(|error| error.to_string())?
    };
    for finding in &outputs.findings {
        let span = program.program().span(finding.instruction);
        let diagnostic = Diagnostic::new(finding.rule, span, finding.detail.clone());
        println!(
            "{}\n",
            render::text(program.source(), &diagnostic, render::Style::Plain)
        );
    }
    print_outputs(&outputs);
    Ok(if outputs.findings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn inputs(args: &Args, program: &Loaded) -> Result<Inputs, String> {
    let mut inputs = Inputs::default();
    let header = program.program().profile().header;
    let stage = if header.contains("fp") {
        "fragment"
    } else {
        "vertex"
    };
    for (settings, before, after) in [
        (&args.attrib, format!("{stage}."), ""),
        (&args.local, "program.local[".to_owned(), "]"),
        (&args.env, "program.env[".to_owned(), "]"),
        (&args.state, "state.".to_owned(), ""),
    ] {
        for setting in settings {
            let (name, value) = setting
                .split_once('=')
                .ok_or_else(|| format!("`{setting}` is not NAME=VALUE"))?;
            let name = name.strip_prefix(before.as_str()).unwrap_or(name);
            inputs.set(format!("{before}{name}{after}"), vector(value)?);
        }
    }
    Ok(inputs)
}

/// One to four numbers with commas; the rest is (0, 0, 1) as for attributes. `0x…` gives the bits.
fn vector(text: &str) -> Result<[f32; 4], String> {
    let mut value = [0.0, 0.0, 0.0, 1.0];
    let numbers: Vec<&str> = text.split(',').collect();
    if numbers.len() > 4 {
        return Err(format!("`{text}` has more than four numbers"));
    }
    for (component, number) in value.iter_mut().zip(numbers) {
        let number = number.trim();
        let parsed = match number.strip_prefix("0x") {
            Some(bits) => u32::from_str_radix(bits, 16).ok().map(f32::from_bits),
            None => number.parse().ok(),
        };
        *component = parsed.ok_or_else(|| format!("`{number}` is not a number"))?;
    }
    Ok(value)
}

fn print_outputs(outputs: &Outputs) {
    let width = outputs
        .results
        .iter()
        .map(|(name, ..)| name.len())
        .max()
        .unwrap_or(0);
    for (name, value, used) in &outputs.results {
        let shown: Vec<String> = (0..4)
            .map(|at| {
                if used >> at & 1 != 0 {
                    decimal(value[at])
                } else {
                    "-".to_owned()
                }
            })
            .collect();
        let bits: Vec<String> = (0..4)
            .map(|at| {
                if used >> at & 1 != 0 {
                    format!("{:08x}", value[at].to_bits())
                } else {
                    "-".repeat(8)
                }
            })
            .collect();
        println!("{name:width$} = {:40} {}", shown.join(", "), bits.join(" "));
    }
    if outputs.killed {
        println!("the fragment was discarded");
    }
}

/// A float so that reading it back gives the same bits.
fn decimal(value: f32) -> String {
    if value == 0.0 || (1e-4..1e7).contains(&value.abs()) {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

fn print_step(source: &Source, step: &TraceStep) {
    let line = source.position(step.span.start).line;
    let vector = |value: &Typed| {
        let numbers: Vec<String> = value
            .words
            .iter()
            .map(|bits| number(value.data_type, *bits))
            .collect();
        format!("({})", numbers.join(", "))
    };
    let text = one_line(source, step.span);
    println!("{line:4}  {text}");
    for operand in &step.operands {
        println!("        reads {}", vector(operand));
    }
    if let Some(result) = &step.result {
        println!("        gives {}", vector(result));
    }
    if let Some(flags) = &step.flags {
        let codes: Vec<String> = flags.iter().map(code).collect();
        println!("        code  ({})", codes.join(", "));
    }
}

/// A number of a register as its type reads it.
fn number(data_type: DataType, bits: u64) -> String {
    match data_type {
        DataType::F32 | DataType::F16 | DataType::Fx12 => decimal(f32::from_bits(bits as u32)),
        DataType::F64 => format!("{:?}", f64::from_bits(bits)),
        DataType::S32 => (bits as u32 as i32).to_string(),
        DataType::U32 => (bits as u32).to_string(),
        DataType::S64 => (bits as i64).to_string(),
        DataType::U64 => bits.to_string(),
    }
}

/// A component of a condition code: how it compares with zero, and carry and overflow if they are set.
fn code(flags: &Flags) -> String {
    let order = match (flags.sign, flags.zero) {
        (true, true) => "UN",
        (true, false) => "LT",
        (false, true) => "EQ",
        (false, false) => "GT",
    };
    let carry = if flags.carry { " CF" } else { "" };
    let overflow = if flags.overflow { " OF" } else { "" };
    format!("{order}{carry}{overflow}")
}

fn one_line(source: &Source, span: Span) -> String {
    source
        .slice(span)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
