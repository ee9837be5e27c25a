//! Packing: what PK puts into a word and UP takes out of it again, without the word.
//!
//! No float holds 32 bits, so a packed word is remembered as its fields, each rounded to what the word would have held.
//! Whatever reads the word otherwise is refused, unless the user asks for the [float](super::word) that has its bits.
//! Binary16 fields keep the precision of binary32. Options that have PK and UP have registers with any bits, as their
//! language says.

use quadrille_isa::gl::operation::Packing;
use quadrille_program::Instruction;

use super::Lowering;
use super::value::{Fields, Value};
use super::variable::{Content, Kind};
use crate::arb::code::{Op, Source};
use crate::arb::refusal::{Reason, Refusal};
use crate::options::Approximation;

/// The numbers of fields: the lowest, the highest, and the steps of 1.
const fn numbers(packing: Packing) -> Option<(f32, f32)> {
    match packing {
        Packing::Half2 => None,
        Packing::Unsigned2 => Some((0.0, 65_535.0)),
        Packing::Signed4 => Some((-128.0 / 127.0, 127.0)),
        Packing::Unsigned4 => Some((0.0, 255.0)),
    }
}

impl Lowering<'_> {
    /// PK2H, PK2US, PK4B and PK4UB.
    pub(super) fn pack(
        &mut self,
        instruction: &Instruction,
        packing: Packing,
        mask: u8,
    ) -> Result<Value, Refusal> {
        let types = self.types(instruction);
        let (components, swizzle) = match packing {
            Packing::Half2 | Packing::Unsigned2 => (0b0011, [0, 1, 0, 1]),
            Packing::Signed4 | Packing::Unsigned4 => (0b1111, [0, 1, 2, 3]),
        };
        let value = self.operand(instruction, types, 0, components)?;
        if let Some(bits) = value.constants(components) {
            return Ok(Value::constant([packing.pack(bits); 4], Kind::Any));
        }
        let mut source = self.physical(&value, components, false)?;
        if let Some([op, _]) = self.packing(packing) {
            let word = self.compute(op, 1, &[source])?;
            return Ok(Value::float(word.component(0)));
        }
        let mut word = source;
        if let Some((low, steps)) = numbers(packing) {
            let [low, one] = [low, 1.0].map(Source::number);
            source = self.compute(Op::Max, components, &[source, low])?;
            source = self.compute(Op::Min, components, &[source, one])?;
            let half = Source::number(0.5);
            source = self.compute(Op::Mad, components, &[source, Source::number(steps), half])?;
            source = self.compute(Op::Flr, components, &[source])?;
            word = source;
            if packing == Packing::Signed4 {
                word = self.compute(Op::Add, components, &[source, Source::number(128.0)])?;
            }
            source = self.compute(Op::Mul, components, &[source, Source::number(1.0 / steps)])?;
        } else {
            source = self.compute(Op::Mov, components, &[source])?;
        }
        let number = self.packed.len() as u32;
        let source = source.select(swizzle);
        self.packed.insert(number, Fields { packing, source });
        debug_assert_ne!(mask, 0);
        let word = match self.approximates(Approximation::PackedWords) {
            true => self.float_of_word(packing, word)?,
            false => Source::number(0.0),
        };
        Ok(Value::computed(word, Kind::Packed(number)))
    }

    /// UP2H, UP2US, UP4B and UP4UB.
    pub(super) fn unpack(
        &mut self,
        instruction: &Instruction,
        packing: Packing,
        mask: u8,
    ) -> Result<Value, Refusal> {
        let types = self.types(instruction);
        let value = self.operand(instruction, types, 0, 1)?;
        let content: Content = value.contents[0];
        if let Some(bits) = content.known {
            return Ok(Value::constant(packing.unpack(bits), Kind::Float));
        }
        if let (Some([_, op]), Kind::Float) = (self.packing(packing), content.kind) {
            return self
                .compute(op, mask, &[value.source.component(0)])
                .map(Value::float);
        }
        debug_assert_ne!(mask, 0);
        if let Kind::Packed(number) = content.kind
            && let Some(fields) = self.packed.get(&number)
            && fields.packing == packing
        {
            return Ok(Value::float(fields.source));
        }
        let is_float = matches!(content.kind, Kind::Float | Kind::Packed(_));
        if is_float && self.approximates(Approximation::PackedWords) {
            let fields = self.fields_of_float(packing, value.source.component(0))?;
            return Ok(Value::float(fields));
        }
        let refused = Reason::Bits(instruction.opcode.row().mnemonic).at(self.at);
        Err(if is_float {
            refused.or(Approximation::PackedWords)
        } else {
            refused
        })
    }
}
