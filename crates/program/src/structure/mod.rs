//! Structured flow from the flat list: blocks, loops and functions, for those who print programs.
//!
//! IF, REP and LOOP are taken as they stand. Branches to labels become blocks and loops where the instructions
//! between are entered from nowhere else; a function whose branches fit no such pattern becomes one
//! [`Node::Dispatch`], numbered blocks that say which comes next. Instructions that no way leads to are left
//! out. What runs programs needs none of this: it follows [`Flow::target`].

mod region;

use quadrille_base::Id;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_isa::gl::{Operation, Test};

use crate::id::InstId;
use crate::instruction::{Access, Flow};
use crate::program::Program;
use region::Builder;
use rustc_hash::{FxHashMap, FxHashSet};

/// Blocks within blocks that are taken apart; a program with more is refused.
pub const MOST_NESTED: usize = 200;

/// Calls that may be under way in subroutines that call themselves: as many as fit the call stack of every known
/// implementation with recursion. Deeper ones are taken to find the stack full.
pub const DEEPEST: u32 = 32;

/// Calls that subroutines that call themselves may make of each other, each counted as often as it may be run in
/// straight lines; a program with more is refused, for compilers put functions where they are called.
pub const MOST_CALLS: u64 = 4096;

/// A piece of structured flow.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// An instruction after which the next piece comes; CAL and CALI among them.
    Run(InstId),
    /// One block or the other, by the condition of an instruction; without one it always holds.
    If {
        /// The instruction with the condition.
        at: InstId,
        /// Whether the first block runs where the condition does not hold.
        negated: bool,
        /// The first block.
        then: Vec<Node>,
        /// The other block; may be empty.
        otherwise: Vec<Node>,
    },
    /// A loop: REP or LOOP with its count, or without an instruction one that only `Break` and `Return` leave.
    Loop {
        /// REP or LOOP.
        at: Option<InstId>,
        /// The body of the loop.
        body: Vec<Node>,
    },
    /// Leaves the innermost loop.
    Break(InstId),
    /// Starts the next round of the innermost loop.
    Continue(InstId),
    /// Leaves the function.
    Return(InstId),
    /// Ends the program, in a subroutine: behind the last instruction is no RET (NV_vertex_program2 2.14.2.3).
    End(InstId),
    /// Numbered blocks, the first of which runs first; each ends with `Goto`, `Return` or `End` on every way.
    Dispatch(Vec<Vec<Node>>),
    /// Goes to a block of the dispatch around it.
    Goto(usize),
}

/// A function: the main program, or what a CAL goes to.
///
/// A subroutine that calls itself, straight or through others, is one function for each number of calls that may be
/// under way, since the call stack has an end: so is what calls it.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its first instruction.
    pub entry: InstId,
    /// The number of calls under way in it where that tells functions of one entry apart, else 0. What it calls is the
    /// function with one more, or with 0; where there is neither, the call stack is full.
    pub depth: u32,
    /// Its structured body.
    pub body: Vec<Node>,
}

/// Why a program has no structured form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unstructured {
    /// A subroutine calls itself, here, and may do so too often for a function each time ([`MOST_CALLS`]).
    Recursive(InstId),
    /// Blocks are nested deeper than [`MOST_NESTED`], here.
    Nested(InstId),
}

/// The functions of a program, each before those that call it; the last is the main program.
///
/// # Errors
///
/// The program has no structured form.
pub fn functions(program: &Program) -> Result<Vec<Function>, Unstructured> {
    let calls = Calls::new(program);
    let mut order = Order::default();
    calls.visit((program.entry(), 0), 0, &mut order, program.entry())?;
    // Functions of one entry differ in nothing but what their calls go to.
    let mut bodies: FxHashMap<InstId, Vec<Node>> = FxHashMap::default();
    let mut functions = Vec::with_capacity(order.functions.len());
    for (entry, depth) in order.functions {
        let body = match bodies.get(&entry) {
            Some(known) => known.clone(),
            None => {
                let body = Builder::new(program, entry).body()?;
                bodies.insert(entry, body.clone());
                body
            }
        };
        functions.push(Function { entry, depth, body });
    }
    Ok(functions)
}

/// The call graph of a program.
struct Calls {
    /// By entry: each call with what it goes to.
    from: FxHashMap<InstId, Vec<(InstId, InstId)>>,
    /// Entries from which a call may come to a subroutine that calls itself, with one such call.
    recursive: FxHashMap<InstId, InstId>,
    /// Entries of the call stack.
    depth: u32,
}

/// Functions by first instruction and depth, each before those that call it.
#[derive(Default)]
struct Order {
    functions: Vec<(InstId, u32)>,
    /// The calls that may be made of each and from it on.
    calls: FxHashMap<(InstId, u32), u64>,
}

