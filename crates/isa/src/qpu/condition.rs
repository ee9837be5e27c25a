//! When an ALU writes its result, and when a branch is taken (guide, section 3).

rows! {
    /// Condition under which an element of a result is written. Flags of an element change only where
    /// its condition holds.
    pub enum Condition, 3 bits {
        Never = 0, "never", "never";
        Always = 1, "", "always";
        ZeroSet = 2, "ifz", "where Z is set";
        ZeroClear = 3, "ifnz", "where Z is clear";
        NegativeSet = 4, "ifn", "where N is set";
        NegativeClear = 5, "ifnn", "where N is clear";
        CarrySet = 6, "ifc", "where C is set";
        CarryClear = 7, "ifnc", "where C is clear";
    }
}

rows! {
    /// Condition under which a branch is taken, over the flags of all 16 elements. Codes 12-14 are
    /// reserved.
    pub enum BranchCondition, 4 bits {
        AllZeroSet = 0, "allz", "all Z flags set";
        AllZeroClear = 1, "allnz", "all Z flags clear";
        AnyZeroSet = 2, "anyz", "any Z flag set";
        AnyZeroClear = 3, "anynz", "any Z flag clear";
        AllNegativeSet = 4, "alln", "all N flags set";
        AllNegativeClear = 5, "allnn", "all N flags clear";
        AnyNegativeSet = 6, "anyn", "any N flag set";
        AnyNegativeClear = 7, "anynn", "any N flag clear";
        AllCarrySet = 8, "allc", "all C flags set";
        AllCarryClear = 9, "allnc", "all C flags clear";
        AnyCarrySet = 10, "anyc", "any C flag set";
        AnyCarryClear = 11, "anync", "any C flag clear";
        Always = 15, "", "always";
    }
}

impl Condition {
    /// Whether no element meets both: one is never or the other's opposite, or a result would be zero and
    /// negative.
    pub const fn excludes(self, other: Condition) -> bool {
        matches!(
            (self, other),
            (Condition::Never, _)
                | (_, Condition::Never)
                | (Condition::ZeroSet, Condition::NegativeSet | Condition::ZeroClear)
                | (Condition::ZeroClear, Condition::ZeroSet)
                | (
                    Condition::NegativeSet,
                    Condition::ZeroSet | Condition::NegativeClear
                )
                | (Condition::NegativeClear, Condition::NegativeSet)
                | (Condition::CarrySet, Condition::CarryClear)
                | (Condition::CarryClear, Condition::CarrySet)
        )
    }
}
