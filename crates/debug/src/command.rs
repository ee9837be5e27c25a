//! What a user says: a word, and what goes with it.

use crate::expression::integer;
use crate::machine::Group;
use crate::session::Unit;
use crate::value::Kind;

/// A command.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Go some steps forwards.
    Step(Unit, u64),
    /// Go some steps back.
    Back(Unit, u64),
    /// Go on to a breakpoint or to the end.
    Continue,
    /// Go back to a breakpoint or to the beginning.
    ReverseContinue,
    /// Go on until a place is next.
    Until(String),
    /// Go to a step by its number.
    Goto(u64),
    /// Go to the end.
    End,
    /// Stop at a place.
    Break(Stopping),
    /// Stop when something is written.
    Watch(Stopping),
    /// Stop when memory is read or written.
    Access(Stopping),
    /// Forget breakpoints; all without numbers.
    Delete(Vec<u32>),
    /// Switch a breakpoint on or off.
    Enable(u32, bool),
    /// List breakpoints.
    Breakpoints,
    /// Say where the run stands.
    Where,
    /// Show the program around a line.
    List(Option<u32>),
    /// The calls of the thread.
    Stack,
    /// What each thread is doing.
    Threads,
    /// Look at another thread.
    Thread(usize),
    /// Show registers.
    Registers(Option<Group>),
    /// Show a value.
    Print(String),
    /// Show a value in all threads.
    Lanes(String),
    /// List the memory that the program reaches.
    Regions,
    /// Show memory: what of it, and how its words are read.
    Memory(String, Option<Kind>),
    /// List the textures that the program reaches.
    Textures,
    /// Show texels of one.
    Texture(TextureView),
    /// Go back to where something was written last, in this thread or in any.
    Last(String, bool),
    /// Run some steps and list them.
    Trace(Filter),
    /// Complain if something does not hold.
    Assert(String),
    /// Go to where this run and the other differ first.
    Difference,
    /// A command for the other run.
    Other(String),
    /// How long the run is and what its copies take.
    Info,
    /// List commands.
    Help,
    /// End.
    Quit,
}

/// Where and when a run is to stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stopping {
    /// A place, a register or memory.
    pub at: String,
    /// What must hold besides.
    pub condition: Option<String>,
    /// How often it is passed before.
    pub ignore: u64,
}

/// What is looked at of a texture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextureView {
    /// Its name.
    pub name: String,
    /// The level.
    pub level: u32,
    /// The face, slice or layer.
    pub layer: u32,
    /// The column and row of the first texel that is shown as numbers.
    pub at: Option<[u32; 2]>,
}

/// Which steps are listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// How many steps are run.
    pub steps: u64,
    /// Those of this thread.
    pub thread: Option<usize>,
    /// Those of these lines of the text.
    pub lines: Option<(u32, u32)>,
    /// Those that write this.
    pub writes: Option<String>,
    /// Those behind which this holds.
    pub condition: Option<String>,
}

/// Why a text is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// There is no such command.
    #[error("there is no command `{0}`; `help` lists them")]
    Unknown(String),
    /// Something is missing behind it.
    #[error("`{0}` wants {1}")]
    Wants(&'static str, &'static str),
    /// It is no number.
    #[error("`{0}` is no number")]
    Number(String),
}

