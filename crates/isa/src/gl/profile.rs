//! Profiles: what a header selects. Nothing else in the project asks which header a program has.

use super::language::{LanguageSet, Stage};
use super::numeric::NumericEnvironment;

/// A row of the header table.
#[derive(PartialEq, Eq, Debug)]
pub struct Profile {
    /// The header, `!!ARBvp1.0`.
    pub header: &'static str,
    /// Its language.
    pub language: LanguageSet,
    /// Its stage.
    pub stage: Stage,
    /// Its rules of arithmetic.
    pub numeric: NumericEnvironment,
    /// The specification that defines it.
    pub cite: &'static str,
}

/// All profiles.
pub static PROFILES: &[Profile] = &[
    Profile {
        header: "!!ARBvp1.0",
        language: LanguageSet::AV,
        stage: Stage::Vertex,
        numeric: NumericEnvironment::Ieee,
        cite: "ARB_vertex_program 2.14.2",
    },
    Profile {
        header: "!!ARBfp1.0",
        language: LanguageSet::AF,
        stage: Stage::Fragment,
        numeric: NumericEnvironment::Ieee,
        cite: "ARB_fragment_program 3.11.2",
    },
];
