//! A shader on all of its paths: where it branches, which uniforms it reads, and which bytes it can reach.

use std::collections::hash_map::Entry as Slot;
use std::collections::{BTreeMap, HashMap, HashSet};

use quadrille_isa::qpu::{BranchCondition, Instruction, Signal, decode};

use super::buffers::{Access, Buffers, Use};
use super::reason::ShaderReason;
use super::state::State;
use crate::list::source::Source;

/// Instructions of one shader that are looked at, each on every path that brings something new.
const STEPS: usize = 1 << 15;
/// Problems of one shader that are told.
const PROBLEMS: usize = 100;

/// What a word of a uniform stream is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UniformUse {
    /// An instruction at this address reads it.
    Value(u32),
    /// Parameter of a texture look-up whose first coordinate is written at this address.
    Parameter(u32, u8),
}

/// What a shader does to memory.
#[derive(Clone, Default, Debug)]
pub(super) struct Shader {
    /// The uniforms that are read, by address.
    pub(super) uniforms: BTreeMap<u32, UniformUse>,
    /// What it reads or writes.
    pub(super) accesses: Vec<Access>,
    /// The instructions, each once.
    pub(super) instructions: usize,
    /// Texture look-ups, each instruction once.
    pub(super) textures: usize,
    /// Why it is not proven, with the address of the instruction.
    pub(super) problems: Vec<(u32, ShaderReason)>,
}

/// An instruction on a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Node {
    address: u32,
    after: After,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum After {
    /// The next instruction.
    Next,
    /// So many delay slots with this one, then a branch.
    Slots(u8, u32),
    /// So many instructions with this one, then the end.
    End(u8),
}

/// The instructions that can follow each; none behind the thread's end, and behind a problem that was told.
#[derive(Default)]
struct Flow(HashMap<Node, [Option<Node>; 2]>);

impl Flow {
    fn after(&self, node: Node) -> impl Iterator<Item = Node> {
        self.0
            .get(&node)
            .copied()
            .unwrap_or_default()
            .into_iter()
            .flatten()
    }

    /// The lowest address of a loop that no path leads out of.
    fn endless(&self) -> Option<u32> {
        let mut before: HashMap<Node, Vec<Node>> = HashMap::new();
        let mut pending = Vec::new();
        for &node in self.0.keys() {
            for after in self.after(node) {
                before.entry(after).or_default().push(node);
            }
            if self.after(node).next().is_none() {
                pending.push(node);
            }
        }
        let mut ending = HashSet::new();
        while let Some(node) = pending.pop() {
            if ending.insert(node) {
                pending.extend(before.get(&node).into_iter().flatten());
            }
        }
        // What does not end comes to a loop on every way.
        let endless = self.0.keys().copied().filter(|node| !ending.contains(node));
        let mut node = endless.min()?;
        let mut way = Vec::new();
        let mut places = HashMap::new();
        loop {
            if let Some(&first) = places.get(&node) {
                let around: &[Node] = &way[first..];
                return around.iter().map(|node| node.address).min();
            }
            places.insert(node, way.len());
            way.push(node);
            node = self.after(node).next()?;
        }
    }
}

/// What is looked at, and where it may reach.
pub(super) struct Prover<'p> {
    pub(super) source: &'p dyn Source,
    pub(super) buffers: &'p Buffers,
    pub(super) shader: Shader,
    /// The instruction that is looked at.
    pub(super) at: u32,
    /// Accesses that were asked about.
    asked: HashMap<(u32, Use), Vec<Access>>,
}

/// Looks at a shader with its uniforms.
pub(super) fn prove(
    source: &dyn Source,
    buffers: &Buffers,
    code: u32,
    uniforms: u32,
    threads: Option<bool>,
    steps: &mut usize,
) -> Shader {
    let mut prover = Prover {
        source,
        buffers,
        shader: Shader::default(),
        at: code,
        asked: HashMap::new(),
    };
    prover.run(code, uniforms, threads, steps);
    prover.shader
}

