//! The texture and memory units as one QPU sees them: two queues of results.
//!
//! Raw memory reads are here: a lone write of S is sixteen addresses. Texture look-ups, which take
//! configuration uniforms, are noticed and answered with zeros.
//!
//! The hardware swaps the two units for half of the QPUs to spread the load; that moves no result from one
//! queue to the other and is not modelled.

use std::collections::VecDeque;

use quadrille_numerics::qpu::lanes::Lanes;

/// Results that are kept even if a program never reads any: more than any program can sensibly ask for.
const MOST_RESULTS: usize = 1024;

/// A result on its way to r4.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) value: Lanes,
    /// Clock at which it is there.
    pub(crate) ready: u64,
    /// Thread switches of the asking thread up to the request, and the thread.
    pub(crate) switches: u64,
    pub(crate) thread: u8,
}

/// The two units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tmu {
    queues: [VecDeque<Answer>; 2],
    /// Parameters (T, R, B) written since the last S, per unit.
    pub(crate) parameters: [u8; 2],
    /// Whether any coordinate was ever written.
    pub(crate) used: bool,
    /// The instruction, as a count, at which swapping was turned off.
    pub(crate) no_swap_at: Option<u64>,
}

impl Tmu {
    /// Results asked for and not yet loaded.
    pub(crate) fn outstanding(&self, unit: usize) -> usize {
        self.queues[unit].len()
    }

    /// Whether a result that a thread asked for before its switch number `switches` is still there.
    pub(crate) fn is_waiting(&self, unit: usize, thread: u8, switches: u64) -> bool {
        let mut queue = self.queues[unit].iter();
        queue.any(|answer| answer.thread == thread && answer.switches < switches)
    }

    /// Queues a result; whether there was room.
    pub(crate) fn push(&mut self, unit: usize, answer: Answer) -> bool {
        let room = self.queues[unit].len() < MOST_RESULTS;
        if room {
            self.queues[unit].push_back(answer);
        }
        room
    }

    /// Takes the oldest result.
    pub(crate) fn pop(&mut self, unit: usize) -> Option<Answer> {
        self.queues[unit].pop_front()
    }

    /// Drops the results of a thread; how many there were.
    pub(crate) fn clear(&mut self, thread: u8) -> usize {
        let before = self.outstanding(0) + self.outstanding(1);
        for queue in &mut self.queues {
            queue.retain(|answer| answer.thread != thread);
        }
        before - self.outstanding(0) - self.outstanding(1)
    }
}
