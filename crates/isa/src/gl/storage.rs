//! Storage: how memory instructions see memory, one to four numbers of one format.

use quadrille_numerics::convert::Format;

use super::numeric::DataType;

/// What a storage modifier like `F32X2` names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Storage {
    /// The format of each number.
    pub format: Format,
    /// How many: 1, 2 or 4.
    pub count: u8,
}

impl Storage {
    /// Size in bytes.
    pub const fn size(self) -> u64 {
        self.format.bits() as u64 / 8 * self.count as u64
    }

    /// The multiple of which an address must be, in bytes: the size (NV_gpu_program5 2.X.4.5,
    /// NV_gpu_program5_mem_extended).
    pub const fn alignment(self) -> u64 {
        self.size()
    }

    /// The type that the numbers have in registers.
    pub const fn data_type(self) -> DataType {
        match self.format {
            Format::F16 | Format::F32 => DataType::F32,
            Format::F64 => DataType::F64,
            Format::S8 | Format::S16 | Format::S32 => DataType::S32,
            Format::S64 => DataType::S64,
            Format::U8 | Format::U16 | Format::U32 => DataType::U32,
            Format::U64 => DataType::U64,
        }
    }
}
