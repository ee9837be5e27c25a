//! The availability of table rows: languages, stages, options.

use super::language::{LanguageSet, Stage, StageSet};
use super::option::{OptionSet, ProgramOption};

/// The availability of an opcode, binding, modifier or target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Availability {
    /// Languages that have it without an option.
    pub languages: LanguageSet,
    /// Languages that have it by an option.
    pub by_option: &'static [(LanguageSet, ProgramOption)],
    /// Stages that have it, in those languages.
    pub stages: StageSet,
}

/// The features that a program has switched on: its header and its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// The header's language and those that options added.
    pub languages: LanguageSet,
    /// The header's stage.
    pub stage: Stage,
    /// Options in force.
    pub options: OptionSet,
}

impl Features {
    /// The features with `option` in force: its languages, and what it switches on with itself.
    #[must_use]
    pub fn with(mut self, option: ProgramOption) -> Features {
        self.options = self.options.with(option);
        self.languages = self.languages | option.row().adds;
        option
            .row()
            .implies
            .iter()
            .fold(self, |features, implied| features.with(*implied))
    }
}

/// Why something is not available.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Missing {
    /// No option helps: the language does not have it.
    Language,
    /// The language has it, this stage does not.
    Stage,
    /// This option would switch it on.
    Option(ProgramOption),
}

impl Availability {
    /// Whether a program with these features has it.
    pub fn check(&self, features: &Features) -> Result<(), Missing> {
        let mut options = self
            .by_option
            .iter()
            .filter(|(languages, _)| languages.meets(features.languages))
            .map(|(_, option)| *option);
        let by_language = self.languages.meets(features.languages);
        let first = options.next();
        if !by_language && first.is_none() {
            return Err(Missing::Language);
        }
        if !self.stages.contains(features.stage) {
            return Err(Missing::Stage);
        }
        let named = |option: ProgramOption| features.options.contains(option);
        match first {
            Some(option) if !by_language && !named(option) && !options.any(named) => {
                Err(Missing::Option(option))
            }
            _ => Ok(()),
        }
    }
}
