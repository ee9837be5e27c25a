//! Slots of attributes and results, when the whole program is known: one slot for each binding.

use quadrille_base::IndexVec;
use quadrille_isa::gl::Binding;
use quadrille_program::{Declared, File, InstId, Instruction, Register, Variable};

use crate::state::code::Code;
use crate::state::slots::Slots;

/// Gives every binding one slot, in the order of the bindings, so that those of an array stay together. Only
/// where arrays bound some twice.
pub(crate) fn merge(slots: &mut Slots, code: &mut Code, declared: &mut [Declared]) {
    if !slots.attribute_arrays.is_empty() {
        let map = unite(&mut slots.attributes);
        rename(&mut code.instructions, declared, File::Attribute, &map);
    }
    if !slots.result_arrays.is_empty() || slots.families.iter().any(|run| run.file == File::Result) {
        let map = unite(&mut slots.results);
        rename(&mut code.instructions, declared, File::Result, &map);
    }
}

/// Makes equal slots one; gives the new slot of each old one.
fn unite(slots: &mut Vec<Variable>) -> Vec<u32> {
    let key = |slot: &Variable| -> (bool, Binding) { (slot.long, slot.binding) };
    let old = std::mem::take(slots);
    let mut order: Vec<usize> = (0..old.len()).collect();
    order.sort_by_key(|at| key(&old[*at]));
    let mut map = vec![0; old.len()];
    for at in order {
        let new = old[at];
        match slots.last_mut() {
            Some(last) if key(last) == key(&new) => last.used |= new.used,
            _ => slots.push(new),
        }
        map[at] = slots.len() as u32 - 1;
    }
    map
}

/// Writes the new slots of a file everywhere.
fn rename(
    instructions: &mut IndexVec<InstId, Instruction>,
    declared: &mut [Declared],
    file: File,
    map: &[u32],
) {
    for id in instructions.ids() {
        instructions[id].visit_registers(&mut |register| rename_register(register, file, map));
    }
    for name in declared.iter_mut().filter(|name| name.file == file) {
        name.first = map[name.first as usize];
    }
}

fn rename_register(register: &mut Register, file: File, map: &[u32]) {
    if let Some(relative) = &mut register.relative {
        if relative.index.file == file {
            relative.index.slot = map[relative.index.slot as usize];
        }
        if register.file == file {
            let first = map[relative.first as usize];
            register.slot += first as i32 - relative.first as i32;
            relative.first = first;
        }
    } else if register.file == file {
        register.slot = map[register.slot as usize] as i32;
    }
    if let Some(index) = register.outer.as_mut().and_then(|outer| outer.index.as_mut())
        && index.file == file
    {
        index.slot = map[index.slot as usize];
    }
}
