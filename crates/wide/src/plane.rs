//! Planes: one component of a value in all lanes of a piece of a batch.

use std::mem::swap;

/// Lanes of a plane: what a step works on at once. A constant, so that every loop over a plane is flat, without a
/// rest, and long enough that choosing the step costs little; a multiple of a quad and of a thread group.
pub const LANES: usize = 256;

/// One word of 32 or 64 bits in each lane.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Plane<E>(pub [E; LANES]);

impl<E: Element> Default for Plane<E> {
    fn default() -> Plane<E> {
        Plane([E::default(); LANES])
    }
}

/// The words of a register file: `u32` or `u64`.
pub trait Element: Copy + Default + PartialEq + 'static {
    /// Its registers.
    fn file(registers: &Registers) -> &[Box<Plane<Self>>];
    /// The same, to write.
    fn file_mut(registers: &mut Registers) -> &mut Vec<Box<Plane<Self>>>;
    /// The plane that the next result is written to.
    fn spare(spares: &mut Spares) -> &mut Box<Plane<Self>>;
}

/// The registers of a run. A truth value is a word with all bits set or none.
#[derive(Clone, Debug, Default)]
pub struct Registers {
    /// Words of 32 bits, and truth values.
    pub words: Vec<Box<Plane<u32>>>,
    /// Words of 64 bits.
    pub longs: Vec<Box<Plane<u64>>>,
}

/// Planes that no register is: a step writes one of them, and it becomes the register that it is the result of. So a
/// step's destination is never one of its sources.
#[derive(Clone, Debug, Default)]
pub struct Spares {
    words: Box<Plane<u32>>,
    longs: Box<Plane<u64>>,
}

impl Registers {
    /// So many registers of each size, all zero.
    pub fn new(words: usize, longs: usize) -> Registers {
        Registers {
            words: vec![Box::default(); words],
            longs: vec![Box::default(); longs],
        }
    }

    /// The lanes of a register.
    pub fn get<E: Element>(&self, register: u16) -> &[E; LANES] {
        &E::file(self)[usize::from(register)].0
    }

    /// The same, to write.
    pub fn get_mut<E: Element>(&mut self, register: u16) -> &mut [E; LANES] {
        &mut E::file_mut(self)[usize::from(register)].0
    }

    /// A register, and another to write; none if they are one.
    pub(crate) fn pair<E: Element>(&mut self, from: u16, to: u16) -> Option<(&[E; LANES], &mut [E; LANES])> {
        let both = [from, to].map(usize::from);
        let [from, to] = E::file_mut(self).get_disjoint_mut(both).ok()?;
        Some((&from.0, &mut to.0))
    }

    /// Makes a plane a register's value, which it takes in turn.
    pub(crate) fn exchange<E: Element>(&mut self, register: u16, plane: &mut Box<Plane<E>>) {
        swap(&mut E::file_mut(self)[usize::from(register)], plane);
    }

    /// Makes what was written to the spare plane a register's value.
    pub(crate) fn put<E: Element>(&mut self, register: u16, spares: &mut Spares) {
        swap(&mut E::file_mut(self)[usize::from(register)], E::spare(spares));
    }
}

impl Element for u32 {
    fn file(registers: &Registers) -> &[Box<Plane<u32>>] {
        &registers.words
    }
    fn file_mut(registers: &mut Registers) -> &mut Vec<Box<Plane<u32>>> {
        &mut registers.words
    }
    fn spare(spares: &mut Spares) -> &mut Box<Plane<u32>> {
        &mut spares.words
    }
}

impl Element for u64 {
    fn file(registers: &Registers) -> &[Box<Plane<u64>>] {
        &registers.longs
    }
    fn file_mut(registers: &mut Registers) -> &mut Vec<Box<Plane<u64>>> {
        &mut registers.longs
    }
    fn spare(spares: &mut Spares) -> &mut Box<Plane<u64>> {
        &mut spares.longs
    }
}
