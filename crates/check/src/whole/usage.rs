//! The components of attributes and results that a program uses.

use std::collections::BTreeMap;

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::MemoryOp;
use quadrille_program::{Access, File, ImageUse, Instruction, Register, Selector, Variable};
use rustc_hash::FxHashMap;

use crate::state::code::Code;
use crate::state::slots::Slots;

/// Notes what the instructions of a program use.
pub(crate) fn note(code: &Code, slots: &mut Slots) {
    let mut arrays = Arrays::default();
    let (attributes, results) = (&mut slots.attributes, &mut slots.results);
    for instruction in code.instructions.iter() {
        arrays.note_use(attributes, results, instruction);
    }
    arrays.note_all(attributes, results);
}

/// The image units that instructions access: of an array that a register indexes, all of them.
pub(crate) fn images(code: &Code) -> Vec<ImageUse> {
    let mut units = BTreeMap::new();
    for instruction in code.instructions.iter() {
        if let Access::Memory(memory) = &instruction.access
            && memory.target.is_some()
            && memory.handle.is_none()
        {
            let stores = matches!(
                instruction.operation,
                Operation::Memory(MemoryOp::Store(_) | MemoryOp::Atomic(_))
            );
            let count = memory.index.as_ref().map_or(1, |index| index.length);
            for unit in memory.binding..memory.binding.saturating_add(count) {
                *units.entry(unit).or_insert(false) |= stores;
            }
        }
    }
    let units = units.into_iter();
    units
        .map(|(unit, is_written)| ImageUse { unit, is_written })
        .collect()
}

/// Whether instructions name images by handles.
pub(crate) fn has_image_handles(code: &Code) -> bool {
    code.instructions.iter().any(|instruction| {
        matches!(&instruction.access, Access::Memory(memory) if memory.target.is_some() && memory.handle.is_some())
    })
}

/// Whether instructions name textures by handles.
pub(crate) fn has_texture_handles(code: &Code) -> bool {
    let mut instructions = code.instructions.iter();
    instructions.any(
        |instruction| matches!(&instruction.access, Access::Texture(texture) if texture.handle.is_some()),
    )
}

/// The arrays of which instructions index elements at run time, with what is used of all their elements.
#[derive(Default)]
struct Arrays {
    used: FxHashMap<(File, u32), (u32, u8)>,
}

impl Arrays {
    /// Notes the components of attributes that an instruction reads and of results that it writes.
    fn note_use(&mut self, attributes: &mut [Variable], results: &mut [Variable], instruction: &Instruction) {
        for operand in instruction.reads() {
            let register = &operand.register;
            self.indices(attributes, register);
            if register.file == File::Attribute {
                let selectors = operand.swizzle.0.iter();
                let mask = selectors.fold(0, |mask, selector| mask | bit(*selector));
                self.components(attributes, register, mask);
            }
        }
        let to = instruction.destination.as_ref();
        if let Some((register, mask)) = to.and_then(|to| Some((to.register?, to.mask))) {
            self.indices(attributes, &register);
            if register.file == File::Result {
                self.components(results, &register, mask);
            }
        }
    }

    /// Notes what is used of all elements of arrays.
    fn note_all(mut self, attributes: &mut [Variable], results: &mut [Variable]) {
        for ((file, first), (length, mask)) in self.used.drain() {
            let slots = match file {
                File::Attribute => &mut *attributes,
                _ => &mut *results,
            };
            for slot in &mut slots[first as usize..(first + length) as usize] {
                slot.used |= mask;
            }
        }
    }

    /// Notes components of a register.
    fn components(&mut self, slots: &mut [Variable], register: &Register, mask: u8) {
        match register.relative {
            None => slots[register.slot as usize].used |= mask,
            Some(relative) => {
                let array = self.used.entry((register.file, relative.first));
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
