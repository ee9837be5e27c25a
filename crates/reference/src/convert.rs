//! Conversions, packing and unpacking: operations between formats, over the active lanes.

use quadrille_engine::Mask;
use quadrille_isa::gl::operation::{ConversionOp, convert, convert_between, pack64, unpack64};
use quadrille_numerics::convert::Rounding;
use quadrille_program::{Access, Instruction};

use crate::arithmetic::each;
use crate::state::Values;
use quadrille_program::types::Types;

/// The instruction and types of a conversion.
#[derive(Clone, Copy)]
pub(crate) struct Conversion<'a> {
    pub(crate) instruction: &'a Instruction,
    pub(crate) types: Types,
}

impl Conversion<'_> {
    /// Runs a conversion over the active lanes.
    pub(crate) fn run(&self, operation: ConversionOp, active: &Mask, values: &mut Values) {
        match operation {
            ConversionOp::IntegerToFloat => self.round(Rounding::Nearest, active, values),
            ConversionOp::Convert => {
                self.each(active, values, |operand| operand.map(|bits| self.convert(bits)))
            }
            ConversionOp::Pack(packing) => {
                self.each(active, values, |operand| {
                    [u64::from(packing.pack(operand.map(low))); 4]
                });
            }
            ConversionOp::Unpack(packing) => {
                self.each(active, values, |operand| {
                    packing.unpack(low(operand[0])).map(u64::from)
                });
            }
            ConversionOp::Pack64 => self.each(active, values, |operand| pack64(operand.map(low))),
            ConversionOp::Unpack64 => self.each(active, values, |operand| unpack64(operand).map(u64::from)),
        }
    }

    /// Rounds floats to integers, or integers to floats, over the active lanes.
    pub(crate) fn round(&self, rounding: Rounding, active: &Mask, values: &mut Values) {
        let (from, to) = (
            self.types.operands[0].register_format(),
            self.types.result.register_format(),
        );
        self.each(active, values, |operand| {
            operand.map(|bits| convert(rounding, bits, from, to))
        });
    }

    /// The result of a function of the first operand, in each active lane.
    fn each(&self, active: &Mask, values: &mut Values, function: impl Fn([u64; 4]) -> [u64; 4]) {
        let long = self.types.operands[0].is_long();
        each(active, |lane| {
            let operand: [u64; 4] = std::array::from_fn(|component| {
                let low = u64::from(values.operands[0][component][lane]);
                let high = u64::from(values.high[0][component][lane]);
                if long { low | high << 32 } else { low }
            });
            for (component, bits) in function(operand).into_iter().enumerate() {
                values.result.set_long(component, lane, bits);
            }
        });
    }

    /// CVT of one component.
    fn convert(&self, bits: u64) -> u64 {
        let Access::Conversion(conversion) = &self.instruction.access else {
            return 0;
        };
        convert_between(
            bits,
            self.types.operands[0].is_long(),
            [conversion.to, conversion.from],
            conversion.rounding,
            self.instruction.clamp,
            self.types.result.is_long(),
        )
    }
}

/// The low word of a number.
fn low(bits: u64) -> u32 {
    bits as u32
}
