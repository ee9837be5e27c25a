//! The events that an onlooker of a run is told, and onlookers that write them down.
//!
//! The onlooker is a type parameter of the run; with `()` nothing is gathered and nothing is paid.

pub mod filter;
pub mod kanata;
pub mod svg;
pub mod text;

use quadrille_numerics::qpu::lanes::Lanes;

/// An instruction that was executed.
#[derive(Clone, Copy, Debug)]
pub struct InstructionEvent<'a> {
    /// Number of the QPU.
    pub qpu: u8,
    /// Which of its two threads, 0 or 1.
    pub thread: u8,
    /// Clock at which it could have begun.
    pub start: u64,
    /// Clock at which the next one can begin.
    pub end: u64,
    /// Clocks of these that it waited.
    pub stalled: u64,
    /// Its bus address.
    pub address: u32,
    /// The word.
    pub word: u64,
    /// The present value of the ADD target.
    pub add: &'a Lanes,
    /// The present value of the MUL target.
    pub mul: &'a Lanes,
    /// The present value of r4.
    pub r4: &'a Lanes,
}

/// A transfer between VPM and memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TransferEvent {
    /// The QPU that asked for it.
    pub qpu: u8,
    /// Whether it stores to memory.
    pub store: bool,
    /// Clock at which it begins.
    pub start: u64,
    /// Clock at which it ends.
    pub end: u64,
    /// Bus address.
    pub address: u32,
    /// Bytes moved.
    pub bytes: u32,
}

/// Somebody who watches a run. QPUs are told of in the order in which the emulator runs them, each in its own
/// time; sort by clock for a common one.
pub trait Observer {
    /// Whether events are wanted at all.
    const ACTIVE: bool = true;

    /// An instruction was executed.
    fn instruction(&mut self, event: &InstructionEvent<'_>);

    /// A transfer was started.
    fn transfer(&mut self, event: &TransferEvent);
}

/// Nobody.
impl Observer for () {
    const ACTIVE: bool = false;

    fn instruction(&mut self, _: &InstructionEvent<'_>) {}

    fn transfer(&mut self, _: &TransferEvent) {}
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    const ACTIVE: bool = A::ACTIVE || B::ACTIVE;

    fn instruction(&mut self, event: &InstructionEvent<'_>) {
        self.0.instruction(event);
        self.1.instruction(event);
    }

    fn transfer(&mut self, event: &TransferEvent) {
        self.0.transfer(event);
        self.1.transfer(event);
    }
}

impl<O: Observer> Observer for Option<O> {
    fn instruction(&mut self, event: &InstructionEvent<'_>) {
        if let Some(observer) = self {
            observer.instruction(event);
        }
    }

    fn transfer(&mut self, event: &TransferEvent) {
        if let Some(observer) = self {
            observer.transfer(event);
        }
    }
}
