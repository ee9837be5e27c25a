//! How fast Quadrille draws, beside a driver that draws the same: the same programs, vertices, textures and state, in
//! turns, in one process. A row's pictures are compared before anything is timed.
//!
//! The driver is what the machine's EGL gives; on machines without a card that is Mesa's llvmpipe. Its programs are
//! compiled before the first sample, ours are loaded; what is timed is drawing, up to the last pixel.

mod clock;
mod compute;
mod ours;
mod page;
mod peer;
mod programs;
mod row;
mod rows;
mod saved;
mod scaling;
mod state;
mod sweep;
mod textures;
mod vertices;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::Parser;
use nix::sched::{CpuSet, sched_setaffinity};
use nix::unistd::Pid;
use quadrille::{Session, UnknownEngine};
use quadrille_opengl::{Gl, OpenError, WorkloadError};

use self::clock::{Taken, median, taken};
use self::compute::ComputeError;
use self::ours::{Ours, OursError};
use self::page::Page;
use self::peer::Peer;
use self::row::Row;
use self::rows::rows;
use self::sweep::Swept;
use crate::{memory, session};

/// Times draws.
#[derive(Parser)]
#[command(name = "bench")]
struct Arguments {
    /// The driver that draws the same: `llvmpipe`. Without one only Quadrille is timed.
    #[arg(long)]
    peer: Option<PeerName>,
    /// The engine that runs programs; without it, a session's own.
    #[arg(long)]
    engine: Option<String>,
    /// Threads of a draw, and processors that the process is bound to.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Samples of a row and engine; the median counts.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Draws a sample of one row with Quadrille alone, and says how much memory the process had at most, in bytes.
    #[arg(long, hide = true, value_name = "ROW")]
    peak: Option<String>,
    /// Only the row of this name; where there is none, only rows whose name contains this.
    #[arg(long, default_value = "", conflicts_with = "write")]
    row: String,
    /// Times every format of colour buffers and every kind of lookup instead, and tells which are much slower than their
    /// neighbours; the exit status is 1 if there are any.
    #[arg(long, conflicts_with_all = ["peer", "write", "save", "against", "row"])]
    sweep: bool,
    /// Times draws of many sizes, on one thread and on two, and fills beside the machine's memory instead; `--write` does
    /// so as well.
    #[arg(long, conflicts_with_all = ["peer", "write", "save", "against", "sweep"])]
    scaling: bool,
    /// Writes docs/performance.md and its picture.
    #[arg(long)]
    write: bool,
    /// Writes what was measured to a file, for `--against`.
    #[arg(long)]
    save: Option<PathBuf>,
    /// Compares with what an earlier run saved; the exit status is 1 if a row takes more than a tenth more time or
    /// memory.
    #[arg(long)]
    against: Option<PathBuf>,
}

/// The drivers that are compared with.
#[derive(Clone, Copy, clap::ValueEnum)]
enum PeerName {
    /// Mesa's renderer for processors.
    Llvmpipe,
}

