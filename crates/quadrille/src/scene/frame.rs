//! `[control list]`: assembled into the memory of a VideoCore IV, run, its frame taken as the picture.

use quadrille_base::{Diagnostic, Meter, Room, Severity, Span, Spent, rule};
use quadrille_scene::Vc4Command;
use quadrille_vc4::frame::{
    Counter, FrameFindingKind, FrameLimits, FrameOutcome, FramePicture, FrameRequest, FrameTooLarge,
    ListRange, render,
};
use quadrille_vc4::list::text::{Assembly, Limits, Symbols, assemble};
use quadrille_vc4::list::walk::Start;
use quadrille_vc4::list::{Source, Thread};
use quadrille_vc4::machine::{Image, ImageError};
use quadrille_vc4::tmu::{Parameters, Texture, halve};

use super::stop::Stop;
use super::{FileError, Files};
use crate::files;
use crate::picture::{Picture, PictureError};

rule!(
    FRAME_FINDING,
    "frame-finding",
    Error,
    "a frame of the VideoCore IV asks for what the chip cannot do",
    ["docs/vc4-frames.md"],
    "frame.rs"
);

/// Units of work of an instruction: it is executed for so many elements.
const WORK: u64 = 16;

/// A command about frames that cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub(super) enum FrameError {
    #[error("the list has no label `rendering`")]
    NoList,
    #[error("`{0}` is neither a number nor a symbol of the list")]
    Address(String),
    #[error("the lists set no frame up")]
    NoFrame,
    #[error("the scene's first buffer has other pixels than RGBA8")]
    NoPicture,
    #[error("the frame has {}x{} pixels, the scene {}x{}: SIZE in [require] says how many", frame.0, frame.1, scene.0, scene.1)]
    Size { frame: (u32, u32), scene: (u32, u32) },
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error("a texture lies at a multiple of 4096, has 1 to 2048 texels a side and 1 to 16 levels")]
    Texture,
    #[error("{0}")]
    List(String),
    #[error(transparent)]
    Large(#[from] FrameTooLarge),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    File(#[from] FileError),
}

/// The memory of a scene's frames, and what was found in it.
#[derive(Default)]
pub(super) struct Frames {
    image: Image,
    symbols: Symbols,
    rooms: Vec<Room>,
    /// Errors that runs found; the scene goes on, and is in error at its end.
    pub(super) problems: Vec<Diagnostic>,
    /// Warnings and notes.
    pub(super) notes: Vec<Diagnostic>,
}

impl Frames {
    /// Assembles the text of a section, which stands at `span`; on an error all problems are given.
    pub(super) fn load(&mut self, text: &str, span: Span, meter: &Meter) -> Result<(), Vec<Diagnostic>> {
        let assembly = assemble(text, 0, std::mem::take(&mut self.symbols), &Limits::default());
        let (problems, placed) = self.place(assembly, meter);
        if !problems.is_empty() {
            return Err(problems
                .into_iter()
                .map(|problem| problem.moved(span.start))
                .collect());
        }
        placed.map_err(|stop| vec![stop.problem(Span::at(span.start), &[])])
    }

    /// Puts an assembly into memory; its problems, in their text, if it has some.
    fn place(&mut self, assembly: Assembly, meter: &Meter) -> (Vec<Diagnostic>, Result<(), Stop>) {
        self.symbols = assembly.symbols;
        let mut pieces = assembly.pieces.iter();
        let placed = pieces.try_for_each(|piece| self.put(piece.address, &piece.bytes, meter));
        (assembly.diagnostics, placed)
    }

    fn put(&mut self, address: u32, bytes: &[u8], meter: &Meter) -> Result<(), Stop> {
        self.hold(bytes.len() as u64, meter)?;
        Ok(self.image.load(address, bytes).map_err(FrameError::from)?)
    }

    /// Assembles another text of lists.
    fn list(&mut self, path: &str, files: &dyn Files, meter: &Meter) -> Result<(), Stop> {
        let bytes = files.read(path, files::MOST_BYTES).map_err(FrameError::from)?;
        let text = String::from_utf8(bytes).map_err(|_| FrameError::from(FileError::NotText))?;
        let assembly = assemble(&text, 0, std::mem::take(&mut self.symbols), &Limits::default());
        let (problems, placed) = self.place(assembly, meter);
        if let Some(problem) = problems.first() {
            let line = text[..problem.span.start as usize].matches('\n').count() + 1;
            return Err(FrameError::List(format!("{path}:{line}: {}", problem.message)).into());
        }
        placed
    }

    /// Puts a picture into memory as a texture whose level 0 lies at `address`.
    fn texture(
        &mut self,
        (address, levels): (u32, u32),
        picture: &Picture,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let mut size = (picture.width, picture.height);
        let sides = [size.0, size.1];
        if address % 4096 != 0
            || !(1..=16).contains(&levels)
            || !sides.iter().all(|side| (1..=2048).contains(side))
        {
            return Err(FrameError::Texture.into());
        }
        let words = [
            address | (levels - 1),
            (size.1 & 2047) << 20 | (size.0 & 2047) << 8,
        ];
        let texture = Texture::new(Parameters::decode(words[0], words[1], &[]));
        let texture = texture.map_err(|_| FrameError::Texture)?;
        let mut rgba = picture.rgba.clone();
        for level in texture.levels() {
            if level.size != size {
                rgba = halve(&rgba, size);
                size = level.size;
            }
            let bytes = texture.texture_type().encode(&level.plane, size, &rgba);
            self.put(level.address, &bytes, meter)?;
        }
        Ok(())
    }

