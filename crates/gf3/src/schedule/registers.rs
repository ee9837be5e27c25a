//! Which components of which register a web has while it is alive.

use super::operation::Operations;
use quadrille_isa::nv20::limit;

/// The registers at some word of the new program.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    /// Components that are taken, a register each.
    taken: [u8; limit::TEMPORARIES],
    /// For each web its register.
    places: Vec<Option<u8>>,
    /// For each web how many accesses are still to come.
    left: Vec<usize>,
}

impl Registers {
    /// Before the first word; none where the values that are zero from the start do not fit.
    pub(super) fn new(operations: &Operations) -> Option<Registers> {
        let mut left = vec![0; operations.webs.len()];
        for operation in &operations.all {
            for web in operation.reads.iter().flatten().chain(&operation.writes) {
                left[*web] += 1;
            }
        }
        let mut registers = Registers {
            taken: [0; limit::TEMPORARIES],
            places: vec![None; operations.webs.len()],
            left,
        };
        for web in (0..operations.webs.len()).filter(|web| operations.initial[*web]) {
            // Another web that has the register first would leave something in it.
            registers.place(web, operations.webs[web], false)?;
        }
        Some(registers)
    }

    /// The register of a web that is alive.
    pub(super) fn of(&self, web: usize) -> Option<u8> {
        self.places[web]
    }

    /// Counts a read; the register is free again after the last access.
    pub(super) fn read(&mut self, web: usize, mask: u8) {
        self.left[web] -= 1;
        if let (0, Some(register)) = (self.left[web], self.places[web]) {
            self.taken[usize::from(register)] &= !mask;
        }
    }

    /// The register that a write goes to; none where none is free, or where it has to be R1 and is not. `special` says
    /// that R1 is preferred, which other writes leave alone as long as they can.
    pub(super) fn write(&mut self, web: usize, mask: u8, special: bool, paired: bool) -> Option<u8> {
        let only = limit::PAIRED_TEMPORARY;
        let register = match self.places[web] {
            Some(register) if !paired || register == only => register,
            Some(_) => return None,
            None if paired && self.taken[usize::from(only)] & mask != 0 => return None,
            None if paired => {
                self.places[web] = Some(only);
                self.taken[usize::from(only)] |= mask;
                only
            }
            None => self.place(web, mask, special)?,
        };
        self.read(web, mask);
        Some(register)
    }

    fn place(&mut self, web: usize, mask: u8, special: bool) -> Option<u8> {
        let free = |register: &usize| self.taken[*register] & mask == 0;
        let only = usize::from(limit::PAIRED_TEMPORARY);
        let preferred = (special && free(&only)).then_some(only);
        let others = || (0..limit::TEMPORARIES).filter(|register| *register != only);
        // A register that is in use already leaves whole ones for wide values.
        let shared = || others().find(|register| self.taken[*register] != 0 && free(register));
        let found = preferred
            .or_else(shared)
            .or_else(|| others().find(free))
            .or_else(|| free(&only).then_some(only))?;
        self.taken[found] |= mask;
        self.places[web] = Some(found as u8);
        Some(found as u8)
    }
}
