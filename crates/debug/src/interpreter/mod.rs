//! Commands carried out, and what is answered: what a terminal shows, a script is told, and a test reads.

mod ask;
mod show;
mod texture;

use crate::breakpoint::Trigger;
use crate::command::{Command, CommandError, HELP, Stopping};
use crate::difference::written;
use crate::expression::{Expression, ExpressionError, Target, integer};
use crate::session::{Session, Stop, Unit};

pub use texture::numbers as texel_text;

/// Words of memory that are shown at most.
const WORDS: u64 = 256;

/// A session, or two that are compared, and what is asked of them.
pub struct Interpreter<'m> {
    session: Session<'m>,
    other: Option<Session<'m>>,
    /// What the command at hand shows.
    picture: Option<Picture>,
}

/// Texels as colours.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// The texture that they are of.
    pub name: String,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue and alpha, row by row from the lowest.
    pub pixels: Vec<[u8; 4]>,
}

/// What is answered to a command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// The answer, in lines.
    pub text: String,
    /// What it shows, for faces that have colours.
    pub picture: Option<Picture>,
    /// Whether the command could not be carried out, or complains.
    pub is_failure: bool,
    /// Whether the session is to end.
    pub is_end: bool,
}

/// Why a command is not carried out.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum InterpreterError {
    /// It is none.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// What it names is not there.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// No such place.
    #[error("there is no instruction at `{0}`")]
    Place(String),
    /// No such breakpoint.
    #[error("there is no breakpoint {0}")]
    Breakpoint(u32),
    /// No such thread.
    #[error("there is no thread {0}; there are {1}")]
    Thread(usize, usize),
    /// Lines that end in front of their beginning.
    #[error("`lines {0}..{1}` ends in front of its beginning")]
    Lines(u32, u32),
    /// Only memory can be read without being written.
    #[error("`{0}` is no memory")]
    Memory(String),
    /// No such texture.
    #[error("there is no texture `{0}`; `texture` lists them")]
    Texture(String),
    /// A texture without such an image.
    #[error("`{0}` has no level {1} with a layer {2}")]
    Level(String, u32, u32),
    /// No such texel.
    #[error("`{0}` has no texel {1:?}; its size is {2:?}")]
    Texel(String, [u32; 2], [u32; 2]),
    /// There is no second run.
    #[error("there is no other run to compare with")]
    Alone,
    /// An assertion does not hold.
    #[error("`{0}` does not hold: {1}")]
    Assertion(String, String),
}

/// An instruction that a text names, and the line that it is in, if it was named by one.
pub fn place(session: &Session<'_>, text: &str) -> Result<usize, InterpreterError> {
    let listing = session.machine().listing();
    let none = || InterpreterError::Place(text.to_owned());
    if let Some(number) = text.strip_prefix('*') {
        let number = integer(number).ok_or_else(none)?;
        return match usize::try_from(number) {
            Ok(number) if number < listing.lines.len() => Ok(number),
            Ok(_) | Err(_) => {
                let mut lines = listing.lines.iter();
                let at = lines.position(|line| line.address.map(u64::from) == Some(number));
                at.ok_or_else(none)
            }
        };
    }
    if let Some(line) = integer(text).and_then(|line| u32::try_from(line).ok()) {
        let (instruction, _) = listing.instruction_at(line).ok_or_else(none)?;
        return Ok(instruction);
    }
    let mut labels = listing.labels.iter();
    let label = labels.find(|(name, _)| name == text);
    label
        .map(|(_, instruction)| *instruction)
        .filter(|instruction| *instruction < listing.lines.len())
        .ok_or_else(none)
}

impl<'m> Interpreter<'m> {
    /// Of a session.
    pub fn new(session: Session<'m>) -> Interpreter<'m> {
        Interpreter {
            session,
            other: None,
            picture: None,
        }
    }

    /// Of a session and another run that it is compared with.
    pub fn with_other(session: Session<'m>, other: Session<'m>) -> Interpreter<'m> {
        Interpreter {
            session,
            other: Some(other),
            picture: None,
        }
    }

