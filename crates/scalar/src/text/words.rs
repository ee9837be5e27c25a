//! The words of expressions: each is a mnemonic with parts behind dots, and numbers in brackets.

use quadrille_base::Id;
use quadrille_isa::gl::operation::{Axis, Packing};
use quadrille_isa::gl::{Clamp, DataType};
use quadrille_numerics::convert::{Format, Rounding};

use crate::call::CallId;
use crate::expression::{Conversion, Expression, SlotRange, Type, ValueId};
use crate::form::{ArrayId, VariableId};
use crate::number::Number;
use crate::op::{FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary};
use crate::statement::RegionId;

/// Members of sets of other crates, with the names that they have here.
const FORMATS: &[(Format, &str)] = &[
    (Format::F16, "f16"),
    (Format::F32, "f32"),
    (Format::F64, "f64"),
    (Format::S8, "s8"),
    (Format::S16, "s16"),
    (Format::S32, "s32"),
    (Format::S64, "s64"),
    (Format::U8, "u8"),
    (Format::U16, "u16"),
    (Format::U32, "u32"),
    (Format::U64, "u64"),
];
const ROUNDINGS: &[(Rounding, &str)] = &[
    (Rounding::Nearest, "nearest"),
    (Rounding::Down, "down"),
    (Rounding::Up, "up"),
    (Rounding::TowardZero, "zero"),
];
const CLAMPS: &[(Clamp, &str)] = &[
    (Clamp::None, "free"),
    (Clamp::Saturate, "sat"),
    (Clamp::SignedSaturate, "ssat"),
];
const PACKINGS: &[(Packing, &str)] = &[
    (Packing::Half2, "half2"),
    (Packing::Unsigned2, "unsigned2"),
    (Packing::Signed4, "signed4"),
    (Packing::Unsigned4, "unsigned4"),
];
const DATA_TYPES: &[(DataType, &str)] = &[
    (DataType::Fx12, "fx12"),
    (DataType::F16, "f16"),
    (DataType::F32, "f32"),
    (DataType::F64, "f64"),
    (DataType::S32, "s32"),
    (DataType::U32, "u32"),
    (DataType::S64, "s64"),
    (DataType::U64, "u64"),
];
const AXES: &[(Axis, &str)] = &[(Axis::X, "x"), (Axis::Y, "y")];
const LENGTHS: &[(bool, &str)] = &[(false, "word"), (true, "long")];
const SATURATIONS: &[(bool, &str)] = &[(false, "wrap"), (true, "saturate")];
const SIDES: &[(bool, &str)] = &[(false, "lower"), (true, "upper")];

