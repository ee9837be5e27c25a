//! Which suffixes an opcode's row gives it in the fragment languages before NV_gpu_program4.

use super::suffixes::Suffixes;

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

impl Legacy {
    pub(super) fn suffixes(self, program2: bool) -> Suffixes {
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
