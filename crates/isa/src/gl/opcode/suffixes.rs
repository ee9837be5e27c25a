//! The suffixes behind an opcode, `ADDRC_SAT`.

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
