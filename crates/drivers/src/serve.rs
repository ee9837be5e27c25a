//! The driver's side: a process that opens a driver and answers what it is asked.

use std::cell::RefCell;
use std::io::{self, StdinLock, StdoutLock};
use std::sync::Arc;

use quadrille::scene::SceneOptions;
use quadrille::{Device, Files, run_scene};
use quadrille_base::FileError;
use quadrille_opengl::{Gl, OpenGl};
use quadrille_translate::{Feature, Options, Support};
use quadrille_vulkan::Vulkan;

use crate::engine::Engine;
use crate::message::{Answer, Question, Report, Scene, ServeError};
use crate::process::{receive, send};

/// Answers questions on standard input until there are no more.
///
/// # Errors
///
/// A question cannot be read, or nobody reads the answers.
pub fn serve() -> io::Result<()> {
    let pipe = Pipe {
        ends: RefCell::new((io::stdin().lock(), io::stdout().lock())),
    };
    let mut drawing = None;
    let mut assembler = None;
    while let Some(question) = pipe.receive()? {
        let answer = match question {
            Question::Open(opening) => Answer::Open(match opening.engine() {
                Some(engine) => Drawing::open(&engine).map(|opened| drawing = Some(opened)),
                None => Err(ServeError::UnknownEngine),
            }),
            Question::Draw(scene) => Answer::Draw(match &drawing {
                Some(drawing) => drawing.draw(&scene, &pipe),
                None => Err(ServeError::NotOpen),
            }),
            Question::Assembler => Answer::Assembler(match Gl::open(64, 64) {
                Ok(gl) => Ok(assembler.insert(gl).describe()),
                Err(error) => Err(error.into()),
            }),
            Question::Has(extension) => Answer::Has(assembler.as_ref().is_some_and(|gl| gl.has(&extension))),
            Question::Program { target, text } => Answer::Program(match &assembler {
                Some(gl) => match gl.program(target, text.as_bytes()) {
                    Ok(judged) => Ok(judged.into()),
                    Err(error) => Err(error.into()),
                },
                None => Err(ServeError::NotOpen),
            }),
            Question::Map {
                of_vertices,
                text,
                rows,
            } => Answer::Map(match &assembler {
                Some(gl) => match of_vertices {
                    true => gl.map_vertices(&text, &rows),
                    false => gl.map_fragments(&text, &rows),
                }
                .map_err(ServeError::from),
                None => Err(ServeError::NotOpen),
            }),
            Question::File(_) => return Err(io::Error::other("a file that nobody asked for")),
        };
        pipe.send(&answer)?;
    }
    Ok(())
}

/// The two ends of what connects this process with the one that asks.
struct Pipe<'io> {
    ends: RefCell<(StdinLock<'io>, StdoutLock<'io>)>,
}

impl Pipe<'_> {
    fn receive(&self) -> io::Result<Option<Question>> {
        receive(&mut self.ends.borrow_mut().0)
    }

    fn send(&self, answer: &Answer) -> io::Result<()> {
        send(&mut self.ends.borrow_mut().1, answer)
    }
}

/// Files come from the process that asks.
impl Files for Pipe<'_> {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, FileError> {
        let path = path.to_owned();
        self.send(&Answer::File { path, most })?;
        match self.receive()? {
            Some(Question::File(file)) => Ok(file?.into_vec()),
            _ => Err(FileError::Failed(io::ErrorKind::BrokenPipe)),
        }
    }
}

/// A driver that draws scenes.
enum Drawing {
    OpenGl,
    /// OpenGL with shaders of its compatibility profile.
    Compatible(Box<Options>),
    Device(Arc<dyn Device>),
}

impl Drawing {
    fn open(engine: &Engine) -> Result<Drawing, ServeError> {
        Ok(match engine {
            Engine::OpenGl => {
                Gl::open(1, 1)?;
                Drawing::OpenGl
            }
            Engine::Translated { target, allow } => {
                let options = Options {
                    allow: allow.clone(),
                    preserve_special: target.support(Feature::Precise) == Support::Core,
                    ..Options::new(*target)
                };
                match target.is_compatible() {
                    true => {
                        Gl::open(1, 1)?;
                        Drawing::Compatible(Box::new(options))
                    }
                    false => Drawing::Device(Arc::new(OpenGl::open(options)?)),
                }
            }
            Engine::Vulkan => Drawing::Device(Arc::new(Vulkan::open()?)),
        })
    }

    fn draw(&self, scene: &Scene, files: &dyn Files) -> Result<Box<Report>, ServeError> {
        let session = scene.session();
        let options = scene.options(&session, files);
        let report = match self {
            Drawing::OpenGl => quadrille_opengl::run_scene(&scene.name, &scene.text, &options)?,
            Drawing::Compatible(translation) => {
                quadrille_opengl::run_compatible(&scene.name, &scene.text, &options, translation)?
            }
            Drawing::Device(device) => {
                let options = SceneOptions {
                    device: Some(device.clone()),
                    ..options
                };
                run_scene(&scene.name, &scene.text, &options)
            }
        };
        Ok(Box::new(report.into()))
    }
}
