//! The types of what an instruction reads and gives, by its operation and its data type: the table behind
//! "Types" of [`instruction`](crate::instruction). It says what the numbers are, not how they are computed.

use quadrille_isa::gl::operation::{Class, Lod, Space};
use quadrille_isa::gl::{DataType, Operation, Storage};
use quadrille_numerics::convert::Format;

use crate::instruction::{Access, Instruction};
use crate::operand::{File, Register};
use crate::program::Program;

/// The types of an instruction's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Types {
    /// Of its operands. A type of 32 or 64 bits that is not the register's is converted to within its base
    /// type.
    pub operands: [DataType; 3],
    /// Of its result, before it is converted to the size of the register.
    pub result: DataType,
    /// Whether the result is a binary16 number in the low half of its words (CVT.F16).
    pub half: bool,
}

impl Types {
    /// The types of an instruction's values.
    pub fn of(program: &Program, instruction: &Instruction) -> Types {
        use Operation as Op;
        let own = instruction.data_type;
        let float = match own {
            DataType::F64 | DataType::S64 | DataType::U64 => DataType::F64,
            DataType::F16 | DataType::Fx12 => own,
            DataType::F32 | DataType::S32 | DataType::U32 => DataType::F32,
        };
        let word = |long| if long { DataType::U64 } else { DataType::U32 };
        let (operands, result) = match instruction.operation {
            Op::Floor | Op::Ceiling | Op::Truncate | Op::Round if !own.is_float() => ([float; 3], own),
            Op::IntegerToFloat => ([own; 3], float),
            Op::Convert => {
                let from = instruction.operands.first().map(|operand| operand.register);
                let to = instruction.destination.and_then(|to| to.register);
                let operand = word(from.is_some_and(|register| is_long(program, &register)));
                let long = to.is_some_and(|register| is_long(program, &register));
                ([operand; 3], converted(instruction, long))
            }
            // Packed words are bits, whatever the instruction calls them.
            Op::PackHalf2 | Op::PackUnsigned2 | Op::PackSigned4 | Op::PackUnsigned4 => {
                ([DataType::F32; 3], bits(own))
            }
            Op::UnpackHalf2 | Op::UnpackUnsigned2 | Op::UnpackSigned4 | Op::UnpackUnsigned4 => {
                ([DataType::U32; 3], DataType::F32)
            }
            Op::Pack64 => ([DataType::U32; 3], DataType::U64),
            Op::Unpack64 => ([DataType::U64; 3], DataType::U32),
            Op::Fetch | Op::FetchMultisample => ([DataType::S32; 3], bits(own)),
            Op::QuerySize | Op::QuerySamples => ([DataType::S32; 3], DataType::S32),
            Op::GatherOffsets => ([DataType::F32, DataType::S32, DataType::S32], bits(own)),
            Op::QueryLod => ([DataType::F32; 3], DataType::F32),
            Op::Sample(Lod::Implicit | Lod::Bias | Lod::Explicit | Lod::Derivatives)
            | Op::SampleProjected
            | Op::SampleProjectedButCube
            | Op::Gather => ([DataType::F32; 3], bits(own)),
            Op::Shuffle(_) => ([own, DataType::U32, DataType::U32], own),
            Op::SumOfAbsoluteDifference => ([own, own, unsigned(own)], unsigned(own)),
            Op::Ballot => ([own; 3], DataType::U32),
            Op::InterpolateAtOffset => ([DataType::F32; 3], DataType::F32),
            Op::InterpolateAtSample => ([DataType::F32, DataType::U32, DataType::U32], DataType::F32),
            Op::AddressAdd | Op::AddressAddClamped | Op::AddressPush | Op::AddressPop => {
                ([DataType::S32; 3], DataType::S32)
            }
            Op::EmitVertexOnStream => ([DataType::S32; 3], DataType::S32),
            Op::Load(_) | Op::Store(_) | Op::Atomic(_) | Op::QueryImageSize | Op::QueryImageSamples => {
                memory(instruction)
            }
            operation => match operation.class() {
                Class::Address => ([DataType::F32; 3], DataType::S32),
                Class::Componentwise(_)
                | Class::Scalar(_)
                | Class::Dot(_)
                | Class::Vector(_)
                | Class::Conversion
                | Class::Texture
                | Class::Derivative
                | Class::Interpolation
                | Class::Kill
                | Class::Flow
                | Class::Memory
                | Class::Group
                | Class::Stage => ([own; 3], own),
            },
        };
        let half =
            matches!(&instruction.access, Access::Conversion(conversion) if conversion.to == Format::F16);
        Types {
            operands,
            result,
            half,
        }
    }
}

/// Of memory instructions: addresses of global memory are unsigned integers of 64 bits, coordinates signed ones
/// of 32; what is read and written has the type of its storage. What is stored stands first.
fn memory(instruction: &Instruction) -> ([DataType; 3], DataType) {
    let data = memory_type(instruction);
    let place = |space| match space {
        Space::Global => DataType::U64,
        Space::Constant | Space::Storage | Space::Shared | Space::Counter | Space::Image => DataType::S32,
    };
    match instruction.operation {
        Operation::Load(space) => ([place(space); 3], data),
        Operation::Store(space) | Operation::Atomic(space) => ([data, place(space), place(space)], data),
        _ => ([DataType::S32; 3], DataType::S32),
    }
}

