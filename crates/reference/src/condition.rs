//! The condition-code registers of all lanes.

use quadrille_isa::gl::condition::{Condition, Flags};

/// The register of the sparse tests, behind CC0 and CC1.
pub(crate) const SPARSE: usize = 2;

/// CC0, CC1 and the register of texel residency, in all lanes.
pub(crate) struct Codes {
    registers: [Vec<[Flags; 4]>; 3],
}

impl Codes {
    pub(crate) fn new(lanes: usize) -> Codes {
        Codes {
            registers: std::array::from_fn(|_| vec![[Flags::EQUAL; 4]; lanes]),
        }
    }

    pub(crate) fn clear(&mut self) {
        for register in &mut self.registers {
            register.fill([Flags::EQUAL; 4]);
        }
    }

    /// Which components pass a test in a lane.
    pub(crate) fn test(&self, condition: &Condition, lane: usize) -> [bool; 4] {
        condition.holds(&self.registers[register(condition)][lane])
    }

    /// Whether any component passes: how flow control takes a test. No test always passes.
    pub(crate) fn any(&self, condition: Option<&Condition>, lane: usize) -> bool {
        condition.is_none_or(|condition| self.test(condition, lane).contains(&true))
    }

    /// The flags of a register in a lane.
    pub(crate) fn flags(&self, register: usize, lane: usize) -> [Flags; 4] {
        self.registers[register][lane]
    }

    pub(crate) fn set(&mut self, register: usize, lane: usize, component: usize, flags: Flags) {
        self.registers[register][lane][component] = flags;
    }
}

/// The number of the register that a condition reads.
pub(crate) fn register(condition: &Condition) -> usize {
    if condition.test.is_sparse() {
        SPARSE
    } else {
        usize::from(condition.register.min(1))
    }
}
