//! The Debug Adapter Protocol: how editors ask for a run to be debugged.
//!
//! A server answers the requests of one client about one run. It reads no file: whoever starts it opens what a client
//! launches. <https://microsoft.github.io/debug-adapter-protocol/specification>

mod answer;
mod arguments;
mod asked;
mod breakpoints;
pub mod protocol;
mod textures;
mod view;

use std::collections::VecDeque;
use std::io::{self, Write};

use serde_json::{Value as Json, json};

use answer::capabilities;
pub use answer::{Unanswered, Unopened};
pub use arguments::Launch;
use arguments::Origin;
use asked::{Asked, Look, Motion};
use breakpoints::Breakpoints;
use protocol::Request;
use view::References;

use crate::interpreter::Interpreter;
use crate::machine::End;
use crate::session::Stop;

/// Where requests come from.
pub trait Requests {
    /// Waits for the next; `None` if the client has gone.
    fn wait(&mut self) -> Option<Request>;

    /// The next, if it has come; `Err` if the client has gone.
    fn poll(&mut self) -> Result<Option<Request>, Gone>;
}

/// The client has gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gone;

/// Opens what is launched, or says why it cannot.
pub type Open<'a> = dyn FnMut(&Launch) -> Result<Interpreter<'static>, Unopened> + 'a;

/// A server.
pub struct Server<'a, R, W> {
    requests: R,
    out: W,
    open: &'a mut Open<'a>,
    seq: i64,
    /// Requests that came while the run went on.
    waiting: VecDeque<(Request, Asked)>,
    debugger: Option<Interpreter<'static>>,
    launch: Launch,
    breakpoints: Breakpoints,
    references: References,
    origin: Origin,
    /// Whether the client was told that the session has ended.
    is_terminated: bool,
    is_over: bool,
}

/// What is answered: a body, or why not.
type Answer = Result<Json, Unanswered>;

