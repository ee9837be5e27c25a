//! The text of an ARB program.

use std::fmt::Write;

use quadrille_isa::gl::{Clamp, Family, Features, Stage};

use super::code::{Code, IDENTITY, Instruction, Op, Place, Source, Target, Under};

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Prints a program; `head` stands in comments at its top.
pub(super) fn print(code: &Code, features: &Features, head: &[String]) -> String {
    let mut text = String::from(match features.stage {
        Stage::Vertex => "!!ARBvp1.0\n",
        _ => "!!ARBfp1.0\n",
    });
    let options = features.options;
    // An option that another brings is not named.
    let is_brought = |option| options.iter().any(|other| other.row().implies.contains(&option));
    for option in options.iter().filter(|option| !is_brought(*option)) {
        line(&mut text, format_args!("OPTION {};", option.row().name()));
    }
    for comment in head {
        line(&mut text, format_args!("# {comment}"));
    }
    for (number, vector) in code.constants.iter().enumerate() {
        line(&mut text, format_args!("PARAM k{number} = {};", numbers(vector)));
    }
    for (number, array) in code.arrays.iter().enumerate() {
        let length = array.len();
        let elements = elements(array, features);
        line(
            &mut text,
            format_args!("PARAM a{number}[{length}] = {{ {} }};", elements.join(", ")),
        );
    }
    if code.temporaries > 0 {
        let names: Vec<String> = (0..code.temporaries).map(|number| format!("t{number}")).collect();
        line(&mut text, format_args!("TEMP {};", names.join(", ")));
    }
    if code.instructions.iter().any(|one| one.target == Target::Address) {
        text.push_str("ADDRESS A0;\n");
    }
    for one in &code.instructions {
        let (end, instruction) = (
            if one.op == Op::Label { ':' } else { ';' },
            instruction(one, features),
        );
        line(&mut text, format_args!("{instruction}{end}"));
    }
    text.push_str("END\n");
    text
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Text takes whatever is written to it.
    let _ = writeln!(text, "{arguments}");
}

/// Four numbers as a constant; an infinity is a number that is too large for a float.
pub(super) fn numbers(vector: &[f32; 4]) -> String {
    let numbers = vector.map(|number| match number.is_infinite() {
        true if number < 0.0 => "-1e39".to_owned(),
        true => "1e39".to_owned(),
        false => format!("{number:?}"),
    });
    format!("{{ {} }}", numbers.join(", "))
}

/// The elements of an array; program parameters in a row as a range.
fn elements(array: &[Place], features: &Features) -> Vec<String> {
    let numbered = |place: &Place| match place {
        Place::Parameter(binding) => match binding.family {
            Family::ProgramEnv => Some(("program.env", binding.index[0])),
            Family::ProgramLocal => Some(("program.local", binding.index[0])),
            _ => None,
        },
        _ => None,
    };
    let mut texts = Vec::new();
    let mut rest = array;
    while let Some(first) = rest.first() {
        let mut length = 1;
        if let Some((name, number)) = numbered(first) {
            let next = |place: &Place, length: usize| numbered(place) == Some((name, number + length as u32));
            while rest.get(length).is_some_and(|place| next(place, length)) {
                length += 1;
            }
            if length > 1 {
                texts.push(format!("{name}[{number}..{}]", number as usize + length - 1));
            }
        }
        if length == 1 {
            texts.push(element(first, features));
        }
        rest = &rest[length..];
    }
    texts
}

fn element(place: &Place, features: &Features) -> String {
    match place {
        Place::Parameter(binding) => binding.text(features),
        Place::Literal(vector) => numbers(vector),
        Place::Temporary(_)
        | Place::Attribute(_)
        | Place::Element { .. }
        | Place::Addressed { .. }
        | Place::Constant(_) => String::new(),
    }
}

