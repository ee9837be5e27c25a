//! Which components of attributes and results a program uses, noted as its instructions are taken.

use quadrille_program::{File, Instruction, Register, Selector, Variable};
use rustc_hash::FxHashMap;

/// The arrays of which instructions index elements at run time, with what is used of all their elements.
#[derive(Default)]
pub(crate) struct Used {
    arrays: FxHashMap<(File, u32), (u32, u8)>,
}

impl Used {
    /// Notes the components of attributes that an instruction reads and of results that it writes.
    pub(crate) fn note_use(
        &mut self,
        attributes: &mut [Variable],
        results: &mut [Variable],
        instruction: &Instruction,
    ) {
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
    pub(crate) fn note_arrays(&mut self, attributes: &mut [Variable], results: &mut [Variable]) {
        for ((file, first), (length, mask)) in self.arrays.drain() {
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