/// The commands with what they want and what they do, as `help` lists them.
pub const HELP: &[(&str, &str)] = &[
    (
        "step [N] (s), back [N] (bs)",
        "an instruction of this thread, forwards or back",
    ),
    ("next [N] (n), back-next [N] (bn)", "the same, with calls as one"),
    ("finish, back-finish", "to behind the subroutine; to its call"),
    (
        "stepi [N] (si), backi [N] (bi)",
        "a step of the machine, whichever threads are next",
    ),
    (
        "invocation, back-invocation",
        "to the beginning of the next vertex, quad or work group, or of one before",
    ),
    ("draw, back-draw", "the same with draws"),
    (
        "continue (c), back-continue (bc)",
        "to the next breakpoint, or to the last one before",
    ),
    (
        "until PLACE (u)",
        "on to a line (12), an instruction (*7) or a label",
    ),
    (
        "goto STEP, start, end",
        "to a step by its number, to the beginning, to the end",
    ),
    ("break PLACE [ignore N] [if EXPRESSION] (b)", "stop there"),
    (
        "watch NAME [ignore N] [if EXPRESSION] (w)",
        "stop when a register or memory is written: R0.x, storage[0][16..32]",
    ),
    (
        "access NAME [ignore N] [if EXPRESSION]",
        "stop when memory is read or written",
    ),
    (
        "breakpoints, delete [N ...], enable N, disable N",
        "list breakpoints, forget them, switch them",
    ),
    (
        "where, list [LINE] (l), stack (bt)",
        "the place, the program around it, the calls",
    ),
    (
        "threads, thread N (lane, qpu, vertex)",
        "what each is doing; look at another",
    ),
    (
        "registers [GROUP] (r)",
        "attributes, temporaries, addresses, conditions, results or parameters",
    ),
    (
        "print EXPRESSION (p), lanes EXPRESSION",
        "a value in this thread, or in all of them",
    ),
    (
        "memory [NAME] [as f|s|u|x] (m)",
        "what memory holds; without a name, which there is",
    ),
    (
        "texture [NAME] [level N] [layer N] [at X,Y]",
        "a texture or image as a picture, and its texels from a place on; without a name, which there are",
    ),
    (
        "last NAME [any]",
        "back to the instruction that wrote it last, for this thread or for any",
    ),
    (
        "trace N [thread N] [lines A..B] [writes NAME] [if EXPRESSION]",
        "run N steps and list those that are meant",
    ),
    ("assert EXPRESSION", "complain if it does not hold"),
    (
        "difference, other COMMAND",
        "to the first step that two runs do not share; a command for the second",
    ),
    ("info, help, quit (q)", "steps and memory; this; the end"),
];

impl Command {
    /// Reads a command.
    ///
    /// # Errors
    ///
    /// [`CommandError`]
    pub fn parse(text: &str) -> Result<Command, CommandError> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let count = || if rest.is_empty() { Ok(1) } else { number(rest) };
        let needs = |word: &'static str, what: &'static str| match rest {
            "" => Err(CommandError::Wants(word, what)),
            rest => Ok(rest.to_owned()),
        };
        Ok(match word {
            "step" | "s" => Command::Step(Unit::Instruction, count()?),
            "stepi" | "si" => Command::Step(Unit::Turn, count()?),
            "next" | "n" => Command::Step(Unit::Line, count()?),
            "finish" | "out" => Command::Step(Unit::Out, 1),
            "invocation" => Command::Step(Unit::Invocation, count()?),
            "draw" => Command::Step(Unit::Draw, count()?),
            "back" | "bs" => Command::Back(Unit::Instruction, count()?),
            "backi" | "bi" => Command::Back(Unit::Turn, count()?),
            "back-next" | "bn" => Command::Back(Unit::Line, count()?),
            "back-finish" => Command::Back(Unit::Out, 1),
            "back-invocation" => Command::Back(Unit::Invocation, count()?),
            "back-draw" => Command::Back(Unit::Draw, count()?),
            "continue" | "c" => Command::Continue,
            "back-continue" | "bc" => Command::ReverseContinue,
            "until" | "u" => Command::Until(needs("until", "a place")?),
            "goto" => Command::Goto(number(&needs("goto", "the number of a step")?)?),
            "start" => Command::Goto(0),
            "end" => Command::End,
            "break" | "b" => Command::Break(stopping(&needs("break", "a place")?)?),
            "watch" | "w" => Command::Watch(stopping(&needs("watch", "a register or memory")?)?),
            "access" => Command::Access(stopping(&needs("access", "memory")?)?),
            "breakpoints" => Command::Breakpoints,
            "delete" => Command::Delete(rest.split_whitespace().map(small).collect::<Result<_, _>>()?),
            "enable" => Command::Enable(small(&needs("enable", "the number of a breakpoint")?)?, true),
            "disable" => Command::Enable(small(&needs("disable", "the number of a breakpoint")?)?, false),
            "where" => Command::Where,
            "list" | "l" if rest.is_empty() => Command::List(None),
            "list" | "l" => Command::List(Some(small(rest)?)),
            "stack" | "bt" => Command::Stack,
            "threads" => Command::Threads,
            "thread" | "lane" | "qpu" | "vertex" => {
                Command::Thread(number(&needs("thread", "a number")?)? as usize)
            }
            "registers" | "regs" | "r" => Command::Registers(match rest {
                "" => None,
                rest => Some(group(rest).ok_or(CommandError::Wants("registers", "the name of a group"))?),
            }),
            "print" | "p" => Command::Print(needs("print", "an expression")?),
            "lanes" => Command::Lanes(needs("lanes", "an expression")?),
            "memory" | "m" if rest.is_empty() => Command::Regions,
            "memory" | "m" => {
                let (name, kind) = match rest.split_once(" as ") {
                    Some((name, letter)) => {
                        let kind = Kind::of_letter(letter.trim());
                        (
                            name,
                            Some(kind.ok_or(CommandError::Wants("as", "f, d, s, u or x"))?),
                        )
                    }
                    None => (rest, None),
                };
                Command::Memory(name.trim().to_owned(), kind)
            }
            "texture" | "textures" if rest.is_empty() => Command::Textures,
            "texture" => Command::Texture(texture_view(rest)?),
            "last" => {
                let name = needs("last", "a register or memory")?;
                match name.strip_suffix(" any") {
                    Some(name) => Command::Last(name.trim().to_owned(), true),
                    None => Command::Last(name, false),
                }
            }
            "trace" => Command::Trace(filter(&needs("trace", "a number of steps")?)?),
            "assert" => Command::Assert(needs("assert", "an expression")?),
            "difference" => Command::Difference,
            "other" => Command::Other(needs("other", "a command")?),
            "info" => Command::Info,
            "help" | "?" => Command::Help,
            "quit" | "q" | "exit" => Command::Quit,
            _ => return Err(CommandError::Unknown(word.to_owned())),
        })
    }
}

