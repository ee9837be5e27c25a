//! The condition-code registers of all lanes.

use quadrille_isa::gl::condition::{Condition, Flags};

/// The register of the sparse tests, behind CC0 and CC1.
pub(crate) const SPARSE: usize = 2;

/// CC0, CC1 and the register of texel residency, in all lanes.
#[derive(Clone)]
pub(crate) struct Codes {
    registers: [Vec<[Flags; 4]>; 3],
    /// For who watches: bit n of a lane's word says that component n was updated, bit n + 4 that its carry
    /// and overflow are undefined.
    marks: [Vec<u8>; 3],
}

impl Codes {
    pub(crate) fn new(lanes: usize) -> Codes {
        Codes {
            registers: std::array::from_fn(|_| vec![[Flags::EQUAL; 4]; lanes]),
            marks: std::array::from_fn(|_| vec![0; lanes]),
        }
    }

    pub(crate) fn clear(&mut self) {
        for register in &mut self.registers {
            register.fill([Flags::EQUAL; 4]);
        }
        for marks in &mut self.marks {
            marks.fill(0);
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

    /// Notes that components, bit 0 for x, were updated, and whether carry and overflow are undefined.
    pub(crate) fn mark(&mut self, register: usize, lane: usize, components: u8, undefined: bool) {
        let marks = &mut self.marks[register][lane];
        *marks |= components;
        *marks &= !(components << 4);
        if undefined {
            *marks |= components << 4;
        }
    }

    /// Of the components that a test reads (those for which `mask` has a bit, through its swizzle), those that
    /// were never updated and those whose flags are undefined.
    pub(crate) fn doubts(&self, condition: &Condition, mask: u8, lane: usize) -> (u8, u8) {
        let read = condition.swizzle.iter().enumerate();
        let read = read.filter(|(at, _)| mask >> at & 1 != 0);
        let read = read.fold(0, |read, (_, component)| read | 1 << (component & 3));
        let marks = self.marks[register(condition)][lane];
        (read & !marks, read & marks >> 4)
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
