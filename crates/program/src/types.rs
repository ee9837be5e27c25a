//! The types of what an instruction reads and gives, by its operation and its data type: the table behind
//! "Types" of [`instruction`](crate::instruction). It says what the numbers are, not how they are computed.

use quadrille_isa::gl::operation::{
    AddressOp, ArithmeticOp, ConversionOp, GroupOp, Location, MemoryOp, Space, StageOp, TextureOp,
};
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
        let own = instruction.data_type;
        let float = match own {
            DataType::F64 | DataType::S64 | DataType::U64 => DataType::F64,
            DataType::F16 | DataType::Fx12 => own,
            DataType::F32 | DataType::S32 | DataType::U32 => DataType::F32,
        };
        let word = |long| if long { DataType::U64 } else { DataType::U32 };
        let (operands, result) = match instruction.operation {
            Operation::Arithmetic(ArithmeticOp::Round(_)) if !own.is_float() => ([float; 3], own),
            Operation::Arithmetic(ArithmeticOp::SumOfAbsoluteDifference) => {
                ([own, own, unsigned(own)], unsigned(own))
            }
            Operation::Conversion(operation) => match operation {
                ConversionOp::IntegerToFloat => ([own; 3], float),
                ConversionOp::Convert => {
                    let from = instruction.operands.first().map(|operand| operand.register);
                    let to = instruction.destination.and_then(|to| to.register);
                    let operand = word(from.is_some_and(|register| is_long(program, &register)));
                    let long = to.is_some_and(|register| is_long(program, &register));
                    ([operand; 3], converted(instruction, long))
                }
                // Packed words are bits, whatever the instruction calls them.
                ConversionOp::Pack(_) => ([DataType::F32; 3], bits(own)),
                ConversionOp::Unpack(_) => ([DataType::U32; 3], DataType::F32),
                ConversionOp::Pack64 => ([DataType::U32; 3], DataType::U64),
                ConversionOp::Unpack64 => ([DataType::U64; 3], DataType::U32),
            },
            Operation::Texture(operation) => match operation {
                TextureOp::Fetch | TextureOp::FetchMultisample => ([DataType::S32; 3], bits(own)),
                TextureOp::QuerySize | TextureOp::QuerySamples => ([DataType::S32; 3], DataType::S32),
                TextureOp::GatherOffsets => ([DataType::F32, DataType::S32, DataType::S32], bits(own)),
                TextureOp::QueryLod => ([DataType::F32; 3], DataType::F32),
                TextureOp::Sample(_)
                | TextureOp::SampleProjected
                | TextureOp::SampleProjectedButCube
                | TextureOp::Gather => ([DataType::F32; 3], bits(own)),
            },
            Operation::Group(operation) => match operation {
                GroupOp::Shuffle(_) => ([own, DataType::U32, DataType::U32], own),
                GroupOp::Ballot => ([own; 3], DataType::U32),
                GroupOp::Vote(_)
                | GroupOp::QuadAdd(_)
                | GroupOp::QuadAddHorizontal
                | GroupOp::QuadAddVertical => ([own; 3], own),
            },
            Operation::Interpolation(Location::Offset) => ([DataType::F32; 3], DataType::F32),
            Operation::Interpolation(Location::Sample) => {
                ([DataType::F32, DataType::U32, DataType::U32], DataType::F32)
            }
            Operation::Address(operation) => match operation {
                AddressOp::LoadFloor(_) | AddressOp::LoadRound(_) => ([DataType::F32; 3], DataType::S32),
                AddressOp::Sum(_) | AddressOp::Push | AddressOp::Pop => ([DataType::S32; 3], DataType::S32),
            },
            Operation::Stage(StageOp::EmitVertexOnStream) => ([DataType::S32; 3], DataType::S32),
            Operation::Memory(operation) => match operation {
                MemoryOp::Barrier => ([own; 3], own),
                MemoryOp::Load(_)
                | MemoryOp::Store(_)
                | MemoryOp::Atomic(_)
                | MemoryOp::QueryImageSize
                | MemoryOp::QueryImageSamples => memory(operation, instruction),
            },
            Operation::Arithmetic(_)
            | Operation::Derivative(_)
            | Operation::Interpolation(Location::Centroid)
            | Operation::Kill
            | Operation::Flow(_)
            | Operation::Stage(_) => ([own; 3], own),
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
fn memory(operation: MemoryOp, instruction: &Instruction) -> ([DataType; 3], DataType) {
    let data = memory_type(instruction);
    let address = |space| match space {
        Space::Global => DataType::U64,
        Space::Constant | Space::Storage | Space::Shared | Space::Image | Space::Counter => DataType::S32,
    };
    match operation {
        MemoryOp::Load(space) => ([address(space); 3], data),
        MemoryOp::Store(space) | MemoryOp::Atomic(space) => ([data, address(space), address(space)], data),
        MemoryOp::QueryImageSize | MemoryOp::QueryImageSamples | MemoryOp::Barrier => {
            ([DataType::S32; 3], DataType::S32)
        }
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
        | Access::Barrier(_)
        | Access::Derivative(_) => None,
    };
    storage.map_or(instruction.data_type, Storage::data_type)
}

/// The type of the result of CVT: the base type of its format, in the size of its register.
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
pub enum NumberKind {
    /// Floats.
    Float,
    /// Two's complement.
    Signed,
    /// Integers without a sign.
    Unsigned,
    /// Bits that may be read as anything.
    Any,
}

impl NumberKind {
    /// Of a type.
    pub const fn of(data_type: DataType) -> NumberKind {
        match data_type {
            DataType::F16 | DataType::Fx12 | DataType::F32 | DataType::F64 => NumberKind::Float,
            DataType::S32 | DataType::S64 => NumberKind::Signed,
            DataType::U32 | DataType::U64 => NumberKind::Unsigned,
        }
    }

    /// Its name in a message.
    pub const fn name(self) -> &'static str {
        match self {
            NumberKind::Float => "a float",
            NumberKind::Signed => "a signed integer",
            NumberKind::Unsigned => "an unsigned integer",
            NumberKind::Any => "bits",
        }
    }

    /// In which type an instruction reads its operand number `at`.
    pub fn read(instruction: &Instruction, types: Types, at: usize) -> NumberKind {
        let own = NumberKind::of(types.operands[at.min(2)]);
        match (instruction.operation, &instruction.access) {
            (Operation::Conversion(operation), access) => match (operation, access) {
                (ConversionOp::Convert, Access::Conversion(conversion)) => match conversion.from {
                    Format::F16 => NumberKind::Any,
                    from if from.binary().is_some() => NumberKind::Float,
                    from if from.is_signed() => NumberKind::Signed,
                    _ => own,
                },
                (ConversionOp::Pack64 | ConversionOp::Unpack64 | ConversionOp::Unpack(_), _) => {
                    NumberKind::Any
                }
                (ConversionOp::Convert | ConversionOp::IntegerToFloat | ConversionOp::Pack(_), _) => own,
            },
            _ => own,
        }
    }

    /// In which type it gives its result.
    pub fn given(instruction: &Instruction, types: Types) -> NumberKind {
        match instruction.operation {
            Operation::Conversion(ConversionOp::Pack64 | ConversionOp::Unpack64 | ConversionOp::Pack(_)) => {
                NumberKind::Any
            }
            _ if types.half => NumberKind::Any,
            _ => NumberKind::of(types.result),
        }
    }

    /// Whether what was written as one may not be read as the other.
    pub fn differs(self, other: NumberKind) -> bool {
        self != other && self != NumberKind::Any && other != NumberKind::Any
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