#[derive(Debug, thiserror::Error)]
enum BenchError {
    #[error("times of an unoptimised build say nothing: cargo run --release -p xtask -- bench")]
    Unoptimised,
    #[error(transparent)]
    Engine(#[from] UnknownEngine),
    #[error("the driver is {0}, not llvmpipe")]
    OtherDriver(String),
    #[error(transparent)]
    Driver(#[from] OpenError),
    #[error("{row}: {error}")]
    Ours { row: &'static str, error: OursError },
    #[error("{row}: {error}")]
    Peer { row: &'static str, error: WorkloadError },
    #[error("{row}: {differing} of {pixels} pixels are not those of the driver")]
    Picture {
        row: &'static str,
        differing: usize,
        pixels: usize,
    },
    #[error(transparent)]
    Compute(#[from] ComputeError),
    #[error("a clock or the binding to processors: {0}")]
    System(#[from] nix::Error),
    #[error("{path}: {error}")]
    File { path: PathBuf, error: std::io::Error },
    #[error("{0} rows take more than a tenth more time or memory than they did")]
    Lost(usize),
    #[error("{0} states are slower than a quarter of their neighbours")]
    Cliffs(usize),
    #[error("the sweep: {0}")]
    Sweep(OursError),
}

/// What was measured of a row.
pub(crate) struct Measured {
    name: &'static str,
    unit: &'static str,
    /// Items of a sample.
    items: u64,
    ours: Median,
    peer: Option<Median>,
    /// Bytes that a process of Quadrille has at most for it, vertices and framebuffer among them.
    peak: Option<u64>,
}

/// The medians of the samples of an engine.
#[derive(Clone, Copy)]
struct Median {
    processor: Duration,
    wall: Duration,
}

impl Median {
    fn of(samples: &[Taken]) -> Median {
        Median {
            processor: median(samples.iter().map(|taken| taken.processor).collect()),
            wall: median(samples.iter().map(|taken| taken.wall).collect()),
        }
    }
}

impl Measured {
    /// Items a second of processor time, in millions.
    fn speed(&self, median: Median) -> f64 {
        self.items as f64 / median.processor.as_secs_f64().max(1e-9) / 1e6
    }

    /// How many times as fast as the peer, by processor time and on the wall.
    fn ratios(&self) -> Option<[f64; 2]> {
        let peer = self.peer?;
        let ratio = |peer: Duration, ours: Duration| peer.as_secs_f64() / ours.as_secs_f64().max(1e-9);
        Some([
            ratio(peer.processor, self.ours.processor),
            ratio(peer.wall, self.ours.wall),
        ])
    }
}

/// Runs the task.
pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    match bench(root, &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error @ (BenchError::Lost(_) | BenchError::Cliffs(_))) => {
            eprintln!("bench: {error}");
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::from(2)
        }
    }
}

fn bench(root: &Path, arguments: &Arguments) -> Result<(), BenchError> {
    if cfg!(debug_assertions) {
        return Err(BenchError::Unoptimised);
    }
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    bind(arguments.threads)?;
    let mut session = session::usual();
    if let Some(name) = &arguments.engine {
        session = session.engine(name)?;
    }
    if let Some(name) = &arguments.peak {
        for row in rows().into_iter().filter(|row| row.name == name) {
            let of_ours = |error| BenchError::Ours { row: row.name, error };
            let mut ours = Ours::new(&session, &row, arguments.threads).map_err(of_ours)?;
            ours.clear();
            ours.sample().map_err(of_ours)?;
        }
        println!("{}", memory::peak().unwrap_or_default());
        return Ok(());
    }
    if arguments.sweep {
        return swept(&session, arguments);
    }
    if arguments.scaling {
        let measured = scaling::measure(&session, &arguments.row, arguments.rounds, processors)?;
        print!("{}", page::scaling(&measured));
        return Ok(());
    }
    let gl = match arguments.peer {
        Some(PeerName::Llvmpipe) => Some(Gl::open(64, 64)?),
        None => None,
    };
    let driver = gl.as_ref().map(Gl::describe);
    if let Some(other) = driver.as_ref().filter(|driver| !driver.contains("llvmpipe")) {
        return Err(BenchError::OtherDriver(other.clone()));
    }
    let mut all = Vec::new();
    println!("{}", page::HEAD);
    let is_one = rows().iter().any(|row| row.name == arguments.row);
    let is_timed = |row: &Row| {
        if is_one {
            row.name == arguments.row
        } else {
            row.name.contains(&arguments.row)
        }
    };
    for row in rows().into_iter().filter(is_timed) {
        let measured = measure(&row, &session, gl.as_ref(), arguments)?;
        println!("{}", page::line(&measured));
        all.push(measured);
    }
    let computed = compute::measure(&session, &arguments.row, arguments.threads, arguments.rounds)?;
    if !computed.is_empty() {
        println!("\n{}", page::COMPUTE_HEAD);
        for dispatched in &computed {
            println!("{}", page::compute_line(dispatched));
        }
    }
    if arguments.write {
        let page = Page {
            engine: session.engine_name(),
            driver: driver.as_deref(),
            threads: arguments.threads,
            rounds: arguments.rounds,
            rows: &all,
            computed: &computed,
            scaling: &scaling::measure(&session, &arguments.row, arguments.rounds, processors)?,
        };
        write(&root.join("docs/performance.md"), &page.text())?;
        write(&root.join("docs/pictures/performance.svg"), &page.picture())?;
    }
    if let Some(path) = &arguments.save {
        write(path, &saved::text(&all))?;
    }
    match &arguments.against {
        Some(path) => saved::against(path, &all),
        None => Ok(()),
    }
}

fn swept(session: &Session, arguments: &Arguments) -> Result<(), BenchError> {
    println!("{}", page::SWEEP_HEAD);
    let tell = |swept: &Swept| println!("{}", page::sweep_line(swept));
    let all = sweep::sweep(session, arguments.threads, arguments.rounds, tell);
    let cliffs: Vec<Swept> = all
        .map_err(BenchError::Sweep)?
        .into_iter()
        .filter(Swept::is_cliff)
        .collect();
    if cliffs.is_empty() {
        return Ok(());
    }
    println!(
        "\nslower than a quarter of their neighbours:\n\n{}",
        page::SWEEP_HEAD
    );
    cliffs
        .iter()
        .for_each(|cliff| println!("{}", page::sweep_line(cliff)));
    Err(BenchError::Cliffs(cliffs.len()))
}

/// Binds this process, and the threads that it starts, to the first processors.
fn bind(processors: usize) -> Result<(), BenchError> {
    let mut set = CpuSet::new();
    for number in 0..processors {
        set.set(number)?;
    }
    Ok(sched_setaffinity(Pid::from_raw(0), &set)?)
}

fn measure(
    row: &Row,
    session: &Session,
    gl: Option<&Gl>,
    arguments: &Arguments,
) -> Result<Measured, BenchError> {
    let of_ours = |error| BenchError::Ours { row: row.name, error };
    let of_peer = |error| BenchError::Peer { row: row.name, error };
    let mut ours = Ours::new(session, row, arguments.threads).map_err(of_ours)?;
    ours.clear();
    ours.sample().map_err(of_ours)?;
    let mut peer = match gl {
        Some(gl) if row.has_peer => Some(Peer::new(gl, row).map_err(of_peer)?),
        Some(_) | None => None,
    };
    // The first sample is not timed: it warms caches, and gives the pictures that have to agree.
    if let Some(peer) = &mut peer {
        peer.clear();
        peer.sample().map_err(of_peer)?;
        agree(row, &ours.pixels(), &peer.pixels())?;
    }
    let mut samples = [Vec::new(), Vec::new()];
    for _ in 0..arguments.rounds {
        ours.clear();
        let (drawn, time) = taken(|| ours.sample())?;
        drawn.map_err(of_ours)?;
        samples[0].push(time);
        if let Some(peer) = &mut peer {
            peer.clear();
            let (drawn, time) = taken(|| peer.sample())?;
            drawn.map_err(of_peer)?;
            samples[1].push(time);
        }
    }
    Ok(Measured {
        name: row.name,
        unit: row.unit.name(),
        items: row.items * u64::from(row.draws),
        ours: Median::of(&samples[0]),
        peer: peer.map(|_| Median::of(&samples[1])),
        peak: peak_of(row, arguments),
    })
}

/// The memory of a process that draws the row and does nothing else.
fn peak_of(row: &Row, arguments: &Arguments) -> Option<u64> {
    let mut process = Command::new(std::env::current_exe().ok()?);
    process.args([
        "bench",
        "--peak",
        row.name,
        "--threads",
        &arguments.threads.to_string(),
    ]);
    if let Some(engine) = &arguments.engine {
        process.args(["--engine", engine]);
    }
    let output = process.output().ok().filter(|output| output.status.success())?;
    let bytes = String::from_utf8(output.stdout).ok()?.trim().parse().ok()?;
    (bytes > 0).then_some(bytes)
}

/// The most that a component of a pixel may differ, and of a hundred pixels those that may differ more: the
/// driver rounds edges, levels of detail and functions otherwise.
const TOLERANCE: f32 = 3.0 / 255.0;
const OTHERWISE: usize = 5;

fn agree(row: &Row, ours: &[[f32; 4]], theirs: &[[f32; 4]]) -> Result<(), BenchError> {
    let differs = |(ours, theirs): &(&[f32; 4], &[f32; 4])| {
        ours.iter()
            .zip(*theirs)
            .any(|(ours, theirs)| (ours - theirs).abs() > TOLERANCE)
    };
    let differing = ours.iter().zip(theirs).filter(differs).count();
    if ours.len() == theirs.len() && differing * 100 <= ours.len() * OTHERWISE {
        return Ok(());
    }
    Err(BenchError::Picture {
        row: row.name,
        differing,
        pixels: ours.len(),
    })
}

fn write(path: &Path, text: &str) -> Result<(), BenchError> {
    std::fs::write(path, text).map_err(|error| BenchError::File {
        path: path.to_owned(),
        error,
    })
}
