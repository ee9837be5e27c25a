//! Components that nothing reads are not computed.

use rustc_hash::FxHashMap;

use crate::arb::code::{Code, Op, Shape, Target};

/// Removes instructions, and components of their results, that nothing reads.
pub(super) fn remove(code: &mut Code) {
    let mut live: FxHashMap<u32, u8> = FxHashMap::default();
    let mut kept = Vec::with_capacity(code.instructions.len());
    for mut instruction in std::mem::take(&mut code.instructions).into_iter().rev() {
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

/// Whether it writes what is there.
fn is_idle(instruction: &crate::arb::code::Instruction) -> bool {
    let source = instruction.operands[0];
    let same = |at: &usize| usize::from(source.swizzle[*at]) == *at;
    let written = (0..4).filter(|at| instruction.mask >> at & 1 != 0);
    let is_copy = instruction.op == Op::Mov && !instruction.saturate && !source.negate;
    debug_assert_ne!(instruction.op.shape(), Shape::Kill);
    let own = match (source.place, instruction.target) {
        (crate::arb::code::Place::Temporary(from), Target::Temporary(to)) => from == to,
        _ => false,
    };
    is_copy && own && written.into_iter().all(|at| same(&at))
}
