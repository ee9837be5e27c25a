//! Conversions, packing and unpacking: operations between formats, over the active lanes.

use quadrille_engine::Mask;
use quadrille_isa::gl::operation::{convert, pack, pack64, unpack64};
use quadrille_isa::gl::{Clamp, DataType, Operation};
use quadrille_numerics::convert::{Format, convert_register};
use quadrille_program::{Access, Instruction};

use crate::arithmetic::each;
use crate::state::Values;
use quadrille_program::types::Types;

/// What a conversion is besides its values.
#[derive(Clone, Copy)]
pub(crate) struct Conversion<'a> {
    pub(crate) instruction: &'a Instruction,
    pub(crate) types: Types,
}

impl Conversion<'_> {
    /// Whether an instruction is one: of the class, or a rounding whose result is an integer.
    pub(crate) fn is(instruction: &Instruction) -> bool {
        use Operation as Op;
        let rounding = matches!(
            instruction.operation,
            Op::Floor | Op::Ceiling | Op::Truncate | Op::Round
        );
        rounding && !instruction.data_type.is_float()
            || instruction.operation.class() == quadrille_isa::gl::operation::Class::Conversion
    }

    /// Runs it over the active lanes.
    pub(crate) fn run(&self, active: &Mask, values: &mut Values) {
        let operation = self.instruction.operation;
        let [from, ..] = self.types.operands;
        let to = self.types.result;
        each(active, |lane| {
            let operand: [u64; 4] = std::array::from_fn(|component| {
                let low = u64::from(values.operands[0][component][lane]);
                let high = u64::from(values.high[0][component][lane]);
                if from.is_long() { low | high << 32 } else { low }
            });
            let words = operand.map(|bits| bits as u32);
            let result: [u64; 4] = match operation {
                Operation::Pack64 => pack64(words),
                Operation::Unpack64 => unpack64(operand).map(u64::from),
                Operation::Convert => operand.map(|bits| self.convert(bits)),
                _ => match pack(operation, words) {
                    Some(packed) => packed.map(u64::from),
                    None => operand
                        .map(|bits| convert(operation, bits, format(from), format(to)).unwrap_or_default()),
                },
            };
            for (component, bits) in result.into_iter().enumerate() {
                values.result.set_long(component, lane, bits);
            }
        });
    }

    /// CVT of one component, from the operand's register to the result's.
    fn convert(&self, bits: u64) -> u64 {
        let Access::Conversion(conversion) = &self.instruction.access else {
            return 0;
        };
        convert_register(
            bits,
            self.types.operands[0].is_long(),
            [conversion.to, conversion.from],
            conversion.rounding,
            self.instruction.clamp != Clamp::None,
            self.types.result.is_long(),
        )
    }
}

/// The format that a register holds for a type.
pub(crate) fn format(data_type: DataType) -> Format {
    match data_type {
        DataType::F32 | DataType::F16 | DataType::Fx12 => Format::F32,
        DataType::F64 => Format::F64,
        DataType::S32 => Format::S32,
        DataType::U32 => Format::U32,
        DataType::S64 => Format::S64,
        DataType::U64 => Format::U64,
    }
}
