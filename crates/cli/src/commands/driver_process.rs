//! `quadrille driver-process`: the process in which an engine has a driver; not for people.

use std::process::ExitCode;

use crate::exit::USAGE;

pub(crate) fn run() -> ExitCode {
    match quadrille_drivers::serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quadrille: this process answers the command that starts it: {error}");
            ExitCode::from(USAGE)
        }
    }
}
