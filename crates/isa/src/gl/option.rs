//! Program options: `OPTION name;`.

use super::language::LanguageSet;

/// A set of options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OptionSet(u64);

impl OptionSet {
    /// The set with `option` added.
    #[must_use]
    pub const fn with(self, option: ProgramOption) -> OptionSet {
        OptionSet(self.0 | 1 << option as u8)
    }

    /// Whether `option` is in it.
    pub const fn contains(self, option: ProgramOption) -> bool {
        self.0 & (1 << option as u8) != 0
    }
}

/// A row of the option table.
#[derive(Debug)]
pub struct OptionRow {
    /// Which option.
    pub option: ProgramOption,
    /// The spellings that `OPTION` takes; the first is the official one.
    pub names: &'static [&'static str],
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// Languages and stages that take it.
    pub languages: LanguageSet,
    /// Languages that it adds to the program's own.
    pub adds: LanguageSet,
    /// Options that it switches on with itself.
    pub implies: &'static [ProgramOption],
    /// Options that may not stand beside it.
    pub excludes: &'static [ProgramOption],
}

macro_rules! options {
    ($($(#[doc = $doc:literal])* $id:ident $names:expr, in [$($language:ident)*], adds [$($add:ident)*],
        implies [$($imply:ident)*], excludes [$($exclude:ident)*];)*) => {
        /// A program option.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ProgramOption {
            $($(#[doc = $doc])* $id,)*
        }

        /// All options.
        pub static OPTIONS: &[OptionRow] = &[
            $(OptionRow {
                option: ProgramOption::$id,
                names: &$names,
                doc: concat!($($doc),*),
                languages: LanguageSet::NONE$(.or(LanguageSet::$language))*,
                adds: LanguageSet::NONE$(.or(LanguageSet::$add))*,
                implies: &[$(ProgramOption::$imply),*],
                excludes: &[$(ProgramOption::$exclude),*],
            },)*
        ];
    };
}

options! {
    /// Fixed-function position, equal to the bit; the program writes none.
    ArbPositionInvariant ["ARB_position_invariant"], in [AV N40 N41 N50], adds [], implies [], excludes [];
    /// Exponential fog after the program.
    ArbFogExp ["ARB_fog_exp"], in [AF N40 N41 N50], adds [], implies [], excludes [ArbFogExp2 ArbFogLinear];
    /// Squared exponential fog after the program.
    ArbFogExp2 ["ARB_fog_exp2"], in [AF N40 N41 N50], adds [], implies [], excludes [ArbFogExp ArbFogLinear];
    /// Linear fog after the program.
    ArbFogLinear ["ARB_fog_linear"], in [AF N40 N41 N50], adds [], implies [], excludes [ArbFogExp ArbFogExp2];
    /// A hint that speed matters more.
    ArbPrecisionHintFastest ["ARB_precision_hint_fastest"], in [AF N40 N41 N50], adds [], implies [], excludes [ArbPrecisionHintNicest];
    /// A hint that precision matters more.
    ArbPrecisionHintNicest ["ARB_precision_hint_nicest"], in [AF N40 N41 N50], adds [], implies [], excludes [ArbPrecisionHintFastest];
    /// SHADOW1D, SHADOW2D and SHADOWRECT targets.
    ArbFragmentProgramShadow ["ARB_fragment_program_shadow"], in [AF AV3 N40 N41 N50], adds [], implies [], excludes [];
    /// `result.color[n]`.
    ArbDrawBuffers ["ARB_draw_buffers"], in [AF N40 N41 N50], adds [], implies [], excludes [];
    /// `result.color[n]`, by its older name.
    AtiDrawBuffers ["ATI_draw_buffers"], in [AF N40 N41 N50], adds [], implies [], excludes [];
    /// `fragment.position` with its origin at the upper left.
    ArbFragmentCoordOriginUpperLeft ["ARB_fragment_coord_origin_upper_left"], in [AF F10 N40 N41 N50], adds [], implies [], excludes [];
    /// `fragment.position` with pixel centres at integers.
    ArbFragmentCoordPixelCenterInteger ["ARB_fragment_coord_pixel_center_integer"], in [AF F10 N40 N41 N50], adds [], implies [], excludes [];
}
