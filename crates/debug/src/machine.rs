//! What a debugger asks of a machine: one step, a copy of its state, and a look at everything in it.
//!
//! A machine is paused between two steps. A step is an instruction: in the OpenGL languages of all invocations that are
//! at it, of the GeForce 3 a word for one vertex, of the VideoCore IV a word of one QPU. Nothing here knows which.

use std::any::Any;
use std::fmt;

use crate::value::{Kind, Value};

/// Where an instruction stands in its text: lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line it begins in.
    pub line: u32,
    /// The column it begins in.
    pub column: u32,
    /// The line that it ends in.
    pub end: u32,
}

/// An instruction of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The instruction as text.
    pub text: String,
    /// Where it stands, if the program came as text.
    pub place: Option<Place>,
    /// Its address, in machines whose programs have some.
    pub address: Option<u32>,
}

/// A program as its instructions, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    /// What the program is called: the name of its file.
    pub name: String,
    /// The text that it came as; without one the instructions are the text.
    pub source: Option<String>,
    /// The instructions.
    pub lines: Vec<Line>,
    /// Labels, and the instructions that they stand before.
    pub labels: Vec<(String, usize)>,
}

impl Listing {
    /// The first instruction that begins in a line of the text or in the first line behind it that has any, and that
    /// line. Without a text the instructions are its lines.
    pub fn instruction_at(&self, line: u32) -> Option<(usize, u32)> {
        let lines = self.lines.iter().enumerate();
        let found = lines.filter_map(|(number, _)| Some((number, self.line_of(number)?)));
        found
            .filter(|(_, begins)| *begins >= line)
            .min_by_key(|(number, begins)| (*begins, *number))
    }

    /// The line of the text in which an instruction begins.
    pub fn line_of(&self, instruction: usize) -> Option<u32> {
        let line = self.lines.get(instruction)?;
        match line.place {
            Some(place) => Some(place.line),
            None if self.source.is_none() => Some(instruction as u32 + 1),
            None => None,
        }
    }

    /// The text, with a line an instruction where the program did not come as text.
    pub fn text(&self) -> String {
        self.source.clone().unwrap_or_else(|| {
            let lines = self.lines.iter().map(|line| format!("{}\n", line.text));
            lines.collect()
        })
    }
}

/// Registers that belong together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// What an invocation is given.
    Attributes,
    /// Temporaries, accumulators, register files.
    Temporaries,
    /// Address registers.
    Addresses,
    /// Condition codes and flags.
    Conditions,
    /// What it gives.
    Results,
    /// What all invocations are given, constants among them.
    Parameters,
}

impl Group {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Group; 6] = [
        Group::Attributes,
        Group::Temporaries,
        Group::Addresses,
        Group::Conditions,
        Group::Results,
        Group::Parameters,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Group::Attributes => "attributes",
            Group::Temporaries => "temporaries",
            Group::Addresses => "addresses",
            Group::Conditions => "conditions",
            Group::Results => "results",
            Group::Parameters => "parameters",
        }
    }
}

/// A register that every thread has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// Its name in the program, or that of its binding.
    pub name: String,
    /// Other names of it.
    pub aliases: Vec<String>,
    /// What it is among.
    pub group: Group,
}

/// What a thread is doing. A thread is an invocation, a vertex or a QPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    /// It executes the next instruction.
    Next,
    /// It goes on when its turn comes.
    Ready,
    /// It waits for others.
    Waiting,
    /// It has ended, or has not begun.
    Idle,
}

impl Activity {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Activity::Next => "next",
            Activity::Ready => "ready",
            Activity::Waiting => "waiting",
            Activity::Idle => "idle",
        }
    }
}

/// A stretch of memory with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its name: `storage[0]`, `vpm`, the name of a buffer.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The address of its first byte, where it has one.
    pub address: Option<u64>,
    /// How its words are read where nobody says otherwise.
    pub kind: Kind,
}

/// A texture that the program looks up in, or an image that it accesses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texture {
    /// Its name: `texture[0]`, `image[2]`.
    pub name: String,
    /// GL's name of its target, without `GL_TEXTURE_`.
    pub target: &'static str,
    /// GL's name of its format.
    pub format: &'static str,
    /// Width, height and depth of each level; of arrays the layers among them.
    pub levels: Vec<[u32; 3]>,
    /// Faces of a level: 6 of cube maps.
    pub faces: u32,
}

