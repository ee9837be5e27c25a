//! Halves of the fixed function: for programs without a partner, or both where there are no programs.

use std::path::Path;

use quadrille::FixedFunction;

use super::TranslateError;
use super::unit::{self, Unit};
use crate::error::Error;
use crate::files;

/// Reads a file with state.
pub(super) fn read(path: &Path) -> Result<FixedFunction, Error> {
    let text = files::read(path)?;
    let read = FixedFunction::read(&text).map_err(|error| TranslateError::FixedFunction {
        path: path.to_owned(),
        error,
    });
    Ok(read?)
}

/// The units with what they lack; where the file `is_alone`, both halves under the name of the file.
pub(super) fn halves(
    units: Vec<Unit>,
    fixed: &FixedFunction,
    path: &Path,
    is_alone: bool,
    judging: &quadrille::Options,
) -> Vec<Unit> {
    if is_alone {
        return vec![unit::fixed(path, fixed, judging)];
    }
    let units = units.into_iter();
    units.map(|unit| unit.with_fixed_half(fixed, judging)).collect()
}
