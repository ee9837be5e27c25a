//! The 128 bits of an instruction word.

use quadrille_isa::nv20::Field;

/// An instruction word as four 32-bit words, the one with the operations second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Word(pub [u32; 4]);

impl Word {
    /// A field's value.
    pub const fn get(&self, field: Field) -> u8 {
        field.get(&self.0)
    }

    /// The word with a field replaced; bits beyond the field's width are dropped.
    pub const fn with(mut self, field: Field, value: u8) -> Word {
        field.set(&mut self.0, value);
        self
    }

    /// The word without the bits that no field covers, which the machine does not store.
    pub fn stored(self) -> Word {
        Word(std::array::from_fn(|part| {
            self.0[part] & !quadrille_isa::nv20::field::UNUSED[part]
        }))
    }

    /// The temporary register of operand C, which lies in two fields.
    pub const fn c_temporary(&self) -> u8 {
        use quadrille_isa::nv20::field::{C_TEMPORARY_HIGH, C_TEMPORARY_LOW};
        self.get(C_TEMPORARY_HIGH) << 2 | self.get(C_TEMPORARY_LOW)
    }
}
