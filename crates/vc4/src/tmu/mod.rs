//! The texture and memory units as one QPU sees them: two queues of results.
//!
//! Raw memory reads are here: a lone write of S is sixteen addresses. Texture look-ups, which take
//! configuration uniforms, are noticed and answered with zeros.
//!
//! The hardware swaps the two units for half of the QPUs to spread the load; that moves no result from one
//! queue to the other and is not modelled.

use std::collections::VecDeque;

use quadrille_numerics::qpu::lanes::Lanes;

/// Results that are kept even if a program never reads any, and requests of a thread that another one answers to: more
/// than any program can sensibly ask for.
const MOST_RESULTS: usize = 1024;

/// A result on its way to r4.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) value: Lanes,
    /// Clock at which it is there.
    pub(crate) ready: u64,
    /// The thread that asked for it.
    pub(crate) thread: u8,
}

/// The requests of one thread to the two units, not yet loaded. The queues of results do not separate the threads:
/// a thread that loads too much takes what the other asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests {
    /// Thread switches of the thread up to each request, oldest first.
    switches: [VecDeque<u64>; 2],
}

impl Requests {
    /// Counts a request after `switches` switches; how many there are now. Beyond a number that no program can sensibly
    /// ask for, requests are forgotten: what the other thread loads is taken off nobody's.
    pub(crate) fn push(&mut self, unit: usize, switches: u64) -> usize {
        let own = &mut self.switches[unit];
        if own.len() < MOST_RESULTS {
            own.push_back(switches);
        }
        own.len()
    }

    /// Takes the oldest request off; the switches up to it.
    pub(crate) fn pop(&mut self, unit: usize) -> Option<u64> {
        self.switches[unit].pop_front()
    }

    /// Whether a request is left from before switch number `switches`.
    pub(crate) fn is_waiting(&self, unit: usize, switches: u64) -> bool {
        self.switches[unit].front().is_some_and(|&at| at < switches)
    }
}

/// The two units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tmu {
    queues: [VecDeque<Answer>; 2],
    /// Parameters (T, R, B) written since the last S, per unit.
    pub(crate) parameters: [u8; 2],
}

impl Tmu {
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
        let mut dropped = 0;
        for queue in &mut self.queues {
            let before = queue.len();
            queue.retain(|answer| answer.thread != thread);
            dropped += before - queue.len();
        }
        dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One thread asks and the other loads, without end: nothing is ever taken off the first one's list.
    #[test]
    fn requests_that_nobody_loads_take_no_more_memory() {
        let mut requests = Requests::default();
        for switches in 0..5000 {
            assert!(requests.push(0, switches) <= MOST_RESULTS);
        }
        assert!(requests.is_waiting(0, 5000) && !requests.is_waiting(1, 5000));
        assert_eq!(requests.pop(0), Some(0), "the oldest is known");
    }
}
