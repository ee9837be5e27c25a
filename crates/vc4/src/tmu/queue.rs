//! The texture and memory units as one QPU sees them: coordinates on their way, and two queues of results.
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
    /// Thread switches of the thread up to each request, and the coordinates that were written for it, oldest first.
    waiting: [VecDeque<(u64, usize)>; 2],
}

impl Requests {
    /// The same lists, empty.
    pub(crate) fn emptied(mut self) -> Requests {
        self.waiting.iter_mut().for_each(VecDeque::clear);
        self
    }

    /// Counts a result that was asked for after `switches` switches with `coordinates` writes; how many results and
    /// coordinates there are now. Beyond a number that no program can sensibly
    /// ask for, requests are forgotten: what the other thread loads is taken off nobody's.
    pub(crate) fn push(&mut self, unit: usize, switches: u64, coordinates: usize) -> (usize, usize) {
        let own = &mut self.waiting[unit];
        if own.len() < MOST_RESULTS {
            own.push_back((switches, coordinates));
        }
        (own.len(), own.iter().map(|request| request.1).sum())
    }

    /// Takes the oldest request off; the switches up to it.
    pub(crate) fn pop(&mut self, unit: usize) -> Option<u64> {
        self.waiting[unit].pop_front().map(|request| request.0)
    }

    /// Whether a request is left from before switch number `switches`.
    pub(crate) fn is_waiting(&self, unit: usize, switches: u64) -> bool {
        self.waiting[unit]
            .front()
            .is_some_and(|request| request.0 < switches)
    }
}

/// The coordinates T, R and B that were written since the last S, and the configuration words that came with them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    /// T, R and B; 0 where none was written.
    pub(crate) coordinates: [Lanes; 3],
    words: [u32; 4],
    count: usize,
}

impl Written {
    /// Adds a configuration word. A look-up has four at the most; a program may write on without end.
    pub(crate) fn take(&mut self, word: u32) {
        if let Some(place) = self.words.get_mut(self.count) {
            *place = word;
            self.count += 1;
        }
    }

    /// The configuration words.
    pub(crate) fn words(&self) -> &[u32] {
        &self.words[..self.count]
    }
}

/// The two units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tmu {
    queues: [VecDeque<Answer>; 2],
    /// What was written to each unit since its last S.
    pub(crate) written: [Written; 2],
}

impl Tmu {
    /// Forgets what a program left.
    pub(crate) fn begin(&mut self) {
        self.queues.iter_mut().for_each(VecDeque::clear);
        for written in &mut self.written {
            if written.count > 0 {
                *written = Written::default();
            }
        }
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
            assert!(requests.push(0, switches, 1).0 <= MOST_RESULTS);
        }
        assert!(requests.is_waiting(0, 5000) && !requests.is_waiting(1, 5000));
        assert_eq!(requests.pop(0), Some(0), "the oldest is known");
    }
}
