//! The suffixes that an opcode takes in the languages before NV_gpu_program4: `ADDRC_SAT`.

use super::{Column, Opcode};
use crate::gl::language::LanguageSet;
use crate::gl::operation::Class;

/// Suffixes in the fragment languages FP1.0, NV_fragment_program and NV_fragment_program2 (Tables X.4, X.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Legacy {
    /// None.
    None,
    /// `R H X C _SAT`
    Full,
    /// `R H C _SAT`
    Half,
    /// `C _SAT`
    Update,
    /// `_SAT` in NV_fragment_program, `C _SAT` in NV_fragment_program2.
    Compare,
    /// `_SAT` in NV_fragment_program, `R H C _SAT` in NV_fragment_program2.
    Swizzle,
}

/// The suffixes that may stand behind an opcode, one of each kind, in the order of the fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Suffixes {
    /// `R`: at least binary32.
    pub float: bool,
    /// `H`: at least binary16.
    pub half: bool,
    /// `X`: 12-bit fixed point.
    pub fixed: bool,
    /// `C`: update of the condition code.
    pub condition: bool,
    /// `C0` and `C1`: update of one of two condition codes.
    pub numbered: bool,
    /// `_SAT`
    pub saturate: bool,
    /// `_SSAT`
    pub signed_saturate: bool,
}

impl Opcode {
    /// The suffixes that the opcode takes in a program of these languages.
    pub fn suffixes(self, languages: LanguageSet) -> Suffixes {
        let row = self.row();
        if languages.meets(LanguageSet::GPU) {
            let condition = row.columns.condition;
            return Suffixes {
                // `R` is the modifier `F` (NV_gpu_program4 Table X.15); the table has a column for `H` alone.
                float: row.columns.float != Column::No,
                half: row.columns.half,
                fixed: false,
                condition,
                numbered: condition,
                saturate: row.columns.saturate,
                signed_saturate: row.columns.saturate,
            };
        }
        if languages.meets(LanguageSet::F10.or(LanguageSet::AF1).or(LanguageSet::AF2)) {
            return row.legacy.suffixes(languages.meets(LanguageSet::AF2));
        }
        let class = row.operation.class();
        let updates = !matches!(class, Class::Flow) && !matches!(self, Opcode::Pusha | Opcode::Popa);
        if languages.meets(LanguageSet::AV3) {
            let saturate = updates && !matches!(class, Class::Address);
            return Suffixes {
                condition: updates,
                numbered: updates,
                saturate,
                ..Suffixes::default()
            };
        }
        Suffixes {
            condition: updates && languages.meets(LanguageSet::V20.or(LanguageSet::AV2)),
            saturate: self != Opcode::Kil && languages.meets(LanguageSet::AF),
            ..Suffixes::default()
        }
    }
}

impl Legacy {
    fn suffixes(self, program2: bool) -> Suffixes {
        let float = match self {
            Legacy::Full | Legacy::Half => true,
            Legacy::Swizzle => program2,
            Legacy::None | Legacy::Update | Legacy::Compare => false,
        };
        let saturate = self != Legacy::None;
        Suffixes {
            float,
            half: float,
            fixed: self == Legacy::Full,
            condition: match self {
                Legacy::None => false,
                Legacy::Full | Legacy::Half | Legacy::Update => true,
                Legacy::Compare | Legacy::Swizzle => program2,
            },
            numbered: false,
            saturate,
            signed_saturate: saturate && program2,
        }
    }
}
