//! Where no code is made: another architecture, or without the feature `native`.

use std::convert::Infallible;

use quadrille_numerics::level::Level;

use crate::NativeError;
use crate::function::Function;
use crate::planes::{Planes, Storage};

/// The code of a function: here there is none.
#[derive(Debug)]
pub struct Native(Infallible);

impl Native {
    /// Whether the code for a level may take numbers apart: there is no code.
    #[must_use]
    pub fn has_exponents(_: Level) -> bool {
        false
    }

    /// Makes the code of a function for an instruction set.
    ///
    /// # Errors
    ///
    /// No code is made here.
    pub fn new(_: &Function, _: Level) -> Result<Native, NativeError> {
        Err(NativeError::Level)
    }

    /// Computes the lanes of planes; `uniform` gives the words that are the same in all of them.
    pub fn run(&self, _: &Planes<'_>, _: impl Fn(u16) -> u32, _: &mut Storage) {
        match self.0 {}
    }

    /// The same, a part of the lanes after the other; the last function is called after each.
    pub fn run_in_parts(&self, _: &Planes<'_>, _: impl Fn(u16) -> u32, _: &mut Storage, _: impl Fn()) {
        match self.0 {}
    }
}
