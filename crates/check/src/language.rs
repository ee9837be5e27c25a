//! The language of a program: the row of its header, and what its options switch on.

use quadrille_isa::gl::option::{OPTIONS, OptionRow};
use quadrille_isa::gl::profile::{Profile, Variables};
use quadrille_isa::gl::{Features, LanguageSet, ProgramOption, Stage};

/// The vertex languages with condition codes, branches, magnitudes and address registers of four components.
const EXTENDED: LanguageSet = LanguageSet::V20.or(LanguageSet::AV2).or(LanguageSet::AV3);

/// The languages with condition codes and magnitudes.
const CONDITIONS: LanguageSet = EXTENDED
    .or(LanguageSet::F10)
    .or(LanguageSet::AF1)
    .or(LanguageSet::GPU);

/// The languages in which `CC` stands for no register.
const NULL_REGISTER: LanguageSet = EXTENDED.or(LanguageSet::AF1);

/// The languages with labels.
const LABELS: LanguageSet = EXTENDED.or(LanguageSet::AF2).or(LanguageSet::GPU);

/// The language of a program so far: options may add to it.
#[derive(Clone, Copy)]
pub(crate) struct Language {
    pub(crate) profile: &'static Profile,
    pub(crate) features: Features,
}

impl Language {
    /// The language of a header alone.
    pub(crate) fn new(profile: &'static Profile) -> Language {
        let features = Features {
            languages: profile.language,
            stage: profile.stage,
            options: Default::default(),
        };
        Language { profile, features }
    }

    /// The language with an option in force.
    pub(crate) fn with(self, option: ProgramOption) -> Language {
        Language {
            features: self.features.with(option),
            ..self
        }
    }

    /// Whether it is one of a set of languages.
    pub(crate) fn meets(&self, languages: LanguageSet) -> bool {
        self.features.languages.meets(languages)
    }

    /// Whether an option is in force.
    pub(crate) fn has(&self, option: ProgramOption) -> bool {
        self.features.options.contains(option)
    }

    /// Whether variables are declared, rather than registers of the language.
    pub(crate) fn declares_variables(&self) -> bool {
        self.profile.variables == Variables::Declared
    }

    /// Whether it is one of the NV_gpu_program languages.
    pub(crate) fn is_gpu(&self) -> bool {
        self.meets(LanguageSet::GPU)
    }

    /// Whether it is !!FP1.0.
    pub(crate) fn is_fp1(&self) -> bool {
        self.meets(LanguageSet::F10)
    }

    /// Whether no option adds to the language of its header.
    pub(crate) fn is_plain(&self) -> bool {
        self.features.languages == self.profile.language
    }

    /// Whether it has address registers of four components.
    pub(crate) fn is_extended(&self) -> bool {
        self.meets(EXTENDED)
    }

    /// Whether it has condition codes and magnitudes.
    pub(crate) fn has_conditions(&self) -> bool {
        self.meets(CONDITIONS)
    }

    /// Whether it has labels.
    pub(crate) fn has_labels(&self) -> bool {
        self.meets(LABELS)
    }

    /// Whether `CC` stands for no register where no variable has that name.
    pub(crate) fn has_null_register(&self) -> bool {
        self.meets(NULL_REGISTER)
    }

    /// Whether it has precisions: those of !!FP1.0.
    pub(crate) fn has_precisions(&self) -> bool {
        self.meets(LanguageSet::F10.or(LanguageSet::AF1))
    }

    /// Whether selectors may be written with r, g, b and a.
    pub(crate) fn has_colour_letters(&self) -> bool {
        self.meets(LanguageSet::AF.or(LanguageSet::GPU))
    }

    /// Whether the program is a fragment program, whose ALU and texture instructions are counted apart.
    pub(crate) fn is_fragment(&self) -> bool {
        self.profile.stage == Stage::Fragment
    }

    /// Whether it takes an option.
    pub(crate) fn accepts(&self, row: &OptionRow) -> bool {
        row.accepts(self.features.languages, self.features.stage)
    }

    /// The option that a program of this language could name to have something.
    pub(crate) fn option_with(&self, has: impl Fn(&Features) -> bool) -> Option<ProgramOption> {
        let helps = |row: &&OptionRow| {
            row.adds != LanguageSet::NONE && self.accepts(row) && has(&self.features.with(row.option))
        };
        Some(OPTIONS.iter().find(helps)?.option)
    }

    /// The option after which a program of this language would take this one.
    pub(crate) fn option_before(&self, row: &OptionRow) -> Option<ProgramOption> {
        let after = |other: &&OptionRow| self.accepts(other) && self.with(other.option).accepts(row);
        Some(OPTIONS.iter().find(after)?.option)
    }
}