impl Prover<'_> {
    fn run(&mut self, code: u32, uniforms: u32, threads: Option<bool>, steps: &mut usize) {
        let most = (*steps).min(STEPS);
        let first = Node {
            address: code,
            after: After::Next,
        };
        let mut states = HashMap::from([(first, State::new(uniforms))]);
        let mut pending = vec![first];
        let mut seen = HashSet::new();
        let mut flow = Flow::default();
        for step in 0.. {
            let Some(node) = pending.pop() else { break };
            if step >= most {
                self.problem(ShaderReason::Steps(most));
                return;
            }
            *steps -= 1;
            self.at = node.address;
            let mut state = states[&node].clone();
            if seen.insert(node.address) {
                self.shader.instructions += 1;
            }
            let next = match self.step(node, &mut state, threads) {
                Ok(next) => next,
                Err(reason) => {
                    self.problem(reason);
                    flow.0.insert(node, [None, None]);
                    continue;
                }
            };
            flow.0.insert(node, next);
            for node in next.into_iter().flatten() {
                match states.entry(node) {
                    Slot::Vacant(slot) => {
                        slot.insert(state.clone());
                        pending.push(node);
                    }
                    Slot::Occupied(mut slot) => match slot.get_mut().meet(&state) {
                        Some(true) => pending.push(node),
                        Some(false) => {}
                        None => {
                            self.at = node.address;
                            self.problem(ShaderReason::Pending);
                        }
                    },
                }
            }
        }
        if let Some(address) = flow.endless() {
            self.at = address;
            self.problem(ShaderReason::Endless);
        }
    }

    /// Notes a problem, each of an instruction once.
    pub(super) fn problem(&mut self, reason: ShaderReason) {
        let problem = (self.at, reason);
        if self.shader.problems.len() < PROBLEMS && !self.shader.problems.contains(&problem) {
            self.shader.problems.push(problem);
        }
    }

    /// Asks whether an access stays inside, and keeps it.
    pub(super) fn access(&mut self, access: Access) -> Result<(), ShaderReason> {
        let asked = self.asked.entry((self.at, access.what)).or_default();
        if !asked.contains(&access) {
            asked.push(access);
            self.buffers.hold(access)?;
            self.shader.accesses.push(access);
        }
        Ok(())
    }

    /// One instruction; the ones that can follow.
    fn step(
        &mut self,
        node: Node,
        state: &mut State,
        threads: Option<bool>,
    ) -> Result<[Option<Node>; 2], ShaderReason> {
        let address = node.address;
        self.access(Access::new(Use::Code, self.source.canonical(address), 8))?;
        let bytes = self.source.bytes(address).first_chunk().copied();
        let word = u64::from_le_bytes(bytes.ok_or(ShaderReason::Target(address))?);
        let instruction = decode(word).map_err(|_| ShaderReason::Reserved(word))?;
        let signal = instruction.signal();
        match signal {
            Signal::Breakpoint => return Err(ShaderReason::Breakpoint),
            Signal::ThreadSwitch | Signal::LastThreadSwitch => {
                if threads == Some(false) {
                    self.problem(ShaderReason::Threads);
                }
                state.switch();
            }
            _ => {}
        }
        self.execute(&instruction, state);
        let plain = |address| Node {
            address,
            after: After::Next,
        };
        let next = address.wrapping_add(8);
        let branch = match &instruction {
            Instruction::Branch(branch) => Some(branch),
            Instruction::Alu(_) | Instruction::LoadImmediate(_) | Instruction::Semaphore(_) => None,
        };
        match (node.after, branch) {
            (After::Slots(..) | After::End(_), Some(_)) => Err(ShaderReason::DelaySlot),
            (After::End(1), None) => Ok([None, None]),
            (After::End(left), None) => Ok([
                Some(Node {
                    address: next,
                    after: After::End(left - 1),
                }),
                None,
            ]),
            // A thread end in a delay slot takes what follows it there.
            (_, None) if signal.ends_thread() => Ok([
                Some(Node {
                    address: next,
                    after: After::End(2),
                }),
                None,
            ]),
            (After::Slots(1, target), None) => Ok([Some(plain(target)), None]),
            (After::Slots(left, target), None) => Ok([
                Some(Node {
                    address: next,
                    after: After::Slots(left - 1, target),
                }),
                None,
            ]),
            (After::Next, None) => Ok([Some(plain(next)), None]),
            (After::Next, Some(branch)) => {
                if branch.add_register {
                    return Err(ShaderReason::Register);
                }
                let target = match branch.relative {
                    true => address.wrapping_add(32).wrapping_add(branch.immediate),
                    false => branch.immediate,
                };
                let inside = Access::new(Use::Code, self.source.canonical(target), 8);
                if target.wrapping_sub(address) & 7 != 0 || self.buffers.hold(inside).is_err() {
                    return Err(ShaderReason::Target(target));
                }
                let slots = Node {
                    address: next,
                    after: After::Slots(3, target),
                };
                let falls = branch.condition != BranchCondition::Always;
                Ok([Some(slots), falls.then(|| plain(next))])
            }
        }
    }
}