impl Calls {
    fn new(program: &Program) -> Calls {
        let mut from: FxHashMap<InstId, Vec<(InstId, InstId)>> = FxHashMap::default();
        let mut open = vec![program.entry()];
        while let Some(entry) = open.pop() {
            if from.contains_key(&entry) {
                continue;
            }
            let calls = calls_of(program, entry);
            open.extend(calls.iter().map(|(_, target)| *target));
            from.insert(entry, calls);
        }
        // What can come to itself; then whoever comes to such a one.
        let mut recursive = FxHashMap::default();
        for entry in from.keys() {
            let mut seen = FxHashSet::default();
            let mut open = from[entry].clone();
            while let Some((at, target)) = open.pop() {
                if target == *entry {
                    recursive.insert(*entry, at);
                    break;
                }
                if seen.insert(target) {
                    open.extend(&from[&target]);
                }
            }
        }
        loop {
            let reaches = |(entry, calls): (&InstId, &Vec<(InstId, InstId)>)| {
                let mut calls = calls.iter().filter(|_| !recursive.contains_key(entry));
                let call = calls.find(|(_, target)| recursive.contains_key(target))?;
                Some((*entry, call.0))
            };
            let more: Vec<(InstId, InstId)> = from.iter().filter_map(reaches).collect();
            if more.is_empty() {
                break;
            }
            recursive.extend(more);
        }
        Calls {
            from,
            recursive,
            depth: program.execution().call_depth.min(DEEPEST),
        }
    }

    /// Lists what a function calls, and then itself; the calls of subroutines that call themselves that this makes.
    fn visit(
        &self,
        function: (InstId, u32),
        open: usize,
        order: &mut Order,
        from: InstId,
    ) -> Result<u64, Unstructured> {
        if let Some(known) = order.calls.get(&function) {
            return Ok(*known);
        }
        if open >= MOST_NESTED {
            return Err(Unstructured::Nested(from));
        }
        let (entry, depth) = function;
        let mut calls = 0;
        for (at, target) in &self.from[&entry] {
            calls += match self.recursive.contains_key(target) {
                false => self.visit((*target, 0), open + 1, order, *at)?,
                true if depth < self.depth => 1 + self.visit((*target, depth + 1), open + 1, order, *at)?,
                true => 0,
            };
            if let Some(at) = self.recursive.get(&entry).filter(|_| calls > MOST_CALLS) {
                return Err(Unstructured::Recursive(*at));
            }
        }
        order.functions.push(function);
        order.calls.insert(function, calls);
        Ok(calls)
    }
}

/// The calls that a function may come to, with what each may go to.
fn calls_of(program: &Program, entry: InstId) -> Vec<(InstId, InstId)> {
    let reached = reach(program, entry);
    let mut calls = Vec::new();
    for (at, _) in reached.iter().enumerate().filter(|(_, reached)| **reached) {
        let at = InstId::new(at);
        let operation = program.instructions()[at].operation;
        if !matches!(operation, Operation::Flow(FlowOp::Call | FlowOp::CallIndirect)) {
            continue;
        }
        let Some(flow) = flow(program, at) else { continue };
        let chosen = flow.subroutine.iter().flat_map(|called| called.targets.iter());
        let targets = flow.target.iter().chain(chosen.map(|(_, target)| target));
        calls.extend(targets.map(|target| (at, *target)));
    }
    calls
}

fn flow(program: &Program, at: InstId) -> Option<&Flow> {
    if let Access::Flow(flow) = &program.instructions().get(at)?.access {
        Some(flow)
    } else {
        None
    }
}

/// Whether the condition may fail.
fn is_conditional(flow: &Flow) -> bool {
    flow.condition.is_some_and(|condition| condition.test != Test::Tr)
}

/// The instructions that a function may come to, those of its callees not among them.
fn reach(program: &Program, entry: InstId) -> Vec<bool> {
    let count = program.instructions().len();
    let mut reached = vec![false; count];
    let mut open = vec![entry.index()];
    while let Some(at) = open.pop() {
        if at >= count || std::mem::replace(&mut reached[at], true) {
            continue;
        }
        let operation = program.instructions()[InstId::new(at)].operation;
        let flow = flow(program, InstId::new(at));
        let target = flow
            .and_then(|flow| flow.target)
            .filter(|_| operation != Operation::Flow(FlowOp::Call));
        open.extend(target.map(Id::index));
        let always = flow.is_some_and(|flow| !is_conditional(flow));
        let leaves = match operation {
            Operation::Flow(FlowOp::Branch | FlowOp::Return | FlowOp::Break | FlowOp::Continue) => always,
            operation => operation == Operation::Flow(FlowOp::Else),
        };
        if !leaves {
            open.push(at + 1);
        }
    }
    reached
}
