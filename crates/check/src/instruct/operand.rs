//! Operands of the NV_gpu_program languages: their types, their constants, and both signs of a magnitude
//! (NV_gpu_program4 2.X.4.2).

use quadrille_base::Span;
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::binding::BaseType;
use quadrille_isa::gl::statement::Modifier;
use quadrille_program::{Destination, File, Operand, ParameterSource, Register, Swizzle};
use quadrille_syntax::tree::{self, NodeRange, Number, NumberForm, Value};

use crate::condition::attached_condition;
use crate::constant::plain_number;
use crate::context::Context;
use crate::dialect::Habit;
use crate::path::part_span;
use crate::resolver::{Resolver, Wanted};
use crate::rules;
use crate::source::{no_attachment, path_swizzle, readable, selector};
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::NumberType;
use crate::state::slots::Slots;
use crate::undeclared::NameUse;

impl<'t, 's> Resolver<'_, 't, 's> {
    /// A source operand of a type.
    pub(crate) fn typed_source(
        &mut self,
        operand: &'t tree::Operand<'s>,
        wanted: Wanted<'_>,
        expected: Expected,
    ) -> Option<Operand> {
        no_attachment(&self.cx, self.diagnostics, operand)?;
        let (register, swizzle) = match &operand.value {
            Value::Number(number) => {
                let outside = operand.sign.is_some_and(|sign| sign.negative);
                let bits = number_bits(
                    self.diagnostics,
                    number,
                    operand.span,
                    expected.data_type,
                    false,
                    outside,
                )?;
                if let [suffix, ..] = self.cx.parts(&operand.suffix) {
                    let message = "a number is the same in every component and has no selector here";
                    let diagnostic = rules::syntax_error::unexpected(part_span(suffix), message);
                    if !self
                        .diagnostics
                        .unless_admitted(Habit::SelectorOnNumber, diagnostic)
                    {
                        return None;
                    }
                }
                size_agrees(self.diagnostics, NumberType::ANY, expected.size, operand.span)?;
                (
                    constant_register(self.slots, [bits; 4], expected.data_type, operand.span),
                    Swizzle::IDENTITY,
                )
            }
            Value::Braces(list) => {
                let bits = vector_bits(&self.cx, self.diagnostics, list, operand.span, expected.data_type)?;
                let swizzle = selector(
                    &self.cx,
                    self.diagnostics,
                    self.cx.parts(&operand.suffix),
                    operand.span,
                    wanted,
                )?;
                size_agrees(self.diagnostics, NumberType::ANY, expected.size, operand.span)?;
                (
                    constant_register(self.slots, bits, expected.data_type, operand.span),
                    swizzle,
                )
            }
            Value::Path(parts) => {
                let place = self.place(self.cx.parts(parts), NameUse::Read)?;
                let readable = readable(self.diagnostics, &place);
                let swizzle = path_swizzle(&self.cx, self.diagnostics, &place, operand.span, wanted)?;
                if !readable {
                    return None;
                }
                agrees(self.diagnostics, place.kind, expected, place.span)?;
                (place.register, swizzle)
            }
            Value::Parenthesis(_) | Value::Sum(..) => {
                let message = "an operand belongs here";
                self.report(rules::syntax_error::unexpected(operand.span, message));
                return None;
            }
            Value::Missing => return None,
        };
        let (absolute, negative) = signs(operand, expected.data_type);
        Some(Operand {
            register,
            swizzle,
            absolute,
            negate: if negative { 0b1111 } else { 0 },
        })
    }

    /// A destination of a type: a register, its write mask and its condition.
    pub(crate) fn typed_destination(
        &mut self,
        operand: &'t tree::Operand<'s>,
        expected: Expected,
    ) -> Option<Destination> {
        let condition = attached_condition(&self.cx, self.names, self.diagnostics, operand.attached);
        let (register, mask, kind) = self.masked(operand)?;
        agrees(self.diagnostics, kind, expected, operand.span)?;
        Some(Destination {
            register,
            mask,
            condition: condition?,
            short: false,
        })
    }
}

