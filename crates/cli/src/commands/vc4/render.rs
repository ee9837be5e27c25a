//! `quadrille vc4 render`: from a memory image to a picture.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::Picture;
use quadrille_timeline::Timeline;
use quadrille_vc4::frame::{
    Counter, FrameLimits, FrameOutcome, FramePicture, FrameRequest, ListRange, TileCost, render, trace,
};
use quadrille_vc4::list::Thread;
use quadrille_vc4::list::walk::Start;
use quadrille_vc4::machine::Profile;

use super::Vc4Error;
use super::memory::{self, Memory};
use crate::error::Error;
use crate::files;
use crate::setting::{SettingError, word};

/// Events of a timeline.
const EVENTS: usize = 1_000_000;
/// Clocks a microsecond: the firmware's default of 250 MHz.
const CLOCKS: f64 = 250.0;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A memory image, a text of lists (.list), or a source of code and data (.asm, .qasm, .s).
    path: Option<PathBuf>,
    #[command(flatten)]
    memory: memory::Args,
    /// Memory for tile lists when theirs is used up: ADDRESS,BYTES.
    #[arg(long, value_name = "ADDRESS,BYTES")]
    overspill: Option<String>,
    /// Write the frame as a picture, the first row of memory on top.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write what memory holds afterwards: FILE@ADDRESS,BYTES.
    #[arg(long, value_name = "FILE@ADDRESS,BYTES")]
    save: Vec<String>,
    /// The frame's pixels have blue in byte 0, as displays take them.
    #[arg(long)]
    bgra: bool,
    /// Turn the picture upside down: the last row of memory on top.
    #[arg(long)]
    flip: bool,
    /// Keep alpha in the picture.
    #[arg(long)]
    alpha: bool,
    /// Write a picture of what each tile cost: the brighter, the more instructions.
    #[arg(long, value_name = "FILE")]
    cost: Option<PathBuf>,
    /// Write a timeline of lists, tiles and shader runs for Perfetto (Chrome's trace event format).
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Print the performance counters.
    #[arg(long)]
    counters: bool,
    /// Print warnings and notes about shaders too.
    #[arg(long)]
    warnings: bool,
    /// Threads that render tiles.
    #[arg(long, default_value = "1")]
    threads: usize,
    /// Instructions of all shaders after which the frame is ended.
    #[arg(long, default_value_t = FrameLimits::default().instructions)]
    budget: u64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    if !(1..=64).contains(&args.threads) {
        return Err(Vc4Error::Threads.into());
    }
    let Some(mut memory) = args.memory.read(args.path.as_deref())? else {
        return Ok(ExitCode::from(1));
    };
    let lists = |thread| -> Vec<ListRange> {
        let starts = memory.starts.iter().filter(|start| start.thread == thread);
        let range = |start: &Start| ListRange {
            start: start.address,
            end: start.end,
        };
        starts.map(range).collect()
    };
    let overspill = args.overspill.as_deref().map(|text| pair(text, &memory));
    let (bins, renders) = (lists(Thread::Binning), lists(Thread::Rendering));
    if bins.is_empty() && renders.is_empty() {
        return Err(Vc4Error::NoStart.into());
    }
    let mut request = FrameRequest {
        overspill: overspill.transpose()?,
        limits: FrameLimits {
            instructions: args.budget,
            ..FrameLimits::default()
        },
        profile: Profile::raspberry_pi(),
        warnings: args.warnings,
        threads: args.threads,
        events: if args.trace.is_some() { EVENTS } else { 0 },
        ..FrameRequest::default()
    };
    let mut outcomes = Vec::new();
    for n in 0..bins.len().max(renders.len()) {
        (request.bin, request.render) = (bins.get(n).copied(), renders.get(n).copied());
        let outcome = render(&mut memory.image.memory(), &request);
        report(&outcome);
        if args.counters {
            print_counters(&outcome);
        }
        outcomes.push(outcome);
    }
    save(args, &mut memory, &outcomes)?;
    Ok(if outcomes.iter().any(FrameOutcome::has_errors) {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

fn pair(text: &str, memory: &Memory) -> Result<(u32, u32), Error> {
    let (address, bytes) = text
        .split_once(',')
        .ok_or_else(|| SettingError::form(text, "ADDRESS,BYTES"))?;
    Ok((memory.address(address)?, word(bytes)?))
}

/// Prints the findings.
fn report(outcome: &FrameOutcome) {
    for finding in &outcome.findings {
        eprintln!("{finding}");
    }
    for finding in &outcome.program_findings {
        eprintln!("{finding}");
    }
    if outcome.dropped_findings > 0 {
        eprintln!("{} more findings", outcome.dropped_findings);
    }
}

fn print_counters(outcome: &FrameOutcome) {
    let counters = &outcome.counters;
    for &counter in Counter::ALL {
        println!(
            "{:>3} {:>14}  {}",
            counter.number(),
            counters.get(counter),
            counter.name()
        );
    }
    for (count, name) in [
        (counters.primitives, "primitives of all draws"),
        (counters.binned_vertices, "vertices read by the binner"),
        (counters.entries, "entries of tile lists"),
        (counters.blocks, "blocks of tile memory"),
        (counters.rendered_vertices, "vertices read by the renderer"),
        (counters.pixels, "pixels covered"),
        (counters.fragment_programs, "runs of fragment shaders"),
        (counters.loads, "buffers loaded"),
        (counters.stores, "buffers stored"),
    ] {
        println!("    {count:>14}  {name}");
    }
}

/// Writes what was asked for; the picture is that of the last frame.
fn save(args: &Args, memory: &mut Memory, outcomes: &[FrameOutcome]) -> Result<(), Error> {
    for text in &args.save {
        let (file, place) = text
            .rsplit_once('@')
            .ok_or_else(|| SettingError::form(text, "FILE@ADDRESS,BYTES"))?;
        let (address, bytes) = pair(place, memory)?;
        let memory = memory.image.memory();
        let there = memory.bytes(address);
        let there = &there[..there.len().min(bytes as usize)];
        files::write(Path::new(file), there)?;
    }
    if let Some(path) = &args.output {
        let mode = outcomes.iter().rev().find_map(|outcome| outcome.mode);
        let mode = mode.ok_or(Vc4Error::NoFrame)?;
        let mut picture = FramePicture::read(&mode, &memory.image.memory()).map_err(Vc4Error::from)?;
        if args.bgra {
            picture
                .rgba
                .chunks_exact_mut(4)
                .for_each(|pixel| pixel.swap(0, 2));
        }
        write(path, picture, args.flip, !args.alpha)?;
    }
    if let Some(path) = &args.trace {
        let mut trace = Timeline::new(2 * EVENTS, CLOCKS);
        let mut later = 0;
        for outcome in outcomes {
            trace::write(&mut trace, &outcome.events, later);
            later += outcome.clocks;
        }
        if outcomes.iter().any(|outcome| outcome.events.len() == EVENTS) {
            eprintln!("the timeline has the first {EVENTS} events");
        }
        files::write(path, trace.into_text().as_bytes())?;
    }
    if let Some(path) = &args.cost {
        let tiles: Vec<TileCost> = outcomes
            .iter()
            .flat_map(|outcome| outcome.tiles.clone())
            .collect();
        write(path, cost(&tiles), args.flip, true)?;
    }
    Ok(())
}

fn write(path: &Path, picture: FramePicture, flip: bool, opaque: bool) -> Result<(), Error> {
    let row = 4 * picture.width as usize;
    let rgba = if flip && row > 0 {
        picture.rgba.chunks_exact(row).rev().flatten().copied().collect()
    } else {
        picture.rgba
    };
    let picture = Picture {
        width: picture.width,
        height: picture.height,
        rgba,
    };
    files::write(path, &picture.to_png(opaque)?)?;
    Ok(())
}

/// Sixteen by sixteen pixels a tile: black without work, then red, yellow and white.
fn cost(tiles: &[TileCost]) -> FramePicture {
    const SIDE: u32 = 16;
    let most = |pick: &dyn Fn((u8, u8)) -> u8| {
        let picked = tiles.iter().map(|tile| pick((tile.column, tile.row)));
        u32::from(picked.max().unwrap_or(0)) + 1
    };
    let (columns, rows) = (most(&|tile| tile.0), most(&|tile| tile.1));
    let mut sums = vec![0u64; (columns * rows) as usize];
    for tile in tiles {
        sums[(u32::from(tile.row) * columns + u32::from(tile.column)) as usize] += tile.instructions;
    }
    let greatest = sums.iter().copied().max().unwrap_or(0).max(1);
    let (width, height) = (columns * SIDE, rows * SIDE);
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let rgba = pixels
        .flat_map(|(x, y)| {
            let sum = sums[(y / SIDE * columns + x / SIDE) as usize];
            let heat = (sum * 765 / greatest) as u32;
            let step = |from: u32| heat.saturating_sub(from).min(255) as u8;
            [step(0), step(255), step(510), 255]
        })
        .collect();
    FramePicture { width, height, rgba }
}
