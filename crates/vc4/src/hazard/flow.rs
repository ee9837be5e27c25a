//! The state before each instruction, over all paths: the smallest fixed point of a bounded state.
//!
//! A rule that looks further than a few instructions keeps a small state. States that meet are joined; joining
//! can only go up a short ladder, so that loops come to rest.

use std::collections::VecDeque;

use super::effect::Places;
use super::subject::Subject;

/// The state of a rule.
pub(crate) trait State: Copy + PartialEq {
    /// The state at an entry.
    fn entry() -> Self;

    /// The state where two paths meet; it must not lie below either.
    fn join(self, other: Self) -> Self;
}

/// The state before each node. `step` gives the state after a node from that before it.
pub(crate) fn solve<S: State>(subject: &Subject<'_>, step: impl Fn(S, u32) -> S) -> Vec<S> {
    let graph = &subject.graph;
    let mut before: Vec<Option<S>> = vec![None; graph.nodes.len()];
    let mut waiting: VecDeque<u32> = VecDeque::new();
    let mut is_waiting = vec![false; graph.nodes.len()];
    for entry in &graph.entries {
        before[*entry as usize] = Some(S::entry());
        is_waiting[*entry as usize] = true;
        waiting.push_back(*entry);
    }
    while let Some(node) = waiting.pop_front() {
        is_waiting[node as usize] = false;
        let Some(state) = before[node as usize] else {
            continue;
        };
        let after = step(state, node);
        for next in graph.successors(node) {
            let joined = match before[*next as usize] {
                Some(old) => old.join(after),
                None => after,
            };
            if before[*next as usize] != Some(joined) {
                before[*next as usize] = Some(joined);
                if !is_waiting[*next as usize] {
                    is_waiting[*next as usize] = true;
                    waiting.push_back(*next);
                }
            }
        }
    }
    before
        .into_iter()
        .map(|state| state.unwrap_or_else(S::entry))
        .collect()
}

/// The registers and accumulators that are taken on some path from each node on, before something replaces them.
pub(crate) fn live(subject: &Subject<'_>) -> Vec<Places> {
    let graph = &subject.graph;
    let count = graph.nodes.len() as u32;
    let mut before = vec![Vec::new(); graph.nodes.len()];
    for node in 0..count {
        for next in graph.successors(node) {
            before[*next as usize].push(node);
        }
    }
    let mut live = vec![Places::NONE; graph.nodes.len()];
    let mut waiting: Vec<u32> = (0..count).collect();
    while let Some(node) = waiting.pop() {
        let after = graph.successors(node).iter();
        let after = after.fold(Places::NONE, |places, next| places.with(live[*next as usize]));
        let here = match subject.effect(node) {
            Some(effect) => after.without(effect.replaces()).with(effect.takes()),
            None => after,
        };
        if live[node as usize] != here {
            live[node as usize] = here;
            waiting.extend_from_slice(&before[node as usize]);
        }
    }
    live
}

/// Whether something holds on a path to here: the state of many rules.
impl State for bool {
    fn entry() -> bool {
        false
    }

    fn join(self, other: bool) -> bool {
        self | other
    }
}

/// Which of up to eight alternatives are possible here; at an entry only the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Possible(pub(crate) u8);

impl Possible {
    /// Only alternative `n`.
    pub(crate) const fn only(n: u8) -> Possible {
        Possible(1 << n)
    }

    /// Whether alternative `n` is possible.
    pub(crate) const fn has(self, n: u8) -> bool {
        self.0 & 1 << n != 0
    }
}

impl State for Possible {
    fn entry() -> Possible {
        Possible::only(0)
    }

    fn join(self, other: Possible) -> Possible {
        Possible(self.0 | other.0)
    }
}
