//! Slots of attributes and results, when the whole program is known: which components are used, and one slot
//! for each binding.

use quadrille_base::IndexVec;
use quadrille_isa::gl::Binding;
use quadrille_program::{Declared, File, InstId, Instruction, Register, Selector, Variable};
use rustc_hash::FxHashMap;

use crate::build::Build;

/// The arrays of which instructions index elements at run time, with what is used of all their elements.
#[derive(Default)]
pub(crate) struct Noted {
    arrays: FxHashMap<(File, u32), (u32, u8)>,
}

/// Notes the components of attributes that an instruction reads and of results that it writes.
pub(crate) fn note_use(build: &mut Build, instruction: &Instruction) {
    let Build {
        noted,
        attributes,
        results,
        ..
    } = build;
    for operand in instruction.reads() {
        let register = &operand.register;
        noted.indices(attributes, register);
        if register.file == File::Attribute {
            let selectors = operand.swizzle.0.iter();
            let mask = selectors.fold(0, |mask, selector| mask | bit(*selector));
            noted.components(attributes, register, mask);
        }
    }
    let to = instruction.destination.as_ref();
    if let Some((register, mask)) = to.and_then(|to| Some((to.register?, to.mask))) {
        noted.indices(attributes, &register);
        if register.file == File::Result {
            noted.components(results, &register, mask);
        }
    }
}

/// Notes what is used of all elements of arrays.
pub(crate) fn note_arrays(build: &mut Build) {
    for ((file, first), (length, mask)) in std::mem::take(&mut build.noted.arrays) {
        let slots = match file {
            File::Attribute => &mut build.attributes,
            _ => &mut build.results,
        };
        for slot in &mut slots[first as usize..(first + length) as usize] {
            slot.used |= mask;
        }
    }
}

impl Noted {
    /// Notes components of a register.
    fn components(&mut self, slots: &mut [Variable], register: &Register, mask: u8) {
        match register.relative {
            None => slots[register.slot as usize].used |= mask,
            Some(relative) => {
                let array = self.arrays.entry((register.file, relative.first));
                array.or_insert((relative.length, 0)).1 |= mask;
            }
        }
    }

    /// Notes the attributes that choose an element.
    fn indices(&self, attributes: &mut [Variable], register: &Register) {
        let relative = register.relative.map(|relative| relative.index);
        let outer = register.outer.and_then(|outer| outer.index);
        for index in relative.into_iter().chain(outer) {
            if index.file == File::Attribute {
                attributes[index.slot as usize].used |= 1 << index.component;
            }
        }
    }
}

const fn bit(selector: Selector) -> u8 {
    match selector {
        Selector::X => 1,
        Selector::Y => 2,
        Selector::Z => 4,
        Selector::W => 8,
        Selector::Zero | Selector::One => 0,
    }
}

/// Gives every binding one slot, in the order of the bindings, so that those of an array stay together. Only
/// where arrays bound some twice.
pub(crate) fn merge(build: &mut Build, declared: &mut [Declared]) {
    if !build.attribute_arrays.is_empty() {
        let map = unite(&mut build.attributes);
        rename(&mut build.instructions, declared, File::Attribute, &map);
    }
    if !build.result_arrays.is_empty() || build.families.iter().any(|run| run.file == File::Result) {
        let map = unite(&mut build.results);
        rename(&mut build.instructions, declared, File::Result, &map);
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
