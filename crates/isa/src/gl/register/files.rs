//! The files themselves: which registers each language has.

use super::{BracketedFile, Count, Member, NumberedFile, Numbers, RegisterFile};
use crate::gl::binding::{Binding, Family};
use crate::gl::language::LanguageSet;
use crate::gl::limit::Limit;

/// The member `name` stands for `family` with these captured numbers.
macro_rules! members {
    ($($name:literal $family:ident $index:expr $(, $half:ident)?;)*) => {
        &[$(Member {
            name: $name,
            binding: Binding::new(Family::$family, $index),
            half: false $(|| members!(@ $half))?,
        },)*]
    };
    (@ half) => { true };
}

const fn plain(family: Family, number: u32) -> Binding {
    Binding::new(family, [number, 0, 0, 0])
}

/// The binding of vertex attribute register `n`: the conventional attribute that shares its number.
pub const fn vertex_attribute(number: u32) -> Binding {
    match number {
        0 => plain(Family::VertexPosition, 0),
        1 => plain(Family::VertexWeight, 0),
        2 => plain(Family::VertexNormal, 0),
        3 | 4 => plain(Family::VertexColor, number - 3),
        5 => plain(Family::VertexFogcoord, 0),
        8..16 => plain(Family::VertexTexcoord, number - 8),
        _ => plain(Family::VertexAttrib, number),
    }
}

fn env(number: u32) -> Binding {
    plain(Family::ProgramEnv, number)
}

fn local(number: u32) -> Binding {
    plain(Family::ProgramLocal, number)
}

const ATTRIBUTE_NAMES: &[Member] = members! {
    "OPOS" VertexPosition [0; 4];
    "WGHT" VertexWeight [0; 4];
    "NRML" VertexNormal [0; 4];
    "COL0" VertexColor [0; 4];
    "COL1" VertexColor [1, 0, 0, 0];
    "FOGC" VertexFogcoord [0; 4];
    "TEX0" VertexTexcoord [0; 4];
    "TEX1" VertexTexcoord [1, 0, 0, 0];
    "TEX2" VertexTexcoord [2, 0, 0, 0];
    "TEX3" VertexTexcoord [3, 0, 0, 0];
    "TEX4" VertexTexcoord [4, 0, 0, 0];
    "TEX5" VertexTexcoord [5, 0, 0, 0];
    "TEX6" VertexTexcoord [6, 0, 0, 0];
    "TEX7" VertexTexcoord [7, 0, 0, 0];
};

const RESULT_NAMES: &[Member] = members! {
    "HPOS" ResultPosition [0; 4];
    "COL0" ResultColor [0; 4];
    "COL1" ResultColor [0, 1, 0, 0];
    "BFC0" ResultColor [1, 0, 0, 0];
    "BFC1" ResultColor [1, 1, 0, 0];
    "FOGC" ResultFogcoord [0; 4];
    "PSIZ" ResultPointsize [0; 4];
    "TEX0" ResultTexcoord [0; 4];
    "TEX1" ResultTexcoord [1, 0, 0, 0];
    "TEX2" ResultTexcoord [2, 0, 0, 0];
    "TEX3" ResultTexcoord [3, 0, 0, 0];
    "TEX4" ResultTexcoord [4, 0, 0, 0];
    "TEX5" ResultTexcoord [5, 0, 0, 0];
    "TEX6" ResultTexcoord [6, 0, 0, 0];
    "TEX7" ResultTexcoord [7, 0, 0, 0];
};

const CLIP_NAMES: &[Member] = members! {
    "CLP0" ResultClip [0; 4];
    "CLP1" ResultClip [1, 0, 0, 0];
    "CLP2" ResultClip [2, 0, 0, 0];
    "CLP3" ResultClip [3, 0, 0, 0];
    "CLP4" ResultClip [4, 0, 0, 0];
    "CLP5" ResultClip [5, 0, 0, 0];
};

const FRAGMENT_NAMES: &[Member] = members! {
    "WPOS" FragmentPosition [0; 4];
    "COL0" FragmentColor [0; 4];
    "COL1" FragmentColor [1, 0, 0, 0];
    "FOGC" FragmentFogcoord [0; 4];
    "TEX0" FragmentTexcoord [0; 4];
    "TEX1" FragmentTexcoord [1, 0, 0, 0];
    "TEX2" FragmentTexcoord [2, 0, 0, 0];
    "TEX3" FragmentTexcoord [3, 0, 0, 0];
    "TEX4" FragmentTexcoord [4, 0, 0, 0];
    "TEX5" FragmentTexcoord [5, 0, 0, 0];
    "TEX6" FragmentTexcoord [6, 0, 0, 0];
    "TEX7" FragmentTexcoord [7, 0, 0, 0];
};