/// Whether a variable is declared as what an instruction takes it for; reports it otherwise.
pub(super) fn agrees(
    diagnostics: &mut Diagnostics,
    kind: NumberType,
    expected: Expected,
    span: Span,
) -> Option<()> {
    let base = base_of(expected.data_type);
    if expected.checked && kind.base != BaseType::Any && kind.base != base {
        diagnostics.report(rules::type_mismatch::at(span, name_of(kind.base), name_of(base)));
        return None;
    }
    size_agrees(diagnostics, kind, expected.size, span)
}

fn size_agrees(diagnostics: &mut Diagnostics, kind: NumberType, size: Size, span: Span) -> Option<()> {
    let diagnostic = match size {
        Size::NotShort if kind.size == Some(Modifier::Short) => rules::packed_size::short(span),
        Size::Long if kind.size != Some(Modifier::Long) => rules::packed_size::not_long(span),
        Size::Any | Size::NotShort | Size::Long => return Some(()),
    };
    diagnostics.report(diagnostic);
    None
}

/// The register of a constant vector, given as the bits of its type. One of 64 bits whose numbers 32 bits
/// hold as well is one of 32: what reads it converts it (NV_gpu_program5 2.X.4.1).
fn constant_register(slots: &mut Slots, bits: [u64; 4], data_type: DataType, span: Span) -> Register {
    let narrow = bits.map(|bits| narrowed(bits, data_type));
    let slot = match narrow {
        [Some(x), Some(y), Some(z), Some(w)] => {
            slots.parameter(ParameterSource::Constant([x, y, z, w]), span)
        }
        _ => slots.long_constant(bits, span),
    };
    Register::fixed(File::Parameter, slot)
}

/// `{ 1, -2.0 }` as numbers of a type, the rest (0, 0, 1).
pub(crate) fn vector_bits(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    list: &NodeRange,
    span: Span,
    data_type: DataType,
) -> Option<[u64; 4]> {
    let items = cx.list(list);
    if items.is_empty() || items.len() > 4 {
        let message = "a constant vector has one to four numbers";
        diagnostics.report(rules::syntax_error::unexpected(span, message));
        return None;
    }
    let one = match data_type {
        DataType::F64 => 1f64.to_bits(),
        DataType::Fx12 | DataType::F16 | DataType::F32 => 1f32.to_bits().into(),
        DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => 1,
    };
    let mut bits = [0, 0, 0, one];
    let mut complete = true;
    for (component, item) in bits.iter_mut().zip(items) {
        let item = cx.operand(*item);
        match plain_number(item) {
            Some((number, negative)) => {
                match number_bits(diagnostics, number, item.span, data_type, negative, false) {
                    Some(bits) => *component = bits,
                    None => complete = false,
                }
            }
            None => {
                if !matches!(item.value, Value::Missing) {
                    let message = "a constant vector holds numbers only";
                    diagnostics.report(rules::syntax_error::unexpected(item.span, message));
                }
                return None;
            }
        }
    }
    complete.then_some(bits)
}

/// The bits of a number of a type. `negative` is the number's own sign; `negated` that of the operand,
/// which is an operation of its own but makes room for the smallest integer. Of a type of 32 bits, the
/// high word is 0.
pub(crate) fn number_bits(
    diagnostics: &mut Diagnostics,
    number: &Number<'_>,
    span: Span,
    data_type: DataType,
    negative: bool,
    negated: bool,
) -> Option<u64> {
    if data_type == DataType::F64 {
        let value = number.float();
        return Some((if negative { -value } else { value }).to_bits());
    }
    if data_type.is_float() {
        let value = number.float32();
        return Some((if negative { -value } else { value }).to_bits().into());
    }
    let signed = matches!(data_type, DataType::S32 | DataType::S64);
    let wide = data_type.is_long();
    let most: u64 = match (signed, wide) {
        (true, false) => (1 << 31) - u64::from(!(negative || negated)),
        (false, false) => u64::from(u32::MAX),
        (true, true) => (1 << 63) - u64::from(!(negative || negated)),
        (false, true) => u64::MAX,
    };
    let diagnostic = if number.form == NumberForm::Float {
        rules::constant_type::float(span)
    } else if negative && !signed && number.integer() != Some(0) {
        rules::constant_type::negative(span)
    } else {
        match number.integer().filter(|value| *value <= most) {
            Some(value) => {
                let value = if negative { value.wrapping_neg() } else { value };
                return Some(if wide { value } else { value & u64::from(u32::MAX) });
            }
            None => rules::constant_type::too_large(span, most),
        }
    };
    diagnostics.report(diagnostic);
    None
}

