//! The assembler of the machine's OpenGL driver, in a process of its own: its verdicts on programs, and what they
//! compute.

use std::time::{Duration, Instant};

use quadrille_isa::gl::Profile;
use quadrille_opengl::{Answer as Judgement, Operands, TARGETS};

use crate::error::DriverError;
use crate::message::{Answer, Question};
use crate::process::{Launch, Process};

/// What the machine's OpenGL says of a program.
#[derive(Debug)]
pub enum SystemVerdict {
    /// It does not have this extension, which brings the header; without `GL_`.
    Lacks(&'static str),
    /// It has the extension, and programs of this header go by another entry point than ProgramStringARB: it was not
    /// asked.
    Unasked,
    /// It was asked.
    Answers(Judgement),
}

/// OpenGL for programs alone. After a crash it is started anew for the next.
#[derive(Debug)]
pub struct Assembler {
    limit: Duration,
    process: Process<Question, Answer>,
    description: String,
}

impl Assembler {
    /// Starts a process for the driver, which takes at most `limit` for each program.
    ///
    /// # Errors
    ///
    /// There is no driver on this machine, or it does not start.
    pub fn open(launch: Launch, limit: Duration) -> Result<Assembler, DriverError> {
        let mut assembler = Assembler {
            limit,
            process: Process::new(launch),
            description: String::new(),
        };
        assembler.start()?;
        Ok(assembler)
    }

    /// The renderer and version of the driver that judges.
    pub fn describe(&self) -> &str {
        &self.description
    }

    /// Whether the driver has an extension.
    ///
    /// # Errors
    ///
    /// It dies of the question.
    pub fn has(&mut self, extension: &str) -> Result<bool, DriverError> {
        match self.ask(&Question::Has(extension.to_owned()))? {
            Answer::Has(has) => Ok(has),
            _ => Err(DriverError::Crossed),
        }
    }

    /// Loads a program into a target.
    ///
    /// # Errors
    ///
    /// The driver dies of the program, or the text is longer than it can be told.
    pub fn program(&mut self, target: u32, text: &str) -> Result<Judgement, DriverError> {
        let text = text.to_owned();
        match self.ask(&Question::Program { target, text })? {
            Answer::Program(judged) => Ok(judged?.into()),
            _ => Err(DriverError::Crossed),
        }
    }

    /// Whether the driver loads a program with this header.
    ///
    /// # Errors
    ///
    /// The driver dies of the program, or the text is longer than it can be told.
    pub fn judge(&mut self, profile: &Profile, text: &str) -> Result<SystemVerdict, DriverError> {
        let extension = profile.extension();
        if !self.has(&format!("GL_{extension}"))? {
            return Ok(SystemVerdict::Lacks(extension));
        }
        match TARGETS.iter().find(|target| target.header == profile.header) {
            Some(target) => Ok(SystemVerdict::Answers(self.program(target.number, text)?)),
            None => Ok(SystemVerdict::Unasked),
        }
    }

    /// Runs a program for each row of operands: [`quadrille_opengl::Gl::map_vertices`] or its other.
    ///
    /// # Errors
    ///
    /// The driver dies of the program, refuses it, or has no framebuffers of floats.
    pub fn map(
        &mut self,
        of_vertices: bool,
        text: &str,
        rows: &[Operands],
    ) -> Result<Vec<[u32; 4]>, DriverError> {
        let question = Question::Map {
            of_vertices,
            text: text.to_owned(),
            rows: rows.to_vec(),
        };
        match self.ask(&question)? {
            Answer::Map(results) => Ok(results?),
            _ => Err(DriverError::Crossed),
        }
    }

    fn start(&mut self) -> Result<(), DriverError> {
        let deadline = Instant::now() + self.limit;
        match self.process.ask(&Question::Assembler, deadline, self.limit)? {
            Answer::Assembler(opened) => {
                self.description = opened?;
                Ok(())
            }
            _ => Err(DriverError::Crossed),
        }
    }

    fn ask(&mut self, question: &Question) -> Result<Answer, DriverError> {
        if !self.process.is_running() {
            self.start()?;
        }
        let deadline = Instant::now() + self.limit;
        Ok(self.process.ask(question, deadline, self.limit)?)
    }
}
