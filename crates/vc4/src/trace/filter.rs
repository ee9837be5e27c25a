//! A part of a trace: some QPUs, some clocks, some addresses, instructions that write some registers.

use std::ops::Range;

use super::{InstructionEvent, Observer, TransferEvent};
use crate::qpu::micro::MicroOp;

/// A register that an instruction may write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TracedRegister {
    /// One of 32 of file A.
    A(u8),
    /// One of 32 of file B.
    B(u8),
    /// An accumulator, r0 to r5; r4 is written by loads and by special functions.
    Accumulator(u8),
}

impl TracedRegister {
    /// The register of a name: `ra0` to `ra31`, `rb0` to `rb31`, `r0` to `r5`.
    pub fn of_name(name: &str) -> Option<TracedRegister> {
        let number = |digits: &str, below: u8| digits.parse().ok().filter(|&number| number < below);
        if let Some(digits) = name.strip_prefix("ra") {
            return number(digits, 32).map(TracedRegister::A);
        }
        if let Some(digits) = name.strip_prefix("rb") {
            return number(digits, 32).map(TracedRegister::B);
        }
        number(name.strip_prefix('r')?, 6).map(TracedRegister::Accumulator)
    }
}

/// What is to be told of. Without a list or a range, everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// The numbers of QPUs.
    pub qpus: Vec<u8>,
    /// The clocks at which an instruction begins.
    pub clocks: Option<Range<u64>>,
    /// The addresses of instructions. Transfers have none of their own and are told of without regard to it.
    pub addresses: Option<Range<u32>>,
    /// The registers of which an instruction writes one. Transfers write none.
    pub registers: Vec<TracedRegister>,
}

impl Selection {
    fn holds(&self, qpu: u8, start: u64) -> bool {
        (self.qpus.is_empty() || self.qpus.contains(&qpu))
            && self.clocks.as_ref().is_none_or(|clocks| clocks.contains(&start))
    }

    fn writes(&self, word: u64) -> bool {
        if self.registers.is_empty() {
            return true;
        }
        let op = MicroOp::of_word(word);
        self.registers.iter().any(|register| match *register {
            TracedRegister::A(n) => op.writes >> n & 1 != 0,
            TracedRegister::B(n) => op.writes >> (32 + n) & 1 != 0,
            TracedRegister::Accumulator(n) => op.gives_accumulators >> n & 1 != 0,
        })
    }
}

/// An observer that is told of a part only.
#[derive(Clone, Debug)]
pub struct Filter<O> {
    /// The observer.
    pub observer: O,
    selection: Selection,
}

impl<O> Filter<O> {
    /// Tells `observer` of what `selection` holds.
    pub fn new(observer: O, selection: Selection) -> Filter<O> {
        Filter { observer, selection }
    }
}

impl<O: Observer> Observer for Filter<O> {
    const ACTIVE: bool = O::ACTIVE;

    fn instruction(&mut self, event: &InstructionEvent<'_>) {
        let addresses = self.selection.addresses.as_ref();
        if self.selection.holds(event.qpu, event.start)
            && addresses.is_none_or(|addresses| addresses.contains(&event.address))
            && self.selection.writes(event.word)
        {
            self.observer.instruction(event);
        }
    }

    fn transfer(&mut self, event: &TransferEvent) {
        if self.selection.holds(event.qpu, event.start) && self.selection.registers.is_empty() {
            self.observer.transfer(event);
        }
    }
}
