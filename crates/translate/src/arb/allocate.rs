//! Temporaries: as few as the code needs at a time.

use rustc_hash::FxHashMap;

use super::code::{Code, Op, Place, Target};
use super::passes::blocks;

/// What is used in a loop and around it lives from round to round.
fn within_loops(code: &Code, spans: &mut FxHashMap<u32, (usize, usize)>) {
    for (begin, _) in code
        .instructions
        .iter()
        .enumerate()
        .filter(|(_, one)| one.op == Op::Loop)
    {
        let end = blocks::end(&code.instructions, begin);
        for (first, last) in spans.values_mut() {
            let is_used = *first <= end && *last >= begin;
            if is_used && (*first < begin || *last > end) {
                *first = (*first).min(begin);
                *last = (*last).max(end);
            }
        }
    }
}

/// Gives temporaries numbers that others had before; how many there are.
pub(super) fn allocate(code: &mut Code) -> u32 {
    // The first write and the last use of each.
    let mut spans: FxHashMap<u32, (usize, usize)> = FxHashMap::default();
    let mut last_of_run = code.instructions.len();
    let mut runs = vec![0; code.instructions.len()];
    for (at, instruction) in code.instructions.iter().enumerate().rev() {
        if !instruction.is_texture() {
            last_of_run = at;
        }
        runs[at] = last_of_run.saturating_sub(1).max(at);
    }
    for (at, instruction) in code.instructions.iter().enumerate() {
        // Lookups in a row are one indirection if none takes the temporary of another's coordinates.
        for (number, _) in instruction.reads() {
            let end = if instruction.is_texture() { runs[at] } else { at };
            let span = spans.entry(number).or_insert((at, end));
            span.1 = span.1.max(end);
        }
        let written = match instruction.target {
            Target::Temporary(number) => Some(number),
            Target::Result(_) | Target::Address | Target::Code | Target::Label(_) | Target::Nothing => None,
        };
        if let Some(number) = written {
            let span = spans.entry(number).or_insert((at, at));
            span.1 = span.1.max(at);
        }
    }
    within_loops(code, &mut spans);
    let mut order: Vec<(u32, (usize, usize))> = spans.into_iter().collect();
    order.sort_unstable_by_key(|(number, span)| (*span, *number));
    // For each register, where it is free from on.
    let mut free: Vec<usize> = Vec::new();
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    for (number, (first, last)) in order {
        // An instruction reads before it writes.
        let register = free.iter().position(|from| *from <= first).unwrap_or_else(|| {
            free.push(0);
            free.len() - 1
        });
        // What is written and never read takes its register for this instruction.
        free[register] = last.max(first + usize::from(first == last));
        numbers.insert(number, register as u32);
    }
    let renamed = |number: u32| numbers.get(&number).copied().unwrap_or(number);
    for instruction in &mut code.instructions {
        if let Target::Temporary(number) = &mut instruction.target {
            *number = renamed(*number);
        }
        for source in &mut instruction.operands {
            if let Place::Temporary(number) = &mut source.place {
                *number = renamed(*number);
            }
        }
    }
    code.temporaries = free.len() as u32;
    code.temporaries
}
