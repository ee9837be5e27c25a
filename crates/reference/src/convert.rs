//! Conversions, packing and unpacking: operations between formats, over the active lanes.

use quadrille_engine::Mask;
use quadrille_isa::gl::operation::{convert, pack, pack64, unpack64};
use quadrille_isa::gl::{Clamp, DataType, Operation};
use quadrille_numerics::convert::{Format, Rounding, convert_register};
use quadrille_numerics::environment::Double;
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

    /// CVT of one component, from the operand's register to the result's. A clamp is that of the integer's format, or
    /// of the float (NV_gpu_program5 2.X.4.1).
    fn convert(&self, bits: u64) -> u64 {
        let Access::Conversion(conversion) = &self.instruction.access else {
            return 0;
        };
        let clamp = self.instruction.clamp;
        let long = self.types.result.is_long();
        let result = convert_register(
            bits,
            self.types.operands[0].is_long(),
            [conversion.to, conversion.from],
            conversion.rounding,
            clamp != Clamp::None,
            long,
        );
        let held = match conversion.to {
            Format::F16 => Format::F16,
            to => to.in_register(long),
        };
        match held.binary() {
            Some(binary) if clamp != Clamp::None => {
                let clamped = clamp.apply(Double(binary.decode(result))).0;
                binary.encode(clamped, Rounding::Nearest)
            }
            _ => result,
        }
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