/// A number of a type as 32 bits that convert back to it, if there are such.
fn narrowed(bits: u64, data_type: DataType) -> Option<u32> {
    let word = bits as u32;
    match data_type {
        DataType::F64 => {
            let (value, narrow) = (f64::from_bits(bits), f64::from_bits(bits) as f32);
            (f64::from(narrow).to_bits() == value.to_bits()).then_some(narrow.to_bits())
        }
        DataType::S64 => (i64::from(word as i32) as u64 == bits).then_some(word),
        DataType::U64 => (u64::from(word) == bits).then_some(word),
        DataType::Fx12 | DataType::F16 | DataType::F32 | DataType::S32 | DataType::U32 => Some(word),
    }
}

/// The type and component size that an operand must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Expected {
    /// The type that it is read as.
    pub(crate) data_type: DataType,
    /// Whether a variable declared with another type is an error: `NTC` says no.
    pub(crate) checked: bool,
    /// The size that its components must have.
    pub(crate) size: Size,
}

/// The size that the components of a variable must have for an instruction that packs or unpacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// As they are.
    Any,
    /// Not declared SHORT.
    NotShort,
    /// Declared LONG.
    Long,
}

/// The base type of a type.
fn base_of(data_type: DataType) -> BaseType {
    match data_type {
        DataType::Fx12 | DataType::F16 | DataType::F32 | DataType::F64 => BaseType::Float,
        DataType::S32 | DataType::S64 => BaseType::Signed,
        DataType::U32 | DataType::U64 => BaseType::Unsigned,
    }
}

fn name_of(base: BaseType) -> &'static str {
    match base {
        BaseType::Float => "floats",
        BaseType::Signed => "signed integers",
        BaseType::Unsigned => "unsigned integers",
        BaseType::Any => "anything",
    }
}

/// Whether the magnitude is taken, and whether the result is negated then: `-|-R0|` has a sign inside and one
/// outside. The magnitude of an unsigned number is the number, so that both signs count there.
pub(crate) fn signs(operand: &tree::Operand<'_>, data_type: DataType) -> (bool, bool) {
    let outside = operand.sign.is_some_and(|sign| sign.negative);
    let Some(absolute) = operand.absolute else {
        return (false, outside);
    };
    let inside = absolute.sign.is_some_and(|sign| sign.negative);
    let unsigned = matches!(data_type, DataType::U32 | DataType::U64);
    if unsigned {
        (false, outside != inside)
    } else {
        (true, outside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: IEEE 754: 0.5 is a binary32 number and 0.1 as a binary64 number is none; two's complement.
    #[test]
    fn what_32_bits_hold_is_narrowed() {
        assert_eq!(narrowed(0.5f64.to_bits(), DataType::F64), Some(0.5f32.to_bits()));
        assert_eq!(narrowed(0.1f64.to_bits(), DataType::F64), None);
        assert_eq!(narrowed(1e300f64.to_bits(), DataType::F64), None);
        assert_eq!(narrowed(u64::MAX, DataType::S64), Some(u32::MAX));
        assert_eq!(narrowed(u64::MAX, DataType::U64), None);
        assert_eq!(narrowed(1 << 31, DataType::S64), None);
        assert_eq!(narrowed(1 << 31, DataType::U64), Some(1 << 31));
    }
}
