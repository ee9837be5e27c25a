//! Components that nothing reads are not computed.

use quadrille_isa::gl::Clamp;
use rustc_hash::FxHashMap;

use super::blocks::body;
use crate::arb::code::{Code, Instruction, Op, Place, Target};

/// The components of temporaries that are read later.
type Live = FxHashMap<u32, u8>;

/// A block whose end was met, going backwards.
enum Open {
    /// What is read behind it; once its other block was met, what that one reads.
    If(Live),
    /// What is read behind it.
    Loop(Live),
}

/// Removes instructions, and components of their results, that nothing reads.
pub(in crate::arb) fn remove(code: &mut Code) {
    let mut live = Live::default();
    let mut open: Vec<Open> = Vec::new();
    let instructions = std::mem::take(&mut code.instructions);
    let mut kept: Vec<Instruction> = Vec::with_capacity(instructions.len());
    for (at, instruction) in instructions.iter().enumerate().rev() {
        let mut instruction = instruction.clone();
        match instruction.op {
            Op::EndIf => open.push(Open::If(live.clone())),
            Op::Else => {
                if let Some(Open::If(other)) = open.last_mut() {
                    std::mem::swap(other, &mut live);
                }
                // The other block is empty.
                if kept.last().is_some_and(|next| next.op == Op::EndIf) {
                    continue;
                }
            }
            Op::If | Op::IfNot => {
                if let Some(Open::If(other)) = open.pop() {
                    join(&mut live, &other);
                }
                match kept.last().map(|next| next.op) {
                    // Both blocks are empty, or the first.
                    Some(Op::EndIf) => {
                        kept.pop();
                        continue;
                    }
                    Some(Op::Else) => {
                        kept.pop();
                        instruction.op = opposite(instruction.op);
                    }
                    _ => {}
                }
            }
            Op::EndLoop => {
                open.push(Open::Loop(live.clone()));
                // The next round reads what this one leaves.
                for inner in body(&instructions, at) {
                    for (number, components) in inner.reads() {
                        *live.entry(number).or_default() |= components;
                    }
                }
            }
            Op::Break | Op::BreakNot => {
                let behind = open.iter().rev().find_map(|block| match block {
                    Open::Loop(behind) => Some(behind),
                    Open::If(_) => None,
                });
                if let Some(behind) = behind {
                    join(&mut live, behind);
                }
            }
            Op::Loop => {
                if let Some(Open::Loop(behind)) = open.pop() {
                    join(&mut live, &behind);
                }
            }
            _ => {}
        }
        if let Target::Temporary(to) = instruction.target {
            let read = live.get(&to).copied().unwrap_or(0);
            instruction.mask &= read;
            if instruction.mask == 0 || is_idle(&instruction) {
                continue;
            }
            live.insert(to, read & !instruction.mask);
        }
        for (number, components) in instruction.reads() {
            *live.entry(number).or_default() |= components;
        }
        kept.push(instruction);
    }
    kept.reverse();
    code.instructions = kept;
}

/// What is read on either way.
fn join(live: &mut Live, other: &Live) {
    for (number, components) in other {
        *live.entry(*number).or_default() |= components;
    }
}

const fn opposite(op: Op) -> Op {
    match op {
        Op::If => Op::IfNot,
        Op::IfNot => Op::If,
        other => other,
    }
}

/// Whether it writes what is there.
fn is_idle(instruction: &Instruction) -> bool {
    let source = instruction.operands[0];
    let same = |at: &usize| usize::from(source.swizzle[*at]) == *at;
    let written = (0..4).filter(|at| instruction.mask >> at & 1 != 0);
    let is_copy = instruction.op == Op::Mov && instruction.clamp == Clamp::None && !source.negate;
    let own = match (source.place, instruction.target) {
        (Place::Temporary(from), Target::Temporary(to)) => from == to,
        _ => false,
    };
    is_copy && own && written.into_iter().all(|at| same(&at))
}
