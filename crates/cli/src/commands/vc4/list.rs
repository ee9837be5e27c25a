//! `quadrille vc4 list`: control lists as text and as bytes.

use std::path::PathBuf;
use std::process::ExitCode;

use quadrille_base::Source;
use quadrille_vc4::list::text::{Assembly, Limits, Names, Printing, Symbols, assemble, print};
use quadrille_vc4::list::walk::{Start, walk};
use quadrille_vc4::list::{Thread, check};

use super::{Vc4Error, memory};
use crate::error::Error;
use crate::setting::{split, word};
use crate::{files, out};

/// Packets and records that are followed at most.
pub(super) const PARTS: usize = 1 << 20;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Assemble a text of packets, records and data to bytes.
    Asm(Asm),
    /// Prove that lists, and all that they lead to, stay inside their buffers: exit status 0 if they do, 1 if not.
    Check(Check),
    /// Write lists, and all that they lead to, as text that assembles to the same bytes.
    Dis(Dis),
}

#[derive(clap::Args)]
struct Asm {
    /// The text; - for standard input.
    path: PathBuf,
    /// Where to write the bytes; standard output if it is absent or -.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Where the first line lies; with .org in the text, where the file of bytes begins.
    #[arg(long, value_name = "ADDRESS")]
    origin: Option<String>,
    /// Name an address.
    #[arg(long, value_name = "NAME=ADDRESS")]
    symbol: Vec<String>,
}

#[derive(clap::Args)]
struct Check {
    /// A memory image, a driver's dump, or a text of lists (.list).
    path: Option<PathBuf>,
    #[command(flatten)]
    memory: memory::Args,
    /// The most packets that are executed.
    #[arg(long, value_name = "PACKETS")]
    budget: Option<usize>,
}

#[derive(clap::Args)]
struct Dis {
    /// A memory image, a driver's dump, or a text of lists (.list).
    path: Option<PathBuf>,
    #[command(flatten)]
    memory: memory::Args,
    /// Write as data what no list leads to.
    #[arg(long)]
    all: bool,
    /// Write each line's address and bytes behind it, as a comment.
    #[arg(long)]
    bytes: bool,
    /// Where to write the text; standard output if it is absent or -.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    match &args.command {
        Command::Asm(args) => asm(args),
        Command::Check(args) => check_lists(args),
        Command::Dis(args) => dis(args),
    }
}

fn check_lists(args: &Check) -> Result<ExitCode, Error> {
    let Some(memory) = args.memory.read(args.path.as_deref())? else {
        return Ok(ExitCode::from(1));
    };
    if memory.starts.is_empty() {
        return Err(Vc4Error::NoStart.into());
    }
    let mut limits = check::Limits::default();
    limits.packets = args.budget.unwrap_or(limits.packets);
    let report = check::check(&memory.image, &memory.starts, memory.buffers, &limits);
    for rejection in &report.rejections {
        eprintln!("{rejection}");
    }
    println!(
        "{}: {}, {}, {} of {}, {}",
        match report.rejections.is_empty() {
            true => "accepted",
            false => "rejected",
        },
        out::count(report.packets, "packet"),
        out::count(report.draws, "draw"),
        out::count(report.shaders, "shader"),
        out::count(report.instructions, "instruction"),
        out::count(report.textures, "texture look-up"),
    );
    Ok(match report.rejections.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}

fn asm(args: &Asm) -> Result<ExitCode, Error> {
    let text = files::read(&args.path)?;
    let mut symbols = Symbols::default();
    for setting in &args.symbol {
        let (name, address) = split(setting, "NAME=ADDRESS")?;
        if !symbols.add(name, word(address)?) {
            return Err(Vc4Error::Twice(name.to_owned()).into());
        }
    }
    let origin = args.origin.as_deref().map(word).transpose()?;
    let assembly = assemble(&text, origin.unwrap_or(0), symbols, &Limits::default());
    out::diagnostics(
        &Source::new(args.path.display().to_string(), text),
        &assembly.diagnostics,
    );
    if !assembly.diagnostics.is_empty() {
        return Ok(ExitCode::from(1));
    }
    files::deliver(args.output.as_deref(), &flat(args, origin, &assembly)?)?;
    Ok(ExitCode::SUCCESS)
}

/// All pieces in one run of bytes, with zeros between them.
fn flat(args: &Asm, origin: Option<u32>, assembly: &Assembly) -> Result<Vec<u8>, Vc4Error> {
    let first = assembly.pieces.first().map_or(0, |piece| piece.address);
    let begin = origin.unwrap_or(first).min(first);
    let most = Limits::default().bytes as u64;
    let mut bytes = Vec::new();
    for piece in &assembly.pieces {
        let offset = u64::from(piece.address - begin);
        let span = offset + piece.bytes.len() as u64;
        if span > most {
            let path = args.path.clone();
            return Err(Vc4Error::Span {
                path,
                bytes: span,
                most,
            });
        }
        bytes.resize(offset as usize, 0);
        bytes.extend_from_slice(&piece.bytes);
    }
    Ok(bytes)
}

fn dis(args: &Dis) -> Result<ExitCode, Error> {
    let Some(memory) = args.memory.read(args.path.as_deref())? else {
        return Ok(ExitCode::from(1));
    };
    let data: Vec<(u32, &[u8])> = memory.image.pieces().collect();
    let mut starts = memory.starts.clone();
    if starts.is_empty() {
        // A file with nothing but a list.
        let [(address, bytes)] = data.as_slice() else {
            return Err(Vc4Error::NoStart.into());
        };
        starts.push(Start {
            address: *address,
            end: Some(address.wrapping_add(bytes.len() as u32)),
            thread: Thread::Both,
        });
    }
    let walk = walk(&memory.image, &starts, PARTS);
    let names = Names::new(&walk, &memory.symbols);
    let printing = Printing { bytes: args.bytes };
    let rest = if args.all { data.as_slice() } else { &[] };
    let text = print(&memory.image, &walk, &names, rest, printing);
    files::deliver(args.output.as_deref(), text.as_bytes())?;
    for finding in &walk.findings {
        eprintln!("{finding}");
    }
    let reached: usize = walk.items.values().map(|item| item.bytes).sum();
    let held: usize = data.iter().map(|(_, bytes)| bytes.len()).sum();
    if !args.all && reached < held {
        eprintln!(
            "no list leads to {} of {held} bytes; --all writes them as data",
            held - reached
        );
    }
    Ok(match walk.findings.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}