impl Texture {
    /// Layers of a level that are looked at one by one: faces, slices or layers.
    pub fn layers(&self, level: usize) -> u32 {
        self.levels
            .get(level)
            .map_or(0, |[_, _, depth]| *depth)
            .max(self.faces)
    }
}

/// A rectangle of texels in a layer of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Area {
    /// The level.
    pub level: u32,
    /// The face, slice or layer.
    pub layer: u32,
    /// The least column and row.
    pub origin: [u32; 2],
    /// Columns and rows.
    pub size: [u32; 2],
    /// The distance between the texels that are taken, in texels; 1 takes all.
    pub step: [u32; 2],
}

/// What became of one register or of some bytes in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Components of a register were written, bit 0 for the first.
    Register {
        /// The thread whose register it is.
        thread: usize,
        /// The number of the register.
        register: usize,
        /// The components.
        components: u32,
    },
    /// Bytes of memory were accessed.
    Memory {
        /// The thread that did.
        thread: usize,
        /// The number of the region.
        region: usize,
        /// The first byte.
        offset: u64,
        /// How many.
        bytes: u64,
        /// Whether they were written; otherwise they were read.
        written: bool,
    },
}

/// An executed step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Executed {
    /// The instruction.
    pub instruction: usize,
    /// The threads that executed it.
    pub threads: Vec<usize>,
    /// What it did.
    pub effects: Vec<Effect>,
    /// In machines that have time: the clock at which it could have begun, and the clocks that it waited.
    pub clock: Option<(u64, u64)>,
}

/// Why there is no next step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The program came to its end.
    Finished,
    /// It was stopped, as a run without a debugger would be: by its budget, a barrier, a deadlock.
    Stopped(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Finished => f.write_str("the program has ended"),
            End::Stopped(why) => write!(f, "the run was stopped: {why}"),
        }
    }
}

/// The state of a machine at a step.
pub struct Snapshot {
    /// The state, which only the machine that it is of can read.
    pub state: Box<dyn Any + Send + Sync>,
    /// About how many bytes it takes.
    pub bytes: u64,
}

/// A paused machine.
pub trait Machine {
    /// The program.
    fn listing(&self) -> &Listing;

    /// The registers of a thread.
    fn registers(&self) -> &[Register];

    /// The number of threads.
    fn threads(&self) -> usize;

    /// The thread that matters most.
    fn focus(&self) -> usize {
        0
    }

    /// What a thread is called: `lane 3`, `QPU 0`.
    fn thread_name(&self, thread: usize) -> String;

    /// What a thread is doing.
    fn activity(&self, thread: usize) -> Activity;

    /// The instruction that a thread executes next.
    fn at(&self, thread: usize) -> Option<usize>;

    /// The instruction that the next step executes, as far as that is known before.
    fn next(&self) -> Option<usize>;

    /// The calls that a thread is in, the innermost first.
    fn calls(&self, thread: usize) -> Vec<usize>;

    /// The value of a register in a thread.
    fn value(&self, register: usize, thread: usize) -> Option<Value>;

    /// The clock of a thread, where it has one.
    fn clock(&self, thread: usize) -> Option<u64> {
        let _ = thread;
        None
    }

    /// The number of the vertex, fragment quad or work group that runs, where they come one after another.
    fn invocation(&self) -> u64 {
        0
    }

    /// The number of the draw that it is of.
    fn draw(&self) -> u64 {
        0
    }

    /// What runs, in words, where that changes.
    fn what(&self) -> Option<String> {
        None
    }

    /// The memory that the program reaches.
    fn regions(&self) -> Vec<Region>;

    /// Bytes of a region, as many as there are of those asked for.
    fn bytes(&self, region: usize, offset: u64, bytes: u64) -> Vec<u8>;

    /// The textures and images that the program reaches, in machines that have such.
    fn textures(&self) -> Vec<Texture> {
        Vec::new()
    }

    /// Texels of a texture by its number, row by row from the lowest; nothing where there are none.
    fn texels(&self, texture: usize, area: Area) -> Vec<[f64; 4]> {
        let _ = (texture, area);
        Vec::new()
    }

    /// Why there is no next step, if there is none.
    fn end(&self) -> Option<End>;

    /// Executes a step; `None` at the end.
    fn step(&mut self) -> Option<Executed>;

    /// Executes steps without looking at them; how many there were.
    fn advance(&mut self, steps: u64) -> u64;

    /// The state as it is.
    fn save(&mut self) -> Snapshot;

    /// Goes back to a state of this machine.
    fn restore(&mut self, snapshot: &Snapshot);
}