fn instruction(instruction: &Instruction, features: &Features) -> String {
    let condition = match instruction.under {
        None => "",
        Some(Under::Less) => "LT",
        Some(Under::NotLess) => "GE",
    };
    match (instruction.op, instruction.target) {
        (Op::Label, Target::Label(number)) => return format!("l{number}"),
        (Op::Branch, Target::Label(number)) if condition.is_empty() => return format!("BRA l{number}"),
        (Op::Branch, Target::Label(number)) => return format!("BRA l{number} ({condition}.x)"),
        (Op::Break | Op::BreakNot, _) => return format!("BRK ({condition}.x)"),
        (Op::If | Op::IfNot, _) => return format!("IF {condition}.x"),
        _ => {}
    }
    let mut text = String::from(instruction.op.name());
    if instruction.target == Target::Code {
        text.push('C');
    }
    text.push_str(match instruction.clamp {
        Clamp::None => "",
        Clamp::Saturate => "_SAT",
        Clamp::SignedSaturate => "_SSAT",
    });
    let target = match instruction.target {
        Target::Temporary(number) => Some(format!("t{number}")),
        Target::Result(binding) => Some(binding.text(features)),
        Target::Address => Some("A0".to_owned()),
        Target::Code => Some("CC".to_owned()),
        Target::Label(_) | Target::Nothing => None,
    };
    let mut parts = Vec::new();
    if let Some(target) = target {
        let condition = match condition {
            "" => String::new(),
            _ => format!(" ({condition})"),
        };
        parts.push(format!("{target}{}{condition}", mask(instruction.mask)));
    }
    for (at, source) in instruction.operands.iter().enumerate() {
        parts.push(operand(instruction, at, source, features));
    }
    if let Some((unit, target)) = instruction.texture {
        parts.push(format!("texture[{unit}]"));
        parts.push(target.row().name.to_owned());
    }
    if !parts.is_empty() {
        text.push(' ');
        text.push_str(&parts.join(", "));
    }
    text
}

pub(super) fn mask(mask: u8) -> String {
    if mask == 0b1111 {
        return String::new();
    }
    let letters = (0..4).filter(|at| mask >> at & 1 != 0).map(|at| LETTERS[at]);
    std::iter::once('.').chain(letters).collect()
}

fn operand(instruction: &Instruction, at: usize, source: &Source, features: &Features) -> String {
    let place = match source.place {
        Place::Temporary(number) => format!("t{number}"),
        Place::Attribute(binding) | Place::Parameter(binding) => binding.text(features),
        Place::Literal(vector) => numbers(&vector),
        Place::Constant(number) => format!("k{number}"),
        Place::Addressed { array, number } | Place::Element { array, number, .. } => match number {
            0 => format!("a{array}[A0.x]"),
            1.. => format!("a{array}[A0.x + {number}]"),
            _ => format!("a{array}[A0.x - {}]", number.unsigned_abs()),
        },
    };
    let sign = if source.negate { "-" } else { "" };
    format!("{sign}{place}{}", selector(instruction, at, source))
}

/// The selector of an operand.
pub(super) fn selector(instruction: &Instruction, at: usize, source: &Source) -> String {
    match instruction.is_scalar(at) {
        true => format!(".{}", LETTERS[usize::from(source.swizzle[0] & 3)]),
        false => swizzle(source.swizzle, instruction.needs(at)),
    }
}

/// A swizzle of which the components that are not needed may be any: the shortest.
fn swizzle(swizzle: [u8; 4], needs: u8) -> String {
    let needed = |at: &usize| needs >> at & 1 != 0;
    let stand = |wanted: &dyn Fn(usize) -> u8| (0..4).filter(needed).all(|at| swizzle[at] == wanted(at));
    if stand(&|at| IDENTITY[at]) {
        return String::new();
    }
    let first = (0..4).find(needed).map_or(0, |at| swizzle[at]);
    if stand(&|_| first) {
        return format!(".{}", LETTERS[usize::from(first & 3)]);
    }
    let letter = |at: usize| match needed(&at) {
        true => LETTERS[usize::from(swizzle[at] & 3)],
        false => LETTERS[usize::from(first & 3)],
    };
    std::iter::once('.').chain((0..4).map(letter)).collect()
}
