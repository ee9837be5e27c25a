//! Wires between units.

use super::trace::Token;
use crate::function::Quad;
use std::collections::VecDeque;

/// Messages on their way, each visible from a later cycle than the one in which it was sent.
#[derive(Debug)]
pub(super) struct Wire<T> {
    messages: VecDeque<(u64, T)>,
}

impl<T> Default for Wire<T> {
    fn default() -> Self {
        Wire {
            messages: VecDeque::new(),
        }
    }
}

impl<T> Wire<T> {
    /// Sends a message that arrives `latency` cycles after `now`, at least one, behind those that arrive no later.
    pub(super) fn send(&mut self, now: u64, latency: u64, message: T) {
        let arrival = now + latency.max(1);
        let behind = self.messages.iter().rposition(|other| other.0 <= arrival);
        self.messages
            .insert(behind.map_or(0, |at| at + 1), (arrival, message));
    }

    /// Makes all messages visible at once, before the first cycle.
    pub(super) fn release(&mut self) {
        self.messages.iter_mut().for_each(|message| message.0 = 0);
    }

    /// The next message, if it has arrived.
    pub(super) fn receive(&mut self, now: u64) -> Option<T> {
        match self.messages.front() {
            Some((visible, _)) if *visible <= now => self.messages.pop_front().map(|(_, message)| message),
            _ => None,
        }
    }
}

/// A vertex that lies complete in an input buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready {
    pub(super) vertex: usize,
    pub(super) buffer: usize,
}

/// The attributes of a vertex that are copied into an input buffer.
#[derive(Clone, Debug)]
pub(super) struct Fill {
    pub(super) buffer: usize,
    pub(super) slots: [Quad; 16],
    pub(super) mask: u16,
}

/// A vertex whose program is over.
#[derive(Clone, Debug)]
pub(super) struct Done {
    pub(super) vertex: usize,
    pub(super) outputs: Box<[Quad; 16]>,
}

/// One attribute on its way to the attribute buffer; the last one of a vertex provokes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeWrite {
    pub(super) vertex: usize,
    pub(super) slot: usize,
    pub(super) value: Quad,
    pub(super) provokes: bool,
}

/// All wires.
#[derive(Debug, Default)]
pub(super) struct Wires {
    /// Fetch to copy.
    pub(super) attributes: Wire<AttributeWrite>,
    /// Fetch to issue: whether the host sets up.
    pub(super) setup: Wire<bool>,
    /// Drain to fetch: a vertex has left.
    pub(super) retired: Wire<()>,
    /// Copy to fetch: a provoked vertex has left the attribute buffer.
    pub(super) credits: Wire<()>,
    /// Copy to execute.
    pub(super) fills: Wire<Fill>,
    /// Copy to issue.
    pub(super) ready: Wire<Ready>,
    /// Issue to copy: an input buffer is read no more.
    pub(super) inputs_free: Wire<usize>,
    /// Issue to execute; arrives when the instruction is in the swizzle stage.
    pub(super) tokens: Wire<Token>,
    /// Execute to drain.
    pub(super) done: Wire<Done>,
    /// Drain to issue: an output buffer is empty.
    pub(super) outputs_free: Wire<()>,
}