fn name<T: Copy + PartialEq>(set: &[(T, &'static str)], member: T) -> &'static str {
    let found = set.iter().find(|(one, _)| *one == member);
    found.map_or("", |(_, name)| name)
}

fn member<T: Copy>(set: &[(T, &'static str)], name: &str) -> Option<T> {
    set.iter()
        .find(|(_, one)| *one == name)
        .map(|(member, _)| *member)
}

/// The word of an expression and the numbers in its brackets; `None` of constants and calls, which have a form of their
/// own.
pub(super) fn word(expression: &Expression, kind: Type) -> Option<(String, Vec<u32>)> {
    let of = |name: &str, number: Number| format!("{name}.{}", number.name());
    let plain = |name: &str, numbers: Vec<u32>| (name.to_owned(), numbers);
    let slot = |name: &str, slot: u32, component: u8| plain(name, vec![slot, u32::from(component)]);
    let range = |name: &str, range: SlotRange| {
        plain(name, vec![range.first, range.length, u32::from(range.component)])
    };
    Some(match *expression {
        Expression::Constant { .. } | Expression::Call(_) => return None,
        Expression::Parameter { slot: at, component } => slot("parameter", at, component),
        Expression::Attribute { slot: at, component } => slot("attribute", at, component),
        Expression::Result { slot: at, component } => slot("result", at, component),
        Expression::ParameterAt { range: slots, .. } => range("parameter_at", slots),
        Expression::AttributeAt { range: slots, .. } => range("attribute_at", slots),
        Expression::VertexAttributeAt { range: slots, .. } => range("vertex_attribute_at", slots),
        Expression::Element {
            array,
            component,
            version,
            ..
        } => plain(
            "element",
            vec![array.index() as u32, version, u32::from(component)],
        ),
        Expression::Variable { variable, version } => {
            plain("variable", vec![variable.index() as u32, version])
        }
        Expression::Active { region, version } => plain("active", vec![region.index() as u32, version]),
        Expression::FloatUnary { number, op, .. } => (of(op.name(), number), vec![]),
        Expression::FloatBinary { number, op, .. } => (of(op.name(), number), vec![]),
        Expression::FloatCompare { number, op, .. } => (of(op.name(), number), vec![]),
        Expression::IntUnary { number, op, .. } => (of(op.name(), number), vec![]),
        Expression::IntBinary { number, op, .. } => (of(op.name(), number), vec![]),
        Expression::IntCompare { number, op, .. } => (of(op.name(), number), vec![]),
        Expression::IsNan { number, .. } => (of("is_nan", number), vec![]),
        Expression::ToSigned { number, .. } => (of("to_signed", number), vec![]),
        Expression::Canonical { number, .. } => (of("canonical", number), vec![]),
        Expression::Narrow { number, .. } => (of("narrow", number), vec![]),
        Expression::Extract { number, .. } => (of("extract", number), vec![]),
        Expression::Insert { number, .. } => (of("insert", number), vec![]),
        Expression::And { .. } => plain("and", vec![]),
        Expression::Or { .. } => plain("or", vec![]),
        Expression::Not { .. } => plain("not", vec![]),
        Expression::Select { .. } => plain("select", vec![]),
        Expression::Join { .. } => plain("join", vec![]),
        Expression::Low { .. } => plain("low", vec![]),
        Expression::High { .. } => plain("high", vec![]),
        Expression::Convert { conversion, .. } => (converts(conversion), vec![]),
        Expression::Pack { packing, .. } => (format!("pack.{}", name(PACKINGS, packing)), vec![]),
        Expression::Unpack {
            packing, component, ..
        } => (
            format!("unpack.{}", name(PACKINGS, packing)),
            vec![u32::from(component)],
        ),
        Expression::Neighbour { axis, upper, .. } => (
            format!("neighbour.{}.{}", name(AXES, axis), name(SIDES, upper)),
            vec![],
        ),
        Expression::Component { component, .. } => {
            (format!("component.{}", kind.name()), vec![u32::from(component)])
        }
    })
}

fn converts(conversion: Conversion) -> String {
    match conversion {
        Conversion::Number {
            from,
            to,
            rounding,
            saturate,
        } => format!(
            "convert.{}.{}.{}.{}",
            name(FORMATS, from),
            name(FORMATS, to),
            name(ROUNDINGS, rounding),
            name(SATURATIONS, saturate)
        ),
        Conversion::Register {
            from,
            from_long,
            to,
            to_long,
            rounding,
            clamp,
        } => format!(
            "cvt.{}.{}.{}.{}.{}.{}",
            name(FORMATS, from),
            name(LENGTHS, from_long),
            name(FORMATS, to),
            name(LENGTHS, to_long),
            name(ROUNDINGS, rounding),
            name(CLAMPS, clamp)
        ),
        Conversion::Whole(data_type) => format!("whole.{}", name(DATA_TYPES, data_type)),
    }
}

/// The expression of a word and its numbers, with some value for each operand, and its type where it says one.
pub(super) fn expression(word: &str, numbers: &[u32]) -> Option<(Expression, Option<Type>)> {
    let a = ValueId::new(0);
    let (b, index, vertex) = (a, a, a);
    let parts: Vec<&str> = word.split('.').collect();
    let at = |number: usize| numbers.get(number).copied();
    let small = |number: usize| at(number).and_then(|number| u8::try_from(number).ok());
    let range = || {
        Some(SlotRange {
            first: at(0)?,
            length: at(1)?,
            component: small(2)?,
        })
    };
    let found = match parts[..] {
        ["parameter"] => Expression::Parameter {
            slot: at(0)?,
            component: small(1)?,
        },
        ["attribute"] => Expression::Attribute {
            slot: at(0)?,
            component: small(1)?,
        },
        ["result"] => Expression::Result {
            slot: at(0)?,
            component: small(1)?,
        },
        ["parameter_at"] => Expression::ParameterAt {
            range: range()?,
            index,
        },
        ["attribute_at"] => Expression::AttributeAt {
            range: range()?,
            index,
        },
        ["vertex_attribute_at"] => Expression::VertexAttributeAt {
            range: range()?,
            index,
            vertex,
        },
        ["element"] => Expression::Element {
            array: ArrayId::new(at(0)? as usize),
            version: at(1)?,
            component: small(2)?,
            index,
        },
        ["variable"] => Expression::Variable {
            variable: VariableId::new(at(0)? as usize),
            version: at(1)?,
        },
        ["active"] => Expression::Active {
            region: RegionId::new(at(0)? as usize),
            version: at(1)?,
        },
        ["and"] => Expression::And { a, b },
        ["or"] => Expression::Or { a, b },
        ["not"] => Expression::Not { a },
        ["select"] => Expression::Select {
            mask: a,
            when: a,
            otherwise: a,
        },
        ["join"] => Expression::Join { low: a, high: b },
        ["low"] => Expression::Low { a },
        ["high"] => Expression::High { a },
        ["pack", packing] => Expression::Pack {
            packing: member(PACKINGS, packing)?,
            operands: [a; 4],
        },
        ["unpack", packing] => Expression::Unpack {
            packing: member(PACKINGS, packing)?,
            component: small(0)?,
            a,
        },
        ["neighbour", axis, side] => Expression::Neighbour {
            axis: member(AXES, axis)?,
            upper: member(SIDES, side)?,
            a,
        },
        ["component", kind] => {
            let component = small(0)?;
            let kind = Type::of_name(kind)?;
            return Some((Expression::Component { of: a, component }, Some(kind)));
        }
        ["convert" | "cvt" | "whole", ..] => Expression::Convert {
            conversion: conversion(&parts)?,
            a,
        },
        [name, number] => computed(name, Number::of_name(number)?)?,
        _ => return None,
    };
    Some((found, None))
}

fn conversion(parts: &[&str]) -> Option<Conversion> {
    Some(match *parts {
        ["convert", from, to, rounding, saturate] => Conversion::Number {
            from: member(FORMATS, from)?,
            to: member(FORMATS, to)?,
            rounding: member(ROUNDINGS, rounding)?,
            saturate: member(SATURATIONS, saturate)?,
        },
        ["cvt", from, from_long, to, to_long, rounding, clamp] => Conversion::Register {
            from: member(FORMATS, from)?,
            from_long: member(LENGTHS, from_long)?,
            to: member(FORMATS, to)?,
            to_long: member(LENGTHS, to_long)?,
            rounding: member(ROUNDINGS, rounding)?,
            clamp: member(CLAMPS, clamp)?,
        },
        ["whole", data_type] => Conversion::Whole(member(DATA_TYPES, data_type)?),
        _ => return None,
    })
}

/// An operation on numbers by its name.
fn computed(name: &str, number: Number) -> Option<Expression> {
    let a = ValueId::new(0);
    let (b, count, offset, field) = (a, a, a, a);
    if number.is_float() {
        return Some(match name {
            "is_nan" => Expression::IsNan { number, a },
            "to_signed" => Expression::ToSigned { number, a },
            "canonical" => Expression::Canonical { number, a },
            "narrow" => Expression::Narrow { number, a },
            _ => {
                let unary = FloatUnary::of_name(name).map(|op| Expression::FloatUnary { number, op, a });
                let binary =
                    FloatBinary::of_name(name).map(|op| Expression::FloatBinary { number, op, a, b });
                let compare =
                    FloatCompare::of_name(name).map(|op| Expression::FloatCompare { number, op, a, b });
                unary.or(binary).or(compare)?
            }
        });
    }
    Some(match name {
        "extract" => Expression::Extract {
            number,
            a,
            count,
            offset,
        },
        "insert" => Expression::Insert {
            number,
            a,
            field,
            count,
            offset,
        },
        _ => {
            let unary = IntUnary::of_name(name).map(|op| Expression::IntUnary { number, op, a });
            let binary = IntBinary::of_name(name).map(|op| Expression::IntBinary { number, op, a, b });
            let compare = IntCompare::of_name(name).map(|op| Expression::IntCompare { number, op, a, b });
            unary.or(binary).or(compare)?
        }
    })
}

/// The call with a number.
pub(super) fn call(number: usize) -> Expression {
    Expression::Call(CallId::new(number))
}
