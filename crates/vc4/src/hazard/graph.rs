//! The paths of control flow: which instruction can follow which, with the delay slots of branches and of the
//! thread end.
//!
//! A node is an instruction together with what is still to happen: a branch whose delay slots are running, a
//! thread end that is two instructions away, calls that have not returned ([`super::links`]). One instruction may be
//! several nodes (it is a delay slot on one path and a branch target on another), so that no path is followed that the
//! hardware cannot take. Conditions are not evaluated.

use std::collections::HashMap;

use super::effect::Effect;
use super::links::{Held, Links};
use super::program::Program;

const NONE: u32 = u32::MAX;

/// An instruction on a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    /// Index of the word.
    pub(crate) word: u32,
    /// Index of the branch whose delay slot it is, or `u32::MAX`.
    branch: u32,
    /// Which delay slot it is, 1 to 3; 0 if it is none.
    pub(crate) slot: u8,
    /// The number of instructions since the thread end was signalled, 1 or 2; 0 if it was not.
    pub(crate) after_end: u8,
    /// The addresses that registers hold.
    held: Held,
}

/// A point at which a path leaves the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leave {
    /// The last instruction on it.
    pub(crate) word: u32,
    /// The word after it, which is none or no instruction.
    pub(crate) to: u32,
    /// The number of instructions of the thread end that are missing, 0 if none was signalled.
    pub(crate) missing: u8,
}

/// Nodes in the order in which they are found; the first of each entry comes before its successors.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) entries: Vec<u32>,
    /// Successors of node n: `edges[first_edge[n]..first_edge[n + 1]]`.
    edges: Vec<u32>,
    first_edge: Vec<u32>,
    pub(crate) leaves: Vec<Leave>,
    /// By node: whether a path comes to it from another entry than the first. What such a path brings along is not
    /// known: data may hold the entry's address.
    pub(crate) from_elsewhere: Vec<bool>,
    /// Whether the limit was reached, so that paths are missing.
    pub(crate) is_cut: bool,
    numbers: HashMap<Node, u32>,
}

/// Nodes and edges for each word that are followed; ordinary programs need little more than one.
const SHARE: usize = 16;

impl Graph {
    /// Follows all paths from the program's entries. `effects` has `None` where a word is no instruction.
    pub(crate) fn new(program: &Program, effects: &[Option<Effect>]) -> Graph {
        let mut graph = Graph::follow_all(program, effects, Links::paired());
        if graph.is_cut {
            // So many calls in each other's way: any return may go to any of them.
            graph = Graph::follow_all(program, effects, Links::unpaired(effects));
        }
        graph.mark_from_elsewhere();
        graph
    }

    fn follow_all(program: &Program, effects: &[Option<Effect>], mut links: Links) -> Graph {
        let mut graph = Graph::default();
        let mut entries = program.entries.clone();
        entries.retain(|entry| effects.get(*entry as usize).is_some_and(Option::is_some));
        if entries.is_empty() && effects.first().is_some_and(Option::is_some) {
            entries.push(0);
        }
        let mut next = 0;
        for entry in entries {
            graph.enter(entry);
            graph.follow(&mut next, program, effects, &mut links);
        }
        // What no path reaches is looked at too where it looks like a program: it has a branch or an end.
        let mut reached: Vec<bool> = vec![false; effects.len()];
        let mut counted = 0;
        let mut at = 0;
        while at < effects.len() {
            for node in &graph.nodes[counted..] {
                reached[node.word as usize] = true;
            }
            counted = graph.nodes.len();
            let is_free = |at: usize| effects[at].is_some() && !reached[at];
            if !is_free(at) {
                at += 1;
                continue;
            }
            let mut end = at;
            // A call through a register of which nothing is known comes back here.
            let called = at.checked_sub(4).and_then(|call| effects[call].as_ref());
            let mut is_program =
                called.is_some_and(|call| call.as_branch().is_some_and(|branch| branch.add_register));
            while end < effects.len() && is_free(end) && !is_program {
                is_program = effects[end]
                    .as_ref()
                    .is_some_and(|effect| effect.signal.ends_thread() || effect.as_branch().is_some());
                end += 1;
            }
            if !is_program {
                at = end;
                continue;
            }
            graph.enter(at as u32);
            graph.follow(&mut next, program, effects, &mut links);
            at += 1;
        }
        graph.numbers = HashMap::new();
        graph
    }

