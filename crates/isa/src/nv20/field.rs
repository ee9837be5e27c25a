//! The positions of the fields in an instruction word.
//!
//! A word is four 32-bit words. The first is not stored by the machine; of the second the top four bits are
//! not either. All other bits belong to a field.

/// One field of the 128-bit word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name as in the listings of this project.
    pub name: &'static str,
    /// Which of the four 32-bit words, 0 to 3.
    pub word: usize,
    /// Lowest bit.
    pub low: u32,
    /// Number of bits, at most 8.
    pub width: u32,
    /// The contents of the field.
    pub doc: &'static str,
}

impl Field {
    /// A mask of `width` ones at bit 0.
    pub const fn mask(&self) -> u32 {
        (1 << self.width) - 1
    }

    /// The field's value in a word.
    pub const fn get(&self, words: &[u32; 4]) -> u8 {
        ((words[self.word] >> self.low) & self.mask()) as u8
    }

    /// Replaces the field's value; bits beyond its width are dropped.
    pub const fn set(&self, words: &mut [u32; 4], value: u8) {
        let cleared = words[self.word] & !(self.mask() << self.low);
        words[self.word] = cleared | ((value as u32 & self.mask()) << self.low);
    }
}

/// Defines the fields and the list of all.
macro_rules! fields {
    ($($name:ident $text:literal: $word:literal $low:literal $width:literal, $doc:literal;)*) => {
        $(#[doc = $doc]
        pub const $name: Field = Field { name: $text, word: $word, low: $low, width: $width, doc: $doc };)*

        /// All fields, from the top bit of the second word down.
        pub const FIELDS: &[Field] = &[$($name),*];
    };
}

fields! {
    ILU "ILU": 1 25 3, "Operation of the special function unit.";
    MAC "MAC": 1 21 4, "Operation of the vector unit.";
    CONSTANT "CONST": 1 13 8, "Constant register that every C operand reads.";
    INPUT "V": 1 9 4, "Vertex attribute that every V operand reads.";
    A_NEGATE "A.NEG": 1 8 1, "Negates operand A.";
    A_SWIZZLE "A.SWZ": 1 0 8, "Swizzle of operand A, two bits a component, x in the top two.";
    A_TEMPORARY "A.R": 2 28 4, "Temporary register of operand A.";
    A_MUX "A.MUX": 2 26 2, "File of operand A: 1 temporary, 2 attribute, 3 constant.";
    B_NEGATE "B.NEG": 2 25 1, "Negates operand B.";
    B_SWIZZLE "B.SWZ": 2 17 8, "Swizzle of operand B.";
    B_TEMPORARY "B.R": 2 13 4, "Temporary register of operand B.";
    B_MUX "B.MUX": 2 11 2, "File of operand B.";
    C_NEGATE "C.NEG": 2 10 1, "Negates operand C.";
    C_SWIZZLE "C.SWZ": 2 2 8, "Swizzle of operand C.";
    C_TEMPORARY_HIGH "C.R.HI": 2 0 2, "Upper half of the temporary register of operand C.";
    C_TEMPORARY_LOW "C.R.LO": 3 30 2, "Lower half of the temporary register of operand C.";
    C_MUX "C.MUX": 3 28 2, "File of operand C.";
    MAC_MASK "MAC.MASK": 3 24 4, "Components of the temporary that the vector unit writes, x in the top bit.";
    TEMPORARY "OUT.R": 3 20 4, "Temporary that is written.";
    ILU_MASK "ILU.MASK": 3 16 4, "Components of the temporary that the special function unit writes.";
    OUTPUT_MASK "OUT.MASK": 3 12 4, "Components of the output or constant register that are written.";
    OUTPUT_FILE "OUT.ORB": 3 11 1, "1 writes an output register, 0 a constant register.";
    OUTPUT_ADDRESS "OUT.ADDR": 3 3 8, "Number of the output or constant register.";
    OUTPUT_MUX "OUT.MUX": 3 2 1, "Which unit's result goes there: 0 vector, 1 special function.";
    RELATIVE "A0X": 3 1 1, "Adds the address register to the constant's number.";
    LAST "FINAL": 3 0 1, "Ends the program.";
}

/// The bits of the four words that no field covers; a word has zeros there.
pub const UNUSED: [u32; 4] = {
    let mut unused = [u32::MAX; 4];
    let mut i = 0;
    while i < FIELDS.len() {
        let field = FIELDS[i];
        unused[field.word] &= !(field.mask() << field.low);
        i += 1;
    }
    unused
};

#[cfg(test)]
mod tests {
    use super::{FIELDS, UNUSED};

    /// source: envytools docs/hw/graph/xf/isa: 92 significant bits.
    #[test]
    fn no_two_fields_share_a_bit() {
        let bits: u32 = FIELDS.iter().map(|field| field.width).sum();
        let unused: u32 = UNUSED.iter().map(|word| word.count_ones()).sum();
        assert_eq!((bits, bits + unused), (92, 128));
        assert_eq!(UNUSED, [u32::MAX, 0xf000_0000, 0, 0]);
    }

    #[test]
    fn names_are_unique_and_setting_is_getting() {
        for (i, field) in FIELDS.iter().enumerate() {
            assert!(FIELDS[..i].iter().all(|other| other.name != field.name));
            let mut words = [0; 4];
            field.set(&mut words, 0xff);
            assert_eq!(u32::from(field.get(&words)), field.mask());
            field.set(&mut words, 0);
            assert_eq!(words, [0; 4]);
        }
    }
}
