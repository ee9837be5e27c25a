//! The operations that write address registers.

use quadrille_numerics::lane::{Float, Int};

use super::operations;

operations! {
    /// The operation of an instruction on address registers.
    AddressOp
    /// Floor of a float to an address.
    LoadFloor(AddressRange);
    /// Nearest integer, ties to even, to an address.
    LoadRound(AddressRange);
    /// `(x + z, y + w, x + z, y + w)` of an address.
    Sum(AddressRange);
    /// Address register onto the call stack.
    Push;
    /// Address register from the call stack.
    Pop;
}

/// Which numbers an address register holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AddressRange {
    /// 32 bits; what is outside saturates.
    Word,
    /// −512 to 511 (VP2.0).
    Clamped,
}

impl AddressOp {
    /// What it does and in which range, in a sentence.
    pub(super) const fn full_doc(self) -> &'static str {
        use AddressRange::Clamped;
        match self {
            AddressOp::LoadFloor(Clamped) => "Floor of a float to an address in [−512, 511] (VP2.0).",
            AddressOp::LoadRound(Clamped) => {
                "Nearest integer, ties to even, to an address in [−512, 511] (VP2.0)."
            }
            AddressOp::Sum(Clamped) => {
                "`(x + z, y + w, x + z, y + w)` of an address, in [−512, 511] (VP2.0)."
            }
            AddressOp::LoadFloor(AddressRange::Word)
            | AddressOp::LoadRound(AddressRange::Word)
            | AddressOp::Sum(AddressRange::Word)
            | AddressOp::Push
            | AddressOp::Pop => self.doc(),
        }
    }

    /// The address that a float gives: saturated, 0 of NaN. `None` if it is no load of a float.
    pub fn load<L: Float>(self, operand: L) -> Option<L::Signed> {
        let operand = operand.admit();
        match self {
            AddressOp::LoadFloor(range) => Some(range.admit(operand.floor().to_signed())),
            AddressOp::LoadRound(range) => Some(range.admit(operand.round().to_signed())),
            AddressOp::Sum(_) | AddressOp::Push | AddressOp::Pop => None,
        }
    }

    /// The sums of the halves of a register, twice. `None` if it is no sum.
    pub fn sum<I: Int>(self, [x, y, z, w]: [I; 4]) -> Option<[I; 4]> {
        match self {
            AddressOp::Sum(range) => {
                let (first, second) = (range.admit(x.add(z)), range.admit(y.add(w)));
                Some([first, second, first, second])
            }
            AddressOp::LoadFloor(_) | AddressOp::LoadRound(_) | AddressOp::Push | AddressOp::Pop => None,
        }
    }
}

impl AddressRange {
    fn admit<I: Int>(self, value: I) -> I {
        match self {
            AddressRange::Word => value,
            AddressRange::Clamped => {
                let (low, high) = (I::constant(-512), I::constant(511));
                let value = I::select(value.less(low), low, value);
                I::select(high.less(value), high, value)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AddressOp, AddressRange};

    /// source: NV_vertex_program2 2.14.3.3; NV_vertex_program2_option 2.14.5.28, which clamps nothing
    #[test]
    fn address_registers_add_their_halves() {
        let register = [1, -600, 10, 50];
        let whole = AddressOp::Sum(AddressRange::Word);
        let clamped = AddressOp::Sum(AddressRange::Clamped);
        assert_eq!(whole.sum(register), Some([11, -550, 11, -550]));
        assert_eq!(clamped.sum(register), Some([11, -512, 11, -512]));
        assert_eq!(clamped.sum([500, 0, 20, 0]), Some([511, 0, 511, 0]));
    }
}
