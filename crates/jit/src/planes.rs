//! What a run reads and writes.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Lanes are given in multiples of this: a vector of the widest instruction set.
pub const BLOCK: usize = 16;

/// A vector of the widest instruction set, put aside.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Slot(pub(crate) [u32; BLOCK]);

/// What runs need besides the planes, kept from run to run.
#[derive(Debug, Default)]
pub struct Storage {
    pub(crate) uniforms: Vec<u32>,
    pub(crate) slots: Vec<Slot>,
}

/// The planes of a run, in the order of their numbers.
#[derive(Debug)]
pub struct Planes<'a> {
    pub(crate) lanes: usize,
    /// Their addresses, of which the first `count` are there.
    pub(crate) list: [MaybeUninit<*mut u32>; MOST_PLANES],
    /// How many there are.
    pub(crate) count: usize,
    /// How many of them are only read: the first.
    pub(crate) reads: usize,
    borrowed: PhantomData<&'a mut [u32]>,
}

/// Planes of a function at most.
pub const MOST_PLANES: usize = 96;

impl<'a> Planes<'a> {
    /// None yet; each will have so many lanes, rounded up to a multiple of [`BLOCK`].
    #[must_use]
    #[inline]
    pub fn new(lanes: usize) -> Planes<'a> {
        Planes {
            lanes: lanes.next_multiple_of(BLOCK),
            list: [MaybeUninit::uninit(); MOST_PLANES],
            count: 0,
            reads: 0,
            borrowed: PhantomData,
        }
    }

    /// The next plane is one that is read.
    ///
    /// # Panics
    ///
    /// It has too few lanes, there are [`MOST_PLANES`], or one that is written came before it.
    #[inline]
    pub fn read(&mut self, plane: &'a [u32]) {
        assert!(plane.len() >= self.lanes, "a plane is too short");
        assert!(self.reads == self.count, "planes that are read come first");
        // Nothing writes through it: only those behind the first `reads` are written.
        self.list[self.count].write(plane.as_ptr().cast_mut());
        self.count += 1;
        self.reads += 1;
    }

    /// The next plane is one that is written.
    ///
    /// # Panics
    ///
    /// It has too few lanes, or there are [`MOST_PLANES`].
    #[inline]
    pub fn write(&mut self, plane: &'a mut [u32]) {
        assert!(plane.len() >= self.lanes, "a plane is too short");
        self.list[self.count].write(plane.as_mut_ptr());
        self.count += 1;
    }
}
