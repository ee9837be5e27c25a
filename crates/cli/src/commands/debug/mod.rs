//! `quadrille debug`: goes through runs forwards and back, by commands or in a terminal.

mod scene;
mod screen;
mod script;
mod target;
mod terminal;

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille_debug::{Interpreter, Session};

use crate::error::Error;
pub(crate) use target::DebugError;
use target::{MachineName, Target};

#[derive(clap::Args)]
#[command(
    after_help = "Behind the file come, in any order, the options above and those of its machine: of `eval` for \
programs of the OpenGL languages (and for scenes --pixel X,Y, --vertex N and other invocations), of `gf3 run` for words of the GeForce 3, of `qpu run` for QPU programs. `debug FILE \
--help` lists them; the command `help` lists what the debugger is told."
)]
pub(crate) struct Args {
    #[command(flatten)]
    own: Own,
    /// The program, or a scene.
    path: PathBuf,
    /// The options of the machine.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    options: Vec<OsString>,
}

/// The options of the debugger.
#[derive(Clone, Default, clap::Args)]
pub(crate) struct Own {
    /// Commands, with ; between them, in the place of a terminal or standard input.
    #[arg(short, long, value_name = "COMMANDS")]
    commands: Vec<String>,
    /// Which machine runs it, if the file does not tell.
    #[arg(long, value_enum)]
    machine: Option<MachineName>,
    /// A second run, to find where both part: a file and its options, as one argument.
    #[arg(long, value_name = "FILE OPTIONS")]
    against: Option<String>,
    /// Steps after which a run without a stop is paused.
    #[arg(long, value_name = "STEPS")]
    pause_after: Option<u64>,
}

impl Own {
    /// Those in front of the file with those behind it.
    fn and(self, other: Own) -> Own {
        Own {
            commands: [self.commands, other.commands].concat(),
            machine: other.machine.or(self.machine),
            against: other.against.or(self.against),
            pause_after: other.pause_after.or(self.pause_after),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let target = Target::parse(&args.path, &args.options, args.own.machine)?;
    let own = args.own.clone().and(target.own.clone());
    let Some(mut interpreter) = begin(&target, &own)? else {
        return Ok(ExitCode::from(1));
    };
    if !own.commands.is_empty() {
        let commands = own.commands.iter().flat_map(|text| text.split(';'));
        return Ok(script::run(&mut interpreter, commands.map(str::to_owned)));
    }
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return terminal::run(interpreter).map_err(|error| DebugError::Terminal(error).into());
    }
    Ok(script::run(&mut interpreter, script::lines()))
}

/// A debugger of what a file and the options behind it say.
pub(super) fn open(path: &Path, options: &[OsString]) -> Result<Interpreter<'static>, Error> {
    let target = Target::parse(path, options, None)?;
    let opened = begin(&target, &target.own)?;
    opened.ok_or_else(|| DebugError::Rejected(path.to_owned()).into())
}

/// A debugger; `None` if there is something wrong with a program, which is then told.
fn begin(target: &Target, own: &Own) -> Result<Option<Interpreter<'static>>, Error> {
    let Some(machine) = target.open()? else {
        return Ok(None);
    };
    let mut session = Session::new(machine);
    if let Some(limit) = own.pause_after {
        session.limit = limit.max(1);
    }
    let Some(text) = &own.against else {
        return Ok(Some(Interpreter::new(session)));
    };
    let other = Target::of_text(text)?.open()?;
    Ok(other.map(|machine| Interpreter::with_other(session, Session::new(machine))))
}
