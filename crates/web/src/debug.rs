//! `debug`: a run forwards and back. Nothing is kept between two requests: each says where the run stands and what is done
//! next, and runs up to there again.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use quadrille::programs::Programs;
use quadrille::scene::{ProgramDebugger, SceneOptions, Verdict, run_scene};
use quadrille::{Budget, Inputs, Session, Source, Span, Stop, WatchedFragment};
use quadrille_debug::gl::{GlMachine, listing};
use quadrille_debug::interpreter::Reply;
use quadrille_debug::machine::{Effect, Machine};
use quadrille_debug::scene::PausedInvocation;
use quadrille_debug::{Interpreter, Session as DebugSession};
use quadrille_engine::{Batch, Environment, Trap};
use quadrille_program::Program;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::diagnostic::list;
use crate::error::RequestError;
use crate::given::{Given, Place};
use crate::kind::Kind;
use crate::message::Answer;
use crate::position::Positions;
use crate::run::Pixel;
use crate::settings::Settings;

/// The most steps between the beginning and where a run stands: more would be run again for each request.
const MOST_STEPS: u64 = 2_000_000;
/// The most commands and breakpoints of a request.
const MOST_COMMANDS: usize = 100;
/// The most threads that are listed.
const MOST_THREADS: usize = 64;

#[derive(Deserialize)]
pub(crate) struct Debug {
    name: String,
    text: String,
    #[serde(default)]
    files: BTreeMap<String, Place>,
    #[serde(default)]
    settings: Settings,
    /// The fragments at this pixel of a scene; without it a program of the text runs by itself.
    pixel: Option<Pixel>,
    #[serde(flatten)]
    run: Resumed,
    /// Which of the text's programs it is, from 0.
    #[serde(default)]
    program: usize,
    /// What the program reads, by the names of its bindings.
    #[serde(default)]
    inputs: BTreeMap<String, [f32; 4]>,
}

/// Where a run stands, and what is done with it.
#[derive(Deserialize, Clone)]
struct Resumed {
    /// The fragments before, of a pixel.
    #[serde(default)]
    invocation: u64,
    /// The steps before.
    #[serde(default)]
    step: u64,
    /// The thread that is looked at; at first the one that is meant.
    thread: Option<usize>,
    /// What stands behind `break`: a line, with a condition or not.
    #[serde(default)]
    breakpoints: Vec<String>,
    /// Commands of the debugger.
    #[serde(default)]
    commands: Vec<String>,
}

impl Debug {
    pub(crate) fn answer(&self, bytes: &[u8]) -> Result<Answer, RequestError> {
        let commands = self.run.commands.len() + self.run.breakpoints.len();
        RequestError::at_most("commands", commands, MOST_COMMANDS)?;
        RequestError::at_most("steps", self.run.step as usize, MOST_STEPS as usize)?;
        match self.pixel {
            Some(_) => self.pixel(bytes),
            None => self.program(),
        }
    }

    /// A program by itself.
    fn program(&self) -> Result<Answer, RequestError> {
        if Kind::of(&self.name, &self.text) != Kind::Programs {
            return Ok(refused(
                "only programs of the OpenGL languages are gone through here",
            ));
        }
        let options = self.settings.options()?;
        let Ok(programs) = Programs::of(Path::new(&self.name), self.text.clone(), &options) else {
            return Ok(refused("there is no program in the text"));
        };
        let Some(place) = programs.places.get(self.program).copied() else {
            return Ok(refused("there is no such program in the text"));
        };
        let session = Session::with(options);
        let Ok(loaded) = session.load(programs.source.name(), programs.text(place)) else {
            return Ok(refused("the program is not accepted"));
        };
        let mut inputs = Inputs::default();
        for (name, value) in &self.inputs {
            inputs.set(name, *value);
        }
        let evaluation = match loaded.evaluation(&inputs) {
            Ok(evaluation) => evaluation,
            Err(error) => return Ok(refused(&error.to_string())),
        };
        let at = |span| programs.place(place, span);
        let listing = listing(loaded.program(), &programs.source, &at);
        let machine = GlMachine::of_evaluation(loaded.program(), listing, evaluation);
        Ok(Answer::from(self.run.go(Box::new(machine), 0)))
    }

    /// The fragments at a pixel: the scene runs up to one, and ends there.
    fn pixel(&self, bytes: &[u8]) -> Result<Answer, RequestError> {
        let session = self.settings.session()?;
        let files = Given::of(&self.name, &self.files, bytes)?;
        let source = Source::new(self.name.clone(), self.text.clone());
        let visit = Arc::new(Visit {
            run: self.run.clone(),
            source,
            state: Mutex::default(),
            is_over: AtomicBool::new(false),
        });
        let visited = visit.clone();
        let options = SceneOptions {
            // What comes behind the fragment is not drawn.
            budget: Budget {
                stop: Some(Stop::new(move || visited.is_over.load(Ordering::Relaxed))),
                ..Budget::default()
            },
            pixel: self.pixel.as_ref().map(Pixel::place),
            debugger: Some(visit.clone()),
            ..SceneOptions::new(&session, &files)
        };
        let report = run_scene(&self.name, &self.text, &options);
        let mut state = visit.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = state.answer.take() {
            return Ok(Answer::from(answer));
        }
        if let Verdict::Error(problems) = &report.verdict {
            let problems = list(&Positions::of(&self.text), problems);
            return Ok(Answer::from(
                json!({ "refused": "the scene is wrong", "problems": problems }),
            ));
        }
        Ok(refused(match state.passed {
            0 => "no fragment program runs for the pixel",
            _ => "there is no further fragment at the pixel",
        }))
    }
}

