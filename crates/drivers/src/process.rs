//! A child process that answers questions, and may die of one: it is then started anew for the next.
//!
//! A message is its length in four bytes, little-endian, and so many bytes of postcard. Questions go to the child's
//! standard input, answers come from its standard output; what it says on standard error is for people.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The time limit for a child to end after it has closed its output.
const ENDING: Duration = Duration::from_secs(10);

/// The command that starts a process.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl Launch {
    /// The running executable with one argument.
    ///
    /// # Errors
    ///
    /// The system does not tell where the executable is.
    pub fn again(argument: &str) -> Result<Launch, Death> {
        Ok(Launch {
            program: std::env::current_exe().map_err(Death::NotStarted)?,
            arguments: vec![argument.into()],
        })
    }
}

/// Why a child does not answer.
#[derive(Debug, thiserror::Error)]
pub enum Death {
    /// A signal ended it.
    #[error("driver crashed (signal {0})")]
    Signal(i32),
    /// It ended itself.
    #[error("driver ended its process (status {0})")]
    Ended(i32),
    /// It took too long, and was ended.
    #[error("driver was still busy after {} s", .0.as_secs_f32())]
    Busy(Duration),
    /// Its answer cannot be read.
    #[error("driver's process does not answer as it should: {0}")]
    Unreadable(#[from] AnswerError),
    /// It could not be started.
    #[error("driver's process cannot be started: {0}")]
    NotStarted(#[source] io::Error),
}

/// Why there is no answer, of a child that has not died.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// Its output cannot be read, or its end cannot be waited for.
    #[error(transparent)]
    System(#[from] io::Error),
    /// Its output is no message.
    #[error(transparent)]
    Encoding(#[from] postcard::Error),
    /// It lives on without an output.
    #[error("it has closed its output")]
    Closed,
}

/// Sends a message.
///
/// # Errors
///
/// Nobody reads, or the message is larger than 4 GiB.
pub fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(&bytes)?;
    to.flush()
}

/// Receives a message; none at the end of the input.
///
/// # Errors
///
/// The input ends within a message, or cannot be read.
pub fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<T>> {
    match receive_bytes(from)? {
        Some(bytes) => postcard::from_bytes(&bytes).map(Some).map_err(io::Error::other),
        None => Ok(None),
    }
}

/// The bytes of a message. They are read as they come: a length alone takes no memory.
fn receive_bytes(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    let mut had = 0;
    while had < length.len() {
        match from.read(&mut length[had..])? {
            0 if had == 0 => return Ok(None),
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            more => had += more,
        }
    }
    let length = u64::from(u32::from_le_bytes(length));
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == length {
        true => Ok(Some(bytes)),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// A child process that is asked `Q` and answers `A`.
#[derive(Debug)]
pub struct Process<Q, A> {
    launch: Launch,
    running: Option<Running>,
    messages: PhantomData<fn(Q) -> A>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<io::Result<Vec<u8>>>,
}

impl<Q: Serialize, A: DeserializeOwned> Process<Q, A> {
    /// Nothing is started before the first question.
    pub fn new(launch: Launch) -> Process<Q, A> {
        Process {
            launch,
            running: None,
            messages: PhantomData,
        }
    }

    /// Whether there is a child; none before the first question and after a death.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Asks, and waits for the answer until `deadline`, which is `limit` after the work began.
    ///
    /// # Errors
    ///
    /// The child dies, does not answer in time, or answers something else. It is gone then.
    pub fn ask(&mut self, question: &Q, deadline: Instant, limit: Duration) -> Result<A, Death> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.launch).map_err(Death::NotStarted)?,
        };
        // Of a child that has died the answer tells.
        let _ = send(&mut running.questions, question);
        let left = deadline.saturating_duration_since(Instant::now());
        let bytes = match running.answers.recv_timeout(left) {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(error)) if error.kind() != io::ErrorKind::UnexpectedEof => {
                return Err(AnswerError::System(error).into());
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(running.death()),
            Err(RecvTimeoutError::Timeout) => return Err(Death::Busy(limit)),
        };
        let answer = postcard::from_bytes(&bytes).map_err(AnswerError::Encoding)?;
        self.running = Some(running);
        Ok(answer)
    }
}

impl Running {
    fn start(launch: &Launch) -> io::Result<Running> {
        let mut child = Command::new(&launch.program)
            .args(&launch.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(questions), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        // One answer waits at most: a child that talks without end is not listened to.
        let (sender, answers) = sync_channel(1);
        thread::spawn(move || {
            while let Some(answer) = receive_bytes(&mut output).transpose() {
                let is_last = answer.is_err();
                if sender.send(answer).is_err() || is_last {
                    break;
                }
            }
        });
        Ok(Running {
            child,
            questions,
            answers,
        })
    }

    /// The way in which a child that has closed its output ended.
    fn death(mut self) -> Death {
        let begun = Instant::now();
        while begun.elapsed() < ENDING {
            match self.child.try_wait() {
                Ok(Some(status)) => return cause(status),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(error) => return AnswerError::System(error).into(),
            }
        }
        AnswerError::Closed.into()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn cause(status: ExitStatus) -> Death {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(signal) => Death::Signal(signal),
        None => Death::Ended(status.code().unwrap_or_default()),
    }
}

#[cfg(not(unix))]
fn cause(status: ExitStatus) -> Death {
    Death::Ended(status.code().unwrap_or_default())
}
