//! Structured flow from the flat list: blocks, loops and functions, for those who print programs.
//!
//! IF, REP and LOOP are taken as they stand. Branches to labels become blocks and loops where the instructions
//! between are entered from nowhere else; a function whose branches fit no such pattern becomes one
//! [`Node::Dispatch`], numbered blocks that say which comes next. Instructions that no way leads to are left
//! out. What runs programs needs none of this: it follows [`Flow::target`].

mod region;

use quadrille_base::Id;
use quadrille_isa::gl::{Operation, Test};

use crate::instruction::{Access, Flow};
use crate::program::{InstId, Program};
use region::Builder;

/// Blocks within blocks that are taken apart; a program with more is refused.
pub const MOST_NESTED: usize = 200;

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
        /// What is repeated.
        body: Vec<Node>,
    },
    /// Leaves the innermost loop.
    Break(InstId),
    /// Starts the next round of the innermost loop.
    Continue(InstId),
    /// Leaves the function.
    Return(InstId),
    /// Numbered blocks, the first of which runs first; each ends with `Goto` or `Return` on every way.
    Dispatch(Vec<Vec<Node>>),
    /// Goes to a block of the dispatch around it.
    Goto(usize),
}

/// A function: the main program, or what a CAL goes to.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its first instruction.
    pub entry: InstId,
    /// What it does.
    pub body: Vec<Node>,
}

/// Why a program has no structured form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unstructured {
    /// A subroutine calls itself, here.
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
    let mut order = Vec::new();
    visit(
        program,
        program.entry(),
        &mut Vec::new(),
        &mut order,
        program.entry(),
    )?;
    order
        .into_iter()
        .map(|entry| Builder::new(program, entry).function())
        .collect()
}

/// Lists what a function calls, and then itself.
fn visit(
    program: &Program,
    entry: InstId,
    open: &mut Vec<InstId>,
    done: &mut Vec<InstId>,
    from: InstId,
) -> Result<(), Unstructured> {
    if done.contains(&entry) {
        return Ok(());
    }
    if open.contains(&entry) {
        return Err(Unstructured::Recursive(from));
    }
    if open.len() >= MOST_NESTED {
        return Err(Unstructured::Nested(from));
    }
    open.push(entry);
    let reached = reach(program, entry);
    for (at, _) in reached.iter().enumerate().filter(|(_, reached)| **reached) {
        let at = InstId::new(at);
        match program.instructions()[at].operation {
            Operation::Call | Operation::CallIndirect => {
                let Some(flow) = flow(program, at) else { continue };
                let chosen = flow.subroutine.iter().flat_map(|called| &called.targets);
                for target in flow.target.iter().chain(chosen.map(|(_, target)| target)) {
                    visit(program, *target, open, done, at)?;
                }
            }
            _ => {}
        }
    }
    open.pop();
    done.push(entry);
    Ok(())
}

fn flow(program: &Program, at: InstId) -> Option<&Flow> {
    match &program.instructions().get(at)?.access {
        Access::Flow(flow) => Some(flow),
        _ => None,
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
            .filter(|_| operation != Operation::Call);
        open.extend(target.map(Id::index));
        let always = flow.is_some_and(|flow| !is_conditional(flow));
        let leaves = match operation {
            Operation::Branch | Operation::Return | Operation::Break | Operation::Continue => always,
            Operation::Else => true,
            _ => false,
        };
        if !leaves {
            open.push(at + 1);
        }
    }
    reached
}
