//! `[qpu program]`: assembled, run on the emulated QPUs, its buffers probed.
//!
//! Jobs and the syntax of uniforms are `quadrille_vc4::machine::job`'s; this gives it what the scene says,
//! and turns its findings into problems with places in the scene file.

use std::collections::BTreeMap;

use quadrille_base::{Diagnostic, Meter, Room, Severity, Span, Spent, rule};
use quadrille_scene::QpuCommand;
use quadrille_vc4::asm::{Assembly, Options, Resolver, assemble};
use quadrille_vc4::machine::job::{Job, JobError, NamedBuffer, uniforms};
use quadrille_vc4::machine::{End, Finding, Limits, Outcome, Profile};

use super::stop::Stop;
use super::{FileError, Files};
use crate::files;

rule!(
    QPU_FINDING,
    "qpu-finding",
    Error,
    "a QPU program breaks a rule while it runs",
    ["docs/qpu-emulator.md"],
    "qpu.rs"
);

/// Bus address of the program: before the buffers, so that it does not move when these grow.
const PROGRAM: u32 = 0x1000_0000;

/// Bytes of all buffers of a scene: what a Raspberry Pi gives its GPU.
const MOST_BYTES: usize = 1 << 28;

/// Units of work of an instruction, and of an item that a transfer moves: an instruction is executed for so many elements.
const WORK: u64 = 16;

/// Lists of uniforms that wait for a run; no run takes more.
const MOST_LISTS: usize = 255;

/// A command about QPUs that cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub(super) enum QpuError {
    #[error("there is no program to run")]
    NoProgram,
    #[error("a run takes at most {MOST_LISTS} lists of uniforms")]
    ManyLists,
    #[error("{lists} lists of uniforms for {qpus} QPUs")]
    Lists { lists: usize, qpus: usize },
    #[error("the buffers of a scene have at most {MOST_BYTES} bytes")]
    Bytes,
    #[error(transparent)]
    Job(#[from] JobError),
}

/// The QPUs of a scene: program, buffers, and the lists of uniforms for the next run.
#[derive(Default)]
pub(super) struct Qpus {
    program: Option<Program>,
    buffers: Vec<NamedBuffer>,
    /// The room of each buffer, by its name.
    rooms: BTreeMap<String, Room>,
    lists: Vec<String>,
    /// Errors that runs found; the scene goes on, and is in error at its end.
    pub(super) problems: Vec<Diagnostic>,
    /// Warnings and notes of the assembler and of runs.
    pub(super) notes: Vec<Diagnostic>,
}

/// A program with the place in the scene file of each of its words.
struct Program {
    words: Vec<u64>,
    places: Vec<Span>,
}

/// The resolver of a program's includes: they come from the same source as pictures.
struct Includes<'a>(&'a dyn Files);

impl Resolver for Includes<'_> {
    fn resolve(&mut self, name: &str, _: bool) -> Result<String, FileError> {
        String::from_utf8(self.0.read(name, files::MOST_BYTES)?).map_err(|_| FileError::NotText)
    }
}

impl Qpus {
    /// Assembles the text of a section, which stands at `span`; on an error all problems are given.
    pub(super) fn load(&mut self, text: &str, span: Span, files: &dyn Files) -> Result<(), Vec<Diagnostic>> {
        let options = Options {
            origin: PROGRAM,
            ..Options::default()
        };
        let assembly = assemble("program", text, &options, &mut Includes(files));
        let said = assembly.diagnostics.iter();
        let said = said.map(|problem| in_scene(problem, &assembly, span)).collect();
        if !assembly.is_complete() {
            return Err(said);
        }
        self.notes.extend(said);
        let place = |offset: u32| match text.get(offset as usize..) {
            Some(rest) => {
                let line = rest.lines().next().unwrap_or_default().trim_end();
                let start = span.start + offset;
                Span::new(start, start + line.len() as u32)
            }
            // The word comes from a text that the program includes.
            None => Span::at(span.start),
        };
        let places = assembly.places.iter().map(|at| place(at.offset)).collect();
        self.program = Some(Program {
            words: assembly.words,
            places,
        });
        Ok(())
    }

    /// Carries a command out.
    pub(super) fn command(&mut self, command: &QpuCommand, span: Span, meter: &Meter) -> Result<(), Stop> {
        match command {
            QpuCommand::Zeros { name, bytes } => {
                self.buffer(name, *bytes as usize, |size| vec![0; size], meter)?;
            }
            QpuCommand::Data { name, values } => {
                let bytes = values.len() * values.number_type().bytes();
                self.buffer(name, bytes, |_| values.bytes(), meter)?;
            }
            QpuCommand::Uniforms(list) => {
                if self.lists.len() >= MOST_LISTS {
                    return Err(QpuError::ManyLists.into());
                }
                let known = |name: &str| self.find(name).map(|_| 0);
                uniforms(list, 0, 1, &known).map_err(QpuError::from)?;
                self.lists.push(list.clone());
            }
            QpuCommand::Run(count) => self.run(*count, span, meter)?,
        }
        Ok(())
    }