    /// The session.
    pub fn session(&self) -> &Session<'m> {
        &self.session
    }

    /// The session, to change it.
    pub fn session_mut(&mut self) -> &mut Session<'m> {
        &mut self.session
    }

    /// Carries out a command; an empty one does nothing. `goes_on` is asked now and then while a run goes on.
    pub fn execute(&mut self, line: &str, goes_on: &mut dyn FnMut() -> bool) -> Reply {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Reply::default();
        }
        match self.carry_out(line, goes_on) {
            Ok(None) => Reply {
                is_end: true,
                ..Reply::default()
            },
            Ok(Some(text)) => Reply {
                text,
                picture: self.picture.take(),
                ..Reply::default()
            },
            Err(error) => Reply {
                text: format!("{error}\n"),
                is_failure: true,
                ..Reply::default()
            },
        }
    }

    fn carry_out(
        &mut self,
        line: &str,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<String>, InterpreterError> {
        let command = Command::parse(line)?;
        let session = &mut self.session;
        Ok(Some(match command {
            Command::Step(unit, count) => {
                let stop = repeat(count, || session.step(unit, goes_on));
                show::stop(session, &stop)
            }
            Command::Back(unit, count) => {
                let stop = match unit {
                    Unit::Turn => {
                        let to = session.at().saturating_sub(count);
                        session.go(to, goes_on)
                    }
                    unit => repeat(count, || session.step_back(unit, goes_on)),
                };
                show::stop(session, &stop)
            }
            Command::Continue => {
                let stop = session.go_on(goes_on);
                show::stop(session, &stop)
            }
            Command::ReverseContinue => {
                let stop = session.go_back(goes_on);
                show::stop(session, &stop)
            }
            Command::Until(text) => {
                let instruction = place(session, &text)?;
                let stop = session.go_to_instruction(instruction, goes_on);
                show::stop(session, &stop)
            }
            Command::Goto(step) => {
                let stop = session.go(step, goes_on);
                show::stop(session, &stop)
            }
            Command::End => {
                let stop = session.go_to_end(goes_on);
                show::stop(session, &stop)
            }
            Command::Break(stopping) => self.set_breakpoint(&stopping)?,
            Command::Watch(stopping) => self.watch(&stopping, false)?,
            Command::Access(stopping) => self.watch(&stopping, true)?,
            Command::Delete(numbers) => {
                let numbers = match numbers.is_empty() {
                    true => session.breakpoints().iter().map(|one| one.number).collect(),
                    false => numbers,
                };
                for number in numbers {
                    if !session.remove(number) {
                        return Err(InterpreterError::Breakpoint(number));
                    }
                }
                String::new()
            }
            Command::Enable(number, is_enabled) => {
                if !session.enable(number, is_enabled) {
                    return Err(InterpreterError::Breakpoint(number));
                }
                String::new()
            }
            Command::Breakpoints => show::breakpoints(session),
            Command::Where => show::place(session),
            Command::List(line) => show::listing(session, line),
            Command::Stack => show::stack(session),
            Command::Threads => show::threads(session),
            Command::Thread(thread) => {
                let threads = session.machine().threads();
                if thread >= threads {
                    return Err(InterpreterError::Thread(thread, threads));
                }
                session.thread = thread;
                show::place(session)
            }
            Command::Registers(group) => show::registers(session, group),
            Command::Print(text) => {
                let value = self.value(&text)?;
                format!("{text} = {value}\n")
            }
            Command::Lanes(text) => {
                let expression = Expression::parse(self.session.machine(), &text)?;
                show::lanes(&self.session, &expression)
            }
            Command::Regions => show::regions(session),
            Command::Memory(name, kind) => match Target::find(session.machine(), &name)? {
                Target::Memory {
                    region,
                    offset,
                    bytes,
                } => show::memory(session, (region, offset, bytes.min(4 * WORDS)), kind),
                Target::Register { .. } => return Err(InterpreterError::Memory(name)),
            },
            Command::Textures => texture::list(session.machine()),
            Command::Texture(view) => {
                let (text, picture) = texture::show(session.machine(), &view)?;
                self.picture = Some(picture);
                text
            }
            Command::Last(name, any) => self.last(&name, any, goes_on)?,
            Command::Trace(filter) => self.trace(&filter, goes_on)?,
            Command::Assert(text) => {
                let expression = Expression::parse(session.machine(), &text)?;
                if !expression.holds(session.machine(), session.thread, session.at()) {
                    let value = self.operands(&text);
                    return Err(InterpreterError::Assertion(text, value));
                }
                String::new()
            }
            Command::Difference => self.difference(goes_on)?,
            Command::Other(command) => {
                let other = self.other.take().ok_or(InterpreterError::Alone)?;
                let own = std::mem::replace(&mut self.session, other);
                let outcome = self.carry_out(&command, goes_on);
                self.other = Some(std::mem::replace(&mut self.session, own));
                return outcome;
            }
            Command::Info => show::info(session),
            Command::Help => {
                let lines = HELP
                    .iter()
                    .map(|(command, text)| format!("{command}\n    {text}\n"));
                lines.collect()
            }
            Command::Quit => return Ok(None),
        }))
    }

    fn value(&self, text: &str) -> Result<String, InterpreterError> {
        let session = &self.session;
        let expression = Expression::parse(session.machine(), text)?;
        let value = expression.value(session.machine(), session.thread, session.at());
        Ok(value.map_or_else(|| "nothing".to_owned(), |value| value.to_string()))
    }

    /// The left side of a comparison with its value, for who is told that it does not hold.
    fn operands(&self, text: &str) -> String {
        let end = text.find(['<', '>', '=', '!']).unwrap_or(text.len());
        let left = text[..end].trim();
        match self.value(left) {
            Ok(value) if !left.is_empty() => format!("{left} is {value}"),
            Ok(_) | Err(_) => "it is 0".to_owned(),
        }
    }

    fn condition(&self, stopping: &Stopping) -> Result<Option<Expression>, InterpreterError> {
        let condition = stopping.condition.as_ref();
        let parsed = condition.map(|text| Expression::parse(self.session.machine(), text));
        Ok(parsed.transpose()?)
    }

    fn set_breakpoint(&mut self, stopping: &Stopping) -> Result<String, InterpreterError> {
        let instruction = place(&self.session, &stopping.at)?;
        let condition = self.condition(stopping)?;
        let trigger = Trigger::Instruction(instruction);
        let number = self
            .session
            .add(&stopping.at, trigger, condition, stopping.ignore);
        Ok(format!(
            "breakpoint {number} at {}\n",
            show::instruction(&self.session, instruction)
        ))
    }

    fn watch(&mut self, stopping: &Stopping, reads: bool) -> Result<String, InterpreterError> {
        let target = Target::find(self.session.machine(), &stopping.at)?;
        let trigger = match (reads, target) {
            (true, Target::Memory { .. }) => Trigger::Accessed(target),
            (true, Target::Register { .. }) => return Err(InterpreterError::Memory(stopping.at.clone())),
            (false, _) => Trigger::Written(target),
        };
        let condition = self.condition(stopping)?;
        let number = self
            .session
            .add(&stopping.at, trigger, condition, stopping.ignore);
        Ok(format!("watchpoint {number} on {}\n", stopping.at))
    }

    fn last(
        &mut self,
        name: &str,
        any: bool,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<String, InterpreterError> {
        let session = &mut self.session;
        let target = Target::find(session.machine(), name)?;
        let thread = (!any).then_some(session.thread);
        let Some(write) = session.last_write(&target, thread, goes_on) else {
            return Ok(format!("nothing before step {} wrote {name}\n", session.at()));
        };
        let value = |value: &Option<crate::value::Value>| {
            value.as_ref().map_or_else(String::new, ToString::to_string)
        };
        Ok(format!(
            "{name} was written in step {}: {} became {}\n{}",
            write.step,
            value(&write.before),
            value(&write.after),
            show::place(session)
        ))
    }
}

/// Does something some times, as long as there is nothing to tell.
fn repeat(count: u64, mut step: impl FnMut() -> Stop) -> Stop {
    let mut stop = Stop::Done;
    for _ in 0..count {
        stop = step();
        if stop != Stop::Done {
            break;
        }
    }
    stop
}

/// What the step that led here wrote, a line each, for faces that show it.
pub fn effects(session: &Session<'_>) -> Vec<String> {
    session
        .last()
        .map(|executed| written(session.machine(), executed))
        .unwrap_or_default()
}
