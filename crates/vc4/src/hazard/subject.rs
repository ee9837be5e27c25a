//! The input of every rule: the effects of all instructions, the paths between them, and a place for what it
//! finds.

use std::collections::HashMap;

use quadrille_base::{Rule, Severity};

use super::breach::{Breach, Remedy};
use super::effect::Effect;
use super::graph::Graph;
use super::program::Program;

/// The program under examination.
pub(crate) struct Subject<'a> {
    pub(crate) program: &'a Program,
    pub(crate) effects: &'a [Option<Effect>],
    pub(crate) graph: Graph,
    /// Whether two threads share the QPU.
    pub(crate) is_threaded: bool,
    /// By node: whether the thread is switched after it, because a switch was asked for two instructions before.
    pub(crate) switched_after: Vec<bool>,
    /// By word: whether it is on some path a delay slot of a branch, a thread end or a thread switch, so that
    /// nothing may be put before it.
    is_slot: Vec<bool>,
    /// By word: whether a path comes to it from elsewhere than the word before.
    is_target: Vec<bool>,
}

/// The breaches found, at most one for each rule and place.
pub(crate) struct Breaches {
    pub(crate) list: Vec<Breach>,
    index: HashMap<(&'static str, u32), usize>,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(program: &'a Program, effects: &'a [Option<Effect>], threaded: Option<bool>) -> Self {
        let graph = Graph::new(program, effects);
        let mut subject = Subject {
            program,
            effects,
            is_threaded: false,
            switched_after: vec![false; graph.nodes.len()],
            is_slot: vec![false; effects.len()],
            is_target: vec![false; effects.len()],
            graph,
        };
        let mut has_switch = false;
        for number in 0..subject.graph.nodes.len() as u32 {
            let node = subject.graph.nodes[number as usize];
            if node.slot > 0 || node.after_end > 0 {
                subject.is_slot[node.word as usize] = true;
            }
            for next in subject.graph.successors(number) {
                let word = subject.graph.nodes[*next as usize].word;
                subject.is_target[word as usize] |= word != node.word + 1;
            }
            if subject.effect(number).is_some_and(Effect::switches) {
                has_switch = true;
                let (graph, after, slots) =
                    (&subject.graph, &mut subject.switched_after, &mut subject.is_slot);
                graph.following(number, 2, &mut |next, distance| {
                    slots[graph.nodes[next as usize].word as usize] = true;
                    if distance == 2 {
                        after[next as usize] = true;
                    }
                });
            }
        }
        subject.is_threaded = threaded.unwrap_or(has_switch);
        subject
    }

    /// The effect of a node's instruction.
    pub(crate) fn effect(&self, node: u32) -> Option<&'a Effect> {
        let word = self.graph.nodes.get(node as usize)?.word;
        self.effects[word as usize].as_ref()
    }

    /// The word of a node.
    pub(crate) fn word(&self, node: u32) -> u32 {
        self.graph.nodes[node as usize].word
    }

    /// Calls `look` with every node and its effect.
    pub(crate) fn each(&self, mut look: impl FnMut(u32, &'a Effect)) {
        for node in 0..self.graph.nodes.len() as u32 {
            if let Some(effect) = self.effect(node) {
                look(node, effect);
            }
        }
    }

    /// Calls `look` with every pair of which the second follows the first within `reach` instructions, where
    /// `is_first` holds for the first: words, effects and distance.
    pub(crate) fn pairs(
        &self,
        reach: u8,
        is_first: impl Fn(&Effect) -> bool,
        mut look: impl FnMut(Pair<'a>),
    ) {
        self.each(|first, effect| {
            if is_first(effect) {
                self.graph.following(first, reach, &mut |second, distance| {
                    if let Some(later) = self.effect(second) {
                        look(Pair {
                            words: (self.word(first), self.word(second)),
                            first: effect,
                            second: later,
                            distance,
                        });
                    }
                });
            }
        });
    }

    /// The remedy that puts `count` more instructions between the pair: the instruction after the second, if that
    /// is enough and it does not matter in which order they stand, or idle ones. A delay slot stays as it is.
    pub(crate) fn separate(&self, pair: &Pair<'_>, count: u8) -> Option<Remedy> {
        let second = pair.words.1;
        if self.is_slot[second as usize] {
            return None;
        }
        if count == 1 && self.may_swap(pair) {
            return Some(Remedy::Swap { first: second });
        }
        Some(Remedy::Nops {
            before: second,
            count,
        })
    }

    /// Whether the second of a pair and the instruction after it may change places: both only compute, neither
    /// takes or changes what the other gives, no branch goes between them, and with the one before and the one
    /// after they break no rule about fresh results in the new order.
    fn may_swap(&self, pair: &Pair<'_>) -> bool {
        let at = pair.words.1 as usize;
        let Some([Some(second), Some(third), Some(after)]) = self.effects.get(at..at + 3) else {
            return false;
        };
        pair.distance == 1
            && pair.words.0 + 1 == pair.words.1
            && !self.is_slot[at + 1]
            && !self.is_target[at + 1]
            && second.only_computes()
            && third.only_computes()
            && after.only_computes()
            && !second.meets(third)
            && !pair.first.is_fresh_for(third)
            && !second.is_fresh_for(after)
    }
}

/// Two instructions of which the second follows the first on some path.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a> {
    pub(crate) words: (u32, u32),
    pub(crate) first: &'a Effect,
    pub(crate) second: &'a Effect,
    /// 1 if it is the next.
    pub(crate) distance: u8,
}

impl Breaches {
    pub(crate) fn new() -> Breaches {
        Breaches {
            list: Vec::new(),
            index: HashMap::new(),
        }
    }

    /// Notes a breach of `rule` at `word`.
    pub(crate) fn add(&mut self, rule: &'static Rule, word: u32, message: impl Into<String>) -> &mut Breach {
        let severity = rule.severity;
        self.add_as(rule, severity, word, message)
    }

    /// Notes a breach that is less grave than the rule's, such as one on some paths only.
    pub(crate) fn add_as(
        &mut self,
        rule: &'static Rule,
        severity: Severity,
        word: u32,
        message: impl Into<String>,
    ) -> &mut Breach {
        let at = *self.index.entry((rule.name, word)).or_insert(self.list.len());
        if at == self.list.len() {
            self.list.push(Breach {
                rule,
                severity,
                word,
                message: message.into(),
                cause: None,
                remedy: None,
            });
        } else if severity > self.list[at].severity {
            self.list[at].severity = severity;
            self.list[at].message = message.into();
        }
        &mut self.list[at]
    }
}
