//! The options of a check: limits, dialect, target.

use quadrille_isa::gl::{Limits, Stage};
use quadrille_syntax::Macros;

/// The options by which the checker judges a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// Implementation limits.
    pub limits: Limits,
    /// Whose habits are admitted.
    pub dialect: Dialect,
    /// The target that the program is loaded for; a header of another stage is then an error.
    pub target: Option<Stage>,
    /// Whether the text is read by the conditional pass of a preprocessor first, and with which macros.
    pub preprocess: Option<Macros>,
    /// The number of problems that are listed; one of the rule `unlisted-problems` says at the end how many more
    /// there are.
    pub max_diagnostics: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            dialect: Dialect::Strict,
            target: None,
            preprocess: None,
            max_diagnostics: 1000,
        }
    }
}

/// Whose habits beyond the specifications are admitted, as warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Nobody's: the specification's word.
    #[default]
    Strict,
    /// The habits that NVIDIA's drivers let through.
    Nvidia,
    /// The habits that Apple's drivers let through.
    Apple,
    /// The habits that Mesa lets through.
    Mesa,
}
