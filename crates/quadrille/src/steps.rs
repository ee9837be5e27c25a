//! Executed instructions as text.

use quadrille_base::{Source, Span};
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::condition::Flags;
use quadrille_reference::Typed;

use crate::evaluate::TraceStep;

/// A float so that reading it back gives the same bits.
pub fn decimal(value: f32) -> String {
    if value == 0.0 || (1e-4..1e7).contains(&value.abs()) {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

/// An executed instruction, with what it read and gave, in lines.
pub fn step_text(source: &Source, span: Span, step: &TraceStep) -> String {
    let line = source.position(span.start).line;
    let mut text = format!("{line:4}  {}\n", one_line(source, span));
    let mut add = |what: &str, value: &str| text.push_str(&format!("        {what}{value}\n"));
    if step.parted {
        let live: Vec<String> = step.lanes.iter().map(usize::to_string).collect();
        add("lanes ", &live.join(" "));
    }
    for operand in &step.operands {
        add("reads ", &vector(operand));
    }
    for access in &step.accesses {
        add("", &access.to_string());
    }
    if let Some(result) = &step.result {
        add("gives ", &vector(result));
    }
    if let Some(flags) = &step.flags {
        let codes: Vec<String> = flags.iter().map(code).collect();
        add("code  ", &format!("({})", codes.join(", ")));
    }
    text
}

fn vector(value: &Typed) -> String {
    let numbers = value.words.iter().map(|bits| number(value.data_type, *bits));
    format!("({})", numbers.collect::<Vec<_>>().join(", "))
}

/// A number of a register as its type reads it.
pub fn number(data_type: DataType, bits: u64) -> String {
    match data_type {
        DataType::F32 | DataType::F16 | DataType::Fx12 => decimal(f32::from_bits(bits as u32)),
        DataType::F64 => format!("{:?}", f64::from_bits(bits)),
        DataType::S32 => (bits as u32 as i32).to_string(),
        DataType::U32 => (bits as u32).to_string(),
        DataType::S64 => (bits as i64).to_string(),
        DataType::U64 => bits.to_string(),
    }
}

/// A component of a condition code: how it compares with zero, and carry and overflow if they are set.
fn code(flags: &Flags) -> String {
    let order = match (flags.sign, flags.zero) {
        (true, true) => "UN",
        (true, false) => "LT",
        (false, true) => "EQ",
        (false, false) => "GT",
    };
    let carry = if flags.carry { " CF" } else { "" };
    let overflow = if flags.overflow { " OF" } else { "" };
    format!("{order}{carry}{overflow}")
}

/// Source text without its line breaks.
pub fn one_line(source: &Source, span: Span) -> String {
    source
        .slice(span)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