impl<'a, R: Requests, W: Write> Server<'a, R, W> {
    /// A server without a run.
    pub fn new(requests: R, out: W, open: &'a mut Open<'a>) -> Server<'a, R, W> {
        Server {
            requests,
            out,
            open,
            seq: 0,
            waiting: VecDeque::new(),
            debugger: None,
            launch: Launch::default(),
            breakpoints: Breakpoints::default(),
            references: References::default(),
            origin: Origin::default(),
            is_terminated: false,
            is_over: false,
        }
    }

    /// Answers requests until the client ends the session or goes.
    ///
    /// # Errors
    ///
    /// What is answered cannot be written.
    pub fn serve(mut self) -> io::Result<()> {
        while !self.is_over {
            let next = self
                .waiting
                .pop_front()
                .or_else(|| self.requests.wait().map(read));
            let Some((request, asked)) = next else {
                break;
            };
            self.answer(&request, asked)?;
        }
        Ok(())
    }

    fn send(&mut self, mut message: Json) -> io::Result<()> {
        self.seq += 1;
        message["seq"] = json!(self.seq);
        protocol::write(&mut self.out, &message)
    }

    fn event(&mut self, event: &str, body: Json) -> io::Result<()> {
        self.send(json!({ "type": "event", "event": event, "body": body }))
    }

    fn respond(&mut self, request: &Request, answer: Answer) -> io::Result<()> {
        let mut message = json!({
            "type": "response",
            "request_seq": request.seq,
            "command": request.command,
            "success": answer.is_ok(),
        });
        match answer {
            Ok(body) => message["body"] = body,
            Err(why) => {
                let text = why.to_string();
                message["message"] = json!(text);
                message["body"] = json!({ "error": { "id": 1, "format": text, "showUser": true } });
            }
        }
        self.send(message)
    }

    fn answer(&mut self, request: &Request, asked: Asked) -> io::Result<()> {
        match asked {
            Asked::Initialize(origin) => {
                self.origin = origin;
                self.respond(request, Ok(capabilities()))
            }
            Asked::Launch(launch) => {
                self.launch = launch;
                self.begin(request)
            }
            Asked::ConfigurationDone => {
                self.respond(request, Ok(json!({})))?;
                if self.is_terminated {
                    return Ok(());
                }
                if self.launch.stop_on_entry {
                    return self.stopped("entry", None, Vec::new());
                }
                self.run(|debugger, goes_on| debugger.session_mut().go_on(goes_on))
            }
            Asked::Terminate => {
                self.respond(request, Ok(json!({})))?;
                self.tell_end()
            }
            Asked::Disconnect => {
                self.respond(request, Ok(json!({})))?;
                self.is_over = true;
                Ok(())
            }
            Asked::Go(motion, thread) => self.moves(request, motion, thread),
            // A run that is under way is interrupted where it is; one that stands has nothing to pause.
            Asked::Pause => self.respond(request, Ok(json!({}))),
            Asked::Command(text) => self.carry_out(request, &text),
            Asked::Look(look) => {
                let answer = self.look(&look);
                self.respond(request, answer)
            }
        }
    }

    /// Opens what is launched.
    fn begin(&mut self, request: &Request) -> io::Result<()> {
        match (self.open)(&self.launch) {
            Ok(mut debugger) => {
                debugger.session_mut().limit = u64::MAX;
                self.is_terminated = false;
                self.debugger = Some(debugger);
                self.respond(request, Ok(json!({})))?;
                self.event("initialized", json!({}))
            }
            Err(why) => {
                self.respond(request, Err(why.into()))?;
                self.tell_end()
            }
        }
    }

    /// Requests that look at the run and change nothing of it but its breakpoints.
    fn look(&mut self, look: &Look) -> Answer {
        let Some(debugger) = &mut self.debugger else {
            return Err(Unanswered::NotLaunched);
        };
        let session = debugger.session_mut();
        Ok(match look {
            Look::Threads => view::threads(session.machine()),
            Look::StackTrace(which) => {
                let thread = view::thread_of(session.machine(), which.thread_id)?;
                view::frames(session.machine(), thread, which, self.origin)
            }
            Look::Scopes(which) => self.references.scopes(session, which),
            Look::Variables(which) => self.references.variables(session, which),
            Look::Source => json!({ "content": session.machine().listing().text() }),
            Look::LoadedSources => json!({ "sources": [view::source(session.machine().listing())] }),
            Look::SetBreakpoints(wanted) => self.breakpoints.set_lines(session, wanted, self.origin),
            Look::SetInstructionBreakpoints(wanted) => self.breakpoints.set_instructions(session, wanted),
            Look::SetDataBreakpoints(wanted) => self.breakpoints.set_data(session, wanted),
            Look::SetNoBreakpoints => json!({ "breakpoints": [] }),
            Look::DataBreakpointInfo(which) => self.references.data_breakpoint(session, which),
            Look::BreakpointLocations(which) => {
                view::breakpoint_locations(session.machine().listing(), which, self.origin)
            }
            Look::Disassemble(which) => view::disassemble(session.machine(), which, self.origin),
            Look::ReadMemory(which) => view::memory(session.machine(), which)?,
            Look::Evaluate(which) => {
                view::evaluate(session, view::thread_of_frame(which.frame_id), &which.expression)?
            }
            Look::Unknown(command) => return Err(Unanswered::Unknown(command.clone())),
        })
    }

    /// A command that was typed where expressions are evaluated: it is carried out when it was answered. The run stands
    /// elsewhere afterwards if it was one that goes.
    fn carry_out(&mut self, request: &Request, text: &str) -> io::Result<()> {
        if self.debugger.is_none() {
            return self.respond(request, Err(Unanswered::NotLaunched));
        }
        if self.is_terminated {
            return self.respond(request, Err(Unanswered::Ended));
        }
        self.respond(request, Ok(json!({ "result": "", "variablesReference": 0 })))?;
        let Some(mut debugger) = self.debugger.take() else {
            return Ok(());
        };
        let at = debugger.session().at();
        let reply = debugger.execute(text, &mut || self.goes_on());
        let moved = debugger.session().at() != at;
        self.debugger = Some(debugger);
        self.event("output", json!({ "category": "console", "output": reply.text }))?;
        if reply.is_end {
            self.terminate()
        } else if moved {
            self.stopped("goto", None, Vec::new())
        } else {
            Ok(())
        }
    }

    fn moves(&mut self, request: &Request, motion: Motion, thread: Option<i64>) -> io::Result<()> {
        let Some(debugger) = &mut self.debugger else {
            return self.respond(request, Err(Unanswered::NotLaunched));
        };
        if self.is_terminated {
            return self.respond(request, Err(Unanswered::Ended));
        }
        let session = debugger.session_mut();
        if thread.is_some() {
            match view::thread_of(session.machine(), thread) {
                Ok(thread) => session.thread = thread,
                Err(why) => return self.respond(request, Err(why)),
            }
        }
        let goes_back = match motion {
            Motion::Back | Motion::StepBack(_) => true,
            Motion::On | Motion::Step(_) => false,
        };
        let is_over = session.machine().end().is_some();
        self.respond(request, Ok(json!({ "allThreadsContinued": true })))?;
        if is_over && !goes_back {
            return self.terminate();
        }
        self.run(|debugger, goes_on| {
            let session = debugger.session_mut();
            match motion {
                Motion::On => session.go_on(goes_on),
                Motion::Back => session.go_back(goes_on),
                Motion::Step(unit) => session.step(unit, goes_on),
                Motion::StepBack(unit) => session.step_back(unit, goes_on),
            }
        })
    }

    /// Whether a run is to go on: nobody wants it to pause or to end, and the client is there. What else comes waits.
    fn goes_on(&mut self) -> bool {
        loop {
            match self.requests.poll() {
                Ok(None) => return true,
                Err(Gone) => {
                    self.is_over = true;
                    return false;
                }
                Ok(Some(request)) => {
                    let (request, asked) = read(request);
                    let interrupts = asked.interrupts();
                    self.waiting.push_back((request, asked));
                    if interrupts {
                        return false;
                    }
                }
            }
        }
    }

    /// Lets the run go and tells where it stands then.
    fn run(&mut self, go: impl FnOnce(&mut Interpreter, &mut dyn FnMut() -> bool) -> Stop) -> io::Result<()> {
        let Some(mut debugger) = self.debugger.take() else {
            return Ok(());
        };
        self.references.clear();
        let stop = go(&mut debugger, &mut || self.goes_on());
        self.debugger = Some(debugger);
        if self.is_over {
            return Ok(());
        }
        match stop {
            Stop::Done => self.stopped("step", None, Vec::new()),
            Stop::Breakpoint(number) => self.stopped("breakpoint", None, vec![number]),
            Stop::Watchpoint { number, .. } => self.stopped("data breakpoint", None, vec![number]),
            Stop::Beginning => self.stopped("step", Some("this is the beginning"), Vec::new()),
            Stop::Limit(_) | Stop::Interrupted => self.stopped("pause", None, Vec::new()),
            Stop::End(end) => {
                let results = self
                    .debugger
                    .as_mut()
                    .map(|debugger| debugger.execute("registers results", &mut || true));
                let results = results.map_or_else(String::new, |reply| reply.text);
                self.event("output", json!({ "category": "stdout", "output": results }))?;
                if self.launch.no_debug {
                    return self.terminate();
                }
                let reason = if end == End::Finished {
                    "pause"
                } else {
                    "exception"
                };
                self.stopped(reason, Some(&end.to_string()), Vec::new())
            }
        }
    }

    fn terminate(&mut self) -> io::Result<()> {
        let end = self
            .debugger
            .as_ref()
            .and_then(|debugger| debugger.session().machine().end());
        let code = i32::from(matches!(end, Some(End::Stopped(_))));
        self.event("exited", json!({ "exitCode": code }))?;
        self.tell_end()
    }

    /// Tells the client once that the session has ended.
    fn tell_end(&mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.is_terminated, true) {
            true => Ok(()),
            false => self.event("terminated", json!({})),
        }
    }

    fn stopped(&mut self, reason: &str, text: Option<&str>, hits: Vec<u32>) -> io::Result<()> {
        self.references.clear();
        let thread = self
            .debugger
            .as_ref()
            .map_or(0, |debugger| debugger.session().thread);
        let mut body = json!({ "reason": reason, "threadId": thread + 1, "allThreadsStopped": true });
        if let Some(text) = text {
            body["description"] = json!(text);
            body["text"] = json!(text);
        }
        if !hits.is_empty() {
            body["hitBreakpointIds"] = json!(hits);
        }
        self.event("stopped", body)
    }
}

/// A request with what it asks for.
fn read(request: Request) -> (Request, Asked) {
    let asked = Asked::of(&request);
    (request, asked)
}
