//! The texts.

use super::step::{Destination, Step};
use super::viewport::{self, Viewport};
use super::{Numbers, RaiseError, clamp};
use crate::word::{Register, SourceOperand, print};
use quadrille_isa::nv20::{Output, register::INPUTS};

/// The headers.
pub(super) const VERTEX: &str = "!!VP1.1";
pub(super) const STATE: &str = "!!VSP1.0";
pub(super) const ARB: &str = "!!ARBvp1.0";

/// `!!VP1.1` text, or `!!VSP1.0`.
pub(super) fn nv(steps: &[Step], numbers: &Numbers, state: bool) -> Result<String, RaiseError> {
    let mut text = format!("{}\n", if state { STATE } else { VERTEX });
    for step in steps {
        let destination = match step.destination {
            Destination::Address => "A0.x".into(),
            Destination::Temporary(number) => format!("R{number}{}", mask(step.mask)),
            Destination::Constant(number) => {
                format!("c[{}]{}", numbers.constants.number(number), mask(step.mask))
            }
            Destination::Output(number) => {
                let output = Output::from_index(number).ok_or(RaiseError::Output(step.index))?;
                format!("o[{}]{}", output.gl, mask(step.mask))
            }
        };
        text += &line(
            step,
            &destination,
            numbers,
            &|number| match INPUTS[usize::from(number)].gl {
                "" => format!("v[{number}]"),
                _ if state => format!("v[{number}]"),
                name => format!("v[{name}]"),
            },
        )?;
    }
    Ok(text + "END\n")
}

/// `!!ARBvp1.0` text. The constants are program environment parameters, which are those of `!!VP1.1`.
/// `zero` names the temporaries that are read before they are written, a bit each: they are zero in the machine and
/// undefined in the language.
pub(super) fn arb(
    steps: &[Step],
    numbers: &Numbers,
    zero: u16,
    viewport: Option<Viewport>,
) -> Result<String, RaiseError> {
    let mut text = format!("{ARB}\n");
    if let Some(last) = numbers.constants.words.len().checked_sub(1) {
        text += &format!("PARAM c[{}] = {{ program.env[0..{last}] }};\n", last + 1);
    }
    if steps.iter().any(|step| step.scratch.is_some()) {
        text += &clamp::parameter();
    }
    if let Some(viewport) = viewport {
        text += &viewport.parameter();
    }
    let mut named = 0u16;
    for step in steps {
        let temporaries = step.sources.iter().map(|source| source.register);
        for register in temporaries {
            if let Register::Temporary(number) = register {
                named |= 1 << number;
            }
        }
        if let Destination::Temporary(number) = step.destination {
            named |= 1 << number;
        }
        if let Some(number) = step.scratch {
            named |= 1 << number;
        }
    }
    let all: Vec<String> = (0..16)
        .filter(|number| named & (1 << number) != 0)
        .map(|n| format!("R{n}"))
        .collect();
    if !all.is_empty() {
        text += &format!("TEMP {};\n", all.join(", "));
    }
    if steps.iter().any(|step| step.destination == Destination::Address) {
        text += "ADDRESS A0;\n";
    }
    for number in (0..16).filter(|number| zero & named & (1 << number) != 0) {
        // Nothing is less than itself: 0 without a constant.
        text += &format!("SLT R{number}, vertex.position, vertex.position;\n");
    }
    for step in steps {
        // The position, which nothing else writes then.
        if let (
            Some(_),
            Destination::Output(0),
            [
                SourceOperand {
                    register: Register::Temporary(from),
                    ..
                },
            ],
        ) = (viewport, step.destination, step.sources.as_slice())
        {
            text += &viewport::instructions(*from, step.mask);
            continue;
        }
        let destination = match step.destination {
            Destination::Address => "A0.x".into(),
            Destination::Temporary(number) => format!("R{number}{}", mask(step.mask)),
            Destination::Constant(_) => return Err(RaiseError::ConstantWrite(step.index)),
            Destination::Output(number) => {
                let name = result(number).ok_or(RaiseError::Output(step.index))?;
                format!("result.{name}{}", mask(step.mask))
            }
        };
        text += &match (step.sources.as_slice(), step.scratch) {
            ([source], Some(scratch)) => {
                let [plain, negated] = [false, true].map(|negate| {
                    let source = SourceOperand {
                        negate: source.negate != negate,
                        ..*source
                    };
                    operand(step, &source, numbers, &attribute)
                });
                clamp::instructions(&destination, [&plain?, &negated?], scratch)
            }
            _ => line(step, &destination, numbers, &attribute)?,
        };
    }
    Ok(text + "END\n")
}

/// The name of an output in `!!ARBvp1.0`.
fn result(number: u8) -> Option<String> {
    Some(match number {
        0 => "position".into(),
        3 => "color".into(),
        4 => "color.secondary".into(),
        5 => "fogcoord".into(),
        6 => "pointsize".into(),
        7 => "color.back".into(),
        8 => "color.back.secondary".into(),
        9..=12 => format!("texcoord[{}]", number - 9),
        _ => return None,
    })
}

/// The name of an attribute in `!!ARBvp1.0`, by OpenGL's number.
fn attribute(number: u8) -> String {
    match number {
        0 => "vertex.position".into(),
        2 => "vertex.normal".into(),
        3 => "vertex.color".into(),
        4 => "vertex.color.secondary".into(),
        5 => "vertex.fogcoord".into(),
        8.. => format!("vertex.texcoord[{}]", number - 8),
        1 | 6 | 7 => format!("vertex.attrib[{number}]"),
    }
}

/// A line: the operation, where its result goes, and its sources.
fn line(
    step: &Step,
    destination: &str,
    numbers: &Numbers,
    attribute: &dyn Fn(u8) -> String,
) -> Result<String, RaiseError> {
    let mut text = format!("{} {destination}", step.operation.name());
    for source in &step.sources {
        text += ", ";
        text += &operand(step, source, numbers, attribute)?;
    }
    Ok(text + ";\n")
}

/// A source with its sign and its swizzle.
fn operand(
    step: &Step,
    source: &SourceOperand,
    numbers: &Numbers,
    attribute: &dyn Fn(u8) -> String,
) -> Result<String, RaiseError> {
    let register = match source.register {
        Register::Temporary(number) => format!("R{number}"),
        Register::Input(number) => attribute(numbers.attribute(number)),
        Register::Constant(number) => {
            let number = numbers.constants.number(number);
            match (step.relative, number) {
                (false, _) => format!("c[{number}]"),
                (true, 0) => "c[A0.x]".into(),
                (true, 1..=63) => format!("c[A0.x + {number}]"),
                (true, _) => {
                    return Err(RaiseError::Offset {
                        index: step.index,
                        offset: number,
                    });
                }
            }
        }
        Register::Absent => return Err(RaiseError::Register(step.index)),
    };
    let sign = if source.negate { "-" } else { "" };
    Ok(format!("{sign}{register}{}", selector(source, step.scalar)))
}

/// A swizzle: none, one component or four.
fn selector(source: &SourceOperand, scalar: bool) -> String {
    let letter = |component: u8| print::LETTERS[usize::from(component)];
    let [x, y, z, w] = source.swizzle;
    if scalar || x == y && y == z && z == w {
        return format!(".{}", letter(x));
    }
    if source.swizzle == [0, 1, 2, 3] {
        return String::new();
    }
    std::iter::once('.').chain(source.swizzle.map(letter)).collect()
}

fn mask(mask: u8) -> String {
    if mask == 15 {
        String::new()
    } else {
        print::mask(mask)
    }
}
