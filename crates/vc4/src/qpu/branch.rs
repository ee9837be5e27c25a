//! Branches: when they are taken, where to, and the link address.

use quadrille_isa::qpu::{BranchCondition, Condition};
use quadrille_numerics::qpu::lanes::mask;

use super::arithmetic::holds;
use super::micro::MicroOp;
use super::state::{Flags, Qpu};
use crate::machine::chip::Chip;
use crate::machine::finding::FindingKind;

/// Whether a branch with this condition is taken.
pub(crate) fn taken(condition: BranchCondition, flags: &Flags) -> bool {
    let all = |condition: Condition| {
        holds(condition, flags)
            .iter()
            .fold(u32::MAX, |all, &one| all & one)
            != 0
    };
    let any = |condition: Condition| holds(condition, flags).iter().fold(0, |any, &one| any | one) != 0;
    match condition {
        BranchCondition::AllZeroSet => all(Condition::ZeroSet),
        BranchCondition::AllZeroClear => all(Condition::ZeroClear),
        BranchCondition::AnyZeroSet => any(Condition::ZeroSet),
        BranchCondition::AnyZeroClear => any(Condition::ZeroClear),
        BranchCondition::AllNegativeSet => all(Condition::NegativeSet),
        BranchCondition::AllNegativeClear => all(Condition::NegativeClear),
        BranchCondition::AnyNegativeSet => any(Condition::NegativeSet),
        BranchCondition::AnyNegativeClear => any(Condition::NegativeClear),
        BranchCondition::AllCarrySet => all(Condition::CarrySet),
        BranchCondition::AllCarryClear => all(Condition::CarryClear),
        BranchCondition::AnyCarrySet => any(Condition::CarrySet),
        BranchCondition::AnyCarryClear => any(Condition::CarryClear),
        BranchCondition::Always => true,
    }
}

impl Qpu {
    /// Executes a branch: if taken, the link address goes to both targets and the jump follows after three more
    /// instructions. Whether it was taken.
    #[inline(never)]
    pub(crate) fn branch(&mut self, op: &MicroOp, chip: &mut Chip) -> bool {
        let Some(branch) = op.branch else {
            return false;
        };
        if self.context.pending.branch > 0 {
            self.note(chip, FindingKind::BranchInSlot, 0);
        }
        if self.context.pending.switch > 0 {
            self.note(chip, FindingKind::BranchAfterSwitch, 0);
        }
        let taken = taken(branch.condition, &self.flags);
        let next = self.address().wrapping_add(32);
        let register = self.bank[usize::from(branch.read_a)][15];
        let sets_flags = branch.read_a & 1 != 0;
        if branch.add_register && sets_flags {
            self.note(chip, FindingKind::OddBranchRegister, u32::from(branch.read_a));
        }
        if !taken {
            return false;
        }
        if sets_flags {
            // They are those of the link address.
            self.flags = Flags {
                value: [next; 16],
                carry: [mask(false); 16],
            };
        }
        let mut target = branch.immediate;
        if branch.relative {
            target = target.wrapping_add(next);
        }
        if branch.add_register {
            target = target.wrapping_add(register);
        }
        self.bank[usize::from(op.add_to)] = [next; 16];
        self.bank[usize::from(op.mul_to)] = [next; 16];
        self.context.branch_target = target;
        self.context.pending.branch = 4;
        self.is_pending = true;
        true
    }
}