    fn enter(&mut self, word: u32) {
        let node = Node {
            word,
            branch: NONE,
            slot: 0,
            after_end: 0,
            held: Held::NOTHING,
        };
        let number = self.number(node);
        self.entries.push(number);
    }

    fn mark_from_elsewhere(&mut self) {
        self.from_elsewhere = vec![false; self.nodes.len()];
        let mut waiting: Vec<u32> = self.entries.iter().skip(1).copied().collect();
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut self.from_elsewhere[node as usize], true) {
                waiting.extend_from_slice(self.successors(node));
            }
        }
    }

    fn number(&mut self, node: Node) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        number
    }

    fn follow(&mut self, next: &mut usize, program: &Program, effects: &[Option<Effect>], links: &mut Links) {
        let limit = effects.len() * SHARE + 64;
        while *next < self.nodes.len() {
            self.first_edge.push(self.edges.len() as u32);
            let node = self.nodes[*next];
            *next += 1;
            if self.edges.len() >= limit {
                self.is_cut = true;
                continue;
            }
            let Some(effect) = &effects[node.word as usize] else {
                continue;
            };
            let after_end = match node.after_end {
                0 => u8::from(effect.signal.ends_thread()),
                2 => continue,
                one => one + 1,
            };
            // In the third slot the branch takes place; a branch that stands there has its own slots after that.
            let (branch, slot) = match effect.as_branch() {
                Some(_) => (node.word, 1),
                None if node.slot == 0 || node.slot == 3 => (NONE, 0),
                None => (node.branch, node.slot + 1),
            };
            let held = links.after(node.held, effect);
            let mut targets: Vec<(u32, Held)> = Vec::new();
            let mut falls_through = true;
            if node.slot == 3
                && let Some(taken) = effects[node.branch as usize].as_ref()
                && let Some(going) = taken.as_branch()
            {
                falls_through = going.condition != quadrille_isa::qpu::BranchCondition::Always;
                let goals = match program.target(node.branch, going) {
                    Some(target) => target.index(effects.len()).into_iter().collect(),
                    None => links.goals(held, taken),
                };
                let after = links.taken(held, node.branch, taken);
                targets.extend(goals.into_iter().map(|word| (word, after)));
            }
            if falls_through {
                targets.push((node.word + 1, held));
            }
            for (word, held) in targets {
                if self.edges.len() >= limit {
                    self.is_cut = true;
                    break;
                }
                if effects.get(word as usize).is_some_and(Option::is_some) {
                    let number = self.number(Node {
                        word,
                        branch,
                        slot,
                        after_end,
                        held,
                    });
                    self.edges.push(number);
                } else {
                    self.leaves.push(Leave {
                        word: node.word,
                        to: word,
                        missing: if after_end == 0 { 0 } else { 3 - after_end },
                    });
                }
            }
        }
    }

    /// The nodes that can follow a node.
    pub(crate) fn successors(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let end = self
            .first_edge
            .get(node + 1)
            .map_or(self.edges.len(), |end| *end as usize);
        match self.first_edge.get(node) {
            Some(start) => &self.edges[*start as usize..end],
            None => &[],
        }
    }

    /// Calls `see` with every node that follows `node` within `reach` instructions, and its distance.
    pub(crate) fn following(&self, node: u32, reach: u8, see: &mut dyn FnMut(u32, u8)) {
        self.walk(node, 1, reach, see);
    }

    fn walk(&self, node: u32, distance: u8, reach: u8, see: &mut dyn FnMut(u32, u8)) {
        for next in self.successors(node) {
            see(*next, distance);
            if distance < reach {
                self.walk(*next, distance + 1, reach, see);
            }
        }
    }
}