fn number(text: &str) -> Result<u64, CommandError> {
    integer(text).ok_or_else(|| CommandError::Number(text.to_owned()))
}

fn small(text: &str) -> Result<u32, CommandError> {
    number(text)?
        .try_into()
        .map_err(|_| CommandError::Number(text.to_owned()))
}

/// A group by its name or by how it begins.
fn group(text: &str) -> Option<Group> {
    Group::ALL
        .into_iter()
        .find(|group| group.name().starts_with(text))
}

/// `… [if EXPRESSION]`: what stands before it, and the expression.
fn condition(text: &str) -> Result<(&str, Option<String>), CommandError> {
    let (before, condition) = match text.trim_end().strip_suffix(" if") {
        Some(before) => (before, Some("")),
        None => text
            .split_once(" if ")
            .map_or((text, None), |(before, condition)| (before, Some(condition))),
    };
    match condition.map(str::trim) {
        Some("") => Err(CommandError::Wants("if", "an expression")),
        condition => Ok((before, condition.map(str::to_owned))),
    }
}

/// `PLACE [ignore N] [if EXPRESSION]`
fn stopping(text: &str) -> Result<Stopping, CommandError> {
    let (text, condition) = condition(text)?;
    let (at, ignore) = match text.split_once(" ignore ") {
        Some((at, ignore)) => (at, number(ignore.trim())?),
        None => (text, 0),
    };
    Ok(Stopping {
        at: at.trim().to_owned(),
        condition,
        ignore,
    })
}

/// `NAME [level N] [layer N] [at X,Y]`
fn texture_view(text: &str) -> Result<TextureView, CommandError> {
    let mut words = text.split_whitespace();
    let mut view = TextureView {
        name: words.next().unwrap_or_default().to_owned(),
        ..TextureView::default()
    };
    while let Some(word) = words.next() {
        let value = words
            .next()
            .ok_or(CommandError::Wants("texture", "a value behind each word"))?;
        match word {
            "level" => view.level = small(value)?,
            "layer" | "face" => view.layer = small(value)?,
            "at" => {
                let (x, y) = value
                    .split_once(',')
                    .ok_or(CommandError::Wants("at", "a column and a row: X,Y"))?;
                view.at = Some([small(x)?, small(y)?]);
            }
            _ => return Err(CommandError::Unknown(format!("texture {word}"))),
        }
    }
    Ok(view)
}

/// `N [thread N] [lines A..B] [writes NAME] [if EXPRESSION]`
fn filter(text: &str) -> Result<Filter, CommandError> {
    let (text, condition) = condition(text)?;
    let mut words = text.split_whitespace();
    let mut filter = Filter {
        steps: number(words.next().unwrap_or_default())?,
        condition,
        ..Filter::default()
    };
    while let Some(word) = words.next() {
        let value = words
            .next()
            .ok_or(CommandError::Wants("trace", "a value behind each word"))?;
        match word {
            "thread" | "lane" | "qpu" => filter.thread = Some(number(value)? as usize),
            "lines" => {
                let (from, to) = value.split_once("..").unwrap_or((value, value));
                filter.lines = Some((small(from)?, small(to)?));
            }
            "writes" => filter.writes = Some(value.to_owned()),
            _ => return Err(CommandError::Unknown(format!("trace {word}"))),
        }
    }
    Ok(filter)
}
