//! Registers for values: a free one where there is one, the one freed last first, so that few planes are touched.

use quadrille_scalar::Type;

use crate::code::Register;

/// The registers of a code while it is made.
#[derive(Default)]
pub(super) struct Allocator {
    words: File,
    longs: File,
}

#[derive(Default)]
struct File {
    free: Vec<u16>,
    count: u16,
}

/// More registers than a step can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OutOfRegisters;

impl File {
    fn take(&mut self) -> Result<u16, OutOfRegisters> {
        match self.free.pop() {
            Some(free) => Ok(free),
            None => self.fresh(),
        }
    }

    fn fresh(&mut self) -> Result<u16, OutOfRegisters> {
        let next = self.count;
        self.count = next
            .checked_add(1)
            .filter(|count| *count <= MOST)
            .ok_or(OutOfRegisters)?;
        Ok(next)
    }
}

/// Registers of a file at most: a piece of a batch then takes some MiB.
const MOST: u16 = 4096;

impl Allocator {
    /// A register for a value of a type.
    pub(super) fn take(&mut self, kind: Type) -> Result<Register, OutOfRegisters> {
        match kind {
            Type::Bool | Type::Word | Type::Vector => self.words.take().map(Register::Word),
            Type::Long => self.longs.take().map(Register::Long),
        }
    }

    /// A register that nothing was in: for a constant, which is put there before anything runs.
    pub(super) fn fresh(&mut self, kind: Type) -> Result<Register, OutOfRegisters> {
        match kind {
            Type::Bool | Type::Word | Type::Vector => self.words.fresh().map(Register::Word),
            Type::Long => self.longs.fresh().map(Register::Long),
        }
    }

    /// Gives a register back.
    pub(super) fn give(&mut self, register: Register) {
        match register {
            Register::Word(number) => self.words.free.push(number),
            Register::Long(number) => self.longs.free.push(number),
        }
    }

    /// How many registers of words and of longs there are.
    pub(super) fn counts(&self) -> (u16, u16) {
        (self.words.count, self.longs.count)
    }
}
