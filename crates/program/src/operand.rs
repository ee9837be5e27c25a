//! Operands and the registers that instructions read and write.

/// A register file. Slots are counted from 0 in each; an array is a run of slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum File {
    /// Temporaries.
    Temporary,
    /// Inputs of an invocation: [`Program::attributes`](crate::Program::attributes).
    Attribute,
    /// Inputs of a draw, constants among them: [`Program::parameters`](crate::Program::parameters).
    Parameter,
    /// Outputs of an invocation: [`Program::results`](crate::Program::results).
    Result,
    /// Address registers of the older vertex languages: four signed integers.
    Address,
}

/// A register: a file and a slot, fixed or found at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Register {
    /// The file.
    pub file: File,
    /// The slot; with `relative`, what the slot is when the index is 0. It may then lie outside the array.
    pub slot: i32,
    /// The index that is added to the slot at run time.
    pub relative: Option<Relative>,
    /// The first of two indices: which vertex an attribute is of, or which buffer of a range.
    pub outer: Option<Outer>,
}

/// A run-time index, and the array it must stay in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Relative {
    /// The register component that holds the index.
    pub index: Index,
    /// First slot of the array.
    pub first: u32,
    /// Slots of the array. An index outside reads 0 and writes nothing.
    pub length: u32,
}

/// The first index of a variable that has two (`position[2]` of `ATTRIB position = vertex.position`,
/// `b[1][i]` of `BUFFER b[][] = { program.buffer[0..3] }`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outer {
    /// The index; with `index`, what is added to the index found at run time.
    pub number: i32,
    /// The register component that holds the run-time index.
    pub index: Option<Index>,
    /// The number of vertices or buffers. An index beyond reads 0.
    pub count: u32,
    /// Parameters: slots from one buffer to the next. Attributes: 0, for every vertex has all the slots.
    pub stride: u32,
}

/// One component of a register, taken as an integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Index {
    /// The file: address or temporary, attribute or parameter.
    pub file: File,
    /// The slot.
    pub slot: u32,
    /// The component, 0 to 3.
    pub component: u8,
    /// Attributes of numbered vertices: which of the vertices that come in.
    pub vertex: Option<u16>,
}

impl Index {
    /// The register of which it is a component.
    pub fn register(&self) -> Register {
        Register {
            outer: self.vertex.map(|number| Outer {
                number: number.into(),
                index: None,
                count: u32::from(number) + 1,
                stride: 0,
            }),
            ..Register::fixed(self.file, self.slot)
        }
    }
}

impl Register {
    /// The fixed register `slot` of `file`.
    pub const fn fixed(file: File, slot: u32) -> Register {
        Register {
            file,
            slot: slot as i32,
            relative: None,
            outer: None,
        }
    }
}

/// The source of one component of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Selector {
    /// The first component.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
    /// The fourth.
    W,
    /// The number 0 (SWZ).
    Zero,
    /// The number 1 (SWZ).
    One,
}

impl Selector {
    /// The component, 0 to 3, that it takes; of a number, whether it is 1.
    pub const fn component_or_number(self) -> Result<usize, bool> {
        match self {
            Selector::X => Ok(0),
            Selector::Y => Ok(1),
            Selector::Z => Ok(2),
            Selector::W => Ok(3),
            Selector::Zero => Err(false),
            Selector::One => Err(true),
        }
    }

    /// The selector of component 0 to 3.
    pub const fn component(index: u8) -> Selector {
        match index & 3 {
            0 => Selector::X,
            1 => Selector::Y,
            2 => Selector::Z,
            _ => Selector::W,
        }
    }
}

/// The selectors of the four components.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Swizzle(pub [Selector; 4]);

impl Swizzle {
    /// `.xyzw`
    pub const IDENTITY: Swizzle = Swizzle([Selector::X, Selector::Y, Selector::Z, Selector::W]);

    /// The number of the component that stands at a place, 0 to 3; 0 for the numbers of SWZ.
    pub const fn component(&self, at: usize) -> u8 {
        match self.0[at & 3] {
            Selector::X | Selector::Zero | Selector::One => 0,
            Selector::Y => 1,
            Selector::Z => 2,
            Selector::W => 3,
        }
    }

    /// One component for all four.
    pub const fn replicate(selector: Selector) -> Swizzle {
        Swizzle([selector; 4])
    }
}

/// A source operand. Evaluated as: read the register, select, take the magnitude, negate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    /// The register that is read.
    pub register: Register,
    /// Which components; a scalar operand has one selector four times.
    pub swizzle: Swizzle,
    /// Whether the magnitude is taken, before any negation.
    pub absolute: bool,
    /// Which components are negated, bit 0 for x; all or none but for SWZ.
    pub negate: u8,
}

impl Operand {
    /// A register as it is.
    pub const fn of(register: Register) -> Operand {
        Operand {
            register,
            swizzle: Swizzle::IDENTITY,
            absolute: false,
            negate: 0,
        }
    }

    /// Whether it is more than a swizzle and one sign: a constant in place of a component, or a sign for some of them.
    pub fn is_extended(&self) -> bool {
        let selectors = &self.swizzle.0;
        let constant = |selector: &Selector| matches!(selector, Selector::Zero | Selector::One);
        selectors.iter().any(constant) || !matches!(self.negate, 0 | 15)
    }
}
