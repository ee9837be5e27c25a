//! The paths of control flow: which instruction can follow which, with the delay slots of branches and of the
//! thread end.
//!
//! A node is an instruction together with what is still to happen: a branch whose delay slots are running, a
//! thread end that is two instructions away. One instruction may be several nodes (it is a delay slot on one
//! path and a branch target on another), so that no path is followed that the hardware cannot take. Conditions
//! are not evaluated.

use std::collections::HashMap;

use super::effect::Effect;
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
    /// How many instructions ago the thread end was signalled, 1 or 2; 0 if it was not.
    pub(crate) after_end: u8,
}

/// Where a path leaves the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leave {
    /// The last instruction on it.
    pub(crate) word: u32,
    /// The word after it, which is none or no instruction.
    pub(crate) to: u32,
    /// How many instructions of the thread end are missing, 0 if none was signalled.
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
    /// Whether the limit was reached, so that paths are missing.
    pub(crate) is_cut: bool,
    numbers: HashMap<Node, u32>,
}

/// Nodes and edges for each word that are followed; ordinary programs need little more than one.
const SHARE: usize = 16;

impl Graph {
    /// Follows all paths from the program's entries. `effects` has `None` where a word is no instruction.
    pub(crate) fn new(program: &Program, effects: &[Option<Effect>]) -> Graph {
        let mut graph = Graph::default();
        let mut entries = program.entries.clone();
        entries.retain(|entry| effects.get(*entry as usize).is_some_and(Option::is_some));
        if entries.is_empty() && effects.first().is_some_and(Option::is_some) {
            entries.push(0);
        }
        let returns = return_points(effects);
        let mut next = 0;
        for entry in entries {
            graph.enter(entry);
            graph.follow(&mut next, program, effects, &returns);
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
            let mut is_program = false;
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
            graph.follow(&mut next, program, effects, &returns);
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
        };
        let number = self.number(node);
        self.entries.push(number);
    }

    fn number(&mut self, node: Node) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        number
    }

    fn follow(&mut self, next: &mut usize, program: &Program, effects: &[Option<Effect>], returns: &[u32]) {
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
            let mut targets: Vec<u32> = Vec::new();
            let mut falls_through = true;
            if node.slot == 3
                && let Some(pending) = effects[node.branch as usize].as_ref().and_then(Effect::as_branch)
            {
                falls_through = pending.condition != quadrille_isa::qpu::BranchCondition::Always;
                match program.target(node.branch, pending) {
                    Some(target) => targets.extend(target.index(effects.len())),
                    None => targets.extend(returns),
                }
            }
            if falls_through {
                targets.push(node.word + 1);
            }
            for word in targets {
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

/// Where a branch through a register may go: after the slots of every branch that keeps its link address.
fn return_points(effects: &[Option<Effect>]) -> Vec<u32> {
    let mut points = Vec::new();
    for (at, effect) in effects.iter().enumerate() {
        if let Some(effect) = effect
            && effect.as_branch().is_some()
            && (effect.writes != 0 || effect.gives & 0x3f != 0)
        {
            let after = at + 4;
            if effects.get(after).is_some_and(Option::is_some) {
                points.push(after as u32);
            }
        }
    }
    points
}