const FRAGMENT_RESULT_NAMES: &[Member] = members! {
    "COLR" ResultFragmentColor [0; 4];
    "COLH" ResultFragmentColor [0; 4], half;
    "DEPR" ResultDepth [0; 4];
};

const VP1: LanguageSet = LanguageSet::V10.or(LanguageSet::V11);

/// All files with brackets. Two rows may have the same letter and language: their names add up.
pub static BRACKETED: &[BracketedFile] = &[
    BracketedFile {
        letter: "v",
        languages: VP1.or(LanguageSet::V20),
        names: ATTRIBUTE_NAMES,
        numbers: Some(Numbers {
            count: Count::Fixed(16),
            binding: vertex_attribute,
        }),
        relative: false,
        doc: "vertex attributes",
        cite: "NV_vertex_program 2.14.1.1 and 2.14.1.7",
    },
    BracketedFile {
        letter: "v",
        languages: LanguageSet::VS,
        names: &[],
        numbers: Some(Numbers {
            count: Count::Fixed(1),
            binding: vertex_attribute,
        }),
        relative: false,
        doc: "the four numbers that ExecuteProgramNV gets",
        cite: "NV_vertex_program 2.14.4",
    },
    BracketedFile {
        letter: "c",
        languages: VP1.or(LanguageSet::VS),
        names: &[],
        numbers: Some(Numbers {
            count: Count::Limit(Limit::Vp1Parameters),
            binding: env,
        }),
        relative: true,
        doc: "program parameters",
        cite: "NV_vertex_program 2.14.1.2",
    },
    BracketedFile {
        letter: "c",
        languages: LanguageSet::V20,
        names: &[],
        numbers: Some(Numbers {
            count: Count::Limit(Limit::Vp2Parameters),
            binding: env,
        }),
        relative: true,
        doc: "program parameters",
        cite: "NV_vertex_program2 2.14.1.2",
    },
    BracketedFile {
        letter: "o",
        languages: VP1.or(LanguageSet::V20),
        names: RESULT_NAMES,
        numbers: None,
        relative: false,
        doc: "vertex results",
        cite: "NV_vertex_program 2.14.1.5",
    },
    BracketedFile {
        letter: "o",
        languages: LanguageSet::V20,
        names: CLIP_NAMES,
        numbers: None,
        relative: false,
        doc: "clip distances",
        cite: "NV_vertex_program2 2.14.1.5",
    },
    BracketedFile {
        letter: "f",
        languages: LanguageSet::F10,
        names: FRAGMENT_NAMES,
        numbers: None,
        relative: false,
        doc: "fragment attributes",
        cite: "NV_fragment_program 3.11.1.1",
    },
    BracketedFile {
        letter: "o",
        languages: LanguageSet::F10,
        names: FRAGMENT_RESULT_NAMES,
        numbers: None,
        relative: false,
        doc: "fragment results",
        cite: "NV_fragment_program 3.11.1.3",
    },
    BracketedFile {
        letter: "p",
        languages: LanguageSet::F10,
        names: &[],
        numbers: Some(Numbers {
            count: Count::Limit(Limit::Fp1LocalParameters),
            binding: local,
        }),
        relative: false,
        doc: "local parameters",
        cite: "NV_fragment_program 3.11.2",
    },
];

/// All files without brackets.
pub static NUMBERED: &[NumberedFile] = &[
    NumberedFile {
        file: RegisterFile::Temporary,
        prefix: "R",
        languages: VP1.or(LanguageSet::VS),
        count: 12,
    },
    NumberedFile {
        file: RegisterFile::Temporary,
        prefix: "R",
        languages: LanguageSet::V20,
        count: 16,
    },
    NumberedFile {
        file: RegisterFile::Temporary,
        prefix: "R",
        languages: LanguageSet::F10,
        count: 32,
    },
    NumberedFile {
        file: RegisterFile::HalfTemporary,
        prefix: "H",
        languages: LanguageSet::F10,
        count: 64,
    },
    NumberedFile {
        file: RegisterFile::Address,
        prefix: "A",
        languages: VP1.or(LanguageSet::VS),
        count: 1,
    },
    NumberedFile {
        file: RegisterFile::Address,
        prefix: "A",
        languages: LanguageSet::V20,
        count: 2,
    },
    NumberedFile {
        file: RegisterFile::TextureUnit,
        prefix: "TEX",
        languages: LanguageSet::F10,
        count: 16,
    },
];
