//! What all vectors share is loaded before the first, into registers that nothing else needs.

use crate::step::{Allocated, Memory, Place, Registers, Step};

/// Loads the constants and uniforms that are read most before the first vectors, into registers other than the touched
/// ones.
pub(crate) fn hoist(made: &mut Allocated, registers: Registers, touched: u32) {
    if !registers.broadcasts {
        return;
    }
    let mut reads: Vec<(usize, Memory)> = Vec::new();
    for step in &mut made.steps {
        for place in step.places().into_iter().flatten() {
            if let Place::Memory(word @ (Memory::Constant(_) | Memory::Uniform(_))) = *place {
                match reads.iter_mut().find(|(_, known)| *known == word) {
                    Some((count, _)) => *count += 1,
                    None => reads.push((1, word)),
                }
            }
        }
    }
    reads.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let spare = (0..registers.count).filter(|register| touched >> register & 1 == 0);
    let hoisted: Vec<(u8, Memory)> = spare.zip(reads).map(|(to, (_, word))| (to, word)).collect();
    for (to, from) in &hoisted {
        made.before.push(Step::Load { to: *to, from: *from });
    }
    for step in &mut made.steps {
        for place in step.places().into_iter().flatten() {
            if let Place::Memory(word) = *place
                && let Some((to, _)) = hoisted.iter().find(|(_, hoisted)| *hoisted == word)
            {
                *place = Place::Register(*to);
            }
        }
    }
}