/// An answer that has no run.
fn refused(why: &str) -> Answer {
    Answer::from(json!({ "refused": why }))
}

/// A visit of one fragment in the middle of its draw.
struct Visit {
    run: Resumed,
    source: Source,
    state: Mutex<Visited>,
    /// Whether the fragment was met.
    is_over: AtomicBool,
}

#[derive(Default)]
struct Visited {
    /// Fragments that were passed.
    passed: u64,
    answer: Option<Value>,
}

impl ProgramDebugger for Visit {
    fn run(
        &self,
        program: &Arc<Program>,
        start: u32,
        lanes: &[usize],
        batch: &Batch,
        environment: &Environment<'_>,
    ) -> Result<(), Trap> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let lane = lanes.first().copied().unwrap_or(0);
        if state.answer.is_some() {
            return Err(PausedInvocation::left(program, lane));
        }
        if state.passed < self.run.invocation {
            state.passed += 1;
            return Ok(());
        }
        let standing = PausedInvocation::new(program, start, lane, batch, environment, &self.source);
        let PausedInvocation { machine, focus } = standing;
        state.answer = Some(self.run.go(Box::new(machine), focus));
        self.is_over.store(true, Ordering::Relaxed);
        Err(PausedInvocation::left(program, lane))
    }

    fn fragment(&self, _: &WatchedFragment) {}

    fn command(&self, _: Span) {}
}

impl Resumed {
    /// Goes to where the run stands, carries the commands out, and tells where it stands then.
    fn go(&self, machine: Box<dyn Machine + '_>, focus: usize) -> Value {
        let mut session = DebugSession::new(machine);
        session.limit = MOST_STEPS;
        let mut interpreter = Interpreter::new(session);
        interpreter.session_mut().thread = self.thread.unwrap_or(focus);
        let mut execute = |command: &str| interpreter.execute(command, &mut || true);
        execute(&format!("goto {}", self.step));
        let breakpoints = self.breakpoints.iter().map(|text| format!("break {text}"));
        let mut replies = Vec::new();
        for command in breakpoints {
            let reply = execute(&command);
            // What is answered where there is nothing wrong is known.
            if reply.is_failure {
                replies.push(told(&command, &reply));
            }
        }
        for command in &self.commands {
            replies.push(told(command, &execute(command)));
        }
        let mut shown = shown(interpreter.session(), self.invocation);
        shown["replies"] = json!(replies);
        shown
    }
}

/// What was answered to a command.
fn told(command: &str, reply: &Reply) -> Value {
    let picture = reply.picture.as_ref().map(|picture| {
        json!({
            "name": picture.name,
            "width": picture.width,
            "height": picture.height,
            "pixels": picture.pixels.as_flattened(),
        })
    });
    json!({ "command": command, "text": reply.text, "failed": reply.is_failure, "picture": picture })
}

/// Where a run stands, and what its registers hold.
fn shown(session: &DebugSession<'_>, invocation: u64) -> Value {
    let machine = session.machine();
    let listing = machine.listing();
    let thread = session.thread;
    let at = machine.at(thread);
    let threads = (0..machine.threads().min(MOST_THREADS)).map(|thread| {
        json!({
            "name": machine.thread_name(thread),
            "activity": machine.activity(thread).name(),
            "line": machine.at(thread).and_then(|at| listing.line_of(at)),
        })
    });
    let is_written = |register: usize| {
        let effects = session.last().into_iter().flat_map(|last| &last.effects);
        let mut effects = effects.filter_map(|effect| match effect {
            Effect::Register {
                thread: of, register, ..
            } => Some((*of, *register)),
            Effect::Memory { .. } => None,
        });
        effects.any(|written| written == (thread, register))
    };
    let registers = machine.registers().iter().enumerate();
    let registers = registers.filter_map(|(number, register)| {
        let value = machine.value(number, thread)?;
        Some(json!({
            "name": register.name,
            "group": register.group.name(),
            "value": value.to_string(),
            "written": is_written(number),
        }))
    });
    let mut lines: Vec<u32> = (0..listing.lines.len())
        .filter_map(|at| listing.line_of(at))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    json!({
        "invocation": invocation,
        "step": session.at(),
        "thread": thread,
        "line": at.and_then(|at| listing.line_of(at)),
        "instruction": at.and_then(|at| listing.lines.get(at)).map(|line| &line.text),
        "end": machine.end().map(|end| end.to_string()),
        "threads": threads.collect::<Vec<_>>(),
        "registers": registers.collect::<Vec<_>>(),
        "lines": lines,
    })
}
