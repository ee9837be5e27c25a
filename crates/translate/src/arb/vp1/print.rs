//! The text of a program of VP1.x.

use std::fmt::Write;

use quadrille_isa::gl::register::BRACKETED;
use quadrille_isa::gl::{Binding, Family, Features, LanguageSet, Profile};

use super::registers::{RegisterContent, Registers};
use crate::arb::code::{Code, Instruction, Place, Target};
use crate::arb::print::{mask, numbers, selector};
use crate::arb::refusal::{Reason, Refusal};

/// Prints a program that comes from one with a header.
pub(super) fn print(
    code: &Code,
    registers: &Registers,
    header: &str,
    is_11: bool,
    is_invariant: bool,
) -> Result<String, Refusal> {
    let (own, language) = match is_11 {
        true => ("!!VP1.1", LanguageSet::V11),
        false => ("!!VP1.0", LanguageSet::V10),
    };
    let mut text = format!("{own}\n");
    if is_invariant {
        text.push_str("OPTION NV_position_invariant;\n");
    }
    let _ = writeln!(text, "# From {header}.");
    if let Some(profile) = Profile::of("!!ARBvp1.0") {
        comments(&mut text, registers, &profile.features());
    }
    for instruction in &code.instructions {
        let line = line(instruction, registers, language)?;
        let _ = writeln!(text, "{line};");
    }
    text.push_str("END\n");
    Ok(text)
}

/// What the application puts into registers.
fn comments(text: &mut String, registers: &Registers, features: &Features) {
    for (number, held) in registers.to_set() {
        let what = match held {
            RegisterContent::Binding(binding) => binding.text(features),
            RegisterContent::Numbers(vector) => numbers(&vector),
        };
        let _ = writeln!(text, "# c[{number}] = {what}");
    }
}

fn line(instruction: &Instruction, registers: &Registers, language: LanguageSet) -> Result<String, Refusal> {
    let mut parts = Vec::new();
    let target = match instruction.target {
        Target::Temporary(number) => Some(format!("R{number}")),
        Target::Result(binding) => match member("o", binding, language) {
            Some(name) => Some(format!("o[{name}]")),
            None => return Err(Reason::Register(binding.to_string()).at(instruction.at)),
        },
        Target::Address => Some("A0".to_owned()),
        Target::Code | Target::Label(_) | Target::Nothing => None,
    };
    if let Some(target) = target {
        parts.push(format!("{target}{}", mask(instruction.mask)));
    }
    for (at, source) in instruction.operands.iter().enumerate() {
        let place = match source.place {
            Place::Temporary(number) => format!("R{number}"),
            Place::Attribute(binding) => match member("v", binding, language) {
                Some(name) => format!("v[{name}]"),
                None if binding.family == Family::VertexAttrib && binding.index[0] < 16 => {
                    format!("v[{}]", binding.index[0])
                }
                None => return Err(Reason::Register(binding.to_string()).at(instruction.at)),
            },
            Place::Addressed { number: 0, .. } => "c[A0.x]".to_owned(),
            Place::Addressed {
                number: number @ 1.., ..
            } => format!("c[A0.x + {number}]"),
            Place::Addressed { number, .. } => format!("c[A0.x - {}]", number.unsigned_abs()),
            Place::Parameter(_) | Place::Constant(_) | Place::Literal(_) | Place::Element { .. } => {
                let number = registers.number(&source.place).unwrap_or_default();
                format!("c[{number}]")
            }
        };
        let sign = if source.negate { "-" } else { "" };
        parts.push(format!("{sign}{place}{}", selector(instruction, at, source)));
    }
    Ok(format!("{} {}", instruction.op.name(), parts.join(", ")))
}

/// The name of a binding among the members of a file.
fn member(letter: &str, binding: Binding, language: LanguageSet) -> Option<&'static str> {
    let mut files = BRACKETED.iter();
    files.find_map(|file| {
        let is_meant = file.letter == letter && file.languages.meets(language);
        let mut names = file.names.iter().filter(|_| is_meant);
        names
            .find(|member| member.binding == binding)
            .map(|member| member.name)
    })
}
