//! Where a table row holds: languages, stages, options.

use super::language::{LanguageSet, Stage, StageSet};
use super::option::{OptionSet, ProgramOption};

/// Where an opcode, binding, modifier or target exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Availability {
    /// Languages that have it without an option.
    pub languages: LanguageSet,
    /// Languages that have it by an option.
    pub by_option: &'static [(LanguageSet, ProgramOption)],
    /// Stages that have it, in those languages.
    pub stages: StageSet,
}

/// What a program has switched on: its header and its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// The header's language and those that options added.
    pub languages: LanguageSet,
    /// The header's stage.
    pub stage: Stage,
    /// Options in force.
    pub options: OptionSet,
}

/// Why something is not available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        let by_option = || {
            self.by_option
                .iter()
                .filter(|(languages, _)| languages.meets(features.languages))
        };
        if self.languages.meets(features.languages) || by_option().any(|(_, o)| features.options.contains(*o))
        {
            return if self.stages.contains(features.stage) {
                Ok(())
            } else {
                Err(Missing::Stage)
            };
        }
        Err(by_option()
            .next()
            .map_or(Missing::Language, |(_, option)| Missing::Option(*option)))
    }
}
