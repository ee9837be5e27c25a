//! A driver that draws scenes, in a process of its own.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use quadrille::scene::{Report, SceneOptions};
use serde_bytes::ByteBuf;

use crate::engine::Engine;
use crate::error::DriverError;
use crate::message::{Answer, NoFile, Opening, Question, Scene};
use crate::process::{Launch, Process};

/// A driver that draws scenes. After a crash it is started anew for the next scene.
#[derive(Debug)]
pub struct Driver {
    engine: Engine,
    limit: Duration,
    process: Mutex<Process<Question, Answer>>,
}

impl Driver {
    /// The time limit of a scene, where nobody says otherwise.
    pub const TIME_LIMIT: Duration = Duration::from_secs(120);

    /// Starts a process for the driver, which takes at most `limit` for each scene.
    ///
    /// # Errors
    ///
    /// There is no such driver on this machine, or it does not start.
    pub fn open(engine: Engine, launch: Launch, limit: Duration) -> Result<Driver, DriverError> {
        let driver = Driver {
            engine,
            limit,
            process: Mutex::new(Process::new(launch)),
        };
        driver.started(&mut driver.lock(), Instant::now() + limit)?;
        Ok(driver)
    }

    /// Draws and probes a scene as [`quadrille::run_scene`] does. Its files are read here, by the options.
    ///
    /// # Errors
    ///
    /// The driver dies of the scene, takes too long, or cannot begin with it. The next scene may be drawn.
    pub fn run(&self, name: &str, text: &str, options: &SceneOptions<'_>) -> Result<Report, DriverError> {
        let deadline = Instant::now() + self.limit;
        let mut process = self.lock();
        self.started(&mut process, deadline)?;
        let mut question = Question::Draw(Box::new(Scene::new(name, text, options)));
        loop {
            question = match process.ask(&question, deadline, self.limit)? {
                Answer::File { path, most } => {
                    let file = options.files.read(&path, most);
                    Question::File(file.map(ByteBuf::from).map_err(NoFile::from))
                }
                Answer::Draw(drawn) => return Ok(drawn?.of(name, text)?),
                _ => return Err(DriverError::Crossed),
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Process<Question, Answer>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the driver open.
    fn started(&self, process: &mut Process<Question, Answer>, deadline: Instant) -> Result<(), DriverError> {
        if process.is_running() {
            return Ok(());
        }
        let question = Question::Open(Opening::from(&self.engine));
        match process.ask(&question, deadline, self.limit)? {
            Answer::Open(opened) => Ok(opened?),
            _ => Err(DriverError::Crossed),
        }
    }
}