/// The type of what is read from or written to memory.
pub fn memory_type(instruction: &Instruction) -> DataType {
    let storage = match &instruction.access {
        Access::Memory(access) => access.storage,
        Access::None
        | Access::Texture(_)
        | Access::Flow(_)
        | Access::Condition(_)
        | Access::Conversion(_)
        | Access::Barrier(_) => None,
    };
    storage.map_or(instruction.data_type, Storage::data_type)
}

/// What CVT gives: the base type of its result's format, in the size of its register.
fn converted(instruction: &Instruction, long: bool) -> DataType {
    let Access::Conversion(conversion) = &instruction.access else {
        return DataType::U32;
    };
    match (conversion.to.in_register(long), conversion.to) {
        // The register holds the pattern of 16 bits, which no conversion may touch.
        (_, Format::F16) => {
            if long {
                DataType::U64
            } else {
                DataType::U32
            }
        }
        (Format::F64, _) => DataType::F64,
        (Format::S32, _) => DataType::S32,
        (Format::S64, _) => DataType::S64,
        (Format::U32, _) => DataType::U32,
        (Format::U64, _) => DataType::U64,
        _ => DataType::F32,
    }
}

/// The type of a result of 32 bits whose instruction computes in `data_type`.
fn bits(data_type: DataType) -> DataType {
    match data_type {
        DataType::S32 | DataType::S64 => DataType::S32,
        DataType::U32 | DataType::U64 => DataType::U32,
        DataType::F32 | DataType::F64 | DataType::F16 | DataType::Fx12 => DataType::F32,
    }
}

/// The unsigned type of the same size.
fn unsigned(data_type: DataType) -> DataType {
    if data_type.is_long() {
        DataType::U64
    } else {
        DataType::U32
    }
}

/// A base type, as variables without a declared type have it at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Floats.
    Float,
    /// Two's complement.
    Signed,
    /// Integers without a sign.
    Unsigned,
    /// Bits that may be read as anything.
    Any,
}

impl Kind {
    /// Of a type.
    pub const fn of(data_type: DataType) -> Kind {
        match data_type {
            DataType::F16 | DataType::Fx12 | DataType::F32 | DataType::F64 => Kind::Float,
            DataType::S32 | DataType::S64 => Kind::Signed,
            DataType::U32 | DataType::U64 => Kind::Unsigned,
        }
    }

    /// Its name in a message.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Float => "a float",
            Kind::Signed => "a signed integer",
            Kind::Unsigned => "an unsigned integer",
            Kind::Any => "bits",
        }
    }

    /// In which type an instruction reads its operand number `at`.
    pub fn read(instruction: &Instruction, types: Types, at: usize) -> Kind {
        use Operation as Op;
        match (instruction.operation, &instruction.access) {
            (Op::Convert, Access::Conversion(conversion)) if conversion.from == Format::F16 => Kind::Any,
            (Op::Convert, Access::Conversion(conversion)) if conversion.from.binary().is_some() => {
                Kind::Float
            }
            (Op::Convert, Access::Conversion(conversion)) if conversion.from.is_signed() => Kind::Signed,
            (Op::Pack64 | Op::Unpack64, _) => Kind::Any,
            (Op::UnpackHalf2 | Op::UnpackUnsigned2 | Op::UnpackSigned4 | Op::UnpackUnsigned4, _) => Kind::Any,
            _ => Kind::of(types.operands[at.min(2)]),
        }
    }

    /// In which type it gives its result.
    pub fn given(instruction: &Instruction, types: Types) -> Kind {
        use Operation as Op;
        match instruction.operation {
            Op::Pack64 | Op::Unpack64 => Kind::Any,
            Op::PackHalf2 | Op::PackUnsigned2 | Op::PackSigned4 | Op::PackUnsigned4 => Kind::Any,
            _ if types.half => Kind::Any,
            _ => Kind::of(types.result),
        }
    }

    /// Whether what was written as one may not be read as the other.
    pub fn differs(self, other: Kind) -> bool {
        self != other && self != Kind::Any && other != Kind::Any
    }
}

/// Whether a register holds numbers of 64 bits.
pub fn is_long(program: &Program, register: &Register) -> bool {
    // An array is long in all its slots.
    let slot = match &register.relative {
        Some(relative) => relative.first as usize,
        None => register.slot.max(0) as usize,
    };
    match register.file {
        File::Temporary => program.temporaries().get(slot).is_some_and(|slot| slot.long),
        File::Attribute => program.attributes().get(slot).is_some_and(|slot| slot.long),
        File::Result => program.results().get(slot).is_some_and(|slot| slot.long),
        File::Parameter => program
            .parameters()
            .get(slot)
            .is_some_and(|slot| slot.high.is_some()),
        File::Address => false,
    }
}
