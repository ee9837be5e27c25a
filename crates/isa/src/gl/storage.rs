//! Storage: how memory instructions see memory, one to four numbers of one format.

use quadrille_numerics::convert::{Format, Rounding, convert};

use super::numeric::DataType;

/// The meaning of a storage modifier like `F32X2`: a format and a number of components.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Storage {
    /// The format of each number.
    pub format: Format,
    /// The number of components: 1, 2 or 4.
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

    /// The result of a load of one number in memory: the bits of a register of [`Storage::data_type`],
    /// 32 or 64. Integers are extended by their sign or by zeros, F16 is converted, all others are copied.
    #[inline]
    pub fn to_register(self, bits: u64) -> u64 {
        self.convert(bits & self.format.mask(), self.format, self.register_format())
    }

    /// The result of a store of the bits of a register: the bits of one number in memory. Integers lose their high
    /// bits, F16 is rounded to the nearest, all others are copied.
    #[inline]
    pub fn from_register(self, bits: u64) -> u64 {
        self.convert(bits, self.register_format(), self.format)
    }

    /// Whether a register has the bits that memory has, with zeros above them: what is stored and loaded is only moved.
    pub const fn is_moved(self) -> bool {
        match self.format {
            Format::U8 | Format::U16 | Format::U32 | Format::U64 => true,
            Format::F32 | Format::F64 | Format::S32 | Format::S64 => true,
            Format::F16 | Format::S8 | Format::S16 => false,
        }
    }

    #[inline]
    fn register_format(self) -> Format {
        self.format.in_register(self.format.bits() == 64)
    }

    #[inline]
    fn convert(self, bits: u64, from: Format, to: Format) -> u64 {
        // Numbers that have the register's size are moved as bits, so that a NaN stays the one it is.
        if from == to {
            bits & to.mask()
        } else {
            convert(bits, from, to, Rounding::Nearest, false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: NV_gpu_program5 2.X.4.5 BufferMemoryLoad and BufferMemoryStore, NV_gpu_program5_mem_extended the
    /// same: the C types float16_t to uint64_t; binary16 0xc100 is -2.5, binary32 of it 0xc0200000
    #[test]
    fn numbers_in_memory_and_in_registers() {
        for (format, memory, register) in [
            (Format::F16, 0xc100, 0xc020_0000),
            (Format::F32, 0x7fa0_1234, 0x7fa0_1234),
            (Format::F64, 0xfff4_0000_0000_0001, 0xfff4_0000_0000_0001),
            (Format::S8, 0x80, 0xffff_ff80),
            (Format::S8, 0x7f, 0x7f),
            (Format::S16, 0x8001, 0xffff_8001),
            (Format::S32, 0x8000_0000, 0x8000_0000),
            (Format::S64, 0x8000_0000_0000_0000, 0x8000_0000_0000_0000),
            (Format::U8, 0x80, 0x80),
            (Format::U16, 0x8001, 0x8001),
            (Format::U32, 0x8000_0000, 0x8000_0000),
            (Format::U64, u64::MAX, u64::MAX),
        ] {
            let storage = Storage { format, count: 1 };
            assert_eq!(storage.to_register(memory), register, "{format:?}");
            assert_eq!(storage.from_register(register), memory, "{format:?}");
        }
        // Stores drop the high bits: 2.X.8.Z STOREIM says so, and C's conversion does.
        let byte = |format| Storage { format, count: 1 }.from_register(0x1234_56fe);
        assert_eq!(
            [byte(Format::S8), byte(Format::U8), byte(Format::U16)],
            [0xfe, 0xfe, 0x56fe]
        );
    }

    /// source: NV_gpu_program5 2.X.4.5 and NV_gpu_program5_mem_extended, the paragraphs on alignment
    #[test]
    fn alignments() {
        use Format::{F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64};
        for (multiple, rows) in [
            (1, &[(S8, 1), (U8, 1)][..]),
            (2, &[(F16, 1), (S8, 2), (S16, 1), (U8, 2), (U16, 1)]),
            (
                4,
                &[
                    (F32, 1),
                    (S32, 1),
                    (U32, 1),
                    (F16, 2),
                    (S16, 2),
                    (U16, 2),
                    (S8, 4),
                    (U8, 4),
                ],
            ),
            (
                8,
                &[
                    (F32, 2),
                    (F64, 1),
                    (S32, 2),
                    (S64, 1),
                    (U32, 2),
                    (U64, 1),
                    (S16, 4),
                    (U16, 4),
                ],
            ),
            (16, &[(F32, 4), (F64, 2), (S32, 4), (S64, 2), (U32, 4), (U64, 2)]),
            (32, &[(F64, 4), (S64, 4), (U64, 4)]),
        ] {
            for (format, count) in rows {
                let storage = Storage {
                    format: *format,
                    count: *count,
                };
                assert_eq!(storage.alignment(), multiple, "{storage:?}");
            }
        }
    }
}