    /// The contents of a buffer.
    pub(super) fn bytes(&self, name: &str) -> Option<&[u8]> {
        self.find(name).map(|buffer| buffer.bytes.as_slice())
    }

    fn find(&self, name: &str) -> Option<&NamedBuffer> {
        self.buffers.iter().find(|buffer| buffer.name == name)
    }

    /// Makes a buffer, or gives one that is there new contents.
    fn buffer(
        &mut self,
        name: &str,
        size: usize,
        make: impl Fn(usize) -> Vec<u8>,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let others = self.buffers.iter().filter(|buffer| buffer.name != name);
        let used: usize = others.map(|buffer| buffer.bytes.len()).sum();
        if used + size > MOST_BYTES {
            return Err(QpuError::Bytes.into());
        }
        let room = meter.room(size as u64)?;
        meter.work(size as u64)?;
        self.rooms.insert(name.to_owned(), room);
        let bytes = make(size);
        match self.buffers.iter_mut().find(|buffer| buffer.name == name) {
            Some(buffer) => buffer.bytes = bytes,
            None => self.buffers.push(NamedBuffer {
                name: name.to_owned(),
                address: None,
                bytes,
            }),
        }
        Ok(())
    }

    fn run(&mut self, count: u8, span: Span, meter: &Meter) -> Result<(), Stop> {
        let program = self.program.as_ref().ok_or(QpuError::NoProgram)?;
        let count = usize::from(count);
        let launches = match std::mem::take(&mut self.lists).as_slice() {
            [] => vec![String::new(); count],
            [one] => vec![one.clone(); count],
            each if each.len() == count => each.to_vec(),
            each => {
                let (lists, qpus) = (each.len(), count);
                return Err(QpuError::Lists { lists, qpus }.into());
            }
        };
        let bytes: usize = self.buffers.iter().map(|buffer| buffer.bytes.len()).sum();
        let _copies = meter.room(bytes as u64)?;
        let budget = meter.budget();
        let left = budget.work.saturating_sub(meter.done()) / WORK;
        let limits = Limits {
            instructions: budget.instructions.saturating_mul(count as u64).min(left),
            ..Limits::default()
        };
        let mut job = Job {
            program: program.words.clone(),
            program_address: Some(PROGRAM),
            buffers: std::mem::take(&mut self.buffers),
            launches,
            stop: budget.stop.clone(),
        };
        let outcome = job.run(Profile::raspberry_pi(), limits, &mut ());
        self.buffers = job.buffers;
        let outcome = outcome.map_err(QpuError::from)?;
        let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
        let (problems, notes): (Vec<_>, Vec<_>) =
            found(&outcome, program, span).into_iter().partition(is_error);
        self.problems.extend(problems);
        self.notes.extend(notes);
        meter.work(outcome.work().saturating_mul(WORK))?;
        match outcome.end {
            End::Budget if limits.instructions == left => Err(Spent::Work { limit: budget.work }.into()),
            End::Budget => {
                let limit = budget.instructions;
                Err(Spent::Instructions { limit }.into())
            }
            End::Stopped => Err(Spent::Stopped.into()),
            End::Finished | End::Deadlock => Ok(()),
        }
    }
}

/// A problem of the assembler as one of the scene file.
fn in_scene(problem: &Diagnostic, assembly: &Assembly, span: Span) -> Diagnostic {
    let (source, local) = assembly.in_its_text(problem);
    let own = assembly.texts.first();
    if own.is_some_and(|text| std::ptr::eq(text.source(), source)) {
        return local.moved(span.start);
    }
    let position = source.position(local.span.start);
    let (line, column) = (position.line, position.column);
    let mut moved = local;
    moved.span = Span::at(span.start);
    moved.labels.clear();
    moved.fix = None;
    moved.note(format!("the place is {}:{line}:{column}", source.name()))
}

/// The findings of a run, each once for its place, however many QPUs were there.
fn found(outcome: &Outcome, program: &Program, run: Span) -> Vec<Diagnostic> {
    let mut seen = Vec::new();
    let mut problems = Vec::new();
    for finding in &outcome.findings {
        let key = (finding.kind, finding.address);
        if !seen.contains(&key) {
            seen.push(key);
            problems.push(problem(finding, program, run));
        }
    }
    problems
}

fn problem(finding: &Finding, program: &Program, run: Span) -> Diagnostic {
    let word = finding.address.wrapping_sub(PROGRAM) as usize / 8;
    let span = program.places.get(word).copied().unwrap_or(run);
    let mut problem = Diagnostic::new(&QPU_FINDING, span, finding.kind.what())
        .label(run, "in this run")
        .note(finding.to_string());
    problem.severity = finding.kind.severity();
    problem
}
