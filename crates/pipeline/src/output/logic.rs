//! Logical operations (GL 2.1, 4.1.10), on the bits of fixed-point pixels.

use crate::state::LogicOperation;

/// The result of an operation on source and destination.
#[inline(always)]
pub(crate) fn apply(operation: LogicOperation, s: u32, d: u32) -> u32 {
    match operation {
        LogicOperation::Clear => 0,
        LogicOperation::And => s & d,
        LogicOperation::AndReverse => s & !d,
        LogicOperation::Copy => s,
        LogicOperation::AndInverted => !s & d,
        LogicOperation::Noop => d,
        LogicOperation::Xor => s ^ d,
        LogicOperation::Or => s | d,
        LogicOperation::Nor => !(s | d),
        LogicOperation::Equivalent => !(s ^ d),
        LogicOperation::Invert => !d,
        LogicOperation::OrReverse => s | !d,
        LogicOperation::CopyInverted => !s,
        LogicOperation::OrInverted => !s | d,
        LogicOperation::Nand => !(s & d),
        LogicOperation::Set => u32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: GL 2.1, Table 4.3: the operations stand in the order of their values, whose four bits are the
    /// results for (s, d) = (1, 1), (1, 0), (0, 1), (0, 0), the last one first.
    #[test]
    fn table_of_bits() {
        use LogicOperation as L;
        let all = [
            (L::Clear, 0b0000),
            (L::And, 0b0001),
            (L::AndReverse, 0b0010),
            (L::Copy, 0b0011),
            (L::AndInverted, 0b0100),
            (L::Noop, 0b0101),
            (L::Xor, 0b0110),
            (L::Or, 0b0111),
            (L::Nor, 0b1000),
            (L::Equivalent, 0b1001),
            (L::Invert, 0b1010),
            (L::OrReverse, 0b1011),
            (L::CopyInverted, 0b1100),
            (L::OrInverted, 0b1101),
            (L::Nand, 0b1110),
            (L::Set, 0b1111),
        ];
        for (operation, wanted) in all {
            assert_eq!(apply(operation, 0b0011, 0b0101) & 0b1111, wanted, "{operation:?}");
        }
    }
}