    fn hold(&mut self, bytes: u64, meter: &Meter) -> Result<(), Stop> {
        self.rooms.push(meter.room(bytes)?);
        Ok(meter.work(bytes)?)
    }

    fn value(&self, text: &str) -> Result<u32, FrameError> {
        let value = self.symbols.value(text);
        value.ok_or_else(|| FrameError::Address(text.to_owned()))
    }

    /// What memory holds from an address on, for probes; `None` without any memory.
    pub(super) fn bytes(&mut self, address: u64, count: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; count];
        let memory = self.image.memory();
        let there = memory.read(u32::try_from(address).ok()?, &mut bytes);
        (there == count).then_some(bytes)
    }

    /// Carries a command out; the pixels of a frame that is to be the picture, of `size`, rows from the lowest up.
    pub(super) fn command(
        &mut self,
        command: &Vc4Command,
        (span, size): (Span, (u32, u32)),
        files: &dyn Files,
        meter: &Meter,
    ) -> Result<Option<Vec<[u8; 4]>>, Stop> {
        match command {
            Vc4Command::Zero { address, bytes } => {
                let (address, bytes) = (self.value(address)?, u64::from(self.value(bytes)?));
                self.hold(bytes, meter)?;
                self.image.zero(address, bytes).map_err(FrameError::from)?;
            }
            Vc4Command::Load { address, path } => {
                let address = self.value(address)?;
                let bytes = files.read(path, files::MOST_BYTES).map_err(FrameError::from)?;
                self.put(address, &bytes, meter)?;
            }
            Vc4Command::List { path } => self.list(path, files, meter)?,
            Vc4Command::Texture {
                address,
                levels,
                path,
            } => {
                let address = self.value(address)?;
                let picture = Picture::read(path, files).map_err(FrameError::from)?;
                self.texture((address, *levels), &picture, meter)?;
            }
            Vc4Command::Poke { address, word } => {
                let (address, word) = (self.value(address)?, self.value(word)?);
                self.image.poke(address, word).map_err(FrameError::from)?;
            }
            Vc4Command::Render { flip, bgra } => {
                let mut picture = self.render(span, meter)?;
                let frame = (picture.width, picture.height);
                if frame != size {
                    return Err(FrameError::Size { frame, scene: size }.into());
                }
                if *bgra {
                    picture
                        .rgba
                        .chunks_exact_mut(4)
                        .for_each(|pixel| pixel.swap(0, 2));
                }
                let (pixels, _) = picture.rgba.as_chunks::<4>();
                let rows = pixels.chunks_exact(frame.0.max(1) as usize);
                return Ok(Some(if *flip {
                    rows.flatten().copied().collect()
                } else {
                    rows.rev().flatten().copied().collect()
                }));
            }
        }
        Ok(None)
    }

    /// Runs the lists, one frame after the other; the last one's picture.
    fn render(&mut self, span: Span, meter: &Meter) -> Result<FramePicture, Stop> {
        let starts = self.symbols.starts();
        let lists = |thread| -> Vec<ListRange> {
            let of_thread = starts.iter().filter(|start| start.thread == thread);
            let range = |start: &Start| ListRange {
                start: start.address,
                end: start.end,
            };
            of_thread.map(range).collect()
        };
        let (bins, renders) = (lists(Thread::Binning), lists(Thread::Rendering));
        if renders.is_empty() {
            return Err(FrameError::NoList.into());
        }
        let mut mode = None;
        for n in 0..bins.len().max(renders.len()) {
            let budget = meter.budget();
            let left = budget.work.saturating_sub(meter.done());
            let limits = FrameLimits::default();
            let request = FrameRequest {
                bin: bins.get(n).copied(),
                render: renders.get(n).copied(),
                limits: FrameLimits {
                    packets: limits.packets.min(left),
                    vertices: limits.vertices.min(left),
                    instructions: limits.instructions.min(left / WORK),
                    program: limits.program.min(budget.instructions),
                    ..limits
                },
                threads: 1,
                stop: budget.stop.clone(),
                ..FrameRequest::default()
            };
            let outcome = render(&mut self.image.memory(), &request);
            mode = outcome.mode.or(mode);
            self.tell(&outcome, span);
            meter.work(outcome.counters.get(Counter::Instructions).saturating_mul(WORK))?;
            let is_over = |kind| outcome.findings.iter().any(|finding| finding.kind == kind);
            if is_over(FrameFindingKind::TooManyInstructions) && left / WORK < limits.instructions {
                return Err(Spent::Work { limit: budget.work }.into());
            }
            if is_over(FrameFindingKind::Stopped) {
                return Err(Spent::Stopped.into());
            }
        }
        let mode = mode.ok_or(FrameError::NoFrame)?;
        let pixels = u64::from(mode.width) * u64::from(mode.height);
        self.hold(4 * pixels, meter)?;
        Ok(FramePicture::read(&mode, &self.image.memory()).map_err(FrameError::from)?)
    }

    /// Keeps the findings of a frame, at the command that ran it.
    fn tell(&mut self, outcome: &FrameOutcome, span: Span) {
        let own = outcome.findings.iter().map(|finding| {
            let (kind, text) = (finding.kind, finding.to_string());
            (kind.severity(), kind.what(), text)
        });
        let programs = outcome.program_findings.iter().map(|finding| {
            let (kind, text) = (finding.kind, finding.to_string());
            (kind.severity(), kind.what(), text)
        });
        for (severity, what, text) in own.chain(programs) {
            let mut problem = Diagnostic::new(&FRAME_FINDING, span, what).note(text);
            problem.severity = severity;
            match severity {
                Severity::Error => self.problems.push(problem),
                _ => self.notes.push(problem),
            }
        }
    }
}
