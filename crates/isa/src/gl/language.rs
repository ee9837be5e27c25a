//! Languages and stages, as sets: a table row names all that it holds for.

use std::fmt;
use std::ops::{BitAnd, BitOr};

/// A set of languages. A program has the bit of its header, and the bits that its options add
/// (`OPTION NV_vertex_program3` adds [`LanguageSet::AV2`] and [`LanguageSet::AV3`] to [`LanguageSet::AV`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LanguageSet(u32);

macro_rules! languages {
    ($($(#[$doc:meta])* $name:ident = $bit:literal;)*) => {
        impl LanguageSet {
            $($(#[$doc])* pub const $name: LanguageSet = LanguageSet(1 << $bit);)*
        }
    };
}

languages! {
    /// `!!VP1.0`
    V10 = 0;
    /// `!!VSP1.0`
    VS = 1;
    /// `!!VP1.1`
    V11 = 2;
    /// `!!VP2.0`
    V20 = 3;
    /// `!!FP1.0`
    F10 = 4;
    /// `!!ARBvp1.0`
    AV = 5;
    /// `!!ARBfp1.0`
    AF = 6;
    /// `!!ARBvp1.0` with `OPTION NV_vertex_program2`
    AV2 = 7;
    /// `!!ARBfp1.0` with `OPTION NV_fragment_program`
    AF1 = 8;
    /// `!!ARBvp1.0` with `OPTION NV_vertex_program3`
    AV3 = 9;
    /// `!!ARBfp1.0` with `OPTION NV_fragment_program2`
    AF2 = 10;
    /// `!!NVvp4.0`, `!!NVgp4.0`, `!!NVfp4.0`
    N40 = 11;
    /// `!!NVvp4.1`, `!!NVgp4.1`, `!!NVfp4.1`
    N41 = 12;
    /// `!!NVvp5.0`, `!!NVtcp5.0`, `!!NVtep5.0`, `!!NVgp5.0`, `!!NVfp5.0`
    N50 = 13;
    /// `!!NVcp5.0`
    C50 = 14;
    /// `!!ATIfs1.0`
    ATI = 15;
}

impl LanguageSet {
    /// No language.
    pub const NONE: LanguageSet = LanguageSet(0);
    /// NV_vertex_program, 1.1 and NV_vertex_program2, which say what stages behind vertices do while such a program is enabled.
    pub const NV_VERTEX: LanguageSet = LanguageSet::V10.or(LanguageSet::V11).or(LanguageSet::V20);
    /// `!!FP2.0`: the instructions of NV_fragment_program2 over the registers of `!!FP1.0`.
    pub const F20: LanguageSet = LanguageSet::F10.or(LanguageSet::AF2);
    /// NV_gpu_program4 and 4.1.
    pub const NV4: LanguageSet = LanguageSet::N40.or(LanguageSet::N41);
    /// NV_gpu_program5 and NV_compute_program5.
    pub const NV5: LanguageSet = LanguageSet::N50.or(LanguageSet::C50);
    /// Every NV_gpu_program language.
    pub const GPU: LanguageSet = LanguageSet::NV4.or(LanguageSet::NV5);
    /// The two ARB languages with or without options.
    pub const ARB: LanguageSet = LanguageSet::AV.or(LanguageSet::AF);

    /// Both sets.
    pub const fn or(self, other: LanguageSet) -> LanguageSet {
        LanguageSet(self.0 | other.0)
    }

    /// Whether the sets share a language.
    pub const fn meets(self, other: LanguageSet) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for LanguageSet {
    type Output = LanguageSet;
    fn bitor(self, other: LanguageSet) -> LanguageSet {
        self.or(other)
    }
}

impl BitAnd for LanguageSet {
    type Output = LanguageSet;
    fn bitand(self, other: LanguageSet) -> LanguageSet {
        LanguageSet(self.0 & other.0)
    }
}

/// The pipeline stage that a program runs in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Vertex programs.
    Vertex,
    /// Vertex state programs, which run outside drawing and write program parameters.
    VertexState,
    /// Tessellation control programs.
    TessellationControl,
    /// Tessellation evaluation programs.
    TessellationEvaluation,
    /// Geometry programs.
    Geometry,
    /// Fragment programs.
    Fragment,
    /// Compute programs.
    Compute,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Vertex => "vertex program",
            Stage::VertexState => "vertex state program",
            Stage::TessellationControl => "tessellation control program",
            Stage::TessellationEvaluation => "tessellation evaluation program",
            Stage::Geometry => "geometry program",
            Stage::Fragment => "fragment program",
            Stage::Compute => "compute program",
        })
    }
}

/// A set of stages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StageSet(u8);

impl StageSet {
    /// Every stage.
    pub const ALL: StageSet = StageSet(0x7f);

    /// The set of the given stages.
    pub const fn of(stages: &[Stage]) -> StageSet {
        let mut bits = 0;
        let mut at = 0;
        while at < stages.len() {
            bits |= 1 << stages[at] as u8;
            at += 1;
        }
        StageSet(bits)
    }

    /// Both sets.
    pub const fn or(self, other: StageSet) -> StageSet {
        StageSet(self.0 | other.0)
    }

    /// Whether `stage` is in it.
    pub const fn contains(self, stage: Stage) -> bool {
        self.0 & (1 << stage as u8) != 0
    }
}
