//! `quadrille driver-process`: the process in which an engine has a driver; not for people.

use std::process::ExitCode;

use crate::error::Error;

pub(crate) fn run() -> Result<ExitCode, Error> {
    quadrille_drivers::serve().map_err(Error::DriverProcess)?;
    Ok(ExitCode::SUCCESS)
}
